"""Masked scores: a bias added, and blocked cells taken out."""

from typing import ClassVar

import numpy as np

from explorer.model.arrays import Matrix, frozen
from explorer.model.derivation import Derivation
from explorer.model.expressions import Expression, StagePart, Sum, Symbol
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis, Region
from explorer.model.stages.quantity import number_at
from explorer.model.stages.stage import Gradients, Operand, Stage, SymbolMeaning, finite
from explorer.model.trace import AttentionTrace

BLOCKED = -np.inf
_BLOCKING = "Where the mask blocks a source, the score becomes −∞ and its weight exactly 0."


class Masking(Stage):
    """The score plus its bias where a query may read a source, −∞ where it may not."""

    name = "masked_scores"
    short_name = "masked"
    title = "Masked scores"
    action = "Mask and bias"
    about = (
        "A blocked cell gets −∞ in place of its score, so that the softmax gives it exactly 0. "
        "Cells that may be read keep their score; a bias, where there is one, is added to it."
    )
    reason = "A bias is added to every score; where the mask blocks, the score becomes −∞."
    cell_name = "masked score of {row} and {column}"
    sentence = "{row} and {column} have the score {value} after mask and bias"
    cell_symbol = "u"  # M is what is added
    parameters = ("allowed", "bias")
    independent_along = frozenset({Axis.QUERIES, Axis.SOURCES})
    glossary: ClassVar[tuple[SymbolMeaning, ...]] = (
        SymbolMeaning(Symbol("B"), "the bias, a number for each score, typed in", "bias"),
        SymbolMeaning(
            Symbol("M"), "mask and bias: 0, a bias, or −∞ where blocked", "masked_scores"
        ),
    )

    def takes_part(self, inputs: AttentionInputs) -> bool:
        masked = inputs.allowed is not None or inputs.bias is not None
        return inputs.has_scores and masked

    def operands(self, inputs: AttentionInputs, before: str | None) -> tuple[str, ...]:
        assert before is not None  # scaled scores come first
        return (before,)

    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        (scores,) = operands
        if inputs.bias is not None:
            scores = finite(self.name, scores + inputs.bias, inputs.allowed)
        if inputs.allowed is None:
            return scores
        return frozen(np.where(inputs.allowed, scores, BLOCKED))

    def backward(self, trace: AttentionTrace, upstream: Matrix) -> Gradients:
        allowed = trace.inputs.allowed
        passed = upstream if allowed is None else np.where(allowed, upstream, 0.0)
        (before,) = self.operands(trace.inputs, trace.before(self))
        return {before: passed} if trace.inputs.bias is None else {before: passed, "bias": passed}

    def why(self, trace: AttentionTrace, row: int | None, column: int | None) -> str:
        inputs = trace.inputs
        if inputs.allowed is None:
            return "A bias is added to the score before the softmax."
        if row is None or column is None:
            return self.reason if inputs.bias is not None else _BLOCKING
        if not inputs.allowed[row, column]:
            return "The mask blocks {column} for {row}: −∞ here becomes a weight of exactly 0."
        passes = "{row} may read {column}: the mask lets the score pass"
        return f"{passes}." if inputs.bias is None else f"{passes}, and a bias is added."

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        inputs = trace.inputs
        (before,) = self.operands(trace.inputs, trace.before(self))
        reads = (Region(before, row, column),)
        if inputs.allowed is not None and not inputs.allowed[row, column]:
            note = "The mask blocks this cell: the score is replaced by −∞."
            return self.derivation(trace, row, column, (), reads, note)
        score = number_at(trace, before, row, column)
        if inputs.bias is None:
            note = "The mask lets this cell pass: the score stays."
            return self.derivation(trace, row, column, (score,), reads, note)
        bias = number_at(trace, "bias", row, column)
        both = (*reads, Region("bias", row, column))
        return self.derivation(trace, row, column, (Sum((score, bias)),), both)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        assert before is not None  # scaled scores come first
        return StagePart(self.name, Sum((before, Symbol("M"))))

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        biased = f"{before} + bias" if inputs.bias is not None else f"{before}"
        return biased if inputs.allowed is None else f"np.where(allowed, {biased}, -np.inf)"

    def torch_code(self, inputs: AttentionInputs, before: str | None) -> str:
        biased = f"{before} + bias" if inputs.bias is not None else f"{before}"
        return biased if inputs.allowed is None else f"torch.where(allowed, {biased}, -math.inf)"

    def tensors(self, inputs: AttentionInputs, before: str | None) -> tuple[Operand, ...]:
        signs = {"bias": "+", "allowed": "where"}
        own = (name for name in signs if getattr(inputs, name) is not None)
        scores = super().tensors(inputs, before)
        return (*scores, *(Operand(name, signs[name]) for name in own))

    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        parts = {"+ bias": inputs.bias, "blocked = −∞": inputs.allowed}
        return ", ".join(text for text, array in parts.items() if array is not None)
