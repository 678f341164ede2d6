"""How large the cells and headers of a table are, and how much of it shows before it scrolls."""

from math import ceil
from typing import TYPE_CHECKING

from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetrics, QFontMetricsF
from PySide6.QtWidgets import QStyle

from explorer.model.arrays import Matrix
from explorer.model.number_format import first_digit
from explorer.ui.looks.look import Look

if TYPE_CHECKING:
    from explorer.ui.tables.matrix_table import MatrixTable

MOST_ROWS = 12
SAMPLE_ROWS = SAMPLE_COLUMNS = 16
SAMPLE_NAMES = 50
MANY, FEW = 64, 0.05
"""Of so many numbers, such a share with a power of ten does not widen all columns."""
NARROWEST_CELL, CELL_WIDTH, WIDEST_CELL = 2.8, 4.4, 11.0
CELL_HEIGHT = 1.9
NAME_WIDTH, WIDEST_NAME = 3.0, 6.5
COLUMN_HEADER_HEIGHT = 1.5


def number_margins(em: int) -> tuple[int, int]:
    """What a cell leaves free to the left and to the right of its number."""
    return em // 4, -(-em * 5 // 8)


class TableSizes:
    """Sizes in multiples of `look.em`. Measuring looks at a sample: a large table costs no more.

    What was measured or applied once is not again while nothing it depends on has changed.
    """

    def __init__(self, table: "MatrixTable", look: Look) -> None:
        self._table = table
        self._look = look
        self._was_clipped = False
        self._leaves_names_above = False
        self._sampled: Matrix | None = None
        self._numbers: tuple[float, ...] = ()
        self._measured = 0
        self._measured_for: tuple[object, ...] = ()
        self._names_measured = 0
        self._names_measured_for: tuple[object, ...] = ()
        self._applied: tuple[int, ...] = ()
        self.cell_width = 0
        self.name_width = 0

    def hide_column_names(self) -> None:
        """Leave the names over the columns to the table above."""
        self._leaves_names_above = True
        self._table.headers[1].setVisible(self._has_column_names)

    def preferred_cell_width(self) -> int:
        """A comfortable width for the numbers, all columns alike."""
        return max(self.needed_cell_width(), round(CELL_WIDTH * self._look.em))

    def needed_cell_width(self) -> int:
        """What the numbers of a sample need at least; measured once for a sample."""
        measured_for = (self._sample, self._look.digits, self._look.em, self._names_above)
        if measured_for != self._measured_for:
            self._measured_for = measured_for
            self._measured = self._measure()
        return self._measured

    def preferred_name_width(self) -> int:
        """What the names of the rows need, within bounds."""
        axis = self._table.axes[0]
        measured_for = (self._table.session.scenario.names(axis), self._look.em)
        if not _same(measured_for, self._names_measured_for):
            self._names_measured_for = measured_for
            self._names_measured = self._measure_names()
        return self._names_measured

    def apply(self, cell_width: int | None = None, name_width: int | None = None) -> None:
        """Give every cell and header its size; by default what this table prefers."""
        table, em = self._table, self._look.em
        self.cell_width = cell_width or self.preferred_cell_width()
        self.name_width = name_width or self.preferred_name_width()
        matrix = table.matrix
        shape = matrix.rowCount(), matrix.columnCount()
        applied = (self.cell_width, self.name_width, em, *shape, matrix.convention.is_turned)
        if applied == self._applied:
            return
        self._applied = applied
        rows, columns = table.headers
        rows.setDefaultSectionSize(round(CELL_HEIGHT * em))
        rows.setFixedWidth(self.name_width)
        columns.setVisible(self._has_column_names)
        columns.setDefaultSectionSize(self.cell_width)
        columns.setFixedHeight(round(COLUMN_HEADER_HEIGHT * em))
        table.updateGeometries()  # Qt does not look at the width of a header by itself
        table.updateGeometry()

    def hint(self) -> QSize:
        """The whole table, up to the number of rows that show before it scrolls."""
        rows, columns = self._table.matrix.rowCount(), self._table.matrix.columnCount()
        bar = self._bar
        width = self.name_width + columns * self.cell_width + (bar if rows > MOST_ROWS else 0)
        height = self._height(min(rows, MOST_ROWS)) + (bar if self._is_clipped else 0)
        return QSize(width, height)

    def smallest(self) -> QSize:
        """Names and one column."""
        return QSize(self.name_width + self.cell_width, self.hint().height())

    def width_changed(self) -> None:
        """The table became wider or narrower: a scroll bar may need room now, or no longer."""
        if self._is_clipped != self._was_clipped:
            self._was_clipped = self._is_clipped
            self._table.updateGeometry()

    @property
    def _has_column_names(self) -> bool:
        """The table above has the same columns only where components are columns."""
        return not self._leaves_names_above or self._table.matrix.convention.is_turned

    def _measure_names(self) -> int:
        em, metrics = self._look.em, QFontMetrics(self._look.font(0.9, bold=True))
        widest = max(map(metrics.horizontalAdvance, self._headings(0)), default=0)
        return int(min(max(widest + em * 5 // 8, NAME_WIDTH * em), WIDEST_NAME * em))

    def _measure(self) -> int:
        em, metrics = self._look.em, QFontMetricsF(self._look.font(bold=True))
        widest = ceil(max(map(metrics.horizontalAdvance, self._texts), default=0))  # as marked
        small = QFontMetrics(self._look.font(0.9, bold=True))  # as where the selection is
        named = max(map(small.horizontalAdvance, self._names_above), default=0)
        needed = max(widest + sum(number_margins(em)), min(named, WIDEST_NAME * em) + em // 2)
        return int(min(max(needed, NARROWEST_CELL * em), WIDEST_CELL * em))

    @property
    def _texts(self) -> set[str]:
        """The numbers of the sample as they are written; a few powers of ten have one digit."""
        write, sample = self._look.number, self._sample
        texts = {number: write(number) for number in sample}
        powers = [number for number in sample if "e" in texts[number]]
        if len(sample) >= MANY and len(powers) <= FEW * len(sample):
            texts |= {number: write(first_digit(number)) for number in powers}
        return set(texts.values())

    @property
    def _is_clipped(self) -> bool:
        columns = self._table.matrix.columnCount()
        return self._table.width() < self.name_width + columns * self.cell_width

    @property
    def _bar(self) -> int:
        return self._table.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)

    def _height(self, rows: int) -> int:
        em = self._look.em
        header = round(COLUMN_HEADER_HEIGHT * em) if self._has_column_names else 0
        return header + rows * round(CELL_HEIGHT * em)

    @property
    def _array(self) -> Matrix | None:
        array: Matrix | None = getattr(self._table.session.scenario, self._table.array)
        return array

    @property
    def _names_above(self) -> list[str]:
        """The names of the columns; none where they have numbers."""
        return self._headings(1) if self._table.matrix.has_named_columns else []

    def _headings(self, dimension: int) -> list[str]:
        matrix = self._table.matrix
        header = self._table.headers[dimension]
        count = (matrix.rowCount(), matrix.columnCount())[dimension]
        return [
            str(matrix.headerData(section, header.orientation()))
            for section in _sample(count, SAMPLE_NAMES)
        ]

    @property
    def _sample(self) -> tuple[float, ...]:
        """The numbers of a sample, and the two furthest from 0; taken once of an array."""
        array = self._array
        if array is not self._sampled:
            self._sampled, self._numbers = array, () if array is None else _numbers_of(array)
        return self._numbers


def _numbers_of(array: Matrix) -> tuple[float, ...]:
    rows, columns = array.shape
    sample = array[_step(rows, SAMPLE_ROWS), _step(columns, SAMPLE_COLUMNS)]
    return (*sample.ravel().tolist(), float(array.max()), float(array.min()))


def _same(left: tuple[object, ...], right: tuple[object, ...]) -> bool:
    """Whether both hold the same: the first an identical array, the rest equal values."""
    return len(left) == len(right) and left[0] is right[0] and left[1:] == right[1:]


def _sample(count: int, most: int) -> range:
    """At most `most` of `count` indexes, evenly spread."""
    return range(count)[_step(count, most)]


def _step(count: int, most: int) -> slice:
    return slice(None, None, max(1, -(-count // most)))
