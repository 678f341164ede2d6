"""How the mouse and the keyboard move weight from one share to another."""

from collections.abc import Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from explorer.app.gesture import Gesture
from explorer.app.hand_mix import HandMix
from explorer.app.session import Session
from explorer.app.weight_edits import move_share
from explorer.model.shares import Row, neighbours
from explorer.ui.by_hand.share_geometry import ShareBar

if TYPE_CHECKING:
    from explorer.ui.by_hand.share_bars import ShareBars

_Key = Qt.Key
_SHIFT = Qt.KeyboardModifier.ShiftModifier
_CTRL = Qt.KeyboardModifier.ControlModifier
_COARSE, _FINE = Decimal("0.01"), Decimal("0.001")
_CHOICES: Mapping[int, tuple[int, int]] = {
    _Key.Key_Left: (0, -1),
    _Key.Key_Right: (0, 1),
    _Key.Key_Up: (-1, 0),
    _Key.Key_Down: (1, 0),
}
_GROWTH: Mapping[int, int] = {_Key.Key_Plus: 1, _Key.Key_Equal: 1, _Key.Key_Minus: -1}


@dataclass(frozen=True, slots=True)
class _Grip:
    """Two shares of a row and the weight the left one began with."""

    row: int
    left: int
    right: int
    start: float


class ShareGestures:
    """A drag of a handle, or a key held down: each is one undo entry, and Esc takes it back.

    Shares move in hundredths, with Ctrl in thousandths.
    """

    def __init__(self, bars: "ShareBars", session: Session, mix: HandMix) -> None:
        self._bars = bars
        self._session = session
        self._mix = mix
        self._gesture: Gesture | None = None
        self._grip: _Grip | None = None
        self._pressed: tuple[int, list[int], float] | None = None
        self._wanted = Decimal(0)
        self._is_moving = False

    def pressed(self, event: QMouseEvent) -> None:
        """A button went down: on a handle this may become a drag, elsewhere it chooses."""
        position = event.position()
        row = self._bars.row_at(position.y())
        if event.button() != Qt.MouseButton.LeftButton or row is None:
            return
        self.end()
        bar = self._bars.bar(row)
        handles = self._handles(bar, position)
        if handles and self._session.settle():
            self._pressed = row, handles, position.x()
        elif bar is not None and (source := bar.source_at(position.x())) is not None:
            self._bars.choose(row, source)

    def dragged(self, event: QMouseEvent) -> None:
        """The mouse moved, perhaps with a handle."""
        if self._pressed is None:
            self._show_what_can_be_held(event.position())
            return
        row, handles, start = self._pressed
        way = event.position().x() - start
        if self._grip is None and (abs(way) < 1 or not self._take_hold(row, handles, way > 0)):
            return
        bar = self._bars.bar(row)
        if bar is None or self._grip is None:
            return
        unit = _FINE if event.modifiers() & _CTRL else _COARSE
        wanted = Decimal(repr(self._grip.start + bar.weight_of(way)))
        self._move_to((wanted / unit).to_integral_value() * unit)

    def key_pressed(self, event: QKeyEvent) -> bool:
        """Whether the key was used up here."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() == _Key.Key_Escape:
            return self._cancel()
        if event.key() in _GROWTH and not modifiers & ~_SHIFT:
            return self._step(event, self._partner(_GROWTH[event.key()]), _GROWTH[event.key()])
        if event.key() == _Key.Key_L and not modifiers:
            self._bars.toggle_lock()
            return True
        if event.key() not in _CHOICES:
            return False
        rows, sources = _CHOICES[event.key()]
        if sources and modifiers & _SHIFT and not modifiers & ~(_SHIFT | _CTRL):
            return self._step(event, self._at_handle(self._bars.chosen[1]), sources)
        if modifiers:
            return False
        self.end()
        self._bars.choose_by(rows, sources)
        return True

    def key_released(self) -> None:
        """A key that moved weight was let go."""
        if self._pressed is None:
            self.end()

    def document_changed(self) -> None:
        """If someone else changed the document, the gesture is over."""
        if not self._is_moving:
            self.end()

    def end(self) -> None:
        """What was moved stays."""
        self._gesture = self._grip = self._pressed = None

    def _take_hold(self, row: int, handles: list[int], to_the_right: bool) -> bool:
        """Begin a drag with one of the handles; of several, the one that can go that way."""
        locked = self._mix.locked_in(row)
        count = len(self._weights(row))
        movable = [
            between
            for handle in handles
            if (between := neighbours(count, handle, locked)) is not None
        ]
        if not movable:
            return False
        between = movable[-1 if to_the_right else 0]
        self._bars.choose(row, between[0])
        self._hold(row, between)
        return True

    def _hold(self, row: int, between: tuple[int, int]) -> None:
        left, right = between
        self._gesture = self._session.gesture()
        self._grip = _Grip(row, left, right, float(self._weights(row)[left]))
        self._wanted = Decimal(repr(self._grip.start))

    def _at_handle(self, source: int) -> tuple[int, int] | None:
        """The shares on both sides of the handle at the right of a share."""
        row = self._bars.chosen[0]
        count = len(self._weights(row))
        handle = min(source, count - 2)
        return neighbours(count, handle, self._mix.locked_in(row)) if count > 1 else None

    def _partner(self, growth: int) -> tuple[int, int] | None:
        """The chosen share and the one it takes weight from, or gives it to.

        The next one to the right that can, or else to the left; (left, right), as they stand.
        """
        row, source = self._bars.chosen
        weights, locked = self._weights(row), self._mix.locked_in(row)
        order = [*range(source + 1, len(weights)), *range(source - 1, -1, -1)]
        able = [
            one for one in order if one not in locked and (growth < 0 or float(weights[one]) > 0)
        ]
        if source in locked or not able:
            return None
        return min(source, able[0]), max(source, able[0])

    def _step(self, event: QKeyEvent, between: tuple[int, int] | None, way: int) -> bool:
        """Move weight by one step; a key held down goes on with the same two shares."""
        is_growth = event.key() in _GROWTH
        can_move = self._bars.can_move and self._bars.bar(self._bars.chosen[0]) is not None
        if self._pressed is not None or not can_move:
            return True
        if not event.isAutoRepeat() or self._grip is None:
            self.end()
            if between is None or not self._session.settle():
                return True
            self._hold(self._bars.chosen[0], between)
        assert self._grip is not None  # _hold
        if is_growth and self._grip.right == self._bars.chosen[1]:
            way = -way
        unit = _FINE if event.modifiers() & _CTRL else _COARSE
        self._move_to(self._wanted + way * unit)
        return True

    def _move_to(self, wanted: Decimal) -> None:
        gesture, grip = self._gesture, self._grip
        if gesture is None or grip is None:
            return
        self._is_moving = True
        gesture.edit(move_share, grip.row, grip.left, grip.right, float(wanted))
        self._is_moving = False
        self._wanted = Decimal(repr(float(self._weights(grip.row)[grip.left])))

    def _cancel(self) -> bool:
        """Take the gesture back, if there is one."""
        gesture, was_pressed = self._gesture, self._pressed is not None
        if gesture is not None:
            self._is_moving = True
            gesture.cancel()
            self._is_moving = False
        self.end()
        return gesture is not None or was_pressed

    def _weights(self, row: int) -> Row:
        return self._bars.weights(row)

    def _show_what_can_be_held(self, position: QPointF) -> None:
        row = self._bars.row_at(position.y())
        bar = None if row is None else self._bars.bar(row)
        split, arrow = Qt.CursorShape.SplitHCursor, Qt.CursorShape.ArrowCursor
        self._bars.setCursor(split if self._handles(bar, position) else arrow)

    def _handles(self, bar: ShareBar | None, position: QPointF) -> list[int]:
        """The handles that can be taken hold of at a position."""
        if bar is None or not self._bars.can_move:
            return []
        return bar.handles_at(position.x(), self._bars.reach)
