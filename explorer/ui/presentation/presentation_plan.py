"""Where a stage and its arithmetic stand on a projector, with numbers that everybody can read."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from PySide6.QtCore import QRect, QSize

from explorer.ui.heatmaps.heatmap_geometry import Grid
from explorer.ui.presentation.arithmetic import BREVITIES, Brevity

READABLE = 24
"""Points on the projector that the last row of a classroom reads: no number is smaller."""
_SIZES = (40, 36, 32, 28, READABLE)
_WHOLE = (
    *((points, BREVITIES[0]) for points in _SIZES),
    *((READABLE, brevity) for brevity in BREVITIES[1:5]),
)
"""The ways in which the whole of a table is tried, the best first."""
_PART = BREVITIES[2:]
_SHARES = (0.36, 0.42, 0.5)
"""How much of the width the text beside a table has."""
_FEW_ROWS = 4
"""Up to so many the text stands below, otherwise beside, unless only the other can be."""
_ENOUGH_ROWS, _ENOUGH_COLUMNS = 3, 4
_COLUMNS_COUNT = 2
"""How many times as much columns count as rows: the calculation goes along the rows."""


@dataclass(frozen=True, slots=True)
class Plan:
    """The room for the table, the room for the text, and how both are written."""

    table: QRect
    text: QRect
    points: float
    brevity: Brevity

    @property
    def is_below(self) -> bool:
        """Whether the text stands below the table."""
        return self.text.y() > self.table.y()


GridOf = Callable[[float, QSize], Grid]
"""The table with numbers of so many points in a room."""
HeightOf = Callable[[float, Brevity, int], int]
"""The height of the text with numbers of so many points, so brief and so wide."""


@dataclass(frozen=True, slots=True)
class Screen:
    """The room there is, what stays free between parts, and how much larger than a projector."""

    body: QRect
    gap: int
    scale: float

    def plans(self, points: float, brevity: Brevity, rows: int, height: HeightOf) -> Iterator[Plan]:
        """Rooms of table and text in which the text fits; the usual side first."""
        size = points * self.scale
        sides = (self._below, self._beside)
        for side in sides if rows <= _FEW_ROWS else reversed(sides):
            for table, text in side(lambda width: height(size, brevity, width)):
                yield Plan(table, text, size, brevity)

    def _below(self, height: Callable[[int], int]) -> Iterator[tuple[QRect, QRect]]:
        body, gap = self.body, self.gap
        left = body.height() - gap - height(body.width())
        if left > 0:
            table = QRect(body.topLeft(), QSize(body.width(), left))
            yield table, body.adjusted(0, left + gap, 0, 0)

    def _beside(self, height: Callable[[int], int]) -> Iterator[tuple[QRect, QRect]]:
        body = self.body
        for share in _SHARES:
            width = round(body.width() * share)
            if height(width) <= body.height():
                table = body.adjusted(0, 0, -width - self.gap, 0)
                yield table, body.adjusted(body.width() - width, 0, 0, 0)

    def crowded(self) -> Plan:
        """Half of the screen each, where the text cannot be made to fit."""
        half = (self.body.height() - self.gap) // 2
        table = self.body.adjusted(0, 0, 0, -half - self.gap)
        text = self.body.adjusted(0, half + self.gap, 0, 0)
        return Plan(table, text, READABLE * self.scale, BREVITIES[-1])


def whole_plan(screen: Screen, rows: int, grids: Sequence[GridOf], height: HeightOf) -> Plan | None:
    """The largest numbers in which all the tables fit as a whole, each with the text; None: none.

    One plan for several tables, so that nothing moves from one to the next.
    """
    for points, brevity in _WHOLE:
        if any(grid(points * screen.scale, screen.body.size()).is_part for grid in grids):
            continue
        for plan in screen.plans(points, brevity, rows, height):
            shown = [grid(plan.points, plan.table.size()) for grid in grids]
            if all(not grid.is_part and _fits(grid, plan) for grid in shown):
                return plan
    return None


def part_plan(screen: Screen, rows: int, grid: GridOf, height: HeightOf) -> Plan:
    """The plan that shows most of a table in numbers that can be read."""
    best, most = None, 0.0
    for brevity in _PART:
        for plan in screen.plans(READABLE, brevity, rows, height):
            shown = grid(plan.points, plan.table.size())
            if _fits(shown, plan) and _worth(shown) > most:
                best, most = plan, _worth(shown)
        if best is not None and _shows_enough(grid(best.points, best.table.size())):
            break
    return best or screen.crowded()


def _fits(grid: Grid, plan: Plan) -> bool:
    width, height = grid.size
    return width <= plan.table.width() and height <= plan.table.height()


def _worth(grid: Grid) -> float:
    rows, columns = grid.span
    return rows / grid.rows + _COLUMNS_COUNT * columns / grid.columns


def _shows_enough(grid: Grid) -> bool:
    rows, columns = grid.span
    return rows >= min(grid.rows, _ENOUGH_ROWS) and columns >= min(grid.columns, _ENOUGH_COLUMNS)
