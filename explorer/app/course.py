"""A long computation, and how far it has come."""

from collections.abc import Collection, Iterator
from typing import Any

from explorer.model import AttentionTrace, Scenario
from explorer.model.experiment import calculating
from explorer.model.stages import Stage

LONG = 2_000_000
"""The effort from which on a computation leaves the main thread: some 20 ms on a free core."""


class Course:
    """The stages of a computation as they begin; `steps` is how many there will be."""

    def __init__(self, steps: int = 1) -> None:
        self._steps = steps
        self._begun = 0
        self.stage: Stage | None = None

    def begin(self, stage: Stage) -> None:
        """The next stage begins."""
        self.stage = stage
        self._begun += 1

    @property
    def progress(self) -> float:
        """How much is behind, from 0 to 1."""
        return min(max(self._begun - 1, 0) / self._steps, 1.0)


def worked_out(
    scenario: Scenario, previous: AttentionTrace, shown: Collection[str]
) -> Iterator[Any]:
    """The stages as they begin, then the trace; or else what went wrong.

    The tables that are shown are put together too, as they will be drawn whole, and so are those
    of the right calculation beside a mistake.
    """
    try:
        for step in calculating(scenario, previous):
            if isinstance(step, AttentionTrace):
                _put_together(step, shown)
            yield step
    except Exception as error:  # raised again where it is taken
        yield error


def _put_together(trace: AttentionTrace, names: Collection[str]) -> None:
    for one in (trace, trace.right):
        if isinstance(one, AttentionTrace):
            for name in names:
                one.arrays.get(name)
