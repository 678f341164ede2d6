"""Painting the plane: axes, arrows, the shadow of the key on the query, names."""

import math

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QFontMetricsF, QPainter, QPen, QPolygonF

from explorer.model.number_format import format_number
from explorer.model.places import Role
from explorer.model.plane import Arrow, shadow, tick_step
from explorer.ui.looks.colours import mixed
from explorer.ui.looks.look import Look
from explorer.ui.parts.mark_style import LINE_STYLES
from explorer.ui.plane.plane_content import PlaneContent
from explorer.ui.plane.plane_geometry import Label, LabelPlacer, PlacedLabel, PlaneGeometry

SMALL = 0.85
_SAMPLES = 10
"""Points along an arrow that names keep off."""
_ROLES = {"query": Role.QUERY, "key": Role.KEY}


class PlanePainter:
    """One painting of the plane."""

    def __init__(
        self,
        painter: QPainter,
        look: Look,
        geometry: PlaneGeometry,
        content: PlaneContent,
        has_focus: bool,
    ) -> None:
        self._painter = painter
        self._look = look
        self._theme = look.theme
        self._em = look.em
        self._geometry = geometry
        self._content = content
        self._has_focus = has_focus
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setFont(look.font(SMALL))

    def paint(self) -> None:
        """Everything, from the back to the front."""
        self._grid()
        self._shadow()
        current = self._content.current
        back_to_front = sorted(
            self._content.arrows, key=lambda one: (one.array == "key", one in current)
        )
        for arrow in back_to_front:  # keys are dashed: a query below one shows through
            self._arrow(arrow, arrow in current)
        self._ring(self._content.chosen)
        for arrow, label in placed_labels(self._look, self._geometry, self._content):
            self._name(arrow, label, arrow in current)

    def _grid(self) -> None:
        geometry, theme = self._geometry, self._theme
        faint = QPen(QColor(mixed(theme.card, theme.text, 0.12)), 1)
        step = tick_step(geometry.reach)
        longest = max(geometry.width, geometry.height) / 2 / geometry.unit * geometry.reach
        if not math.isfinite(longest):  # beyond the largest numbers there is nothing to mark
            return
        for index in range(1, math.floor(longest / step) + 1):
            for value in (index * step, -index * step):
                at = geometry.on_screen((value, value))
                self._painter.setPen(faint)
                self._painter.drawLine(QPointF(at.x(), 0), QPointF(at.x(), geometry.height))
                self._painter.drawLine(QPointF(0, at.y()), QPointF(geometry.width, at.y()))
        self._axes(step, longest)

    def _axes(self, step: float, longest: float) -> None:
        geometry, painter = self._geometry, self._painter
        centre = geometry.on_screen((0, 0))
        painter.setPen(QPen(QColor(self._theme.blocked), max(1, self._em / 14)))
        painter.drawLine(QPointF(0, centre.y()), QPointF(geometry.width, centre.y()))
        painter.drawLine(QPointF(centre.x(), 0), QPointF(centre.x(), geometry.height))
        painter.setPen(QColor(self._theme.muted))
        for rect, text in tick_labels(self._look, geometry, step, longest):
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
        for rect, text in axis_titles(self._look, geometry):
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)

    def _shadow(self) -> None:
        """A line from the tip of the key at a right angle to the query, and how far it reaches."""
        pair = self._content.pair
        foot = None if pair is None else shadow(pair[0].tip, pair[1].tip)
        if pair is None or foot is None:
            return
        theme, painter, geometry = self._theme, self._painter, self._geometry
        end, tip = geometry.on_screen(foot), geometry.on_screen(pair[1].tip)
        wide = QPen(QColor(mixed(theme.card, theme.roles[Role.RESULT], 0.35)), 0.6 * self._em)
        wide.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(wide)
        painter.drawLine(geometry.on_screen((0, 0)), end)
        thin = QPen(QColor(theme.roles[Role.RESULT]), max(1, self._em / 12), Qt.PenStyle.DotLine)
        painter.setPen(thin)
        painter.drawLine(tip, end)

    def _arrow(self, arrow: Arrow, is_current: bool) -> None:
        role = _ROLES[arrow.array]
        width = max(2.0, self._em / 5) if is_current else max(1.0, self._em / 12)
        width *= 1 if role is Role.QUERY else 0.75
        colour = QColor(self._theme.roles[role])
        start = self._geometry.on_screen((0, 0))
        tip = self._geometry.on_screen(arrow.tip)
        length = math.hypot(tip.x() - start.x(), tip.y() - start.y())
        head = min(0.5 * self._em + 1.6 * width, max(length, 1.0))
        painter = self._painter
        if length < 1:
            self._dot(tip, colour)
            return
        back = QPointF((start.x() - tip.x()) / length, (start.y() - tip.y()) / length)
        pen = QPen(colour, width, LINE_STYLES[role])
        pen.setCapStyle(Qt.PenCapStyle.FlatCap)
        painter.setPen(pen)
        painter.drawLine(start, tip + back * (0.8 * head))
        across = QPointF(-back.y(), back.x()) * (0.42 * head)
        base = tip + back * head
        painter.setPen(QPen(colour, max(1.0, self._em / 14)))
        painter.setBrush(colour if role is Role.QUERY else QColor(self._theme.card))
        painter.drawPolygon(QPolygonF([tip, base + across, base - across]))

    def _dot(self, at: QPointF, colour: QColor) -> None:
        self._painter.setPen(Qt.PenStyle.NoPen)
        self._painter.setBrush(colour)
        self._painter.drawEllipse(at, 0.25 * self._em, 0.25 * self._em)

    def _ring(self, arrow: Arrow) -> None:
        """Around the tip of the chosen arrow; thicker where keys move it."""
        width = max(1.5, self._em / (7 if self._has_focus else 14))
        self._painter.setPen(QPen(QColor(self._theme.accent), width))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawEllipse(self._geometry.on_screen(arrow.tip), *[0.55 * self._em] * 2)

    def _name(self, arrow: Arrow, label: PlacedLabel, is_current: bool) -> None:
        painter = self._painter
        painter.setFont(self._look.font(SMALL, bold=is_current))
        painter.fillRect(label.rect, QColor(self._theme.card))
        painter.setPen(QColor(self._theme.roles[_ROLES[arrow.array]]))
        painter.drawText(label.rect, Qt.AlignmentFlag.AlignCenter, label.text)


def tick_labels(
    look: Look, geometry: PlaneGeometry, step: float, longest: float
) -> list[tuple[QRectF, str]]:
    """The numbers along both axes that have room."""
    metrics = QFontMetricsF(look.font(SMALL))
    centre, line = geometry.on_screen((0, 0)), 1.05 * look.em
    labels = []
    for index in range(1, math.floor(longest / step) + 1):
        for value in (index * step, -index * step):
            text = format_number(value)
            width = metrics.horizontalAdvance(text) + 2
            at = geometry.on_screen((value, value))
            labels.append((QRectF(at.x() - width / 2, centre.y() + 2, width, line), text))
            left = QRectF(centre.x() - width - 3, at.y() - line / 2, width, line)
            labels.append((left, text))
    whole = QRectF(0, 0, geometry.width, geometry.height)
    return [(rect, text) for rect, text in labels if whole.contains(rect)]


def axis_titles(look: Look, geometry: PlaneGeometry) -> list[tuple[QRectF, str]]:
    """What the axes stand for, in corners, where names rarely need the room."""
    metrics, line = QFontMetricsF(look.font(SMALL)), 1.1 * look.em
    width = metrics.horizontalAdvance("component 1 →") + 4
    across = QRectF(geometry.width - width, geometry.height - line, width, line)
    return [(across, "component 1 →"), (QRectF(0, 0, width, line), "component 2 ↑")]


def placed_labels(
    look: Look, geometry: PlaneGeometry, content: PlaneContent
) -> list[tuple[Arrow, PlacedLabel]]:
    """The names beside the tips that have room, the current query and key first."""
    metrics = QFontMetricsF(look.font(SMALL, bold=True))
    current = content.current
    others = [arrow for arrow in content.arrows if arrow not in current]
    placer = _placer(look, geometry, content)
    placed = []
    for arrow in (*current, *others):
        texts = content.label(arrow), content.symbol(arrow)
        sizes = [QSizeF(metrics.horizontalAdvance(text) + 4, 1.05 * look.em) for text in texts]
        label = Label(geometry.on_screen(arrow.tip), *texts, must_show=arrow in current)
        where = placer.place(label, sizes, arrow.tip)
        if where is not None:
            placed.append((arrow, where))
    return placed


def _placer(look: Look, geometry: PlaneGeometry, content: PlaneContent) -> LabelPlacer:
    """Names stay off the tips and the titles, and off the lines where that is possible."""
    room = QRectF(1, 1, geometry.width - 2, geometry.height - 2)
    placer = LabelPlacer(room, 0.5 * look.em)
    for rect, _ in axis_titles(look, geometry):
        placer.keep_free(rect)
    for arrow in content.arrows:
        placer.keep_free(_spot(geometry.on_screen(arrow.tip), 0.5 * look.em))
        for part in range(_SAMPLES):
            along = part / _SAMPLES
            point = (arrow.tip[0] * along, arrow.tip[1] * along)
            placer.avoid(_spot(geometry.on_screen(point), 0.4 * look.em))
    return placer


def _spot(centre: QPointF, side: float) -> QRectF:
    rect = QRectF(0, 0, side, side)
    rect.moveCenter(centre)
    return rect
