"""What some readers need: a calculation cut down to a few rows of queries, or to one."""

from collections.abc import Sequence
from dataclasses import replace
from typing import Any

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import frozen
from explorer.model.attention import attend
from explorer.model.inputs import INPUT_AXES, AttentionInputs
from explorer.model.places import Axis, Place
from explorer.model.typed_arrays import TYPED_ARRAYS
from explorer.model.vectors import typed_in, vectors_of


def one_reader(inputs: AttentionInputs, row: int) -> AttentionInputs:
    """The inputs of one reader alone; what it reads from is shared, not copied."""
    return some_readers(inputs, [row])


def some_readers(
    inputs: AttentionInputs, rows: Sequence[int] | NDArray[np.intp]
) -> AttentionInputs:
    """The inputs of some readers alone, in the order given.

    Every right stage works row by row, so its numbers are those of these rows of the whole. What
    a text makes its queries, keys and values of is worked out: they come back as typed in.
    Raises InputError if a number on that way grows too large to store.
    """
    if inputs.is_projected:
        inputs = typed_in(vectors_of(inputs))
    return inputs.part({Axis.QUERIES: np.asarray(rows, dtype=np.intp)})


def with_cell(inputs: AttentionInputs, place: Place, value: float) -> AttentionInputs:
    """The inputs with another number in one cell."""
    array = getattr(inputs, place.array).copy()
    array[place.row, place.column] = value
    changes: dict[str, Any] = {place.array: frozen(array)}
    return replace(inputs, **changes)


def number_with(inputs: AttentionInputs, cell: Place, value: float, target: Place) -> float:
    """The number at `target` if `cell` held `value`; works out the row of the target only.

    Of a text that starts from vectors, all of them are worked out. Raises InputError if a number
    on the way grows too large to store.
    """
    if inputs.is_projected:
        vectors = vectors_of(with_cell(inputs, cell, value))
        if vectors.computes(target.array):
            return vectors.number(target)
        return number_of(one_reader(typed_in(vectors), target.row), target)
    own = one_reader(inputs, target.row)
    if INPUT_AXES[cell.array][0] is Axis.QUERIES:
        if cell.row != target.row:
            return number_of(own, target)
        cell = Place(cell.array, 0, cell.column)
    return number_of(with_cell(own, cell, value), target)


def number_of(own: AttentionInputs, target: Place) -> float:
    """The number at `target`, given the inputs of its reader alone."""
    return attend(own).number(Place(target.array, 0, target.column))


def differs_elsewhere(
    before: AttentionInputs, after: AttentionInputs, array: str, row: int
) -> bool:
    """Whether anything but one row of one array differs between two calculations."""
    settings = ("scale", "softcap", "tokens", "sinusoidal")
    return any(getattr(before, name) != getattr(after, name) for name in settings) or any(
        _differs(getattr(before, name), getattr(after, name), row if name == array else None)
        for name in (*TYPED_ARRAYS, "allowed")
    )


def _differs(before: NDArray[Any] | None, after: NDArray[Any] | None, but_row: int | None) -> bool:
    if before is after:
        return False
    if before is None or after is None or before.shape != after.shape:
        return True
    different = (before != after).any(axis=1)
    if but_row is not None:
        different[but_row] = False
    return bool(different.any())
