"""Slips in the dot products: something other than each query with each key."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

import numpy as np

from explorer.model.arrays import Matrix
from explorer.model.derivation import Derivation
from explorer.model.expressions import (
    Expression,
    Function,
    LazyTerms,
    Product,
    StagePart,
    Sum,
    Symbol,
    Transposed,
)
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis, Place, Region
from explorer.model.slips.slip import Slip, WrongReading
from explorer.model.stages.dot_products import DotProducts
from explorer.model.stages.quantity import number_at
from explorer.model.stages.stage import Operand
from explorer.model.trace import AttentionTrace

_Q, _K, _V = Symbol("Q"), Symbol("K"), Symbol("V")

Lines: TypeAlias = Callable[[AttentionInputs, int, int], tuple[Region, Region]]
"""The two rows or columns a cell multiplies component by component."""


@dataclass(frozen=True, eq=False, kw_only=True)
class WrongScores(WrongReading, DotProducts):
    """Two other arrays compared, or the right ones in another way."""

    lines: Lines
    written: Expression

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        """The products that were really added up."""

        def product(component: int) -> Expression:
            places = (self.place(trace, line, column, component) for line in lines)
            return Product(tuple(number_at(trace, at.array, at.row, at.column) for at in places))

        lines = self.lines(trace.inputs, row, column)
        forms = (Sum(LazyTerms(trace.inputs.d, product)),)
        return self.derivation(trace, row, column, forms, lines)

    def place(self, trace: AttentionTrace, line: Region, column: int, component: int) -> Place:
        """Where the given component of a row or column stands."""
        if line.row is None:
            assert line.column is not None
            return Place(line.array, component, line.column)
        return Place(line.array, line.row, component)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        """The formula as it was really computed."""
        return StagePart(self.name, self.written)

    def tensors(self, inputs: AttentionInputs, before: str | None) -> tuple[Operand, ...]:
        """The two arrays, the second as it was laid."""
        first, second = self.reads
        is_transposed = self.lines(inputs, 0, 0)[1].row is not None
        return Operand(first), Operand(second, "·", is_transposed)


@dataclass(frozen=True, eq=False, kw_only=True)
class ReshapedScores(WrongScores):
    """The keys in d rows, cut anew from one end to the other of the table.

    `cut` says which row and column of the keys stand in a row and column of the reshaped table.
    """

    cut: Callable[[AttentionInputs, int, int], tuple[int, int]]

    def place(self, trace: AttentionTrace, line: Region, column: int, component: int) -> Place:
        """A key component stands where the reshaped table has it."""
        if line.row is not None:
            return Place(line.array, line.row, component)
        return Place(line.array, *self.cut(trace.inputs, component, column))


def _rows(left: str, right: str, left_by: int = 0, right_by: int = 0) -> Lines:
    """Row i of one array with row j of another, counted on by so many rows and then from 0."""

    def lines(inputs: AttentionInputs, row: int, column: int) -> tuple[Region, Region]:
        n_query, n_key = inputs.shape
        first = Region(left, row=(row + left_by) % n_query)
        return first, Region(right, row=(column + right_by) % n_key)

    return lines


def _row_and_column(inputs: AttentionInputs, row: int, column: int) -> tuple[Region, Region]:
    return Region("query", row=row), Region("key", column=column)


def _row_and_all(inputs: AttentionInputs, row: int, column: int) -> tuple[Region, Region]:
    return Region("query", row=row), Region("key")


def _compared(inputs: AttentionInputs, left: Matrix, right: Matrix) -> Matrix:
    return left @ right.T


def _not_transposed(inputs: AttentionInputs, query: Matrix, key: Matrix) -> Matrix:
    return query @ key


def _reshaped_by_row() -> tuple[ReshapedScores]:
    def compute(inputs: AttentionInputs, query: Matrix, key: Matrix) -> Matrix:
        return query @ key.reshape(key.shape[::-1])

    def cut(inputs: AttentionInputs, row: int, column: int) -> tuple[int, int]:
        return divmod(row * inputs.shape[1] + column, inputs.d)

    return _reshaped(compute, cut, "reshape by row")


def _reshaped_by_column() -> tuple[ReshapedScores]:
    def compute(inputs: AttentionInputs, query: Matrix, key: Matrix) -> Matrix:
        return query @ key.reshape(key.shape[::-1], order="F")

    def cut(inputs: AttentionInputs, row: int, column: int) -> tuple[int, int]:
        own_column, own_row = divmod(column * inputs.d + row, inputs.shape[1])
        return own_row, own_column

    return _reshaped(compute, cut, "reshape by column")


def _reshaped(
    compute: Callable[..., Matrix],
    cut: Callable[[AttentionInputs, int, int], tuple[int, int]],
    name: str,
) -> tuple[ReshapedScores]:
    return (
        ReshapedScores(
            compute=compute,
            reads=("query", "key"),
            lines=_row_and_all,
            written=Product((_Q, Function(name, _K))),
            sign="Q · K reshaped",
            cut=cut,
        ),
    )


def _shifted(query_by: int = 0, key_by: int = 0) -> tuple[WrongScores]:
    """Each query or key replaced by that so many rows further down; after the last the first."""

    def compute(inputs: AttentionInputs, query: Matrix, key: Matrix) -> Matrix:
        return np.roll(query, -query_by, axis=0) @ np.roll(key, -key_by, axis=0).T

    def moved(table: Expression, by: int) -> Expression:
        return Function("next" if by > 0 else "previous", table) if by else table

    return (
        WrongScores(
            compute=compute,
            reads=("query", "key"),
            lines=_rows("query", "key", query_by, key_by),
            written=Product((moved(_Q, query_by), Transposed(moved(_K, key_by)))),
            sign="Q · Kᵀ, the wrong rows",
        ),
    )


def _is_square(inputs: AttentionInputs) -> bool:
    return inputs.shape[0] == inputs.shape[1]


def _has_more_queries(count: int) -> Callable[[AttentionInputs], bool]:
    return lambda inputs: inputs.shape[0] > count


def _has_more_sources(count: int) -> Callable[[AttentionInputs], bool]:
    return lambda inputs: inputs.shape[1] > count


def _is_oblong(inputs: AttentionInputs) -> bool:
    """Whether keys reshaped are neither the keys nor these transposed."""
    return 1 < inputs.d != inputs.shape[1] > 1


_NOT_SQUARE = "more than one source and component, not as many of one as of the other"
_WRONG_ROW = "Row i and column j of the scores belong to query i and key j, and to no others."

SCORE_SLIPS = (
    Slip(
        name="next-key",
        title="The key of the next source",
        done="the query is multiplied with the key of the next source",
        why=_WRONG_ROW,
        wrong=_shifted(key_by=1),
        needs="more than one source",
        fits=_has_more_sources(1),
    ),
    Slip(
        name="previous-key",
        title="The key of the source before",
        done="the query is multiplied with the key of the source before",
        why=_WRONG_ROW,
        wrong=_shifted(key_by=-1),
        needs="more than two sources",
        fits=_has_more_sources(2),
    ),
    Slip(
        name="next-query",
        title="The query of the next reader",
        done="the key is multiplied with the query of the next reader",
        why=_WRONG_ROW,
        wrong=_shifted(query_by=1),
        needs="more than one query",
        fits=_has_more_queries(1),
        needs_all_rows=True,
    ),
    Slip(
        name="previous-query",
        title="The query of the reader before",
        done="the key is multiplied with the query of the reader before",
        why=_WRONG_ROW,
        wrong=_shifted(query_by=-1),
        needs="more than two queries",
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
        wrong=(
            WrongScores(
                compute=_compared,
                reads=("key", "query"),
                lines=_rows("key", "query"),
                written=Product((_K, Transposed(_Q))),
                sign="K · Qᵀ",
            ),
        ),
        needs="as many queries as sources, more than one",
        fits=lambda inputs: _is_square(inputs) and inputs.shape[1] > 1,
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
        wrong=(
            WrongScores(
                compute=_not_transposed,
                reads=("query", "key"),
                lines=_row_and_column,
                written=Product((_Q, _K)),
                sign="Q · K",
            ),
        ),
        needs="as many sources as components of a query, more than one",
        fits=lambda inputs: inputs.shape[1] == inputs.d > 1,
    ),
    Slip(
        name="key-reshaped",
        title="K reshaped row by row, not transposed",
        done="K is only cut into rows of another length, not transposed",
        why=(
            "Reshaping keeps the numbers in their order and begins new rows elsewhere; the shape "
            "fits, but a column is no longer the key of one source."
        ),
        wrong=_reshaped_by_row(),
        needs=_NOT_SQUARE,
        fits=_is_oblong,
    ),
    Slip(
        name="key-reshaped-by-column",
        title="K reshaped column by column, not transposed",
        done="K is only cut into columns of another length, not transposed",
        why=(
            "Reshaping keeps the numbers in their order and begins new columns elsewhere; the "
            "shape fits, but a column is no longer the key of one source."
        ),
        wrong=_reshaped_by_column(),
        needs=_NOT_SQUARE,
        fits=_is_oblong,
    ),
    Slip(
        name="values-compared",
        title="Value row taken for key row",
        done="the query is multiplied with the value of the source in place of its key",
        why=(
            "The key is what a source offers to compare with; the value is what it passes on "
            "and comes in only after the weights are known."
        ),
        wrong=(
            WrongScores(
                compute=_compared,
                reads=("query", "value"),
                lines=_rows("query", "value"),
                written=Product((_Q, Transposed(_V))),
                sign="Q · Vᵀ",
            ),
        ),
        needs="values as wide as the keys",
        fits=lambda inputs: inputs.size(Axis.VALUE_COMPONENTS) == inputs.d,
    ),
)
