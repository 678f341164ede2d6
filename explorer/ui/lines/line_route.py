"""The way of a line from cells of one table to cells of another. Pure arithmetic in pixels.

A line leaves its cells along the border between two rows or columns, so that it runs between
numbers and not across them; it turns in the room between the tables, and comes to its cells along
a border again.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby
from typing import NamedTuple

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

_TOUCHES = 1.5
"""Pixels within which cells count as standing at the edge of their table."""
_INSET = 0.2
"""The part of a side, from either end, at which no line leaves cells straight."""


@dataclass(frozen=True, slots=True)
class LineEnd:
    """Cells a line begins or ends at, and the table they are in: the visible parts of both.

    `first` is the first of the cells, wherever it stands: the others have its size.
    """

    cells: QRectF
    table: QRectF
    first: QRectF


@dataclass(frozen=True, slots=True)
class Route:
    """A line as six points: straight out of a table, a curve with two handles, straight in."""

    points: tuple[QPointF, ...]

    @property
    def path(self) -> QPainterPath:
        """The line for a painter."""
        start, leaves, first, second, enters, end = self.points
        path = QPainterPath(start)
        path.lineTo(leaves)
        path.cubicTo(first, second, enters)
        path.lineTo(end)
        return path

    def moved_from(self, earlier: "Route | None", share: float) -> "Route":
        """Between an earlier route (0) and this one (1); without one, on the way from its start."""
        before = earlier.points if earlier is not None else (self.points[0],) * len(self.points)
        pairs = zip(before, self.points, strict=True)
        return Route(tuple(one + (other - one) * share for one, other in pairs))


class _Way(NamedTuple):
    """How one gets from one table to the other: sideways or up and down, and in which sense."""

    is_vertical: bool
    is_forward: bool

    def along(self, rect: QRectF) -> tuple[float, float]:
        """The side of a rectangle at which lines arrive, and the one at which they leave."""
        low, high = _span(rect, self.is_vertical)
        return (low, high) if self.is_forward else (high, low)

    def across(self, rect: QRectF) -> tuple[float, float]:
        """The borders of a rectangle along which lines run."""
        return _span(rect, not self.is_vertical)

    def point(self, along: float, across: float) -> QPointF:
        """A point by its two coordinates."""
        return QPointF(across, along) if self.is_vertical else QPointF(along, across)


def routes(lines: Sequence[tuple[LineEnd, LineEnd]], turn: float) -> list[Route]:
    """A route for each pair of ends; lines that come the same way arrive at different borders.

    Sideways, the last `turn` pixels before the target are for the curve: there panels have their
    margins, while what stands beside cells belongs to their own table.
    """
    ways = [_way(source.table, target.table) for source, target in lines]
    order = sorted(
        range(len(lines)), key=lambda at: (ways[at], _middle(ways[at], lines[at][0].cells))
    )
    found: dict[int, Route] = {}
    for way, group in groupby(order, key=lambda at: ways[at]):
        together = list(group)
        for rank, at in enumerate(together):
            source, target = lines[at]
            arrival = _arrival(way, lines[at], rank, len(together))
            found[at] = _route(way, source, target, arrival, turn)
    return [found[at] for at in range(len(lines))]


def _arrival(way: _Way, line: tuple[LineEnd, LineEnd], rank: int, count: int) -> float:
    """The border of the target along which a line comes: the first and last take one each."""
    source, target = line
    low, high = way.across(target.cells)
    if rank in (0, count - 1) and count > 1:
        return high if rank else low
    return _nearer(low, high, _middle(way, source.cells))


def _route(way: _Way, source: LineEnd, target: LineEnd, arrival: float, turn: float) -> Route:
    _, begin = way.along(source.cells)
    _, leaves = way.along(source.table)
    enters, _ = way.along(target.table)
    end, _ = way.along(target.cells)
    departure = _departure(way, source, arrival)
    if not way.is_vertical and abs(enters - leaves) > turn:
        leaves = enters - turn if way.is_forward else enters + turn
    half = (leaves + enters) / 2
    return Route(
        (
            way.point(begin, departure),
            way.point(leaves, departure),
            way.point(half, departure),
            way.point(half, arrival),
            way.point(enters, arrival),
            way.point(end, arrival),
        )
    )


def _departure(way: _Way, source: LineEnd, arrival: float) -> float:
    """Straight out where nothing is in the way, otherwise along a border of the cells."""
    low, high = way.across(source.cells)
    if abs(way.along(source.cells)[1] - way.along(source.table)[1]) > _TOUCHES:
        first, after = way.across(source.first)
        border = first + round((arrival - first) / (after - first)) * (after - first)
        return border if low <= border <= high else _nearer(low, high, arrival)
    inset = _INSET * (high - low)
    return min(max(arrival, low + inset), high - inset)


def _way(source: QRectF, target: QRectF) -> _Way:
    """Sideways where the tables stand beside each other, otherwise up or down."""
    sideways, along = (_gaps(source, target, is_vertical) for is_vertical in (False, True))
    if max(sideways) >= 0:
        return _Way(False, sideways[0] >= sideways[1])
    return _Way(True, along[0] >= along[1])


def _gaps(source: QRectF, target: QRectF, is_vertical: bool) -> tuple[float, float]:
    """The room between two rectangles if the target comes after the source, and before it."""
    first, second = _span(source, is_vertical), _span(target, is_vertical)
    return second[0] - first[1], first[0] - second[1]


def _span(rect: QRectF, is_vertical: bool) -> tuple[float, float]:
    return (rect.top(), rect.bottom()) if is_vertical else (rect.left(), rect.right())


def _middle(way: _Way, cells: QRectF) -> float:
    low, high = way.across(cells)
    return (low + high) / 2


def _nearer(low: float, high: float, to: float) -> float:
    """The nearer of two borders; of equally near ones the second: headings stand at the first."""
    return low if abs(low - to) < abs(high - to) else high
