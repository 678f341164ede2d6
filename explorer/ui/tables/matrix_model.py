"""One typed-in matrix of the session as Qt's views see it."""

import logging
from typing import Any, TypeAlias

import numpy as np
from PySide6.QtCore import QAbstractTableModel, QModelIndex, QObject, QPersistentModelIndex, Qt

from explorer.app import edits
from explorer.app.change import Change
from explorer.app.edits import LETTERS
from explorer.app.session import Session
from explorer.files.number_text import NumberTextError, edit_text, parse_number
from explorer.model import Place
from explorer.model.arrays import Matrix
from explorer.model.convention import Convention
from explorer.model.number_format import exact_text
from explorer.model.places import Axis
from explorer.model.scenario import ARRAY_AXES
from explorer.model.where import Where, positions_in
from explorer.model.wording import place_name, place_sentence
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import literal
from explorer.ui.tables.axis_words import WORDS, sharing

Index: TypeAlias = QModelIndex | QPersistentModelIndex
Role = Qt.ItemDataRole
ROOT = QModelIndex()

_LOG = logging.getLogger(__name__)
_RIGHT = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter


class MatrixModel(QAbstractTableModel):
    """The array `session.scenario.<name>`; without rows and columns while there is none.

    Rows and columns are those of the array, or change places: as the convention has it.
    It holds no numbers of its own: the array it remembers is the one it showed last, to find out
    which cells a change touched.
    """

    def __init__(
        self, session: Session, look: Look, array: str, parent: QObject | None = None
    ) -> None:
        super().__init__(parent)
        self._session = session
        self._look = look
        self._name = array
        self._convention = look.convention
        self._shown: Matrix | None = self._current
        self._size = self._shape(self._shown)
        self._has_failed = False
        session.changed.connect(self._follow)
        look.changed.connect(self._follow_look)

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """What the rows and the columns count."""
        return self._convention.pair(ARRAY_AXES[self._name])

    @property
    def convention(self) -> Convention:
        """Which way round the array is."""
        return self._convention

    @property
    def has_named_columns(self) -> bool:
        """Whether the columns have names of their own rather than numbers."""
        return WORDS[self.axes[1]].is_named

    def place(self, index: Index) -> Place:
        """The cell of the array at `index`."""
        return self._convention.place(Place(self._name, index.row(), index.column()))

    def index_of(self, place: Place) -> QModelIndex:
        """Where a cell of the array stands."""
        shown = self._convention.place(place)
        return self.index(shown.row, shown.column)

    def rowCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else self._size[0]

    def columnCount(self, parent: Index = ROOT) -> int:
        return 0 if parent.isValid() else self._size[1]

    def flags(self, index: Index) -> Qt.ItemFlag:
        if not self._holds(index):
            return Qt.ItemFlag.NoItemFlags
        flag = Qt.ItemFlag
        return flag.ItemIsEnabled | flag.ItemIsSelectable | flag.ItemIsEditable

    def data(self, index: Index, role: int = Role.DisplayRole) -> Any:
        """Never raises: Qt would ask again and again."""
        try:
            return self._content(index, role) if self._holds(index) else None
        except Exception:
            return self._failed(role)

    def headerData(
        self, section: int, orientation: Qt.Orientation, role: int = Role.DisplayRole
    ) -> Any:
        axis = self.axes[orientation == Qt.Orientation.Horizontal]
        if not 0 <= section < self._session.scenario.size(axis):
            return None
        match role:
            case Role.DisplayRole | Role.EditRole:
                return self._heading(axis, section)
            case Role.ToolTipRole:
                return literal(self._full_heading(axis, section))
            case Role.AccessibleTextRole:
                return self._full_heading(axis, section)
        return None

    def setData(self, index: Index, value: Any, role: int = Role.EditRole) -> bool:
        """Change one cell to a number or to the text of one. False: refused, nothing changed."""
        if role != Role.EditRole or not self._holds(index):
            return False
        try:
            number = parse_number(value) if isinstance(value, str) else float(value)
        except (NumberTextError, TypeError, ValueError) as error:
            self._session.refused.emit(str(error))
            return False
        block, place = np.array([[number]]), self.place(index)
        return self._session.edit(edits.set_cells, self._name, place.row, place.column, block)

    def sentence(self, index: Index) -> str:
        """What the cell is and holds, exactly; empty outside the table."""
        return str(self.data(index, Role.AccessibleTextRole) or "")

    @property
    def _current(self) -> Matrix | None:
        array: Matrix | None = getattr(self._session.scenario, self._name)
        return array

    def _holds(self, index: Index) -> bool:
        rows, columns = self._size
        return index.isValid() and index.row() < rows and index.column() < columns

    def _content(self, index: Index, role: int) -> Any:
        match role:
            case Role.DisplayRole:
                return self._look.number(self._value(index))
            case Role.EditRole:
                return edit_text(self._value(index))
            case Role.ToolTipRole:
                return literal(self._sentence(index))
            case Role.AccessibleTextRole:
                return self._sentence(index)
            case Role.TextAlignmentRole:
                return _RIGHT
        return None

    def _value(self, index: Index) -> float:
        assert self._shown is not None  # _holds
        place = self.place(index)
        return float(self._shown[place.row, place.column])

    def _sentence(self, index: Index) -> str:
        scenario, trace = self._session.scenario, self._session.trace
        place = self.place(index)
        then = self._session.comparing.then_at(place)
        was = "" if then is None else f", {exact_text(then)} then"
        if self._name in trace.arrays:
            return self._look.words(place_sentence(scenario, trace, place)) + was
        name = self._look.words(place_name(scenario, trace, place))
        return f"{name}: {exact_text(self._value(index))}{was}"

    def _heading(self, axis: Axis, section: int) -> str:
        if WORDS[axis].is_named:
            return self._session.scenario.names(axis)[section]
        return str(section + 1) if WORDS[axis].can_change else LETTERS[self._name]

    def _full_heading(self, axis: Axis, section: int) -> str:
        scenario = self._session.scenario
        name, words = scenario.names(axis)[section], WORDS[axis]
        if words.is_named or not words.can_change:
            return name
        return f"{name} of {sharing(scenario, axis)}"

    def _failed(self, role: int) -> str | None:
        if not self._has_failed:
            self._has_failed = True
            _LOG.exception("a cell of %s cannot be shown", self._name)
        return "?" if role == Role.DisplayRole else None

    def _redraw(self) -> None:
        if self._size[0]:
            last = self.index(self._size[0] - 1, self._size[1] - 1)
            self.dataChanged.emit(self.index(0, 0), last)

    def _follow_look(self) -> None:
        """With the other convention rows and columns change places."""
        if self._convention is self._look.convention:
            self._redraw()
            return
        self.beginResetModel()
        self._convention = self._look.convention
        self._size = self._shape(self._shown)
        self.endResetModel()

    def _shape(self, array: Matrix | None) -> tuple[int, int]:
        rows, columns = (0, 0) if array is None else array.shape
        return self._convention.pair((rows, columns))

    def _follow(self, change: Change) -> None:
        before, self._shown = self._shown, self._current
        if self._shape(before) != self._shape(self._shown):
            self._resize(*self._shape(self._shown))
            self._redraw()
        elif self._name in change.where:
            self._emit_changed(change.where[self._name])
        if change.names or change.structure:
            self._emit_headers()

    def _emit_changed(self, where: Where) -> None:
        """Tell the views of the smallest rectangle that has all changed cells."""
        ends = [
            (0, size - 1) if positions is None else (int(positions[0]), int(positions[-1]))
            for positions, size in zip(positions_in(self.axes, where), self._size, strict=True)
        ]
        (top, bottom), (left, right) = ends
        self.dataChanged.emit(self.index(top, left), self.index(bottom, right))

    def _emit_headers(self) -> None:
        sizes = zip((Qt.Orientation.Vertical, Qt.Orientation.Horizontal), self._size, strict=True)
        for orientation, size in sizes:
            if size:
                self.headerDataChanged.emit(orientation, 0, size - 1)

    def _resize(self, rows: int, columns: int) -> None:
        """Grow or shrink at the end, so that views keep the current cell and the selection."""
        old_rows, old_columns = self._size
        if rows > old_rows:
            self.beginInsertRows(ROOT, old_rows, rows - 1)
            self._size = rows, old_columns
            self.endInsertRows()
        elif rows < old_rows:
            self.beginRemoveRows(ROOT, rows, old_rows - 1)
            self._size = rows, old_columns
            self.endRemoveRows()
        if columns > old_columns:
            self.beginInsertColumns(ROOT, old_columns, columns - 1)
            self._size = rows, columns
            self.endInsertColumns()
        elif columns < old_columns:
            self.beginRemoveColumns(ROOT, columns, old_columns - 1)
            self._size = rows, columns
            self.endRemoveColumns()
