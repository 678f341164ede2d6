"""A matrix to type in: a small spreadsheet over one array of the session."""

from collections.abc import Callable

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QKeyCombination,
    QObject,
    QPoint,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import (
    QAction,
    QColor,
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QMouseEvent,
    QPainter,
    QResizeEvent,
    QWheelEvent,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemDelegate,
    QAbstractItemView,
    QFrame,
    QSizePolicy,
    QTableView,
    QWidget,
)

from explorer.app.change import Change
from explorer.app.session import Session
from explorer.model import Place, Region
from explorer.model.convention import Convention
from explorer.model.places import Axis
from explorer.ui.looks.look import Look
from explorer.ui.tables.axis_words import WORDS
from explorer.ui.tables.cell_commands import Block
from explorer.ui.tables.cell_delegate import CellDelegate
from explorer.ui.tables.cell_editor import CellEditor
from explorer.ui.tables.matrix_header import MatrixHeader, NameEditor
from explorer.ui.tables.matrix_model import MatrixModel
from explorer.ui.tables.object_names import object_name
from explorer.ui.tables.paste_question import PasteAnswer, PasteQuestion
from explorer.ui.tables.scrub_gestures import ScrubGestures
from explorer.ui.tables.table_actions import TableActions
from explorer.ui.tables.table_sizes import TableSizes

_ORIENTATIONS = (Qt.Orientation.Vertical, Qt.Orientation.Horizontal)
_KEYPAD = Qt.KeyboardModifier.KeypadModifier
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class MatrixTable(QTableView):
    """Shows and edits `session.scenario.<array>`; marks the cells of the current step.

    Signals
    -------
    hovered(str)
        What the cell under the pointer is and holds; empty when the pointer left.
    """

    hovered = Signal(str)

    def __init__(self, session: Session, look: Look, array: str, title: str) -> None:
        super().__init__()
        self.session = session
        self.array = array
        self._look = look
        self.matrix = MatrixModel(session, look, array, self)
        self.headers = tuple(MatrixHeader(way, look, self) for way in _ORIENTATIONS)
        self._delegate = CellDelegate(session, look, array, self)
        self._set_up(title)
        self.sizes = TableSizes(self, look)
        self.table_actions = TableActions(self)
        self._scrubbing = ScrubGestures(self, look)
        session.changed.connect(self._session_changed)
        session.step_changed.connect(self._step_changed)
        session.comparing.changed.connect(self._comparing_changed)
        look.changed.connect(self._restyle)
        self.matrix.modelAboutToBeReset.connect(self._turn)
        self._restyle()

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """What the rows and the columns count, as they are shown."""
        return self.matrix.axes

    @property
    def convention(self) -> Convention:
        """Which way round the array is shown."""
        return self.matrix.convention

    def selected_block(self) -> Block | None:
        """The selected cells, or the current one; None if there is none."""
        selection = self.selectionModel().selection()
        ranges = [selection.at(index) for index in range(selection.count())]
        if ranges:
            top, left = min(part.top() for part in ranges), min(part.left() for part in ranges)
            bottom, right = max(p.bottom() for p in ranges), max(p.right() for p in ranges)
            return Block(top, left, bottom - top + 1, right - left + 1)
        current = self.currentIndex()
        return Block(current.row(), current.column(), 1, 1) if current.isValid() else None

    def select_block(self, block: Block) -> None:
        """Select these cells; the first becomes the current one."""
        first = self.matrix.index(block.row, block.column)
        last = self.matrix.index(block.row + block.rows - 1, block.column + block.columns - 1)
        flag = QItemSelectionModel.SelectionFlag
        self.selectionModel().setCurrentIndex(first, flag.NoUpdate)
        self.selectionModel().select(QItemSelection(first, last), flag.ClearAndSelect)

    def cells_rect(self) -> QRectF:
        """The part of the viewport in which cells are drawn."""
        return QRectF(self.viewport().rect())

    def region_rect(self, region: Region) -> QRectF | None:
        """Where cells of the array stand, though one may have to scroll to them."""
        shown = self.convention.region(region)
        row, column = shown.row, shown.column
        last_row = self.matrix.rowCount() - 1 if row is None else row
        last_column = self.matrix.columnCount() - 1 if column is None else column
        first = self.matrix.index(row or 0, column or 0)
        last = self.matrix.index(last_row, last_column)
        if not (first.isValid() and last.isValid()):
            return None
        return QRectF(self.visualRect(first).united(self.visualRect(last)))

    def go_to(self, dimension: int, index: int) -> None:
        """Make a row (0) or a column (1) the current one, staying in the other direction."""
        current = self.currentIndex()
        row, column = (index, current.column()) if dimension == 0 else (current.row(), index)
        self.setCurrentIndex(self.matrix.index(row, column))

    def move_by(self, rows: int, columns: int) -> None:
        """Go to another cell, as far as there is one; sideways past an end, to the next row."""
        current = self.currentIndex()
        if not current.isValid():
            return
        lines, column = divmod(current.column() + columns, self.matrix.columnCount())
        target = self.matrix.index(current.row() + rows + lines, column)
        if target.isValid():
            self.setCurrentIndex(target)

    def rename(self, dimension: int) -> None:
        """Open a line over the header in which the current row or column is renamed."""
        current = self.currentIndex()
        index = (current.row(), current.column())[dimension]
        if index < 0 or not self.session.settle():
            return
        header = self.headers[dimension]
        editor = NameEditor(self, self.session, self._look, self.axes[dimension], index)
        section = header.section_rect(index)
        em = self._look.em
        section.moveTopLeft(header.viewport().mapTo(self, section.topLeft()))
        room = self.width() - section.left()
        section.setSize(QSize(min(max(section.width(), 9 * em), room), max(section.height(), em)))
        editor.setGeometry(section)
        editor.show()
        editor.setFocus()

    def ask_paste(self, question: str, answered: Callable[[PasteAnswer], None]) -> None:
        """Ask what to do with a paste that does not fit; nothing waits for the answer."""
        PasteQuestion(self, self.session, self._look, question, answered).ask()

    def sizeHint(self) -> QSize:
        return self.sizes.hint()

    def minimumSizeHint(self) -> QSize:
        return self.sizes.smallest()

    def closeEditor(self, editor: QWidget, hint: QAbstractItemDelegate.EndEditHint) -> None:
        """The view wants an editor closed: one that holds no number stays."""
        if isinstance(editor, CellEditor) and editor.is_open:
            editor.settle()
        else:
            super().closeEditor(editor, hint)

    def event(self, event: QEvent) -> bool:
        """Keys of the table's own actions go before those of the window."""
        if event.type() == QEvent.Type.ShortcutOverride and isinstance(event, QKeyEvent):
            is_scrub_end = event.key() == Qt.Key.Key_Escape and self._scrubbing.is_active
            if is_scrub_end or self._action_for(event) is not None:
                event.accept()
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        action = self._action_for(event)
        if self._scrubbing.key_pressed(event):
            return
        if action is not None:
            action.trigger()
        elif event.key() in _ENTER:
            back = event.modifiers() & Qt.KeyboardModifier.ShiftModifier
            self.move_by(-1 if back else 1, 0)
        else:
            super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self._scrubbing.key_released(event)
        super().keyReleaseEvent(event)

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if self.session.settle():
            self._scrubbing.pressed(event)
            super().mousePressEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if not self._scrubbing.moved(event):
            super().mouseMoveEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        self._scrubbing.released()
        super().mouseReleaseEvent(event)

    def wheelEvent(self, event: QWheelEvent) -> None:
        if not self._scrubbing.wheeled(event):
            super().wheelEvent(event)

    def leaveEvent(self, event: QEvent) -> None:
        self._scrubbing.left()
        self.hovered.emit("")
        super().leaveEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        position = event.globalPos()
        if event.reason() == QContextMenuEvent.Reason.Keyboard:
            cell = self.visualRect(self.currentIndex())
            position = self.viewport().mapToGlobal(cell.bottomLeft())
        self.table_actions.menu((0, 1), with_cells=True).popup(position)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.sizes.width_changed()

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The corner between the headers is drawn like them."""
        if event.type() == QEvent.Type.Paint and isinstance(watched, QAbstractButton):
            QPainter(watched).fillRect(watched.rect(), QColor(self._look.theme.card))
            return True
        return super().eventFilter(watched, event)

    def _set_up(self, title: str) -> None:
        self.setObjectName(object_name(self.array, "Table"))
        self.setAccessibleName(title)
        self.setModel(self.matrix)
        self.setItemDelegate(self._delegate)
        self.setVerticalHeader(self.headers[0])
        self.setHorizontalHeader(self.headers[1])
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setShowGrid(False)
        self.setCornerButtonEnabled(False)
        self.setTabKeyNavigation(False)
        self.setMouseTracking(True)
        self.setSelectionMode(QAbstractItemView.SelectionMode.ContiguousSelection)
        self.setVerticalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollMode(QAbstractItemView.ScrollMode.ScrollPerPixel)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        trigger = QAbstractItemView.EditTrigger
        self.setEditTriggers(trigger.AnyKeyPressed | trigger.EditKeyPressed | trigger.DoubleClicked)
        self._connect_parts()

    def _connect_parts(self) -> None:
        for corner in self.findChildren(QAbstractButton):
            corner.installEventFilter(self)
        self._delegate.moved.connect(self.move_by)
        self.entered.connect(lambda index: self.hovered.emit(self.matrix.sentence(index)))
        for dimension, header in enumerate(self.headers):
            header.rename_asked.connect(self._renamer(dimension))
            header.menu_asked.connect(self._menu_opener(dimension))

    def _renamer(self, dimension: int) -> Callable[[int], None]:
        def rename(section: int) -> None:
            self.go_to(dimension, section)
            if WORDS[self.axes[dimension]].is_named:
                self.rename(dimension)

        return rename

    def _menu_opener(self, dimension: int) -> Callable[[int, QPoint], None]:
        def open_menu(section: int, position: QPoint) -> None:
            block = self.selected_block()
            if block is None or section not in block.span(dimension):
                rows, columns = self.matrix.rowCount(), self.matrix.columnCount()
                lines = (Block(section, 0, 1, columns), Block(0, section, rows, 1))
                self.select_block(lines[dimension])
            self.table_actions.menu((dimension,), with_cells=False).popup(position)

        return open_menu

    def _action_for(self, event: QKeyEvent) -> QAction | None:
        keys = event.keyCombination()
        keys = QKeyCombination(keys.keyboardModifiers() & ~_KEYPAD, keys.key())
        return self.table_actions.with_key(QKeySequence(keys))

    def _session_changed(self, change: Change) -> None:
        self._scrubbing.session_changed()
        self._step_changed()
        if change.structure:
            self.table_actions.name_axes()

    def _turn(self) -> None:
        """Rows and columns are about to change places: the same cells stay selected."""
        block = self.selected_block()

        def select_again() -> None:
            self.matrix.modelReset.disconnect(select_again)
            self.table_actions.rebuild()
            if block is not None:
                self.select_block(block.transposed)

        self.matrix.modelReset.connect(select_again)

    def _comparing_changed(self) -> None:
        self.viewport().update()

    def _step_changed(self) -> None:
        if self._delegate.update_marks():
            self._show_marked_row()
            self.viewport().update()

    def _show_marked_row(self) -> None:
        """Scroll to the row the step reads; not while someone is at work in the table."""
        marks = self._delegate.marks
        rows = [
            region.row
            for region in (*marks.operands, *marks.related)
            if region.array == self.array and region.row is not None
        ]
        if rows and not self.hasFocus() and not self.session.is_editing:
            self.scrollTo(self.matrix.index_of(Place(self.array, rows[0], 0)))

    def _restyle(self) -> None:
        self.sizes.apply()
        self.viewport().update()
