"""Tables as text: what spreadsheets, NumPy, PyTorch, Python, JSON and MATLAB put on a clipboard.

Reading goes from the text to rows of cells, then through `parse_number` cell by cell. In text
with tabs, semicolons or blanks between the cells a comma marks decimals; where commas stand
between the cells, and inside brackets, only a point does.
"""

import csv
import io
import re
from collections.abc import Iterable, Iterator

import numpy as np

from explorer.files.number_text import (
    NumberTextError,
    edit_text,
    parse_number,
    plain_numbers,
    shortened,
)
from explorer.model.arrays import Matrix

LONGEST_TEXT = 20_000_000
LONGEST_ENDING = 200
MANY_DECIMALS = 3
_PARTS = 100
"""Times it is told how far a table has come."""

WHOLE_TEXT = "the text"
BYTE_ORDER_MARK = "\ufeff"
ASCII_BLANKS = " \t\r\n"  # a no-break space stands inside a number, as a thousands separator
ELLIPSIS = ("...", "…")
BRACKETED = re.compile(r"(?:Parameter containing:\s*)?(?:\w+\s*=\s*)?(?P<call>[\w.]+\(\s*)?\[")
KEYWORDS = r"(?:\s*,\s*[a-z_]+\s*=[^\[\]=]*)*,?\s*"
AFTER_BRACKETS = {True: re.compile(rf"{KEYWORDS}\);?"), False: re.compile(r"\s*;?")}
COMMA_BESIDE_BLANK = re.compile(r"[ \"],|,[ \"\n]|,$")
BLANK_BETWEEN_CELLS = re.compile(r"[^\s,] +[^\s,]")
ONE_COMMA = re.compile(r"([+\-−]?[0-9]+),([0-9]+)")
LEADING_ZERO = re.compile(r"[+\-−]?0[0-9]+")

Rows = list[list[str]]


class MatrixTextError(ValueError):
    """Text that is not a table of finite numbers.

    `place` names the row and column, counted from 1; `expected` and `found` say what should
    stand there and what does.
    """

    def __init__(self, place: str, expected: str, found: str) -> None:
        super().__init__(f"{place}: expected {expected}, found {found}")
        self.place = place
        self.expected = expected
        self.found = found


def parse_matrix(text: str) -> Matrix:
    """Read a table of finite numbers: float64, C-contiguous, at least one row and one column.

    Tabs, semicolons, commas or blanks between cells; lists in brackets, a flat one as one row;
    printed arrays and tensors. Raises MatrixTextError with the place of the first fault.
    """
    *_, values = parsing_matrix(text)
    assert not isinstance(values, float)  # the last
    return values


def parsing_matrix(text: str) -> Iterator[float | Matrix]:
    """What `parse_matrix` does, in steps: how much is done, from 0 to 1, and the table last."""
    rows = parse_cells(text)
    values, every = np.empty((len(rows), len(rows[0]))), -(-len(rows) // _PARTS)
    for index, row in enumerate(rows):
        values[index] = plain_numbers(row) or [
            _number(cell, index, column) for column, cell in enumerate(row)
        ]
        if index % every == every - 1:
            yield (index + 1) / len(rows)
    yield values


def parse_cells(text: str) -> Rows:
    """The cells of a table as they are written, all rows of one length, at least one cell.

    Reads what `parse_matrix` reads, whatever stands in the cells. Raises MatrixTextError.
    """
    if len(text) > LONGEST_TEXT:
        raise MatrixTextError(
            WHOLE_TEXT, f"at most {LONGEST_TEXT:,} characters", f"{len(text):,} characters"
        )
    text = text.removeprefix(BYTE_ORDER_MARK).replace("\r\n", "\n").replace("\r", "\n")
    stripped = text.strip(ASCII_BLANKS)
    if not stripped:
        raise MatrixTextError(WHOLE_TEXT, "a table of numbers", "nothing")
    _refuse_abbreviated(text)
    opening = BRACKETED.match(stripped)
    rows = _bracketed_rows(stripped, opening) if opening else _delimited_rows(text)
    _refuse_ragged(rows)
    return rows


def format_matrix(array: Matrix) -> str:
    """Tabs between cells, a line feed between rows, every digit: `parse_matrix` reads it back."""
    return "\n".join(matrix_lines(array))


def matrix_lines(array: Matrix) -> Iterator[str]:
    """The lines of that text, one row a line, each as it is asked for."""
    return ("\t".join(map(edit_text, row.tolist())) for row in array)


def format_matrix_html(array: Matrix) -> str:
    """The same numbers as an HTML table, for programs that paste tables."""
    rows = "".join(f"<tr>{''.join(map(_html_cell, row))}</tr>" for row in array.tolist())
    return f"<table>{rows}</table>"


def _html_cell(value: float) -> str:
    return f"<td>{edit_text(value)}</td>"


def _refuse_abbreviated(text: str) -> None:
    if ELLIPSIS[0] in text or ELLIPSIS[1] in text:
        first = min(at for mark in ELLIPSIS if (at := text.find(mark)) >= 0)
        line = text.count("\n", 0, first) + 1
        raise MatrixTextError(
            f"line {line}",
            "every number",
            "… in place of some (an abbreviated print). In NumPy, "
            "np.set_printoptions(threshold=sys.maxsize) prints all of them",
        )


def _refuse_ragged(rows: Rows) -> None:
    width = len(rows[0])
    for index, row in enumerate(rows):
        if len(row) != width:
            found = _counted(len(row)) if any(row) else "an empty row"
            raise MatrixTextError(f"row {index + 1}", f"{_counted(width)} as in row 1", found)


def _number(cell: str, row: int, column: int) -> float:
    try:
        return parse_number(cell)
    except NumberTextError as error:
        raise cell_error(cell, row, column, error.reason) from None


def cell_error(cell: str, row: int, column: int, reason: str) -> MatrixTextError:
    """The error that a cell holds no number, and why; rows and columns count from 0."""
    found = f'"{shortened(cell.strip())}". {reason}' if cell.strip() else "an empty cell"
    return MatrixTextError(f"row {row + 1}, column {column + 1}", "a number", found)


def _counted(cells: int) -> str:
    return "1 cell" if cells == 1 else f"{cells} cells"


# Cells between tabs, semicolons, commas or blanks; one line is one row.


def _delimited_rows(text: str) -> Rows:
    text = text.removesuffix("\n")
    delimiter = _delimiter(text)
    if delimiter == ",":
        _refuse_one_number_or_two(text)
    if delimiter == " ":
        rows = [_blank_separated(line) for line in text.split("\n")]
    elif '"' in text:
        rows = _quoted_rows(text, delimiter)
    else:
        rows = [line.split(delimiter) for line in text.split("\n")]
    if delimiter == ",":
        _refuse_leading_zeros(rows)
    return rows


def _delimiter(text: str) -> str:
    for mark in "\t;":
        if mark in text:
            return mark
    if "," not in text and '"' not in text:
        return " "
    decimal_commas = BLANK_BETWEEN_CELLS.search(text) and not COMMA_BESIDE_BLANK.search(text)
    return " " if decimal_commas else ","


def _blank_separated(line: str) -> list[str]:
    return re.split(" +", line.strip(" "))


def _quoted_rows(text: str, delimiter: str) -> Rows:
    lines = io.StringIO(f"{text}\n", newline="")
    reader = csv.reader(lines, delimiter=delimiter, strict=True, skipinitialspace=True)
    rows: Rows = []
    try:
        for row in reader:
            rows.append(row or [""])
    except csv.Error as error:
        place = f"line {reader.line_num}"
        raise MatrixTextError(place, "quotes around whole cells", str(error)) from None
    return rows


def _refuse_one_number_or_two(text: str) -> None:
    """One comma a line: a column with decimal commas, or two columns of whole numbers.

    Several lines are two columns, unless all the second ones would have three digits or more.
    """
    lines = text.split("\n")
    pairs = [pair.groups() for pair in map(ONE_COMMA.fullmatch, lines) if pair]
    is_long = all(len(decimals) >= MANY_DECIMALS for _, decimals in pairs)
    if len(pairs) == len(lines) and (len(lines) == 1 or is_long):
        whole, decimals = pairs[0]
        raise MatrixTextError(
            "row 1",
            f"{whole}.{decimals} (one number) or {whole}, {decimals} with a blank (two numbers)",
            f"{whole},{decimals}, which can mean either",
        )


def _refuse_leading_zeros(rows: Rows) -> None:
    """`1,05` between commas is 1.05 with a decimal comma, not the two cells 1 and 05."""
    for index, row in enumerate(rows):
        for column, cell in enumerate(row):
            if LEADING_ZERO.fullmatch(cell.strip()):
                reason = "Type decimals with a point where commas stand between the cells"
                raise cell_error(cell, index, column, reason)


# Cells in brackets: lists, printed arrays, MATLAB.


def _bracketed_rows(text: str, opening: re.Match[str]) -> Rows:
    end = text.rfind("]")
    if end < 0:
        raise MatrixTextError("the end", "a closing bracket ]", "none")
    _refuse_ending(text[end + 1 :], is_call=opening["call"] is not None)
    inner = text[opening.end() : end]
    return _nested_rows(inner) if "[" in inner or "]" in inner else _flat_rows(inner)


def _refuse_ending(after: str, *, is_call: bool) -> None:
    if len(after) > LONGEST_ENDING or not AFTER_BRACKETS[is_call].fullmatch(after):
        expected = "a closing parenthesis" if is_call else "nothing after the last bracket"
        found = f'"{shortened(after.strip())}"' if after else "nothing"
        raise MatrixTextError("the end", expected, found)


def _nested_rows(inner: str) -> Rows:
    """The rows of `[…], […]`. One level only, so the depth of the text costs nothing."""
    rows: Rows = []
    position = 0
    while (start := inner.find("[", position)) >= 0:
        _refuse_between_rows(inner[position:start], len(rows), separated=len(rows) > 0)
        end = inner.find("]", start)
        _refuse_unclosed(inner, start, end, len(rows))
        rows.append(_cells(inner[start + 1 : end]))
        position = end + 1
    _refuse_between_rows(inner[position:], len(rows), separated=True)
    return rows


def _refuse_between_rows(between: str, row: int, *, separated: bool) -> None:
    between = between.strip()
    if between not in (("", ",", ";") if separated else ("",)):
        place = f"after row {row}" if row else "before row 1"
        found = f'"{shortened(between)}"'
        raise MatrixTextError(place, "rows in brackets of their own", found)


def _refuse_unclosed(inner: str, start: int, end: int, row: int) -> None:
    place = f"row {row + 1}"
    nested = inner.find("[", start + 1, end if end >= 0 else len(inner))
    if nested >= 0 and not inner[start + 1 : nested].strip():
        raise MatrixTextError(
            place, "numbers (a table has rows and columns only)", "more brackets inside the row"
        )
    if nested >= 0 or end < 0:
        raise MatrixTextError(place, "a closing bracket ] at its end", "none")


def _flat_rows(inner: str) -> Rows:
    """One row; several where semicolons end them, as MATLAB writes."""
    if ";" in inner:
        rows = inner.strip(ASCII_BLANKS).removesuffix(";").split(";")
        return [_cells(row) for row in rows]
    if "," not in inner:
        _refuse_lines_of_one_length(inner)
    return [_cells(inner)]


def _refuse_lines_of_one_length(inner: str) -> None:
    """NumPy breaks a long row into lines, in MATLAB a line is a row."""
    lengths = [len(_cells(line)) for line in inner.strip(ASCII_BLANKS).split("\n")]
    if len(lengths) > 1 and len(set(lengths)) == 1:
        raise MatrixTextError(
            WHOLE_TEXT,
            "a semicolon or brackets of its own at every row, or one row on one line",
            f"{len(lengths)} lines of {_counted(lengths[0])}, which can mean one row or several",
        )


def _cells(row: str) -> list[str]:
    row = row.strip(ASCII_BLANKS)
    if "," in row:
        return _stripped(row.removesuffix(",").split(","))
    return re.split(f"[{ASCII_BLANKS}]+", row)


def _stripped(cells: Iterable[str]) -> list[str]:
    return [cell.strip(ASCII_BLANKS) for cell in cells]
