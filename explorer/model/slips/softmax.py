"""Slips in the softmax: shares of something other than the exponentials of one row."""

import numpy as np

from explorer.model.arrays import Matrix
from explorer.model.inputs import AttentionInputs
from explorer.model.slips.slip import Slip, Wrong, always
from explorer.model.stages.softmax import Softmax, shifted


class WrongSoftmax(Wrong, Softmax):
    """Weights made from the scores in another way; it has no steps of its own."""

    parts = ()


def _by_column(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return Softmax().forward(inputs, np.ascontiguousarray(scores.T)).T


def _over_all_cells(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return Softmax().forward(inputs, scores.reshape(1, -1)).reshape(scores.shape)


def _exponentials(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return np.exp(scores)


def _shifted_exponentials(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return np.exp(shifted(scores))


def _shares_of_scores(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    blocked = np.isneginf(scores)
    read = np.where(blocked, 0.0, scores)
    reads_nothing = blocked.all(axis=1, keepdims=True)
    total = np.where(reads_nothing, 1.0, read.sum(axis=1, keepdims=True))
    return read / total  # no shares where the scores of a row cancel


def _has_several_queries(inputs: AttentionInputs) -> bool:
    return inputs.shape[0] > 1


SOFTMAX_SLIPS = (
    Slip(
        name="softmax-by-column",
        title="Softmax over the column",
        done="the softmax goes down the column in place of along the row",
        why=(
            "A row belongs to one reader, and its weights are shares of what that reader takes. "
            "Down a column the readers would compete for a source."
        ),
        wrong=(WrongSoftmax(_by_column),),
        fits=_has_several_queries,
        needs_all_rows=True,
    ),
    Slip(
        name="softmax-over-all-cells",
        title="Softmax over all cells",
        done="one softmax goes over all cells of the table",
        why="Each row adds up to 1 on its own; over all cells only the whole table does.",
        wrong=(WrongSoftmax(_over_all_cells),),
        fits=_has_several_queries,
        needs_all_rows=True,
    ),
    Slip(
        name="exponential-not-divided",
        title="The exponential without the division",
        done="e to the score is not divided by the sum of the row",
        why="Only divided by their sum do the exponentials of a row become shares of 1.",
        wrong=(WrongSoftmax(_exponentials),),
        fits=always,
    ),
    Slip(
        name="shifted-exponential-not-divided",
        title="The exponential of the difference without the division",
        done="the exponential is not divided by the sum of the row",
        why="Only divided by their sum do the exponentials of a row become shares of 1.",
        wrong=(WrongSoftmax(_shifted_exponentials),),
        fits=always,
    ),
    Slip(
        name="softmax-without-exponential",
        title="Shares without the exponential",
        done="the scores themselves are divided by their sum, without the exponential",
        why=(
            "Scores may be 0 or negative and then give no shares; e to a score is always above 0."
        ),
        wrong=(WrongSoftmax(_shares_of_scores),),
        fits=always,
    ),
)
