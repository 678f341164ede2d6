"""Vectors with their position: what tells the same token at two places apart."""

from explorer.model.arrays import Matrix
from explorer.model.derivation import Derivation
from explorer.model.expressions import Expression, StagePart, Sum, Symbol
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

_X, _P = Symbol("X"), Symbol("P")


class Positioning(Stage):
    """H = X + P: the vector of the token and that of its position, added."""

    name = "positioned"
    short_name = "positioned"
    title = "Positioned H"
    action = "Position added"
    about = (
        "The vector of the position is added to the vector of the token. Without it the same "
        "token gives the same queries, keys and values wherever it stands; with it they differ."
    )
    reason = "Adding the position makes {row} differ from the same token at another place."
    cell_name = "vector with position of {row}, {column}"
    sentence = "the vector of {row} with its position, {column}, is {value}"
    cell_symbol = "h"
    rows = Axis.POSITIONS
    columns = Axis.MODEL_COMPONENTS
    independent_along = frozenset({Axis.POSITIONS, Axis.MODEL_COMPONENTS})
    colours = ColourScale.QUIET
    result = Symbol("H")
    glossary = (
        SymbolMeaning(_X, "the vectors of the text, one a position", "embeddings"),
        SymbolMeaning(_P, "the position vectors, one a position", "positions"),
        SymbolMeaning(result, "the vectors with their positions added", "positioned"),
    )

    def takes_part(self, inputs: AttentionInputs) -> bool:
        return inputs.adds_positions

    def operands(self, inputs: AttentionInputs, before: str | None) -> tuple[str, ...]:
        return ("embeddings", "positions")

    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        embeddings, positions = operands  # (n, d_model) both
        return finite(self.name, embeddings + positions)

    def backward(self, trace: AttentionTrace, upstream: Matrix) -> Gradients:
        return {"embeddings": upstream, "positions": upstream}

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        operands = self.operands(trace.inputs, trace.before(self))
        reads = tuple(Region(name, row, column) for name in operands)
        form = Sum(tuple(number_at(trace, name, row, column) for name in operands))
        return self.derivation(trace, row, column, (form,), reads)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        return StagePart(self.name, Sum((_X, _P)))

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return "embeddings + positions"

    def torch_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return "embeddings + positions"

    def tensors(self, inputs: AttentionInputs, before: str | None) -> tuple[Operand, ...]:
        return Operand("embeddings"), Operand("positions", "+")

    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        return "X + P"
