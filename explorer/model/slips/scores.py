"""Slips in the dot products: something other than each query with each key."""

from collections.abc import Callable

import numpy as np

from explorer.model.arrays import Matrix
from explorer.model.inputs import AttentionInputs
from explorer.model.slips.slip import Slip, WrongReading
from explorer.model.stages.dot_products import DotProducts


class WrongScores(WrongReading, DotProducts):
    """Two other arrays compared, or the right ones in another way."""


def _compared(inputs: AttentionInputs, left: Matrix, right: Matrix) -> Matrix:
    return left @ right.T


def _not_transposed(inputs: AttentionInputs, query: Matrix, key: Matrix) -> Matrix:
    return query @ key


def _shifted(query_by: int = 0, key_by: int = 0) -> tuple[WrongScores]:
    """Each query or key replaced by that so many rows further down; after the last the first."""

    def compute(inputs: AttentionInputs, query: Matrix, key: Matrix) -> Matrix:
        return np.roll(query, -query_by, axis=0) @ np.roll(key, -key_by, axis=0).T

    return (WrongScores(compute, ("query", "key")),)


def _is_square(inputs: AttentionInputs) -> bool:
    return inputs.shape[0] == inputs.shape[1]


def _has_more_queries(count: int) -> Callable[[AttentionInputs], bool]:
    return lambda inputs: inputs.shape[0] > count


def _has_more_sources(count: int) -> Callable[[AttentionInputs], bool]:
    return lambda inputs: inputs.shape[1] > count


_WRONG_ROW = "Row i and column j of the scores belong to query i and key j, and to no others."

SCORE_SLIPS = (
    Slip(
        name="next-key",
        title="The key of the next source",
        done="the query is multiplied with the key of the next source",
        why=_WRONG_ROW,
        wrong=_shifted(key_by=1),
        fits=_has_more_sources(1),
    ),
    Slip(
        name="previous-key",
        title="The key of the source before",
        done="the query is multiplied with the key of the source before",
        why=_WRONG_ROW,
        wrong=_shifted(key_by=-1),
        fits=_has_more_sources(2),
    ),
    Slip(
        name="next-query",
        title="The query of the next reader",
        done="the key is multiplied with the query of the next reader",
        why=_WRONG_ROW,
        wrong=_shifted(query_by=1),
        fits=_has_more_queries(1),
        needs_all_rows=True,
    ),
    Slip(
        name="previous-query",
        title="The query of the reader before",
        done="the key is multiplied with the query of the reader before",
        why=_WRONG_ROW,
        wrong=_shifted(query_by=-1),
        fits=_has_more_queries(2),
        needs_all_rows=True,
    ),
    Slip(
        name="query-and-key-swapped",
        title="Query and key swapped",
        done="query and key change places: K·Qᵀ in place of Q·Kᵀ",
        why=(
            "A row belongs to who reads, and its query asks. With the two swapped, each source "
            "asks and each reader is asked."
        ),
        wrong=(WrongScores(_compared, ("key", "query")),),
        fits=_is_square,
        needs_all_rows=True,
    ),
    Slip(
        name="key-not-transposed",
        title="K not transposed",
        done="K is not transposed: Q·K in place of Q·Kᵀ",
        why=(
            "Each query is to meet each key, row with row. Without the transpose it meets the "
            "columns of K, which mix one component of every source; that the shapes fit is chance."
        ),
        wrong=(WrongScores(_not_transposed, ("query", "key")),),
        fits=lambda inputs: inputs.shape[1] == inputs.d,
    ),
    Slip(
        name="values-compared",
        title="Value row taken for key row",
        done="the query is multiplied with the value of the source in place of its key",
        why=(
            "The key is what a source offers to compare with; the value is what it passes on "
            "and comes in only after the weights are known."
        ),
        wrong=(WrongScores(_compared, ("query", "value")),),
        fits=lambda inputs: inputs.value.shape[1] == inputs.d,
    ),
)
