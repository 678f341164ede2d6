"""The line in which a number is typed: every view follows each keystroke that makes one."""

import numpy as np
from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit, QWidget

from explorer.app import edits
from explorer.app.change import Change
from explorer.app.session import Session
from explorer.files.number_text import NumberTextError, edit_text, parse_number
from explorer.model import Place
from explorer.ui.looks.look import Look
from explorer.ui.parts.bubble import Bubble
from explorer.ui.parts.focus import PASSING

MOVES = {
    (Qt.Key.Key_Return, False): (1, 0),
    (Qt.Key.Key_Enter, False): (1, 0),
    (Qt.Key.Key_Return, True): (-1, 0),
    (Qt.Key.Key_Enter, True): (-1, 0),
    (Qt.Key.Key_Down, False): (1, 0),
    (Qt.Key.Key_Up, False): (-1, 0),
    (Qt.Key.Key_Tab, False): (0, 1),
    (Qt.Key.Key_Tab, True): (0, -1),
    (Qt.Key.Key_Backtab, True): (0, -1),
}
"""Where a key goes that ends typing: (key, with Shift) to rows down, columns right."""


class CellEditor(QLineEdit):
    """An editor over one cell. What is typed is one undo entry, whatever the number of keys.

    Text that is no number never reaches the session; asked to close with it, the editor stays and
    a bubble says why.

    Signals
    -------
    closed(int, int)
        Done, and how many rows down and columns to the right to go on.
    """

    closed = Signal(int, int)

    def __init__(self, parent: QWidget, session: Session, look: Look, place: Place) -> None:
        super().__init__(parent)
        self._session = session
        self._look = look
        self._place = place
        self._gesture = session.gesture(may_lag=True)
        self._reason = ""
        self._is_applying = False
        self._is_behind = False
        self._bubble: Bubble | None = None
        self.is_open = True
        self.setFrame(False)
        self.setFont(look.font())
        self.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.setText(edit_text(self._current_value()))
        self.setAccessibleName("New number")
        self.textEdited.connect(self._typed)
        session.changed.connect(self._session_changed)
        session.refused.connect(self._refused)
        session.document_changed.connect(self._document_changed)
        session.register_editor(self.settle_or_focus)

    def settle(self, rows: int = 0, columns: int = 0) -> bool:
        """Close with what was typed; False: it is no number, the editor stays and says so."""
        if not self.is_open:
            return True
        if self._is_behind:
            self._apply()
        if self._reason:
            self._take_back()
            self._complain()
            return False
        self._close(rows, columns)
        return True

    def settle_or_focus(self) -> bool:
        """What the session calls before something reads the document."""
        if self.settle():
            return True
        self.setFocus()
        return False

    def cancel(self) -> None:
        """Close and take back what was typed."""
        if self.is_open:
            self._take_back()
            self._close(0, 0)

    def release(self) -> None:
        """The view takes the editor away; what was typed so far stays."""
        self.is_open = False
        self._session.register_editor(None)
        if self._bubble is not None:
            self._bubble.hide()
            self._bubble.deleteLater()
            self._bubble = None

    def event(self, event: QEvent) -> bool:
        """Keys that end typing come here first: before shortcuts and before Tab moves the focus."""
        if isinstance(event, QKeyEvent) and self._ends_typing(event):
            if event.type() == QEvent.Type.ShortcutOverride:
                event.accept()
                return True
            if event.type() == QEvent.Type.KeyPress:
                self.keyPressEvent(event)
                return True
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
        elif (move := _move(event)) is not None:
            self.settle(*move)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in PASSING:
            self.settle()

    def _ends_typing(self, event: QKeyEvent) -> bool:
        return event.key() == Qt.Key.Key_Escape or _move(event) is not None

    def _current_value(self) -> float:
        array = getattr(self._session.scenario, self._place.array)
        return float(array[self._place.row, self._place.column])

    def _typed(self) -> None:
        self._apply()
        if self._bubble is not None:
            self._bubble.hide()
        if self._reason and self._is_number():
            self._complain()

    def _take_back(self) -> None:
        """The number as it was before typing: the beginning of a refused one was never meant."""
        self._is_applying = True
        self._gesture.cancel()
        self._is_applying = False

    def _is_number(self) -> bool:
        try:
            parse_number(self.text())
        except NumberTextError:
            return False
        return True

    def _apply(self) -> None:
        """Hand the typed number to the session; `_reason` says why that was not possible."""
        self._is_behind = False
        self._reason = ""
        try:
            number = parse_number(self.text())
        except NumberTextError as error:
            self._reason = str(error)
            return
        self._put(number)

    def _put(self, number: float) -> None:
        place = self._place
        self._is_applying = True
        block = np.array([[number]])
        self._gesture.edit(edits.set_cells, place.array, place.row, place.column, block)
        self._is_applying = False

    def _refused(self, reason: str) -> None:
        if self._is_ours and self.is_open:
            self._reason = reason
            if not self._is_applying:
                self._complain()

    @property
    def _is_ours(self) -> bool:
        """Whether what the session tells of comes of what is typed here."""
        return self._is_applying or self._gesture.is_landing

    def _complain(self) -> None:
        if self._bubble is None:
            self._bubble = Bubble(self, self._look)
        self._bubble.say(self._reason)
        self.setAccessibleDescription(self._reason)

    def _close(self, rows: int, columns: int) -> None:
        self.release()
        self.closed.emit(rows, columns)

    def _session_changed(self, _change: Change) -> None:
        """Someone else changed the document: go on from there, keeping what is typed."""
        if self._is_ours or not self.is_open:
            return
        self._is_behind = self.isModified()
        array = getattr(self._session.scenario, self._place.array)
        rows, columns = (0, 0) if array is None else array.shape
        if self._place.row >= rows or self._place.column >= columns:
            self._close(0, 0)

    def _document_changed(self) -> None:
        another = self._session.undo_stack.count() == 0
        if another and self.is_open and not self._is_ours:
            self._close(0, 0)


def _move(event: QKeyEvent) -> tuple[int, int] | None:
    if event.modifiers() & (Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.AltModifier):
        return None
    shift = bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
    return MOVES.get((Qt.Key(event.key()), shift))
