"""What became of one table, setting, list of names or stage between two states."""

from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import Matrix, frozen
from explorer.model.places import Axis, Place
from explorer.model.stages import Stage

ROUNDING = 1e-12
"""A difference smaller than this share of the largest number in a table is one of rounding."""
_BAND = 1 << 15
"""Cells that are compared at a time: so few that what is worked out on the way stays small."""
_NOWHERE = np.empty(0)


class Fate(StrEnum):
    """What became of a table or a setting."""

    SAME = "the same"
    ROUNDED = "but for rounding the same"
    CHANGED = "changed"
    RESHAPED = "of another shape"
    NEW = "new"
    GONE = "gone"

    @property
    def is_unmoved(self) -> bool:
        """Whether nothing became of it, but for rounding perhaps."""
        return self in (Fate.SAME, Fate.ROUNDED)


class Reason(StrEnum):
    """Why a stage is what it is, given what it reads."""

    INDEPENDENT = "nothing it depends on was changed"
    SETTLED = "what it reads came out the same"
    DESPITE = "what it reads differs, and it does not"
    CAUSED = "what it reads differs"
    DEPARTS = "it is calculated in another way"


@dataclass(frozen=True, slots=True)
class Moves:
    """Where two tables of one shape differ, and by how much.

    `count` cells of `rows` do; `blocked` of them only now, `unblocked` only then. `largest` is the
    row and column of the finite number that moved furthest, by `furthest`; None where none did;
    `as_far` others moved as far, up to rounding. `magnitude` is the largest finite number on
    either side of 0 in both tables.
    """

    rows: tuple[int, ...] = ()
    count: int = 0
    blocked: int = 0
    unblocked: int = 0
    largest: tuple[int, int] | None = None
    furthest: float = 0.0
    as_far: int = 0
    magnitude: float = 0.0


@dataclass(frozen=True, eq=False)
class TableChange:
    """One table then and now; None where there was or is none.

    Of tables of one shape the cells are compared, of others only the shapes. Made by `change_of`.
    """

    name: str
    before: NDArray[Any] | None
    after: NDArray[Any] | None
    fate: Fate
    moves: Moves = Moves()

    @property
    def is_comparable(self) -> bool:
        """Whether there are two tables of one shape."""
        return _same_shape(self.before, self.after)

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows in which cells differ."""
        return self.moves.rows

    @property
    def largest(self) -> Place | None:
        """The cell whose finite number moved furthest; None where none did."""
        cell = self.moves.largest
        return None if cell is None else Place(self.name, *cell)

    @property
    def furthest(self) -> float:
        """How far that number moved; 0 where none did."""
        return self.moves.furthest

    @property
    def as_far(self) -> int:
        """How many other numbers moved as far, up to rounding."""
        return self.moves.as_far

    @property
    def blocked(self) -> int:
        """How many cells are blocked now that were not then."""
        return self.moves.blocked

    @property
    def unblocked(self) -> int:
        """How many cells were blocked then and are not now."""
        return self.moves.unblocked

    @property
    def effort(self) -> int:
        """How many cells the difference takes to work out; 0 if there is none, or it is there."""
        if self.after is None or not self.moves.count or "difference" in vars(self):
            return 0
        return self.after.size

    def prepare_difference(self) -> None:
        """Work the difference out, if there is one, so that asking for it costs nothing."""
        if self.effort:
            _ = self.difference

    @cached_property
    def difference(self) -> Matrix:
        """Now less then, cell by cell, for comparable tables of numbers.

        Infinite where a cell was blocked or is, 0 where it was and still is; finite otherwise.
        """
        before, after = self.before, self.after
        assert before is not None
        assert after is not None
        if self.fate is Fate.SAME:
            return frozen(np.zeros(after.shape))
        apart = np.empty(after.shape)
        for rows in _bands(after.shape):
            apart[rows] = _apart(before[rows], after[rows])
        return frozen(apart)


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

    @property
    def is_same(self) -> bool:
        """Whether its table is the same to the last digit."""
        return self.fate is Fate.SAME


def rounding_limit(change: TableChange) -> float:
    """Differences up to this are no more than rounding, for tables of numbers that differ."""
    return ROUNDING * change.moves.magnitude


def change_of(name: str, old: NDArray[Any] | None, new: NDArray[Any] | None) -> TableChange:
    """What became of a table; as few cells are looked at as it takes."""
    if old is new:
        return TableChange(name, old, new, Fate.SAME)
    if old is None or new is None:
        return TableChange(name, old, new, Fate.NEW if old is None else Fate.GONE)
    if old.shape != new.shape:
        return TableChange(name, old, new, Fate.RESHAPED)
    moves = _moves(old, new)
    return TableChange(name, old, new, Fate.CHANGED if moves.count else Fate.SAME, moves)


def is_rounding(change: TableChange) -> bool:
    """Whether comparable tables differ by no more than rounding."""
    if change.blocked or change.unblocked:
        return False
    return change.furthest <= rounding_limit(change)


def _moves(old: NDArray[Any], new: NDArray[Any]) -> Moves:
    """Some rows after the other, so that little is held of tables with millions of cells."""
    of_bands = []
    near: list[NDArray[np.float64]] = []
    for band in _bands(new.shape):
        moves, distances = _moves_of(old[band], new[band], band.start)
        of_bands.append(moves)
        near.append(_near(distances, moves.furthest))
    moved = [moves for moves in of_bands if moves.largest is not None]
    most = max(moved, key=lambda moves: moves.furthest, default=Moves())  # the first of several
    as_far = sum(_near(distances, most.furthest).size for distances in near)
    return Moves(
        rows=tuple(row for moves in of_bands for row in moves.rows),
        count=sum(moves.count for moves in of_bands),
        blocked=sum(moves.blocked for moves in of_bands),
        unblocked=sum(moves.unblocked for moves in of_bands),
        largest=most.largest,
        furthest=most.furthest,
        as_far=max(as_far - 1, 0),
        magnitude=max((moves.magnitude for moves in of_bands), default=0.0),
    )


def _moves_of(
    old: NDArray[Any], new: NDArray[Any], first_row: int
) -> tuple[Moves, NDArray[np.float64]]:
    """Of a few rows, which are counted from `first_row` on; and how far each number moved."""
    different = old != new
    rows = tuple((first_row + np.flatnonzero(different.any(axis=1))).tolist())
    count = int(np.count_nonzero(different)) if rows else 0
    if old.dtype == np.bool_:
        blocked = int(np.count_nonzero(different & old))
        return Moves(rows, count, blocked, count - blocked), _NOWHERE
    magnitude = max(_largest(old), _largest(new))
    if not rows:
        return Moves(magnitude=magnitude), _NOWHERE
    with np.errstate(over="ignore", invalid="ignore"):
        distances = np.abs(new - old)
    blocked = unblocked = 0
    if not np.isfinite(distances).all():
        are_finite = np.isfinite(old) & np.isfinite(new)
        distances[~are_finite] = 0.0
        blocked = int(np.count_nonzero(np.isneginf(new) & different))
        unblocked = int(np.count_nonzero(np.isneginf(old) & different))
    row, column = divmod(int(distances.argmax()), new.shape[1])
    furthest = float(distances[row, column])
    moves = Moves(
        rows,
        count,
        blocked,
        unblocked,
        largest=(first_row + row, column) if furthest else None,
        furthest=furthest,
        magnitude=magnitude,
    )
    return moves, distances


def _near(distances: NDArray[np.float64], furthest: float) -> NDArray[np.float64]:
    """Those that are no shorter than the furthest, up to rounding."""
    return distances[distances >= furthest * (1 - ROUNDING)] if furthest else _NOWHERE


def _apart(before: NDArray[Any], after: NDArray[Any]) -> Matrix:
    """The difference of some rows."""
    with np.errstate(over="ignore", invalid="ignore"):
        apart: Matrix = after - before
    if np.isfinite(apart).all():
        return apart
    limit = np.finfo(np.float64).max
    both_finite = np.isfinite(before) & np.isfinite(after)
    apart = np.where(both_finite, np.clip(apart, -limit, limit), apart)
    return np.where(np.isnan(apart), 0.0, apart)


def _bands(shape: tuple[int, ...]) -> Iterator[slice]:
    """All the rows of a table, a few at a time."""
    step = max(1, _BAND // max(1, shape[1]))
    return (slice(first, first + step) for first in range(0, shape[0], step))


def _largest(array: NDArray[Any]) -> float:
    """The largest finite number on either side of 0; 0 where there is none."""
    if not array.size:
        return 0.0
    high, low = float(array.max()), float(array.min())
    if low == -np.inf:
        low = float(array.min(where=np.isfinite(array), initial=0.0))
    return max(high, -low, 0.0)


def _same_shape(one: NDArray[Any] | None, other: NDArray[Any] | None) -> bool:
    return one is not None and other is not None and one.shape == other.shape
