"""What the softmax does on the way to one weight: its own small steps.

Their numbers are not kept in the trace: a row of them is made again when it is asked for, by the
same arithmetic.
"""

from abc import abstractmethod

import numpy as np
from numpy.typing import NDArray

from explorer.model.derivation import Derivation
from explorer.model.expressions import (
    Difference,
    Exponential,
    Expression,
    LazyTerms,
    Maximum,
    Number,
    Sum,
)
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis, Place, Region
from explorer.model.stages.quantity import Quantity, number_at
from explorer.model.trace import AttentionTrace

_BLOCKED = "The mask blocks this source: its score is −∞, and e to −∞ is 0."
_TOO_LARGE = "Too large to store. That is why the largest score of the row is subtracted first."
_NOTHING = "This query may read no source: there is no score to start from."


class SoftmaxPart(Quantity):
    """One intermediate result of the softmax, worked out row by row."""

    def why(self, trace: AttentionTrace, row: int | None, column: int | None) -> str:
        source = column if self.columns is Axis.SOURCES else None
        return blocking(trace, row, source) or self.reason

    @abstractmethod
    def of_row(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        """The numbers of one row, given the scores the softmax starts from, (n_key,)."""

    def number(self, trace: AttentionTrace, row: int, column: int) -> float:
        return float(self.of_row(row_of_scores(trace, row))[column])


class RowMaximum(SoftmaxPart):
    """The largest score of a row."""

    name = "row_maximum"
    action = "Largest score of the row"
    about = (
        "The largest score is taken from every score of its row before e is raised to it. That "
        "divides all powers by the same number, so the shares stay, and no power grows too large "
        "to store."
    )
    reason = "The largest score is found first: taken from every score, it keeps powers of e small."
    cell_name = "largest score of {row}"
    sentence = "the largest score of {row} is {value}"
    cell_symbol = "max"
    columns = Axis.WHOLE_ROW

    def of_row(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        largest: NDArray[np.float64] = scores.max(keepdims=True)
        return largest

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return f"{before}.max(axis=1, keepdims=True)"

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        source = score_name(trace)
        sources = readable(trace, row)

        def score(position: int) -> Expression:
            return number_at(trace, source, row, int(sources[position]))

        forms = (Maximum(LazyTerms(len(sources), score)),) if len(sources) else ()
        note = "" if len(sources) else _NOTHING
        return self.derivation(trace, row, column, forms, (Region(source, row=row),), note)


class Differences(SoftmaxPart):
    """Each score less the largest of its row."""

    name = "differences"
    action = "Difference from the largest"
    about = "Every score less the largest of its row: 0 for the largest, below 0 for the others."
    reason = "With the row’s largest score taken from each, every share stays what it was."
    cell_name = "difference of {row} and {column} from the row's largest score"
    sentence = "the score of {row} and {column} lies {value} from the largest of its row"
    cell_symbol = "δ"

    def of_row(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        largest = scores.max()
        return scores if largest == -np.inf else scores - largest

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        if not some_read_nothing(inputs):
            return f"{before} - row_maximum"
        return f"{before} - np.where(row_maximum == -np.inf, 0, row_maximum)"

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        source = score_name(trace)
        reads = (Region(source, row, column), Region("row_maximum", row=row))
        score = number_at(trace, source, row, column)
        if score.value == -np.inf:
            return self.derivation(trace, row, column, (), reads, _BLOCKED)
        form = Difference(score, number_at(trace, "row_maximum", row, 0))
        return self.derivation(trace, row, column, (form,), reads)


class Exponentials(SoftmaxPart):
    """e to each difference."""

    name = "exponentials"
    action = "Exponential"
    about = (
        "e, about 2.718, to the power of each difference: 1 for the largest score, between 0 and "
        "1 for the others, never below 0."
    )
    reason = "Raising e to the difference gives a number above 0, larger for a larger score."
    cell_name = "exponential of {row} and {column}"
    sentence = "the exponential of {row} and {column} is {value}"
    cell_symbol = "ε"

    def of_row(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        exponentials: NDArray[np.float64] = np.exp(Differences().of_row(scores))
        return exponentials

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return "np.exp(differences)"

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        reads = (Region("differences", row, column),)
        difference = number_at(trace, "differences", row, column)
        if difference.value == -np.inf:
            return self.derivation(trace, row, column, (), reads, _BLOCKED)
        return self.derivation(trace, row, column, (Exponential(difference),), reads)


class RowSum(SoftmaxPart):
    """The exponentials of a row added up."""

    name = "row_sum"
    action = "Sum of the row"
    about = "The exponentials of the row added up: what each of them is a share of."
    reason = "The exponentials of {row} added up are the whole of which each weight is a share."
    cell_name = "sum of the exponentials of {row}"
    sentence = "the exponentials of {row} add up to {value}"
    cell_symbol = "Σ"
    columns = Axis.WHOLE_ROW

    def of_row(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        total: NDArray[np.float64] = Exponentials().of_row(scores).sum(keepdims=True)
        return total

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return "exponentials.sum(axis=1, keepdims=True)"

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        sources = readable(trace, row)
        exponentials = Exponentials().of_row(row_of_scores(trace, row))

        def exponential(position: int) -> Expression:
            source = int(sources[position])
            return Number(float(exponentials[source]), Place("exponentials", row, source))

        reads = (Region("exponentials", row=row),)
        forms = (Sum(LazyTerms(len(sources), exponential)),) if len(sources) else ()
        note = "" if len(sources) else _NOTHING
        return self.derivation(trace, row, column, forms, reads, note)


class Powers(SoftmaxPart):
    """e to each score as it is: what the definition of the softmax is made of.

    The calculation takes the exponentials of the differences instead.
    """

    name = "powers"
    action = "Power of the definition"
    about = (
        "The definition raises e, about 2.718, to the score itself. The program subtracts the "
        "largest score of the row first, which divides every power of the row by the same number."
    )
    reason = "In the definition e is raised to the score itself; each power is a part of the whole."
    cell_name = "e to the score of {row} and {column}"
    sentence = "e to the score of {row} and {column} is {value}"

    def of_row(self, scores: NDArray[np.float64]) -> NDArray[np.float64]:
        with np.errstate(over="ignore"):
            powers: NDArray[np.float64] = np.exp(scores)
        return powers

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return f"np.exp({before})"

    def symbol(self, trace: AttentionTrace, row: int, column: int) -> Expression:
        return Exponential(trace.quantity(score_name(trace)).symbol(trace, row, column))

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        source = score_name(trace)
        reads = (Region(source, row, column),)
        score = number_at(trace, source, row, column)
        if score.value == -np.inf:
            return self.derivation(trace, row, column, (), reads, _BLOCKED)
        if self.number(trace, row, column) == np.inf:
            return self.derivation(trace, row, column, (), reads, _TOO_LARGE)
        return self.derivation(trace, row, column, (Exponential(score),), reads)


def blocking(trace: AttentionTrace, row: int | None, column: int | None) -> str:
    """Why there is nothing to share in a row, or nothing for a source of it; else empty."""
    if row is None:
        return ""
    scores = row_of_scores(trace, row)
    if scores.max() == -np.inf:
        return "{row} may read no source: all its weights are 0, and so is its output."
    if column is not None and scores[column] == -np.inf:
        return "The mask blocks {column} for {row}: e to −∞ is 0, and so is the weight."
    return ""


SOFTMAX_PARTS: tuple[SoftmaxPart, ...] = (RowMaximum(), Differences(), Exponentials(), RowSum())


def score_name(trace: AttentionTrace) -> str:
    """The name of the scores the softmax of the trace starts from."""
    name = trace.before(trace.stage("weights"))
    assert name is not None  # scaled scores come first
    return name


def row_of_scores(trace: AttentionTrace, row: int) -> NDArray[np.float64]:
    """The scores the softmax of one reader starts from, (n_key,)."""
    return trace.row(score_name(trace), row)


def some_read_nothing(inputs: AttentionInputs) -> bool:
    """Whether there is a query that may read no source."""
    return inputs.allowed is not None and not bool(inputs.allowed.any(axis=1).all())


def readable(trace: AttentionTrace, row: int) -> NDArray[np.intp]:
    """The sources a query may read."""
    return np.flatnonzero(row_of_scores(trace, row) > -np.inf)
