"""Which cells a step lights up, in every view alike."""

from dataclasses import dataclass

from explorer.model import AttentionTrace, Derivation, Place, Region, explain, explain_term
from explorer.model.convention import Convention
from explorer.model.explanation import axes_of
from explorer.model.places import Axis, Role, role_of


@dataclass(frozen=True, slots=True)
class Marks:
    """The cells of a step: its result, what it reads, and the rows it belongs to.

    `operands` are the parts of arrays the result is computed from; `related` are the query, key,
    value and output rows of the same reader and source, and the same cell of other stages.
    """

    result: Region
    operands: tuple[Region, ...]
    related: tuple[Region, ...]

    def shown(self, convention: Convention) -> "Marks":
        """The same cells where the convention shows them."""
        operands, related = (
            tuple(map(convention.region, regions)) for regions in (self.operands, self.related)
        )
        return Marks(convention.region(self.result), operands, related)

    def role_at(self, place: Place) -> Role | None:
        """The role of a cell in the step; None if the step does not use it."""
        if self.result.contains(place):
            return Role.RESULT
        read = any(region.contains(place) for region in self.operands)
        return role_of(place.array) if read else None

    def is_related(self, place: Place) -> bool:
        """Whether the cell belongs to the same reader or source as the step."""
        return any(region.contains(place) for region in self.related)

    def touches(self, array: str) -> bool:
        """Whether any cell of the named array is marked."""
        regions = (self.result, *self.operands, *self.related)
        return any(region.array == array for region in regions)

    def differ_in(self, array: str, other: "Marks") -> bool:
        """Whether other cells of the named array are marked, or in another way."""
        return other is not self and self._in(array) != other._in(array)

    def _in(self, array: str) -> list[list[Region]]:
        kinds = ((self.result,), self.operands, self.related)
        return [[region for region in kind if region.array == array] for kind in kinds]


def marks_of(
    trace: AttentionTrace,
    step: Region,
    term: int | None = None,
    derivation: Derivation | None = None,
) -> Marks:
    """The marks of the step that computes the cells of `step`, or one product within a cell.

    `derivation` is that of its first cell, or of the product, where it is there already.
    """
    place = step.first
    if derivation is not None:
        pass
    elif term is not None:
        derivation = explain_term(trace, place, term)
    else:
        derivation = explain(trace, place.array, place.row, place.column)
    reads = _read_by(trace, step, derivation)
    return Marks(step, reads, tuple(_related(trace, step)))


def _read_by(trace: AttentionTrace, step: Region, derivation: Derivation) -> tuple[Region, ...]:
    """What a step reads; of a whole row, the rows that both its first and its last cell read."""
    if step.row is None:
        return tuple(Region(region.array) for region in derivation.reads)
    if step.column is not None:
        return derivation.reads
    last_column = trace.shape_of(step.array)[1] - 1
    last = explain(trace, step.array, step.row, last_column).reads
    rows: dict[str, set[int | None]] = {}
    for region in (*derivation.reads, *last):
        rows.setdefault(region.array, set()).add(region.row)
    return tuple(Region(array, *read if len(read) == 1 else ()) for array, read in rows.items())


def _related(trace: AttentionTrace, step: Region) -> list[Region]:
    """The rows of the same reader and source, and the same cell of other stages."""
    if step.row is None:
        return []
    rows, columns = trace.quantity(step.array).axes
    reader = step.row if rows in (Axis.QUERIES, Axis.POSITIONS) else None
    source = step.row if rows in (Axis.SOURCES, Axis.POSITIONS) else None
    if columns is Axis.SOURCES:
        source = step.column
    places = {Axis.QUERIES: [reader], Axis.SOURCES: [source], Axis.POSITIONS: [reader, source]}
    regions = []
    for array in trace.arrays:
        own_rows, own_columns = axes_of(trace, array)
        if (own_rows, own_columns) != (Axis.QUERIES, Axis.SOURCES):
            there = dict.fromkeys(places.get(own_rows, []))
            regions += [Region(array, row=row) for row in there if row is not None]
        elif trace.computes(array) and (reader, source) != (None, None):
            regions.append(Region(array, reader, source))
    if (rows, columns) == (Axis.QUERIES, Axis.VALUE_COMPONENTS):
        regions.append(Region("value", column=step.column))
    return regions
