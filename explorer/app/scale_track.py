"""The factors a slider for the scale goes through: powers of ten, with stops at the usual ones."""

import math
from dataclasses import dataclass

from explorer.model.scenario import Scale

PER_DECADE = 100
"""Positions for each power of ten."""
_LARGEST, _SMALLEST = 1, -1
"""Powers of ten at the ends; the lower one goes down to 1/d."""
_MAGNET = 3
"""So many positions beside a stop still mean the stop."""


@dataclass(frozen=True, slots=True)
class ScaleTrack:
    """Positions from 0 to `last` for the factors by which scores of d components are scaled."""

    d: int

    @property
    def last(self) -> int:
        """The last position: scores times ten."""
        return (_LARGEST - self._lowest) * PER_DECADE

    @property
    def root_stop(self) -> int:
        """The position of 1/√d."""
        return self.position("sqrt_d")

    @property
    def unscaled_stop(self) -> int:
        """The position of 1."""
        return self.position("none")

    def position(self, scale: Scale) -> int:
        """The position closest to a scale; the first one for factors that are not above 0."""
        factor = factor_of(scale, self.d)
        if factor <= 0:
            return 0
        exact = (math.log10(factor) - self._lowest) * PER_DECADE
        return round(min(max(exact, 0), self.last))

    def scale(self, position: int) -> Scale:
        """The scale at a position: the usual ones at their stops, else a factor of few digits."""
        if position == self.root_stop:
            return "sqrt_d"
        if position == self.unscaled_stop:
            return "none"
        return float(f"{10 ** (self._lowest + position / PER_DECADE):.3g}")

    def drawn_to_stop(self, position: int) -> int:
        """The stop close by, or the position itself."""
        stops = (self.root_stop, self.unscaled_stop)
        nearest = min(stops, key=lambda stop: abs(stop - position))
        return nearest if abs(nearest - position) <= _MAGNET else position

    @property
    def _lowest(self) -> int:
        return min(_SMALLEST, math.floor(-math.log10(self.d)))


def factor_of(scale: Scale, d: int) -> float:
    """What a scale multiplies scores of d components by."""
    match scale:
        case "sqrt_d":
            return 1 / math.sqrt(d)
        case "none":
            return 1.0
        case number:
            return number


def divides_by_d(scale: Scale, d: int) -> bool:
    """Whether scores are divided by d where √d would be another number: a common slip."""
    return d > 1 and scale == 1 / d
