"""Which movements of the pointer over a table change a number rather than select cells."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from explorer.ui.looks.look import Look
from explorer.ui.tables.scrubbing import Scrub

if TYPE_CHECKING:
    from explorer.ui.tables.matrix_table import MatrixTable

WHEEL_NOTCH = 120


class ScrubGestures:
    """A press on the current cell and then up or down; or Alt with the wheel.

    A drag ends with the button, a turn of the wheel when Alt is let go or the pointer goes to
    another cell; Esc takes either back. Shift makes the steps ten times finer.
    """

    def __init__(self, table: "MatrixTable", look: Look) -> None:
        self._table = table
        self._look = look
        self._pressed_at: QPoint | None = None
        self._notches_done = 0
        self._wheel_rest = 0
        self._scrub: Scrub | None = None

    @property
    def is_active(self) -> bool:
        """Whether a number is being changed."""
        return self._scrub is not None

    def pressed(self, event: QMouseEvent) -> None:
        """A button went down; on the current cell this may become a drag of its number."""
        position = event.position().toPoint()
        index = self._table.indexAt(position)
        plain = event.modifiers() == Qt.KeyboardModifier.NoModifier
        left = event.button() == Qt.MouseButton.LeftButton
        on_current = index.isValid() and index == self._table.currentIndex()
        self._scrub = None
        self._pressed_at = position if plain and left and on_current else None

    def moved(self, event: QMouseEvent) -> bool:
        """Whether the movement was used up here."""
        if self._pressed_at is None or not event.buttons() & Qt.MouseButton.LeftButton:
            return False
        way = event.position().toPoint() - self._pressed_at
        far = QApplication.startDragDistance()
        if self._scrub is None and max(abs(way.x()), abs(way.y())) < far:
            return True
        if self._scrub is None and abs(way.x()) > abs(way.y()):
            self._pressed_at = None
            return False
        self._drag_to(-way.y(), _is_fine(event))
        return True

    def released(self) -> None:
        """The button went up: the drag is over."""
        self._pressed_at = None
        self._end()

    def wheeled(self, event: QWheelEvent) -> bool:
        """Whether the wheel changed a number."""
        index = self._table.indexAt(event.position().toPoint())
        if not event.modifiers() & Qt.KeyboardModifier.AltModifier or not index.isValid():
            return False
        if not self._table.session.settle():
            return True
        self._table.setCurrentIndex(index)
        place = self._table.matrix.place(index)
        if self._scrub is None or self._scrub.place != place:
            self._scrub, self._wheel_rest = Scrub(self._table.session, place), 0
        delta = event.angleDelta()  # Alt swaps the two directions on some platforms
        turned = self._wheel_rest + (delta.y() or delta.x())
        notches = int(turned / WHEEL_NOTCH)
        self._wheel_rest = turned - notches * WHEEL_NOTCH
        self._turn(notches, _is_fine(event))
        event.accept()
        return True

    def left(self) -> None:
        """The pointer left the table."""
        if self._pressed_at is None:
            self._end()

    def session_changed(self) -> None:
        """The document changed; if someone else did that, the gesture is over."""
        if self._scrub is not None and not self._scrub.is_landing:
            self._pressed_at = None
            self._end()

    def key_pressed(self, event: QKeyEvent) -> bool:
        """Whether the key belonged to the gesture: Esc takes it back, any other ends it."""
        if self._scrub is None or event.key() in (Qt.Key.Key_Alt, Qt.Key.Key_Shift):
            return False
        is_escape = event.key() == Qt.Key.Key_Escape
        if is_escape:
            self._scrub.cancel()
        self._pressed_at = None
        self._end()
        return is_escape

    def key_released(self, event: QKeyEvent) -> None:
        """Letting go of Alt ends a turn of the wheel."""
        if event.key() == Qt.Key.Key_Alt and self._pressed_at is None:
            self._end()

    def _drag_to(self, height: int, fine: bool) -> None:
        if self._scrub is None:
            place = self._table.matrix.place(self._table.currentIndex())
            self._scrub, self._notches_done = Scrub(self._table.session, place), 0
            self._table.viewport().setCursor(Qt.CursorShape.SizeVerCursor)
        notches = int(height / max(3, self._look.em / 4))
        if notches != self._notches_done:
            self._turn(notches - self._notches_done, fine)
            self._notches_done = notches

    def _turn(self, notches: int, fine: bool) -> None:
        assert self._scrub is not None  # a gesture is under way
        self._scrub.turn(notches, fine)

    def _end(self) -> None:
        self._scrub = None
        self._table.viewport().unsetCursor()


def _is_fine(event: QMouseEvent | QWheelEvent) -> bool:
    return bool(event.modifiers() & Qt.KeyboardModifier.ShiftModifier)
