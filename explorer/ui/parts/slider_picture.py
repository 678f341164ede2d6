"""How sliders are drawn: a line that is full up to the knob, and a knob that stands out."""

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen

from explorer.ui.looks.look import Look


def draw_line(painter: QPainter, look: Look, start: QPointF, here: QPointF, end: QPointF) -> None:
    """The way of the knob, the part it has gone in the accent."""
    thickness = max(3.0, look.em / 4.5)
    ways = ((here, end, look.theme.blocked), (start, here, look.theme.accent))
    for first, last, colour in ways:
        pen = QPen(QColor(colour), thickness)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        painter.drawLine(first, last)


def draw_knob(painter: QPainter, look: Look, centre: QPointF, ring: QRectF | None) -> None:
    """The knob, and round the slider a ring while keys move it."""
    radius = look.em * 0.42
    painter.setPen(Qt.PenStyle.NoPen)
    painter.setBrush(QColor(look.theme.accent))
    painter.drawEllipse(centre, radius, radius)
    if ring is not None:
        painter.setPen(QPen(QColor(look.theme.text), max(1.5, look.em / 10)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        painter.drawRoundedRect(ring.adjusted(1, 1, -1, -1), 4, 4)
