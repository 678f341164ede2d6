"""Everything the items of a heatmap need to paint themselves, and the colours they share."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import lru_cache
from itertools import product

import numpy as np
from PySide6.QtCore import QRectF
from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPen, QPixmap

from explorer.app.marks import Marks
from explorer.model import Region
from explorer.model.arrays import Matrix
from explorer.model.convention import Convention
from explorer.model.number_format import first_digit, format_difference, format_number
from explorer.model.stages import ColourScale, Stage
from explorer.model.tables import Table, cell_of, part_of
from explorer.ui.heatmaps.heatmap_geometry import Box, Grid
from explorer.ui.heatmaps.heatmap_picture import Picture
from explorer.ui.heatmaps.heatmap_words import HeatmapWords
from explorer.ui.looks.colours import hex_colour, ink_on
from explorer.ui.looks.look import Look
from explorer.ui.looks.theme import Theme


@dataclass(frozen=True, eq=False)
class HeatmapContent:
    """One state of a heatmap; from `first_hidden` on cells are not shown yet.

    They are counted row by row of the array itself; everything else is as the convention has it.
    `table` has the numbers, `before` the scores of the stage before, where blocked cells are to
    show theirs.
    """

    look: Look
    stage: Stage
    words: HeatmapWords
    table: Table
    picture: Picture
    grid: Grid
    marks: Marks
    has_focus: bool
    first_hidden: int
    before: Matrix | None = None
    convention: Convention = Convention.ROWS

    def hides(self, row: int, column: int) -> bool:
        """Whether a cell is not shown yet."""
        row, column = self.convention.pair((row, column))
        return row * self.array_shape[1] + column >= self.first_hidden

    @property
    def array_shape(self) -> tuple[int, int]:
        """The shape of the array itself."""
        return self.convention.pair((self.grid.rows, self.grid.columns))

    def texts(
        self, rows: Sequence[int], columns: Sequence[int], digits: int
    ) -> dict[tuple[int, int], str]:
        """The numbers in the cells of some rows and columns; differences with their sign."""
        if not rows or not columns:
            return {}
        part = part_of(self.table, np.array(rows), np.array(columns))
        numbers = part.ravel().tolist()
        cells, write = product(rows, columns), self._write
        return {cell: write(number, digits) for cell, number in zip(cells, numbers, strict=True)}

    def short_text(self, row: int, column: int, digits: int) -> str:
        """The number in a cell rounded to its first digit, in at most so many decimals."""
        return self._write(first_digit(cell_of(self.table, row, column)), digits)

    @property
    def _write(self) -> Callable[[float, int], str]:
        return format_difference if self.picture.is_difference else format_number

    def ink(self, row: int, column: int) -> QColor:
        """Black or white, whichever is readable on the colour of a cell."""
        shade = self.picture.shade(row, column)
        return _ink(self.look.theme, self.picture.colours, shade)


def rectangle(box: Box) -> QRectF:
    """The box for Qt."""
    return QRectF(box.x, box.y, box.width, box.height)


def region_box(grid: Grid, region: Region) -> Box:
    """Where the cells of a region are drawn."""
    row, column = region.row, region.column
    rows = range(grid.rows) if row is None else range(row, row + 1)
    columns = range(grid.columns) if column is None else range(column, column + 1)
    return grid.region(rows, columns)


def hatching(theme: Theme, em: int) -> QBrush:
    """Diagonal lines on the colour of the card: a blocked cell."""
    side = max(6, round(0.55 * em))
    tile = QImage(side, side, QImage.Format.Format_RGB32)
    tile.fill(QColor(theme.card))
    painter = QPainter(tile)
    painter.setPen(QPen(QColor(theme.blocked), max(1, em // 12)))
    for shift in (-side, 0, side):
        painter.drawLine(shift, side, shift + side, 0)
    painter.end()
    return QBrush(QPixmap.fromImage(tile))


@lru_cache(maxsize=2048)
def _ink(theme: Theme, colours: ColourScale, shade: int) -> QColor:
    return QColor(ink_on(hex_colour(tuple(map(int, theme.ramps[colours][shade])))))
