"""Weights typed in by hand, in place of the softmax's."""

from explorer.model.arrays import Matrix
from explorer.model.derivation import Derivation
from explorer.model.expressions import Expression, StagePart, Symbol
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis
from explorer.model.stages.softmax import SUM_OF_WEIGHTS, Softmax
from explorer.model.stages.stage import Gradients, SymbolMeaning
from explorer.model.trace import AttentionTrace


class ManualWeights(Softmax):
    """A as typed in: nothing makes its rows sum to one."""

    title = "Weights A, typed in"
    action = "Weights typed in"
    about = (
        "These weights were typed in and take the place of the softmax's. Nothing makes a row add "
        "up to one; its sum says whether it does."
    )
    reason = "These weights were typed in: nothing makes a row add up to one."
    parameters = ("weights",)
    badge = ""
    independent_along = frozenset({Axis.QUERIES, Axis.SOURCES})
    gives_shares = False
    parts = ()
    asides = ()
    glossary = (
        SymbolMeaning(Symbol("A"), "mixing weights, typed in", "weights"),
        SUM_OF_WEIGHTS,
    )

    def takes_part(self, inputs: AttentionInputs) -> bool:
        return inputs.weights is not None

    def operands(self, inputs: AttentionInputs, before: str | None) -> tuple[str, ...]:
        return ()

    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        assert inputs.weights is not None  # takes_part
        return inputs.weights

    def backward(self, trace: AttentionTrace, upstream: Matrix) -> Gradients:
        return {}

    def why(self, trace: AttentionTrace, row: int | None, column: int | None) -> str:
        return self.reason

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        return self.derivation(trace, row, column, (), (), "This weight was typed in.")

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        return StagePart(self.name, Symbol("A"))

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return ""

    def torch_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return ""

    def remark(self, inputs: AttentionInputs) -> str:
        return "weights typed in: nothing makes a row add up to one"

    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        return "typed in, row by row"
