"""How the stages of a calculation are laid out: how many a line, and how large their cells.

Pure arithmetic in pixels, on what the cards say they need.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate, pairwise

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

    `narrowest` is the width of its heading line, `operator` that of what stands before it where
    both are beside each other.
    """

    columns: int
    shares_columns: bool
    width_beside_cells: int
    height: int
    narrowest: int = 0
    operator: int = 0


@dataclass(frozen=True, slots=True)
class FlowPlan:
    """The layout: how many cards each line has, and the height of all.

    The widths are those of each card, of its cells, and of the operator before it.
    """

    lines: tuple[int, ...]
    card_widths: tuple[int, ...]
    cell_widths: tuple[int, ...]
    operator_widths: tuple[int, ...]
    height: int

    @property
    def per_line(self) -> int:
        """The most cards in one line."""
        return max(self.lines)

    @property
    def card_width(self) -> int:
        """The width of the widest card."""
        return max(self.card_widths)

    def place(self, index: int) -> tuple[int, int]:
        """Line and position in the line of a card."""
        for line, count in enumerate(self.lines):
            if index < count:
                return line, index
            index -= count
        raise IndexError(index)

    def left_of_last(self, line: int) -> int:
        """Where the last card of a line begins."""
        first = sum(self.lines[:line])
        last = first + self.lines[line] - 1
        return sum(self.card_widths[first:last]) + sum(self.operator_widths[first + 1 : last + 1])


def plan_flow(needs: Sequence[CardNeeds], rows: int, em: int, width: int, height: int) -> FlowPlan:
    """Below each other when that fits or when matrices are low; otherwise as many a line as
    it takes to show all without scrolling, as long as cells stay wide enough for numbers.

    The vectors a text starts from are narrow: where not all can be seen, they share lines.
    """
    below = _plan(needs, 1, em, width)
    vectors = _vectors(needs)
    if below.height <= height or (rows <= LOW and not vectors):
        return below
    plans = [_plan(needs, per_line, em, width) for per_line in range(2, len(needs) + 1)]
    roomy = [plan for plan in plans if _is_roomy(plan, needs, em, width)]
    fitting = (plan for plan in roomy if plan.height <= height)
    lowest = roomy[0] if roomy else below
    return next(fitting, _packed(needs, vectors, em, width) if vectors else lowest)


def _vectors(needs: Sequence[CardNeeds]) -> int:
    """How many cards come before the scores."""
    return next(index for index, need in enumerate(needs) if need.shares_columns)


def _packed(needs: Sequence[CardNeeds], vectors: int, em: int, width: int) -> FlowPlan:
    """As many of the vectors in a line as there is room for; the others as if they were alone."""
    cells, cards, lines, used = [], [], [0], 0
    between = max(need.operator for need in needs[:vectors])
    for need in needs[:vectors]:
        cell = _own_width(need, 0, em, width)
        card = max(need.width_beside_cells + need.columns * cell, need.narrowest)
        if lines[-1] and used + between + card > width:
            lines.append(0)
            used = 0
        used += card + (between if lines[-1] else 0)
        lines[-1] += 1
        cells.append(cell)
        cards.append(card)
    rest = _lowest(needs[vectors:], em, width)
    return FlowPlan(
        lines=(*lines, *rest.lines),
        card_widths=(*cards, *rest.card_widths),
        cell_widths=(*cells, *rest.cell_widths),
        operator_widths=((between,) * vectors + rest.operator_widths),
        height=_height((*lines, *rest.lines), needs, em),
    )


def _lowest(needs: Sequence[CardNeeds], em: int, width: int) -> FlowPlan:
    """The layout in even lines that takes the least height and keeps numbers readable."""
    below, *others = (_plan(needs, count, em, width) for count in range(1, len(needs) + 1))
    roomy = [plan for plan in others if _is_roomy(plan, needs, em, width)]
    return min((below, *roomy), key=lambda plan: plan.height)


def _plan(needs: Sequence[CardNeeds], per_line: int, em: int, width: int) -> FlowPlan:
    operators = (per_line - 1) * round(OPERATOR_WIDTH * em)
    room = (width - operators) // per_line
    widths = _cell_widths(needs, em, room)
    natural = max(
        max(need.width_beside_cells + need.columns * cell, need.narrowest)
        for need, cell in zip(needs, widths, strict=True)
    )
    widest = min(room, round(WIDEST_CARD * em)) if per_line == 1 else 0
    whole, last = divmod(len(needs), per_line)
    lines = (*[per_line] * whole, *([last] if last else []))
    return FlowPlan(
        lines=lines,
        card_widths=(max(natural, widest),) * len(needs),
        cell_widths=widths,
        operator_widths=(round(OPERATOR_WIDTH * em),) * len(needs),
        height=_height(lines, needs, em),
    )


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


def _height(lines: Sequence[int], needs: Sequence[CardNeeds], em: int) -> int:
    ends = list(accumulate(lines, initial=0))
    heights = (max(need.height for need in needs[a:b]) for a, b in pairwise(ends))
    return sum(heights) + (len(lines) - 1) * round(OPERATOR_HEIGHT * em)
