"""How near own numbers come to computed ones, given how they were rounded."""

import math
from enum import IntEnum

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import Matrix
from explorer.model.diagnosis.own_numbers import OwnNumbers, Precision
from explorer.model.stages import Stage
from explorer.model.trace import AttentionTrace

Rows = NDArray[np.intp]

_FAR_BELOW = 50.0
"""Of scores that much below the largest of their row, the powers do not count."""


_A_WHOLE_UNIT = 1e-9
"""A number off by one unit but for this share of it is off by one: 19 is no cut off 20."""


class Closeness(IntEnum):
    """In which way numbers count as the computed ones, from exactly on downwards."""

    EXACT = 0
    """But for the last bits of a double."""
    DECIMALS = 1
    """Rounded to as many decimals as the number with the most of them."""
    WRITTEN = 2
    """Each rounded to its own last digit."""
    SINGLE = 3
    """As above, after a calculation in single precision."""
    HALF = 4
    """As above, stored in half precision on the way."""
    CUT_OFF = 5
    """The digits after the last written one dropped without rounding."""


def closeness(own: OwnNumbers, trace: AttentionTrace, table: str, rows: Rows) -> Closeness | None:
    """How the numbers `own`, those of `rows`, count as the table of a trace; None: they do not.

    The closest way in which every cell does.
    """
    computed = trace.arrays[table][rows]
    if computed.shape != own.values.shape:
        return None
    off = differences(own, computed)
    single = rounding_noise(trace, table, rows, Precision.SINGLE)
    allowance = own.allowance
    if (off <= allowance + single).all():
        double = rounding_noise(trace, table, rows, Precision.DOUBLE)
        if (off <= double).all():
            return Closeness.EXACT
        if (off <= allowance.min() + double).all():
            return Closeness.DECIMALS
        return Closeness.WRITTEN if (off <= allowance + double).all() else Closeness.SINGLE
    if (
        own.precision in (Precision.HALF, Precision.BRAIN)
        and (off <= allowance + rounding_noise(trace, table, rows, own.precision)).all()
    ):
        return Closeness.HALF
    return Closeness.CUT_OFF if _is_cut_off(own, computed, off, single) else None


def differences(own: OwnNumbers, computed: Matrix) -> NDArray[np.float64]:
    """How far each number is off; 0 where both are −∞."""
    return np.where(own.values == computed, 0.0, np.abs(own.values - computed))


def outside(own: OwnNumbers, trace: AttentionTrace, table: str, rows: Rows) -> NDArray[np.bool_]:
    """Which cells are further off than rounding explains."""
    noise = rounding_noise(trace, table, rows, max(own.precision, Precision.SINGLE, key=_coarse))
    off: NDArray[np.bool_] = differences(own, trace.arrays[table][rows]) > own.allowance + noise
    return off


def _coarse(precision: Precision) -> float:
    return precision.stored


def _is_cut_off(own: OwnNumbers, computed: Matrix, off: Matrix, noise: Matrix) -> bool:
    """Whether dropped digits explain every cell: nearer to 0 by less than one unit."""
    if not own.is_written:
        return False
    nearer = np.abs(own.values) <= np.abs(computed) + noise
    same_side = (np.sign(own.values) * np.sign(computed)) >= 0
    unit = 2 * own.allowance
    return bool((nearer & same_side & (off < unit * (1 - _A_WHOLE_UNIT))).all())


def rounding_noise(trace: AttentionTrace, table: str, rows: Rows, precision: Precision) -> Matrix:
    """How far a calculation in `precision` may be off in each cell of some rows of a table.

    A generous estimate: sums of products are taken to be added up in any order. It is infinite
    where vectors are too long for it.
    """
    noise = _estimated_noise(trace, table, rows, precision)
    return np.where(np.isnan(noise), np.inf, noise)


def _estimated_noise(trace: AttentionTrace, table: str, rows: Rows, precision: Precision) -> Matrix:
    noise = np.zeros((len(rows), 1))
    for stage in trace.stages:
        if stage.name == "scores":
            noise = _scores_noise(trace, stage, rows, precision)
        elif stage.name == "weights":
            noise = _weights_noise(trace, stage, rows, precision, noise)
        elif stage.name == "output":
            return _output_noise(trace, stage, rows, precision, noise)
        elif noise.any():  # between scores and weights
            grown = _growth(trace, stage, rows) if stage.name == "scaled_scores" else 1.0
            noise = noise * grown + precision.stored * _finite(trace.arrays[stage.name][rows])
        if stage.name == table:
            return noise
    raise KeyError(table)


def _growth(trace: AttentionTrace, stage: Stage, rows: Rows) -> float:
    """By how much the scaling multiplies."""
    before = trace.before(stage)
    assert before is not None  # scores come first
    largest = [float(_finite(trace.arrays[name][rows]).max()) for name in (stage.name, before)]
    return largest[0] / (largest[1] or 1.0)


def _scores_noise(trace: AttentionTrace, stage: Stage, rows: Rows, precision: Precision) -> Matrix:
    """By the lengths of the two vectors, which bound the sum of the products' sizes.

    Where they are so long that rounding counts before the point, by that sum itself.
    """
    operands = stage.tensors(trace.inputs, None)
    left, right = (trace.arrays[one.array] for one in operands)
    lengths = _lengths(left)
    own = lengths[rows] if stage.is_usual else lengths.max()
    longest = float(_lengths(right).max())
    relative = precision.added * (math.sqrt(left.shape[1]) + 4) + precision.stored
    size = np.abs(trace.arrays[stage.name][rows])
    before = [_vectors_noise(trace, one.array, precision) for one in operands]
    of_left = before[0][rows] if stage.is_usual else before[0].max()
    of_operands = of_left * longest + before[1].max() * own
    of_products = longest * own
    if stage.is_usual and not of_products.max() < 1 / precision.stored:
        of_products = np.minimum(of_products, np.abs(left[rows]) @ np.abs(right).T)
    noise: Matrix = precision.stored * size + relative * of_products + of_operands
    return noise


def _weights_noise(
    trace: AttentionTrace, stage: Stage, rows: Rows, precision: Precision, noise: Matrix
) -> Matrix:
    """An error in an exponent is a relative error of its power, if that counts in the row."""
    weights = np.abs(trace.arrays["weights"][rows])
    before = trace.before(stage)
    exponent = np.zeros((len(rows), 1))
    if before is not None:
        scores = trace.arrays[before][rows]
        counts = np.isfinite(scores) & (scores > scores.max(axis=1, keepdims=True) - _FAR_BELOW)
        size = noise + precision.stored * _finite(scores)
        exponent = np.where(counts, size, 0.0).max(axis=1, keepdims=True)
    relative = 2 * exponent + precision.stored * (math.sqrt(weights.shape[1]) + 8)
    largest = 0.0 if stage.is_usual else weights.max(axis=1, keepdims=True)
    of_weights: Matrix = weights * relative + largest * exponent + precision.smallest
    return np.minimum(of_weights, 1.0) if stage.is_usual else of_weights  # shares of 1


def _output_noise(
    trace: AttentionTrace, stage: Stage, rows: Rows, precision: Precision, noise: Matrix
) -> Matrix:
    name = stage.tensors(trace.inputs, None)[1].array
    mixed = np.abs(trace.arrays[name])
    of_mixed = _vectors_noise(trace, name, precision)
    weights = np.abs(trace.weights[rows])
    relative = precision.added * (math.sqrt(weights.shape[1]) + 4) + precision.stored
    of_weights = np.broadcast_to(noise, weights.shape) + relative * weights
    of_output: Matrix
    if not stage.is_usual:  # which weight meets which row is for the stage to know
        of_output = of_weights.max() * mixed.sum(axis=0) + np.zeros((len(rows), 1))
        of_output = of_output + weights.max() * of_mixed.sum()
    else:
        of_output = of_weights @ mixed + precision.stored * np.abs(trace.output[rows])
        of_output = of_output + weights @ of_mixed
    return of_output


def _vectors_noise(trace: AttentionTrace, name: str, precision: Precision) -> Matrix:
    """By how much each query, key or value may be off, (n, 1): 0 where they are typed in."""
    inputs = trace.inputs
    if not inputs.is_projected:
        return np.zeros((len(trace.arrays[name]), 1))
    size = np.zeros((inputs.n, 1))
    for added in ("embeddings", "positions"):
        if added in trace.arrays:
            size += _lengths(trace.arrays[added])
    projected = size * float(_lengths(trace.arrays[f"{name}_projection"].reshape(1, -1)).max())
    relative = precision.added * (math.sqrt(inputs.d_model) + 4) + 2 * precision.stored
    bias = trace.arrays.get(f"{name}_bias")
    of_bias = 0.0 if bias is None else precision.stored * float(np.abs(bias).sum())
    noise: Matrix = relative * projected + of_bias
    return noise


def _lengths(vectors: Matrix) -> Matrix:
    """The length of each row, (n, 1), also where its square is too large to store."""
    largest = np.abs(vectors).max(axis=1, keepdims=True)
    unit = np.where(largest > 0, largest, 1.0)
    lengths: Matrix = unit * np.linalg.norm(vectors / unit, axis=1, keepdims=True)
    return lengths


def _finite(array: Matrix) -> Matrix:
    return np.abs(np.where(np.isfinite(array), array, 0.0))
