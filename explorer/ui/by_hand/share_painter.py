"""Paints the rows of shares: one colour a neighbour, handles between them, and the mark of 1."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QPainter, QPen

from explorer.model.places import Role
from explorer.model.shares import neighbours
from explorer.ui.looks.colours import ink_on, mixed
from explorer.ui.looks.look import Look
from explorer.ui.looks.theme import Theme

if TYPE_CHECKING:
    from explorer.ui.by_hand.share_bars import ShareBars
    from explorer.ui.by_hand.share_geometry import ShareBar

SMALL = 0.85
_TINTS = (0.16, 0.34)
_Align = Qt.AlignmentFlag
_BESIDE = _Align.AlignLeft | _Align.AlignVCenter


class SharePainter:
    """One painting of the bars."""

    def __init__(self, painter: QPainter, look: Look, bars: "ShareBars") -> None:
        self._painter = painter
        self._look = look
        self._bars = bars
        self._em = look.em
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)

    def paint(self) -> None:
        """Paint every row."""
        for row in self._bars.rows:
            self._name(row)
            bar = self._bars.bar(row)
            if bar is None:
                self._instead(row)
            else:
                self._bar(row, bar)
            self._sum(row)

    def _name(self, row: int) -> None:
        is_chosen = row == self._bars.chosen[0]
        self._painter.setFont(self._look.font(0.9, bold=is_chosen and self._bars.hasFocus()))
        self._painter.setPen(QColor(self._theme.text if is_chosen else self._theme.muted))
        room = self._bars.name_rect(row)
        metrics = QFontMetricsF(self._painter.font())
        name = self._bars.row_name(row)
        text = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room.width())
        self._painter.drawText(room, int(_BESIDE), text)

    def _sum(self, row: int) -> None:
        self._painter.setFont(self._look.font(0.9))
        is_one = self._bars.sums_to_one(row)
        self._painter.setPen(QColor(self._theme.muted if is_one else self._theme.text))
        self._painter.drawText(
            self._bars.sum_rect(row), int(_BESIDE), "\n".join(self._bars.sum_lines(row))
        )

    def _instead(self, row: int) -> None:
        """Say why there is no bar."""
        room = self._bars.bar_rect(row)
        self._painter.setPen(QPen(QColor(self._theme.blocked), 1, Qt.PenStyle.DashLine))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRect(room)
        self._painter.setFont(self._look.font(SMALL))
        self._painter.setPen(QColor(self._theme.text))
        inner = room.adjusted(4, 0, -4, 0)
        flags = int(_Align.AlignCenter) | int(Qt.TextFlag.TextWordWrap)
        self._painter.drawText(inner, flags, self._bars.reason(row))

    def _bar(self, row: int, bar: "ShareBar") -> None:
        room = self._bars.bar_rect(row)
        self._rest(room)
        locked = self._bars.locked_in(row)
        for source in range(len(bar.weights)):
            left, right = bar.span(source)
            segment = QRectF(left, room.top(), right - left, room.height())
            self._segment(segment, row, source, source in locked)
        self._mark_one(bar, room)
        if row == self._bars.chosen[0]:
            self._ring(bar, room)
        if self._bars.can_move:
            for handle in range(len(bar.weights) - 1):
                if neighbours(len(bar.weights), handle, locked) is not None:
                    self._handle(bar.handle(handle), room)

    def _rest(self, room: QRectF) -> None:
        """What is missing to 1 shows as an empty, dashed rest of the bar."""
        self._painter.setPen(QPen(QColor(self._theme.blocked), 1, Qt.PenStyle.DashLine))
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.drawRect(room.adjusted(0.5, 0.5, -0.5, -0.5))

    def _segment(self, segment: QRectF, row: int, source: int, is_locked: bool) -> None:
        background = mixed(self._theme.card, self._theme.roles[Role.RESULT], _TINTS[source % 2])
        self._painter.setPen(QPen(QColor(self._theme.roles[Role.RESULT]), 1))
        self._painter.setBrush(QColor(background))
        self._painter.drawRect(segment)
        if is_locked:
            line = QColor(mixed(background, self._theme.text, 0.35))
            self._painter.fillRect(segment, QBrush(line, Qt.BrushStyle.BDiagPattern))
        self._words(segment, self._bars.share_lines(row, source), background, is_locked)

    def _words(
        self, segment: QRectF, lines: tuple[str, str], background: str, is_locked: bool
    ) -> None:
        """Name and weight, or the weight alone, as far as they fit."""
        self._painter.setFont(self._look.font(SMALL))
        metrics = QFontMetricsF(self._painter.font())
        room = segment.width() - 0.6 * self._em
        name, weight = lines
        if metrics.horizontalAdvance(weight) > room:
            return
        elided = metrics.elidedText(name, Qt.TextElideMode.ElideRight, room)
        texts = [elided, weight] if len(elided) > 1 else [weight]
        height = min(metrics.height(), segment.height() / 2)
        top = segment.center().y() - height * len(texts) / 2
        for text in texts:
            rect = QRectF(segment.left(), top, segment.width(), height)
            if is_locked:
                plate = QRectF(0, 0, metrics.horizontalAdvance(text) + 4, height)
                plate.moveCenter(rect.center())
                self._painter.fillRect(plate, QColor(background))
            self._painter.setPen(QColor(ink_on(background)))
            self._painter.drawText(rect, int(_Align.AlignCenter), text)
            top += height

    def _mark_one(self, bar: "ShareBar", room: QRectF) -> None:
        """A line at 1 where the weights go beyond it."""
        if bar.whole > 1 + 1e-9:
            x, beyond = bar.x(1.0), 0.2 * self._em
            self._painter.setPen(QPen(QColor(self._theme.text), max(2, self._em / 8)))
            self._painter.drawLine(
                QPointF(x, room.top() - beyond), QPointF(x, room.bottom() + beyond)
            )

    def _handle(self, x: float, room: QRectF) -> None:
        grip = QRectF(0, 0, max(3.0, 0.22 * self._em), 0.5 * room.height())
        grip.moveCenter(QPointF(x, room.center().y()))
        self._painter.setPen(QPen(QColor(self._theme.card), 1))
        self._painter.setBrush(QColor(self._theme.text))
        self._painter.drawRoundedRect(grip, grip.width() / 2, grip.width() / 2)

    def _ring(self, bar: "ShareBar", room: QRectF) -> None:
        """Round the chosen share: thick while keys reach it."""
        left, right = bar.span(self._bars.chosen[1])
        width = max(2, self._em / 8) if self._bars.hasFocus() else 1
        ring = QRectF(left, room.top(), right - left, room.height())
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        self._painter.setPen(QPen(QColor(self._theme.accent), width))
        self._painter.drawRect(ring.adjusted(1, -1, -1, 1) if ring.width() > 4 else ring)

    @property
    def _theme(self) -> Theme:
        return self._look.theme
