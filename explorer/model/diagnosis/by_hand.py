"""The right calculation as it is done on paper: numbers rounded on the way, not only at the end."""

import math
from collections.abc import Callable

import numpy as np

from explorer.model.arrays import Matrix
from explorer.model.inputs import AttentionInputs
from explorer.model.slips.slip import Slip, computed_as
from explorer.model.stages.scaling import Scaling
from explorer.model.stages.softmax import Softmax
from explorer.model.stages.stage import Stage

MOST_SOURCES = 64
"""Nobody works out longer rows by hand."""
FEWEST_DECIMALS, MOST_DECIMALS = 2, 6


def _rounded(stage: Stage, decimals: int) -> Stage:
    def compute(inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        rounded: Matrix = np.round(stage.forward(inputs, *operands), decimals)
        return rounded

    return computed_as(stage, compute)


def _root_rounded(decimals: int) -> Stage:
    """The scores divided by a rounded √d."""

    def compute(inputs: AttentionInputs, scores: Matrix) -> Matrix:
        if inputs.scale is not None:
            return Scaling().forward(inputs, scores)
        return scores / round(math.sqrt(inputs.d), decimals)

    return computed_as(Scaling(), compute)


def _powers_rounded(decimals: int) -> Stage:
    """e to each score rounded, then their shares."""

    def compute(inputs: AttentionInputs, scores: Matrix) -> Matrix:
        powers = np.round(np.exp(scores), decimals)
        total = powers.sum(axis=1, keepdims=True)
        shares = np.divide(powers, total, out=np.zeros_like(powers), where=total > 0)
        rounded: Matrix = np.round(shares, decimals)
        return rounded

    return computed_as(Softmax(), compute)


def _way(name: str, done: str, decimals: int, wrong: tuple[Stage, ...]) -> Slip:
    return Slip(
        name=f"{name}-{decimals}",
        title="Rounded on the way",
        done=f"{done} rounded to {decimals} decimals",
        why="Each rounded number adds a little to the error of the result.",
        wrong=wrong,
        fits=lambda inputs: inputs.shape[1] <= MOST_SOURCES,
        is_right=True,
    )


_WAYS: tuple[Callable[[int], Slip], ...] = (
    lambda n: _way("weights-rounded", "the weights are", n, (_rounded(Softmax(), n),)),
    lambda n: _way("root-rounded", "√d is", n, (_root_rounded(n),)),
    lambda n: _way(
        "scaled-and-weights-rounded",
        "scaled scores and weights are",
        n,
        (_rounded(Scaling(), n), _rounded(Softmax(), n)),
    ),
    lambda n: _way(
        "everything-rounded",
        "scaled scores, powers of e and weights are",
        n,
        (_rounded(Scaling(), n), _powers_rounded(n)),
    ),
)

BY_HAND: tuple[Slip, ...] = tuple(
    way(decimals) for decimals in range(MOST_DECIMALS, FEWEST_DECIMALS - 1, -1) for way in _WAYS
)
"""Ways to round on the way, those that keep the most decimals first. None of them is a mistake."""
