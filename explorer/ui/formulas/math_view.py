"""A widget that draws arithmetic and lets its parts be pointed at, focused and followed."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QFocusEvent, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QWidget

from explorer.ui.formulas.math_boxes import Box, Placed, paint_parts, space
from explorer.ui.looks.look import Look

_FORWARD = (Qt.Key.Key_Right, Qt.Key.Key_Down)
_BACKWARD = (Qt.Key.Key_Left, Qt.Key.Key_Up)
_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class MathView(QWidget):
    """Draws a box; the arrow keys move among its targets, Enter or a click follows one.

    Subclasses say what happens in `target_followed`, `target_focused` and `target_hovered`.
    """

    tab_moves = False
    """Whether Tab stops at every target, or moves on to the next widget."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._box: Box = space(0)
        self._parts: list[Placed] = []
        self._targets: list[Placed] = []
        self._focused = 0
        self._hovered: int | None = None
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMouseTracking(True)

    @property
    def box(self) -> Box:
        """What is drawn."""
        return self._box

    @property
    def targets(self) -> Sequence[Placed]:
        """The parts that can be followed, in reading order, where they are drawn."""
        return self._targets

    @property
    def focused(self) -> int:
        """The index of the target that Enter follows."""
        return self._focused

    @property
    def margin(self) -> int:
        """Left free around the box."""
        return self._look.em // 3

    def origin(self) -> QPointF:
        """Where the baseline of the box begins."""
        return QPointF(self.margin, self.margin + self._box.ascent)

    def targets_among(self, parts: Sequence[Placed]) -> list[Placed]:
        """Those of the parts of a box that can be followed."""
        raise NotImplementedError

    def target_followed(self, index: int) -> None:
        """A target was clicked, or Enter was pressed on it."""

    def target_focused(self) -> None:
        """Another target has the focus, or the targets are new."""

    def target_hovered(self, index: int | None) -> None:
        """The pointer moved onto a target, or off all of them."""

    def show_box(self, box: Box) -> None:
        """Draw `box`; the focus stays at the target with the same index."""
        self._box = box
        origin = self.origin()
        self._parts = box.everything(origin.x(), origin.y())
        self._targets = self.targets_among(self._parts)
        self._focused = min(self._focused, max(0, len(self._targets) - 1))
        self._hover(None)
        self.target_focused()
        self.update()

    def target_at(self, point: QPointF) -> int | None:
        """The innermost target under a point."""
        hits = [index for index, part in enumerate(self._targets) if part.rect.contains(point)]
        return hits[-1] if hits else None

    def focus_target(self, index: int) -> None:
        """Give the focus within the widget to a target."""
        self._focused = index
        self.target_focused()
        self.update()

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        paint_parts(painter, self._parts)
        accent = QColor(self._look.theme.accent)
        if self._hovered is not None:
            painter.setPen(QPen(accent, max(1.0, self._look.em / 14)))
            rect = self._targets[self._hovered].rect
            painter.drawLine(rect.bottomLeft(), rect.bottomRight())
        if self.hasFocus():
            painter.setPen(QPen(accent, max(2.0, self._look.em / 9)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            painter.drawRoundedRect(self._focus_rect(), 3, 3)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = event.key()
        if key in _ENTER and self._targets:
            self.target_followed(self._focused)
        elif not ((key in _FORWARD and self._moved(1)) or (key in _BACKWARD and self._moved(-1))):
            super().keyPressEvent(event)

    def focusNextPrevChild(self, forward: bool) -> bool:
        # Qt asks a widget it hides to give the focus up, until it does.
        stays = self.tab_moves and not self.isHidden()
        moved = stays and self._moved(1 if forward else -1)
        return moved or super().focusNextPrevChild(forward)

    def focusInEvent(self, event: QFocusEvent) -> None:
        if self.tab_moves and event.reason() == Qt.FocusReason.TabFocusReason:
            self.focus_target(0)
        elif self.tab_moves and event.reason() == Qt.FocusReason.BacktabFocusReason:
            self.focus_target(max(0, len(self._targets) - 1))
        super().focusInEvent(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._hover(self.target_at(event.position()))

    def leaveEvent(self, event: QEvent) -> None:
        self._hover(None)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        index = self.target_at(event.position())
        if index is not None and event.button() == Qt.MouseButton.LeftButton:
            self.focus_target(index)
            self.target_followed(index)

    def _moved(self, by: int) -> bool:
        index = self._focused + by
        if not 0 <= index < len(self._targets):
            return False
        self.focus_target(index)
        return True

    def _focus_rect(self) -> QRectF:
        if self._targets:
            return self._targets[self._focused].rect.adjusted(-2, 0, 2, 0)
        return QRectF(self.rect()).adjusted(1, 1, -1, -1)

    def _hover(self, index: int | None) -> None:
        if index == self._hovered:
            return
        self._hovered = index
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(arrow if index is None else hand)
        self.target_hovered(index)
        self.update()
