"""What differs between two scenarios, and no more than that: what an undo step keeps of one."""

from collections.abc import Mapping
from dataclasses import dataclass, fields, replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model import Scenario
from explorer.model.arrays import frozen
from explorer.model.masks import CellMask
from explorer.model.where import bits

Array = NDArray[Any]

_WORTH_IT = 4
"""Rows or columns are kept alone if the whole array is so many times as large."""


@dataclass(frozen=True, slots=True, eq=False)
class Difference:
    """The way from one scenario to another: for each field that differs, its content there.

    Of an array that shares most rows or columns with its counterpart, the others alone.
    """

    contents: Mapping[str, Any]

    def __bool__(self) -> bool:
        return bool(self.contents)

    def applied_to(self, scenario: Scenario) -> Scenario:
        """The other scenario."""
        contents = {
            name: _restored(content, getattr(scenario, name))
            for name, content in self.contents.items()
        }
        return replace(scenario, **contents)


def difference(given: Scenario, wanted: Scenario) -> Difference:
    """The way from `given` to `wanted`; empty if both hold the same."""
    pairs = {
        field.name: (getattr(given, field.name), getattr(wanted, field.name))
        for field in fields(Scenario)
    }
    return Difference(
        {name: _content(*pair) for name, pair in pairs.items() if not _are_equal(*pair)}
    )


@dataclass(frozen=True, slots=True, eq=False)
class _Band:
    """Rows (axis 0) or columns (axis 1) of an array; those around them stand in the other too.

    The first `head` and the last `tail` are the same in both.
    """

    axis: int
    head: int
    tail: int
    cells: Array

    def put_into(self, other: Array) -> Array:
        """The array the cells were taken from, made of them and of the other array."""
        end = other.shape[self.axis] - self.tail
        first, _, last = np.split(other, [self.head, end], axis=self.axis)
        return frozen(np.concatenate([first, self.cells, last], axis=self.axis))


def _content(here: object, there: object) -> object:
    given, wanted = _cells(here), _cells(there)
    band = None if given is None or wanted is None else _band(given, wanted)
    return there if band is None else band


def _restored(content: Any, here: object) -> Any:
    other = _cells(here)
    if not isinstance(content, _Band) or other is None:
        return content
    cells = content.put_into(other)
    return CellMask(cells) if isinstance(here, CellMask) else cells


def _are_equal(here: object, there: object) -> bool:
    left, right = _cells(here), _cells(there)
    if left is None or right is None:
        return left is right and bool(here == there)
    return left is right or bool(np.array_equal(bits(left), bits(right)))


def _cells(content: object) -> Array | None:
    """The array a field of a scenario holds; None if it holds something else."""
    cells = content.cells if isinstance(content, CellMask) else content
    return cells if isinstance(cells, np.ndarray) else None


def _band(given: Array, wanted: Array) -> _Band | None:
    """The part of `wanted` that `given` has not; None if that is most of it."""
    for axis in (0, 1):
        if given.shape[1 - axis] == wanted.shape[1 - axis]:
            head, tail = _shared_ends(np.moveaxis(given, axis, 0), np.moveaxis(wanted, axis, 0))
            own = slice(head, wanted.shape[axis] - tail)
            cells = wanted[own] if axis == 0 else wanted[:, own]
            if cells.size * _WORTH_IT <= wanted.size:
                return _Band(axis, head, tail, cells.copy())
    return None


def _shared_ends(given: Array, wanted: Array) -> tuple[int, int]:
    """How many rows at the beginning and how many at the end are the same in both."""
    count = min(len(given), len(wanted))
    head = _first_false(_same_rows(given[:count], wanted[:count]))
    backwards = _same_rows(given[len(given) - count :], wanted[len(wanted) - count :])[::-1]
    return head, min(_first_false(backwards), count - head)


def _same_rows(left: Array, right: Array) -> Array:
    same: Array = (bits(left) == bits(right)).all(axis=1)
    return same


def _first_false(flags: Array) -> int:
    return len(flags) if flags.all() else int(flags.argmin())
