"""A row of weights as shares of one whole: moving weight from one to another, and normalising."""

from collections.abc import Collection, Sequence
from decimal import Decimal

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import Matrix, frozen
from explorer.model.errors import InputError

Row = NDArray[np.float64]
"""The weights of one reader, (n_key,)."""


def neighbours(count: int, handle: int, locked: Collection[int]) -> tuple[int, int] | None:
    """The two shares between which a handle moves weight; None if it cannot be moved.

    Handle h stands between shares h and h + 1 of `count`. Locked shares keep their weight: the
    nearest ones beyond them give and take in their place.
    """
    left = next((share for share in range(handle, -1, -1) if share not in locked), None)
    right = next((share for share in range(handle + 1, count) if share not in locked), None)
    return None if left is None or right is None else (left, right)


def split(left: float, right: float, wanted: float) -> tuple[float, float]:
    """`left` made as near to `wanted` as it goes, and `right` what the two have together less it.

    Of weights from 0 on, neither falls below 0. Counted in decimals, so that 0.3 of 0.75 leaves
    0.45.
    """
    together = Decimal(repr(left)) + Decimal(repr(right))
    kept = min(max(Decimal(repr(wanted)), Decimal(0)), together)
    return float(kept), float(together - kept)


def can_be_shares(row: Row) -> bool:
    """Whether the weights can be drawn as shares: none is negative, some are above 0.

    Nor are they so large that their sum cannot be stored.
    """
    return bool((row >= 0).all() and row.any() and np.isfinite(_sum(row)))


def normalised(row: Row, locked: Collection[int]) -> Row:
    """The row with all but the locked weights made larger or smaller alike, so that it sums to 1.

    Raises InputError where that cannot be, saying what to do about it.
    """
    free = np.ones(len(row), dtype=np.bool_)
    free[list(locked)] = False
    rest, kept = _sum(row[free]), _sum(row[~free])
    if not np.isfinite(rest):
        raise InputError("weights", "weights whose sum can be stored", "one too large")
    if rest <= 0:
        found = f"weights that add up to {rest:g}" if free.any() else "none: every share is locked"
        raise InputError("weights", "unlocked weights above 0 to normalise", found)
    if kept > 1:
        raise InputError("weights", "locked shares of at most 1 in all", f"{kept:g}")
    new = row.copy()
    new[free] *= (1 - kept) / rest
    return new


def _sum(row: Row) -> float:
    """The sum of the weights; infinite where it is too large to store."""
    with np.errstate(over="ignore"):
        return float(row.sum())


def with_normalised_rows(
    weights: Matrix, rows: Sequence[int], locked: Collection[tuple[int, int]]
) -> Matrix:
    """The weights, (n_query, n_key), with these rows normalised; `locked` are (row, source)."""
    new = weights.copy()
    for row in rows:
        new[row] = normalised(weights[row], {source for at, source in locked if at == row})
    return frozen(new)
