"""Where the cells, names and sums of a heatmap stand. Pure arithmetic in pixels.

Sizes are multiples of `em`, the height of a line of text.
"""

import math
from dataclasses import dataclass, replace

from explorer.model.convention import Convention

WIDEST_CELL, NARROWEST_CELL = 7.0, 2.2
TALLEST_CELL, LOWEST_CELL = 2.6, 1.7
COMFORTABLE_ROW, COMFORTABLE_COLUMN = 42.0, 10.5
"""How wide all cells of a row, and how high all cells of a column, become before cells shrink."""
MOST_ROWS, MOST_COLUMNS = 32, 48
"""Beyond, cells are not comfortable: the whole matrix is fitted, and zoomed on demand."""
BAND = 4.0
"""A fitted cell is at most this many times as long as it is wide, above SMALLEST_SIDE."""
SMALLEST_SIDE = 1.2
_FEWEST_WITH_MARGIN = 3
"""So many cells in view, and the one before a page and the one after it are repeated."""
_MARGIN = 0.125
"""The share of what a zoomed picture shows that stays free around a cell brought into view."""


@dataclass(frozen=True, slots=True)
class Box:
    """A rectangle in pixels."""

    x: float
    y: float
    width: float
    height: float


@dataclass(frozen=True, slots=True)
class Frame:
    """The room around the cells: row names, column names, remarks on rows, column sums.

    `name_scale` is the size of the column names, which are turned where cells are narrow;
    `remark_scale` and `sum_scale` are those of what stands beside and below the cells, None
    where there is nothing.
    """

    left: int
    top: int
    right: int = 0
    bottom: int = 0
    name_scale: float = 0.9
    has_vertical_names: bool = False
    remark_scale: float | None = 0.9
    sum_scale: float | None = 0.78


@dataclass(frozen=True, slots=True)
class Grid:
    """The cells of one heatmap inside its frame: all of them, or a part.

    `part` is how many rows and columns there is room for, where there are more; a zoomed grid
    shows a part as well. `cell_width` and `cell_height` are those of the unzoomed cells;
    `first_column` and `first_row` say, in cells, what stands at the top left corner of the area.
    """

    rows: int
    columns: int
    cell_width: float
    cell_height: float
    frame: Frame
    is_fitted: bool = False
    zoom: float = 1.0
    first_row: float = 0.0
    first_column: float = 0.0
    part: tuple[int, int] | None = None

    @property
    def span(self) -> tuple[int, int]:
        """How many rows and columns are in the area at once, unless they are zoomed."""
        return self.part or (self.rows, self.columns)

    @property
    def is_part(self) -> bool:
        """Whether some of the cells are outside the area."""
        return self.zoom > 1 or self.span != (self.rows, self.columns)

    @property
    def area(self) -> Box:
        """Where cells are drawn."""
        rows, columns = self.span
        width, height = columns * self.cell_width, rows * self.cell_height
        return Box(self.frame.left, self.frame.top, math.ceil(width), math.ceil(height))

    @property
    def size(self) -> tuple[int, int]:
        """Width and height of the whole heatmap."""
        area = self.area
        width = self.frame.left + area.width + self.frame.right
        return int(width), int(self.frame.top + area.height + self.frame.bottom)

    @property
    def shown_cell(self) -> tuple[float, float]:
        """Width and height of a cell as it is drawn."""
        return self.cell_width * self.zoom, self.cell_height * self.zoom

    @property
    def visible_rows(self) -> range:
        """The rows of which at least a part is in the area."""
        return _visible(self.first_row, self.span[0] / self.zoom, self.rows)

    @property
    def visible_columns(self) -> range:
        """The columns of which at least a part is in the area."""
        return _visible(self.first_column, self.span[1] / self.zoom, self.columns)

    def cell(self, row: int, column: int) -> Box:
        """Where one cell is drawn."""
        return self.region(range(row, row + 1), range(column, column + 1))

    def region(self, rows: range, columns: range) -> Box:
        """Where a block of cells is drawn."""
        width, height = self.shown_cell
        x = self.frame.left + (columns.start - self.first_column) * width
        y = self.frame.top + (rows.start - self.first_row) * height
        return Box(x, y, len(columns) * width, len(rows) * height)

    def row_at(self, y: float) -> int | None:
        """The row at a height, over the cells or beside them."""
        row = self.first_row + (y - self.frame.top) / self.shown_cell[1]
        inside = 0 <= y - self.frame.top < self.area.height
        return min(int(row), self.rows - 1) if inside else None

    def column_at(self, x: float) -> int | None:
        """The column at a horizontal position, over the cells or above them."""
        column = self.first_column + (x - self.frame.left) / self.shown_cell[0]
        inside = 0 <= x - self.frame.left < self.area.width
        return min(int(column), self.columns - 1) if inside else None

    def zoomed(self, factor: float, x: float, y: float, largest: float) -> "Grid":
        """Zoomed so that what is at (x, y) stays there; cells grow up to `largest` pixels wide."""
        most = max(1.0, largest / self.cell_width)
        zoom = min(max(self.zoom * factor, 1.0), most)
        right, down = x - self.frame.left, y - self.frame.top
        column = self.first_column + right / self.shown_cell[0] - right / (self.cell_width * zoom)
        row = self.first_row + down / self.shown_cell[1] - down / (self.cell_height * zoom)
        return replace(self, zoom=zoom)._from(row, column)

    def panned(self, right: float, down: float) -> "Grid":
        """What was drawn moved by so many pixels."""
        width, height = self.shown_cell
        return self._from(self.first_row - down / height, self.first_column - right / width)

    def showing(self, row: int, column: int) -> "Grid":
        """Moved no further than needed for the cell to be in the area with some around it."""
        rows, columns = self.span
        first_row = _within(self.first_row, rows / self.zoom, row)
        return self._from(first_row, _within(self.first_column, columns / self.zoom, column))

    def paged_to(self, row: int, column: int) -> "Grid":
        """Turned to the part that a cell belongs to: the same one wherever one comes from."""
        rows, columns = self.span
        return self._from(_page(row, rows), _page(column, columns))

    def turned(
        self, by: int, over_rows: bool, convention: Convention = Convention.ROWS
    ) -> "Grid | None":
        """The part after this one (1) or before it (−1), as one reads; None: there is none.

        `over_rows` says whether other rows come after the end of these. With readers in columns
        one reads down the columns.
        """
        pair = convention.pair
        seen, sizes = (
            pair((self.visible_rows, self.visible_columns)),
            pair((self.rows, self.columns)),
        )
        row, column = (part.stop if by > 0 else part.start - 1 for part in seen)
        if 0 <= column < sizes[1]:
            first = pair((self.first_row, self.first_column))[0]
            return self._from(*pair((first, _page(column, pair(self.span)[1]))))
        if over_rows and 0 <= row < sizes[0]:
            return self.paged_to(*pair((row, 0 if by > 0 else sizes[1] - 1)))
        return None

    def like(self, other: "Grid") -> "Grid":
        """With the zoom and position of another grid of the same cells."""
        if (self.rows, self.columns) != (other.rows, other.columns) or not self.is_fitted:
            return self
        return replace(self, zoom=other.zoom)._from(other.first_row, other.first_column)

    def _from(self, row: float, column: float) -> "Grid":
        last_row = self.rows - self.span[0] / self.zoom
        last_column = self.columns - self.span[1] / self.zoom
        return replace(
            self,
            first_row=min(max(row, 0.0), last_row),
            first_column=min(max(column, 0.0), last_column),
        )


def is_large(rows: int, columns: int) -> bool:
    """Whether a matrix has too many cells for each to have a comfortable size."""
    return rows > MOST_ROWS or columns > MOST_COLUMNS


def comfortable_width(columns: int, em: int) -> int:
    """The width of a cell when there is room for it."""
    return round(em * min(max(COMFORTABLE_ROW / columns, NARROWEST_CELL), WIDEST_CELL))


def comfortable_height(rows: int, em: int) -> int:
    """The height of a cell."""
    return round(em * min(max(COMFORTABLE_COLUMN / rows, LOWEST_CELL), TALLEST_CELL))


def cell_width(columns: int, em: int, room: int) -> int:
    """The width of a cell where all have `room` together: comfortable, or as narrow as needed."""
    narrowest = round(NARROWEST_CELL * em)
    return max(min(comfortable_width(columns, em), room // columns), narrowest)


def fitted(rows: int, columns: int, em: int, room: tuple[int, int], frame: Frame) -> Grid:
    """All cells in `room`, none stretched into a band."""
    width = max(room[0] - frame.left - frame.right, 2 * em) / columns
    height = max(room[1] - frame.top - frame.bottom, 2 * em) / rows
    width, height = min(width, WIDEST_CELL * em), min(height, TALLEST_CELL * em)
    smallest = SMALLEST_SIDE * em
    width = min(width, max(BAND * height, smallest))
    height = min(height, max(BAND * width, smallest))
    return Grid(rows, columns, width, height, frame, is_fitted=True)


def stride(spacing: float, needed: float) -> int:
    """Every how many-th label is drawn so that labels `needed` long do not overlap."""
    return max(1, math.ceil(needed / spacing))


def _visible(first: float, count: float, total: int) -> range:
    return range(int(first), min(math.ceil(first + count - 1e-9), total))


def _page(index: int, shown: int) -> int:
    """The first of `shown` cells, one of which is `index`.

    Where there is room for it, one cell on each side stays in view when the page is turned.
    """
    margin = 1 if shown >= _FEWEST_WITH_MARGIN else 0
    step = shown - 2 * margin
    return max(index - margin, 0) // step * step


def _within(first: float, count: float, index: int) -> float:
    """Where `count` cells begin so that one is among them, with some around it if there is room."""
    margin = min(max(_MARGIN * count, 1.0), (count - 1) / 2)
    return max(min(first, index - margin), index + 1 + margin - count)
