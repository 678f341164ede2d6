"""The calculation as a sequence of steps, one a cell, in the order of the stages."""

from bisect import bisect_right
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import accumulate
from typing import overload

from explorer.model.derivation import Derivation
from explorer.model.expressions import Expression, Symbol
from explorer.model.places import Place
from explorer.model.trace import AttentionTrace

TYPED_IN_SYMBOLS = {"query": "q", "key": "k", "value": "v", "bias": "b"}


def formula(trace: AttentionTrace) -> Expression:
    """The whole formula of a trace's output, its parts marked with the stage they belong to."""
    expression = None
    for stage in trace.stages:
        expression = stage.formula(trace.inputs, expression)
    assert expression is not None  # every calculation ends with mixing
    return expression


def explain(trace: AttentionTrace, stage: str, row: int, column: int) -> Derivation:
    """How one number of the trace follows from others; rows and columns count from 0.

    `stage` is the name of an array: of a stage, or `query`, `key`, `value`. Raises KeyError for
    an array the trace does not have, IndexError for a cell outside it.
    """
    array = trace.arrays[stage]
    if not (0 <= row < array.shape[0] and 0 <= column < array.shape[1]):
        raise IndexError(
            f"{stage}[{row}][{column}]: {stage} is {array.shape[0]} × {array.shape[1]}"
        )
    if stage in TYPED_IN_SYMBOLS:
        return _typed_in(Place(stage, row, column), float(array[row, column]))
    return trace.stage(stage).explain(trace, row, column)


def _typed_in(place: Place, value: float) -> Derivation:
    letter = TYPED_IN_SYMBOLS[place.array]
    symbol = Symbol(letter, (place.row + 1, place.column + 1))
    return Derivation(place, symbol, (), value, note="This number was typed in.")


@dataclass(frozen=True, slots=True)
class Step:
    """One step of a walk: the cell that is computed."""

    trace: AttentionTrace
    stage: str
    row: int
    column: int

    @property
    def place(self) -> Place:
        """The cell the step computes."""
        return Place(self.stage, self.row, self.column)

    @property
    def derivation(self) -> Derivation:
        """How the cell follows from others."""
        return explain(self.trace, self.stage, self.row, self.column)


class Walkthrough(Sequence[Step]):
    """Every step of a trace: stage by stage, reader by reader, source by source.

    Lazy: the length and any step cost the same for every size of the trace.
    """

    def __init__(self, trace: AttentionTrace) -> None:
        self._trace = trace
        sizes = [trace.arrays[stage.name].size for stage in trace.stages]
        self._starts = list(accumulate(sizes, initial=0))

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

    def position(self, place: Place) -> int:
        """The index of the step that computes `place`. Raises KeyError if no stage has it."""
        for stage, start in zip(self._trace.stages, self._starts, strict=False):
            if stage.name == place.array:
                return start + place.row * self._width(stage.name) + place.column
        raise KeyError(place.array)

    def nearest(self, place: Place) -> Place:
        """`place` if the trace has it, otherwise the cell closest to it, or the first of all."""
        if all(stage.name != place.array for stage in self._trace.stages):
            return self[0].place
        rows, columns = self._trace.arrays[place.array].shape
        return Place(place.array, min(place.row, rows - 1), min(place.column, columns - 1))

    def _step(self, position: int) -> Step:
        index = bisect_right(self._starts, position) - 1
        name = self._trace.stages[index].name
        row, column = divmod(position - self._starts[index], self._width(name))
        return Step(self._trace, name, row, column)

    def _width(self, name: str) -> int:
        return int(self._trace.arrays[name].shape[1])


def walkthrough(trace: AttentionTrace) -> Walkthrough:
    """The steps of a trace, as a lazy sequence."""
    return Walkthrough(trace)
