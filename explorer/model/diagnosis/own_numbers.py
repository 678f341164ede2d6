"""Numbers someone brings to be compared, and how exactly they are known."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from explorer.model.arrays import matrix
from explorer.model.convention import Convention
from explorer.model.errors import InputError

MOST_WRITTEN = 9
"""A double with more significant digits than these, and more decimals, was not rounded."""
MOST_WRITTEN_SINGLE = 6
"""Significant digits only: what is rounded to more is as good as not rounded there."""
LARGEST_ALLOWANCE = 0.05
"""No allowance is above this or, where numbers are above 1, above that share of the largest."""

_FEW = 256
_MOST_DIGITS = 18
_FEW_DIGITS = 4.5
_NOTHING = 1e-290
_ROOM = 4.0
"""How many steps of its type one unit has to hold for a number to be seen to be rounded to it."""


class Precision(Enum):
    """How a type stores numbers, and how sums of products are added up where it is used.

    `stored` and `added` are relative steps; below `smallest` numbers are as good as 0. Half
    precision is stored in 16 bits and added up in 32, as processors do.
    """

    DOUBLE = ("double precision (float64)", 2.0**-52, 2.0**-52, 1e-289)
    SINGLE = ("single precision (float32)", 2.0**-23, 2.0**-23, 2.0**-126)
    HALF = ("half precision (float16)", 2.0**-10, 2.0**-23, 2.0**-24)
    BRAIN = ("half precision (bfloat16)", 2.0**-7, 2.0**-23, 2.0**-126)

    def __init__(self, title: str, stored: float, added: float, smallest: float) -> None:
        self.title = title
        self.stored = stored
        self.added = added
        self.smallest = smallest


@dataclass(frozen=True, eq=False)
class OwnNumbers:
    """Numbers to be compared: `values` as doubles, possibly with NaN and infinities.

    `allowance`, of the same shape, is how far each may be from what it was rounded from: half a
    unit of its last digit, 0.005 for 23.37. It is 0 where all digits of a stored number are there;
    `precision` is then the type it was stored in. A single line, `is_line`, may be a row or a
    column. `values` have readers in rows; `readers_in` says where those were in what was brought.
    """

    values: NDArray[np.float64]
    allowance: NDArray[np.float64]
    precision: Precision = Precision.DOUBLE
    is_line: bool = False
    readers_in: Convention = Convention.ROWS

    @property
    def is_written(self) -> bool:
        """Whether these are rounded decimals rather than every digit of a stored number."""
        return bool(self.allowance.any())

    @property
    def decimals(self) -> int:
        """How many decimals the number written with the most of them has."""
        written = self.allowance[self.allowance > 0]
        return max(0, round(-float(np.log10(2 * written.min())))) if written.size else 0

    def take(self, rows: NDArray[np.intp]) -> "OwnNumbers":
        """Some of the rows."""
        return replace(self, values=self.values[rows], allowance=self.allowance[rows])

    def turned(self) -> "OwnNumbers":
        """Rows and columns swapped."""
        return replace(self, values=self.values.T, allowance=self.allowance.T)

    def brought(self, readers_in: Convention) -> "OwnNumbers":
        """Numbers as they were brought, with readers so, put with readers in rows."""
        return replace(self.turned() if readers_in.is_turned else self, readers_in=readers_in)

    def reshaped(self, shape: tuple[int, ...]) -> "OwnNumbers":
        """The same numbers in a table of another shape, row by row."""
        values, allowance = self.values.reshape(shape), self.allowance.reshape(shape)
        return replace(self, values=values, allowance=allowance)

    def laid_out(self, shape: tuple[int, int]) -> "OwnNumbers":
        """A table: a line becomes the row or the column that is expected, a list at least a row."""
        size, is_flat = self.values.size, self.values.ndim == 1
        if (is_flat or self.is_line) and min(shape) == 1 and max(shape) == size:
            return replace(self.reshaped(shape), is_line=True)
        if not is_flat:
            return self
        return replace(self.reshaped(self.readers_in.pair((1, size))), is_line=True)


def stored_numbers(values: NDArray[np.float64], precision: Precision) -> OwnNumbers:
    """Numbers with every digit they were stored with."""
    return OwnNumbers(values, np.zeros(values.shape), precision)


def magnitude(values: NDArray[np.float64]) -> NDArray[np.float64]:
    """The power of ten of the first digit of each number; 0 for 0 and for next to nothing."""
    sizes = np.abs(values)
    whole: NDArray[np.float64] = np.floor(np.log10(np.where(sizes > _NOTHING, sizes, 1.0)))
    return whole


def written_numbers(values: NDArray[np.float64], last_digit: NDArray[np.float64]) -> OwnNumbers:
    """Rounded numbers, given the unit of the last digit of each that is not a filling 0.

    A number may have been rounded to whole ones or to as many significant digits as the one with
    the most of them, but to two at least: 1200 beside 35 stands for 1150 to 1250, beside 35.12
    for 1199.5 to 1200.5. A plain 0 counts as written with as many digits as the others. No
    allowance is above 0.05 or, where numbers are above 1, above 5 % of the largest: fewer than
    two digits say next to nothing.
    """
    finite = np.where(np.isfinite(values), values, 0.0)
    size = magnitude(finite)
    digits = np.where(finite == 0, 1.0, size - np.log10(last_digit) + 1)
    most = max(2.0, float(np.round(digits).max()))
    unit = np.maximum(np.minimum(last_digit, 1.0), 10.0 ** (size - most + 1))
    unit = np.where(finite == 0, np.minimum(last_digit, unit.min()), unit)
    largest = LARGEST_ALLOWANCE * max(1.0, float(np.abs(finite).max()))
    return OwnNumbers(values, np.minimum(unit / 2, largest))


def own_numbers(name: str, values: "ArrayLike | OwnNumbers") -> OwnNumbers:
    """Numbers as someone has them: an array, lists, or what was read from a file already.

    Where no number has more than 9 digits or decimals (single precision: 6) they count as rounded
    (see `written_numbers`), otherwise every digit counts. Axes of length 1 in front of the last two
    are left out. Raises InputError naming the table for anything but real numbers.
    """
    if isinstance(values, OwnNumbers):
        return values.reshaped(_table_shape(name, values.values.shape))
    array = _real_numbers(name, values)
    return _classified(array.reshape(_table_shape(name, array.shape)))


def _real_numbers(name: str, values: ArrayLike) -> NDArray[Any]:
    try:
        array = np.asarray(values)
    except (ValueError, TypeError, RuntimeError):
        return matrix(name, values)  # names the row or cell that is at fault
    if array.dtype.kind not in "iuf":
        raise InputError(name, "real numbers in every cell", f"cells of type {array.dtype}")
    return array


def _table_shape(name: str, shape: Sequence[int]) -> tuple[int, ...]:
    while len(shape) > 2 and shape[0] == 1:
        shape = shape[1:]
    if not 1 <= len(shape) <= 2:
        found = (
            f"{len(shape)} dimensions ({' × '.join(map(str, shape))})" if shape else "one number"
        )
        raise InputError(name, "a table with rows and columns", found)
    if 0 in shape:
        raise InputError(name, "at least one row and one column", "an empty table")
    return tuple(shape)


def _classified(array: NDArray[Any]) -> OwnNumbers:
    """Rounded numbers, or stored ones with every digit, whichever these look like."""
    values = array.astype(np.float64)
    if array.dtype.kind in "iu":
        array = values
    if array.dtype.itemsize <= 2:
        return stored_numbers(values, Precision.HALF)
    few = array.ravel()[:: max(1, array.size // _FEW)]
    last_digit = _written_units(array) if _written_units(few) is not None else None
    if last_digit is None or _are_binary_fractions(array, last_digit):
        return stored_numbers(values, stored_precision(array))
    return written_numbers(values, last_digit)


def _are_binary_fractions(array: NDArray[Any], last_digit: NDArray[np.float64]) -> bool:
    """Whether single precision numbers such as 23.375 came out of half precision, not a hand."""
    if array.dtype.itemsize > 4:
        return False
    digits = magnitude(array.astype(np.float64)) - np.log10(last_digit) + 1
    return bool(digits.max() > _FEW_DIGITS) and stored_precision(array) is not Precision.SINGLE


def _written_units(array: NDArray[Any]) -> NDArray[np.float64] | None:
    """The unit of the last digit that is not 0; None if a number has too many digits.

    Numbers so large that their type leaves no room for more decimals do not count as having too
    many, unless all are.
    """
    finite = np.where(np.isfinite(array), array, 0.0).astype(array.dtype)
    slack = np.abs(np.spacing(finite)).astype(np.float64)
    values = np.abs(finite.astype(np.float64))
    size = magnitude(values)
    if array.dtype.itemsize == 4:
        least = 10.0 ** (size - MOST_WRITTEN_SINGLE + 1)
    else:
        least = np.minimum(10.0 ** (size - MOST_WRITTEN + 1), 10.0**-MOST_WRITTEN)
    unit = np.zeros(array.shape)
    for digits in range(1, _MOST_DIGITS):
        own = 10.0 ** (size - digits + 1)
        with np.errstate(over="ignore"):  # the largest numbers there are may be rounded up
            whole = np.abs(np.round(values / own) * own - values) <= slack
        found = (unit == 0) & whole & (own > 0.9 * least) & (own > _ROOM * slack)
        unit[found] = own[found]
        if unit.all():
            return unit
    undecided = (unit == 0) & (least <= _ROOM * slack)
    if not (undecided | (unit > 0)).all() or undecided.all():
        return None
    return np.where(undecided, _ROOM * slack, unit)


def stored_precision(array: NDArray[Any]) -> Precision:
    """The type with the fewest digits that holds every number."""
    values = array[np.isfinite(array)].astype(np.float64)
    with np.errstate(over="ignore"):
        single = values.astype(np.float32)
        half = single.astype(np.float16)
    if not (single == values).all():
        return Precision.DOUBLE
    if not (single.view(np.uint32) & 0xFFFF).any():
        return Precision.BRAIN
    return Precision.HALF if (half == single).all() else Precision.SINGLE
