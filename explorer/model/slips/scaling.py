"""Slips in the scaling: another factor than 1/√d."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from explorer.model.arrays import Matrix
from explorer.model.derivation import Derivation
from explorer.model.expressions import (
    Expression,
    Number,
    Product,
    Quotient,
    SquareRoot,
    StagePart,
    Symbol,
    evaluate,
)
from explorer.model.inputs import AttentionInputs
from explorer.model.number_format import format_number
from explorer.model.places import Axis, Region
from explorer.model.slips.slip import Slip, Wrong
from explorer.model.stages.quantity import number_at
from explorer.model.stages.scaling import Scaling
from explorer.model.trace import AttentionTrace

Written: TypeAlias = Callable[[Expression, Expression], Expression]
"""A scaled score made of the score and the size that stands where √d should."""


@dataclass(frozen=True, eq=False, kw_only=True)
class WrongScaling(Wrong, Scaling):
    """Scores times another factor: `written` with `size`, which the formula calls `symbol`."""

    written: Written
    size: Callable[[AttentionInputs], float]
    symbol_of_size: str

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        """The factor that was really used."""
        score = number_at(trace, "scores", row, column)
        form = self.written(score, Number(self.size(trace.inputs)))
        return self.derivation(trace, row, column, (form,), (Region("scores", row, column),))

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        """The formula with the factor that was really used."""
        assert before is not None  # scores come first
        return StagePart(self.name, self.written(before, Symbol(self.symbol_of_size)))

    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        """The sign with the size filled in."""
        return self.sign.format(format_number(self.size(inputs), digits))


def _scaled(
    sign: str, written: Written, size: Callable[[AttentionInputs], float], symbol: str = "d"
) -> tuple[WrongScaling]:
    def compute(inputs: AttentionInputs, scores: Matrix) -> Matrix:
        return scores * evaluate(written(Number(1.0), Number(size(inputs))))

    stage = WrongScaling(
        compute=compute, sign=sign, written=written, size=size, symbol_of_size=symbol
    )
    return (stage,)


def _d(inputs: AttentionInputs) -> float:
    return inputs.d


def _value_width(inputs: AttentionInputs) -> float:
    return inputs.size(Axis.VALUE_COMPONENTS)


def _sources(inputs: AttentionInputs) -> float:
    return inputs.shape[1]


def _own_scale(inputs: AttentionInputs) -> float:
    assert inputs.scale is not None  # twice √d is d, which has an entry of its own
    return inputs.scale


def _divided_by_root(score: Expression, size: Expression) -> Expression:
    return Quotient(score, SquareRoot(size))


def _divides_by_root(inputs: AttentionInputs) -> bool:
    """Whether the right factor is 1/√d and not 1 by chance."""
    return inputs.scale is None and inputs.d > 1


def _root_of(size: Callable[[AttentionInputs], float]) -> Callable[[AttentionInputs], bool]:
    """Fits where that root is another than √d, and not 1, as if the scale were left out."""
    return lambda inputs: _divides_by_root(inputs) and size(inputs) not in (1, inputs.d)


SCALING_SLIPS = (
    Slip(
        name="scale-left-out",
        title="The scale left out",
        done="the scale is left out",
        why=(
            "Dot products grow with the length of the vectors; unscaled, the softmax puts nearly "
            "all weight on the largest of them."
        ),
        wrong=_scaled("× 1 (not scaled)", lambda score, _one: score, lambda inputs: 1.0),
        needs="a scale other than 1",
        fits=lambda inputs: _divides_by_root(inputs) or inputs.scale not in (None, 1.0),
    ),
    Slip(
        name="divided-by-d",
        title="Divided by d",
        done="the score is divided by d in place of √d",
        why=(
            "The typical size of a dot product grows with √d, not with d: dividing by d presses "
            "the scores together and makes the weights too even. Dividing by √d twice is the same."
        ),
        wrong=_scaled("÷ {} (d)", Quotient, _d),
        needs="the scale 1/√d, and d above 1",
        fits=_divides_by_root,
    ),
    Slip(
        name="multiplied-by-root-d",
        title="Multiplied by √d",
        done="the score is multiplied by √d instead of divided by it",
        why="The scale is there to make scores smaller; multiplying makes them larger still.",
        wrong=_scaled("× √{}", lambda score, d: Product((score, SquareRoot(d))), _d),
        needs="the scale 1/√d, and d above 1",
        fits=_divides_by_root,
    ),
    Slip(
        name="root-of-value-width",
        title="√ of the value’s width",
        done="the score is divided by the root of the value’s width",
        why="d is how many components one query has: that many products were added up.",
        wrong=_scaled("÷ √{} (value’s width)", _divided_by_root, _value_width, "d_v"),
        needs="the scale 1/√d, and values of another width than 1 and d",
        fits=_root_of(_value_width),
    ),
    Slip(
        name="root-of-source-count",
        title="√ of the number of sources",
        done="the score is divided by the root of the number of sources",
        why="d is the length of one query, the columns of the table; its rows do not matter here.",
        wrong=_scaled("÷ √{} (sources)", _divided_by_root, _sources, "n"),
        needs="the scale 1/√d, and another number of sources than 1 and d",
        fits=_root_of(_sources),
    ),
    Slip(
        name="scaled-twice",
        title="Scaled twice",
        done="the scale is applied twice",
        why="The factor belongs to the scores once; perhaps Q or K had it already.",
        wrong=_scaled(
            "× {}, twice",
            lambda score, scale: Product((score, scale, scale)),
            _own_scale,
            "scale",
        ),
        needs="a scale typed in, other than 0 and 1",
        fits=lambda inputs: inputs.scale is not None and inputs.scale not in (0.0, 1.0),
    ),
)


def _model_width(heads: int) -> Slip:
    return Slip(
        name=f"root-of-model-width-{heads}",
        title=f"√ of the model’s width ({heads} heads)",
        done=f"the score is divided by the root of {heads} × d, the width of all heads together",
        why="d is the length of one query of one head, not the width of the whole model.",
        wrong=_scaled(
            "÷ √{} (model’s width)", _divided_by_root, lambda inputs: heads * inputs.d, "d_model"
        ),
        needs="the scale 1/√d",
        fits=lambda inputs: inputs.scale is None,
    )


MODEL_WIDTH_SLIPS = tuple(map(_model_width, (2, 4, 6, 8, 12, 16, 32)))
"""√ of a width these numbers do not show: for the usual numbers of heads."""
