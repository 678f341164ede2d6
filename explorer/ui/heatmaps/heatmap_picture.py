"""What a heatmap shows of one stage: its cells, their colour scale, and which are blocked."""

import math
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary, finalize

import numpy as np

from explorer.model import AttentionTrace
from explorer.model.arrays import BoolMatrix, Matrix
from explorer.model.extremes import extremes, largest_size
from explorer.model.places import Axis
from explorer.model.stages import ColourScale, Stage
from explorer.model.tables import Table, cell_of, part_of
from explorer.model.where import Positions

if TYPE_CHECKING:
    from explorer.model.comparison.changes import TableChange

_STEPS = (1.0, 1.5, 2.0, 3.0, 4.0, 5.0, 6.0, 10.0)
_EXTREME = 1e300
_FORBIDDEN: dict[int, BoolMatrix | None] = {}
"""What masks do not allow, as long as there are these."""
_DIFFERENCES: "WeakKeyDictionary[TableChange, Picture]" = WeakKeyDictionary()


@dataclass(frozen=True, eq=False)
class Picture:
    """The cells to colour, and the numbers the two ends of the ramp stand for.

    The numbers are those of `table`, which is shared, not copied: what is coloured is worked out
    for the rows that are looked at. `scale` is 1 but for numbers so large or small that colour
    arithmetic would fail; then the cells are the numbers divided by it. `exceeds`: a cell the mask
    blocks later on lies beyond the ends; it has their colour. `is_to_largest`: the upper end is
    the largest number there is. A difference has colours of its own, and blocked are the cells that
    were blocked then or are now.
    """

    table: Table
    blocked: BoolMatrix | None
    low: float
    high: float
    colours: ColourScale
    scale: float = 1.0
    exceeds: bool = False
    is_to_largest: bool = False

    @property
    def shape(self) -> tuple[int, int]:
        """Rows and columns."""
        return self.table.shape[0], self.table.shape[1]

    @property
    def cells(self) -> Matrix:
        """All cells, blocked ones NaN."""
        return self.rows(slice(0, self.shape[0]))

    @property
    def transposed(self) -> "Picture":
        """The same cells with rows and columns swapped."""
        blocked = None if self.blocked is None else self.blocked.T
        return replace(self, table=part_of(self.table).T, blocked=blocked)

    def rows(self, chosen: slice | Positions) -> Matrix:
        """Some rows of the cells, blocked ones NaN."""
        cells = self._numbers(chosen)
        if self.exceeds:  # beyond the ends there is one colour, and the arithmetic may overflow
            cells = np.clip(cells, self.low, self.high)
        if self.scale != 1:
            cells = cells / self.scale
        return cells if self.blocked is None else np.where(self.blocked[chosen], np.nan, cells)

    def _numbers(self, chosen: slice | Positions) -> Matrix:
        if isinstance(self.table, np.ndarray):
            numbers: Matrix = self.table[chosen]
            return numbers
        if isinstance(chosen, slice):
            chosen = np.arange(chosen.start, chosen.stop)
        return self.table.part(chosen, None)

    @property
    def levels(self) -> tuple[float, float]:
        """The values of `cells` at the two ends of the ramp."""
        return self.low / self.scale, self.high / self.scale

    def shade(self, row: int, column: int) -> int:
        """The index of a cell's colour in a ramp of 256."""
        low, high = self.levels
        value = cell_of(self.table, row, column) / self.scale
        return int(min(max((value - low) / (high - low) * 256, 0), 255))

    @property
    def is_difference(self) -> bool:
        """Whether the numbers are differences, which are written with their sign."""
        return self.colours is ColourScale.DIFFERENCE

    def is_blocked(self, row: int, column: int) -> bool:
        """Whether the mask keeps the reader of the cell from its source."""
        return self.blocked is not None and bool(self.blocked[row, column])


def picture_of(
    trace: AttentionTrace,
    stage: Stage,
    shows_mask: bool = False,
    beside: AttentionTrace | None = None,
    to_largest: bool = False,
) -> Picture:
    """The picture of a stage's array.

    `shows_mask`: cells that the mask blocks later on are blocked here already. `beside`: another
    trace whose table of that name, if it has the same shape, shares the colour scale. `to_largest`:
    colours of shares run to the largest one, there or beside, instead of to 1.
    """
    table, blocked = trace.arrays.table(stage.name), _blocked(trace, stage, shows_mask)
    if stage.colours is ColourScale.SHARES:
        largest = _largest_share(trace, beside, stage.name) if to_largest else 0.0
        high = largest or 1.0
        scale = 1.0 if 1 / _EXTREME < high < _EXTREME else high
        shares = Picture(table, blocked, 0.0, high, stage.colours, scale)
        return replace(shares, is_to_largest=largest > 0)
    limit = max(_limit(trace, stage), _limit_beside(beside, stage, trace.shape_of(stage.name)))
    scale = 1.0 if 1 / _EXTREME < limit < _EXTREME else limit
    exceeds = not (trace.inputs.allowed is None or shows_mask) and largest_size(table) > limit
    return Picture(table, blocked, -limit, limit, stage.colours, scale, exceeds)


def picture_of_difference(change: "TableChange") -> Picture:
    """The picture of what became of a table that can be compared; rounding stays without colour."""
    if change not in _DIFFERENCES:
        _DIFFERENCES[change] = _new_picture_of_difference(change)
    return _DIFFERENCES[change]


def _new_picture_of_difference(change: "TableChange") -> Picture:
    from explorer.model.comparison.changes import rounding_limit

    array = change.difference
    finite = np.isfinite(array)
    assert change.before is not None  # it can be compared
    blocked = ~finite | (change.before == -np.inf)
    largest = largest_size(array, ~blocked)
    limit = round_limit(max(largest, rounding_limit(change)) if largest else 0.0)
    scale = 1.0 if 1 / _EXTREME < limit < _EXTREME else limit
    shown = blocked if blocked.any() else None
    return Picture(array, shown, -limit, limit, ColourScale.DIFFERENCE, scale)


def unread_rows(trace: AttentionTrace) -> BoolMatrix | None:
    """True for each reader that may read no source; None where all may read something."""
    allowed = trace.inputs.allowed
    if allowed is None or trace.inputs.weights is not None:
        return None
    unread = np.logical_not(allowed.any(axis=1, keepdims=True))[:, 0]
    return unread if unread.any() else None


def round_limit(largest: float) -> float:
    """A round number, at least `largest`: a scale that mostly stays while cells move."""
    if largest == 0:
        return 1.0
    power = 10.0 ** math.floor(math.log10(largest))
    for step in _STEPS:
        if largest <= step * power < math.inf:
            return step * power
    return largest


def _blocked(trace: AttentionTrace, stage: Stage, shows_mask: bool) -> BoolMatrix | None:
    """Cells at −∞, weights that are 0 because the mask does not allow them, or all it blocks."""
    allowed = trace.inputs.allowed
    if allowed is None or stage.columns is not Axis.SOURCES:
        return None
    if trace.inputs.weights is None and all(one.is_usual for one in trace.stages):
        masking = ["allowed" in one.parameters for one in trace.stages].index(True)
        is_masked = trace.stages.index(stage) >= masking
        return _forbidden(allowed) if shows_mask or is_masked else None
    array = trace.arrays[stage.name]
    blocked: BoolMatrix = ~allowed if shows_mask else array == -np.inf
    if stage.row_sums:
        blocked = ~allowed & (array == 0)
    return blocked if blocked.any() else None


def _forbidden(allowed: BoolMatrix) -> BoolMatrix | None:
    """What a mask does not allow, found once; None where it allows everything."""
    key = id(allowed)
    if key not in _FORBIDDEN:
        _FORBIDDEN[key] = None if allowed.all() else ~allowed
        finalize(allowed, _FORBIDDEN.pop, key, None).atexit = False
    return _FORBIDDEN[key]


def _largest_share(trace: AttentionTrace, beside: AttentionTrace | None, name: str) -> float:
    """The largest number of the tables of that name in two traces; 0 where none is above 0."""
    traces = [one for one in (trace, beside) if one is not None and name in one.arrays]
    return max(0.0, *(extremes(one.arrays.table(name))[1] for one in traces))


def _limit_beside(trace: AttentionTrace | None, stage: Stage, shape: tuple[int, int]) -> float:
    """The limit of the table of that name in another trace; 0 if it cannot be compared."""
    if trace is None or stage.name not in trace.arrays:
        return 0.0
    return _limit(trace, stage) if trace.arrays.shape(stage.name) == shape else 0.0


def _limit(trace: AttentionTrace, stage: Stage) -> float:
    """The largest number of the cells that may be read, on either side of 0, rounded up."""
    allowed = trace.inputs.allowed if stage.columns is Axis.SOURCES else None
    return round_limit(largest_size(trace.arrays.table(stage.name), allowed))
