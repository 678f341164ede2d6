"""Output: the values mixed in the proportions of the weights."""

from collections.abc import Sequence
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import Matrix
from explorer.model.derivation import Derivation
from explorer.model.expressions import Expression, LazyTerms, Product, StagePart, Sum, Symbol
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis, Region
from explorer.model.stages.quantity import number_at
from explorer.model.stages.stage import (
    ColourScale,
    Gradients,
    Operand,
    Stage,
    SymbolMeaning,
    finite,
)
from explorer.model.trace import AttentionTrace

_MOST_CANCELLED = 64.0
"""A sum that is smaller than its parts by more than this has lost digits: two of sixteen."""
_LEAST_REST = 0.25
"""One less a sum of weights is exact enough down to here."""


class Mixing(Stage):
    """Y = A·V: a weighted sum of the values, component by component."""

    name = "output"
    short_name = "output"
    title = "Output Y"
    action = "Mixing"
    about = (
        "Each value is multiplied by the weight of its source and the products are added up. "
        "Changing a value moves the output and leaves every weight as it is."
    )
    reason = "The values are mixed as the weights say: a larger weight takes more of its value."
    product_reason = "the weight of {source} times its value"
    cell_name = "output of {row}, {column}"
    sentence = "the output of {row}, {column}, is {value}"
    cell_symbol = "y"
    columns = Axis.VALUE_COMPONENTS
    independent_along = frozenset({Axis.QUERIES, Axis.VALUE_COMPONENTS})
    summed_along: ClassVar[Axis | None] = Axis.SOURCES
    terms_along = Axis.SOURCES
    colours = ColourScale.QUIET
    result = Symbol("Y")
    glossary = (
        SymbolMeaning(
            Symbol("V"),
            "all values, one a row: what each source passes on. (In a shape such as [B, T, V] "
            "the same letter is the size of the vocabulary; here it is always the values.)",
            "value",
        ),
        SymbolMeaning(result, "the new outputs, one a reader", "output"),
    )

    def takes_part(self, inputs: AttentionInputs) -> bool:
        return True

    def operands(self, inputs: AttentionInputs, before: str | None) -> tuple[str, ...]:
        return ("weights", "value")

    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        weights, value = operands  # (n_query, n_key), (n_key, d_value)
        return finite(self.name, weights.dot(value))  # (n_query, d_value)

    def with_other_terms(
        self, table: Matrix, before: Sequence[Matrix], after: Sequence[Matrix], are_shares: bool
    ) -> tuple[Matrix, NDArray[np.bool_]]:
        """The outputs where the weights or values of some sources are other ones.

        Their terms are taken out, the rest is multiplied by what the shares of the other sources
        were multiplied by, and the new terms are added. `before` and `after` are the weights of
        these sources, (n_query, k), and their values, (k, d_value). Not to be trusted are rows in
        which digits cancelled, or whose other sources had next to nothing.
        """
        old_weights, old_value = before
        weights, value = after
        with np.errstate(divide="ignore", invalid="ignore"):
            factor, is_exact = _of_the_rest(old_weights, weights, are_shares)
            taken, added = old_weights.dot(old_value), weights.dot(value)
            output = (table - taken) * factor + added
            largest = (np.abs(table) + np.abs(taken)) * factor + np.abs(added)
            is_sound = (largest <= _MOST_CANCELLED * np.abs(output)).all(axis=1)
        return output, ~(is_sound & is_exact)

    def terms(self, trace: AttentionTrace) -> int:
        return trace.inputs.shape[1]

    def backward(self, trace: AttentionTrace, upstream: Matrix) -> Gradients:
        weights, value = trace.weights, trace.arrays["value"]
        return {"weights": upstream @ value.T, "value": weights.T @ upstream}

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        def share(source: int) -> Expression:
            weight = number_at(trace, "weights", row, source)
            return Product((weight, number_at(trace, "value", source, column)))

        n_key = trace.inputs.shape[1]
        reads = (Region("weights", row=row), Region("value", column=column))
        return self.derivation(trace, row, column, (Sum(LazyTerms(n_key, share)),), reads)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        assert before is not None  # weights come first
        return StagePart(self.name, Product((before, Symbol("V"))))

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return "weights @ value"

    def torch_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return "weights @ value"

    def tensors(self, inputs: AttentionInputs, before: str | None) -> tuple[Operand, ...]:
        return Operand("weights"), Operand("value", "·")

    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        return "· V"


def _of_the_rest(
    before: Matrix, after: Matrix, are_shares: bool
) -> tuple[Matrix, NDArray[np.bool_]]:
    """What all other weights of a row were multiplied by, and whether that is exact enough.

    `before` and `after` are some weights of every row; the other ones changed with them only if
    they are shares of one whole.
    """
    if not are_shares:
        return np.ones((1, 1)), np.ones(1, dtype=np.bool_)
    rest, new_rest = (1.0 - shares.sum(axis=1, keepdims=True) for shares in (before, after))
    is_exact: NDArray[np.bool_] = np.minimum(rest, new_rest)[:, 0] >= _LEAST_REST
    return new_rest / rest, is_exact
