"""Which query may read which source, as a rule or cell by cell."""

from dataclasses import dataclass
from functools import lru_cache
from typing import TypeAlias

import numpy as np

from explorer.model.arrays import BoolMatrix, bool_matrix, frozen
from explorer.model.errors import InputError

LONGEST_REACH = 999_999
"""The most positions a window may say it reaches; None has no limit."""
EXPECTED_REACH = f"a whole number of positions from 0 to {LONGEST_REACH:,}, or nothing for no limit"
_LONG = 10**12
"""What is larger is not written out in a message."""


@dataclass(frozen=True, slots=True)
class CausalMask:
    """Each query reads its own position and those before it, counted from the top left."""

    def allowed(self, n_query: int, n_key: int) -> BoolMatrix:
        """True where a query may read a key, (n_query, n_key)."""
        return WindowMask(left=None, right=0).allowed(n_query, n_key)


@dataclass(frozen=True, slots=True)
class WindowMask:
    """Each query reads `left` positions before its own and `right` after it; None: no limit.

    Raises InputError for fewer than 0 or more than LONGEST_REACH.
    """

    left: int | None
    right: int | None

    def __post_init__(self) -> None:
        for side, reach in (("left", self.left), ("right", self.right)):
            if reach is not None and not 0 <= reach <= LONGEST_REACH:
                found = f"{reach}" if abs(reach) < _LONG else f"one of {len(f'{reach}')} digits"
                raise InputError(f"mask.{side}", EXPECTED_REACH, found)

    def allowed(self, n_query: int, n_key: int) -> BoolMatrix:
        """True where a query may read a key, (n_query, n_key)."""
        return _window(self.left, self.right, n_query, n_key)


@dataclass(frozen=True, slots=True, eq=False)
class CellMask:
    """Cell by cell: `cells` is True where a query may read a key, (n_query, n_key).

    Read-only like every array of a scenario. Raises InputError for anything but booleans.
    """

    cells: BoolMatrix

    def __post_init__(self) -> None:
        object.__setattr__(self, "cells", bool_matrix("allowed", self.cells))

    def allowed(self, n_query: int, n_key: int) -> BoolMatrix:
        """The cells themselves; the sizes are those of the scenario they belong to."""
        return self.cells


@lru_cache(maxsize=2)
def _window(left: int | None, right: int | None, n_query: int, n_key: int) -> BoolMatrix:
    """Made once for all scenarios that differ in other things: read-only, it can be shared."""
    query, key = np.arange(n_query)[:, None], np.arange(n_key)[None, :]
    allowed = np.ones((n_query, n_key), dtype=np.bool_)
    if left is not None:
        allowed &= key >= query - left
    if right is not None:
        allowed &= key <= query + right
    return frozen(allowed)


Mask: TypeAlias = CausalMask | WindowMask | CellMask
