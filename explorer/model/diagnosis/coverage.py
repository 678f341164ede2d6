"""What the numbers of a calculation cannot show: mistakes that would go unnoticed in them."""

import math
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import Matrix
from explorer.model.attention import attend
from explorer.model.diagnosis.comparing import rounding_noise
from explorer.model.diagnosis.evidence import MOST_CELLS
from explorer.model.diagnosis.own_numbers import Precision, magnitude
from explorer.model.diagnosis.reasons import Reason, reason_for
from explorer.model.errors import InputError
from explorer.model.inputs import AttentionInputs
from explorer.model.number_format import plain_sizes
from explorer.model.slips.catalogue import SLIPS
from explorer.model.slips.slip import Slip
from explorer.model.trace import AttentionTrace

MOST_REASONS = 8
"""Readers for which it is worked out why a mistake does not show."""


@dataclass(frozen=True, eq=False)
class Coverage:
    """Where one slip shows in the numbers of a calculation and where it does not.

    `hidden` holds, for each table from the one where it departs on, the readers whose row comes
    out the same; `reasons` says why for the first of those with the same output, and for a reader
    that was asked about. `readers` is how many there are.
    """

    slip: Slip
    readers: int
    hidden: Mapping[str, tuple[int, ...]]
    reasons: Mapping[int, Reason]

    def is_unseen_in(self, table: str) -> bool:
        """Whether a whole table comes out the same. A table before the slip always does."""
        return len(self.hidden.get(table, range(self.readers))) == self.readers

    @property
    def hidden_readers(self) -> tuple[int, ...]:
        """The readers whose output comes out the same."""
        return self.hidden["output"]


def coverage(
    inputs: AttentionInputs, digits: int = 3, reader: int | None = None
) -> tuple[Coverage, ...]:
    """How far each slip that can be made with these inputs shows in their numbers.

    A number shows a slip if it then differs by more than 1 in the last digit it is shown with:
    `digits` decimals, or so many after the first digit where it is written with a power of ten.
    Reasons are worked out for the first readers, and for `reader` besides. Slips that need every
    reader are left out for tables of more than four million scores. Raises InputError if a number
    of the right calculation grows too large to store.
    """
    return tuple(covered(inputs, digits, reader))


def covered(
    inputs: AttentionInputs, digits: int = 3, reader: int | None = None
) -> Iterator[Coverage]:
    """The `coverage`, slip by slip."""
    right = attend(inputs)
    is_large = math.prod(inputs.shape) > MOST_CELLS
    for slip in SLIPS:
        if slip.is_right or not slip.applies(inputs) or (is_large and slip.needs_all_rows):
            continue
        try:
            wrong = slip.forward(inputs, right)
        except InputError:  # it gives no numbers at all, which is seen
            continue
        yield _coverage(slip, right, wrong, digits, reader)


@np.errstate(over="ignore", invalid="ignore")  # of numbers further apart than can be stored
def _coverage(
    slip: Slip, right: AttentionTrace, wrong: AttentionTrace, digits: int, reader: int | None
) -> Coverage:
    names = [stage.name for stage in right.stages]
    tables = names[names.index(slip.stage) :]
    hidden = {name: _hidden(right, wrong, name, digits) for name in tables}
    told = hidden["output"][:MOST_REASONS]
    if reader is not None and reader in hidden["output"][MOST_REASONS:]:
        told = (*told, reader)
    reasons = {row: reason_for(slip, right, wrong, row) for row in told}
    return Coverage(slip, right.inputs.shape[0], hidden, reasons)


def _hidden(
    right: AttentionTrace, wrong: AttentionTrace, table: str, digits: int
) -> tuple[int, ...]:
    """The readers whose row of a table does not show a difference."""
    own, other = right.arrays[table], wrong.arrays[table]
    if own.shape != other.shape:
        return ()
    rows = np.arange(len(own))
    off = np.where(own == other, 0.0, np.abs(own - other))
    noise = rounding_noise(right, table, rows, Precision.DOUBLE)
    seen: NDArray[np.bool_] = (off > _shown_unit(own, digits)) & (off > noise)
    return tuple(int(row) for row in np.flatnonzero(~seen.any(axis=1)))


def _shown_unit(array: Matrix, digits: int) -> Matrix:
    """1 in the last digit each number is shown with."""
    sizes = np.where(np.isfinite(array), np.abs(array), 0.0)
    smallest, too_large = plain_sizes(digits)
    is_plain = (sizes == 0) | ((smallest <= sizes) & (sizes < too_large))
    return np.where(is_plain, 10.0**-digits, 10.0 ** (magnitude(sizes) - digits))
