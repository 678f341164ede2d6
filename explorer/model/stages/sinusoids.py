"""Position vectors made of sines and cosines.

Source: Vaswani et al., Attention Is All You Need (2017), section 3.5; both positions and pairs of
components count from 0 there, and so they do here.
"""

import numpy as np

from explorer.model.arrays import Matrix, frozen
from explorer.model.derivation import Derivation
from explorer.model.expressions import Expression, Function, Number, Quotient, StagePart, Symbol
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis, Region
from explorer.model.stages.quantity import Quantity, number_at
from explorer.model.stages.stage import ColourScale, Gradients, Stage, SymbolMeaning
from explorer.model.trace import AttentionTrace

BASE = 10_000
"""The slowest wave takes nearly so many times 2π positions."""


_N = Symbol("n")


class Angles(Quantity):
    """The position over the number of each column."""

    first = 0
    """The number of the first position."""
    name = "angles"
    action = "Angle"
    about = (
        "The position, counted from 0, over a number that grows from one pair of components to the "
        "next: 1 for the first, so that its waves are short, and nearly 10,000 for the last."
    )
    reason = "The position is divided by a number that grows from one pair to the next."
    cell_name = "angle of {row}, {column}"
    sentence = "the angle of {row}, {column}, is {value}"
    cell_symbol = "φ"
    rows = Axis.POSITIONS
    columns = Axis.MODEL_COMPONENTS

    def number(self, trace: AttentionTrace, row: int, column: int) -> float:
        return float((row + self.first) / _divisors(trace.inputs.d_model)[column])

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        n, d_model = inputs.vectors_shape
        return f"np.arange({n})[:, None] / {BASE} ** (np.arange({d_model}) // 2 * 2 / {d_model})"

    def torch_code(self, inputs: AttentionInputs, before: str | None) -> str:
        n, d_model = inputs.vectors_shape
        rows = f"torch.arange({n}, dtype=torch.float64)[:, None]"
        columns = f"torch.arange({d_model}, dtype=torch.float64)"
        return f"{rows} / {BASE} ** ({columns} // 2 * 2 / {d_model})"

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        d_model = trace.inputs.d_model
        position = row + self.first
        form = Quotient(Number(float(position)), Number(float(_divisors(d_model)[column])))
        note = (
            f"Positions count from {self.first} here, so this one is {position}. It is divided by "
            f"{BASE} to the power of {column // 2 * 2}/{d_model}."
        )
        return self.derivation(trace, row, column, (form,), (), note)


class Sinusoids(Stage):
    """P: sines in the odd columns and cosines in the even ones, slower from pair to pair."""

    name = "positions"
    short_name = "positions"
    title = "Positions P"
    action = "Position vectors"
    about = (
        "A vector that depends on the position alone, whatever token stands there. Each pair of "
        "components is the sine and the cosine of the position, over a larger number from pair "
        "to pair, so that no two positions get the same vector. Nothing here is learned."
    )
    reason = "Sines and cosines tell {row} from other places, whatever token stands there."
    cell_name = "position vector of {row}, {column}"
    sentence = "the position vector of {row}, {column}, is {value}"
    cell_symbol = "p"
    rows = Axis.POSITIONS
    columns = Axis.MODEL_COMPONENTS
    colours = ColourScale.QUIET
    parameters = ("sinusoidal", "vectors_shape")
    parts = (Angles(),)
    result = Symbol("P")
    glossary = (
        SymbolMeaning(_N, "how many positions the text has", field="n"),
        SymbolMeaning(Symbol("sin"), "the sine of an angle, for every other component"),
        SymbolMeaning(Symbol("cos"), "the cosine of the same angle, for the component after it"),
    )

    def takes_part(self, inputs: AttentionInputs) -> bool:
        return inputs.sinusoidal

    def operands(self, inputs: AttentionInputs, before: str | None) -> tuple[str, ...]:
        return ()

    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        return sinusoids(*inputs.vectors_shape)

    def backward(self, trace: AttentionTrace, upstream: Matrix) -> Gradients:
        return {}

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        wave = "cos" if column % 2 else "sin"
        form = Function(wave, number_at(trace, "angles", row, column))
        reads = (Region("angles", row, column),)
        return self.derivation(trace, row, column, (form,), reads)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        return StagePart(self.name, Function("sinusoids", _N))

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return f"np.where(np.arange({inputs.d_model}) % 2, np.cos(angles), np.sin(angles))"

    def torch_code(self, inputs: AttentionInputs, before: str | None) -> str:
        is_odd = f"torch.arange({inputs.d_model}) % 2 == 1"
        return f"torch.where({is_odd}, torch.cos(angles), torch.sin(angles))"

    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        return "sine, cosine"


def sinusoids(n: int, d_model: int) -> Matrix:
    """The position vectors of the first `n` positions, (n, d_model)."""
    angles = np.arange(n)[:, None] / _divisors(d_model)  # (n, d_model)
    return frozen(np.where(np.arange(d_model) % 2, np.cos(angles), np.sin(angles)))


def _divisors(d_model: int) -> Matrix:
    """What the position is divided by in each column, the same for the two of a pair."""
    divisors: Matrix = BASE ** (np.arange(d_model) // 2 * 2 / d_model)
    return divisors
