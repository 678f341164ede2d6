"""Which ways of computing give the numbers that were brought: candidates held against them."""

import math
from collections.abc import Iterable, Mapping
from functools import cached_property

import numpy as np

from explorer.model.attention import attend
from explorer.model.diagnosis.comparing import Closeness, Rows, closeness, differences, outside
from explorer.model.diagnosis.own_numbers import OwnNumbers, Precision
from explorer.model.diagnosis.verdict import Match
from explorer.model.errors import InputError
from explorer.model.inputs import AttentionInputs
from explorer.model.readers import some_readers
from explorer.model.slips.slip import Slip
from explorer.model.trace import AttentionTrace
from explorer.model.vectors import typed_in

MOST_CELLS = 2**22
"""Slips that need every reader are left out where there are more scores."""
MOST_KEPT = 2**19
"""Results of single slips are kept for the pairs they are part of where there are fewer scores."""
MOST_SAMPLED = 4
"""Readers a candidate has to get right before all of them are worked out."""


class Evidence:
    """Own numbers of some readers, and the calculation they are held against.

    `given` holds tables of the size of the whole; only the `rows` named count.
    """

    def __init__(
        self,
        inputs: AttentionInputs,
        right: AttentionTrace,
        given: Mapping[str, OwnNumbers],
        rows: Rows,
    ) -> None:
        self.inputs = inputs
        self.right = right
        self.given = given
        self.rows = rows
        self._starts: dict[str, AttentionTrace] = {}

    @cached_property
    def is_written(self) -> bool:
        """Whether some of the numbers are rounded decimals."""
        return any(own.is_written for own in self.given.values())

    @cached_property
    def closest(self) -> Closeness:
        """What explains the numbers more closely than this explains them no better.

        An exact result rounds to written numbers like any near it, and is stored in single
        precision like them.
        """
        if any(own.precision is not Precision.DOUBLE for own in self.given.values()):
            return Closeness.SINGLE
        return Closeness.WRITTEN if self.is_written else Closeness.EXACT

    @cached_property
    def cells(self) -> int:
        """How many numbers count."""
        return sum(own.take(self.rows).values.size for own in self.given.values())

    def closeness(self, trace: AttentionTrace) -> Closeness | None:
        """How all the numbers count as those of a trace of all readers; None: they do not."""
        return self._closeness(trace, self.rows, self.rows)

    def largest_difference(self, trace: AttentionTrace) -> float:
        """How far the numbers are off at most, from those of a trace of all readers."""
        return max(
            float(differences(own.take(self.rows), trace.arrays[name][self.rows]).max())
            for name, own in self.given.items()
        )

    def matches(self, slips: Iterable[Slip]) -> tuple[Match, ...]:
        """The slips that can be made and give all the numbers."""
        found = (self._match(slip) for slip in slips if slip.applies(self.inputs))
        return tuple(match for match in found if match is not None)

    def is_tried(self, slip: Slip) -> bool:
        """Whether the tables are small enough for a slip to be worked out."""
        return not slip.needs_all_rows or math.prod(self.inputs.shape) <= MOST_CELLS

    def _match(self, slip: Slip) -> Match | None:
        if not self.is_tried(slip):
            return None
        try:
            if not slip.needs_all_rows and not self._agrees_in_sample(slip):
                return None
            trace = self._trace(slip)
        except InputError:
            return None
        if self._closeness(trace, self._sample, self._sample) is None:
            return None
        how = self.closeness(trace)
        if how is None:
            return None
        return Match(slip, how, self.cells, self.largest_difference(trace))

    def _agrees_in_sample(self, slip: Slip) -> bool:
        sample = self._sample
        trace = slip.forward(self._sample_inputs, self._sample_right)
        return self._closeness(trace, sample, np.arange(len(sample))) is not None

    def _trace(self, slip: Slip) -> AttentionTrace:
        """All readers under a slip; two slips start from what the first of them gives alone."""
        if not slip.parts:
            return slip.forward(self.inputs, self.right)
        first = slip.parts[0]
        start = self._starts.get(first.name)
        if start is None and math.prod(self.inputs.shape) <= MOST_KEPT:
            start = self._starts[first.name] = first.forward(self.inputs, self.right)
        return slip.forward(self.inputs, start or self.right)

    def _closeness(self, trace: AttentionTrace, rows: Rows, own_rows: Rows) -> Closeness | None:
        """The least close of the tables; `own_rows` are the rows of the trace."""
        found = Closeness.EXACT
        for name, own in self.given.items():
            if name not in trace.arrays:
                return None
            how = closeness(own.take(rows), trace, name, own_rows)
            if how is None:
                return None
            found = max(found, how)
        return found

    @cached_property
    def _sample(self) -> Rows:
        """A few readers, spread, that with the largest fault among them."""
        if len(self.rows) <= MOST_SAMPLED:
            return self.rows
        spread = np.linspace(0, len(self.rows) - 1, MOST_SAMPLED - 1).astype(np.intp)
        sample: Rows = self.rows[np.unique(np.append(spread, self._worst_place))]
        return sample

    @cached_property
    def _worst_place(self) -> int:
        """Which of the rows that count has the most cells that are not right."""
        for name, own in self.given.items():
            array = self.right.arrays[name]
            if array.shape != own.values.shape:
                continue
            wrong = outside(own.take(self.rows), self.right, name, self.rows).sum(axis=1)
            if wrong.any():
                return int(wrong.argmax())
        return 0

    @cached_property
    def _sample_inputs(self) -> AttentionInputs:
        return some_readers(typed_in(self.right), self._sample)

    @cached_property
    def _sample_right(self) -> AttentionTrace:
        return attend(self._sample_inputs)
