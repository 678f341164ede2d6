"""Slips in the scaling: another factor than 1/√d."""

import math
from collections.abc import Callable

from explorer.model.arrays import Matrix
from explorer.model.inputs import AttentionInputs
from explorer.model.slips.slip import Slip, Wrong
from explorer.model.stages.scaling import Scaling


class WrongScaling(Wrong, Scaling):
    """Scores times another factor."""


def _times(factor: Callable[[AttentionInputs], float]) -> tuple[WrongScaling]:
    def compute(inputs: AttentionInputs, scores: Matrix) -> Matrix:
        return scores * factor(inputs)

    return (WrongScaling(compute),)


def _own_scale(inputs: AttentionInputs) -> float:
    return 1.0 if inputs.scale is None else inputs.scale


def _divides_by_root(inputs: AttentionInputs) -> bool:
    """Whether the right factor is 1/√d and not 1 by chance."""
    return inputs.scale is None and inputs.d > 1


def _value_width_differs(inputs: AttentionInputs) -> bool:
    return _divides_by_root(inputs) and inputs.value.shape[1] not in (1, inputs.d)


SCALING_SLIPS = (
    Slip(
        name="scale-left-out",
        title="The scale left out",
        done="the scale is left out",
        why=(
            "Dot products grow with the length of the vectors; unscaled, the softmax puts nearly "
            "all weight on the largest of them."
        ),
        wrong=_times(lambda inputs: 1.0),
        fits=lambda inputs: _divides_by_root(inputs) or inputs.scale not in (None, 1.0),
    ),
    Slip(
        name="divided-by-d",
        title="Divided by d",
        done="the score is divided by d in place of √d",
        why=(
            "The typical size of a dot product grows with √d, not with d: dividing by d presses "
            "the scores together and makes the weights too even."
        ),
        wrong=_times(lambda inputs: 1 / inputs.d),
        fits=_divides_by_root,
    ),
    Slip(
        name="multiplied-by-root-d",
        title="Multiplied by √d",
        done="the score is multiplied by √d instead of divided by it",
        why="The scale is there to make scores smaller; multiplying makes them larger still.",
        wrong=_times(lambda inputs: math.sqrt(inputs.d)),
        fits=_divides_by_root,
    ),
    Slip(
        name="root-of-value-width",
        title="√ of the wrong width",
        done="the score is divided by the root of the value’s width",
        why="d is how many components one query has: that many products were added up.",
        wrong=_times(lambda inputs: 1 / math.sqrt(inputs.value.shape[1])),
        fits=_value_width_differs,
    ),
    Slip(
        name="scaled-twice",
        title="Scaled twice",
        done="the scale is applied twice",
        why="The factor belongs to the scores once; perhaps Q or K had it already.",
        wrong=_times(lambda inputs: _own_scale(inputs) ** 2),
        fits=lambda inputs: _own_scale(inputs) not in (0.0, 1.0),
    ),
)
