"""Queries and keys of two components as arrows in a plane."""

import math
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from typing import TypeAlias

from explorer.model.trace import AttentionTrace

Point: TypeAlias = tuple[float, float]

ARROW_ARRAYS = ("query", "key")
_HEADROOM = 1.2
_EMPTIEST = 0.25
"""A range of which the longest arrow takes less than this part is too wide."""
_NICE = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 8.0, 10.0)
_MOST_TICKS = 4


@dataclass(frozen=True, slots=True)
class Arrow:
    """One row of the queries or of the keys, from the origin to `tip`."""

    array: str
    row: int
    tip: Point


def has_plane(trace: AttentionTrace) -> bool:
    """Whether there are queries and keys and they have two components."""
    return "query" in trace.arrays and trace.inputs.d == 2


def arrow_at(trace: AttentionTrace, array: str, row: int) -> Arrow:
    """One row of the queries or keys as an arrow."""
    x, y = trace.arrays[array][row]
    return Arrow(array, row, (float(x), float(y)))


def arrows(trace: AttentionTrace, most: int) -> list[Arrow]:
    """The first `most` queries and the first `most` keys."""
    return [
        arrow_at(trace, array, row)
        for array in ARROW_ARRAYS
        for row in range(min(most, trace.arrays[array].shape[0]))
    ]


def shadow(query: Point, key: Point) -> Point | None:
    """Where the key, projected at a right angle onto the line of the query, ends.

    None if the query has no direction. The length of the query times that of the shadow, signed,
    is their dot product.
    """
    length = math.hypot(*query)
    if length == 0:
        return None
    direction = (query[0] / length, query[1] / length)
    along = direction[0] * key[0] + direction[1] * key[1]
    return (along * direction[0], along * direction[1])


def shadow_length(query: Point, key: Point) -> float:
    """How far the shadow of the key reaches in the direction of the query; below 0: backwards."""
    length = math.hypot(*query)
    return query[0] / length * key[0] + query[1] / length * key[1] if length else 0.0


def fitting_reach(tips: Iterable[Point]) -> float:
    """How far the axes go to either side so that every tip has some room around it."""
    largest = max((max(abs(x), abs(y)) for x, y in tips), default=0.0)
    if largest < 1e-300:
        return 1.5
    wanted = min(largest * _HEADROOM, 1e308)
    unit = 10.0 ** math.floor(math.log10(wanted))
    return next((nice * unit for nice in _NICE if nice * unit >= wanted), wanted)


def still_fits(reach: float, tips: Iterable[Point]) -> bool:
    """Whether axes that go so far show every tip, and leave not too much empty."""
    largest = max((max(abs(x), abs(y)) for x, y in tips), default=0.0)
    return largest <= reach and (largest >= _EMPTIEST * reach or largest == 0)


def tick_step(reach: float) -> float:
    """The distance of the numbers along an axis that goes `reach` to either side."""
    unit = 10.0 ** math.floor(math.log10(reach / _MOST_TICKS))
    wanted = reach / _MOST_TICKS
    return next(step * unit for step in (1.0, 2.0, 5.0, 10.0) if step * unit >= wanted * 0.999)


def grid_of(reach: float) -> Decimal:
    """What tips are moved by: 0.05 where the numbers are of a common size, else in proportion."""
    power = math.floor(math.log10(reach))
    if reach >= 100:
        power -= 1
    elif reach >= 0.3:
        power = 0
    return Decimal("0.05").scaleb(power)


def snapped(point: Point, grid: Decimal) -> Point:
    """The point of a grid nearest to `point`, in decimals: 0.15, not 0.15000000000000002."""
    x, y = (float(round(Decimal(value) / grid) * grid) + 0.0 for value in point)
    return (x, y)


def moved(point: Point, dx: Decimal, dy: Decimal) -> Point:
    """`point` moved by decimals, so that 0.1 + 0.2 is 0.3."""
    x, y = Decimal(repr(point[0])) + dx, Decimal(repr(point[1])) + dy
    return (float(x) + 0.0, float(y) + 0.0)
