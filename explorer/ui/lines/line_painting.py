"""How a line is drawn: thin, in the colour and with the strokes of its role."""

from dataclasses import dataclass
from itertools import pairwise

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRegion

from explorer.app.connections import Connection
from explorer.model.places import Role
from explorer.ui.lines.line_route import Route
from explorer.ui.looks.look import Look
from explorer.ui.looks.theme import Theme
from explorer.ui.parts.mark_style import LINE_STYLES

_OPACITY, _HALO_OPACITY = 0.8, 0.6
_PIECES = 12
"""So many rectangles cover a curve: few enough to be quick, enough to leave out what is beside."""


@dataclass(frozen=True, slots=True)
class Line:
    """A line as it is drawn, and where its accent is while it moves."""

    connection: Connection
    route: Route
    accent: QPointF | None = None

    @property
    def role(self) -> Role:
        """The role whose colour it has."""
        return self.connection.role


def paint_line(painter: QPainter, look: Look, line: Line) -> None:
    """Draw a line on a paler one, so that it stands out on any colour; a dot at its end."""
    theme, path, width = look.theme, line.route.path, _width(look.em)
    pen = QPen(_faded(theme.card, _HALO_OPACITY), width + 2)
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.strokePath(path, pen)
    pen = QPen(_ink(theme, line.role), width, LINE_STYLES[line.role])
    pen.setCapStyle(Qt.PenCapStyle.FlatCap)
    painter.strokePath(path, pen)
    if line.accent is not None:
        _dot(painter, theme, line, line.accent, 2.2 * _dot_radius(look.em))
    else:
        _dot(painter, theme, line, line.route.points[-1], _dot_radius(look.em))


def covered(line: Line, em: int) -> QRegion:
    """What a line may touch, in few and small rectangles."""
    start, leaves, *_, enters, end = line.route.points
    path = line.route.path
    curve = [path.pointAtPercent(at / _PIECES) for at in range(_PIECES + 1)]
    pad = 3 * _dot_radius(em) + 2
    region = QRegion()
    pieces = [(start, leaves), *pairwise(curve), (enters, end)]
    if line.accent is not None:
        pieces.append((line.accent, line.accent))
    for one, other in pieces:
        rect = QRectF(one, other).normalized().adjusted(-pad, -pad, pad, pad)
        region += rect.toAlignedRect()
    return region


def _dot(painter: QPainter, theme: Theme, line: Line, at: QPointF, radius: float) -> None:
    painter.setPen(QPen(_faded(theme.card, 1.0), 1.0))
    painter.setBrush(QColor(theme.roles[line.role]))
    painter.drawEllipse(at, radius, radius)


def _ink(theme: Theme, role: Role) -> QColor:
    return _faded(theme.roles[role], _OPACITY)


def _faded(colour: str, opacity: float) -> QColor:
    faded = QColor(colour)
    faded.setAlphaF(opacity)
    return faded


def _width(em: int) -> float:
    return max(1.5, em / 11)


def _dot_radius(em: int) -> float:
    return max(2.0, em / 7)
