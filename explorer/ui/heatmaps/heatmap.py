"""The heatmap of one stage: a picture to point at, to choose cells in, and to zoom into."""

from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, QRectF, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QContextMenuEvent,
    QFocusEvent,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QWheelEvent,
)
from PySide6.QtWidgets import QApplication, QMenu, QToolTip

from explorer.app.mask_brush import MaskBrush
from explorer.app.session import Session
from explorer.app.stage_view import Showing
from explorer.model import Place
from explorer.model.arrays import BoolMatrix
from explorer.model.stages import Stage
from explorer.ui.heatmaps.brush_gestures import BrushGestures
from explorer.ui.heatmaps.heatmap_canvas import HeatmapCanvas, ViewOf
from explorer.ui.heatmaps.heatmap_geometry import WIDEST_CELL, Grid
from explorer.ui.heatmaps.heatmap_keys import moved
from explorer.ui.heatmaps.heatmap_names import column_named_at, row_named_at
from explorer.ui.heatmaps.heatmap_reduction import counted, strongest_cell
from explorer.ui.heatmaps.heatmap_stroke import paint_stroke
from explorer.ui.looks.look import Look
from explorer.ui.parts.actions import make_action
from explorer.ui.parts.clipboard import copy_table
from explorer.ui.parts.text import literal

_WHEEL_STEP = 1.0015
_LEFT = Qt.MouseButton.LeftButton


class HeatmapView(HeatmapCanvas):
    """A click or an arrow key makes a cell the current step; hovering says what a cell says.

    Matrices whose cells had to shrink are zoomed with the wheel, moved by dragging and shown
    whole by a double click. While the brush is taken up, presses and drags over scores paint what
    may be read instead.

    Signals
    -------
    hovered(str)
        What the cell under the mouse says, with all digits; empty when the mouse leaves.
    """

    hovered = Signal(str)

    def __init__(
        self,
        session: Session,
        look: Look,
        stage: Stage,
        view_of: ViewOf | None = None,
        brush: MaskBrush | None = None,
    ) -> None:
        super().__init__(session, look, stage, view_of, brush)
        self._painting = BrushGestures(self, session, brush)
        if brush is not None:
            brush.stroke_changed.connect(self._follow_stroke)
        self._grabbed: QPointF | None = None
        self._has_dragged = False
        self.setObjectName(f"{stage.short_name}Heatmap")
        self._name_itself()
        look.changed.connect(self._name_itself)
        self.viewport().setMouseTracking(True)
        name = f"{stage.short_name}CopyAction"
        copy = make_action(self, name, "&Copy this table", self.copy, "Ctrl+C")
        copy.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
        self.addAction(copy)
        for widget in (self, self.viewport()):
            widget.setAcceptDrops(False)  # a dropped file is for the window

    @property
    def pixel_words(self) -> str:
        """What a pixel shows of the cells it covers, and what stands on them."""
        words = super().pixel_words
        return words if self._stroke is None else f"{words}; outlined: the last stroke of the brush"

    def drawForeground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        stroke = self._stroke
        if stroke is not None:
            colour = QColor(self._look.theme.accent)
            paint_stroke(painter, self.convention.matrix(stroke), self._grid, colour)

    @property
    def _stroke(self) -> BoolMatrix | None:
        """The stroke that has to be outlined: where pixels cover several cells."""
        if self._brush is None or not self.can_be_painted or not super().pixel_words:
            return None
        stroke = self._brush.stroke
        shape = self.convention.pair((self._grid.rows, self._grid.columns))
        return stroke if stroke is not None and stroke.shape == shape else None

    def _follow_stroke(self) -> None:
        if self.can_be_painted and self.isVisible():
            self.viewport().update()
            self._tell()

    def place_at(self, position: QPoint | QPointF) -> Place | None:
        """The cell at a position of the viewport: of several that share a pixel, the one it shows.

        Where it shows their mean, or where the brush paints, it is the one that stands there.
        """
        row, column = self._grid.row_at(position.y()), self._grid.column_at(position.x())
        if row is None or column is None:
            return None
        shows_one = self._look.preferences.aggregation == "strongest"
        if self.pixel_words and shows_one and self.is_current and not self.can_be_painted:
            rows, columns = self.covered
            shares = rows.of_pixel(row), columns.of_pixel(column)
            content = self.content
            parts = counted(content.picture, content.first_hidden, self.convention)
            row, column = strongest_cell(parts[0], *shares, parts[1])
        return Place(self._stage.name, *self.convention.pair((row, column)))

    def select(self, place: Place) -> None:
        """Make a cell the current step, and bring it into view; not one of another shape then."""
        if self.shown.is_aligned:
            self._session.go_to(place)
            self._move_to(self._with_step_in_view)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if self._painting.dragged(event):
            pass
        elif self._grabbed is not None and self._grid.zoom > 1:
            self._drag(event.position())
        self._hover(self.place_at(event.position()))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        if event.button() is not _LEFT:
            event.ignore()
        elif not self._painting.pressed(event):
            self._grabbed, self._has_dragged = event.position(), False

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        place = self.place_at(event.position())
        was_click = self._grabbed is not None and not self._has_dragged
        self._grabbed = None
        if self._painting.released(event):
            return
        if was_click and place is not None:
            self.select(place)

    def mouseDoubleClickEvent(self, event: QMouseEvent) -> None:
        if not self._painting.pressed(event) and self._grid.zoom > 1:
            self._move_to(self._grid.zoomed(0, 0, 0, 0))

    def wheelEvent(self, event: QWheelEvent) -> None:
        reserved = event.modifiers() & Qt.KeyboardModifier.ControlModifier
        if reserved or not self._grid.is_fitted:
            event.ignore()
            return
        event.accept()
        factor = _WHEEL_STEP ** event.angleDelta().y()
        position, largest = event.position(), WIDEST_CELL * self._look.em
        self._move_to(self._grid.zoomed(factor, position.x(), position.y(), largest))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if self._painting.key_pressed(event):
            return
        here = self._session.place_in(self._stage.name)
        plain = not event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        target = moved(event.key(), here, self._grid, self.convention) if plain else None
        if target is None:
            event.ignore()
        else:
            self.select(target)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        self._painting.key_released(event)
        super().keyReleaseEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self._painting.end()
        super().focusOutEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        menu = QMenu(self)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        menu.addActions(self.actions())
        menu.popup(event.globalPos())

    def copy(self) -> None:
        """Put the whole table on the clipboard, with every digit."""
        if not self.shown.missing:
            values = self.convention.matrix(self.shown.array)
            copy_table(self._session, values, self.shown_mark)

    @property
    def shown_mark(self) -> str:
        """What has to stand beside the numbers wherever they go: that they are wrong on purpose."""
        if self.shown.showing is Showing.THEN:
            return ""
        return self._look.words(self._session.comparing.mark_of(self.array))

    def leaveEvent(self, event: QEvent) -> None:
        self.hovered.emit("")

    def viewportEvent(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self.tooltip_at(event.pos()), self.viewport())
            return True
        return bool(super().viewportEvent(event))

    def tooltip_at(self, position: QPoint | QPointF) -> str:
        """The sentence of a cell, or the whole of a name that may be elided; never markup."""
        place = self.place_at(position)
        row = row_named_at(self._grid, self._look.em, position.y())
        column = column_named_at(self._grid, self._look.em, position.x())
        text = ""
        if place is not None:
            text = self.sentence(place)
        elif row is not None:
            text = self.words.row_names[row]
        elif column is not None:
            text = self.words.column_names[column]
        return literal(text) if text else ""

    def _follow_step(self) -> None:
        if self.is_current:
            self._grid = self._with_step_in_view  # drawn with the marks of the step
        super()._follow_step()

    @property
    def _with_step_in_view(self) -> Grid:
        """The grid; a zoomed one moved so far that the step does not lie outside or at its edge."""
        step = self._session.step
        is_here = step.array == self.array and self.shown.is_aligned
        if self._grid.zoom == 1 or not is_here:
            return self._grid
        return self._grid.showing(*self.convention.pair((step.row, step.column)))

    def _name_itself(self) -> None:
        self.setAccessibleName(f"{self._look.words(self._stage.title)}, heatmap")

    def _drag(self, position: QPointF) -> None:
        assert self._grabbed is not None
        moved_by = position - self._grabbed
        if self._has_dragged or moved_by.manhattanLength() >= QApplication.startDragDistance():
            self._has_dragged = True
            self._grabbed = position
            self._move_to(self._grid.panned(moved_by.x(), moved_by.y()))

    def _hover(self, place: Place | None) -> None:
        self.hovered.emit("" if place is None else self.sentence(place))
