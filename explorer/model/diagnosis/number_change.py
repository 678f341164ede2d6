"""The smallest change of one number after which two ways of computing come apart."""

import math
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import islice

import numpy as np

from explorer.model.arrays import Matrix
from explorer.model.attention import attend
from explorer.model.errors import InputError
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis, Place
from explorer.model.readers import some_readers, with_cell
from explorer.model.scenario import ARRAY_AXES
from explorer.model.slips.slip import Slip
from explorer.model.trace import AttentionTrace

SEEN = 0.01
"""How far apart two numbers are seen to be: for numbers below 1, as a share of them."""

MOST_READERS = 4
"""Readers whose numbers are compared, where slips work reader by reader."""
MOST_CELLS_TRIED = 12
"""Cells of each table that are tried, spread over it."""
MOST_WORK = 8_000_000
"""Scores worked out until the search is given up."""

_STEPS = (0.1, 0.2, 0.5, 1.0, 2.0, 5.0, 10.0)
_ORDER = ("value", *(name for name in ARRAY_AXES if name != "value"))


@dataclass(frozen=True, slots=True)
class NumberChange:
    """One typed-in number to change, and where the two ways of computing then differ most.

    At `seen` the first way gives `one`, the second `other`.
    """

    place: Place
    old: float
    new: float
    seen: Place
    one: float
    other: float


def smallest_change(
    inputs: AttentionInputs,
    slip: Slip,
    other: Slip | None = None,
    table: str = "output",
    reader: int | None = None,
) -> NumberChange | None:
    """The smallest change of one number after which a slip shows in a table.

    It then differs from `other` or, without one, from the right calculation (`one` is the right
    number); in the row of `reader`, if one is named. Steps are measured by the size of the numbers
    in a table, and tables of whole numbers keep them. None if no single number among those tried
    does it; a slip that cannot be made with these inputs cannot be shown by another number.
    """
    return next(filter(None, changes_tried(inputs, slip, other, table, reader)), None)


def changes_tried(
    inputs: AttentionInputs,
    slip: Slip,
    other: Slip | None = None,
    table: str = "output",
    reader: int | None = None,
) -> Iterator[NumberChange | None]:
    """The search for `smallest_change`, change by change: None while the slip does not show.

    Ends with the first change that shows it, if there is one.
    """
    ways = (other, slip)
    if not all(way is None or way.applies(inputs) for way in ways):
        return
    most_tries = 1 + MOST_WORK // math.prod(inputs.shape)
    for place, new in islice(_changes(inputs), most_tries):
        old = float(getattr(inputs, place.array)[place.row, place.column])
        found = _parted(with_cell(inputs, place, new), place, ways, table, reader)
        yield None if found is None else NumberChange(place, old, new, *found)
        if found is not None:
            return


def _changes(inputs: AttentionInputs) -> Iterator[tuple[Place, float]]:
    """Cells and new numbers for them, the smallest steps first."""
    tables = {name: getattr(inputs, name) for name in _ORDER}
    for share in _STEPS:
        for name, array in tables.items():
            step = None if array is None else _step(array, share)
            if array is None or step is None:
                continue
            for place in _cells(name, array):
                old = float(array[place.row, place.column])
                for new in (_tidy(old + step), _tidy(old - step)):
                    if math.isfinite(new):
                        yield place, new


def _step(array: Matrix, share: float) -> float | None:
    """A share of the size of the numbers in a table; None if it would break whole numbers."""
    largest = float(np.abs(array).max())
    size = 10.0 ** math.floor(math.log10(largest)) if largest > 0 else 1.0
    step = float(f"{share * size:.0e}")
    is_whole = bool((array == np.round(array)).all())
    return None if is_whole and step < 1 else step


def _tidy(value: float) -> float:
    """Without the dust of adding decimals in binary."""
    return float(f"{value:.12g}")


def _cells(name: str, array: Matrix) -> Iterator[Place]:
    stride = max(1, array.size // MOST_CELLS_TRIED)
    for index in range(0, array.size, stride):
        row, column = divmod(index, array.shape[1])
        yield Place(name, row, column)


def _parted(
    inputs: AttentionInputs,
    place: Place,
    ways: tuple[Slip | None, Slip],
    table: str,
    reader: int | None,
) -> tuple[Place, float, float] | None:
    """The cell where the two ways differ most, and both numbers; None if that is not seen."""
    rows = _readers(inputs, place, ways, reader)
    cut = inputs if rows is None else some_readers(inputs, rows)
    try:
        one, other = (_table(inputs, cut, way, table) for way in ways)
    except InputError:
        return None
    if one is None or other is None or one.shape != other.shape:
        return None
    with np.errstate(over="ignore", invalid="ignore"):
        apart = np.nan_to_num(np.abs(one - other) / np.minimum(1.0, _sizes(one, other)))
    if reader is not None and rows is None:
        apart[np.arange(len(apart)) != reader] = 0.0
    row, column = map(int, np.unravel_index(int(apart.argmax()), apart.shape))
    if apart[row, column] < SEEN:
        return None
    seen = Place(table, row if rows is None else rows[row], column)
    return seen, float(one[row, column]), float(other[row, column])


def _sizes(one: Matrix, other: Matrix) -> Matrix:
    sizes: Matrix = np.maximum(np.maximum(np.abs(one), np.abs(other)), np.finfo(np.float64).tiny)
    return sizes


def _readers(
    inputs: AttentionInputs,
    place: Place,
    ways: tuple[Slip | None, Slip],
    reader: int | None,
) -> list[int] | None:
    """The readers to work out; None: all, because they depend on each other or are few."""
    n_query = inputs.shape[0]
    if n_query <= MOST_READERS or any(way is not None and way.needs_all_rows for way in ways):
        return None
    if reader is not None:
        return [reader]
    own = [place.row] if ARRAY_AXES[place.array][0] is Axis.QUERIES else []
    return sorted({*own, *range(MOST_READERS)})


def _table(
    whole: AttentionInputs, cut: AttentionInputs, way: Slip | None, table: str
) -> Matrix | None:
    trace: AttentionTrace
    if way is None:
        trace = attend(cut)
    elif not way.applies(whole):
        return None
    else:
        trace = way.forward(cut)
    return trace.arrays.get(table)
