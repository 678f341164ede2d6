"""Where a number stands, and which parts of an array a number is computed from."""

from dataclasses import dataclass
from enum import StrEnum


class Role(StrEnum):
    """What a number is to the step at hand; the screen gives each role one colour and one mark."""

    QUERY = "query"
    KEY = "key"
    VALUE = "value"
    COMPUTED = "computed"
    RESULT = "result"


_ROLES = {
    f"{role}{part}": role
    for role in (Role.QUERY, Role.KEY, Role.VALUE)
    for part in ("", "_projection", "_bias")
}
"""Q, K and V, and what makes each of them."""


def role_of(array: str) -> Role:
    """The role of the named array as an operand."""
    return _ROLES.get(array, Role.COMPUTED)


class Axis(StrEnum):
    """What the rows or columns of an array count.

    `POSITIONS` are those of a text that reads itself, as long as they are neither readers nor
    sources yet; `EVERY_POSITION` is the one row of what is the same for all of them.
    """

    QUERIES = "queries"
    SOURCES = "sources"
    COMPONENTS = "components"
    VALUE_COMPONENTS = "value components"
    POSITIONS = "positions"
    MODEL_COMPONENTS = "model components"
    VOCABULARY = "vocabulary"
    EVERY_POSITION = "every position"
    WHOLE_ROW = "whole row"


@dataclass(frozen=True, slots=True)
class Place:
    """One cell: the array's name, row and column, counted from 0."""

    array: str
    row: int
    column: int


@dataclass(frozen=True, slots=True)
class Region:
    """A row, a column, a cell or the whole of an array (None: all of them)."""

    array: str
    row: int | None = None
    column: int | None = None

    @property
    def first(self) -> Place:
        """The first cell of the region."""
        return Place(self.array, self.row or 0, self.column or 0)

    @property
    def transposed(self) -> "Region":
        """The same cells in the transposed array."""
        return Region(self.array, self.column, self.row)

    def contains(self, place: Place) -> bool:
        """Whether `place` lies in the region."""
        return (
            place.array == self.array
            and self.row in (None, place.row)
            and self.column in (None, place.column)
        )
