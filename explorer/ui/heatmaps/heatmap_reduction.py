"""What is coloured of a picture: its visible cells, or what a pixel shows of those it covers."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from functools import partial
from math import prod

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import Matrix
from explorer.model.convention import Convention
from explorer.model.tables import part_of
from explorer.ui.heatmaps.heatmap_picture import Picture
from explorer.ui.heatmaps.heatmap_pixels import Covered


def visible_picture(
    picture: Picture,
    rows: Covered,
    columns: Covered,
    aggregation: str,
    first_hidden: int,
    lines: NDArray[np.intp] | None = None,
) -> Picture:
    """The cells in view, or, where pixels cover several, a cell for each pixel.

    Then blocked cells and, row by row, those from `first_hidden` on do not count, and a pixel is
    blocked only where none does count. `lines` are the only lines of pixels that are wanted.
    """
    if lines is None:  # put together once, not line by line
        picture = replace(picture, table=part_of(picture.table))
    if lines is None and _is_stored_turned(picture, first_hidden):
        turned = picture.transposed
        return visible_picture(turned, columns, rows, aggregation, first_hidden).transposed
    across = slice(columns.visible.start, columns.visible.stop)
    if not (rows.is_reduced or columns.is_reduced):
        whole = slice(rows.visible.start, rows.visible.stop)
        down = whole if lines is None else rows.visible.start + lines
        return _coloured(picture, picture.rows(down)[:, across])
    shown = first_hidden >= rows.visible.stop * picture.shape[1]
    does_all_count = picture.blocked is None and shown
    wanted = np.arange(rows.pixels) if lines is None else lines
    covering = _Covering(picture, rows, columns, wanted, first_hidden, does_all_count)
    cells = covering.mean() if aggregation == "mean" else covering.strongest(picture.low < 0)
    return _coloured(picture, cells)


def _is_stored_turned(picture: Picture, first_hidden: int) -> bool:
    """Whether the columns lie together in memory, so that it is quicker to begin with them.

    Not where cells do not count that are the last ones row by row.
    """
    flags = part_of(picture.table).flags
    is_turned = flags.f_contiguous and not flags.c_contiguous
    return is_turned and first_hidden >= prod(picture.shape)


def _coloured(picture: Picture, cells: Matrix) -> Picture:
    """A picture of cells as that one has them, NaN where they are blocked."""
    low, high = picture.levels
    blocked = np.isnan(cells)
    shown = blocked if blocked.any() else None
    return Picture(cells, shown, low, high, picture.colours)


def counted(picture: Picture, first_hidden: int, convention: Convention) -> tuple[Picture, int]:
    """A picture as it is shown, and its first cell, row by row, that does not count.

    Hidden cells that are not the last ones, because the picture is transposed, are taken out.
    """
    if not convention.is_turned:
        return picture, first_hidden
    size = prod(picture.shape)
    if first_hidden >= size:
        return picture, first_hidden
    hidden = (np.arange(size) >= first_hidden).reshape(picture.shape[::-1]).T
    blocked = hidden if picture.blocked is None else picture.blocked | hidden
    return replace(picture, blocked=blocked), size


def strongest_cell(
    picture: Picture, rows: range, columns: range, first_hidden: int
) -> tuple[int, int]:
    """The row and column of the cell a pixel shows of those; of no one that counts, the first."""
    shown = _without_hidden(picture.rows(slice(rows.start, rows.stop)), rows.start, first_hidden)
    block = shown[:, columns.start : columns.stop]
    strength = np.abs(block) if picture.low < 0 else block
    if np.isnan(strength).all():
        return rows.start, columns.start
    row, column = divmod(int(np.nanargmax(strength)), len(columns))
    return rows.start + row, columns.start + column


def _without_hidden(cells: Matrix, first_row: int, first_hidden: int) -> Matrix:
    """Whole rows, NaN where they are hidden."""
    shown = first_hidden - first_row * cells.shape[1]
    if shown >= cells.size:
        return cells
    cells = np.array(cells, order="C")  # columns together in memory: reshape would copy them
    cells.reshape(-1)[max(shown, 0) :] = np.nan
    return cells


@dataclass(frozen=True)
class _Way:
    """How cells become one: `down` puts what rows become, column by column, into `out`.

    `together` does it to two tables, and `nothing` changes nothing there.
    """

    down: Callable[..., object]
    together: np.ufunc
    nothing: float


def _known_sum(cells: Matrix, out: Matrix) -> None:
    np.add.reduce(np.where(np.isnan(cells), 0.0, cells), axis=0, out=out)


def _known_count(cells: Matrix, out: Matrix) -> None:
    np.add.reduce(~np.isnan(cells), axis=0, out=out)


_LARGEST = _Way(partial(np.fmax.reduce, axis=0), np.fmax, np.nan)
_SMALLEST = _Way(partial(np.fmin.reduce, axis=0), np.fmin, np.nan)
_SUM = _Way(partial(np.add.reduce, axis=0), np.add, 0.0)
_KNOWN_SUM = _Way(_known_sum, np.add, 0.0)
_KNOWN_COUNT = _Way(_known_count, np.add, 0.0)


@dataclass(frozen=True, eq=False)
class _Covering:
    """The cells of a picture and the pixels that cover them: `lines` of them.

    Cells that do not count are NaN.

    First the rows of each line of pixels are brought together, then the columns: on tables of
    thousands in a fraction of the time that numpy's reduceat takes for either.
    """

    picture: Picture
    rows: Covered
    columns: Covered
    lines: NDArray[np.intp]
    first_hidden: int
    does_all_count: bool

    def strongest(self, both_ways: bool) -> Matrix:
        """The largest numbers; `both_ways`: those farthest from 0, of equally far ones the
        positive."""
        if not both_ways:
            return self._reduced(_LARGEST)[0]
        high, low = self._reduced(_LARGEST, _SMALLEST)
        return np.where(high >= -low, high, low)

    def mean(self) -> Matrix:
        """The means of the cells that count."""
        if self.does_all_count:
            (total,) = self._reduced(_SUM)
            return total / np.outer(self.rows.counts[self.lines], self.columns.counts)
        total, count = self._reduced(_KNOWN_SUM, _KNOWN_COUNT)
        mean: Matrix = np.full(total.shape, np.nan)
        np.divide(total, count, out=mean, where=count > 0)
        return mean

    def _reduced(self, *ways: _Way) -> list[Matrix]:
        """What the pixels show, a table for each way."""
        return [self._across(way, table) for way, table in zip(ways, self._down(ways), strict=True)]

    def _down(self, ways: Sequence[_Way]) -> list[Matrix]:
        """A row for each line of pixels, all columns in view still apart, and one of nothing."""
        across = slice(self.columns.visible.start, self.columns.visible.stop)
        size = len(self.lines), len(self.columns.visible) + 1
        tables = [np.full(size, way.nothing) for way in ways]
        starts = np.append(self.rows.starts, self.rows.visible.stop)
        spans = zip(starts[self.lines].tolist(), starts[self.lines + 1].tolist(), strict=True)
        for line, (first, stop) in enumerate(spans):
            cells = _without_hidden(self.picture.rows(slice(first, stop)), first, self.first_hidden)
            shown = cells[:, across]
            for way, table in zip(ways, tables, strict=True):
                way.down(shown, out=table[line, :-1])
        return tables

    def _across(self, way: _Way, table: Matrix) -> Matrix:
        """The first columns of all pixels, then the second ones, …: many cells in one go."""
        starts = self.columns.starts - self.columns.visible.start
        counts = self.columns.counts
        reduced = table.take(starts, axis=1)
        for nth in range(1, int(counts.max())):
            here = np.where(nth < counts, starts + nth, -1)
            way.together(reduced, table.take(here, axis=1), out=reduced)
        return reduced
