"""How large the cells of a stage are on a projector, and how many of them there is room for."""

import math
from dataclasses import replace
from functools import cached_property

import numpy as np
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF

from explorer.app.session import Session
from explorer.app.stage_view import now_of
from explorer.model.arrays import Matrix, bands
from explorer.model.number_format import format_number
from explorer.model.stages import Stage
from explorer.ui.heatmaps.heatmap_frame import (
    COLUMN_NAME_SCALES,
    TITLE_SCALE,
    column_name_scale,
    left_width,
    text_width,
    top_height,
    width_of_sums,
)
from explorer.ui.heatmaps.heatmap_geometry import TALLEST_CELL, WIDEST_CELL, Frame, Grid
from explorer.ui.heatmaps.heatmap_words import HeatmapWords, part_words
from explorer.ui.presentation.scaled_look import ScaledLook

LOWEST_CELL, NARROWEST_CELL, PADDING = 1.3, 2.0, 0.7
"""In em: the room that a number needs, and what of it stays free beside the number."""
WIDEST_NAME = 5.0
"""In em: names of rows that are longer are elided."""
_MOST_FORMATTED = 4096
_MOST_MEASURED = 8


class TableFit:
    """The grid of a stage in a room, its numbers in a given size; `probe` measures."""

    def __init__(self, session: Session, probe: ScaledLook, stage: Stage) -> None:
        self._probe = probe
        view = now_of(session, stage)
        self._words = HeatmapWords(session, probe, view)
        self._array = probe.convention.matrix(view.array)
        self._rows, self._columns = self._array.shape

    @property
    def shape(self) -> tuple[int, int]:
        """How many rows and columns there are."""
        return self._rows, self._columns

    def grid(self, points: float, room: QSize) -> Grid:
        """All cells where they fit, otherwise as many whole rows and columns as do.

        One of each at least, however small the room. The sums of the columns are left out where
        there is no room for them.
        """
        self._probe.points = points
        whole = self._rows, self._columns
        if self._words.has_column_sums and self._capacity(room, True) == whole:
            return self._grid(room, whole, True)
        return self._grid(room, self._capacity(room, False), False)

    def _capacity(self, room: QSize, has_sums: bool) -> tuple[int, int]:
        """How many rows and columns there is room for."""
        (width, height), (lowest, narrowest) = self._for_cells(room, has_sums), self._smallest
        rows, columns = int(height // lowest), int(width // narrowest)
        return min(max(rows, 1), self._rows), min(max(columns, 1), self._columns)

    def _grid(self, room: QSize, span: tuple[int, int], has_sums: bool) -> Grid:
        probe, em = self._probe, self._probe.em
        (width, height), (lowest, narrowest) = self._for_cells(room, has_sums), self._smallest
        cell = int(max(min(width / span[1], WIDEST_CELL * em), narrowest))
        row = int(max(min(height / span[0], TALLEST_CELL * em), lowest))
        scale = column_name_scale(probe, self._words, cell)
        frame = replace(self._frame(has_sums), name_scale=scale or COLUMN_NAME_SCALES[1])
        part = None if span == (self._rows, self._columns) else span
        grid = Grid(self._rows, self._columns, cell, row, frame, part=part)
        right = max(frame.right, self._title_width(grid) - span[1] * cell)
        return replace(grid, frame=replace(frame, right=right))

    @cached_property
    def _numbers(self) -> list[str]:
        """The longest of the numbers."""
        return _longest_numbers(self._array, self._probe.digits)

    @property
    def _smallest(self) -> tuple[int, int]:
        """Height and width of the smallest cell in which every number can be read."""
        probe = self._probe
        metrics = QFontMetricsF(probe.font(bold=True))
        number = max(metrics.horizontalAdvance(text) for text in self._numbers)
        width = max(number + PADDING * probe.em, NARROWEST_CELL * probe.em)
        return math.ceil(LOWEST_CELL * probe.em), math.ceil(width)

    def _for_cells(self, room: QSize, has_sums: bool) -> tuple[int, int]:
        frame = self._frame(has_sums)
        width = room.width() - frame.left - frame.right
        return width, room.height() - frame.top - frame.bottom

    def _frame(self, has_sums: bool) -> Frame:
        """The room around the cells; names are never turned, and numbers as large as in cells."""
        probe, words = self._probe, self._words
        right = width_of_sums(probe, words, 1.0)
        return Frame(
            left=left_width(probe, words, WIDEST_NAME),
            top=top_height(probe, words, vertical=False),
            right=right,
            bottom=round(1.4 * probe.em) if has_sums else probe.em // 3,
            remark_scale=1.0 if right else None,
            sum_scale=1.0 if has_sums else None,
        )

    def _title_width(self, grid: Grid) -> int:
        """The width of the title over the columns, with the part that is in view."""
        last = grid.paged_to(grid.rows - 1, grid.columns - 1)
        texts = [self._words.column_title, part_words(last)]
        gap = 2 * self._probe.em
        return sum(text_width(self._probe, TITLE_SCALE, [text]) for text in texts if text) + gap


def _longest_numbers(array: Matrix, digits: int) -> list[str]:
    """The longest texts of the numbers of an array; of a large one texts at least as long."""
    if array.size <= _MOST_FORMATTED:
        texts = {format_number(float(number), digits) for number in array.flat}
        return sorted(texts, key=len)[-_MOST_MEASURED:]
    low, high, small = _ends(array)
    decimals = "." + "0" * digits
    ends = [format_number(number, digits) for number in (low, high, -small, -np.inf)]
    parts = (text.partition("e") for text in ends)
    return [number.partition(".")[0] + decimals + e + power for number, e, power in parts]


def _ends(array: Matrix) -> tuple[float, float, float]:
    """The lowest and the highest number, 0 among them, and the one nearest to 0 from 1 on down."""
    low, high, small = 0.0, 0.0, 1.0
    for band in bands(array):
        finite = np.where(np.isfinite(array[band]), array[band], 0.0)
        low, high = min(low, float(finite.min())), max(high, float(finite.max()))
        sizes = np.abs(finite)
        sizes[sizes == 0] = 1.0
        small = min(small, float(sizes.min()))
    return low, high, small
