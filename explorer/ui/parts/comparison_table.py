"""Two rows of weights with their sums and outputs below each other, and the difference."""

from typing import Any

from PySide6.QtCore import (
    QAbstractTableModel,
    QModelIndex,
    QObject,
    QPersistentModelIndex,
    QSize,
    Qt,
)
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QAbstractItemView, QFrame, QHeaderView, QSizePolicy, QTableView

from explorer.app.side_by_side import Line, SideBySide
from explorer.model.number_format import exact_text
from explorer.model.rendering import subscript
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import literal

Index = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
ROOT = QModelIndex()
SUM = "Σ"
_NARROWEST, _WIDEST = 3.2, 7.0
"""Widths of a column, in em."""
_MEASURED = 64
_MOST_ROWS = 12
"""More of them are scrolled."""


class ComparisonTable(QTableView):
    """Shows what two ways give one reader; nothing in it can be changed.

    A reader's numbers stand in a row, or in a column where the convention has readers in columns.
    """

    def __init__(self, look: Look, name: str, title: str) -> None:
        super().__init__()
        self._look = look
        self.content = _Content(look, self)
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setModel(self.content)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setTabKeyNavigation(False)
        self.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setHighlightSections(False)
            header.setSectionsClickable(False)
        look.changed.connect(self._restyle)
        self._restyle()

    def compare(self, shown: SideBySide | None, sources: tuple[str, ...]) -> None:
        """Show this; `sources` names the weights."""
        self.content.show_content(shown, sources)
        self._restyle()

    def text(self, row: int, column: int) -> str:
        """What stands in a cell."""
        return str(self.content.data(self.content.index(row, column)) or "")

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit()

    def sizeHint(self) -> QSize:
        return QSize(self._whole_width, self.height())

    def minimumSizeHint(self) -> QSize:
        return QSize(8 * self._look.em, self.height())

    @property
    def _whole_width(self) -> int:
        """The width at which everything can be seen, but for rows there is no room for."""
        columns = self.content.columnCount() * self.horizontalHeader().defaultSectionSize()
        has_bar = self.content.rowCount() > _MOST_ROWS
        bar = self.verticalScrollBar().sizeHint().width() if has_bar else 0
        return self.verticalHeader().sizeHint().width() + columns + bar + 1

    def _fit(self) -> None:
        """Be no larger than what is in it, with a bar to scroll where there is no room for it."""
        rows = min(self.content.rowCount(), _MOST_ROWS)
        height = rows * self.verticalHeader().defaultSectionSize() + 1
        has_bar = self.width() < self._whole_width
        bar = self.horizontalScrollBar().sizeHint().height() if has_bar else 0
        self.setMaximumWidth(self._whole_width)
        self.setFixedHeight(self.horizontalHeader().height() + height + bar)

    def _restyle(self) -> None:
        em, font = self._look.em, self._look.font(0.95)
        self.setFont(font)
        metrics = QFontMetrics(self._look.font(0.95, bold=True))
        texts = self.content.longest_texts(_MEASURED)
        widest = max((metrics.horizontalAdvance(text) for text in texts), default=0) + round(
            0.6 * em
        )
        width = min(max(widest, round(_NARROWEST * em)), round(_WIDEST * em))
        self.horizontalHeader().setDefaultSectionSize(width)
        self.horizontalHeader().setFixedHeight(round(1.6 * em))
        self.verticalHeader().setDefaultSectionSize(round(1.7 * em))
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setFont(font)
        self._fit()
        self.updateGeometry()


class _Content(QAbstractTableModel):
    """A line for each way and one for the difference: weights, their sum, then the output.

    Lines are rows, or columns where the convention has readers in columns.
    """

    def __init__(self, look: Look, parent: QObject) -> None:
        super().__init__(parent)
        self._look = look
        self._lines: tuple[Line, ...] = ()
        self._sources: tuple[str, ...] = ()
        self._outputs = 0
        self._convention = look.convention

    def show_content(self, shown: SideBySide | None, sources: tuple[str, ...]) -> None:
        lines = () if shown is None else (shown.first, shown.second, shown.difference)
        outputs = 0 if shown is None else len(shown.first.output)
        convention = self._look.convention
        before = len(self._lines), self._sources, self._outputs, self._convention
        if (len(lines), sources, outputs, convention) != before:
            self.beginResetModel()
            self._lines, self._sources, self._outputs = lines, sources, outputs
            self._convention = convention
            self.endResetModel()
        elif lines:
            self._lines = lines
            last = self.index(self.rowCount() - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def longest_texts(self, columns: int) -> list[str]:
        """Texts by which the columns are measured."""
        numbers = [line.numbers[:columns] for line in self._lines]
        numbers += [line.numbers[len(self._sources) :] for line in self._lines]
        heads = [self._heading(entry) for entry in range(min(columns, self._entries))]
        if self._convention.is_turned:
            heads = [line.label for line in self._lines]
        return heads + [self._look.number(float(number)) for row in numbers for number in row]

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else self._size[0]

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else self._size[1]

    @property
    def _entries(self) -> int:
        """How many numbers a line has."""
        return len(self._sources) + 1 + self._outputs if self._lines else 0

    @property
    def _size(self) -> tuple[int, int]:
        return self._convention.pair((len(self._lines), self._entries))

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not self.checkIndex(index, QAbstractTableModel.CheckIndexOption.IndexIsValid):
            return None
        way, entry = self._convention.pair((index.row(), index.column()))
        line = self._lines[way]
        number = float(line.numbers[entry])
        match role:
            case Role.DisplayRole:
                return self._look.number(number)
            case Role.ToolTipRole | Role.AccessibleTextRole:
                text = f"{line.label}, {self._full_heading(entry)}: {exact_text(number)}"
                return literal(text) if role == Role.ToolTipRole else text
            case Role.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignCenter
            case Role.FontRole:
                return self._look.font(0.95, bold=entry == len(self._sources))
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if role not in (Role.DisplayRole, Role.ToolTipRole):
            return None
        both = Qt.Orientation.Vertical, Qt.Orientation.Horizontal
        of_lines, _of_entries = self._convention.pair(both)
        if orientation == of_lines:
            return self._lines[section].label if 0 <= section < len(self._lines) else None
        if not 0 <= section < self._entries:
            return None
        if role == Role.DisplayRole:
            return self._heading(section)
        return literal(self._full_heading(section))

    def _heading(self, entry: int) -> str:
        if entry < len(self._sources):
            return self._sources[entry]
        component = entry - len(self._sources)
        if not component:
            return SUM
        return f"Y{subscript((component,))}"

    def _full_heading(self, entry: int) -> str:
        heading = self._heading(entry)
        if entry < len(self._sources):
            return f"weight of {heading}"
        if heading == SUM:
            return "sum of the weights"
        return f"output, component {entry - len(self._sources)}"
