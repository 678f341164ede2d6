"""What became of one table, setting, list of names or stage between two states."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import Matrix, frozen
from explorer.model.comparison.moves import (
    NO_MOVES,
    ROUNDING,
    Moves,
    difference_of,
    moves_between,
    noise_in,
)
from explorer.model.places import Axis, Place
from explorer.model.stages import Stage


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


@dataclass(frozen=True, eq=False)
class TableChange:
    """One table then and now; None where there was or is none.

    Of tables of one shape the cells are compared, of others only the shapes. Made by `change_of`.
    """

    name: str
    before: NDArray[Any] | None
    after: NDArray[Any] | None
    fate: Fate
    moves: Moves = NO_MOVES
    is_computed: bool = False

    @property
    def is_comparable(self) -> bool:
        """Whether there are two tables of one shape."""
        return _same_shape(self.before, self.after)

    @property
    def rows(self) -> tuple[int, ...]:
        """The rows in which cells differ, of computed ones by more than rounding."""
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
        Where some computed numbers moved, it is 0 for those that only differ by rounding.
        """
        before, after = self.before, self.after
        assert before is not None
        assert after is not None
        if self.fate is Fate.SAME:
            return frozen(np.zeros(after.shape))
        moved = self.is_computed and self.fate is Fate.CHANGED
        return difference_of(before, after, noise_in(before, after) if moved else None)


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


def change_of(
    name: str, old: NDArray[Any] | None, new: NDArray[Any] | None, is_computed: bool = False
) -> TableChange:
    """What became of a table, typed in or computed; as few cells are looked at as it takes."""
    if old is new:
        return TableChange(name, old, new, Fate.SAME)
    if old is None or new is None:
        return TableChange(name, old, new, Fate.NEW if old is None else Fate.GONE)
    if old.shape != new.shape:
        return TableChange(name, old, new, Fate.RESHAPED)
    moves = moves_between(old, new, is_computed)
    fate = Fate.CHANGED if moves.count else Fate.SAME
    return TableChange(name, old, new, fate, moves, is_computed)


def is_rounding(change: TableChange) -> bool:
    """Whether comparable tables differ by no more than rounding."""
    if change.blocked or change.unblocked:
        return False
    return change.furthest <= rounding_limit(change)


def _same_shape(one: NDArray[Any] | None, other: NDArray[Any] | None) -> bool:
    return one is not None and other is not None and one.shape == other.shape
