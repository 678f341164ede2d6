"""Attention weights: each row of scores turned into shares of one whole."""

import numpy as np

from explorer.model.arrays import Matrix, frozen
from explorer.model.derivation import Derivation
from explorer.model.expressions import (
    Difference,
    Exponential,
    Expression,
    Function,
    LazyTerms,
    Quotient,
    StagePart,
    Sum,
    Symbol,
)
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Region
from explorer.model.stages.stage import (
    ColourScale,
    Gradients,
    Stage,
    SymbolMeaning,
    number_at,
)
from explorer.model.trace import AttentionTrace

LARGEST_PLAIN_EXPONENT = 20.0
"""Up to here e to a score is written out; beyond, only after the row maximum is subtracted."""


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
    cell_name = "weight of {column} for {row}"
    sentence = "{row} reads {column} with weight {value}"
    cell_symbol = "a"
    colours = ColourScale.SHARES
    row_sums = True
    glossary = (
        SymbolMeaning(Symbol("A"), "mixing weights, after the softmax of each row", "weights"),
    )

    def takes_part(self, inputs: AttentionInputs) -> bool:
        return inputs.weights is None

    def operands(self, before: str | None) -> tuple[str, ...]:
        assert before is not None  # scaled scores come first
        return (before,)

    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        (scores,) = operands
        exponentials = np.exp(shifted(scores))
        total = exponentials.sum(axis=1, keepdims=True)  # 0 where a row may read nothing
        return frozen(np.divide(exponentials, total, out=exponentials, where=total > 0))

    def backward(self, trace: AttentionTrace, upstream: Matrix) -> Gradients:
        weights = trace.weights
        expected = (upstream * weights).sum(axis=1, keepdims=True)
        (before,) = self.operands(trace.before(self))
        return {before: weights * (upstream - expected)}

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        (before,) = self.operands(trace.before(self))
        scores = trace.arrays[before][row]
        reads = (Region(before, row=row),)
        largest = number_at(trace, before, row, int(scores.argmax()))
        if largest.value == -np.inf:
            note = "This query may read no source: all its weights are 0, and so is its output."
            return self.derivation(trace, row, column, (), reads, note)
        sources = np.flatnonzero(scores > -np.inf)

        def exponential(source: int) -> Expression:
            return Exponential(number_at(trace, before, row, source))

        def shifted_exponential(source: int) -> Expression:
            score = number_at(trace, before, row, source)
            return Exponential(Difference(score, largest))

        plain = float(np.abs(scores[sources]).max()) <= LARGEST_PLAIN_EXPONENT
        term = exponential if plain else shifted_exponential
        note = "" if plain else _SHIFT_NOTE
        if scores[column] == -np.inf:
            return self.derivation(trace, row, column, (), reads, _BLOCKED_NOTE)
        total = Sum(LazyTerms(len(sources), lambda position: term(int(sources[position]))))
        forms = (Quotient(term(column), total),)
        return self.derivation(trace, row, column, forms, reads, note)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        assert before is not None  # scaled scores come first
        return StagePart(self.name, Function("softmax", before))

    def remark(self, inputs: AttentionInputs) -> str:
        return "softmax works row by row: each reader’s weights add up to one"

    def operator(self, inputs: AttentionInputs) -> str:
        return "softmax, row by row"


_SHIFT_NOTE = (
    "The largest score of the row is subtracted from every exponent: numerator and denominator "
    "shrink by the same factor, so the weight stays and no power grows too large to store."
)
_BLOCKED_NOTE = "The mask blocks this source: e to −∞ is 0, and so is the weight."


def shifted(scores: Matrix) -> Matrix:
    """Each row less its maximum: 0 at most. A row of −∞ alone stays −∞."""
    maximum = scores.max(axis=1, keepdims=True)
    with np.errstate(over="ignore"):  # a difference beyond −1.8e308 is as good as −∞
        return scores - np.where(maximum == -np.inf, 0.0, maximum)
