"""A long computation, and how far it has come."""

from collections.abc import Iterator
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


def worked_out(scenario: Scenario, previous: AttentionTrace, shown: str) -> Iterator[Any]:
    """The stages as they begin, then the trace; or else what went wrong.

    The table that is shown is put together too, as it will be drawn whole.
    """
    try:
        for step in calculating(scenario, previous):
            if isinstance(step, AttentionTrace):
                step.arrays.get(shown)
            yield step
    except Exception as error:  # raised again where it is taken
        yield error
