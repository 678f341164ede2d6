"""The mistake laboratory: the document calculated with a mistake on purpose."""

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from explorer.app import experiment_edits
from explorer.app.refusals import refusal
from explorer.model import AttentionTrace, InputError, Scenario, attend, explain, explain_term
from explorer.model.comparison import State
from explorer.model.experiment import made_in
from explorer.model.slips import Slip

if TYPE_CHECKING:
    from explorer.app.gesture import Gesture
    from explorer.app.session import Session


@dataclass(frozen=True, slots=True, eq=False)
class _Choosing:
    """Mistakes chosen one after the other, without another edit since: the document as left."""

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
        self._right: tuple[Scenario, AttentionTrace | None, str] | None = None

    @property
    def slip(self) -> Slip | None:
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
        return f"Deliberately wrong: {slip.title}"

    @property
    def right_trace(self) -> AttentionTrace:
        """The right calculation; that of the session where it grows too large to store."""
        session = self._session
        right = self._right_trace if self.is_on else None
        return session.trace if right is None else right

    @property
    def right_state(self) -> State | None:
        """The document in the right way; None outside, or if a number grows too large."""
        right = self._right_trace if self.is_on and not self.obstacle else None
        return None if right is None else State(self._session.scenario, right)

    @property
    def problem(self) -> str:
        """Why there is no right calculation beside it; empty if there is."""
        self._work_out()
        return "" if self._right is None else self._right[2]

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

    def choose(self, slip: Slip) -> bool:
        """Make this mistake in place of the one before; False if it cannot be calculated."""
        session, choosing = self._session, self._choosing
        if choosing is None or choosing.left is not session.scenario:
            was_free = session.scenario.experiment is None
            choosing = _Choosing(session.gesture(), was_free, session.scenario)
        done = choosing.gesture.edit(experiment_edits.make_mistake, slip.name)
        self._choosing = replace(choosing, left=session.scenario)
        return done

    def leave(self) -> None:
        """Calculate in the right way again."""
        session, choosing = self._session, self._choosing
        is_last = choosing is not None and choosing.left is session.scenario
        if choosing is not None and is_last and choosing.was_free:
            choosing.gesture.cancel()
        else:
            session.edit(experiment_edits.leave_mistake)

    @property
    def _right_trace(self) -> AttentionTrace | None:
        self._work_out()
        return None if self._right is None else self._right[1]

    def _work_out(self) -> None:
        session = self._session
        scenario = session.scenario
        if self._right is not None and self._right[0] is scenario:
            return
        previous = session.trace if self._right is None else self._right[1]
        try:
            self._right = scenario, attend(scenario.inputs, previous), ""
        except InputError as error:
            self._right = scenario, None, refusal(error, scenario)
