"""The calculation as a sequence of steps, in the order of the stages, as fine as one likes."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import accumulate
from typing import overload

from explorer.model.derivation import Derivation
from explorer.model.explanation import explain, explain_term
from explorer.model.places import Place, Region
from explorer.model.stages.stage import Stage
from explorer.model.trace import AttentionTrace


class Granularity(StrEnum):
    """How much one step computes."""

    STAGE = "stage"
    READER = "reader"
    CELL = "cell"
    TERM = "term"


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a walk: the part of a table that is computed.

    `row` and `column` are None where the step covers all of them; `term` counts the product
    within a cell where each is a step of its own.
    """

    trace: AttentionTrace
    stage: str
    row: int | None
    column: int | None
    term: int | None = None

    @property
    def region(self) -> Region:
        """The cells the step computes."""
        return Region(self.stage, self.row, self.column)

    @property
    def place(self) -> Place:
        """The first of the cells the step computes."""
        return Place(self.stage, self.row or 0, self.column or 0)

    @property
    def derivation(self) -> Derivation:
        """How the first cell of the step, or its product, follows from others."""
        if self.term is not None:
            return explain_term(self.trace, self.place, self.term)
        place = self.place
        return explain(self.trace, place.array, place.row, place.column)


@dataclass(frozen=True, slots=True)
class _Segment:
    """A run of steps within one row of steps: `columns` of them or, with `terms`, that many each.

    `cells` is how many cells of the table are done after each of the columns.
    """

    name: str
    columns: int
    terms: int
    cells: int

    @property
    def steps(self) -> int:
        return self.columns * self.terms


@dataclass(frozen=True, slots=True)
class _Block:
    """The steps of one stage: the same segments for each row; one row where all is one step."""

    stage: str
    rows: int
    segments: tuple[_Segment, ...]

    @property
    def per_row(self) -> int:
        return sum(segment.steps for segment in self.segments)

    @property
    def steps(self) -> int:
        return self.rows * self.per_row


class Walkthrough(Sequence[Step]):
    """Every step of a trace: stage by stage, reader by reader, source by source, term by term.

    Lazy: the length and any step cost the same for every size of the trace.
    """

    def __init__(self, trace: AttentionTrace, granularity: Granularity) -> None:
        self._trace = trace
        self._granularity = granularity
        self._blocks = [_block(trace, stage, granularity) for stage in trace.stages]
        self._starts = list(accumulate((block.steps for block in self._blocks), initial=0))

    def is_of(self, trace: AttentionTrace, granularity: Granularity) -> bool:
        """Whether it is the walk through this trace in steps of this size."""
        return self._trace is trace and self._granularity is granularity

    @property
    def stage_starts(self) -> tuple[int, ...]:
        """The index of the first step of each stage."""
        return tuple(self._starts[:-1])

    def __len__(self) -> int:
        return self._starts[-1]

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> list[Step]: ...
    def __getitem__(self, index: int | slice) -> Step | list[Step]:
        positions = range(len(self))[index]
        if isinstance(positions, range):
            return [self._step(position) for position in positions]
        return self._step(positions)

    def position(self, place: Place, term: int = 0) -> int:
        """The index of the step that computes `place`, or its product number `term`.

        A part of a stage that has no step of its own counts as the stage's cell of the same
        source. Raises KeyError if no stage computes the place.
        """
        index = self._block_of(place.array)
        block, start = self._blocks[index], self._starts[index]
        row = min(place.row, block.rows - 1)
        return start + row * block.per_row + _within_row(block, place, term)

    def step_at(self, place: Place, term: int = 0) -> Step:
        """The step that computes `place`, or its product number `term`. KeyError as `position`."""
        return self[self.position(place, term)]

    def stage_index(self, position: int) -> int:
        """Which of the stages the step at `position` belongs to."""
        return bisect_right(self._starts, position) - 1

    def stage_beside(self, position: int, by: int) -> int:
        """The first step of the next stage (1), or of this or else the previous one (−1).

        `position` itself where there is none.
        """
        index = self.stage_index(position)
        if by < 0 and position > self._starts[index]:
            return self._starts[index]
        other = index + by
        return self._starts[other] if 0 <= other < len(self._blocks) else position

    def reader_beside(self, position: int, by: int) -> int:
        """The first step of the next reader (1), or of this or else the previous one (−1).

        After the last reader of a stage comes the first of the next stage; `position` itself where
        there is none.
        """
        here = self._row_start(position)
        if by < 0:
            return here if position > here else self._row_start(max(position - 1, 0))
        after = here + self._blocks[self.stage_index(position)].per_row
        return after if after < len(self) else position

    def looped(self, position: int) -> int:
        """The step after `position` within its reader's part of the calculation.

        After the last step of a reader in one stage comes its first in the next stage, after its
        last step of all its first of all.
        """
        index = self.stage_index(position)
        following = position + 1
        if following < self._row_start(position) + self._blocks[index].per_row:
            return following
        row = (position - self._starts[index]) // self._blocks[index].per_row
        other = (index + 1) % len(self._blocks)
        block = self._blocks[other]
        return self._starts[other] + min(row, block.rows - 1) * block.per_row

    def computed_cells(self, stage: str, position: int) -> int:
        """How many cells of a stage, counted row by row, are done after the step at `position`.

        A cell is done once its last product has been added. −1: before the first step.
        """
        index = self._block_of(stage)
        block = self._blocks[index]
        done = min(max(position + 1 - self._starts[index], 0), block.steps)
        rows, rest = divmod(done, block.per_row)
        last = block.segments[-1]
        columns = max(0, rest - (block.per_row - last.steps)) // last.terms
        return (rows * last.columns + columns) * last.cells

    def nearest(self, place: Place) -> Place:
        """`place` if the trace can explain it, otherwise the cell closest to it, or the first."""
        try:
            self._block_of(place.array)
        except KeyError:
            return self[0].place
        rows, columns = self._trace.shape_of(place.array)
        return Place(place.array, min(place.row, rows - 1), min(place.column, columns - 1))

    def _row_start(self, position: int) -> int:
        """The first step of the row of steps that `position` belongs to."""
        index = self.stage_index(position)
        start, per_row = self._starts[index], self._blocks[index].per_row
        return start + (position - start) // per_row * per_row

    def _block_of(self, name: str) -> int:
        return self._trace.stages.index(self._trace.owner(name))

    def _step(self, position: int) -> Step:
        index = self.stage_index(position)
        block = self._blocks[index]
        row, rest = divmod(position - self._starts[index], block.per_row)
        match self._granularity:
            case Granularity.STAGE:
                return Step(self._trace, block.stage, None, None)
            case Granularity.READER:
                return Step(self._trace, block.stage, row, None)
        for segment in block.segments:
            if rest < segment.steps:
                column, term = divmod(rest, segment.terms)
                only = term if segment.terms > 1 else None
                return Step(self._trace, segment.name, row, column, only)
            rest -= segment.steps
        raise AssertionError("a position lies in one of the segments of its row")


def walkthrough(trace: AttentionTrace, granularity: Granularity = Granularity.CELL) -> Walkthrough:
    """The steps of a trace, as a lazy sequence."""
    return Walkthrough(trace, granularity)


def _block(trace: AttentionTrace, stage: Stage, granularity: Granularity) -> _Block:
    rows, columns = trace.shape_of(stage.name)
    match granularity:
        case Granularity.STAGE:
            return _Block(stage.name, 1, (_Segment(stage.name, 1, 1, rows * columns),))
        case Granularity.READER:
            return _Block(stage.name, rows, (_Segment(stage.name, 1, 1, columns),))
        case Granularity.CELL:
            return _Block(stage.name, rows, (_Segment(stage.name, columns, 1, 1),))
        case Granularity.TERM:
            widths = {part.name: trace.shape_of(part.name)[1] for part in stage.parts}
            parts = (_Segment(name, width, 1, 1) for name, width in widths.items())
            own = _Segment(stage.name, columns, stage.terms(trace), 1)
            return _Block(stage.name, rows, (*parts, own))


def _within_row(block: _Block, place: Place, term: int) -> int:
    """How many steps of the row come before the one that computes `place`."""
    before = 0
    for segment in block.segments:
        if segment.name == place.array:
            column = min(place.column, segment.columns - 1)
            return before + column * segment.terms + min(term, segment.terms - 1)
        before += segment.steps
    last = block.segments[-1]
    return min(place.column, last.columns - 1) * last.terms
