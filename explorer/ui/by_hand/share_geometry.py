"""Where the shares of a row of weights stand in a bar. Pure arithmetic in pixels."""

from dataclasses import dataclass

import numpy as np

from explorer.model.shares import Row, can_be_shares

MOST_SOURCES = 30
"""Beyond, shares are too narrow to be dragged: the table alone is left."""


@dataclass(frozen=True, eq=False)
class ShareBar:
    """The shares of one row side by side, from `left` on; 1 is at the right end, or before it.

    `weights` (n_key,) are at least 0.
    """

    weights: Row
    left: float
    width: float

    @property
    def whole(self) -> float:
        """What the width stands for: 1, or more where the weights add up to more."""
        return max(1.0, float(self.weights.sum()))

    def x(self, weight: float) -> float:
        """How far to the right shares of that weight in all go."""
        return self.left + self.width * weight / self.whole

    def span(self, source: int) -> tuple[float, float]:
        """Where the share of a source begins and ends."""
        ends = np.concatenate([[0.0], np.cumsum(self.weights)])
        return self.x(float(ends[source])), self.x(float(ends[source + 1]))

    def handle(self, handle: int) -> float:
        """Where the handle between share `handle` and the next one stands."""
        return self.span(handle)[1]

    def source_at(self, x: float) -> int | None:
        """The source whose share is there."""
        ends = self.left + self.width * np.cumsum(self.weights) / self.whole
        source = int(np.searchsorted(ends, x, side="right"))
        return source if x >= self.left and source < len(self.weights) else None

    def handles_at(self, x: float, reach: float) -> list[int]:
        """The handles at the place closest to `x`, within `reach`: several round empty shares."""
        places = [self.handle(handle) for handle in range(len(self.weights) - 1)]
        near = [place for place in places if abs(place - x) <= reach]
        if not near:
            return []
        closest = min(near, key=lambda place: abs(place - x))
        return [handle for handle, place in enumerate(places) if abs(place - closest) < 0.5]

    def weight_of(self, pixels: float) -> float:
        """The weight that so many pixels stand for."""
        return pixels * self.whole / self.width


def bar_of(weights: Row, left: float, width: float) -> ShareBar | None:
    """The bar of a row; None where a bar cannot show it."""
    fits = len(weights) <= MOST_SOURCES and can_be_shares(weights) and width > 0
    return ShareBar(weights, left, width) if fits else None
