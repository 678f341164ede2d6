"""How the mouse and the keyboard paint what may be read on a heatmap of scores."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent

from explorer.app.mask_brush import MaskBrush
from explorer.app.session import Session
from explorer.model import Place
from explorer.ui.heatmaps.heatmap_keys import moved

if TYPE_CHECKING:
    from explorer.ui.heatmaps.heatmap import HeatmapView

_SHIFT = Qt.KeyboardModifier.ShiftModifier
_TOGGLE = (Qt.Key.Key_Space, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class BrushGestures:
    """A press turns a cell over and a drag goes on like that; with Shift it paints a rectangle.

    Space turns the cell of the step over, arrow keys with Shift make the next ones like it. Esc
    takes a stroke back, and without one puts the brush down. Nothing of this happens where the
    brush does not paint.
    """

    def __init__(self, view: "HeatmapView", session: Session, brush: MaskBrush | None) -> None:
        self._view = view
        self._session = session
        self._brush = brush
        self._is_dragging = False

    def pressed(self, event: QMouseEvent) -> bool:
        """Whether a press of the left button was used up here."""
        brush = self._ready
        if brush is None:
            return False
        place = self._view.place_at(event.position())
        self._is_dragging = place is not None and brush.begin((place.row, place.column))
        return True

    def dragged(self, event: QMouseEvent) -> bool:
        """Whether a movement of the mouse was used up here."""
        if not self._is_dragging or self._brush is None:
            return False
        if not self._brush.is_painting:  # someone else ended it
            self._is_dragging = False
            return True
        place = self._nearest(event.position())
        self._brush.go_on((place.row, place.column), bool(event.modifiers() & _SHIFT))
        return True

    def released(self, event: QMouseEvent) -> bool:
        """Whether the end of a press was used up here; its last cell becomes the step."""
        if self._ready is None:
            return False
        if self._is_dragging:
            self._is_dragging = False
            self.end()
            self._view.select(self._nearest(event.position()))
        return True

    def key_pressed(self, event: QKeyEvent) -> bool:
        """Whether the key was used up here."""
        brush = self._ready
        if brush is None:
            return False
        if event.key() == Qt.Key.Key_Escape:
            self._escape(brush)
            return True
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        if event.key() in _TOGGLE and not modifiers:
            if not event.isAutoRepeat():
                self._toggle(brush)
            return True
        target = moved(event.key(), self._here, self._view.grid, self._view.convention)
        if target is not None and modifiers == _SHIFT:
            self._go_on(brush, target)
            return True
        return False

    def key_released(self, event: QKeyEvent) -> None:
        """Letting go of Shift ends what arrow keys paint."""
        if event.key() == Qt.Key.Key_Shift and not self._is_dragging:
            self.end()

    def end(self) -> None:
        """What was painted stays."""
        if self._brush is not None:
            self._brush.end()

    @property
    def _ready(self) -> MaskBrush | None:
        """The brush, if it paints on this heatmap."""
        return self._brush if self._view.can_be_painted else None

    @property
    def _here(self) -> Place:
        """The cell that the keyboard is at."""
        step, grid = self._session.step, self._view.grid
        rows, columns = self._view.convention.pair((grid.rows, grid.columns))
        column = min(step.column, columns - 1)
        return Place(self._view.stage.name, min(step.row, rows - 1), column)

    def _toggle(self, brush: MaskBrush) -> None:
        place = self._here
        if brush.begin((place.row, place.column)):
            brush.end()
            self._view.select(place)

    def _go_on(self, brush: MaskBrush, target: Place) -> None:
        here = self._here
        if brush.is_painting or brush.begin((here.row, here.column), turns_over=False):
            brush.go_on((target.row, target.column))
            self._view.select(target)

    def _escape(self, brush: MaskBrush) -> None:
        self._is_dragging = False
        if brush.is_painting:
            brush.cancel()
        else:
            brush.is_taken_up = False

    def _nearest(self, position: QPointF) -> Place:
        """The cell at a position, or the nearest one to it."""
        area = self._view.grid.area
        x = min(max(position.x(), area.x), area.x + area.width - 1)
        y = min(max(position.y(), area.y), area.y + area.height - 1)
        place = self._view.place_at(QPointF(x, y))
        assert place is not None  # inside the area
        return place
