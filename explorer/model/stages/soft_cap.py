"""Capped scores: bounded smoothly on both sides."""

import numpy as np

from explorer.model.arrays import Matrix, frozen
from explorer.model.derivation import Derivation
from explorer.model.expressions import (
    Expression,
    Function,
    Number,
    Product,
    Quotient,
    StagePart,
    Symbol,
)
from explorer.model.inputs import AttentionInputs
from explorer.model.number_format import format_number
from explorer.model.places import Axis, Region
from explorer.model.stages.quantity import number_at
from explorer.model.stages.stage import Gradients, Stage, SymbolMeaning
from explorer.model.trace import AttentionTrace


class SoftCap(Stage):
    """c·tanh(x/c): nearly x where x is small, never beyond ±c."""

    name = "capped_scores"
    short_name = "capped"
    title = "Capped scores"
    action = "Soft-cap"
    about = (
        "Scores far from 0 are bent back smoothly so that none leaves the range from −c to c. "
        "Scores much smaller than c stay nearly as they are."
    )
    reason = "The soft-cap bends scores far from 0 back, so that none leaves −c to c."
    cell_name = "capped score of {row} and {column}"
    sentence = "{row} and {column} have the capped score {value}"
    cell_symbol = "t"  # c is the cap
    parameters = ("softcap",)
    independent_along = frozenset({Axis.QUERIES, Axis.SOURCES})
    glossary = (
        SymbolMeaning(Symbol("c"), "the soft-cap: no score leaves −c to c", field="softcap"),
        SymbolMeaning(
            Symbol("tanh"),
            "hyperbolic tangent, a curve from −1 to 1: nearly x where x is small",
        ),
    )

    def takes_part(self, inputs: AttentionInputs) -> bool:
        return inputs.has_scores and inputs.softcap is not None

    def operands(self, inputs: AttentionInputs, before: str | None) -> tuple[str, ...]:
        return ("scaled_scores",)

    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        (scaled,) = operands
        cap = _cap(inputs)
        capped = scaled / cap  # ±inf for the smallest caps: tanh of it is ±1
        np.tanh(capped, out=capped)
        capped *= cap
        return frozen(capped)

    def backward(self, trace: AttentionTrace, upstream: Matrix) -> Gradients:
        slope = 1 - (trace.arrays[self.name] / _cap(trace.inputs)) ** 2
        return {"scaled_scores": upstream * slope}

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        scaled = number_at(trace, "scaled_scores", row, column)
        form = _capped(scaled, Number(_cap(trace.inputs), field="softcap"))
        return self.derivation(trace, row, column, (form,), (Region("scaled_scores", row, column),))

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        assert before is not None  # scaled scores come first
        return StagePart(self.name, _capped(before, Symbol("c")))

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return "softcap * np.tanh(scaled_scores / softcap)"

    def torch_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return "softcap * torch.tanh(scaled_scores / softcap)"

    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        cap = format_number(_cap(inputs), digits)
        return f"{cap} · tanh( · / {cap})"


def _cap(inputs: AttentionInputs) -> float:
    assert inputs.softcap is not None  # takes_part
    return inputs.softcap


def _capped(scaled: Expression, cap: Expression) -> Expression:
    return Product((cap, Function("tanh", Quotient(scaled, cap))))
