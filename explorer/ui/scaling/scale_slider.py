"""The slider of the scale: from dividing scores to making them ten times as large."""

from PySide6.QtCore import QPointF, QRectF, QSignalBlocker, QSize, Qt
from PySide6.QtGui import QColor, QKeyEvent, QMouseEvent, QPainter, QPaintEvent, QPen, QWheelEvent
from PySide6.QtWidgets import QSizePolicy, QSlider, QStyle, QWidget

from explorer.app.edits import set_scale
from explorer.app.gesture import Gesture
from explorer.app.scale_track import ScaleTrack
from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.parts.slider_picture import draw_knob, draw_line

_LABEL_SCALE = 0.8


class ScaleSlider(QSlider):
    """Changes the scale while it moves; a drag, or a key held down, is one undo entry.

    It stops at 1/√d and at 1; Esc takes a movement back.
    """

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(Qt.Orientation.Horizontal)
        self.setObjectName("scaleSlider")
        self.setAccessibleName("Factor of the scale")
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setPageStep(10)
        self._session = session
        self._look = look
        self._gesture: Gesture | None = None
        self.valueChanged.connect(self._moved)
        session.changed.connect(self._follow)
        look.changed.connect(self.updateGeometry)
        self._follow()

    @property
    def track(self) -> ScaleTrack:
        """The factors it goes through; for at least one component where there are no queries."""
        return ScaleTrack(max(self._session.scenario.inputs.d, 1))

    def x_of(self, position: int) -> float:
        """The middle of the knob at a position."""
        knob = self.style().pixelMetric(QStyle.PixelMetric.PM_SliderLength, None, self)
        way = QStyle.sliderPositionFromValue(0, self.maximum(), position, self.width() - knob)
        return way + knob / 2

    def sizeHint(self) -> QSize:
        return QSize(
            12 * self._look.em, max(super().sizeHint().height(), round(1.4 * self._look.em))
        )

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        middle = self.height() / 2
        start, here, end = (
            QPointF(self.x_of(position), middle) for position in (0, self.value(), self.maximum())
        )
        draw_line(painter, self._look, start, here, end)
        draw_knob(painter, self._look, here, QRectF(self.rect()) if self.hasFocus() else None)

    def minimumSizeHint(self) -> QSize:
        return QSize(8 * self._look.em, self.sizeHint().height())

    def mousePressEvent(self, event: QMouseEvent) -> None:
        self._begin()
        super().mousePressEvent(event)

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        self._end()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape and self._gesture is not None:
            self._gesture.cancel()
            self.setSliderDown(False)
            self._end()
            return
        if not event.isAutoRepeat():
            self._begin()
        super().keyPressEvent(event)

    def keyReleaseEvent(self, event: QKeyEvent) -> None:
        super().keyReleaseEvent(event)
        if not event.isAutoRepeat() and not self.isSliderDown():
            self._end()

    def wheelEvent(self, event: QWheelEvent) -> None:
        """The wheel scrolls the panel around it."""
        event.ignore()

    def _begin(self) -> None:
        """What moves from now on belongs together, unless an open cell editor stays open."""
        settled = self._session.settle()
        self._gesture = self._session.gesture(may_lag=True) if settled else None

    def _end(self) -> None:
        self._gesture = None
        self._follow()

    def _moved(self, position: int) -> None:
        if self._gesture is None:
            self._follow()
            return
        track = self.track
        if self.isSliderDown():
            position = track.drawn_to_stop(position)
        self._gesture.edit(set_scale, track.scale(position))

    def _follow(self) -> None:
        """Stand where the scale is or will be, unless it is the slider that moves it."""
        if self._gesture is not None and self._gesture.is_landing:
            return
        if self._gesture is not None and self.isSliderDown():  # someone else ended the movement
            self._gesture = None
        with QSignalBlocker(self):
            self.setRange(0, self.track.last)
            self.setValue(self.track.position(self._session.pending.newest.scale))


class ScaleStops(QWidget):
    """Names the usual scales, below the slider, where they are on it."""

    def __init__(self, slider: ScaleSlider, session: Session, look: Look) -> None:
        super().__init__()
        self._slider = slider
        self._look = look
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        session.changed.connect(self.update)
        look.changed.connect(self.updateGeometry)

    def sizeHint(self) -> QSize:
        return QSize(12 * self._look.em, round(1.3 * self._look.em))

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._look.font(_LABEL_SCALE))
        painter.setPen(QPen(QColor(self._look.theme.muted), 1))
        track = self._slider.track
        stops = {track.position(1 / track.d): "÷ d", track.unscaled_stop: "× 1"}
        stops[track.root_stop] = "÷ √d"
        right = 0.0
        for position in sorted(stops):
            right = self._mark(painter, self._slider.x_of(position), stops[position], right)

    def _mark(self, painter: QPainter, x: float, text: str, free_from: float) -> float:
        """A line with words below it, where they are free to stand; how far to the right."""
        painter.drawLine(round(x), 0, round(x), self._look.em // 4)
        width = painter.fontMetrics().horizontalAdvance(text)
        left = min(max(x - width / 2, 0.0), self.width() - width)
        if left < free_from:
            return free_from
        top = self._look.em // 4
        room = QRectF(left, top, width + 1, self.height() - top)
        painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)
        return left + width + self._look.em / 3
