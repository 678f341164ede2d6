"""One's own scores, weights or outputs from text, `.npy` or `.npz`, as rounded as they come."""

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from os import PathLike
from pathlib import Path

import numpy as np

from explorer.files.documents import ARCHIVE, SINGLE_ARRAY, read_file
from explorer.files.errors import ScenarioFileError
from explorer.files.matrix_text import BYTE_ORDER_MARK, MatrixTextError, cell_error, parse_cells
from explorer.files.npy_arrays import SUFFIX, archived_arrays, single_array
from explorer.files.number_text import NumberTextError, parse_number
from explorer.model import AttentionInputs, InputError, OwnNumbers
from explorer.model.arrays import describe
from explorer.model.convention import Convention
from explorer.model.diagnosis import own_numbers
from explorer.model.diagnosis.own_numbers import (
    Precision,
    stored_numbers,
    stored_precision,
    written_numbers,
)
from explorer.model.experiment import wrong_heading
from explorer.model.guess import last_digit
from explorer.model.slips.mistakes import MISTAKES
from explorer.model.stages import STAGES

ALL_DIGITS = 15
"""Text with a number of so many digits was written by a program that leaves none out."""
HALF_DIGITS = 7
"""The same, where every number is one that half precision can hold."""

_MOST_NAMED = 8
_ONE_NUMBER = re.compile(r"[+\-−]?[0-9]+(?:[.,][0-9]*)?(?:[eE][+\-−]?[0-9]+)?")
_NOT_NUMBERS = {
    "nan": np.nan,
    "inf": np.inf,
    "+inf": np.inf,
    "infinity": np.inf,
    "∞": np.inf,
    "-inf": -np.inf,
    "-infinity": -np.inf,
    "-∞": -np.inf,
}


def load_numbers(
    path: str | PathLike[str],
    table: str,
    shape: tuple[int, int] | None = None,
    readers_in: Convention = Convention.ROWS,
) -> OwnNumbers:
    """The numbers in a file, told apart by what is in it, to be compared with a table.

    Text as `numbers_from_text` reads it; an `.npy` file; an `.npz` archive, of which the array
    named like the table is taken, or its only one. `readers_in` says what readers are in the file.
    Raises ScenarioFileError, its `path` set.
    """
    path = Path(path)
    try:
        return _decoded(read_file(path), table, shape, readers_in)
    except ScenarioFileError as error:
        error.path = path
        raise
    except MemoryError as error:
        raise ScenarioFileError("the file is too large for the memory here", path) from error


def table_shape(inputs: AttentionInputs, table: str) -> tuple[int, int]:
    """The shape a table of a calculation has, by the name of its stage."""
    stage = next(stage for stage in STAGES if stage.name == table)
    return inputs.size(stage.rows), inputs.size(stage.columns)


def numbers_from_text(
    text: str, shape: tuple[int, int] | None = None, readers_in: Convention = Convention.ROWS
) -> OwnNumbers:
    """The numbers of a table in text, and how far each may be from what it was rounded from.

    Reads what a table of the program takes when it is pasted, and NaN and infinity besides;
    `readers_in` says what readers are there. A single line counts as a row or a column. Where a
    column is expected in the text, by the `shape` of the table, and there are as many lines, a
    comma marks decimals. Fractions and formulas are exact; `23.40` was rounded to hundredths, `20.`
    as it stands in a printed array to as many decimals as the other numbers. Where a number has 15
    digits, or all are of half precision, no number was rounded. Raises MatrixTextError with the
    place of the first fault in the text.
    """
    text = text.removeprefix(BYTE_ORDER_MARK)
    text = text.removeprefix(mark_of_copy(text))
    cells = _column(text, shape and readers_in.pair(shape)) or parse_cells(text)
    numbers = [
        [_value(cell, row, column) for column, cell in enumerate(line)]
        for row, line in enumerate(cells)
    ]
    values = np.array(numbers)
    digits = max(_digits(cell) for line in cells for cell in line)
    precision = stored_precision(values)
    is_half = precision in (Precision.HALF, Precision.BRAIN) and digits >= HALF_DIGITS
    if is_half or digits >= ALL_DIGITS:
        own = stored_numbers(values, precision)
    else:
        units = np.array([[_unit(cell) for cell in line] for line in cells])
        finest = float(units.min(initial=1.0, where=units > 0))
        is_open = np.array([[cell.strip().endswith(".") for cell in line] for line in cells])
        exact = np.abs(np.spacing(values, where=np.isfinite(values), out=np.ones(values.shape)))
        own = written_numbers(values, np.where(is_open, finest, np.where(units > 0, units, exact)))
    return replace(own, is_line=1 in values.shape).brought(readers_in)


def mark_of_copy(text: str) -> str:
    """The line above numbers that were copied from this program, and are wrong on purpose."""
    heading, end, _rest = text.lstrip().partition("\n")
    blanks = len(text) - len(text.lstrip())
    return text[: blanks + len(heading + end)] if heading.strip() in _marks() else ""


@cache
def _marks() -> frozenset[str]:
    headings = [wrong_heading(slip) for slip in MISTAKES.values()]
    return frozenset(way.words(heading) for way in Convention for heading in headings)


def _column(text: str, shape: tuple[int, int] | None) -> list[list[str]] | None:
    """The lines as the cells of one column; None where they do not look like it."""
    lines = text.split()
    if shape != (len(lines), 1) or len(lines) != len(text.strip().splitlines()):
        return None
    return [[line] for line in lines] if all(map(_ONE_NUMBER.fullmatch, lines)) else None


def _decoded(
    data: bytes, table: str, shape: tuple[int, int] | None, readers_in: Convention
) -> OwnNumbers:
    try:
        if data.startswith(SINGLE_ARRAY):
            return own_numbers(table, single_array(data)).brought(readers_in)
        if data.startswith(ARCHIVE):
            ((_name, array),) = archived_arrays(data, lambda files: [_chosen(files, table)])
            return own_numbers(table, array).brought(readers_in)
        return numbers_from_text(data.decode("utf-8"), shape, readers_in)
    except UnicodeDecodeError as error:
        message = f"byte {error.start + 1} is neither text in UTF-8 nor an .npy or .npz file"
        raise ScenarioFileError(message) from error
    except (InputError, MatrixTextError) as error:
        raise ScenarioFileError(str(error)) from error


def _chosen(files: Sequence[str], table: str) -> str:
    own = f"{table}{SUFFIX}"
    if own in files or len(files) == 1:
        return own if own in files else files[0]
    names = [describe(file.removesuffix(SUFFIX)) for file in files[:_MOST_NAMED]]
    found = ", ".join([*names, "…"] if len(files) > _MOST_NAMED else names) or "no array"
    raise ScenarioFileError(f"expected an array named {table}, or one array alone; found {found}")


def _value(cell: str, row: int, column: int) -> float:
    word = cell.strip().lower().replace("−", "-")
    if word in _NOT_NUMBERS:
        return _NOT_NUMBERS[word]
    try:
        return parse_number(cell)
    except NumberTextError as error:
        raise cell_error(cell, row, column, error.reason) from None


def _digits(cell: str) -> int:
    """How many significant digits a decimal is written with."""
    mantissa = cell.strip().lower().partition("e")[0]
    digits = [letter for letter in mantissa if letter.isdigit()]
    return len("".join(digits).lstrip("0")) if last_digit(cell) is not None else 0


def _unit(cell: str) -> float:
    """The unit of the last digit of a decimal that is not a filling 0; 0 for formulas and NaN."""
    unit = last_digit(cell)
    if unit is None or not any(letter.isdigit() for letter in cell):
        return 0.0
    whole = cell.strip().lower()
    if unit == 1.0 and whole.isdecimal():
        filling = len(whole) - len(whole.rstrip("0"))
        return 10.0**filling if whole.strip("0") else 1.0
    return unit
