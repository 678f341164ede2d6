"""Which cells a step lights up, in every view alike."""

from dataclasses import dataclass

from explorer.model import AttentionTrace, Place, Region, explain
from explorer.model.places import Axis, Role, role_of


@dataclass(frozen=True, slots=True)
class Marks:
    """The cells of a step: its result, what it reads, and the rows it belongs to.

    `operands` are the parts of arrays the result is computed from; `related` are the query, key,
    value and output rows of the same reader and source, and the same cell of other stages.
    """

    result: Place
    operands: tuple[Region, ...]
    related: tuple[Region, ...]

    def role_at(self, place: Place) -> Role | None:
        """The role of a cell in the step; None if the step does not use it."""
        if place == self.result:
            return Role.RESULT
        read = any(region.contains(place) for region in self.operands)
        return role_of(place.array) if read else None

    def is_related(self, place: Place) -> bool:
        """Whether the cell belongs to the same reader or source as the step."""
        return any(region.contains(place) for region in self.related)

    def touches(self, array: str) -> bool:
        """Whether any cell of the named array is marked."""
        regions = (*self.operands, *self.related)
        return self.result.array == array or any(region.array == array for region in regions)


def marks_of(trace: AttentionTrace, step: Place) -> Marks:
    """The marks of the step that computes `step`."""
    derivation = explain(trace, step.array, step.row, step.column)
    return Marks(step, derivation.reads, tuple(_related(trace, step)))


def _related(trace: AttentionTrace, step: Place) -> list[Region]:
    source = step.column if trace.stage(step.array).columns is Axis.SOURCES else None
    regions = [Region("query", row=step.row), Region("output", row=step.row)]
    if source is None:
        regions.append(Region("value", column=step.column))
    else:
        regions += [Region("key", row=source), Region("value", row=source)]
    regions += [
        Region(stage.name, step.row, source)
        for stage in trace.stages
        if stage.columns is Axis.SOURCES
    ]
    return [region for region in regions if region.array in trace.arrays]
