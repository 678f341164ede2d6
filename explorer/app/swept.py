"""The number that a sweep takes through a range: one that is typed in, or the scale."""

import math
import sys
from dataclasses import dataclass

import numpy as np

from explorer.app import edits
from explorer.app.edits import Edit
from explorer.model import AttentionTrace, Place, Scenario
from explorer.model.places import Axis
from explorer.model.scenario import ARRAY_AXES

_READERS = (Axis.QUERIES, Axis.POSITIONS)
"""What rows are that read: in a text, each position."""
_LARGEST_POWER = sys.float_info.max_10_exp - 1


@dataclass(frozen=True, slots=True)
class Swept:
    """A cell of a typed-in array; without a place, the factor that scores are multiplied by."""

    place: Place | None = None

    def exists_in(self, scenario: Scenario) -> bool:
        """Whether the scenario has this number."""
        if self.place is None:
            return scenario.inputs.d > 0
        array = getattr(scenario, self.place.array) if self.place.array in ARRAY_AXES else None
        rows, columns = (0, 0) if array is None else array.shape
        return 0 <= self.place.row < rows and 0 <= self.place.column < columns

    def current(self, scenario: Scenario) -> float:
        """The number as it is."""
        if self.place is None:
            scale = scenario.inputs.scale
            return 1 / math.sqrt(scenario.inputs.d) if scale is None else scale
        return float(getattr(scenario, self.place.array)[self.place.row, self.place.column])

    def put(self, scenario: Scenario, number: float) -> Edit:
        """The edit that makes it `number`. Raises InputError as the edit does."""
        if self.place is None:
            return edits.set_scale(scenario, number)
        block = np.array([[number]])
        return edits.set_cells(scenario, self.place.array, self.place.row, self.place.column, block)

    @property
    def reader(self) -> int | None:
        """The reader it belongs to, as a number of Q does; None if it is every reader's."""
        place = self.place
        of_readers = place is not None and ARRAY_AXES[place.array][0] in _READERS
        return place.row if place is not None and of_readers else None

    @property
    def label(self) -> str:
        """What it is called: `K₂,₁`, `the scale`."""
        if self.place is None:
            return "the scale"
        return edits.cell_label(self.place.array, self.place.row, self.place.column)

    def range_around(self, scenario: Scenario) -> tuple[float, float]:
        """A range to begin with: round ends about the number, no larger than can be stored."""
        number = self.current(scenario)
        reach = 2 * 10.0 ** min(math.ceil(math.log10(max(abs(number), 0.5))), _LARGEST_POWER)
        return (
            (0.0, 2 * math.ceil(number)) if self.place is None and number > 0 else (-reach, reach)
        )


def reader_of(trace: AttentionTrace, place: Place) -> int:
    """Who reads in a computed cell; the first reader where nobody does."""
    return place.row if trace.quantity(place.array).axes[0] in _READERS else 0


def sweepable(scenario: Scenario) -> tuple[str, ...]:
    """The names of the arrays whose numbers can be swept."""
    return tuple(name for name in ARRAY_AXES if getattr(scenario, name) is not None)
