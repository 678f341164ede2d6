"""How the stages of a calculation are laid out: how many a line, and how large their cells.

Pure arithmetic in pixels, on what the cards say they need.
"""

from collections.abc import Sequence
from dataclasses import dataclass

from explorer.ui.heatmaps.heatmap_geometry import NARROWEST_CELL, cell_width, comfortable_width

WIDEST_CARD = 56.0
"""In em: a card in a line of its own is no wider, however much room there is."""
OPERATOR_WIDTH, OPERATOR_HEIGHT = 6.5, 1.7
"""In em: room for the operator between cards side by side, and one below the other."""
LOW = 2
"""So many readers are always below each other: their cards are low."""
NARROWER_OUTPUT = 4.5
"""In em: cells of narrow columns that need not line up may still be as wide as this."""


@dataclass(frozen=True, slots=True)
class CardNeeds:
    """What one card asks for; `shares_columns`: its columns are the sources of the others.

    `narrowest` is the width of its heading line.
    """

    columns: int
    shares_columns: bool
    width_beside_cells: int
    height: int
    narrowest: int = 0


@dataclass(frozen=True, slots=True)
class FlowPlan:
    """The layout: cards a line, width of a card, of the cells of each card, height of all."""

    per_line: int
    card_width: int
    cell_widths: tuple[int, ...]
    height: int

    def place(self, index: int) -> tuple[int, int]:
        """Line and position in the line of a card."""
        return divmod(index, self.per_line)


def plan_flow(needs: Sequence[CardNeeds], rows: int, em: int, width: int, height: int) -> FlowPlan:
    """Below each other when that fits or when matrices are low; otherwise as many a line as
    it takes to show all without scrolling, as long as cells stay wide enough for numbers."""
    below = _plan(needs, 1, em, width)
    if rows <= LOW or below.height <= height:
        return below
    plans = [_plan(needs, per_line, em, width) for per_line in range(2, len(needs) + 1)]
    roomy = [plan for plan in plans if _is_roomy(plan, needs, em, width)]
    fitting = (plan for plan in roomy if plan.height <= height)
    return next(fitting, roomy[0] if roomy else below)


def _plan(needs: Sequence[CardNeeds], per_line: int, em: int, width: int) -> FlowPlan:
    operators = (per_line - 1) * round(OPERATOR_WIDTH * em)
    room = (width - operators) // per_line
    widths = _cell_widths(needs, em, room)
    natural = max(
        max(need.width_beside_cells + need.columns * cell, need.narrowest)
        for need, cell in zip(needs, widths, strict=True)
    )
    widest = min(room, round(WIDEST_CARD * em)) if per_line == 1 else 0
    return FlowPlan(per_line, max(natural, widest), widths, _total_height(needs, per_line, em))


def _cell_widths(needs: Sequence[CardNeeds], em: int, room: int) -> tuple[int, ...]:
    """One width for all cards that share columns, so that a source is one straight column."""
    alike = [need for need in needs if need.shares_columns]
    shared = min(cell_width(need.columns, em, room - need.width_beside_cells) for need in alike)
    return tuple(
        shared if need.shares_columns else _own_width(need, shared, em, room) for need in needs
    )


def _own_width(need: CardNeeds, shared: int, em: int, room: int) -> int:
    own = cell_width(need.columns, em, room - need.width_beside_cells)
    return min(own, max(shared, round(NARROWER_OUTPUT * em)))


def _is_roomy(plan: FlowPlan, needs: Sequence[CardNeeds], em: int, width: int) -> bool:
    """Whether cells are wide enough to read and the cards of a line fit beside each other."""
    operators = (plan.per_line - 1) * round(OPERATOR_WIDTH * em)
    if plan.per_line * plan.card_width + operators > width:
        return False
    return all(
        cell >= min(comfortable_width(need.columns, em), round(1.4 * NARROWEST_CELL * em))
        for need, cell in zip(needs, plan.cell_widths, strict=True)
    )


def _total_height(needs: Sequence[CardNeeds], per_line: int, em: int) -> int:
    lines = [needs[start : start + per_line] for start in range(0, len(needs), per_line)]
    operators = (len(lines) - 1) * round(OPERATOR_HEIGHT * em)
    return sum(max(need.height for need in line) for line in lines) + operators
