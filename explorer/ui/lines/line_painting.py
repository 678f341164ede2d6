"""How a line is drawn: thin, in the colour and with the strokes of its role."""

from dataclasses import dataclass
from itertools import pairwise
from typing import TypeAlias

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPainterPath, QPen

from explorer.app.connections import Connection
from explorer.model.places import Role
from explorer.ui.lines.line_route import Route
from explorer.ui.looks.look import Look
from explorer.ui.looks.theme import Theme
from explorer.ui.parts.mark_style import LINE_STYLES

_OPACITY, _HALO_OPACITY = 0.8, 0.6
_PIECES = 12
"""So many rectangles cover a curve: few enough to be quick, enough to leave out what is beside."""

Piece: TypeAlias = tuple[int, int, int, int]


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
    """Draw a line on a paler one, so that it stands out on any colour; a dot at its end.

    Its strokes are counted from the end: there they stay while its beginning moves.
    """
    theme, path, width = look.theme, line.route.path.toReversed(), _width(look.em)
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


def pieces(line: Line, em: int) -> set[Piece]:
    """What a line may touch, in few and small rectangles: x, y, width and height of each."""
    start, leaves, first, second, enters, end = line.route.points
    turn = QPainterPath(leaves)
    turn.cubicTo(first, second, enters)
    curve = [turn.pointAtPercent(at / _PIECES) for at in range(_PIECES + 1)]
    dot = end if line.accent is None else line.accent
    pad = 3 * _dot_radius(em) + 2
    found: set[Piece] = set()
    for one, other in ((start, leaves), *pairwise(curve), (enters, end), (dot, dot)):
        rect = QRectF(one, other).normalized().adjusted(-pad, -pad, pad, pad).toAlignedRect()
        found.add((rect.x(), rect.y(), rect.width(), rect.height()))
    return found


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
