"""Which cells a pixel of the screen covers where cells are smaller than pixels."""

import math
from dataclasses import dataclass
from functools import lru_cache

import numpy as np
from numpy.typing import NDArray

from explorer.ui.heatmaps.heatmap_geometry import Grid

_NOISE = 1e-6
"""A difference of so many pixels or cells is one of rounding."""


@dataclass(frozen=True, slots=True)
class Covered:
    """The cells in view along one axis, shared out among the pixels.

    `first` says, in cells, what stands at the edge of the area, `count` how many cells are in it,
    and `size` how many pixels of the screen a cell has.
    """

    visible: range
    first: float
    count: float
    size: float

    @property
    def is_reduced(self) -> bool:
        """Whether a pixel covers more than one cell."""
        return self.size < 1 - _NOISE

    @property
    def pixels(self) -> int:
        """How many pixels the cells in view have together; a cell that has some is one."""
        if not self.is_reduced:
            return len(self.visible)
        return max(1, math.ceil(self.count * self.size - _NOISE))

    @property
    def starts(self) -> NDArray[np.intp]:
        """The first cell of each pixel, (pixels,): each cell in view belongs to one of them."""
        return _shared_out(self)[0]

    @property
    def counts(self) -> NDArray[np.intp]:
        """How many cells each pixel covers, (pixels,)."""
        return _shared_out(self)[1]

    @property
    def most(self) -> int:
        """How many cells a pixel covers at the most."""
        return math.ceil(1 / self.size - _NOISE) if self.is_reduced else 1

    @property
    def is_even(self) -> bool:
        """Whether all pixels cover equally many cells."""
        return not self.is_reduced or abs(1 / self.size - round(1 / self.size)) < _NOISE

    def lines_of(self, cells: NDArray[np.intp]) -> NDArray[np.intp]:
        """The pixels that those of the cells have that are in view, in ascending order."""
        seen = cells[(cells >= self.visible.start) & (cells < self.visible.stop)]
        return np.unique(np.searchsorted(self.starts, seen, side="right") - 1)

    def of_pixel(self, cell: int) -> range:
        """The cells that share a pixel with a cell in view."""
        starts = self.starts
        index = int(np.searchsorted(starts, cell, side="right")) - 1
        stop = int(starts[index + 1]) if index + 1 < len(starts) else self.visible.stop
        return range(int(starts[index]), stop)


@lru_cache(maxsize=16)
def _shared_out(cells: Covered) -> tuple[NDArray[np.intp], NDArray[np.intp]]:
    """The first cell of each pixel, and how many it covers: the same while nothing is zoomed."""
    visible = cells.visible
    starts = np.arange(visible.start, visible.stop)
    if cells.is_reduced:
        pixels = np.arange(cells.pixels)
        starts = np.floor(cells.first + pixels / cells.size + _NOISE).astype(np.intp)
        starts[0] = visible.start
        starts = np.clip(starts, visible.start, visible.stop - 1)
    counts = np.diff(starts, append=visible.stop)
    for shared in (starts, counts):
        shared.setflags(write=False)
    return starts, counts


def covered(grid: Grid, across: float, down: float) -> tuple[Covered, Covered]:
    """The rows and the columns in view, on a screen with so many pixels to one of the grid's."""
    (width, height), (rows, columns) = grid.shown_cell, grid.span
    return (
        Covered(grid.visible_rows, grid.first_row, rows / grid.zoom, height * down),
        Covered(grid.visible_columns, grid.first_column, columns / grid.zoom, width * across),
    )


def pixel_words(rows: Covered, columns: Covered, aggregation: str) -> str:
    """What a pixel shows: `each pixel: the strongest of 8 × 8 cells`; empty if it is one cell."""
    if not (rows.is_reduced or columns.is_reduced):
        return ""
    most = f"{rows.most} × {columns.most} cells"
    evenly = "" if rows.is_even and columns.is_even else "up to "
    return f"each pixel: the {aggregation} of {evenly}{most}"
