"""Slips with the mask: blocked cells that are read all the same, or the other way round."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import ClassVar, TypeAlias

import numpy as np

from explorer.model.arrays import BoolMatrix, Matrix
from explorer.model.derivation import Derivation
from explorer.model.expressions import Expression, Number, Product, StagePart, Sum, Symbol
from explorer.model.inputs import AttentionInputs
from explorer.model.masks import CausalMask
from explorer.model.places import Region
from explorer.model.slips.slip import Slip, Wrong
from explorer.model.stages.masking import BLOCKED, Masking
from explorer.model.stages.quantity import number_at
from explorer.model.stages.stage import SymbolMeaning
from explorer.model.trace import AttentionTrace

LARGE_NEGATIVE = -1e9
"""What many programs write in place of −∞."""

BIAS = next(line for line in Masking.glossary if line.array == "bias")
"""What B stands for, also where the mask is another one."""
OTHER_MASK = SymbolMeaning(
    Symbol("M′"), "what is added in place of the right M, on purpose", "masked_scores", "allowed"
)

UsedMask: TypeAlias = Callable[[AttentionInputs], BoolMatrix | None]
UsedBias: TypeAlias = Callable[[AttentionInputs], Matrix | None]


@dataclass(frozen=True, eq=False, kw_only=True)
class OtherMask(Wrong, Masking):
    """Another mask or another bias in place of the right one; `how` says in a few words which."""

    glossary: ClassVar[tuple[SymbolMeaning, ...]] = (BIAS, OTHER_MASK)

    allowed: UsedMask
    bias: UsedBias
    how: str

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        """The score, the bias that was added, or −∞ where the other mask blocks."""
        before = before_of(trace, self)
        allowed, bias = self.allowed(trace.inputs), self.bias(trace.inputs)
        reads = (Region(before, row, column),)
        if allowed is not None and not allowed[row, column]:
            note = f"{self.how}, this cell is blocked: the score is replaced by −∞."
            return self.derivation(trace, row, column, (), reads, note)
        score = number_at(trace, before, row, column)
        if bias is None:
            note = f"{self.how}, the score stays as it is."
            return self.derivation(trace, row, column, (score,), reads, note)
        form = Sum((score, number_at(trace, "bias", row, column)))
        both = (*reads, Region("bias", row, column))
        return self.derivation(trace, row, column, (form,), both, f"{self.how}.")

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        """The formula with what is really added."""
        assert before is not None  # scaled scores come first
        bias = (Symbol("B"),) if self.bias(inputs) is not None else ()
        added = bias if self.allowed(inputs) is None else (Symbol("M′"),)
        return StagePart(self.name, Sum((before, *added)) if added else before)


class NoMask(OtherMask):
    """Nothing is blocked: there is no other mask to be named."""

    glossary: ClassVar[tuple[SymbolMeaning, ...]] = (BIAS,)


@dataclass(frozen=True, eq=False, kw_only=True)
class Filled(Wrong, Masking):
    """Blocked cells that get a number of their own: `written` from the score and its bias."""

    glossary: ClassVar[tuple[SymbolMeaning, ...]] = (BIAS, OTHER_MASK)

    written: Callable[[Expression, Expression | None], Expression]

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        """What a blocked cell gets in place of −∞; the others are right."""
        before = before_of(trace, self)
        reads = [Region(before, row, column)]
        score = number_at(trace, before, row, column)
        bias = None
        if trace.inputs.bias is not None:
            bias = number_at(trace, "bias", row, column)
            reads.append(Region("bias", row, column))
        if allowed_of(trace.inputs)[row, column]:
            form = _added(score, bias)
            note = "The mask lets this cell pass."
        else:
            form = self.written(score, bias)
            note = "The mask should put −∞ here, which it does not."
        return self.derivation(trace, row, column, (form,), tuple(reads), note)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        """The formula with another mask than the right one."""
        assert before is not None  # scaled scores come first
        return StagePart(self.name, Sum((before, Symbol("M′"))))


def before_of(trace: AttentionTrace, stage: Masking) -> str:
    """The name of the scores the mask is laid on."""
    before = trace.before(stage)
    assert before is not None  # scaled scores come first
    return before


def allowed_of(inputs: AttentionInputs) -> BoolMatrix:
    """The right mask, of inputs that have one."""
    assert inputs.allowed is not None  # `blocks_something`
    return inputs.allowed


def blocks_something(inputs: AttentionInputs) -> bool:
    """Whether there is a cell that may not be read."""
    return inputs.allowed is not None and not bool(inputs.allowed.all())


def own_bias(inputs: AttentionInputs) -> Matrix | None:
    """The right bias."""
    return inputs.bias


def no_array(inputs: AttentionInputs) -> None:
    """Neither mask nor bias."""
    return


def biased(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    """Scores with the right bias, where there is one."""
    return scores if inputs.bias is None else scores + inputs.bias


def other_mask(
    how: str, sign: str, allowed: UsedMask = no_array, bias: UsedBias = own_bias
) -> OtherMask:
    """A stage with another mask or bias, which does everything else as the right one does."""

    def compute(inputs: AttentionInputs, scores: Matrix) -> Matrix:
        own, added = allowed(inputs), bias(inputs)
        total = scores if added is None else scores + added
        return total if own is None else np.where(own, total, BLOCKED)

    kind = NoMask if allowed is no_array else OtherMask
    return kind(compute=compute, sign=sign, allowed=allowed, bias=bias, how=how)


def _filled(
    sign: str,
    fill: Callable[[AttentionInputs, Matrix], Matrix | float],
    written: Callable[[Expression, Expression | None], Expression],
) -> tuple[Filled]:
    def compute(inputs: AttentionInputs, scores: Matrix) -> Matrix:
        return np.where(allowed_of(inputs), biased(inputs, scores), fill(inputs, scores))

    return (Filled(compute=compute, sign=sign, written=written),)


def _added(*terms: Expression | None) -> Expression:
    present = tuple(term for term in terms if term is not None)
    return present[0] if len(present) == 1 else Sum(present)


def _inverted(inputs: AttentionInputs) -> BoolMatrix:
    return ~allowed_of(inputs)


def _transposed(inputs: AttentionInputs) -> BoolMatrix:
    return allowed_of(inputs).T


def _moved(columns: int) -> UsedMask:
    """The mask moved to the right; what comes in from the left may be read, from the right not."""

    def moved(inputs: AttentionInputs) -> BoolMatrix:
        allowed = np.roll(allowed_of(inputs), columns, axis=1)
        if columns > 0:
            allowed[:, :columns] = True
        else:
            allowed[:, columns:] = False
        return allowed

    return moved


def _from_the_end(inputs: AttentionInputs) -> BoolMatrix:
    """Causal with the last query at the last source."""
    n_query, n_key = inputs.shape
    return np.tri(n_query, n_key, n_key - n_query, dtype=np.bool_)


def _is_causal(inputs: AttentionInputs) -> bool:
    return blocks_something(inputs) and bool(
        (allowed_of(inputs) == CausalMask().allowed(*inputs.shape)).all()
    )


def _is_lopsided(inputs: AttentionInputs) -> bool:
    if not blocks_something(inputs) or inputs.shape[0] != inputs.shape[1]:
        return False
    return bool((_transposed(inputs) != inputs.allowed).any())


def _lets_nobody_read(inputs: AttentionInputs) -> bool:
    return inputs.allowed is not None and not bool(inputs.allowed.any(axis=1).all())


_WRONG_CELLS = "Row i of the mask belongs to query i, column j to source j; causal means j ≤ i."

MASKING_SLIPS = (
    Slip(
        name="mask-left-out",
        title="The mask left out",
        done="the mask is left out",
        why="A blocked source has to get the weight 0, or the reader knows what it must not.",
        wrong=(other_mask("With the mask left out", "no mask"),),
        needs="a blocked source",
        fits=blocks_something,
    ),
    Slip(
        name="mask-inverted",
        title="The mask inverted",
        done="the mask is inverted, so that only blocked sources are read",
        why="True means that a query may read the key; some programs mean the opposite by it.",
        wrong=(other_mask("With the mask inverted", "blocked and allowed swapped", _inverted),),
        needs="a blocked source",
        fits=blocks_something,
    ),
    Slip(
        name="mask-transposed",
        title="The mask on rows in place of columns",
        done="the mask is transposed, so that it blocks rows in place of columns",
        why="A row is who reads, a column who is read from: a blocked source is a blocked column.",
        wrong=(other_mask("With the mask transposed", "mask transposed", _transposed),),
        needs="as many queries as sources, and a mask that is another one when transposed",
        fits=_is_lopsided,
        needs_all_rows=True,
    ),
    Slip(
        name="causal-one-too-far",
        title="The causal mask one too far",
        done="the causal mask lets each query read one source too many",
        why=f"{_WRONG_CELLS} One further, each position reads the one it is to predict.",
        wrong=(other_mask("With the mask one column too far", "mask moved by 1", _moved(1)),),
        needs="the causal mask",
        fits=_is_causal,
    ),
    Slip(
        name="causal-one-short",
        title="The causal mask one short",
        done="the causal mask keeps each query from its own position",
        why=f"{_WRONG_CELLS} One short, no position reads itself, and the first reads nothing.",
        wrong=(other_mask("With the mask one column short", "mask moved by −1", _moved(-1)),),
        needs="the causal mask",
        fits=_is_causal,
    ),
    Slip(
        name="causal-from-the-end",
        title="The causal mask counted from the end",
        done="the causal mask is counted from the last query and source, not from the first",
        why=(
            "Counted from the top left, query i reads sources 1 to i. Counted from the bottom "
            "right, as with a cache of earlier keys, the difference of the two lengths is added."
        ),
        wrong=(
            other_mask("With the mask counted from the end", "mask from the end", _from_the_end),
        ),
        needs="the causal mask, and not as many queries as sources",
        fits=lambda inputs: _is_causal(inputs) and inputs.shape[0] != inputs.shape[1],
        needs_all_rows=True,
    ),
    Slip(
        name="blocked-score-zero",
        title="Blocked scores set to 0",
        done="a blocked score is set to 0 in place of −∞",
        why="e to the 0 is 1, a weight like any other; only e to −∞ is 0.",
        wrong=_filled("blocked = 0", lambda inputs, scores: 0.0, lambda score, bias: Number(0.0)),
        needs="a blocked source",
        fits=blocks_something,
    ),
    Slip(
        name="scores-times-mask",
        title="Scores multiplied by the mask",
        done="the scores are multiplied by the mask, 1 or 0, before the bias is added",
        why=(
            "A score times 0 is 0, and e to the 0 is a weight like any other. Without a bias this "
            "is the same as setting blocked scores to 0."
        ),
        wrong=_filled(
            "× mask",
            lambda inputs, scores: biased(inputs, np.zeros_like(scores)),
            lambda score, bias: _added(Product((score, Number(0.0))), bias),
        ),
        needs="a blocked source",
        fits=blocks_something,
    ),
    Slip(
        name="blocked-score-large-negative",
        title="A whole row of −1e9",
        done="a blocked score is set to −1e9 in place of −∞, also where a row has no other",
        why=(
            "Beside ordinary scores −1e9 is as good as −∞. In a row that may read nothing all "
            "scores are the same, and the softmax gives every blocked source an equal weight."
        ),
        wrong=_filled(
            "blocked = −1e9",
            lambda inputs, scores: LARGE_NEGATIVE,
            lambda score, bias: Number(LARGE_NEGATIVE),
        ),
        needs="a query that may read nothing",
        fits=_lets_nobody_read,
    ),
    Slip(
        name="large-negative-added",
        title="A whole row with −1e9 added",
        done="every blocked score gets −1e9 added, also where a row has no other",
        why=(
            "A sum that is added to every score of a row changes no share: a row that may read "
            "nothing gets the weights it would have without a mask."
        ),
        wrong=_filled(
            "blocked: −1e9 added",
            lambda inputs, scores: biased(inputs, scores) + LARGE_NEGATIVE,
            lambda score, bias: _added(score, bias, Number(LARGE_NEGATIVE)),
        ),
        needs="a query that may read nothing",
        fits=_lets_nobody_read,
    ),
)
