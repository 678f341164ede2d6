"""The bar below the steps: where in the walk one is, and where each stage begins."""

from PySide6.QtCore import QEvent, QPointF, QRectF, QSize, Qt
from PySide6.QtGui import (
    QColor,
    QHelpEvent,
    QKeyEvent,
    QMouseEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QPolygonF,
)
from PySide6.QtWidgets import QSizePolicy, QSlider, QToolTip

from explorer.app.breakpoints import Breakpoints
from explorer.app.session import Session
from explorer.model.stages import Stage
from explorer.model.step_wording import step_position_words
from explorer.ui.looks.look import Look
from explorer.ui.parts.slider_picture import draw_knob, draw_line
from explorer.ui.parts.text import literal

MARK_KEY = Qt.Key.Key_B


class ScrubBar(QSlider):
    """A slider over all steps, with a tick at the first step of every stage.

    A click above a tick, or B, marks the stage: playing pauses there. All other keys are those of
    the walk, which the panel around the bar knows.
    """

    def __init__(self, session: Session, look: Look, breakpoints: Breakpoints) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setObjectName("scrubBar")
        self.setAccessibleName("Step of the walk")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setMouseTracking(True)
        self._session = session
        self._look = look
        self._breakpoints = breakpoints
        self._is_scrubbing = False
        self._drawn: tuple[object, ...] = ()
        self._follow()
        self.valueChanged.connect(self._go)
        session.changed.connect(self._follow)
        session.step_changed.connect(self._follow)
        breakpoints.changed.connect(self._follow)
        look.changed.connect(self.updateGeometry)
        look.preferences.convention_changed.connect(self._follow)

    @property
    def ticks(self) -> tuple[int, ...]:
        """The steps that are marked: the first of each stage."""
        return self._session.walk.stage_starts

    def sizeHint(self) -> QSize:
        return QSize(12 * self._look.em, round(1.9 * self._look.em))

    def minimumSizeHint(self) -> QSize:
        return QSize(6 * self._look.em, round(1.9 * self._look.em))

    def x_of(self, step: int) -> float:
        """The middle of the handle at the given step."""
        share = step / self.maximum() if self.maximum() else 0.0
        return self._inset + share * (self.width() - 2 * self._inset)

    def mark_position(self, stage: str) -> QPointF:
        """Where the mark of a stage is drawn, and a click makes it."""
        names = [each.name for each in self._session.trace.stages]
        return QPointF(self.x_of(self.ticks[names.index(stage)]), self._strip / 2)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, em = self._look.theme, self._look.em
        middle = self._middle
        start, here, end = (
            QPointF(self.x_of(step), middle) for step in (0, self.value(), self.maximum())
        )
        draw_line(painter, self._look, start, here, end)
        for stage, tick in zip(self._session.trace.stages, self.ticks, strict=True):
            x = self.x_of(tick)
            painter.setPen(QPen(QColor(theme.muted), max(1.5, em / 9)))
            painter.drawLine(QPointF(x, middle - em * 0.4), QPointF(x, middle + em * 0.4))
            if stage.name in self._breakpoints:
                self._mark(painter, x)
        draw_knob(painter, self._look, here, QRectF(self.rect()) if self.hasFocus() else None)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == MARK_KEY and event.modifiers() == Qt.KeyboardModifier.NoModifier:
            self._breakpoints.toggle(self._session.stage.name)
        else:
            event.ignore()

    def mousePressEvent(self, event: QMouseEvent) -> None:
        stage = self._stage_at(event.position())
        self._is_scrubbing = stage is None
        if stage is None:
            self._scrub(event)
        elif event.button() == Qt.MouseButton.LeftButton:
            self._breakpoints.toggle(stage.name)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        if event.buttons() and self._is_scrubbing:
            self._scrub(event)
        over_tick = self._stage_at(event.position()) is not None and not event.buttons()
        hand, arrow = Qt.CursorShape.PointingHandCursor, Qt.CursorShape.ArrowCursor
        self.setCursor(hand if over_tick else arrow)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), literal(self.tip_at(QPointF(event.pos()))), self)
            return True
        return super().event(event)

    def tip_at(self, point: QPointF) -> str:
        """What a click there does."""
        stage = self._stage_at(point)
        if stage is None:
            return "Go to a step; a click above a tick makes playing pause there"
        pauses = stage.name in self._breakpoints
        return f"{stage.action}: {'do not pause' if pauses else 'pause'} here while playing"

    @property
    def _inset(self) -> float:
        return self._look.em * 0.6

    @property
    def _strip(self) -> float:
        """The height of the strip above the line in which marks stand."""
        return self._look.em * 0.7

    @property
    def _middle(self) -> float:
        return (self.height() + self._strip * 0.7) / 2

    def _stage_at(self, point: QPointF) -> Stage | None:
        """The stage whose tick is below a point of the strip of marks."""
        if point.y() > self._strip:
            return None
        near = self._look.em * 0.6
        distances = [abs(self.x_of(tick) - point.x()) for tick in self.ticks]
        closest = min(range(len(distances)), key=distances.__getitem__)
        return self._session.trace.stages[closest] if distances[closest] <= near else None

    def _mark(self, painter: QPainter, x: float) -> None:
        """A triangle that points at the tick."""
        side, bottom = self._look.em * 0.32, self._strip
        top = bottom - 1.6 * side
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._look.theme.text))
        corners = [QPointF(x - side, top), QPointF(x + side, top), QPointF(x, bottom)]
        painter.drawPolygon(QPolygonF(corners))

    def _scrub(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            share = (event.position().x() - self._inset) / (self.width() - 2 * self._inset)
            self.setValue(round(share * self.maximum()))

    def _go(self, value: int) -> None:
        if self._session.settle():
            self._session.go_to_position(value)
        self._follow()

    def _follow(self) -> None:
        session = self._session
        self.blockSignals(True)
        self.setRange(0, len(session.walk) - 1)
        self.setValue(session.position)
        self.blockSignals(False)
        words = step_position_words(
            session.scenario, session.trace, session.granularity, session.step, session.term
        )
        marked = [s.action.lower() for s in session.trace.stages if s.name in self._breakpoints]
        pauses = f"; playing pauses at {', '.join(marked)}" if marked else ""
        self.setAccessibleDescription(self._look.words(words + pauses))
        drawn = self.value(), self.maximum(), self.ticks, tuple(marked)
        if drawn != self._drawn:
            self._drawn = drawn
            self.update()
