"""Why a mistake does not show in a reader's output, read from the numbers of both calculations."""

from dataclasses import dataclass
from enum import Enum, auto

import numpy as np
from numpy.typing import NDArray

from explorer.model.places import Axis
from explorer.model.slips.slip import Slip
from explorer.model.trace import AttentionTrace

_TIE = 1e-9
_SURE = 0.9995
"""From here on a weight shows as 1 with three decimals."""

Row = NDArray[np.float64]


class ReasonKind(Enum):
    """What makes the two calculations come to the same."""

    TYPED_WEIGHTS = auto()
    READS_NOTHING = auto()
    ZERO_SCORES = auto()
    NOTHING_BLOCKED = auto()
    BLOCKED_ANYWAY = auto()
    ONE_SOURCE = auto()
    TIED = auto()
    EVEN_SHIFT = auto()
    SURE_WEIGHT = auto()
    EQUAL_VALUES = auto()
    EVEN_VALUES = auto()
    SAME_TABLE = auto()
    CANCELLED = auto()
    VALUES_CANCELLED = auto()


@dataclass(frozen=True, slots=True)
class Reason:
    """Why one reader's output is the same with the slip and without.

    `sources` are those it is about: the only one, the sure one, or those that tie. `mean` is the
    value they come to together, where the output has one component. `table` is the first that is
    the same again.
    """

    kind: ReasonKind
    sources: tuple[int, ...] = ()
    mean: float | None = None
    table: str | None = None


def reason_for(slip: Slip, right: AttentionTrace, wrong: AttentionTrace, row: int) -> Reason:
    """Why the output of a reader comes out the same; only for one where it does."""
    used = (right.weights[row] != 0) | (wrong.weights[row] != 0)
    if not _same(right.value[used], wrong.value[used]):
        return Reason(ReasonKind.VALUES_CANCELLED)
    if right.inputs.weights is not None and slip.stage != "output":
        return Reason(ReasonKind.TYPED_WEIGHTS)
    if not used.any():
        return Reason(ReasonKind.READS_NOTHING)
    if not _same(right.weights[row], wrong.weights[row]):
        return _in_the_mix(right, wrong, row)
    return _at_the_weights(slip, right, wrong, row)


def _at_the_weights(slip: Slip, right: AttentionTrace, wrong: AttentionTrace, row: int) -> Reason:
    """The weights are the same, and so what comes after them or before."""
    own, other = _scores(right)[row], _scores(wrong)[row]
    read = np.flatnonzero(own > -np.inf)
    if len(read) == 1:
        return Reason(ReasonKind.ONE_SOURCE, (int(read[0]),))
    if np.ptp(right.weights[row][read]) <= _TIE:
        return Reason(ReasonKind.TIED, tuple(map(int, read)))
    if slip.stage == "output":
        return _in_the_mix(right, wrong, row)
    if slip.stage == "scaled_scores" and not right.arrays["scores"][row].any():
        return Reason(ReasonKind.ZERO_SCORES)
    if slip.stage == "masked_scores":
        return _at_the_mask(right, row)
    is_earlier = right.stage(slip.stage).columns is not Axis.SOURCES
    table = "scores" if is_earlier else slip.stage
    if _same(right.arrays[table][row], wrong.arrays[table][row]):
        return Reason(ReasonKind.SAME_TABLE, table=table)
    if np.isfinite(other[read]).all() and _same(
        other[read] - own[read], other[read[0]] - own[read[0]]
    ):
        return Reason(ReasonKind.EVEN_SHIFT)
    if right.weights[row].max() >= _SURE:
        return Reason(ReasonKind.SURE_WEIGHT, (int(right.weights[row].argmax()),))
    return Reason(ReasonKind.SAME_TABLE, table="weights")


def _at_the_mask(right: AttentionTrace, row: int) -> Reason:
    allowed = right.inputs.allowed
    if allowed is None:
        return Reason(ReasonKind.SAME_TABLE, table="weights")
    is_open = bool(allowed[row].all())
    return Reason(ReasonKind.NOTHING_BLOCKED if is_open else ReasonKind.BLOCKED_ANYWAY)


def _in_the_mix(right: AttentionTrace, wrong: AttentionTrace, row: int) -> Reason:
    """Other weights, or another mix, and the same output."""
    value = right.arrays["value"]
    own, other = right.weights[row], wrong.weights[row]
    used = np.flatnonzero((own != 0) | (other != 0))
    mean = float(right.output[row, 0]) if value.shape[1] == 1 else None
    if (np.ptp(value[used], axis=0) <= _TIE * max(1.0, float(np.abs(value).max()))).all():
        return Reason(ReasonKind.EQUAL_VALUES, tuple(map(int, used)), mean)
    if _same(own, other):
        return Reason(ReasonKind.SAME_TABLE, table="output")
    groups = _tied(own[used], other[used])
    means = np.array([value[used][group].mean(axis=0) for group in groups])
    if len(groups) < len(used) and _is_even(means, value):
        largest = max(groups, key=len)
        return Reason(ReasonKind.EVEN_VALUES, tuple(map(int, used[largest])), mean)
    return Reason(ReasonKind.CANCELLED)


def _tied(own: Row, other: Row) -> list[NDArray[np.intp]]:
    """The sources put together that have equal weights in both calculations."""
    pairs = np.round(np.stack([own, other], axis=1), 9)
    _unique, group = np.unique(pairs, axis=0, return_inverse=True)
    return [np.flatnonzero(group.ravel() == index) for index in range(int(group.max()) + 1)]


def _is_even(means: NDArray[np.float64], value: NDArray[np.float64]) -> bool:
    return bool((np.ptp(means, axis=0) <= _TIE * max(1.0, float(np.abs(value).max()))).all())


def _scores(trace: AttentionTrace) -> NDArray[np.float64]:
    """The scores the weights are made of; the weights themselves where they were typed in."""
    before = trace.before(trace.stage("weights"))
    if before is None or trace.inputs.weights is not None:
        return trace.weights
    return trace.arrays[before]


def _same(own: Row, other: Row | np.float64) -> bool:
    return np.shape(other) in ((), own.shape) and np.allclose(own, other, rtol=_TIE, atol=_TIE)
