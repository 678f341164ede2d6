"""JSON as it stands in our files: exact numbers, one matrix row a line."""

import json
import math
from collections.abc import Iterable, Sequence

from explorer.model.number_format import exact_number

INDENT = "  "


def quoted(text: str) -> str:
    """`text` as a JSON string, letters outside ASCII as they are."""
    return json.dumps(text, ensure_ascii=False)


def cell(value: object) -> str:
    """A number, boolean, text or null. Minus infinity, a blocked score, is the text `-inf`.

    Raises ValueError for the numbers JSON has no text for.
    """
    if isinstance(value, float):
        if value == -math.inf:
            return '"-inf"'
        if not math.isfinite(value):
            raise ValueError(f"JSON has no number {value}")
        return exact_number(value)
    return json.dumps(value, ensure_ascii=False)


def row(cells: Iterable[object]) -> str:
    """A list on one line."""
    return f"[{', '.join(map(cell, cells))}]"


def rows(matrix: Iterable[Iterable[object]], indent: str = INDENT) -> str:
    """A list of rows, one a line; `indent` is that of the line the list begins on."""
    lines = ",\n".join(f"{indent}{INDENT}{row(cells)}" for cells in matrix)
    return f"[\n{lines}\n{indent}]"


def members(fields: Sequence[tuple[str, str]], indent: str = "") -> str:
    """An object of names and texts that are JSON already, one a line."""
    lines = ",\n".join(f"{indent}{INDENT}{quoted(name)}: {text}" for name, text in fields)
    return f"{{\n{lines}\n{indent}}}"
