"""Where points of the plane stand on the screen, and where names have room."""

from collections.abc import Sequence
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRectF, QSizeF

from explorer.model.plane import Point

_DIRECTIONS = ((1, -1), (-1, -1), (1, 1), (-1, 1), (1, 0), (-1, 0), (0, -1), (0, 1))

_COSTS = (0, 4)
"""What writing the whole name or a short one is worth in spots of lines it hides."""


@dataclass(frozen=True, slots=True)
class PlaneGeometry:
    """A plane with the origin in the middle and the same scale on both axes.

    `reach` is how far the shorter axis goes to either side; the longer one shows more.
    """

    width: float
    height: float
    margin: float
    reach: float

    @property
    def unit(self) -> float:
        """Pixels for a length of `reach`; dividing later keeps the largest numbers finite."""
        return max(min(self.width, self.height) / 2 - self.margin, 1.0)

    @property
    def area(self) -> QRectF:
        """The part of the widget in which tips may stand."""
        margin = self.margin
        return QRectF(0, 0, self.width, self.height).adjusted(margin, margin, -margin, -margin)

    def on_screen(self, point: Point) -> QPointF:
        """Where a point of the plane is drawn; the second component goes up."""
        x, y = (value / self.reach * self.unit for value in point)
        return QPointF(self.width / 2 + x, self.height / 2 - y)

    def on_plane(self, position: QPointF) -> Point:
        """The point of the plane at a position, or the nearest one that is shown."""
        area = self.area
        x = min(max(position.x(), area.left()), area.right()) - self.width / 2
        y = self.height / 2 - min(max(position.y(), area.top()), area.bottom())
        return (x / self.unit * self.reach, y / self.unit * self.reach)


@dataclass(frozen=True, slots=True)
class Label:
    """A name to be put beside a tip; `short` is what is written where the whole has no room."""

    tip: QPointF
    long: str
    short: str
    must_show: bool = False


@dataclass(frozen=True, slots=True)
class PlacedLabel:
    """A name and where it is written."""

    text: str
    rect: QRectF


class LabelPlacer:
    """Puts names around tips so that none covers another; the first ones get the best places."""

    def __init__(self, room: QRectF, gap: float) -> None:
        self._room = room
        self._gap = gap
        self._taken: list[QRectF] = []
        self._avoided: list[QRectF] = []

    def keep_free(self, rect: QRectF) -> None:
        """Put no name here."""
        self._taken.append(rect)

    def avoid(self, rect: QRectF) -> None:
        """Put a name here only if there is no other place for it."""
        self._avoided.append(rect)

    def place(self, label: Label, sizes: Sequence[QSizeF], outwards: Point) -> PlacedLabel | None:
        """The label in the best place that is free, shortened if that hides much less.

        `sizes` are those of the two texts; `outwards` is the direction of the arrow.
        """
        found = [
            (self._hidden(rect) + cost, PlacedLabel(text, rect))
            for text, size, cost in zip((label.long, label.short), sizes, _COSTS, strict=True)
            for rect in self._around(label.tip, size, outwards)
            if self._is_free(rect)
        ]
        if found:
            best = min(found, key=lambda one: one[0])[1]  # the first of them
            self._taken.append(best.rect)
            return best
        if not label.must_show:
            return None
        rect = self._moved_in(self._around(label.tip, sizes[1], outwards)[0])
        return PlacedLabel(label.short, rect)

    def _around(self, tip: QPointF, size: QSizeF, outwards: Point) -> list[QRectF]:
        """The places around a tip, those the arrow points towards first."""

        def facing(direction: tuple[int, int]) -> float:
            return -(direction[0] * outwards[0] - direction[1] * outwards[1])

        places = []
        for dx, dy in sorted(_DIRECTIONS, key=facing):
            centre = QPointF(
                tip.x() + dx * (size.width() / 2 + self._gap),
                tip.y() + dy * (size.height() / 2 + self._gap),
            )
            rect = QRectF(QPointF(0, 0), size)
            rect.moveCenter(centre)
            places.append(rect)
        return places

    def _is_free(self, rect: QRectF) -> bool:
        inside = self._room.contains(rect)
        return inside and not any(rect.intersects(taken) for taken in self._taken)

    def _hidden(self, rect: QRectF) -> int:
        """How much of the lines a name would hide there."""
        return sum(rect.intersects(avoided) for avoided in self._avoided)

    def _moved_in(self, rect: QRectF) -> QRectF:
        left = min(max(rect.left(), self._room.left()), self._room.right() - rect.width())
        top = min(max(rect.top(), self._room.top()), self._room.bottom() - rect.height())
        return QRectF(QPointF(left, top), rect.size())
