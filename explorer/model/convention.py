"""Which way round matrices are written: readers in rows, as most papers do, or in columns.

Numbers, arrays and files always have readers in rows. A convention says how they are shown: with
readers in columns every matrix is shown transposed, so that `S = Q·Kᵀ` becomes `S = Kᵀ·Q`, the
softmax works down the columns, and `Y = A·V` becomes `Y = V·A`. To turn something twice leaves it
as it was.
"""

import re
from collections.abc import Callable, Sequence
from enum import StrEnum
from typing import Any, TypeVar

from numpy.typing import NDArray

from explorer.model.places import Place, Region

_Item = TypeVar("_Item")
_Matrix = TypeVar("_Matrix", bound=NDArray[Any])

_LINES = {"row": "column", "column": "row"}
_WAYS = {"down": "along", "along": "down"}
_FACTOR = r"(?:W_?[QKV]|[QKVAXHEYZSPMB])ᵀ?"
_TURNED = re.compile(
    rf"""
    “[^”]*”                                                     # a name: it stays as it is
    | \b(?P<way>[Dd]own|[Aa]long)\ (?P<one>the|a|each)\ (?P<line>row|column)(?P<many>s?)\b
    | \b(?P<rows>[Rr]ow|[Cc]olumn)(?P<plural>s?)\b
    | (?<![\w·ᵀ])(?P<product>{_FACTOR}(?:\ ?·\ ?{_FACTOR})+)(?![\wᵀ])
    | (?<!\w)(?P<letter>W_?[QKV]|b_?[QKV]|[QKVAXHEYZSPB])(?P<first_index>[₀-₉]+),(?P<index>[₀-₉]+)
    | (?P<count>\d+)\ ×\ (?P<counts>\d+)(?=\ cells)
    | ^(?P<before>·\ )(?P<second>{_FACTOR})(?=$|,)
    | ^(?P<first>{_FACTOR})(?P<after>\ ·)(?=$|,)
    """,
    re.VERBOSE,
)
_ALL = ":, "


class Convention(StrEnum):
    """What the rows of the matrices are on the screen and in what is copied from it."""

    ROWS = "rows"
    """Readers and sources are rows: scores are Q·Kᵀ, and each row of weights adds up to one."""
    COLUMNS = "columns"
    """Readers and sources are columns: scores are Kᵀ·Q, each column of weights adds up to one."""

    @property
    def is_turned(self) -> bool:
        """Whether matrices are shown transposed."""
        return self is Convention.COLUMNS

    @property
    def other(self) -> "Convention":
        """The other one."""
        return Convention.ROWS if self.is_turned else Convention.COLUMNS

    def pair(self, pair: tuple[_Item, _Item]) -> tuple[_Item, _Item]:
        """What belongs to rows and to columns, as they are shown; or back again."""
        first, second = pair
        return (second, first) if self.is_turned else pair

    def matrix(self, matrix: _Matrix) -> _Matrix:
        """A matrix as it is shown; or back again."""
        return matrix.T if self.is_turned else matrix

    def region(self, region: Region) -> Region:
        """Cells of a matrix where they are shown; or back again."""
        return region.transposed if self.is_turned else region

    def place(self, place: Place) -> Place:
        """A cell of a matrix where it is shown; or back again."""
        return Place(place.array, *self.pair((place.row, place.column)))

    def factors(self, factors: Sequence[_Item], is_matrix: Callable[[_Item], bool]) -> list[_Item]:
        """The factors of a product in their order: that of the matrices turns round."""
        matrices = iter([factor for factor in reversed(factors) if is_matrix(factor)])
        if not self.is_turned:
            return list(factors)
        return [next(matrices) if is_matrix(factor) else factor for factor in factors]

    def indices(self, indices: tuple[int, ...]) -> tuple[int, ...]:
        """The indices of a cell: row, then column; that of a vector stays."""
        return indices[::-1] if self.is_turned else indices

    def looked_up(self, names: str) -> str:
        """What picks the vectors of a list from a table: `tokens`, or `:, tokens`."""
        if not self.is_turned:
            return names
        return names.removeprefix(_ALL) if names.startswith(_ALL) else _ALL + names

    def words(self, text: str) -> str:
        """A text about readers in rows, as it has to be with this convention.

        Rows become columns and columns rows, in names of cells (K₂,₁) and sizes as well, and
        products of matrices turn round; names in quotes stay.
        """
        return _TURNED.sub(_turned, text) if self.is_turned else text


def _turned(found: re.Match[str]) -> str:
    if found["way"]:
        way = _cased(found["way"], _WAYS[found["way"].lower()])
        return f"{way} {found['one']} {_LINES[found['line']]}{found['many']}"
    if found["rows"]:
        return _cased(found["rows"], _LINES[found["rows"].lower()]) + found["plural"]
    if found["product"]:
        return "".join(reversed(re.split(r"( ?· ?)", found["product"])))
    if found["letter"]:
        return f"{found['letter']}{found['index']},{found['first_index']}"
    if found["count"]:
        return f"{found['counts']} × {found['count']}"
    if found["before"]:
        return f"{found['second']} ·"
    if found["after"]:
        return f"· {found['first']}"
    return found[0]


def _cased(like: str, word: str) -> str:
    return word.capitalize() if like[0].isupper() else word
