"""Scores: every query compared with every key."""

from explorer.model.arrays import Matrix
from explorer.model.derivation import Derivation
from explorer.model.expressions import (
    Expression,
    LazyTerms,
    Product,
    StagePart,
    Sum,
    Symbol,
    Transposed,
)
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis, Region
from explorer.model.stages.quantity import number_at
from explorer.model.stages.stage import Gradients, Operand, Stage, SymbolMeaning, finite
from explorer.model.trace import AttentionTrace

_Q, _K = Symbol("Q"), Symbol("K")


class DotProducts(Stage):
    """S = QKᵀ: matching components multiplied and added up."""

    name = "scores"
    short_name = "scores"
    title = "Scores Q·Kᵀ"
    action = "Dot products"
    about = (
        "Matching components of the query and the key are multiplied and the products added up. "
        "The score compares these chosen numbers; on its own it proves nothing about words."
    )
    reason = "A dot product compares {query} with the key of {column} in one number."
    product_reason = "component {term} of the query times component {term} of the key"
    cell_name = "score of {row} and {column}"
    sentence = "{row} and {column} have the score {value}"
    independent_along = frozenset({Axis.QUERIES, Axis.SOURCES})
    terms_along = Axis.COMPONENTS
    glossary = (
        SymbolMeaning(_Q, "all queries, one a row: what each reader compares with", "query"),
        SymbolMeaning(_K, "all keys, one a row: what each source offers to compare with", "key"),
        SymbolMeaning(Transposed(_K), "the table of keys, rows and columns swapped", "key"),
        SymbolMeaning(
            Product((_Q, Transposed(_K))), "the score of every query with every key", "scores"
        ),
    )

    def takes_part(self, inputs: AttentionInputs) -> bool:
        return inputs.has_scores

    def operands(self, inputs: AttentionInputs, before: str | None) -> tuple[str, ...]:
        return ("query", "key")

    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        query, key = operands  # (n_query, d), (n_key, d)
        return finite(self.name, query.dot(key.T))  # (n_query, n_key)

    def terms(self, trace: AttentionTrace) -> int:
        return trace.inputs.d

    def backward(self, trace: AttentionTrace, upstream: Matrix) -> Gradients:
        query, key = trace.arrays["query"], trace.arrays["key"]
        return {"query": upstream @ key, "key": upstream.T @ query}

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        def product(component: int) -> Expression:
            query = number_at(trace, "query", row, component)
            return Product((query, number_at(trace, "key", column, component)))

        reads = (Region("query", row=row), Region("key", row=column))
        forms = (Sum(LazyTerms(trace.inputs.d, product)),)
        return self.derivation(trace, row, column, forms, reads)

    def symbol(self, trace: AttentionTrace, row: int, column: int) -> Expression:
        return Product((Symbol("q", (row + 1,)), Symbol("k", (column + 1,))))

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        return StagePart(self.name, Product((_Q, Transposed(_K))))

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return "query @ key.T"

    def torch_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return "query @ key.T"

    def tensors(self, inputs: AttentionInputs, before: str | None) -> tuple[Operand, ...]:
        return Operand("query"), Operand("key", "·", is_transposed=True)

    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        return "Q · Kᵀ"
