"""A line for one number of the scenario that stands in no table: a scale, a cap, a slope."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QSize, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QLineEdit

from explorer.app.edits import Edit
from explorer.app.gesture import Gesture
from explorer.app.session import Session
from explorer.files.number_text import NumberTextError, edit_text, parse_number
from explorer.model import Scenario
from explorer.ui.looks.look import Look
from explorer.ui.parts.bubble import Bubble
from explorer.ui.parts.focus import PASSING

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
WIDTH = 5.5
"""In em."""


class NumberField(QLineEdit):
    """Shows the number `value` finds in the scenario; every keystroke that makes one is applied.

    `change` is the edit to a number, `clear` the one for an empty line, where that is possible.
    What is typed until Enter, Esc or another widget has the focus is one undo entry; Esc takes it
    back. Text that is no number never reaches the session: the line keeps it and a bubble says
    why. A part of the program that reads the document as a whole settles the line first.
    """

    def __init__(
        self,
        session: Session,
        look: Look,
        name: str,
        value: Callable[[Scenario], float | None],
        change: Callable[[Scenario, float], Edit],
        clear: Callable[[Scenario], Edit] | None = None,
    ) -> None:
        super().__init__()
        self._session = session
        self._look = look
        self._value = value
        self._change = change
        self._clear = clear
        self._gesture: Gesture | None = None
        self._reason = ""
        self._is_applying = False
        self._bubble: Bubble | None = None
        self.setAccessibleName(name)
        self.setToolTip(name)
        self.textEdited.connect(self._typed)
        session.changed.connect(self._session_changed)
        session.refused.connect(self._refused)
        session.document_changed.connect(self._document_changed)
        look.changed.connect(self.updateGeometry)
        self._show_value()

    @property
    def reason(self) -> str:
        """Why what stands in the line is not in the session; empty if it is."""
        return self._reason

    def settle(self) -> bool:
        """Be done with typing; False: it is no number, the line stays as it is and says why."""
        if self._gesture is None:
            return True
        if self._reason:
            self._complain()
            return False
        self._release()
        return True

    def sizeHint(self) -> QSize:
        return QSize(round(WIDTH * self._look.em), super().sizeHint().height())

    def minimumSizeHint(self) -> QSize:
        return QSize(3 * self._look.em, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        """The frame of the style is lost on a dark background."""
        super().paintEvent(event)
        if self._look.theme.is_dark:
            theme = self._look.theme
            painter = QPainter(self)
            painter.setPen(QColor(theme.accent if self.hasFocus() else theme.muted))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER:
            self.settle()
            self.selectAll()
        elif self._is_escape(event):
            self._take_back()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        """Esc takes back what was typed before it means anything to the window."""
        is_override = event.type() == QEvent.Type.ShortcutOverride
        if is_override and isinstance(event, QKeyEvent) and self._is_escape(event):
            event.accept()
            return True
        return super().event(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in PASSING:
            self.settle()

    def _is_escape(self, event: QKeyEvent) -> bool:
        """Whether the key takes back what was typed."""
        return event.key() == Qt.Key.Key_Escape and self._gesture is not None

    def _typed(self, text: str) -> None:
        if self._gesture is None and not self._begin():
            return
        self._hide_bubble()
        operation = self._operation(text)
        if operation is not None:
            self._apply(operation)
        if self._reason and operation is not None:
            self._complain()

    def _begin(self) -> bool:
        """Become the editor that is open, unless another one cannot be closed."""
        if not self._session.settle():
            self._show_value()
            return False
        self._gesture = self._session.gesture(may_lag=True)
        self._session.register_editor(self._settle_or_focus)
        return True

    def _settle_or_focus(self) -> bool:
        if self.settle():
            return True
        self.setFocus()
        return False

    def _operation(self, text: str) -> Callable[[Scenario], Edit] | None:
        """The edit the text asks for; None, and a reason, if it is no number."""
        self._reason = ""
        if not text.strip() and self._clear is not None:
            return self._clear
        try:
            number = parse_number(text)
        except NumberTextError as error:
            self._reason = error.reason
            return None
        return lambda scenario: self._change(scenario, number)

    def _apply(self, operation: Callable[[Scenario], Edit]) -> None:
        assert self._gesture is not None  # _typed
        self._is_applying = True
        self._gesture.edit(operation)
        self._is_applying = False

    def _refused(self, reason: str) -> None:
        if self._is_ours:
            self._reason = reason
            if not self._is_applying:
                self._complain()

    @property
    def _is_ours(self) -> bool:
        """Whether what the session tells of comes of what is typed here."""
        return self._gesture is not None and (self._is_applying or self._gesture.is_landing)

    def _complain(self) -> None:
        if self._bubble is None:
            self._bubble = Bubble(self, self._look)
        self._bubble.say(self._reason)
        self.setAccessibleDescription(self._reason)

    def _hide_bubble(self) -> None:
        if self._bubble is not None:
            self._bubble.hide()
            self._bubble.deleteLater()
            self._bubble = None
        self.setAccessibleDescription("")

    def _take_back(self) -> None:
        assert self._gesture is not None  # keyPressEvent
        self._is_applying = True
        self._gesture.cancel()
        self._is_applying = False
        self._release()

    def _release(self) -> None:
        self._gesture = None
        self._reason = ""
        self._session.register_editor(None)
        self._hide_bubble()
        self._show_value()
        self._forget_typing()

    def _session_changed(self) -> None:
        """Someone else changed the document: typing goes on from there, else the line follows."""
        if self._gesture is None:
            self._show_value()

    def _document_changed(self) -> None:
        """Another document was loaded: what was typed belongs to none."""
        if self._session.undo_stack.count() == 0 and not self._is_ours:
            if self._gesture is not None:
                self._release()
            else:
                self._show_value()

    def _forget_typing(self) -> None:
        """What was typed is in the document: it is undone there, no longer here."""
        at = self.cursorPosition()
        self.setText(self.text())
        self.setCursorPosition(at)

    def _show_value(self) -> None:
        value = self._value(self._session.scenario)
        text = "" if value is None else edit_text(value)
        if text != self.text():
            self.setText(text)
            self.setCursorPosition(0)  # where a number is too long, its beginning shows
