"""Slips in the mixing: something other than each source's value times its weight."""

import numpy as np

from explorer.model.arrays import Matrix
from explorer.model.inputs import AttentionInputs
from explorer.model.slips.slip import Slip, WrongReading
from explorer.model.stages.mixing import Mixing


class WrongMixing(WrongReading, Mixing):
    """Another array mixed, or the values in another order."""


def _mixed(array: str = "value", rows_further: int = 0) -> tuple[WrongMixing]:
    def compute(inputs: AttentionInputs, weights: Matrix, rows: Matrix) -> Matrix:
        return weights @ np.roll(rows, -rows_further, axis=0)

    return (WrongMixing(compute, ("weights", array)),)


_OWN_VALUE = "Each weight belongs to one source and multiplies the value of that source."

MIXING_SLIPS = (
    Slip(
        name="keys-mixed",
        title="Keys mixed in place of values",
        done="the keys are mixed in place of the values",
        why="Keys decide how much is taken from a source; its value is what is taken.",
        wrong=_mixed("key"),
        fits=lambda inputs: inputs.key is not None,
    ),
    Slip(
        name="next-value",
        title="The value of the next source",
        done="each weight multiplies the value of the next source",
        why=_OWN_VALUE,
        wrong=_mixed(rows_further=1),
        fits=lambda inputs: inputs.shape[1] > 1,
    ),
    Slip(
        name="previous-value",
        title="The value of the source before",
        done="each weight multiplies the value of the source before",
        why=_OWN_VALUE,
        wrong=_mixed(rows_further=-1),
        fits=lambda inputs: inputs.shape[1] > 2,
    ),
)
