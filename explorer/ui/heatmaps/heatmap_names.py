"""Which rows and columns have their name beside the cells: so many that none overlap."""

from functools import lru_cache

from explorer.ui.heatmaps.heatmap_geometry import Grid, stride

NAME_HEIGHT = 1.15
"""In em: the room of a name across its line."""


def every(visible: range, step: int, first: int = 0) -> range:
    """Every `step`-th of the visible ones, the same ones wherever the view is panned to."""
    return range(visible.start + (first - visible.start) % step, visible.stop, step)


@lru_cache(maxsize=64)
def named_rows(grid: Grid, em: int) -> tuple[int, ...]:
    """The rows with a name and a remark: thinned out, and none of which most is hidden."""
    rows = every(grid.visible_rows, stride(grid.shown_cell[1], NAME_HEIGHT * em))
    top, bottom = grid.area.y, grid.area.y + grid.area.height
    return tuple(row for row in rows if top <= _row_middle(grid, row) <= bottom)


@lru_cache(maxsize=64)
def row_lines(grid: Grid, em: int) -> tuple[tuple[int, float, float], ...]:
    """The rows with a name and a remark, and the top and the height of the line of each."""
    height = max(grid.shown_cell[1], NAME_HEIGHT * em)
    return tuple((row, _row_middle(grid, row) - height / 2, height) for row in named_rows(grid, em))


@lru_cache(maxsize=64)
def named_columns(grid: Grid, em: int) -> tuple[int, ...]:
    """The columns with a name: all where names lie side by side, thinned out where turned."""
    is_turned = grid.frame.has_vertical_names
    step = stride(grid.shown_cell[0], NAME_HEIGHT * em) if is_turned else 1
    left, right = grid.area.x, grid.area.x + grid.area.width
    columns = every(grid.visible_columns, step)
    return tuple(column for column in columns if left <= _column_middle(grid, column) <= right)


def row_named_at(grid: Grid, em: int, y: float) -> int | None:
    """The row whose name is drawn at a height; where there is none, the row that is there."""
    for row in named_rows(grid, em):
        if abs(_row_middle(grid, row) - y) <= NAME_HEIGHT * em / 2:
            return row
    return grid.row_at(y)


def column_named_at(grid: Grid, em: int, x: float) -> int | None:
    """The column whose name is drawn at a position; where there is none, the column there."""
    if grid.frame.has_vertical_names:
        for column in named_columns(grid, em):
            if abs(_column_middle(grid, column) - x) <= NAME_HEIGHT * em / 2:
                return column
    return grid.column_at(x)


def _row_middle(grid: Grid, row: int) -> float:
    box = grid.cell(row, 0)
    return box.y + box.height / 2


def _column_middle(grid: Grid, column: int) -> float:
    box = grid.cell(0, column)
    return box.x + box.width / 2
