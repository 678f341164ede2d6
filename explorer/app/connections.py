"""Which cells of a step are joined by a line: what it reads, and what it computes."""

from dataclasses import dataclass

from explorer.app.marks import Marks
from explorer.model import AttentionTrace, Region
from explorer.model.places import Axis, Role, role_of


@dataclass(frozen=True, slots=True)
class Connection:
    """A line from cells a step reads to the cells it computes."""

    source: Region
    target: Region

    @property
    def role(self) -> Role:
        """What the cells it comes from are to the step."""
        return role_of(self.source.array)


def connections_of(trace: AttentionTrace, marks: Marks) -> tuple[Connection, ...]:
    """The lines of a step, in the order in which it reads its operands.

    The parts of a stage have no table of their own: their numbers stand for the cells of the
    stage they are worked out for, and for the cells of the stage before that they start from.
    """
    target = _cells(trace, marks.result, trace.owner(marks.result.array).name)
    shown = [region for region in marks.operands if region.array in trace.arrays]
    starts = (_start(trace, region) for region in marks.operands)
    sources = shown or [start for start in starts if start is not None]
    return tuple(
        Connection(source, target) for source in dict.fromkeys(sources) if source != target
    )


def _start(trace: AttentionTrace, part: Region) -> Region | None:
    """The cells of the stage before that a part of a stage starts from, if it does."""
    stage = trace.owner(part.array)
    before = trace.before(stage)
    if before is None or before not in stage.operands(trace.inputs, before):
        return None
    return _cells(trace, part, before)


def _cells(trace: AttentionTrace, region: Region, array: str) -> Region:
    """The cells of another table for the same readers and sources."""
    is_whole_row = trace.quantity(region.array).columns is Axis.WHOLE_ROW
    return Region(array, region.row, None if is_whole_row else region.column)
