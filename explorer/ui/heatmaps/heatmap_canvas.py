"""The picture of one stage: its numbers as coloured cells, drawn and kept up to date."""

from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QEvent, QRect, QRectF, Qt, Signal
from PySide6.QtGui import QColor, QFocusEvent, QPainter, QPaintEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QFrame, QGraphicsScene, QGraphicsView

from explorer.app.change import Change
from explorer.app.marks import Marks
from explorer.app.mask_brush import MaskBrush
from explorer.app.session import Session
from explorer.app.stage_view import Showing, StageView, now_of
from explorer.model import Place, Region
from explorer.model.convention import Convention
from explorer.model.stages import Stage
from explorer.ui.heatmaps.heatmap_content import HeatmapContent, hatching, rectangle, region_box
from explorer.ui.heatmaps.heatmap_frame import natural_grid
from explorer.ui.heatmaps.heatmap_geometry import Grid
from explorer.ui.heatmaps.heatmap_layers import HeatmapLayers
from explorer.ui.heatmaps.heatmap_picture import Picture
from explorer.ui.heatmaps.heatmap_pixels import Covered, covered, pixel_words
from explorer.ui.heatmaps.heatmap_shown import (
    first_hidden,
    picture_shown,
    scores_before,
    table_shown,
)
from explorer.ui.heatmaps.heatmap_touched import Touched
from explorer.ui.heatmaps.heatmap_words import HeatmapWords, cell_sentence
from explorer.ui.looks.look import Look
from explorer.ui.looks.theme import Theme
from explorer.ui.parts.saying import tell_selection

ViewOf: TypeAlias = Callable[[Stage], StageView]

_NO_MARKS = Marks(Region(""), (), ())


class HeatmapCanvas(QGraphicsView):
    """Draws one stage as `view_of` has it, or else as it is now; it holds no numbers of its own.

    Of a change it redraws nothing but what the change touched.

    Signals
    -------
    picture_changed()
        Numbers, colours, the scale of the colours or what a pixel shows are new.
    """

    picture_changed = Signal()

    def __init__(
        self,
        session: Session,
        look: Look,
        stage: Stage,
        view_of: ViewOf | None = None,
        brush: MaskBrush | None = None,
    ) -> None:
        super().__init__()
        self._session, self._look, self._stage = session, look, stage
        self._brush = brush
        self._view_of = view_of or (lambda stage: now_of(session, stage))
        self._shown = self._view_of(stage)
        self._picture: Picture | None = None
        self._loaded: tuple[Picture, Theme, str] | None = None
        self._is_stale = True
        self._convention = look.convention
        self._marks = self._current_marks
        self._touched: Touched | None = None
        self._layers = self._set_up()
        self._grid = natural_grid(look, self.words)
        session.changed.connect(self._follow)
        session.step_changed.connect(self._follow_step)
        session.reveal.changed.connect(self._follow_look)
        session.comparing.changed.connect(self._follow_comparing)
        look.changed.connect(self._follow_look)
        look.preferences.aggregation_changed.connect(self._refresh)
        look.preferences.weight_colours_changed.connect(self._recolour)
        if brush is not None:
            brush.changed.connect(self._follow_brush)
        self.set_grid(self._grid)
        self._follow_brush()

    @property
    def stage(self) -> Stage:
        """The stage it shows."""
        return self._stage

    @property
    def array(self) -> str:
        """The name of the array it shows."""
        return self._stage.name

    @property
    def words(self) -> HeatmapWords:
        """The texts around the cells, as they are at the moment."""
        return HeatmapWords(self._session, self._look, self._view_of(self._stage))

    @property
    def picture(self) -> Picture:
        """The cells as they are shown and their colour scale; worked out when they are asked for.

        They are those of the last trace that had the stage: a layout may still ask for them once
        the stage is gone.
        """
        if self._picture is None:
            at = self._session, self._look.preferences, self._shown
            self._picture = picture_shown(*at, self.can_be_painted, self._convention)
        return self._picture

    @property
    def covered(self) -> tuple[Covered, Covered]:
        """The rows and columns in view, and how the pixels of the screen share them out."""
        ratio = self.devicePixelRatioF()
        return covered(self._grid, ratio, ratio)

    @property
    def pixel_words(self) -> str:
        """What a pixel shows of the cells it covers; empty where none covers several."""
        return pixel_words(*self.covered, self._look.preferences.aggregation)

    @property
    def shown(self) -> StageView:
        """The numbers that are drawn."""
        return self._shown

    @property
    def grid(self) -> Grid:
        """Where the cells are drawn."""
        return self._grid

    @property
    def convention(self) -> Convention:
        """Which way round the cells are drawn."""
        return self._convention

    @property
    def marks(self) -> Marks:
        """The marked cells of this and other arrays."""
        return self._marks

    @property
    def can_be_painted(self) -> bool:
        """Whether the brush paints on it: then cells are hatched that are blocked only later."""
        is_now = self._shown.showing is Showing.NOW
        return is_now and self._brush is not None and self._brush.paints(self._stage)

    def set_grid(self, grid: Grid) -> None:
        """Draw the cells there, as the convention now has them; a zoomed part stays zoomed."""
        if self._convention is self._look.convention:
            grid = grid.like(self._grid)
        else:
            self._convention, self._picture = self._look.convention, None
        self._grid = grid
        self.setFixedSize(*grid.size)
        self._refresh()

    def cell_rect(self, row: int, column: int) -> QRectF:
        """Where a cell is drawn in the viewport."""
        return rectangle(self._grid.cell(*self._convention.pair((row, column))))

    def cells_rect(self) -> QRectF:
        """The part of the viewport in which cells are drawn."""
        return rectangle(self._grid.area)

    def region_rect(self, region: Region) -> QRectF | None:
        """Where cells of the array stand, though they may lie beyond the part that is drawn."""
        is_there = self.is_current and self._shown.is_aligned
        shown = self._convention.region(region)
        return rectangle(region_box(self._grid, shown)) if is_there else None

    def sentence(self, place: Place) -> str:
        """What a cell says, with all digits; not the number while it is hidden."""
        hidden = self._shown.is_aligned and self._session.reveal.hides(place)
        sentence = self._look.words(cell_sentence(self._shown, place, hidden))
        if hidden or self._shown.showing is not Showing.NOW:
            return sentence
        return sentence + self.words.mask_remark(place, self.can_be_painted)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._catch_up()

    def paintEvent(self, event: QPaintEvent) -> None:
        self._catch_up()
        self._layers.expose(event.region())
        super().paintEvent(event)
        self._layers.expose(None)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """A pixel of the viewport is a pixel of the scene."""
        super().resizeEvent(event)
        self.setSceneRect(QRectF(self.viewport().rect()))

    def drawBackground(self, painter: QPainter, rect: QRectF | QRect) -> None:
        painter.fillRect(rect, QColor(self._look.theme.card))
        if self.is_current and self.picture.blocked is not None:
            area = rectangle(self._grid.area)
            painter.fillRect(area, hatching(self._look.theme, self._look.em))

    def event(self, event: QEvent) -> bool:
        """On a screen with other pixels they cover other cells."""
        if event.type() == QEvent.Type.DevicePixelRatioChange:
            self._refresh()
        return bool(super().event(event))

    def focusInEvent(self, event: QFocusEvent) -> None:
        super().focusInEvent(event)
        self._refresh()

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        self._refresh()

    def _set_up(self) -> HeatmapLayers:
        scene = QGraphicsScene(self)
        scene.setItemIndexMethod(QGraphicsScene.ItemIndexMethod.NoIndex)  # of three items
        self.setScene(scene)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        for set_policy in (self.setHorizontalScrollBarPolicy, self.setVerticalScrollBarPolicy):
            set_policy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        return HeatmapLayers(scene)

    @property
    def is_current(self) -> bool:
        """Whether the trace still has the array in the shape that is drawn."""
        trace = self._view_of(self._stage).trace
        shape = self._convention.pair((self._grid.rows, self._grid.columns))
        return self._stage in trace.stages and trace.shape_of(self._stage.name) == shape

    @property
    def _current_marks(self) -> Marks:
        """The marks of the step; none on cells that are not those of now."""
        return self._session.marks if self._shown.is_aligned else _NO_MARKS

    def _follow(self, change: Change) -> None:
        if not self.is_current:
            return
        has_other_numbers = self._stage.name in change.arrays or change.settings
        if has_other_numbers:
            self._picture = None
        before, self._shown = self._shown, self._view_of(self._stage)
        marks, self._marks = self._marks, self._current_marks
        is_now = before.showing is self._shown.showing is Showing.NOW
        is_own = is_now and self._shown.trace is self._session.trace  # the one the change is of
        mixes_others = not change.arrays.isdisjoint(self.words.mixed)
        if marks != self._marks or not is_own or mixes_others:
            if has_other_numbers or change.names or mixes_others or self._marks.touches(self.array):
                self._refresh()
        elif has_other_numbers or change.names or change.structure:
            self._refresh(Touched.of(change, self._stage, self._convention))
        self._describe()

    def _follow_step(self) -> None:
        if not self.is_current:
            return
        before, self._marks = self._marks, self._current_marks
        if any(marks.touches(self._stage.name) for marks in (before, self._marks)):
            self._refresh()
        self._describe()

    def _follow_brush(self) -> None:
        """Show by hatching and pointer whether cells can be painted."""
        cross, arrow = Qt.CursorShape.CrossCursor, Qt.CursorShape.ArrowCursor
        self.viewport().setCursor(cross if self.can_be_painted else arrow)
        self._picture = None
        if self.is_current:
            self._refresh()
            self._describe()

    def _follow_comparing(self) -> None:
        if self.is_current:
            before, self._shown = self._shown, self._view_of(self._stage)
            self._marks = self._current_marks
            if before.drawn != self._shown.drawn:
                self._follow_brush()

    def _recolour(self) -> None:
        self._picture = None
        self._refresh()

    def _follow_look(self) -> None:
        """With the other convention rows and columns change places."""
        if self._look.preferences.weight_colours != "one":
            self._picture = None  # which is another one while numbers are hidden
        if self.is_current:
            if self._convention is not self._look.convention:
                self.set_grid(natural_grid(self._look, self.words))
            self._describe()
            self._refresh()

    def _move_to(self, grid: Grid) -> None:
        if grid != self._grid:
            self._grid = grid
            self._refresh()

    def _refresh(self, touched: Touched | None = None) -> None:
        """Draw these cells anew, None: all: now if they can be seen, otherwise when they will."""
        self._touched = None if self._is_stale else touched
        self._is_stale = True
        if self.isVisible():
            self._catch_up()

    def _catch_up(self) -> None:
        if self._is_stale and self.is_current:
            self._is_stale = False
            self.viewport().update(self._layers.show(self.content, self._touched))
            self._tell()

    def _tell(self) -> None:
        """Say that the picture is another one, if it is."""
        loaded = (self.picture, self._look.theme, self.pixel_words)
        if self._loaded != loaded:
            self._loaded = loaded
            self.picture_changed.emit()

    @property
    def content(self) -> HeatmapContent:
        """Everything that is painted, as it is at the moment."""
        return HeatmapContent(
            self._look,
            self._stage,
            self.words,
            table_shown(self._shown, self._convention),
            self.picture,
            self._grid,
            self._marks.shown(self._convention),
            self.hasFocus(),
            first_hidden(self._session, self._shown),
            scores_before(self._shown, self._convention) if self.can_be_painted else None,
            self._convention,
        )

    def _describe(self) -> None:
        """Tell screen readers, to which the picture says nothing, what is selected."""
        step = self._session.step
        if step.array == self._stage.name and self._shown.is_aligned:
            text = self.sentence(step)
        else:
            text = f"{self._grid.rows} × {self._grid.columns}, no cell selected"
        if text != self.accessibleDescription():
            self.setAccessibleDescription(text)
            if self.hasFocus():
                tell_selection(self)
