"""Numbers that are easy to type: steps of 1, 10, 100, and few decimals."""

import math
from collections.abc import Callable


def nice_step(value: float) -> float:
    """The power of ten at or below the size of `value`, from 1 up to 1e14.

    30 gives 10, 0.7 gives 1.
    """
    return float(10 ** min(14, math.floor(math.log10(max(1.0, abs(value))))))


def shortest(value: float, is_good: Callable[[float], bool]) -> float:
    """`value` with as few decimals as are good enough; itself if none are."""
    return next(
        (rounded for decimals in range(12) if is_good(rounded := round(value, decimals))), value
    )
