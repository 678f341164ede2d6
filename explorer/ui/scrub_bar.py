"""The bar below the steps: where in the walk one is, and where each stage begins."""

from PySide6.QtCore import QPointF, QRectF, QSize, Qt
from PySide6.QtGui import QColor, QMouseEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QSlider

from explorer.app.session import Session
from explorer.model.wording import position_words
from explorer.ui.look import Look


class ScrubBar(QSlider):
    """A slider over all steps, with a tick at the first step of every stage.

    Arrow keys go step by step, the page keys reader by reader, Home and End to the ends.
    """

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setObjectName("scrubBar")
        self.setAccessibleName("Step of the walk")
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self._session = session
        self._look = look
        self._follow()
        self.valueChanged.connect(self._go)
        session.changed.connect(self._follow)
        session.step_changed.connect(self._follow)
        look.changed.connect(self.updateGeometry)

    @property
    def ticks(self) -> tuple[int, ...]:
        """The steps that are marked: the first of each stage."""
        return self._session.walk.stage_starts

    def sizeHint(self) -> QSize:
        return QSize(12 * self._look.em, round(1.5 * self._look.em))

    def minimumSizeHint(self) -> QSize:
        return QSize(6 * self._look.em, round(1.5 * self._look.em))

    def x_of(self, step: int) -> float:
        """The middle of the handle at the given step."""
        share = step / self.maximum() if self.maximum() else 0.0
        return self._inset + share * (self.width() - 2 * self._inset)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, em = self._look.theme, self._look.em
        middle, here = self.height() / 2, self.x_of(self.value())
        thickness = max(3.0, em / 4.5)
        self._line(painter, here, self.x_of(self.maximum()), QPen(QColor(theme.blocked), thickness))
        self._line(painter, self.x_of(0), here, QPen(QColor(theme.accent), thickness))
        painter.setPen(QPen(QColor(theme.muted), max(1.5, em / 9)))
        for tick in self.ticks:
            x = self.x_of(tick)
            painter.drawLine(QPointF(x, middle - em * 0.4), QPointF(x, middle + em * 0.4))
        self._handle(painter, QPointF(here, middle))

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._scrub(event)

    def mouseMoveEvent(self, event: QMouseEvent) -> None:
        self._scrub(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        event.accept()

    @property
    def _inset(self) -> float:
        return self._look.em * 0.6

    def _line(self, painter: QPainter, start: float, end: float, pen: QPen) -> None:
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(QPointF(start, self.height() / 2), QPointF(end, self.height() / 2))

    def _handle(self, painter: QPainter, centre: QPointF) -> None:
        theme, radius = self._look.theme, self._look.em * 0.42
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(theme.accent))
        painter.drawEllipse(centre, radius, radius)
        if self.hasFocus():
            painter.setPen(QPen(QColor(theme.text), max(1.5, self._look.em / 10)))
            painter.setBrush(Qt.BrushStyle.NoBrush)
            ring = QRectF(self.rect()).adjusted(1, 1, -1, -1)
            painter.drawRoundedRect(ring, 4, 4)

    def _scrub(self, event: QMouseEvent) -> None:
        if event.buttons() & Qt.MouseButton.LeftButton:
            share = (event.position().x() - self._inset) / (self.width() - 2 * self._inset)
            self.setValue(round(share * self.maximum()))

    def _go(self, value: int) -> None:
        if self._session.settle():
            self._session.go_to(self._session.walk[value].place)
        self._follow()

    def _follow(self) -> None:
        session = self._session
        walk, trace, place = session.walk, session.trace, session.step
        self.blockSignals(True)
        self.setRange(0, len(walk) - 1)
        self.setPageStep(int(trace.arrays[place.array].shape[1]))
        self.setValue(walk.position(place))
        self.blockSignals(False)
        self.setAccessibleDescription(position_words(session.scenario, trace, place))
        self.update()
