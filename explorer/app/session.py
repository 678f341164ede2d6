"""The one mutable object: the document, its undo history and the step."""

from collections.abc import Callable
from pathlib import Path
from typing import Any, ParamSpec, TypeVar

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoStack

from explorer.app.change import Change, change_between
from explorer.app.chosen import Chosen
from explorer.app.comparing import Comparing
from explorer.app.copying import Copying
from explorer.app.gesture import Gesture, Operation
from explorer.app.history import History
from explorer.app.laboratory import Laboratory
from explorer.app.marks import Marks, marks_of
from explorer.app.pasting import Pasting
from explorer.app.pending import Pending
from explorer.app.reveal import Reveal
from explorer.app.view_state import restore_view
from explorer.model import (
    AttentionTrace,
    Derivation,
    Granularity,
    Place,
    Region,
    Scenario,
    Walkthrough,
    calculate,
    explain,
    explain_term,
    walkthrough,
)
from explorer.model.contributions import Contributions, contributions
from explorer.model.stages import Stage

_P = ParamSpec("_P")
_T = TypeVar("_T")


class Session(QObject):
    """A scenario, its trace, how it came about and where in the walk the person is.

    Signals
    -------
    changed(Change)
        The scenario and its trace are new; the change names what is different.
    step_changed()
        Another cell is the current step.
    document_changed()
        The path or the unsaved mark changed, or another document was loaded.
    refused(str)
        An edit was not made; the text says why.
    already_so()
        An edit was made that leaves every number as it is: nothing else tells of it.
    """

    changed = Signal(Change)
    step_changed = Signal()
    document_changed = Signal()
    refused = Signal(str)
    already_so = Signal()

    def __init__(self, scenario: Scenario, path: Path | None = None) -> None:
        super().__init__()
        self.undo_stack = QUndoStack(self)
        self.undo_stack.cleanChanged.connect(self.document_changed)
        self._scenario = scenario
        self._trace = calculate(scenario)
        self._path = path
        self._kept_for: tuple[object, ...] = ()
        self._kept_results: dict[str, Any] = {}
        self._last_marks: Marks | None = None
        self._granularity = Granularity.CELL
        self._walk = walkthrough(self._trace, self._granularity)
        self._step = self.walk[0].place
        self._term: int | None = None
        self._history, self._chosen = History(), Chosen()
        self.pending = Pending(self, self._show)
        self.reveal, self.laboratory = Reveal(self), Laboratory(self)
        self.comparing = Comparing(self)
        self.copying, self.pasting = Copying(self), Pasting(self)
        self._editor: Callable[[], bool] | None = None
        restore_view(self)

    @property
    def scenario(self) -> Scenario:
        """The document as it is now."""
        return self._scenario

    @property
    def trace(self) -> AttentionTrace:
        """Every number that follows from the document, with its mistake if it has one."""
        return self._trace

    @property
    def walk(self) -> Walkthrough:
        """The steps of the calculation."""
        if not self._walk.is_of(self._trace, self._granularity):
            self._walk = walkthrough(self._trace, self._granularity)
        return self._walk

    @property
    def step(self) -> Place:
        """The cell whose step is shown; the first of them where a step covers several."""
        return self._step

    @property
    def stage(self) -> Stage:
        """The stage the current step belongs to."""
        return self._trace.owner(self._step.array)

    @property
    def term(self) -> int | None:
        """Which product of the cell the step is about; None for the whole cell."""
        return self._term

    @property
    def position(self) -> int:
        """The index of the current step in the walk."""
        return self.walk.position(self._step, self._term or 0)

    @property
    def derivation(self) -> Derivation:
        """How the number of the current step follows from others."""
        return self._kept("derivation", self._explained)

    @property
    def marks(self) -> Marks:
        """The cells the current step lights up; another object only where they are others."""
        return self._kept("marks", self._marked)

    @property
    def contributions(self) -> Contributions | None:
        """The products behind the number of the current step; None where it is no sum of them."""
        return self._kept("contributions", self._added_up)

    @property
    def granularity(self) -> Granularity:
        """How much one step computes."""
        return self._granularity

    @property
    def can_go_back(self) -> bool:
        """Whether a place was left by following a number."""
        return self._history.can_go_back

    @property
    def can_go_forward(self) -> bool:
        """Whether a place was left by going back."""
        return self._history.can_go_forward

    @property
    def trail(self) -> tuple[Place, ...]:
        """The places one came through to this one by following numbers, first to last."""
        return self._history.trail_to(self._step)

    @property
    def path(self) -> Path | None:
        """The file of the document; None while it has none."""
        return self._path

    @property
    def name(self) -> str:
        """What the document is called: its file, or else its title."""
        return self._path.name if self._path else self._scenario.title or "Untitled"

    @property
    def is_modified(self) -> bool:
        """Whether the document differs from its saved state, or is about to."""
        return not self.undo_stack.isClean() or self.pending.is_busy

    def edit(self, operation: Operation[_P], *args: _P.args, **kwargs: _P.kwargs) -> bool:
        """Apply an operation of `edits` as one undo entry; False and `refused` if it cannot be.

        What takes long is shown later: until then it is one of the `pending` moves.
        """
        return Gesture(self, may_lag=True).edit(operation, *args, **kwargs)

    def gesture(self, may_lag: bool = False) -> Gesture:
        """A continuous change, such as a drag or typing, that becomes one undo entry.

        With `may_lag` an edit that takes long is shown later, when `Gesture.is_landing`.
        """
        return Gesture(self, may_lag)

    def go_to(self, place: Place) -> None:
        """Make the step that computes `place`, or the one closest to it, the current one."""
        self._show_step(*self._landing(place))

    def place_in(self, array: str) -> Place:
        """The cell of a table that belongs to the reader, source and component chosen last."""
        return self.walk.nearest(self._chosen.place_in(self._trace, array, self._step))

    def go_to_position(self, position: int) -> None:
        """Make the step at an index of the walk the current one; the ends are the limits."""
        walk = self.walk
        step = walk[min(max(position, 0), len(walk) - 1)]
        self._show_step(step.place, step.term)

    def follow(self, place: Place) -> None:
        """Go to a place and remember where one came from."""
        nearest = self.walk.nearest(place)
        if nearest != self._step:
            self._history.leave(self._step, nearest)
            self._show_step(nearest, None)

    def go_back(self, places: int = 1) -> None:
        """Return to the place from which a number was followed last, or to one before it."""
        self._revisit(self._history.back(self._step, places))

    def go_forward(self) -> None:
        """Go again to the place that was left by going back."""
        self._revisit(self._history.forward(self._step))

    def set_granularity(self, granularity: Granularity) -> None:
        """Choose how much one step computes; the place stays."""
        if granularity != self._granularity:
            self._granularity = granularity
            step = self.walk.step_at(self._step)
            column = self._step.column if step.column is None else step.column
            place = Place(step.stage, self._step.row, column)
            self._show_step(place, step.term, always=True)

    def load(
        self, scenario: Scenario, path: Path | None, trace: AttentionTrace | None = None
    ) -> None:
        """Replace the document; nothing before it can be undone. Raises InputError.

        `trace` is the one of the scenario, if that is known already.
        """
        trace = trace or calculate(scenario)
        self._editor = None
        self._path = path
        self.pending.forget()
        self.pasting.cancel()
        self._history, self._chosen, self._term = History(), Chosen(), None
        self.comparing.choose(None)
        self._step = walkthrough(trace)[0].place
        self._show(scenario, trace)
        self.step_changed.emit()
        restore_view(self)
        self.document_changed.emit()

    def mark_saved(self, path: Path, scenario: Scenario | None = None) -> None:
        """The document stands in `path` as it is; or as `scenario`, which it was a while ago."""
        self._path = path
        if scenario is None or scenario is self._scenario:
            self.undo_stack.setClean()
        else:
            self.undo_stack.resetClean()
        self.document_changed.emit()

    def mark_unsaved(self) -> None:
        """The document differs from what stands in any file, whatever can be undone."""
        self.undo_stack.resetClean()

    def register_editor(self, settle: Callable[[], bool] | None) -> None:
        """A view opened a cell editor: `settle` commits it, or returns False if it cannot be."""
        self._editor = settle

    @property
    def is_editing(self) -> bool:
        """Whether a cell editor is open; it shows by itself why it refuses something."""
        return self._editor is not None

    def settle(self) -> bool:
        """Commit the open editor, if any. False: it holds something that is not a number.

        Everything that reads the document as a whole asks this first.
        """
        return self._editor is None or self._editor()

    def _show(self, scenario: Scenario, trace: AttentionTrace) -> None:
        before = (self._scenario, self._trace)
        self._scenario, self._trace = scenario, trace
        old_step = self._step, self._term
        self._step, self._term = self._landing(self._step, self._term or 0)
        self.changed.emit(change_between(before, (scenario, trace)))
        if (self._step, self._term) != old_step:
            self._chosen.note(trace, self._step)
            self.step_changed.emit()

    def _kept(self, name: str, work_out: Callable[[], _T]) -> _T:
        """What several views ask for at every step is worked out once while nothing changes."""
        here = (self._trace, self._step, self._term, self._granularity)
        if here != self._kept_for:
            self._kept_for = here
            self._kept_results.clear()
        if name not in self._kept_results:
            self._kept_results[name] = work_out()
        result: _T = self._kept_results[name]
        return result

    def _explained(self) -> Derivation:
        place = self._step
        if self._term is not None:
            return explain_term(self._trace, place, self._term)
        return explain(self._trace, place.array, place.row, place.column)

    def _marked(self) -> Marks:
        region = self._region
        derivation = self.derivation if region.first == self._step else None
        marks = marks_of(self._trace, region, self._term, derivation)
        if marks != self._last_marks:
            self._last_marks = marks
        return self._last_marks

    def _added_up(self) -> Contributions | None:
        derivation = self.derivation if self._term is None else None
        return contributions(self._trace, self._step, derivation)

    @property
    def _region(self) -> Region:
        """The cells the current step computes."""
        step, granularity = self._step, self._granularity
        if granularity is Granularity.STAGE:
            return Region(step.array)
        column = None if granularity is Granularity.READER else step.column
        return Region(step.array, step.row, column)

    def _landing(self, place: Place, term: int = 0) -> tuple[Place, int | None]:
        """The cell and the product of the step closest to a place, as fine as steps are."""
        walk = self.walk
        place = walk.nearest(place)
        return place, walk.step_at(place, term).term

    def _show_step(self, place: Place, term: int | None, always: bool = False) -> None:
        if always or (place, term) != (self._step, self._term):
            self._step, self._term = place, term
            self._chosen.note(self._trace, place)
            self.step_changed.emit()

    def _revisit(self, place: Place | None) -> None:
        if place is not None:
            self._show_step(*self._landing(place), always=True)
