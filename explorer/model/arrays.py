"""Checked, read-only arrays: nothing else enters the calculation."""

from collections.abc import Callable, Iterator, Sequence
from numbers import Real
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import ArrayLike, NDArray

from explorer.model.errors import InputError

Matrix: TypeAlias = NDArray[np.float64]
BoolMatrix: TypeAlias = NDArray[np.bool_]

_BAND = 1 << 16
"""Cells that are looked through at a time."""


def frozen(array: NDArray[Any]) -> NDArray[Any]:
    """Make `array` read-only and return it."""
    array.setflags(write=False)
    return array


def bands(array: NDArray[Any]) -> Iterator[slice]:
    """The rows of an array, a few at a time: what is put together of them stays small."""
    rows = max(1, _BAND // array.shape[1])
    return (slice(first, first + rows) for first in range(0, len(array), rows))


def matrix(name: str, values: ArrayLike) -> Matrix:
    """Turn `values` into a read-only float64 matrix with at least one row and one column.

    An array that already is one is shared, not copied. Raises InputError naming the cell
    (`name[row][column]`) for ragged rows, anything but finite real numbers, and empty input.
    """
    if isinstance(values, np.ndarray):
        array = _numeric(name, values)
    else:
        array = frozen(np.array(_rows(name, values, _real), dtype=np.float64))
    _refuse_bad_shape(name, array)
    _refuse_non_finite(name, array)
    return array


def row_vector(name: str, values: ArrayLike) -> Matrix:
    """Turn a list of numbers, or a table of one row, into a read-only matrix of one row.

    Raises InputError naming the number (`name[index]`) as `matrix` does.
    """
    if isinstance(values, np.ndarray):
        return matrix(name, values if values.ndim == 2 else np.atleast_2d(values))
    cells = _items(name, values, "a list of numbers")
    numbers = [finite_number(f"{name}[{index}]", cell) for index, cell in enumerate(cells)]
    return matrix(name, np.array([numbers], dtype=np.float64))


def bool_matrix(name: str, values: ArrayLike) -> BoolMatrix:
    """Turn `values` into a read-only matrix of booleans. Raises InputError for anything else."""
    if not isinstance(values, np.ndarray):
        values = np.array(_rows(name, values, _boolean), dtype=np.bool_)
    if values.dtype != np.bool_:
        raise InputError(name, "true or false in every cell", f"cells of type {values.dtype}")
    _refuse_bad_shape(name, values)
    return _shared_or_copied(values, np.bool_)


def finite_number(name: str, value: object) -> float:
    """Return `value` as a float. Raises InputError unless it is a finite real number."""
    number = _real(name, value)
    if not np.isfinite(number):
        raise InputError(name, "a finite number", repr(number))
    return number


def require_shape(name: str, array: NDArray[Any], shape: tuple[int, int], meaning: str) -> None:
    """Raise InputError unless `array` has `shape`; `meaning` says what the two sizes stand for."""
    if array.shape != shape:
        expected = f"{shape[0]} × {shape[1]} ({meaning})"
        raise InputError(name, expected, f"{array.shape[0]} × {array.shape[1]}")


def require_short(place: str, text: str, most: int) -> None:
    """Raise InputError for more than `most` characters, which would take long to lay out."""
    if len(text) > most:
        raise InputError(place, f"at most {most} characters", f"{len(text)}")


def _numeric(name: str, values: NDArray[Any]) -> Matrix:
    if hasattr(values, "mask"):  # a masked array, known without its module, which is slow to import
        raise InputError(name, "an array without hidden cells", "a masked array")
    if values.dtype.kind not in "iuf":
        raise InputError(name, "real numbers in every cell", f"cells of type {values.dtype}")
    with np.errstate(over="ignore"):
        return _shared_or_copied(values, np.float64)


def _shared_or_copied(values: NDArray[Any], dtype: type[Any]) -> NDArray[Any]:
    if _is_immutable(values) and values.dtype == dtype and values.flags.c_contiguous:
        return values
    return frozen(np.array(values, dtype=dtype, order="C", copy=True))


def _is_immutable(values: NDArray[Any]) -> bool:
    """Whether nobody can write to it: it is read-only, and so is what it shows all of."""
    owner = values if values.base is None else values.base
    if not isinstance(owner, np.ndarray) or owner.base is not None or owner.size != values.size:
        return False
    return not values.flags.writeable and not owner.flags.writeable


def _rows(name: str, values: object, cell: Callable[[str, object], Any]) -> list[list[Any]]:
    rows: list[list[Any]] = []
    for i, row in enumerate(_items(name, values, "a list of rows")):
        place = f"{name}[{i}]"
        cells = _items(place, row, "a row of cells")
        if rows and len(cells) != len(rows[0]):
            raise InputError(place, f"{len(rows[0])} cells as in row 0", f"{len(cells)}")
        rows.append([cell(f"{place}[{j}]", value) for j, value in enumerate(cells)])
    if not rows or not rows[0]:
        raise InputError(name, "at least one row and one column", "an empty table")
    return rows


def _items(place: str, values: object, expected: str) -> Sequence[object]:
    if isinstance(values, Sequence | np.ndarray) and not isinstance(values, str | bytes):
        return values  # type: ignore[return-value]  # an ndarray iterates and has a length too
    raise InputError(place, expected, describe(values))


def _real(place: str, value: object) -> float:
    if isinstance(value, bool | np.bool_) or not isinstance(value, Real):
        raise InputError(place, "a number", describe(value))
    try:
        return float(value)
    except OverflowError:
        raise InputError(place, "a finite number", "one too large to store") from None


def _boolean(place: str, value: object) -> bool:
    if isinstance(value, bool | np.bool_):
        return bool(value)
    raise InputError(place, "true or false", describe(value))


def on_one_line(text: str, longest: int) -> str:
    """`text` cut to `longest` letters; those that cannot be shown are written as escapes."""
    cut = text if len(text) <= longest else f"{text[:longest]}…"
    return "".join(c if c.isprintable() else ascii(c)[1:-1] for c in cut)


def describe(value: object) -> str:
    """Name a wrong value in a message, shortened when it is long."""
    match value:
        case None:
            return "nothing (null)"
        case bool() | np.bool_():
            return "true" if value else "false"
        case str():
            return f'"{on_one_line(value, 40)}"'
        case list() | tuple():
            return "a list"
        case dict():
            return "an object"
        case _:
            text = repr(value)
            return text if len(text) <= 60 else text[:60] + "…"


def _refuse_bad_shape(name: str, array: NDArray[Any]) -> None:
    if array.ndim != 2:
        raise InputError(name, "a table with rows and columns", f"{array.ndim} dimensions")
    if array.size == 0:
        raise InputError(name, "at least one row and one column", "an empty table")


def _refuse_non_finite(name: str, array: Matrix) -> None:
    if not np.isfinite(array).all():
        row, column = np.argwhere(~np.isfinite(array))[0]
        found = "not a number (NaN)" if np.isnan(array[row, column]) else "infinity"
        raise InputError(f"{name}[{row}][{column}]", "a finite number", found)
