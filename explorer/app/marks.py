"""Which cells a step lights up, in every view alike."""

from dataclasses import dataclass

from explorer.model import AttentionTrace, Place, Region, explain, explain_term
from explorer.model.places import Axis, Role, role_of
from explorer.model.scenario import ARRAY_AXES


@dataclass(frozen=True, slots=True)
class Marks:
    """The cells of a step: its result, what it reads, and the rows it belongs to.

    `operands` are the parts of arrays the result is computed from; `related` are the query, key,
    value and output rows of the same reader and source, and the same cell of other stages.
    """

    result: Region
    operands: tuple[Region, ...]
    related: tuple[Region, ...]

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
        return self._in(array) != other._in(array)

    def _in(self, array: str) -> list[list[Region]]:
        kinds = ((self.result,), self.operands, self.related)
        return [[region for region in kind if region.array == array] for kind in kinds]


def marks_of(trace: AttentionTrace, step: Region, term: int | None = None) -> Marks:
    """The marks of the step that computes the cells of `step`, or one product within a cell."""
    place = step.first
    if term is not None:
        derivation = explain_term(trace, place, term)
    else:
        derivation = explain(trace, place.array, place.row, place.column)
    reads = tuple(_widened(trace, region, step) for region in derivation.reads)
    return Marks(step, reads, tuple(_related(trace, step)))


def _widened(trace: AttentionTrace, region: Region, step: Region) -> Region:
    """What a whole row or table reads, given what its first cell reads."""
    if step.row is None:
        return Region(region.array)
    if step.column is None:
        axes = ARRAY_AXES.get(region.array) or trace.quantity(region.array).axes
        return Region(region.array, step.row if axes[0] is Axis.QUERIES else None)
    return region


def _related(trace: AttentionTrace, step: Region) -> list[Region]:
    if step.row is None:
        return []
    reads_source = trace.quantity(step.array).columns is Axis.SOURCES
    source = step.column if reads_source else None
    regions = [Region("query", row=step.row), Region("output", row=step.row)]
    if source is not None:
        regions += [Region("key", row=source), Region("value", row=source)]
    elif trace.quantity(step.array).columns is Axis.VALUE_COMPONENTS:
        regions.append(Region("value", column=step.column))
    regions += [
        Region(stage.name, step.row, source)
        for stage in trace.stages
        if stage.columns is Axis.SOURCES
    ]
    return [region for region in regions if region.array in trace.arrays]
