"""Which pin the document is compared with, and whether then, now or the difference is shown."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from explorer.app import pin_edits
from explorer.app.change import Change
from explorer.app.refusals import refusal
from explorer.app.stage_view import Showing, StageView
from explorer.model import InputError, Place, Scenario
from explorer.model.comparison import Comparison, State, compare, compare_ways, state_beside
from explorer.model.pins import Pin, free_pin_name
from explorer.model.stages import Stage

if TYPE_CHECKING:
    from explorer.app.session import Session


class Comparing(QObject):
    """The comparison of a session's document with one of its pins, worked out when asked for.

    The pins are part of the document; which of them is the baseline and what is shown is view
    state. The baseline stays the one that was chosen as long as the document has it, under
    whatever name; when it goes, the last of the other pins takes its place.

    While a mistake is made on purpose, the right calculation takes the place of the pin: then is
    right, and now is wrong.

    Signals
    -------
    changed()
        The baseline, its state, the pins or what is shown is another one; that the document
        itself changed is told by the session, but here too while a mistake is made: then the
        right numbers have changed.
    """

    changed = Signal()

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self._session = session
        self._pins = session.scenario.pins
        self._chosen: Pin | None = None
        self._showing = Showing.NOW
        self._is_beside = False
        self._was_on = session.laboratory.is_on
        self._then: State | None = None
        self._problem: tuple[Scenario, str] | None = None
        self._comparison: Comparison | None = None
        session.changed.connect(self._follow)

    @property
    def baseline(self) -> Pin | None:
        """The pin that is compared with; None while nothing is compared."""
        pins = self._session.scenario.pins
        if self._chosen is None or not pins:
            return None
        return self._chosen_among(pins) or pins[-1]

    @property
    def showing(self) -> Showing:
        """What the stages show."""
        return Showing.NOW if self.comparison is None else self._showing

    @property
    def comparison(self) -> Comparison | None:
        """What differs between the baseline and now; None while nothing is compared."""
        if self._comparison is None:
            self._comparison = self._compared()
        return self._comparison

    @property
    def is_comparing(self) -> bool:
        """Whether there is something to compare with: a pin, or the right calculation."""
        return self.baseline is not None or self._session.laboratory.is_on

    @property
    def is_beside(self) -> bool:
        """Whether both states stand side by side, stage by stage, with their difference."""
        return self._is_beside and self.comparison is not None

    @property
    def problem(self) -> str:
        """Why the baseline cannot be compared with: a number in it grows too large."""
        laboratory, baseline = self._session.laboratory, self.baseline
        if laboratory.is_on:
            return laboratory.problem
        if baseline is None or self._problem is None or self.comparison is not None:
            return ""
        return self._problem[1]

    @property
    def shown(self) -> State:
        """The state whose stages are shown: then, or else now."""
        comparison = self.comparison if self._showing is Showing.THEN else None
        return self._now if comparison is None else comparison.before

    def view_of(self, stage: Stage) -> StageView:
        """What is shown of a stage."""
        is_plain = self._showing is Showing.NOW and not self._session.laboratory.is_on
        comparison = None if is_plain else self.comparison
        if comparison is None:
            return StageView(self._now, stage)
        return _viewed(comparison, stage, self._showing)

    def mark_of(self, array: str) -> str:
        """`Deliberately wrong: …` for a table whose numbers are wrong on purpose; empty if not."""
        session = self._session
        if not session.laboratory.shows_wrong or not session.trace.computes(array):
            return ""
        stage, comparison = session.trace.owner(array), self.comparison
        if comparison is not None and not _viewed(comparison, stage, Showing.NOW).is_wrong:
            return ""
        return session.laboratory.heading

    def beside(self, name: str) -> Mapping[Showing, StageView]:
        """Then, now and the difference of a stage, as far as it was there and is."""
        comparison = self.comparison
        if comparison is None:
            return {}
        traces = {Showing.THEN: comparison.before.trace}
        return {
            showing: _viewed(comparison, stage, showing)
            for showing in Showing
            for stage in traces.get(showing, comparison.after.trace).stages
            if stage.name == name
        }

    def then_at(self, place: Place) -> float | None:
        """The other number that a cell of a table held then; None if it is the same or unknown."""
        comparison = self.comparison
        table = None if comparison is None else comparison.table(place.array)
        if table is None or table.before is None or not table.is_comparable:
            return None
        cell = place.row, place.column
        return float(table.before[cell]) if table.different[cell] else None

    def shape_then(self, array: str) -> tuple[int, ...] | None:
        """The other shape that a table had then; None if it is the same, or there was none."""
        comparison = self.comparison
        table = None if comparison is None else comparison.table(array)
        if table is None or table.before is None or table.is_comparable:
            return None
        return table.before.shape

    def choose(self, pin: Pin | None) -> None:
        """Compare with a pin from now on; None: with nothing."""
        if pin is not self._chosen:
            self._chosen = pin
            self._showing = Showing.NOW if pin is None else self._showing
            self._comparison = None
            self.changed.emit()

    def show(self, showing: Showing) -> None:
        """Show then, now or the difference; with the last pin if nothing was compared."""
        pins = self._session.scenario.pins
        if not self.is_comparing and pins and showing is not Showing.NOW:
            self._chosen = pins[-1]
            self._comparison = None
        elif showing is self._showing:
            return
        self._showing = showing
        self.changed.emit()

    def put_beside(self, is_beside: bool) -> None:
        """Show both states side by side, or one of them alone."""
        if is_beside != self._is_beside:
            self._is_beside = is_beside
            self.changed.emit()

    def pin(self, name: str | None = None) -> bool:
        """Pin the state as it is and compare with it; False if that cannot be."""
        session = self._session
        if session.pending.refuses():
            return False
        if not session.edit(pin_edits.pin_state, name or free_pin_name(session.scenario.pins)):
            return False
        pin = session.scenario.pins[-1]
        self._then = State(pin.scenario, session.trace)
        self.choose(pin)
        return True

    def unpin(self, pin: Pin) -> None:
        """Let go of a pin."""
        self._session.edit(pin_edits.unpin, self._session.scenario.pins.index(pin))

    def rename(self, pin: Pin, name: str) -> bool:
        """Call a pin something else; False if that cannot be."""
        index = self._session.scenario.pins.index(pin)
        return self._session.edit(pin_edits.rename_pin, index, name)

    def swap(self) -> None:
        """Go back to the baseline, which becomes the state that is left."""
        baseline = self.baseline
        if baseline is not None:
            self._session.edit(pin_edits.swap, self._session.scenario.pins.index(baseline))

    def _compared(self) -> Comparison | None:
        laboratory, baseline = self._session.laboratory, self.baseline
        if laboratory.is_on:
            right = laboratory.right_state
            return None if right is None else compare_ways(right, self._now)
        then = None if baseline is None else self._state_of(baseline)
        return None if then is None else compare(then, self._now)

    @property
    def _now(self) -> State:
        return State(self._session.scenario, self._session.trace)

    def _chosen_among(self, pins: tuple[Pin, ...]) -> Pin | None:
        """The chosen pin as the document has it: renamed, or with the state it was swapped for."""
        chosen = self._chosen
        if chosen is None:
            return None
        same_state = [pin for pin in pins if pin.scenario is chosen.scenario]
        same_name = [pin for pin in pins if pin.name == chosen.name]
        return next(iter((*same_state, *same_name)), None)

    def _state_of(self, pin: Pin) -> State | None:
        if self._then is not None and self._then.scenario is pin.scenario:
            return self._then
        if self._problem is not None and self._problem[0] is pin.scenario:
            return None
        try:
            self._then = state_beside(pin.scenario, self._now)
        except InputError as error:
            self._problem = pin.scenario, refusal(error, pin.scenario)
            return None
        return self._then

    def _follow(self, change: Change) -> None:
        """An edit shows in what is now: whoever edits while then is shown is taken back to it."""
        self._comparison = None
        has_other_pins = self._session.scenario.pins is not self._pins
        self._pins = self._session.scenario.pins
        self._chosen = self._chosen_among(self._pins) or self._chosen
        is_edited = change.arrays or change.structure or change.names or change.settings
        leaves_then = bool(is_edited) and self._showing is Showing.THEN
        is_on, was_on = self._session.laboratory.is_on, self._was_on
        self._was_on = is_on
        if leaves_then:
            self._showing = Showing.NOW
        if has_other_pins or leaves_then or is_on or was_on:
            self.changed.emit()


def _viewed(comparison: Comparison, stage: Stage, showing: Showing) -> StageView:
    state = comparison.before if showing is Showing.THEN else comparison.after
    return StageView(state, stage, showing, comparison.table(stage.name), comparison.sides)
