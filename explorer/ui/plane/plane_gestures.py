"""How the mouse and the keyboard move the tips of arrows."""

from collections.abc import Callable, Mapping
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication

from explorer.app.arrow_move import ArrowMove, coming_tip
from explorer.app.session import Session
from explorer.model.plane import Arrow, Point, grid_of, moved, snapped

if TYPE_CHECKING:
    from explorer.ui.plane.plane_canvas import PlaneCanvas

_Key = Qt.Key
_WAYS: Mapping[int, tuple[int, int]] = {
    _Key.Key_Left: (-1, 0),
    _Key.Key_Right: (1, 0),
    _Key.Key_Up: (0, 1),
    _Key.Key_Down: (0, -1),
}
_FREE = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
_FINE = Decimal("0.02")
"""What a free drag and a fine step are, in steps of the grid."""


class PlaneGestures:
    """A drag of a tip, or an arrow key held down: each is one undo entry, and Esc takes it back.

    Tips snap to a grid, or with Ctrl or Shift to one fifty times as fine.
    """

    def __init__(self, canvas: "PlaneCanvas", session: Session) -> None:
        self._canvas = canvas
        self._session = session
        self._pressed: tuple[Arrow, QPointF] | None = None
        self._move: ArrowMove | None = None

    @property
    def is_dragging(self) -> bool:
        """Whether the mouse holds a tip."""
        return self._pressed is not None

    @property
    def grid(self) -> Decimal:
        """What tips snap to: 0.05, or in proportion where the numbers are very large or small."""
        return grid_of(self._canvas.reach)

    def pressed(self, event: QMouseEvent) -> None:
        """A button went down: near a tip this chooses the arrow and may become a drag."""
        arrow = self._canvas.arrow_at(event.position())
        if event.button() != Qt.MouseButton.LeftButton or arrow is None:
            return
        self.end()
        if self._session.settle():
            self._canvas.choose(arrow)
            if self._canvas.content.can_move(arrow):
                self._pressed = (arrow, event.position())

    def dragged(self, event: QMouseEvent) -> None:
        """The mouse moved: with a tip, once it is clear that it is meant to."""
        if self._pressed is None:
            self._show_what_can_be_held(event.position())
            return
        arrow, start = self._pressed
        way = event.position() - start
        if self._move is None and way.manhattanLength() < QApplication.startDragDistance():
            return
        self._canvas.setCursor(Qt.CursorShape.ClosedHandCursor)
        geometry = self._canvas.geometry_of_plane
        target = geometry.on_plane(geometry.on_screen(arrow.tip) + way)
        is_free = bool(event.modifiers() & _FREE)
        self._move_to(arrow, snapped(target, self.grid * (_FINE if is_free else 1)))

    def key_pressed(self, event: QKeyEvent) -> bool:
        """Whether the key was used up here."""
        if event.key() == _Key.Key_Escape:
            return self._cancel()
        if event.key() in _WAYS:
            return self._step(event)
        action = self._actions().get(event.key())
        if action is None:
            return False
        self.end()
        action()
        return True

    def key_released(self) -> None:
        """A key that moved a tip was let go."""
        if self._pressed is None:
            self.end()

    def document_changed(self) -> None:
        """If someone else changed the document, the gesture is over."""
        if self._move is None or not self._move.is_newest:
            self._pressed = self._move = None

    def end(self) -> None:
        """What was moved stays; the view takes it in if it went out of sight."""
        was_active = self._move is not None
        self._pressed = self._move = None
        if was_active:
            self._canvas.unsetCursor()
            self._canvas.fit_if_needed()

    def _actions(self) -> Mapping[int, Callable[[], object]]:
        canvas = self._canvas
        return {
            _Key.Key_BracketLeft: lambda: canvas.choose_next(-1, True),
            _Key.Key_BracketRight: lambda: canvas.choose_next(1, True),
            _Key.Key_Home: canvas.fit,
            _Key.Key_Return: canvas.go_to_score,
            _Key.Key_Enter: canvas.go_to_score,
        }

    def _step(self, event: QKeyEvent) -> bool:
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        is_fine = modifiers == Qt.KeyboardModifier.ShiftModifier
        if modifiers and not is_fine:
            return False
        arrow = self._canvas.content.chosen
        movable = self._canvas.content.can_move(arrow)
        if self._pressed is None and movable and self._session.settle():
            if not event.isAutoRepeat():
                self.end()
            dx, dy = _WAYS[event.key()]
            step = self.grid * (Decimal("0.2") if is_fine else 2)
            tip = coming_tip(self._session, arrow)
            self._move_to(arrow, moved(tip, dx * step, dy * step))
        return True

    def _move_to(self, arrow: Arrow, tip: Point) -> None:
        if self._move is None:
            self._move = ArrowMove(self._session, arrow)
        self._move.to(tip)

    def _cancel(self) -> bool:
        """Take the gesture back, if there is one."""
        move, was_pressed = self._move, self._pressed is not None
        if move is not None:
            move.cancel()
        self.end()
        return move is not None or was_pressed

    def _show_what_can_be_held(self, position: QPointF) -> None:
        arrow = self._canvas.arrow_at(position)
        if arrow is not None and self._canvas.content.can_move(arrow):
            self._canvas.setCursor(Qt.CursorShape.OpenHandCursor)
        else:
            self._canvas.unsetCursor()
