"""Esc where nothing in a window has a use for it."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget


class LastEscape(QObject):
    """Has something done on Esc that nothing in a window took.

    `leave` says whether it had anything to leave; if not, the key goes on. Of several in one
    window, the one made last comes first.
    """

    def __init__(self, window: QWidget, leave: Callable[[], bool]) -> None:
        super().__init__(window)
        self._leave = leave
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """A key that comes up to the window itself is one that nothing in it took."""
        if not isinstance(event, QKeyEvent) or event.type() != QEvent.Type.KeyPress:
            return False
        return event.key() == Qt.Key.Key_Escape and not event.modifiers() and self._leave()
