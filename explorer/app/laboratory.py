"""The mistake laboratory: the document calculated with a mistake on purpose."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from explorer.app import experiment_edits
from explorer.app.refusals import refusal
from explorer.model import AttentionTrace, InputError, Scenario, explain, explain_term
from explorer.model.comparison.sides import State
from explorer.model.experiment import made_in, wrong_heading

if TYPE_CHECKING:
    from explorer.app.gesture import Gesture
    from explorer.app.session import Session
    from explorer.model.slips.slip import Slip


@dataclass(frozen=True, slots=True, eq=False)
class _Choosing:
    """Mistakes chosen one after the other, without another edit since: the document as left.

    Where that takes long, it is the document as it will be.
    """

    gesture: "Gesture"
    was_free: bool
    left: Scenario


class Laboratory:
    """Which mistake a session's document is calculated with, and the right numbers beside it.

    The mistake is part of the document: what the session shows follows from it, it can be undone,
    and a file that holds it is marked. Choosing one after the other is one entry of the history,
    and leaving right after choosing takes it out again, so that a look at a mistake leaves the
    document as it was, unmodified. Nothing of the numbers typed in is ever touched.
    That another mistake is made, or none, is told by the comparison of the session.
    """

    def __init__(self, session: "Session") -> None:
        self._session = session
        self._choosing: _Choosing | None = None

    @property
    def slip(self) -> "Slip | None":
        """The mistake that was chosen, whether or not it can be made; None outside of it."""
        experiment = self._session.scenario.experiment
        return None if experiment is None else experiment.slip

    @property
    def is_on(self) -> bool:
        """Whether a mistake was chosen."""
        return self.slip is not None

    @property
    def obstacle(self) -> str:
        """Why the chosen mistake cannot be made with these numbers; empty if it can."""
        slip = self.slip
        return "" if slip is None else slip.obstacle(self._session.scenario.inputs)

    @property
    def shows_wrong(self) -> bool:
        """Whether numbers on the screen may be wrong, on purpose."""
        slip = made_in(self._session.scenario)
        return slip is not None and not slip.is_right

    @property
    def heading(self) -> str:
        """`Deliberately wrong: Softmax over the column`; empty where nothing is tried."""
        slip = self.slip
        if slip is None:
            return ""
        if self.obstacle:
            return f"Right after all, it cannot be made here: {slip.title}"
        if slip.is_right:
            return f"Another way, and right: {slip.title}"
        return wrong_heading(slip)

    @property
    def right_trace(self) -> AttentionTrace:
        """The right calculation; that of the session where it grows too large to store."""
        right = self._session.trace.right
        return right if isinstance(right, AttentionTrace) else self._session.trace

    @property
    def right_state(self) -> State | None:
        """The document in the right way; None outside, or if a number grows too large."""
        session = self._session
        right = session.trace.right
        return State(session.scenario, right) if isinstance(right, AttentionTrace) else None

    @property
    def problem(self) -> str:
        """Why there is no right calculation beside it; empty if there is."""
        right = self._session.trace.right
        return refusal(right, self._session.scenario) if isinstance(right, InputError) else ""

    @property
    def is_landing(self) -> bool:
        """Whether what the session tells of at the moment is a mistake that was chosen."""
        return self._choosing is not None and self._choosing.gesture.is_landing and self.is_on

    @property
    def right_result(self) -> float | None:
        """The right number of the session's step, or of its product where it is about one.

        None if there is no such step in the right calculation.
        """
        session, trace = self._session, self.right_trace
        if trace is session.trace:
            return session.derivation.result
        place, term = session.step, session.term
        try:
            if term is None:
                return explain(trace, place.array, place.row, place.column).result
            return explain_term(trace, place, term).result
        except (KeyError, IndexError):
            return None

    def choose(self, slip: "Slip") -> bool:
        """Make this mistake in place of the one before; False if it cannot be calculated.

        What takes long is shown later, when `is_landing`.
        """
        newest, choosing = self._session.pending.newest, self._choosing
        if choosing is None or choosing.left is not newest:
            gesture = self._session.gesture(may_lag=True)
            choosing = self._choosing = _Choosing(gesture, newest.experiment is None, newest)
        done = choosing.gesture.edit(experiment_edits.make_mistake, slip.name)
        self._choosing = replace(choosing, left=self._session.pending.newest)
        return done

    def leave(self) -> None:
        """Calculate in the right way again."""
        session, choosing = self._session, self._choosing
        is_last = choosing is not None and choosing.left is session.pending.newest
        if choosing is not None and is_last and choosing.was_free:
            choosing.gesture.cancel()
        else:
            session.edit(experiment_edits.leave_mistake)
