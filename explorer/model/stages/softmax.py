"""Attention weights: each row of scores turned into shares of one whole."""

import math
from typing import ClassVar

import numpy as np

from explorer.model.arrays import Matrix, frozen
from explorer.model.derivation import Derivation
from explorer.model.expressions import (
    Difference,
    Exponential,
    Expression,
    Function,
    LazyTerms,
    Number,
    Quotient,
    StagePart,
    Sum,
    Symbol,
)
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis, Place, Region
from explorer.model.stages.quantity import Quantity, number_at
from explorer.model.stages.softmax_parts import (
    SOFTMAX_PARTS,
    Exponentials,
    Powers,
    blocking,
    readable,
    some_read_nothing,
)
from explorer.model.stages.stage import ColourScale, Gradients, Stage, SymbolMeaning
from explorer.model.trace import AttentionTrace

SUM_OF_WEIGHTS = SymbolMeaning(
    Symbol("Σ"), "beside or below the weights: a row of them, or a column, added up"
)
LARGEST_PLAIN_EXPONENT = 20.0
"""Up to here e to a score is written out; beyond, only after the row maximum is subtracted."""
_LOWEST = np.finfo(np.float64).min
"""The lowest number: what is subtracted from −∞ in place of −∞."""


class Softmax(Stage):
    """A = softmax of each row; the row maximum is subtracted first so that nothing overflows."""

    name = "weights"
    short_name = "weights"
    title = "Weights A"
    action = "Softmax"
    about = (
        "The weights of a row are shares of one whole: raise one score and the other shares "
        "shrink. Each row is worked out on its own. Weights are computed anew for every input."
    )
    reason = "The weight of {column} is its share of the row: the weights of {row} add up to one."
    cell_name = "weight of {column} for {row}"
    sentence = "{row} reads {column} with weight {value}"
    cell_symbol = "a"
    colours = ColourScale.SHARES
    badge = "computed anew for every input"
    row_sums = True
    independent_along = frozenset({Axis.QUERIES})
    gives_shares = True
    parts = SOFTMAX_PARTS
    asides: ClassVar[tuple[Quantity, ...]] = (Powers(),)
    glossary: ClassVar[tuple[SymbolMeaning, ...]] = (
        SymbolMeaning(
            Symbol("softmax"), "row by row: e to each score, divided by the sum of such powers"
        ),
        SymbolMeaning(Symbol("e"), "the number whose powers the softmax takes", number=math.e),
        SymbolMeaning(Symbol("max"), "the largest of the numbers in brackets"),
        SymbolMeaning(Symbol("A"), "mixing weights, after the softmax of each row", "weights"),
        SUM_OF_WEIGHTS,
    )

    def takes_part(self, inputs: AttentionInputs) -> bool:
        return inputs.weights is None

    def operands(self, inputs: AttentionInputs, before: str | None) -> tuple[str, ...]:
        assert before is not None  # scaled scores come first
        return (before,)

    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        (scores,) = operands
        weights = shifted(scores)
        np.exp(weights, out=weights)  # 1 for the largest of a row
        total = np.add.reduce(weights, axis=1, keepdims=True)
        np.maximum(total, 1.0, out=total)  # below 1 only where a row may read nothing: 0 stays 0
        weights /= total
        return frozen(weights)

    def backward(self, trace: AttentionTrace, upstream: Matrix) -> Gradients:
        weights = trace.weights
        expected = (upstream * weights).sum(axis=1, keepdims=True)
        (before,) = self.operands(trace.inputs, trace.before(self))
        return {before: weights * (upstream - expected)}

    def why(self, trace: AttentionTrace, row: int | None, column: int | None) -> str:
        if row is None and some_read_nothing(trace.inputs):
            return "The weight of {column} is its share of the row; who may read none has only 0s."
        return blocking(trace, row, column) or self.reason

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        (before,) = self.operands(trace.inputs, trace.before(self))
        scores = trace.row(before, row)
        reads = (Region(before, row=row),)
        if scores.max() == -np.inf:
            return self.derivation(trace, row, column, (), reads, _NOTHING_NOTE)
        if scores[column] == -np.inf:
            return self.derivation(trace, row, column, (), reads, _BLOCKED_NOTE)
        forms = (_definition(trace, before, row, column), _as_computed(trace, row, column))
        own_steps = (
            Region("row_maximum", row=row),
            Region("exponentials", row, column),
            Region("row_sum", row=row),
        )
        return self.derivation(trace, row, column, forms, (*reads, *own_steps), _SHIFT_NOTE)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        assert before is not None  # scaled scores come first
        return StagePart(self.name, Function("softmax", before))

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        if not some_read_nothing(inputs):
            return "exponentials / row_sum"
        zeros = "np.zeros_like(exponentials)"
        return f"np.divide(exponentials, row_sum, out={zeros}, where=row_sum > 0)"

    def torch_code(self, inputs: AttentionInputs, before: str | None) -> str:
        softmax = f"torch.softmax({before}, dim=1)"  # NaN for a query that may read nothing
        return f"{softmax}.nan_to_num(0.0)" if some_read_nothing(inputs) else softmax

    def remark(self, inputs: AttentionInputs) -> str:
        return "softmax works row by row: each reader’s weights add up to one"

    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        return "softmax, row by row"


_SHIFT_NOTE = (
    "As computed: the row’s largest score is subtracted from every exponent first, so that no "
    "power grows too large to store. The share stays the same."
)
_BLOCKED_NOTE = "The mask blocks this source: e to −∞ is 0, and so is the weight."
_NOTHING_NOTE = "This query may read no source: all its weights are 0, and so is its output."


def _definition(trace: AttentionTrace, before: str, row: int, column: int) -> Expression:
    """e to the score over the sum of such powers; less the row maximum where they overflow."""
    scores = trace.row(before, row)
    sources = readable(trace, row)
    plain = float(np.abs(scores[sources]).max()) <= LARGEST_PLAIN_EXPONENT
    largest = number_at(trace, "row_maximum", row, 0)
    table = Powers() if plain else Exponentials()
    powers = table.of_row(scores)

    def power(source: int) -> Expression:
        score = Number(float(scores[source]), Place(before, row, source))
        exponent = score if plain else Difference(score, largest)
        value = Number(float(powers[source]), Place(table.name, row, source))
        return Exponential(exponent, value)

    terms = LazyTerms(len(sources), lambda position: power(int(sources[position])))
    return Quotient(power(column), Sum(terms, own=int(np.searchsorted(sources, column))))


def _as_computed(trace: AttentionTrace, row: int, column: int) -> Expression:
    exponential = number_at(trace, "exponentials", row, column)
    return Quotient(exponential, number_at(trace, "row_sum", row, 0))


def shifted(scores: Matrix) -> Matrix:
    """Each row less its maximum: 0 at most. A row of −∞ alone stays −∞.

    A difference beyond −1.8e308 is as good as −∞.
    """
    maximum = np.maximum.reduce(scores, axis=1, keepdims=True)
    return scores - np.maximum(maximum, _LOWEST, out=maximum)
