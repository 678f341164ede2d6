"""Under an output: what each source contributed, as one stacked bar around zero."""

from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen

from explorer.app.session import Session
from explorer.model.contributions import Contributions
from explorer.model.gathering import Part, gathered
from explorer.model.number_format import equals_sign, exact_text
from explorer.model.places import Axis, Role
from explorer.ui.looks.colours import ink_on, mixed
from explorer.ui.looks.look import Look
from explorer.ui.walk.contribution_panel import (
    SMALL,
    ContributionCanvas,
    ContributionPanel,
    Shown,
    fill,
)

_BAR, _LINE = 2.5, 1.05
"""Heights of the bar and of a line of labels, in em."""
_NARROWEST = 1.5
"""Sources with less room than this, in em, are put together."""
_INSET = 0.3
"""Room for the pointer at the sum where that is at an edge, in em."""
_SHORTEST_NAME = 2.2
_FAINT, _LESS_FAINT = 0.16, 0.3


@dataclass(frozen=True, slots=True, eq=False)
class Segment:
    """One piece of the bar: where it stands, in pixels of the canvas, and what it shows."""

    part: Part
    rect: QRectF
    name: str
    amount: float

    @property
    def is_group(self) -> bool:
        """Whether it stands for several sources."""
        return len(self.part.indexes) > 1


class ContributionsBar(ContributionPanel):
    """What each source contributed to an output: weight × value, one segment a source."""

    def __init__(self, session: Session, look: Look) -> None:
        self._stack = _Stack(look)
        super().__init__(session, look, self._stack)
        self.setObjectName("contributionsBar")

    def applies(self, parts: Contributions) -> bool:
        return parts.axis is Axis.SOURCES

    def title(self, shown: Shown) -> str:
        return "What each source contributed"

    @property
    def segments(self) -> list[Segment]:
        """The pieces: those above zero from it to the right, then those below it to the left."""
        return self._stack.segments

    def segment_rect(self, source: int) -> QRectF:
        """Where the segment of a source stands, in pixels of the canvas; its width is its size."""
        return next(one.rect for one in self.segments if source in one.part.indexes)

    @property
    def zero(self) -> float:
        """Where zero is, in pixels of the canvas."""
        return self._stack.zero

    @property
    def total(self) -> float:
        """Where the sum of all contributions is, in pixels of the canvas."""
        return self._stack.total

    def text_in(self, segment: Segment) -> list[str]:
        """The lines written into a segment: name and value, the value alone, or nothing."""
        return self._stack.lines(segment)


class _Stack(ContributionCanvas):
    """The bar with a line at zero, and the sum marked below it."""

    height_in_em = _BAR + _LINE + 0.45

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.segments: list[Segment] = []
        self.zero = self.total = 1.0

    def arrange(self) -> None:
        shown, inset = self.shown, _INSET * self._look.em
        room = self.width() - 2 * inset
        self.segments = []
        self.zero = self.total = inset
        if shown is None or room <= 0:
            return
        parts = gathered(shown.parts.products, _NARROWEST * self._look.em / room)
        self.zero = inset - room * sum(part.share for part in parts if part.share < 0)
        ends = {True: self.zero, False: self.zero}
        for part in parts:
            start = ends[part.share > 0]
            end = ends[part.share > 0] = start + room * part.share
            self.segments.append(self._segment(shown, part, start, end))
        self.total = self.zero + room * sum(part.share for part in parts)

    def lines(self, segment: Segment) -> list[str]:
        """The lines written into a segment."""
        metrics, room = self._metrics(), segment.rect.width() - 0.2 * self._look.em
        value = self._look.number(segment.amount)
        if metrics.horizontalAdvance(value) > room:
            return []
        if metrics.horizontalAdvance(segment.name) <= room:
            return [segment.name, value]
        if segment.is_group:  # or the value would seem to be that of one source
            return [f"+{len(segment.part.indexes)}", value]
        if room < _SHORTEST_NAME * self._look.em:
            return [value]
        return [metrics.elidedText(segment.name, Qt.TextElideMode.ElideRight, room), value]

    def remark(self) -> str:
        if self.shown is None:
            return ""
        products = self.shown.parts.products
        nothing = int((products == 0).sum())
        together = sum(len(one.part.indexes) for one in self.segments if one.is_group)
        remarks = []
        if together:
            remarks.append(f"The {together} smallest are put together.")
        if 0 < nothing < len(products):
            verb = "source contributes" if nothing == 1 else "sources contribute"
            remarks.append(f"{nothing} {verb} 0.")
        return " ".join(remarks)

    def tip_at(self, position: QPointF) -> str:
        found = [one for one in self.segments if one.rect.contains(position)]
        if not found or self.shown is None:
            return ""
        segment = found[0]
        if segment.is_group:
            return f"{segment.name} together: {exact_text(segment.amount)}"
        return self.shown.sentence(segment.part.indexes[0])

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.shown is None:
            return
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        leaders = self.shown.parts.leaders
        for order, segment in enumerate(self.segments):
            leads = len(leaders) == 1 and segment.part.indexes == (leaders[0],)
            self._paint(painter, segment, self._background(order, leads))
        self._mark_zero_and_sum(painter)

    def background(self, order: int) -> str:
        """The quiet colour of a segment; neighbours differ."""
        theme = self._look.theme
        return mixed(theme.card, theme.roles[Role.VALUE], (_FAINT, _LESS_FAINT)[order % 2])

    def _background(self, order: int, leads: bool) -> str:
        return self._look.theme.roles[Role.VALUE] if leads else self.background(order)

    def _segment(self, shown: Shown, part: Part, start: float, end: float) -> Segment:
        left, right = sorted((start, end))
        rect = QRectF(left, 0.2 * self._look.em, right - left, _BAR * self._look.em)
        count = len(part.indexes)
        name = shown.name(part.indexes[0]) if count == 1 else f"{count} others"
        return Segment(part, rect, name, float(shown.parts.products[list(part.indexes)].sum()))

    def _paint(self, painter: QPainter, segment: Segment, background: str) -> None:
        theme, em = self._look.theme, self._look.em
        painter.save()
        ink = theme.roles[Role.VALUE]
        is_solid = background == ink
        fill(painter, background, theme.card if is_solid else ink, segment.part.share < 0)
        painter.setPen(QPen(QColor(ink), 1))
        painter.drawRect(segment.rect)
        painter.restore()
        lines = self.lines(segment)
        painter.setFont(self._look.font(SMALL))
        line, ink = _LINE * em, ink_on(background)
        top = segment.rect.center().y() - line * len(lines) / 2
        for text in lines:
            room = QRectF(segment.rect.left(), top, segment.rect.width(), line)
            if segment.part.share < 0:
                self._clear(painter, room, text, background)
            painter.setPen(QColor(ink))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, text)
            top += line

    def _clear(self, painter: QPainter, room: QRectF, text: str, background: str) -> None:
        """Take the hatching away where a text is going to stand."""
        plate = QRectF(0, 0, self._metrics().horizontalAdvance(text) + 4, room.height())
        plate.moveCenter(room.center())
        painter.fillRect(plate, QColor(background))

    def _mark_zero_and_sum(self, painter: QPainter) -> None:
        theme, em = self._look.theme, self._look.em
        bottom = (_BAR + 0.4) * em
        painter.setPen(QPen(QColor(theme.text), max(2, em // 9)))
        painter.drawLine(QPointF(self.zero, 0), QPointF(self.zero, bottom))
        accent = QColor(theme.roles[Role.RESULT])
        self._point_at(painter, self.total, accent)
        painter.setFont(self._look.font(SMALL, bold=True))
        painter.setPen(accent)
        sum_room = self._below(self.total, self._sum_text())
        painter.drawText(sum_room, Qt.AlignmentFlag.AlignCenter, self._sum_text())
        zero_room = self._below(self.zero, "0")
        if not zero_room.intersects(sum_room):
            painter.setFont(self._look.font(SMALL))
            painter.setPen(QColor(theme.muted))
            painter.drawText(zero_room, Qt.AlignmentFlag.AlignCenter, "0")

    def _point_at(self, painter: QPainter, x: float, colour: QColor) -> None:
        """A triangle below the bar that points up at `x`."""
        tip, side = (0.22 + _BAR) * self._look.em, 0.28 * self._look.em
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(colour)
        corners = (x, tip), (x - side, tip + side), (x + side, tip + side)
        painter.drawPolygon([QPointF(*corner) for corner in corners])

    def _sum_text(self) -> str:
        assert self.shown is not None  # paintEvent
        result = self.shown.trace.number(self.shown.parts.place)
        return f"sum {equals_sign(result, self._look.digits)} {self._look.number(result)}"

    def _below(self, x: float, text: str) -> QRectF:
        """The room of a label below the bar, around `x` but not beyond the edges."""
        width = self._metrics(bold=True).horizontalAdvance(text) + 4
        left = min(max(x - width / 2, 0), max(self.width() - width, 0))
        return QRectF(left, (_BAR + 0.42) * self._look.em, width, _LINE * self._look.em)
