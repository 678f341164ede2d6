"""Under a score: one bar for the product of each component, up for what makes it high."""

from collections.abc import Iterator

from PySide6.QtCore import QPointF, QRectF, QSizeF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen

from explorer.app.session import Session
from explorer.model.contributions import Contributions
from explorer.model.gathering import Bin, binned
from explorer.model.places import Axis, Role
from explorer.ui.heatmaps.heatmap_geometry import stride
from explorer.ui.looks.look import Look
from explorer.ui.walk.contribution_panel import (
    SMALL,
    ContributionCanvas,
    ContributionPanel,
    Shown,
    fill,
)

_WIDEST_SLOT, _NARROWEST_SLOT = 3.5, 0.2
"""The room of one bar, in em."""
_HATCHED_FROM = 0.5
_LINE = 1.05
"""Height of a line of labels, in em."""


class ProductsStrip(ContributionPanel):
    """Which component made a score high: the products of query and key as signed bars."""

    def __init__(self, session: Session, look: Look) -> None:
        self._bars = _Bars(look)
        super().__init__(session, look, self._bars)
        self.setObjectName("productsStrip")

    def applies(self, parts: Contributions) -> bool:
        return parts.axis is not Axis.SOURCES

    def title(self, shown: Shown) -> str:
        result = shown.trace.number(shown.parts.place)
        if result == 0:
            return "What each component adds"
        return f"Which component made it {'low' if result < 0 else 'high'}"

    @property
    def bins(self) -> list[Bin]:
        """The bars from left to right: one a component, or one for several where they are many."""
        return self._bars.bins

    def bar_rect(self, index: int) -> QRectF:
        """Where the bar of a component stands, in pixels of the canvas; its height is its size."""
        return self._bars.rect_of(self._bars.bin_of(index))

    def label_rects(self) -> list[QRectF]:
        """Where the labelled values stand, in pixels of the canvas."""
        return [rect for rect, _, _ in self._bars.values()]


class _Bars(ContributionCanvas):
    """The bars, the values at their ends, and the numbers of the components below."""

    height_in_em = 6.0

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.bins: list[Bin] = []

    def arrange(self) -> None:
        most = int(self.width() / max(3.0, _NARROWEST_SLOT * self._look.em))
        self.bins = [] if self.shown is None else binned(self.shown.parts.products, most)

    def bin_of(self, index: int) -> int:
        """Which bar stands for a component."""
        return next(at for at, bin_ in enumerate(self.bins) if bin_.first <= index <= bin_.last)

    def rect_of(self, at: int) -> QRectF:
        slot = self._slot()
        share = self._share(self.bins[at])
        gap = min(0.3 * slot, 0.4 * self._look.em) if slot > 6 else 1.0
        length = share * self._scale()
        zero = self._zero()
        return QRectF(at * slot + gap / 2, zero - max(length, 0), slot - gap, abs(length))

    def remark(self) -> str:
        bins = self.bins
        width = bins[0].last - bins[0].first + 1 if bins else 1
        if width == 1:
            return ""
        return (
            f"Each bar stands for {width} components and shows the largest product in size "
            "among them."
        )

    def tip_at(self, position: QPointF) -> str:
        at = int(position.x() / self._slot()) if self.shown else -1
        bins = self.bins
        if self.shown is None or not 0 <= at < len(bins):
            return ""
        bin_ = bins[at]
        largest = self.shown.sentence(bin_.peak)
        if bin_.first == bin_.last:
            return largest
        return f"Components {bin_.first + 1} to {bin_.last + 1}, the largest in size: {largest}"

    def values(self) -> list[tuple[QRectF, int, str]]:
        """The values that have room: where, of which bar, and the text; the largest comes first."""
        bins = self.bins
        if not bins or self.shown is None or not self.shown.parts.leaders:
            return []
        leading = self.bin_of(self.shown.parts.leaders[0])
        placed = [self._value(leading, bins)]
        for at in range(len(bins)):
            rect, *_ = value = self._value(at, bins)
            fits = rect.width() <= self._slot()
            if fits and not any(rect.intersects(other) for other, _, _ in placed):
                placed.append(value)
        return placed

    def paintEvent(self, event: QPaintEvent) -> None:
        if self.shown is None:
            return
        painter = QPainter(self)
        theme, bins = self._look.theme, self.bins
        ink = theme.roles[Role.COMPUTED]
        for at, bin_ in enumerate(bins):
            self._paint_bar(painter, self.rect_of(at), ink, self._share(bin_) < 0)
        painter.setPen(QPen(QColor(theme.muted), max(1, self._look.em // 14)))
        painter.drawLine(QPointF(0, self._zero()), QPointF(self.width(), self._zero()))
        self._mark_term(painter)
        for rect, at, text in self.values():
            self._set(painter, theme.text, bold=at == self._leading())
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)
        for rect, text in self._numbers(bins):
            self._set(painter, theme.muted)
            painter.drawText(rect, Qt.AlignmentFlag.AlignCenter, text)

    def _paint_bar(self, painter: QPainter, rect: QRectF, ink: str, is_negative: bool) -> None:
        if rect.width() < _HATCHED_FROM * self._look.em:
            painter.fillRect(rect, QColor(ink))
            return
        painter.save()
        fill(painter, self._look.theme.card if is_negative else ink, ink, is_negative)
        painter.drawRect(rect)
        painter.restore()

    def _mark_term(self, painter: QPainter) -> None:
        """A frame around the bar of the product that the step is about."""
        assert self.shown is not None  # paintEvent
        if self.shown.term is None:
            return
        em = self._look.em
        painter.setPen(QPen(QColor(self._look.theme.roles[Role.RESULT]), max(2, em // 8)))
        painter.setBrush(Qt.BrushStyle.NoBrush)
        rect = self.rect_of(self.bin_of(self.shown.term))
        painter.drawRect(rect.adjusted(-2, -2, 2, 2))

    def _numbers(self, bins: list[Bin]) -> Iterator[tuple[QRectF, str]]:
        """The numbers of the components, as many as have room."""
        slot, line = self._slot(), _LINE * self._look.em
        widest = self._metrics().horizontalAdvance(str(bins[-1].first + 1)) + 0.5 * self._look.em
        for at in range(0, len(bins), stride(slot, widest)):
            text = str(bins[at].first + 1)
            width = self._metrics().horizontalAdvance(text) + 2
            left = min(max((at + 0.5) * slot - width / 2, 0), self.width() - width)
            yield QRectF(left, self.height() - line, width, line), text

    def _value(self, at: int, bins: list[Bin]) -> tuple[QRectF, int, str]:
        assert self.shown is not None  # values
        text = self._look.number(float(self.shown.parts.products[bins[at].peak]))
        bar, line = self.rect_of(at), _LINE * self._look.em
        width = self._metrics(bold=True).horizontalAdvance(text) + 2
        left = min(max(bar.center().x() - width / 2, 0), max(self.width() - width, 0))
        below = self._share(bins[at]) < 0
        top = bar.bottom() if below else bar.top() - line
        return QRectF(QPointF(left, top), QSizeF(width, line)), at, text

    def _leading(self) -> int:
        assert self.shown is not None  # paintEvent
        return self.bin_of(self.shown.parts.leaders[0])

    def _share(self, bin_: Bin) -> float:
        assert self.shown is not None  # there are bins
        return float(self.shown.parts.shares[bin_.peak])

    def _slot(self) -> float:
        count = len(self.bins)
        return float(min(self.width() / max(count, 1), _WIDEST_SLOT * self._look.em))

    def _reach(self) -> tuple[float, float]:
        """How far the bars go down and up, as shares of the longest one."""
        assert self.shown is not None  # there are bins
        shares = self.shown.parts.shares
        return min(0.0, float(shares.min())), max(0.0, float(shares.max()))

    def _scale(self) -> float:
        """The length of the longest bar: every other one is a share of it."""
        low, high = self._reach()
        lines = 1 + (low < 0) + (high > 0)  # numbers, and values at either end
        room = self.height() - lines * _LINE * self._look.em - 2
        return room / max(high - low, 1)

    def _zero(self) -> float:
        high = self._reach()[1]
        return (_LINE * self._look.em if high > 0 else 1) + high * self._scale()

    def _set(self, painter: QPainter, ink: str, bold: bool = False) -> None:
        painter.setFont(self._look.font(SMALL, bold))
        painter.setPen(QColor(ink))
