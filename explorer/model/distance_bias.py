"""A bias that grows with the distance between reader and source, as in ALiBi.

Source: Press, Smith and Lewis, Train Short, Test Long: Attention with Linear Biases Enables Input
Length Extrapolation (2022), section 3. There, later positions are blocked by a causal mask; here
the penalty counts the distance on both sides, so that it also serves without one.
"""

import math

import numpy as np
from numpy.lib.stride_tricks import sliding_window_view

from explorer.model.arrays import Matrix, bands, frozen

FLATTEST = 2.0**-8
"""The slope of the last of a power of two of heads, however many they are."""


def distance_penalty(n_query: int, n_key: int, slope: float) -> Matrix:
    """−slope for each position between reader and source, counted from the top left.

    (n_query, n_key), read-only; holds infinity where `slope` is too large for the distance.
    """
    return frozen(_penalty_rows(n_query, n_key, slope).copy())


def slope_of(bias: Matrix) -> float | None:
    """The slope whose distance penalty `bias` is; None if it is none."""
    n_query, n_key = bias.shape
    first = bias[0, 1] if n_key > 1 else bias[min(1, n_query - 1), 0]
    slope = 0.0 - float(first)
    penalty = _penalty_rows(n_query, n_key, slope)
    is_one = all(np.array_equal(bias[rows], penalty[rows]) for rows in bands(bias))
    return slope if is_one else None


def _penalty_rows(n_query: int, n_key: int, slope: float) -> Matrix:
    """The rows of a penalty, (n_query, n_key): windows on the numbers along one of its diagonals.

    It takes no more room than a row and a column, however large it is.
    """
    distances = np.abs(np.arange(1 - n_query, n_key))  # (n_query + n_key − 1,)
    with np.errstate(over="ignore"):
        return sliding_window_view(0.0 - distances * slope, n_key)[::-1]


def head_slopes(heads: int) -> tuple[float, ...]:
    """The slopes ALiBi gives to `heads` heads (at least one), in the order of the heads.

    For a power of two, 2^(−8/heads) and its powers: a geometric sequence down to 1/256. For any
    other number, that of the next smaller power of two, then every other slope of the sequence
    twice as long.
    """
    power = 1 << (heads.bit_length() - 1)
    further = _geometric(2 * power)[::2]
    return (*_geometric(power), *further[: heads - power])


def _geometric(heads: int) -> tuple[float, ...]:
    ratio = math.pow(FLATTEST, 1 / heads)
    return tuple(ratio ** (head + 1) for head in range(heads))
