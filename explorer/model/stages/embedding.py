"""Embeddings: the vector of each token, looked up in the vocabulary."""

import numpy as np

from explorer.model.arrays import Matrix, frozen
from explorer.model.derivation import Derivation
from explorer.model.expressions import Expression, Lookup, StagePart, Symbol
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis, Region
from explorer.model.stages.quantity import number_at
from explorer.model.stages.stage import ColourScale, Gradients, Stage, SymbolMeaning
from explorer.model.trace import AttentionTrace

_E = Symbol("E")


class Embedding(Stage):
    """X = E[tokens]: a row of the vocabulary for each position."""

    name = "embeddings"
    short_name = "embedding"
    title = "Embeddings X"
    action = "Embedding"
    about = (
        "Each position gets the row of the vocabulary that belongs to its token. A token has one "
        "row, wherever it stands: where it stands twice, the vectors are the same, and changing "
        "the row changes both."
    )
    reason = "The vocabulary gives {row} the numbers of its token: the same wherever it stands."
    cell_name = "vector of {row}, {column}"
    sentence = "the vector of {row}, {column}, is {value}"
    cell_symbol = "x"
    rows = Axis.POSITIONS
    columns = Axis.MODEL_COMPONENTS
    colours = ColourScale.QUIET
    parameters = ("tokens",)
    independent_along = frozenset({Axis.MODEL_COMPONENTS})
    result = Symbol("X")
    glossary = (
        SymbolMeaning(
            _E, "the vocabulary: one row a token, learned, the same for every text", "vocabulary"
        ),
        SymbolMeaning(result, "the vectors of the text, one a position", "embeddings"),
    )

    def takes_part(self, inputs: AttentionInputs) -> bool:
        return inputs.tokens is not None

    def operands(self, inputs: AttentionInputs, before: str | None) -> tuple[str, ...]:
        return ("vocabulary",)

    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        (vocabulary,) = operands  # (n_vocabulary, d_model)
        return frozen(vocabulary[_rows(inputs)])  # (n, d_model)

    def backward(self, trace: AttentionTrace, upstream: Matrix) -> Gradients:
        gradient = np.zeros_like(trace.arrays["vocabulary"])
        np.add.at(gradient, _rows(trace.inputs), upstream)  # a token that stands twice gets both
        return {"vocabulary": gradient}

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        entry = _rows(trace.inputs)[row]
        form = number_at(trace, "vocabulary", entry, column)
        reads = (Region("vocabulary", entry, column),)
        return self.derivation(trace, row, column, (form,), reads, _NOTE)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        return StagePart(self.name, Lookup(_E, "tokens"))

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return "vocabulary[tokens]"

    def torch_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return "vocabulary[tokens]"

    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        return "row of each token"


_NOTE = "Looked up, not computed: the number stands in the vocabulary, in the row of this token."


def _rows(inputs: AttentionInputs) -> list[int]:
    assert inputs.tokens is not None  # takes_part
    return list(inputs.tokens)
