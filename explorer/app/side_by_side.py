"""Two ways to weigh the sources of one reader, to be shown beside each other."""

from dataclasses import dataclass, replace
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from explorer.app.session import Session
from explorer.model import AttentionInputs, AttentionTrace, attend
from explorer.model.arrays import Matrix, frozen
from explorer.model.places import Axis
from explorer.model.readers import one_reader
from explorer.model.slips.catalogue import SLIPS
from explorer.model.slips.slip import Slip
from explorer.model.vectors import typed_in

Row = NDArray[np.float64]
_NOISE = 1e-12
"""Two ways of rounding differ by less than this, in parts of the largest number."""


@dataclass(frozen=True, eq=False)
class Line:
    """What one way gives: the weight of each source, (n_key,), their sum and the output."""

    label: str
    weights: Row
    total: float
    output: Row

    @cached_property
    def numbers(self) -> Row:
        """Weights, their sum and the output in one row."""
        return np.concatenate([self.weights, [self.total], self.output])


@dataclass(frozen=True, eq=False)
class SideBySide:
    """One reader, by its row, and what two ways give it; `less` names the difference."""

    reader: int
    first: Line
    second: Line
    less: str

    @cached_property
    def difference(self) -> Line:
        """What the second way gives more than the first; 0 where only the rounding differs."""
        first, second = self.first, self.second
        total = _more(np.array([first.total]), np.array([second.total])).item()
        return Line(
            self.less,
            _more(first.weights, second.weights),
            total,
            _more(first.output, second.output),
        )

    @property
    def is_same(self) -> bool:
        """Whether both give the same weights, but for rounding."""
        return not self.difference.weights.any()


def reader_of_step(session: Session) -> int:
    """The row of the reader the current step is about; the first one where it is about none."""
    step = session.step
    rows, _columns = session.trace.quantity(step.array).axes
    return step.row if rows is Axis.QUERIES else 0


def slip_beside(trace: AttentionTrace, name: str, reader: int) -> SideBySide | None:
    """The right weights of a reader and those under a slip; None where the slip cannot be made.

    Raises InputError if the slip gives a number too large to store.
    """
    slip = slip_named(name)
    if not slip.applies(trace.inputs):
        return None
    wrong = slip.forward(one_reader(typed_in(trace), reader))
    right = _line("The right way", trace, reader)
    return SideBySide(reader, right, _line("The slip", wrong), "Slip less right")


def slip_named(name: str) -> Slip:
    """The slip of the catalogue with this name."""
    return next(slip for slip in SLIPS if slip.name == name)


def hand_beside_softmax(inputs: AttentionInputs, by_hand: Matrix, reader: int) -> SideBySide | None:
    """Weights by hand, (n_query, n_key), and those of the softmax for one reader.

    None where there are no scores for a softmax. Raises InputError if an output of the weights by
    hand is too large to store.
    """
    if not inputs.has_scores:
        return None
    own = one_reader(replace(inputs, weights=None), reader)
    hand = attend(replace(own, weights=frozen(by_hand[reader : reader + 1].copy())))
    softmax = _line("The softmax", attend(own))
    return SideBySide(reader, _line("By hand", hand), softmax, "Softmax less hand")


def _line(label: str, trace: AttentionTrace, row: int = 0) -> Line:
    weights = trace.weights[row]
    return Line(label, weights, float(weights.sum()), trace.output[row])


def _more(first: Row, second: Row) -> Row:
    """`second` less `first`, differences of the size of a rounding error left out."""
    noise = _NOISE * max(float(np.abs(first).max()), float(np.abs(second).max()))
    difference = second - first
    return np.where(np.abs(difference) <= noise, 0.0, difference)
