"""The two states that are compared, and what they are called."""

from dataclasses import dataclass

from explorer.model.comparison.moves import limits, noise_in
from explorer.model.places import Place
from explorer.model.scenario import Scenario
from explorer.model.trace import AttentionTrace


@dataclass(frozen=True, slots=True, eq=False)
class State:
    """A scenario with everything that follows from it."""

    scenario: Scenario
    trace: AttentionTrace


@dataclass(frozen=True, slots=True)
class Sides:
    """What the two states of a comparison are called, and the second less the first."""

    before: str
    after: str
    less: str


THEN_NOW = Sides("then", "now", "now less then")
RIGHT_WRONG = Sides("right", "wrong", "wrong less right")


@dataclass(frozen=True, slots=True, eq=False)
class Pair:
    """Two states side by side, before anything is compared."""

    before: State
    after: State
    sides: Sides = THEN_NOW

    def then(self, place: Place) -> float | None:
        """The number that stood in a cell; None if its table was not there or of another shape."""
        before, after = self.before.trace, self.after.trace
        try:
            same_shape = before.shape_of(place.array) == after.shape_of(place.array)
        except KeyError:
            return None
        return before.number(place) if same_shape else None

    def is_same(self, place: Place) -> bool:
        """Whether a cell holds the number it held; a computed one may differ by rounding."""
        then, after = self.then(place), self.after.trace
        now = after.number(place)
        if then is None or then == now or not after.computes(place.array):
            return then == now
        return bool(abs(now - then) <= limits(then, now, self._noise(place)))

    def _noise(self, place: Place) -> float:
        """What may be rounding in a row of a table; of what has no table the number alone tells."""
        traces = self.before.trace, self.after.trace
        if not all(place.array in trace.arrays for trace in traces):
            return 0.0
        return noise_in(*(trace.row(place.array, place.row) for trace in traces))

    def other_shape(self, name: str) -> tuple[int, int] | None:
        """The other shape that a table had; None if it is the same, or there was none."""
        then, now = self.before.trace.arrays, self.after.trace.arrays
        if name not in then or (name in now and then.shape(name) == now.shape(name)):
            return None
        return then.shape(name)
