"""Slips in the softmax: shares of something other than the exponentials of one row."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import Matrix
from explorer.model.derivation import Derivation
from explorer.model.expressions import (
    Difference,
    Exponential,
    Expression,
    Function,
    LazyTerms,
    Number,
    Quotient,
    StagePart,
    Sum,
    Symbol,
)
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Region
from explorer.model.slips.slip import Slip, Wrong, always
from explorer.model.stages.quantity import number_at
from explorer.model.stages.softmax import LARGEST_PLAIN_EXPONENT, Softmax, shifted
from explorer.model.trace import AttentionTrace


@dataclass(frozen=True, slots=True, eq=False)
class Cells:
    """Cells of one table by their positions in it, counted row by row; a range: all of them."""

    table: Matrix
    positions: NDArray[np.intp] | range

    def __len__(self) -> int:
        return len(self.positions)

    def __getitem__(self, index: int) -> tuple[int, int]:
        """The row and the column of one of them."""
        row, column = divmod(int(self.positions[index]), self.table.shape[1])
        return row, column

    @property
    def numbers(self) -> NDArray[np.float64]:
        """What stands in them, (count,)."""
        numbers: NDArray[np.float64] = self.table.reshape(-1)
        return numbers if isinstance(self.positions, range) else numbers[self.positions]

    def index(self, row: int, column: int) -> int:
        """Which of them a cell is."""
        at = row * self.table.shape[1] + column
        return at if isinstance(self.positions, range) else int(self.positions.searchsorted(at))


class Account(NamedTuple):
    """How one weight really came about: what its derivation is made of."""

    forms: tuple[Expression, ...]
    reads: tuple[Region, ...]
    note: str = ""


@dataclass(frozen=True, eq=False, kw_only=True)
class WrongSoftmax(Wrong, Softmax):
    """Weights made from the scores in another way; it has no steps of its own.

    `account` gets the trace, the name of the scores, the row and the column; `written` makes the
    formula from the one up to the scores.
    """

    parts = ()

    account: Callable[[AttentionTrace, str, int, int], Account]
    written: Callable[[Expression], Expression]

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        """The shares that were really taken."""
        before = trace.before(self)
        assert before is not None  # scaled scores come first
        return self.derivation(trace, row, column, *self.account(trace, before, row, column))

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        """The formula as it was really computed."""
        assert before is not None  # scaled scores come first
        return StagePart(self.name, self.written(before))


def named(name: str) -> Callable[[Expression], Expression]:
    """Writes a function of the scores by its name."""
    return lambda before: Function(name, before)


def share(trace: AttentionTrace, before: str, cells: Cells, own: tuple[int, int]) -> Expression:
    """e to the own score over the sum of such powers; less the largest where they overflow."""
    scores = cells.numbers
    largest = None
    if max(float(scores.max()), -float(scores.min())) > LARGEST_PLAIN_EXPONENT:
        largest = number_at(trace, before, *cells[int(scores.argmax())])

    def power(row: int, column: int) -> Expression:
        score = number_at(trace, before, row, column)
        return Exponential(score if largest is None else Difference(score, largest))

    powers = LazyTerms(len(cells), lambda index: power(*cells[index]))
    return Quotient(power(*own), Sum(powers, own=cells.index(*own)))


def readable_cells(
    trace: AttentionTrace, before: str, row: int | None = None, column: int | None = None
) -> Cells:
    """The cells of a row, a column or the whole table that are not blocked."""
    scores = trace.arrays[before]
    part = scores if row is None else scores[row : row + 1]
    part = part if column is None else part[:, column : column + 1]
    chosen = np.isfinite(part)
    if part is scores and chosen.all():
        return Cells(scores, range(scores.size))
    rows, columns = chosen.nonzero()
    return Cells(scores, (rows + (row or 0)) * scores.shape[1] + columns + (column or 0))


def is_blocked(trace: AttentionTrace, before: str, row: int, column: int) -> bool:
    """Whether the score of a cell is −∞."""
    return bool(np.isneginf(trace.arrays[before][row, column]))


BLOCKED_NOTE = "The mask blocks this source: e to −∞ is 0, and so is the weight."


def _by_column(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return Softmax().forward(inputs, np.ascontiguousarray(scores.T)).T


def _over_all_cells(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return Softmax().forward(inputs, scores.reshape(1, -1)).reshape(scores.shape)


def _exponentials(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return np.exp(scores)


def _shifted_exponentials(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return np.exp(shifted(scores))


def _shares_of_scores(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    blocked = np.isneginf(scores)
    read = np.where(blocked, 0.0, scores)
    reads_nothing = blocked.all(axis=1, keepdims=True)
    total = np.where(reads_nothing, 1.0, read.sum(axis=1, keepdims=True))
    return read / total  # no shares where the scores of a row cancel


def _twice(inputs: AttentionInputs, scores: Matrix) -> Matrix:
    return Softmax().forward(inputs, Softmax().forward(inputs, scores))


def _column_account(trace: AttentionTrace, before: str, row: int, column: int) -> Account:
    reads = (Region(before, column=column),)
    if is_blocked(trace, before, row, column):
        return Account((), reads, BLOCKED_NOTE)
    cells = readable_cells(trace, before, column=column)
    return Account((share(trace, before, cells, (row, column)),), reads, "Shares of a column.")


def _whole_account(trace: AttentionTrace, before: str, row: int, column: int) -> Account:
    reads = (Region(before),)
    if is_blocked(trace, before, row, column):
        return Account((), reads, BLOCKED_NOTE)
    form = share(trace, before, readable_cells(trace, before), (row, column))
    return Account((form,), reads, "Shares of the whole table.")


def _power_account(trace: AttentionTrace, before: str, row: int, column: int) -> Account:
    reads = (Region(before, row, column),)
    if is_blocked(trace, before, row, column):
        return Account((), reads, BLOCKED_NOTE)
    return Account((Exponential(number_at(trace, before, row, column)),), reads)


def _shifted_account(trace: AttentionTrace, before: str, row: int, column: int) -> Account:
    reads = (Region(before, row=row),)
    if is_blocked(trace, before, row, column):
        return Account((), reads, BLOCKED_NOTE)
    largest = number_at(trace, before, row, int(trace.arrays[before][row].argmax()))
    return Account(
        (Exponential(Difference(number_at(trace, before, row, column), largest)),), reads
    )


def _plain_share_account(trace: AttentionTrace, before: str, row: int, column: int) -> Account:
    reads = (Region(before, row=row),)
    if is_blocked(trace, before, row, column):
        return Account((), reads, "The mask blocks this source: it has no share.")
    cells = readable_cells(trace, before, row=row)
    scores = LazyTerms(len(cells), lambda index: number_at(trace, before, *cells[index]))
    return Account((Quotient(number_at(trace, before, row, column), Sum(scores)),), reads)


def _twice_account(trace: AttentionTrace, before: str, row: int, column: int) -> Account:
    weights = row_weights(trace, before, row)
    powers = LazyTerms(len(weights), lambda source: Exponential(Number(float(weights[source]))))
    form = Quotient(Exponential(Number(float(weights[column]))), Sum(powers, own=column))
    note = "The weights of the first softmax stand in the exponents of a second one."
    return Account((form,), (Region(before, row=row),), note)


def row_weights(trace: AttentionTrace, before: str, row: int) -> NDArray[np.float64]:
    """The softmax of one row of scores, (n_key,)."""
    weights: NDArray[np.float64] = Softmax().forward(
        trace.inputs, trace.arrays[before][row : row + 1]
    )[0]
    return weights


def _has_several_queries(inputs: AttentionInputs) -> bool:
    return inputs.shape[0] > 1


SOFTMAX_SLIPS = (
    Slip(
        name="softmax-by-column",
        title="Softmax over the column",
        done="the softmax goes down the column in place of along the row",
        why=(
            "A row belongs to one reader, and its weights are shares of what that reader takes. "
            "Down a column the readers would compete for a source."
        ),
        wrong=(
            WrongSoftmax(
                compute=_by_column,
                sign="softmax, column by column",
                account=_column_account,
                written=named("softmax by column"),
            ),
        ),
        needs="more than one query",
        fits=_has_several_queries,
        needs_all_rows=True,
    ),
    Slip(
        name="softmax-over-all-cells",
        title="Softmax over all cells",
        done="one softmax goes over all cells of the table",
        why="Each row adds up to 1 on its own; over all cells only the whole table does.",
        wrong=(
            WrongSoftmax(
                compute=_over_all_cells,
                sign="softmax, all cells at once",
                account=_whole_account,
                written=named("softmax over all"),
            ),
        ),
        needs="more than one query",
        fits=_has_several_queries,
        needs_all_rows=True,
    ),
    Slip(
        name="exponential-not-divided",
        title="The exponential without the division",
        done="e to the score is not divided by the sum of the row",
        why="Only divided by their sum do the exponentials of a row become shares of 1.",
        wrong=(
            WrongSoftmax(
                compute=_exponentials,
                sign="e to each score",
                account=_power_account,
                written=Exponential,
            ),
        ),
        fits=always,
    ),
    Slip(
        name="shifted-exponential-not-divided",
        title="The exponential of the difference without the division",
        done="the exponential is not divided by the sum of the row",
        why="Only divided by their sum do the exponentials of a row become shares of 1.",
        wrong=(
            WrongSoftmax(
                compute=_shifted_exponentials,
                sign="e to each score less the largest",
                account=_shifted_account,
                written=lambda before: Exponential(Difference(before, Symbol("max"))),
            ),
        ),
        fits=always,
    ),
    Slip(
        name="softmax-without-exponential",
        title="Shares without the exponential",
        done="the scores themselves are divided by their sum, without the exponential",
        why=(
            "Scores may be 0 or negative and then give no shares; e to a score is always above 0."
        ),
        wrong=(
            WrongSoftmax(
                compute=_shares_of_scores,
                sign="÷ sum of the row",
                account=_plain_share_account,
                written=lambda before: Quotient(before, Symbol("Σ")),
            ),
        ),
        fits=always,
    ),
    Slip(
        name="softmax-twice",
        title="Softmax twice",
        done="a second softmax goes over the weights",
        why=(
            "The weights are shares already. A second softmax of numbers between 0 and 1 makes "
            "them nearly even, and gives blocked sources a weight again."
        ),
        wrong=(
            WrongSoftmax(
                compute=_twice,
                sign="softmax, twice",
                account=_twice_account,
                written=lambda before: Function("softmax", Function("softmax", before)),
            ),
        ),
        needs="more than one source",
        fits=lambda inputs: inputs.shape[1] > 1,
    ),
)
