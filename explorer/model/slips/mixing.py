"""Slips in the mixing: something other than each source's value times its weight."""

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from explorer.model.arrays import Matrix
from explorer.model.derivation import Derivation
from explorer.model.expressions import (
    Expression,
    Function,
    LazyTerms,
    Product,
    StagePart,
    Sum,
    Symbol,
    Transposed,
)
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis, Region
from explorer.model.slips.slip import Slip, WrongReading
from explorer.model.stages.mixing import Mixing
from explorer.model.stages.quantity import number_at
from explorer.model.stages.stage import Operand
from explorer.model.trace import AttentionTrace


@dataclass(frozen=True, eq=False, kw_only=True)
class WrongMixing(WrongReading, Mixing):
    """Another array mixed, or the values in another order: that of the source so much further.

    `is_transposed` takes the weights down a column of the table.
    """

    further: int = 0
    is_transposed: bool = False
    written: Callable[[Expression], Expression]

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        """The products that were really added up."""
        _weights, mixed = self.reads
        n_key = trace.inputs.shape[1]

        def product(source: int) -> Expression:
            cell = (source, row) if self.is_transposed else (row, source)
            weight = number_at(trace, "weights", *cell)
            return Product(
                (weight, number_at(trace, mixed, (source + self.further) % n_key, column))
            )

        line = Region("weights", column=row) if self.is_transposed else Region("weights", row=row)
        forms = (Sum(LazyTerms(n_key, product)),)
        return self.derivation(trace, row, column, forms, (line, Region(mixed, column=column)))

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        """The formula as it was really computed."""
        assert before is not None  # weights come first
        return StagePart(self.name, self.written(before))

    def tensors(self, inputs: AttentionInputs, before: str | None) -> tuple[Operand, ...]:
        """Weights and what they mix."""
        weights, mixed = self.reads
        return Operand(weights, is_transposed=self.is_transposed), Operand(mixed, "·")


class KeysMixed(WrongMixing):
    """The output has the width of a key."""

    columns = Axis.COMPONENTS


def _further(rows: int, name: str) -> tuple[WrongMixing]:
    """Each weight with the value of the source so many rows further down."""

    def compute(inputs: AttentionInputs, weights: Matrix, value: Matrix) -> Matrix:
        return weights @ np.roll(value, -rows, axis=0)

    return (
        WrongMixing(
            compute=compute,
            reads=("weights", "value"),
            sign="· V, the wrong rows",
            further=rows,
            written=lambda before: Product((before, Function(name, Symbol("V")))),
        ),
    )


_OWN_VALUE = "Each weight belongs to one source and multiplies the value of that source."

MIXING_SLIPS = (
    Slip(
        name="keys-mixed",
        title="Keys mixed in place of values",
        done="the keys are mixed in place of the values",
        why="Keys decide how much is taken from a source; its value is what is taken.",
        wrong=(
            KeysMixed(
                compute=lambda inputs, weights, key: weights @ key,
                reads=("weights", "key"),
                sign="· K",
                written=lambda before: Product((before, Symbol("K"))),
            ),
        ),
        needs="keys to mix",
        fits=lambda inputs: inputs.d > 0,
    ),
    Slip(
        name="next-value",
        title="The value of the next source",
        done="each weight multiplies the value of the next source",
        why=_OWN_VALUE,
        wrong=_further(1, "next"),
        needs="more than one source",
        fits=lambda inputs: inputs.shape[1] > 1,
    ),
    Slip(
        name="previous-value",
        title="The value of the source before",
        done="each weight multiplies the value of the source before",
        why=_OWN_VALUE,
        wrong=_further(-1, "previous"),
        needs="more than two sources",
        fits=lambda inputs: inputs.shape[1] > 2,
    ),
    Slip(
        name="weights-transposed",
        title="The weights transposed",
        done="the weights are transposed before they mix the values: Aᵀ·V in place of A·V",
        why=(
            "A row of weights belongs to one reader and adds up to 1. A column holds what all "
            "readers take from one source, and adds up to anything."
        ),
        wrong=(
            WrongMixing(
                compute=lambda inputs, weights, value: weights.T @ value,
                reads=("weights", "value"),
                sign="Aᵀ · V",
                is_transposed=True,
                written=lambda before: Product((Transposed(before), Symbol("V"))),
            ),
        ),
        needs="as many queries as sources, more than one",
        fits=lambda inputs: inputs.shape[0] == inputs.shape[1] > 1,
        needs_all_rows=True,
    ),
)
