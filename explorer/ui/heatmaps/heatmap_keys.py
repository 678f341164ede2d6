"""Where the keyboard moves the selection of a heatmap."""

from collections.abc import Callable, Mapping

from PySide6.QtCore import Qt

from explorer.model import Place
from explorer.model.convention import Convention
from explorer.ui.heatmaps.heatmap_geometry import Grid

_PAGE = 10
_MOVES: Mapping[int, Callable[[Place, Grid], tuple[int, int]]] = {
    Qt.Key.Key_Left: lambda place, _grid: (place.row, place.column - 1),
    Qt.Key.Key_Right: lambda place, _grid: (place.row, place.column + 1),
    Qt.Key.Key_Up: lambda place, _grid: (place.row - 1, place.column),
    Qt.Key.Key_Down: lambda place, _grid: (place.row + 1, place.column),
    Qt.Key.Key_Home: lambda place, _grid: (place.row, 0),
    Qt.Key.Key_End: lambda place, grid: (place.row, grid.columns - 1),
    Qt.Key.Key_PageUp: lambda place, _grid: (place.row - _PAGE, place.column),
    Qt.Key.Key_PageDown: lambda place, _grid: (place.row + _PAGE, place.column),
}


def moved(
    key: int, place: Place, grid: Grid, convention: Convention = Convention.ROWS
) -> Place | None:
    """The cell a key leads to from `place`, inside the matrix; None for any other key.

    Places are those of the array, the grid is as the convention shows it.
    """
    move = _MOVES.get(key)
    if move is None:
        return None
    row, column = move(convention.place(place), grid)
    inside = (min(max(row, 0), grid.rows - 1), min(max(column, 0), grid.columns - 1))
    return convention.place(Place(place.array, *inside))
