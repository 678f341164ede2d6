"""One number taken through a range: what the weights and outputs of one reader do meanwhile."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import NDArray

from explorer.model.attention import attend
from explorer.model.errors import InputError
from explorer.model.inputs import AttentionInputs
from explorer.model.readers import one_reader
from explorer.model.recomputing import FEWEST_CELLS
from explorer.model.scenario import Scenario

POINTS = 101
"""Values of a sweep, both ends included."""
MOST_POINTS = 1001


@dataclass(frozen=True, slots=True, eq=False)
class Point:
    """What one reader's row is at one value: (n_key) weights and (d_value) outputs."""

    value: float
    weights: NDArray[np.float64]
    output: NDArray[np.float64]


def sweep(
    change: Callable[[float], Scenario], values: Sequence[float], row: int
) -> Iterator[Point]:
    """Row `row` of weights and output for each scenario that `change` makes of a value, one by one.

    Of large tables only that row is worked out. Raises InputError, naming the value, where a
    number grows too large to store.
    """
    trace = None
    for value in values:
        inputs = change(value).inputs
        is_large = prod(inputs.shape) >= FEWEST_CELLS
        try:
            trace = attend(one_reader(inputs, row)) if is_large else attend(inputs, trace)
        except InputError as error:
            told = _told_of_all(inputs, error) if is_large else error
            place = f"at {value:g}: {told.place}"
            raise InputError(place, told.expected, told.found) from error
        own = 0 if is_large else row
        yield Point(value, trace.weights[own], trace.output[own])


def evenly(start: float, end: float, points: int = POINTS) -> tuple[float, ...]:
    """`points` values from `start` to `end`. Raises InputError unless they rise."""
    if not 2 <= points <= MOST_POINTS:
        raise InputError("points", f"2 to {MOST_POINTS}", f"{points}")
    if not (np.isfinite(start) and np.isfinite(end) and start < end):
        raise InputError("range", "a first value below the last", f"{start:g} to {end:g}")
    values = tuple(float(value) for value in np.linspace(start, end, points))
    if len(set(values)) < points:
        raise InputError("range", f"room for {points} different values", f"{start:g} to {end:g}")
    return values


def _told_of_all(inputs: AttentionInputs, error: InputError) -> InputError:
    """The error as it is told where all readers are there, of which this one has its row."""
    try:
        attend(inputs)
    except InputError as whole:
        return whole
    return error
