"""Slips with the mask: blocked cells that are read all the same, or the other way round."""

import numpy as np

from explorer.model.arrays import BoolMatrix, Matrix
from explorer.model.inputs import AttentionInputs
from explorer.model.slips.slip import Slip, Wrong
from explorer.model.slips.softmax import WrongSoftmax
from explorer.model.stages.masking import BLOCKED, Masking
from explorer.model.stages.softmax import Softmax


class WrongMasking(Wrong, Masking):
    """Mask and bias applied in another way."""


def _allowed(inputs: AttentionInputs) -> BoolMatrix:
    assert inputs.allowed is not None  # _blocks_something
    return inputs.allowed


def _biased(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return scores if inputs.bias is None else scores + inputs.bias


def _blocked_as_zero(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return np.where(_allowed(inputs), _biased(inputs, scores), 0.0)


def _turned_round(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return np.where(_allowed(inputs), BLOCKED, _biased(inputs, scores))


def _without_bias(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return scores if inputs.allowed is None else np.where(inputs.allowed, scores, BLOCKED)


def _masked_weights(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return np.where(_allowed(inputs), Softmax().forward(inputs, scores), 0.0)


def _blocks_something(inputs: AttentionInputs) -> bool:
    return inputs.allowed is not None and not inputs.allowed.all()


MASKING_SLIPS = (
    Slip(
        name="mask-left-out",
        title="The mask left out",
        done="the mask is left out",
        why="A blocked source has to get the weight 0, or the reader knows what it must not.",
        wrong=(WrongMasking(_biased),),
        fits=_blocks_something,
    ),
    Slip(
        name="mask-after-softmax",
        title="The mask after the softmax",
        done="the mask is applied after the softmax",
        why=(
            "The blocked weights are set to 0 when the others were worked out with them in the "
            "sum: the row no longer adds up to 1. (Dividing by what is left mends it.)"
        ),
        wrong=(WrongMasking(_biased), WrongSoftmax(_masked_weights)),
        fits=_blocks_something,
    ),
    Slip(
        name="blocked-score-zero",
        title="Blocked scores set to 0",
        done="a blocked score is set to 0 in place of −∞",
        why="e to the 0 is 1, a weight like any other; only e to −∞ is 0.",
        wrong=(WrongMasking(_blocked_as_zero),),
        fits=_blocks_something,
    ),
    Slip(
        name="mask-inverted",
        title="The mask turned round",
        done="the mask is turned round, so that only blocked sources are read",
        why="True means that a query may read the key; some programs mean the opposite by it.",
        wrong=(WrongMasking(_turned_round),),
        fits=_blocks_something,
    ),
    Slip(
        name="bias-left-out",
        title="The bias left out",
        done="the bias is left out",
        why="The bias is added to the scaled score before the softmax.",
        wrong=(WrongMasking(_without_bias),),
        fits=lambda inputs: inputs.bias is not None and bool(inputs.bias.any()),
    ),
)
