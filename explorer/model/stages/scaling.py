"""Scaled scores: a fixed adjustment of size before the softmax."""

import math

from explorer.model.arrays import Matrix, frozen
from explorer.model.derivation import Derivation
from explorer.model.expressions import (
    Expression,
    Number,
    Product,
    Quotient,
    SquareRoot,
    StagePart,
    Symbol,
)
from explorer.model.inputs import AttentionInputs
from explorer.model.number_format import equals_sign, format_number
from explorer.model.places import Axis, Region
from explorer.model.stages.quantity import number_at
from explorer.model.stages.stage import Gradients, Stage, SymbolMeaning, finite
from explorer.model.trace import AttentionTrace


class Scaling(Stage):
    """S/√d, or S times a number of one's own."""

    name = "scaled_scores"
    short_name = "scaled"
    title = "Scaled scores"
    action = "Scaling"
    about = (
        "Every score is multiplied by the same number, usually 1/√d, where d is how many "
        "components one query has. It keeps scores at a manageable size as vectors get longer. "
        "Nothing here is learned."
    )
    reason = "Dividing by √d keeps longer vectors from getting larger scores by length alone."
    cell_name = "scaled score of {row} and {column}"
    sentence = "{row} and {column} have the scaled score {value}"
    cell_symbol = "z"
    parameters = ("scale",)
    independent_along = frozenset({Axis.QUERIES, Axis.SOURCES})
    glossary = (
        SymbolMeaning(Symbol("d"), "how many components one query, and one key, has", field="d"),
        SymbolMeaning(
            Symbol("scale"), "what every score is multiplied by in place of 1/√d", field="scale"
        ),
    )

    def takes_part(self, inputs: AttentionInputs) -> bool:
        return inputs.has_scores

    def operands(self, inputs: AttentionInputs, before: str | None) -> tuple[str, ...]:
        return ("scores",)

    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        (scores,) = operands
        if inputs.scale is None:
            return frozen(scores / math.sqrt(inputs.d))  # no larger than they were
        return finite(self.name, scores * inputs.scale)

    def backward(self, trace: AttentionTrace, upstream: Matrix) -> Gradients:
        scale = trace.inputs.scale
        return {
            "scores": upstream / math.sqrt(trace.inputs.d) if scale is None else upstream * scale
        }

    def why(self, trace: AttentionTrace, row: int | None, column: int | None) -> str:
        match trace.inputs.scale:
            case None:
                return self.reason
            case 1:
                return "The scale is 1: every score stays as it is."
            case _:
                return "Every score is multiplied by the same number, the scale that was chosen."

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        score = number_at(trace, "scores", row, column)
        form = _scaled(score, Number(trace.inputs.d, field="d"), trace.inputs.scale)
        reads = (Region("scores", row, column),)
        return self.derivation(trace, row, column, (form,), reads)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        assert before is not None  # scores come first
        unscaled = inputs.scale == 1
        content = before if unscaled else _scaled(before, Symbol("d"), inputs.scale)
        return StagePart(self.name, content)

    def remark(self, inputs: AttentionInputs) -> str:
        return f"d = {inputs.d}"

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return "scores / np.sqrt(query.shape[1])" if inputs.scale is None else "scores * scale"

    def torch_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return "scores / math.sqrt(query.shape[1])" if inputs.scale is None else "scores * scale"

    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        if inputs.scale is not None:
            factor = format_number(inputs.scale, digits)
            return f"× {factor}" if inputs.scale != 1 else "× 1 (not scaled)"
        root = math.sqrt(inputs.d)
        return f"÷ √{inputs.d} {equals_sign(root, digits)} {format_number(root, digits)}"


def _scaled(score: Expression, d: Expression, scale: float | None) -> Expression:
    if scale is None:
        return Quotient(score, SquareRoot(d))
    return Product((score, Number(scale, field="scale")))
