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


class ComparisonTable(QTableView):
    """Shows what two ways give one reader; nothing in it can be changed."""

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
        self.setVerticalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        for header in (self.horizontalHeader(), self.verticalHeader()):
            header.setSectionResizeMode(QHeaderView.ResizeMode.Fixed)
            header.setHighlightSections(False)
            header.setSectionsClickable(False)
        look.changed.connect(self._restyle)
        self._restyle()

    def compare(self, shown: SideBySide | None, sources: tuple[str, ...]) -> None:
        """Show this; `sources` names the columns of the weights."""
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
        """The width at which everything can be seen."""
        columns = self.content.columnCount() * self.horizontalHeader().defaultSectionSize()
        return self.verticalHeader().sizeHint().width() + columns + 1

    def _fit(self) -> None:
        """Be no larger than what is in it, with a bar to scroll where there is no room for it."""
        rows = self.content.rowCount() * self.verticalHeader().defaultSectionSize() + 1
        has_bar = self.width() < self._whole_width
        bar = self.horizontalScrollBar().sizeHint().height() if has_bar else 0
        self.setMaximumWidth(self._whole_width)
        self.setFixedHeight(self.horizontalHeader().height() + rows + bar)

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
    """A row for each way and one for the difference; weights, their sum, then the output."""

    def __init__(self, look: Look, parent: QObject) -> None:
        super().__init__(parent)
        self._look = look
        self._lines: tuple[Line, ...] = ()
        self._sources: tuple[str, ...] = ()
        self._outputs = 0

    def show_content(self, shown: SideBySide | None, sources: tuple[str, ...]) -> None:
        lines = () if shown is None else (shown.first, shown.second, shown.difference)
        outputs = 0 if shown is None else len(shown.first.output)
        if (len(lines), sources, outputs) != (len(self._lines), self._sources, self._outputs):
            self.beginResetModel()
            self._lines, self._sources, self._outputs = lines, sources, outputs
            self.endResetModel()
        elif lines:
            self._lines = lines
            last = self.index(len(lines) - 1, self.columnCount() - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def longest_texts(self, columns: int) -> list[str]:
        """Texts by which the columns are measured."""
        numbers = [line.numbers[:columns] for line in self._lines]
        numbers += [line.numbers[len(self._sources) :] for line in self._lines]
        heads = [self._heading(column) for column in range(min(columns, self.columnCount()))]
        return heads + [self._look.number(float(number)) for row in numbers for number in row]

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else len(self._lines)

    def columnCount(self, parent: Index = ROOT) -> int:
        if parent.isValid() or not self._lines:
            return 0
        return len(self._sources) + 1 + self._outputs

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        if not index.isValid() or index.row() >= len(self._lines):
            return None
        line = self._lines[index.row()]
        number = float(line.numbers[index.column()])
        match role:
            case Role.DisplayRole:
                return self._look.number(number)
            case Role.ToolTipRole | Role.AccessibleTextRole:
                text = f"{line.label}, {self._full_heading(index.column())}: {exact_text(number)}"
                return literal(text) if role == Role.ToolTipRole else text
            case Role.TextAlignmentRole:
                return Qt.AlignmentFlag.AlignCenter
            case Role.FontRole:
                return self._look.font(0.95, bold=index.column() == len(self._sources))
        return None

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        if role not in (Role.DisplayRole, Role.ToolTipRole):
            return None
        if orientation == Qt.Orientation.Vertical:
            return self._lines[section].label if section < len(self._lines) else None
        if not 0 <= section < self.columnCount():
            return None
        if role == Role.DisplayRole:
            return self._heading(section)
        return literal(self._full_heading(section))

    def _heading(self, column: int) -> str:
        if column < len(self._sources):
            return self._sources[column]
        component = column - len(self._sources)
        if not component:
            return SUM
        return f"Y{subscript((component,))}"

    def _full_heading(self, column: int) -> str:
        heading = self._heading(column)
        if column < len(self._sources):
            return f"weight of {heading}"
        if heading == SUM:
            return "sum of the weights"
        return f"output, component {column - len(self._sources)}"
