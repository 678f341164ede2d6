"""What became of one table, setting, list of names or stage between two states."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import BoolMatrix, Matrix, frozen
from explorer.model.places import Axis, Place
from explorer.model.stages import Stage

ROUNDING = 1e-12
"""A difference smaller than this share of the largest number in a table is one of rounding."""


class Fate(StrEnum):
    """What became of a table or a setting."""

    SAME = "the same"
    ROUNDED = "but for rounding the same"
    CHANGED = "changed"
    RESHAPED = "of another shape"
    NEW = "new"
    GONE = "gone"


class Reason(StrEnum):
    """Why a stage is what it is, given what it reads."""

    INDEPENDENT = "nothing it depends on was changed"
    SETTLED = "what it reads came out the same"
    DESPITE = "what it reads differs, and it does not"
    CAUSED = "what it reads differs"
    DEPARTS = "it is calculated in another way"


@dataclass(frozen=True, eq=False)
class TableChange:
    """One table then and now; None where there was or is none.

    Of tables of one shape the cells are compared, of others only the shapes.
    """

    name: str
    before: NDArray[Any] | None
    after: NDArray[Any] | None
    fate: Fate

    @property
    def is_comparable(self) -> bool:
        """Whether there are two tables of one shape."""
        return _same_shape(self.before, self.after)

    @cached_property
    def different(self) -> BoolMatrix:
        """True for each cell that differs; the tables have to be comparable."""
        if self.fate is Fate.SAME or self.before is None or self.after is None:
            assert self.after is not None  # is_comparable
            return frozen(np.zeros(self.after.shape, dtype=np.bool_))
        return frozen(self.before != self.after)

    @cached_property
    def rows(self) -> tuple[int, ...]:
        """The rows in which cells differ."""
        return tuple(map(int, np.flatnonzero(self.different.any(axis=1))))

    @cached_property
    def largest(self) -> Place | None:
        """The cell whose finite number moved furthest; None where none did."""
        moved = self._moved
        if moved is None or not moved.is_finite.any():
            return None
        at = int(moved.distances.argmax())
        return Place(self.name, int(moved.cells[0][at]), int(moved.cells[1][at]))

    @property
    def furthest(self) -> float:
        """How far that number moved; 0 where none did."""
        moved = self._moved
        return 0.0 if moved is None else float(moved.distances.max(initial=0.0))

    @property
    def as_far(self) -> int:
        """How many other numbers moved as far, up to rounding."""
        moved = self._moved
        if moved is None or self.largest is None:
            return 0
        least = self.furthest * (1 - ROUNDING)
        return int(np.count_nonzero(moved.distances[moved.is_finite] >= least)) - 1

    @property
    def blocked(self) -> int:
        """How many cells are blocked now that were not then."""
        return 0 if self._moved is None else int(_is_blocked(self._moved.after).sum())

    @property
    def unblocked(self) -> int:
        """How many cells were blocked then and are not now."""
        return 0 if self._moved is None else int(_is_blocked(self._moved.before).sum())

    @cached_property
    def _moved(self) -> "_Moved | None":
        """The cells that differ, of tables that can be compared."""
        if self.before is None or self.after is None or not self.is_comparable:
            return None
        cells = np.nonzero(self.different)
        return _Moved(cells, self.before[cells], self.after[cells])


@dataclass(frozen=True, eq=False)
class _Moved:
    """Cells that differ as (rows, columns), and what they held and hold."""

    cells: tuple[NDArray[np.intp], ...]
    before: NDArray[Any]
    after: NDArray[Any]

    @cached_property
    def is_finite(self) -> NDArray[np.bool_]:
        """True for cells that held and hold a number: neither −∞ nor what a mask says."""
        if self.before.dtype == np.bool_:
            return np.zeros(self.before.shape, dtype=np.bool_)
        finite: NDArray[np.bool_] = np.isfinite(self.before) & np.isfinite(self.after)
        return finite

    @cached_property
    def distances(self) -> NDArray[np.float64]:
        """How far each number moved; 0 where there is none."""
        apart = np.zeros(self.before.shape)
        finite = self.is_finite
        with np.errstate(over="ignore"):
            np.subtract(self.after, self.before, out=apart, where=finite)
        return np.abs(apart)


@dataclass(frozen=True, slots=True)
class SettingChange:
    """A setting that is one number or a switch, then and now; None where it was not or is not set.

    A scale of None is 1/√d; `components` are d then and now, 0 without queries.
    """

    name: str
    before: float | None
    after: float | None
    fate: Fate
    components: tuple[int, int]


@dataclass(frozen=True, slots=True)
class TokensChange:
    """The row of the vocabulary of each token, then and now; None where there was or is no text."""

    name: str
    before: tuple[int, ...] | None
    after: tuple[int, ...] | None
    fate: Fate


InputChange: TypeAlias = TableChange | SettingChange | TokensChange


@dataclass(frozen=True, slots=True)
class NamesChange:
    """What the rows or columns along an axis were called, and what they are called now."""

    axis: Axis
    before: tuple[str, ...]
    after: tuple[str, ...]

    @property
    def renamed(self) -> tuple[int, ...]:
        """The places whose name differs; none where there are more or fewer of them."""
        if len(self.before) != len(self.after):
            return ()
        pairs = zip(self.before, self.after, strict=True)
        return tuple(index for index, (old, new) in enumerate(pairs) if old != new)


@dataclass(frozen=True, slots=True)
class Cause:
    """Something a stage reads, and what became of it; `is_computed` by another stage."""

    name: str
    fate: Fate
    is_computed: bool = False


@dataclass(frozen=True, slots=True, eq=False)
class StageChange:
    """What became of the table of a stage, and why.

    `causes` are what it reads that differs; for a stage that depends on nothing that was changed
    they are what was changed.
    """

    stage: Stage
    table: TableChange
    reason: Reason
    causes: tuple[Cause, ...]

    @property
    def fate(self) -> Fate:
        """What became of its table."""
        return self.table.fate


def difference(change: TableChange) -> Matrix:
    """Now less then, cell by cell, for comparable tables of numbers.

    Infinite where a cell was blocked or is, 0 where it was and still is; finite otherwise.
    """
    before, after = change.before, change.after
    assert before is not None
    assert after is not None
    if change.fate is Fate.SAME:
        return frozen(np.zeros(after.shape))
    limit = np.finfo(np.float64).max
    with np.errstate(over="ignore", invalid="ignore"):
        apart = after - before
    both_finite = np.isfinite(before) & np.isfinite(after)
    apart = np.where(both_finite, np.clip(apart, -limit, limit), apart)
    return frozen(np.where(np.isnan(apart), 0.0, apart))


def rounding_limit(change: TableChange) -> float:
    """Differences up to this are no more than rounding, for comparable tables of numbers."""
    return ROUNDING * max(_largest(change.before), _largest(change.after))


def change_of(name: str, old: NDArray[Any] | None, new: NDArray[Any] | None) -> TableChange:
    """What became of a table; as few cells are looked at as it takes."""
    if old is new:
        return TableChange(name, old, new, Fate.SAME)
    if old is None or new is None:
        return TableChange(name, old, new, Fate.NEW if old is None else Fate.GONE)
    if old.shape != new.shape:
        return TableChange(name, old, new, Fate.RESHAPED)
    change = TableChange(name, old, new, Fate.CHANGED)
    return change if change.rows else TableChange(name, old, new, Fate.SAME)


def is_rounding(change: TableChange) -> bool:
    """Whether comparable tables differ by no more than rounding."""
    if change.blocked or change.unblocked:
        return False
    return change.furthest <= rounding_limit(change)


def _largest(array: NDArray[Any] | None) -> float:
    """The largest finite number on either side of 0; 0 where there is none."""
    if array is None:
        return 0.0
    high, low = float(array.max()), float(array.min())
    if low == -np.inf:
        low = float(array.min(where=np.isfinite(array), initial=0.0))
    return max(high, -low, 0.0)


def _is_blocked(array: NDArray[Any]) -> BoolMatrix:
    """True for blocked cells: of a mask those not allowed, of scores those at −∞."""
    blocked: BoolMatrix = ~array if array.dtype == np.bool_ else np.isneginf(array)
    return blocked


def _same_shape(one: NDArray[Any] | None, other: NDArray[Any] | None) -> bool:
    return one is not None and other is not None and one.shape == other.shape
