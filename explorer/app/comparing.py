"""Which pin the document is compared with, and whether then, now or the difference is shown."""

from collections.abc import Mapping
from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from explorer.app import pin_edits
from explorer.app.change import Change
from explorer.app.comparison_work import ComparisonWork, Question, is_of_use
from explorer.app.course import LONG
from explorer.app.refusals import refusal
from explorer.app.stage_view import Showing, StageView
from explorer.model import InputError, Place, Scenario
from explorer.model.comparison.sides import RIGHT_WRONG, THEN_NOW, Pair, State
from explorer.model.experiment import effort as effort_of_state
from explorer.model.pins import Pin, free_pin_name, same_pin
from explorer.model.stages import Stage

if TYPE_CHECKING:
    from explorer.app.session import Session
    from explorer.model.comparison.compare import Comparison

WAITING = "being worked out"
CANCELLED = (
    "What differs was not worked out: that was cancelled. Choose the difference to have it done."
)


class Comparing(QObject):
    """The comparison of a session's document with one of its pins, worked out when asked for.

    The pins are part of the document; which of them is the baseline and what is shown is view
    state. The baseline stays the one that was chosen as long as the document has it, under
    whatever name; when it goes, the last of the other pins takes its place.

    While a mistake is made on purpose, the right calculation takes the place of the pin: then is
    right, and now is wrong.

    What takes long is done by `work`, which begins when it is asked for: until then there is no
    `comparison`, and differences are not shown. The numbers of now and, as soon as they are known,
    of then are.

    Signals
    -------
    changed()
        The baseline, its state, the pins or what is shown is another one, the comparison has
        been worked out, or it begins or ends to be premature; that the document itself changed is
        told by the session, but here too while a mistake is made: then the right numbers have
        changed.
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
        self._pair: Pair | None = None
        self._comparison: Comparison | None = None
        self._known: Comparison | None = None
        self._is_cancelled = False
        self._was_premature = False
        self.work = ComparisonWork(self)
        self.work.done.connect(self._take)
        self.work.cancelled.connect(self._give_up)
        session.changed.connect(self._follow)
        session.pending.changed.connect(self._follow_pending)

    @property
    def baseline(self) -> Pin | None:
        """The pin that is compared with; None while nothing is compared."""
        pins = self._session.scenario.pins
        if self._chosen is None or not pins:
            return None
        return same_pin(pins, self._chosen) or pins[-1]

    @property
    def showing(self) -> Showing:
        """What the stages show."""
        is_there = self.pair is not None or self.work.is_busy
        return self._showing if is_there else Showing.NOW

    @property
    def pair(self) -> Pair | None:
        """Then and now; None while nothing is compared or then is not known yet."""
        if self._pair is None:
            self._pair = self._paired()
        return self._pair

    @property
    def comparison(self) -> "Comparison | None":
        """What differs between the two; None while nothing is compared or it is not known yet.

        With differences ready to be shown, if they are to be, or soon.
        """
        pair = self.pair
        if pair is not None and not self._is_enough(self._comparison):
            self._compare(pair)
        return self._comparison

    @property
    def is_comparing(self) -> bool:
        """Whether there is something to compare with: a pin, or the right calculation."""
        return self.baseline is not None or self._session.laboratory.is_on

    @property
    def is_beside(self) -> bool:
        """Whether both states stand side by side, stage by stage, with their difference."""
        return self._is_beside and (self.pair is not None or self.work.is_busy)

    @property
    def is_premature(self) -> bool:
        """Whether nothing differs yet, while an edit that may change that is being worked out."""
        known = self._comparison
        return self._session.pending.is_busy and known is not None and known.is_unmoved

    @property
    def problem(self) -> str:
        """Why there is no comparison: a number grows too large, or it was cancelled."""
        laboratory, baseline = self._session.laboratory, self.baseline
        told = CANCELLED if self._is_cancelled else ""
        if laboratory.is_on:
            return laboratory.problem or told
        if baseline is None or self.pair is not None or self._problem is None:
            return told
        return self._problem[1] if self._problem[0] is baseline.scenario else told

    @property
    def shown(self) -> State:
        """The state whose stages are shown: then, or else now."""
        pair = self.pair if self._showing is Showing.THEN else None
        return self._now if pair is None else pair.before

    def view_of(self, stage: Stage) -> StageView:
        """What is shown of a stage."""
        if self.showing is Showing.NOW and not self._session.laboratory.is_on:
            return StageView(self._now, stage, pair=self.pair)
        return self._viewed(stage, self.showing)

    def mark_of(self, array: str) -> str:
        """`Deliberately wrong: …` for a table whose numbers are wrong on purpose; empty if not."""
        session = self._session
        if not session.laboratory.shows_wrong or not session.trace.computes(array):
            return ""
        stage = session.trace.owner(array)
        if self.pair is not None and not self._viewed(stage, Showing.NOW).is_wrong:
            return ""
        return session.laboratory.heading

    def beside(self, name: str) -> Mapping[Showing, StageView]:
        """Then, now and the difference of a stage, as far as it was there and is."""
        pair = self.pair
        if pair is None:
            return {}
        traces = {Showing.THEN: pair.before.trace}
        return {
            showing: self._viewed(stage, showing)
            for showing in Showing
            for stage in traces.get(showing, pair.after.trace).stages
            if stage.name == name
        }

    def then_at(self, place: Place) -> float | None:
        """The other number that a cell of a table held then; None if it is the same or unknown."""
        pair = self.pair
        return None if pair is None or pair.is_same(place) else pair.then(place)

    def shape_then(self, array: str) -> tuple[int, int] | None:
        """The other shape that a table had then; None if it is the same, or there was none."""
        return None if self.pair is None else self.pair.other_shape(array)

    def choose(self, pin: Pin | None) -> None:
        """Compare with a pin from now on; None: with nothing."""
        if pin is not self._chosen:
            self._chosen = pin
            self._showing = Showing.NOW if pin is None else self._showing
            self._begin_anew()
            self.changed.emit()

    def show(self, showing: Showing) -> None:
        """Show then, now or the difference; with the last pin if nothing was compared."""
        pins = self._session.scenario.pins
        if not self.is_comparing and pins and showing is not Showing.NOW:
            self._chosen = pins[-1]
            self._begin_anew()
        elif showing is self._showing:
            return
        self._showing = showing
        self._is_cancelled = False
        self.changed.emit()

    def put_beside(self, is_beside: bool) -> None:
        """Show both states side by side, or one of them alone."""
        if is_beside != self._is_beside:
            self._is_beside = is_beside
            self._is_cancelled = False
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

    def _paired(self) -> Pair | None:
        laboratory, baseline = self._session.laboratory, self.baseline
        if laboratory.is_on:
            right = laboratory.right_state
            return None if right is None else Pair(right, self._now, RIGHT_WRONG)
        then = None if baseline is None else self._state_of(baseline)
        return None if then is None else Pair(then, self._now, THEN_NOW)

    def _compare(self, pair: Pair) -> None:
        """Find out what differs, at once if that is quick."""
        from explorer.model.comparison.compare import compare, effort

        before, after = pair.before, pair.after
        is_quick = effort(before.trace, after.trace, self._known) < LONG
        if self._comparison is None and is_quick:
            self._comparison = compare(before, after, pair.sides, self._known)
            self._known = None
        if not self._is_enough(self._comparison):
            self._ask(before.scenario, before)

    def _is_enough(self, comparison: "Comparison | None") -> bool:
        """Whether it has what is to be shown, or that is worked out quickly."""
        if comparison is None or not self._shows_differences:
            return comparison is not None
        return sum(change.table.effort for change in comparison.stages) < LONG

    @property
    def _shows_differences(self) -> bool:
        return self._is_beside or self._showing is Showing.DIFFERENCE

    def _ask(self, scenario: Scenario, then: State | None) -> None:
        """Let the comparison be worked out, unless that is under way or was cancelled."""
        if self.work.is_busy or self._is_cancelled:
            return
        is_on, baseline = self._session.laboratory.is_on, self.baseline
        name = "the right calculation" if is_on or baseline is None else f"“{baseline.name}”"
        sides = RIGHT_WRONG if is_on else THEN_NOW
        known, wanted = self._comparison or self._known, self._shows_differences
        self.work.start(Question(name, scenario, then, self._now, sides, wanted, known))

    def _take(self, found: "Comparison | InputError") -> None:
        baseline = self.baseline
        if not isinstance(found, InputError):
            self._then = self._then if found.sides is RIGHT_WRONG else found.before
            self._comparison, self._known = found, None
        elif baseline is not None:
            self._problem = baseline.scenario, refusal(found, baseline.scenario)
        self._pair = None
        self.changed.emit()

    def _give_up(self) -> None:
        """Go on without a comparison until one is asked for again, or something changes."""
        self._is_cancelled = True
        self._showing, self._is_beside = Showing.NOW, False
        self.changed.emit()

    def _begin_anew(self) -> None:
        """Something else is compared; what was found out helps where tables are the same."""
        self._known, self._comparison = self._comparison or self._known, None
        self._pair = None
        self._is_cancelled = self._was_premature = False
        self.work.drop()

    @property
    def _now(self) -> State:
        return State(self._session.scenario, self._session.trace)

    def _state_of(self, pin: Pin) -> State | None:
        if self._then is not None and self._then.scenario is pin.scenario:
            return self._then
        if self._problem is not None and self._problem[0] is pin.scenario:
            return None
        if effort_of_state(pin.scenario) >= LONG:
            self._ask(pin.scenario, None)
            return None
        from explorer.model.comparison.compare import state_beside

        try:
            self._then = state_beside(pin.scenario, self._now)
        except InputError as error:
            self._problem = pin.scenario, refusal(error, pin.scenario)
            return None
        return self._then

    def _follow(self, change: Change) -> None:
        """An edit shows in what is now: whoever edits while then is shown is taken back to it."""
        self._begin_anew()
        if self._known is not None and not is_of_use(self._known, change):
            self._known = None  # it keeps large tables alive
        has_other_pins = self._session.scenario.pins is not self._pins
        self._pins = self._session.scenario.pins
        if self._chosen is not None:
            self._chosen = same_pin(self._pins, self._chosen) or self._chosen
        is_edited = change.arrays or change.structure or change.names or change.settings
        leaves_then = bool(is_edited) and self._showing is Showing.THEN
        is_on, was_on = self._session.laboratory.is_on, self._was_on
        self._was_on = is_on
        if leaves_then:
            self._showing = Showing.NOW
        if has_other_pins or leaves_then or is_on or was_on:
            self.changed.emit()

    def _follow_pending(self) -> None:
        if self.is_premature is not self._was_premature:
            self._was_premature = self.is_premature
            self.changed.emit()

    def _viewed(self, stage: Stage, showing: Showing) -> StageView:
        pair = self.pair
        if showing is Showing.THEN:
            state = self._now if pair is None else pair.before
            return StageView(state, stage, showing, pair, waits_for="" if pair else WAITING)
        comparison = self.comparison
        change = None if comparison is None else comparison.table(stage.name)
        is_known = self._is_enough(comparison) and not self.is_premature
        is_open = showing is Showing.DIFFERENCE and not is_known
        return StageView(self._now, stage, showing, pair, change, WAITING if is_open else "")
