"""Slips with the order of the steps: mask, bias or soft-cap too early, too late or never."""

from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from explorer.model.arrays import Matrix
from explorer.model.derivation import Derivation
from explorer.model.expressions import (
    Expression,
    Function,
    LazyTerms,
    Number,
    Product,
    Quotient,
    SquareRoot,
    StagePart,
    Sum,
    Symbol,
)
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Region
from explorer.model.slips.masking import (
    allowed_of,
    before_of,
    biased,
    blocks_something,
    no_array,
    other_mask,
)
from explorer.model.slips.slip import Slip, Wrong, WrongReading, always
from explorer.model.slips.softmax import (
    Account,
    WrongSoftmax,
    readable_cells,
    row_weights,
    share,
)
from explorer.model.stages.masking import BLOCKED, Masking
from explorer.model.stages.quantity import number_at
from explorer.model.stages.scaling import Scaling
from explorer.model.stages.soft_cap import SoftCap
from explorer.model.stages.softmax import Softmax
from explorer.model.stages.stage import SymbolMeaning
from explorer.model.trace import AttentionTrace


@dataclass(frozen=True, eq=False, kw_only=True)
class NoCap(Wrong, SoftCap):
    """Scores that stay as they are."""

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        """The score itself."""
        scaled = number_at(trace, "scaled_scores", row, column)
        reads = (Region("scaled_scores", row, column),)
        note = "No soft-cap here: the score stays as it is."
        return self.derivation(trace, row, column, (scaled,), reads, note)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        """The formula as far as it is: nothing happens here."""
        assert before is not None  # scaled scores come first
        return StagePart(self.name, before)


@dataclass(frozen=True, eq=False, kw_only=True)
class CappedMask(Wrong, Masking):
    """Mask and bias first, then the soft-cap over all of it."""

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        """The cap of the masked score; of −∞ it is −c."""
        inputs, before = trace.inputs, before_of(trace, self)
        reads = [Region(before, row, column)]
        inside: Expression = number_at(trace, before, row, column)
        note = "The soft-cap comes after mask and bias."
        if inputs.bias is not None:
            inside = Sum((inside, number_at(trace, "bias", row, column)))
            reads.append(Region("bias", row, column))
        if inputs.allowed is not None and not inputs.allowed[row, column]:
            inside = Number(BLOCKED)
            note = "The mask put −∞ here, which the soft-cap bends back to −c."
        form = _capped(inside, Number(_cap(inputs)))
        return self.derivation(trace, row, column, (form,), tuple(reads), note)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        """The formula with the cap outside."""
        assert before is not None  # scaled scores come first
        return StagePart(self.name, _capped(Sum((before, Symbol("M"))), Symbol("c")))


@dataclass(frozen=True, eq=False, kw_only=True)
class BiasScaled(WrongReading, Scaling):
    """The bias added to the scores first, so that it is scaled with them."""

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        """The scale around the sum of score and bias."""
        sum_of_both = Sum(tuple(number_at(trace, name, row, column) for name in self.reads))
        reads = tuple(Region(name, row, column) for name in self.reads)
        form = _scaled(trace.inputs, sum_of_both, Number(trace.inputs.d))
        return self.derivation(trace, row, column, (form,), reads)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        """The formula with the bias inside."""
        assert before is not None  # scores come first
        return StagePart(self.name, _scaled(inputs, Sum((before, Symbol("B"))), Symbol("d")))


class LateMask(WrongSoftmax):
    """The softmax without the mask, which comes after it."""

    glossary: ClassVar[tuple[SymbolMeaning, ...]] = (
        *Softmax.glossary,
        SymbolMeaning(
            Symbol("M"), "the mask: 1 where a source may be read, 0 where not", "masked_scores"
        ),
    )


def _cap(inputs: AttentionInputs) -> float:
    assert inputs.softcap is not None  # the stage takes part
    return inputs.softcap


def _capped(inside: Expression, cap: Expression) -> Expression:
    return Product((cap, Function("tanh", Quotient(inside, cap))))


def _scaled(inputs: AttentionInputs, score: Expression, d: Expression) -> Expression:
    if inputs.scale is None:
        return Quotient(score, SquareRoot(d))
    return Product((score, Number(inputs.scale)))


def _cap_of_masked(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    total = biased(inputs, scores)
    masked = total if inputs.allowed is None else np.where(inputs.allowed, total, BLOCKED)
    return SoftCap().forward(inputs, masked)


def _scaled_with_bias(inputs: AttentionInputs, scores: Matrix, bias: Matrix) -> Matrix:
    return Scaling().forward(inputs, scores + bias)


def _masked_weights(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return np.where(allowed_of(inputs), Softmax().forward(inputs, scores), 0.0)


def _renormalised(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    weights = _masked_weights(inputs, scores)
    total = weights.sum(axis=1, keepdims=True)  # 0 where a row may read nothing
    shares: Matrix = np.divide(weights, total, out=np.zeros_like(weights), where=total > 0)
    return shares


_SET_TO_ZERO = "The mask comes after the softmax: the weight is replaced by 0."


def _masked_account(trace: AttentionTrace, before: str, row: int, column: int) -> Account:
    reads = (Region(before, row=row),)
    if not allowed_of(trace.inputs)[row, column]:
        return Account((), reads, _SET_TO_ZERO)
    cells = readable_cells(trace, before, row=row)
    note = "The blocked sources are in the sum as well."
    return Account((share(trace, before, cells, (row, column)),), reads, note)


def _renormalised_account(trace: AttentionTrace, before: str, row: int, column: int) -> Account:
    reads = (Region(before, row=row),)
    allowed = allowed_of(trace.inputs)[row]
    weights = row_weights(trace, before, row)
    if not allowed[column] or not weights[allowed].any():
        return Account((), reads, _SET_TO_ZERO)
    left = weights[allowed]
    terms = LazyTerms(len(left), lambda index: Number(float(left[index])))
    note = "The weights of a softmax over all sources, divided by what the mask leaves of them."
    return Account((Quotient(Number(float(weights[column])), Sum(terms)),), reads, note)


def _has_bias(inputs: AttentionInputs) -> bool:
    return inputs.bias is not None and bool(inputs.bias.any())


_NO_MASK_YET = "With the mask left for later"

CAP_SLIPS = (
    Slip(
        name="cap-left-out",
        title="The soft-cap left out",
        done="the soft-cap is left out",
        why="The cap bends scores back to lie between −c and c, before the mask and the softmax.",
        wrong=(NoCap(compute=lambda inputs, scaled: scaled, sign="no soft-cap"),),
        fits=always,
    ),
    Slip(
        name="cap-after-mask",
        title="The soft-cap after the mask",
        done="the soft-cap comes after mask and bias",
        why=(
            "The cap bends −∞ back to −c, so that blocked sources are read again; a bias is bent "
            "with the scores."
        ),
        wrong=(
            NoCap(compute=lambda inputs, scaled: scaled, sign="no soft-cap yet"),
            CappedMask(compute=_cap_of_masked, sign="mask and bias, then the soft-cap"),
        ),
        needs="a blocked source or a bias",
        fits=lambda inputs: blocks_something(inputs) or _has_bias(inputs),
    ),
)

BIAS_SLIPS = (
    Slip(
        name="bias-scaled-too",
        title="The bias scaled too",
        done="the bias is added before the scaling",
        why="The bias is meant for the scaled scores; added before, it is scaled with them.",
        wrong=(
            BiasScaled(
                compute=_scaled_with_bias, reads=("scores", "bias"), sign="+ bias, then scaled"
            ),
            other_mask(
                "With the bias added before",
                "mask without the bias",
                allowed=lambda inputs: inputs.allowed,
                bias=no_array,
            ),
        ),
        needs="a bias other than 0, and a scale other than 1",
        fits=lambda inputs: (
            _has_bias(inputs) and (inputs.d > 1 or inputs.scale is not None) and inputs.scale != 1
        ),
    ),
    Slip(
        name="bias-left-out",
        title="The bias left out",
        done="the bias is left out",
        why="The bias is added to the scaled score before the softmax.",
        wrong=(
            other_mask(
                "With the bias left out",
                "no bias",
                allowed=lambda inputs: inputs.allowed,
                bias=no_array,
            ),
        ),
        needs="a bias other than 0",
        fits=_has_bias,
    ),
    Slip(
        name="mask-and-bias-left-out",
        title="Mask and bias left out",
        done="mask and bias are left out",
        why="Both belong to the scores before the softmax; many programs pass them as one table.",
        wrong=(other_mask("With mask and bias left out", "no mask, no bias", bias=no_array),),
        needs="a blocked source, and a bias other than 0",
        fits=lambda inputs: _has_bias(inputs) and blocks_something(inputs),
    ),
)

LATE_MASK_SLIPS = (
    Slip(
        name="mask-after-softmax",
        title="The mask after the softmax",
        done="the mask is applied after the softmax",
        why=(
            "The blocked weights are set to 0 when the others were worked out with them in the "
            "sum: the row no longer adds up to 1. (Dividing by what is left mends it.)"
        ),
        wrong=(
            other_mask(_NO_MASK_YET, "no mask yet"),
            LateMask(
                compute=_masked_weights,
                sign="softmax, then blocked = 0",
                account=_masked_account,
                written=lambda before: Product((Function("softmax", before), Symbol("M"))),
            ),
        ),
        needs="a blocked source",
        fits=blocks_something,
    ),
    Slip(
        name="mask-after-softmax-renormalised",
        title="The mask after the softmax, divided by what is left",
        done="the mask is applied after the softmax and each row divided by what is left of it",
        why=(
            "This is right: what is left keeps its proportions, and the division makes it shares "
            "of 1 again. Only where blocked scores are larger by hundreds does it lose digits."
        ),
        wrong=(
            other_mask(_NO_MASK_YET, "no mask yet"),
            LateMask(
                compute=_renormalised,
                sign="softmax, blocked = 0, ÷ what is left",
                account=_renormalised_account,
                written=lambda before: Quotient(
                    Product((Function("softmax", before), Symbol("M"))), Symbol("Σ")
                ),
            ),
        ),
        needs="a blocked source",
        fits=blocks_something,
        is_right=True,
    ),
)
