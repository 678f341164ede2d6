"""The one mutable object: the document, its undo history and the step."""

from collections.abc import Callable
from itertools import count
from pathlib import Path
from typing import Concatenate, ParamSpec

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QUndoCommand, QUndoStack

from explorer.app.change import Change, change_between
from explorer.app.edits import Edit
from explorer.model import (
    AttentionTrace,
    InputError,
    Place,
    Scenario,
    Walkthrough,
    attend,
    walkthrough,
)

_P = ParamSpec("_P")
Operation = Callable[Concatenate[Scenario, _P], Edit]


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
    """

    changed = Signal(Change)
    step_changed = Signal()
    document_changed = Signal()
    refused = Signal(str)

    def __init__(self, scenario: Scenario, path: Path | None = None) -> None:
        super().__init__()
        self.undo_stack = QUndoStack(self)
        self.undo_stack.cleanChanged.connect(self.document_changed)
        self._scenario = scenario
        self._trace = attend(scenario.inputs)
        self._path = path
        self._step = self.walk[0].place
        self._editor: Callable[[], bool] | None = None

    @property
    def scenario(self) -> Scenario:
        """The document as it is now."""
        return self._scenario

    @property
    def trace(self) -> AttentionTrace:
        """Every number that follows from the document."""
        return self._trace

    @property
    def walk(self) -> Walkthrough:
        """The steps of the calculation."""
        return walkthrough(self._trace)

    @property
    def step(self) -> Place:
        """The cell whose step is shown."""
        return self._step

    @property
    def path(self) -> Path | None:
        """The file of the document; None while it has none."""
        return self._path

    @property
    def is_modified(self) -> bool:
        """Whether the document differs from its saved state."""
        return not self.undo_stack.isClean()

    def edit(self, operation: Operation[_P], *args: _P.args, **kwargs: _P.kwargs) -> bool:
        """Apply an operation of `edits` as one undo entry; False and `refused` if it cannot be."""
        return Gesture(self).edit(operation, *args, **kwargs)

    def gesture(self) -> "Gesture":
        """A continuous change, such as a drag or typing, that becomes one undo entry."""
        return Gesture(self)

    def go_to(self, place: Place) -> None:
        """Make the step that computes `place`, or the one closest to it, the current one."""
        nearest = self.walk.nearest(place)
        if nearest != self._step:
            self._step = nearest
            self.step_changed.emit()

    def load(self, scenario: Scenario, path: Path | None) -> None:
        """Replace the document; nothing before it can be undone. Raises InputError."""
        trace = attend(scenario.inputs)
        self._editor = None
        self._path = path
        self.undo_stack.clear()
        self._step = walkthrough(trace)[0].place
        self._show(scenario, trace)
        self.step_changed.emit()
        self.document_changed.emit()

    def mark_saved(self, path: Path) -> None:
        """The document now stands in `path` as it is."""
        self._path = path
        self.undo_stack.setClean()
        self.document_changed.emit()

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
        old_step, self._step = self._step, walkthrough(trace).nearest(self._step)
        self.changed.emit(change_between(before, (scenario, trace)))
        if self._step != old_step:
            self.step_changed.emit()


class Gesture:
    """Edits that belong together: each replaces the one before, all are one undo entry."""

    _ids = count(1)

    def __init__(self, session: Session) -> None:
        self._session = session
        self._base = session.scenario
        self._id = next(self._ids)
        self._began = False

    def edit(self, operation: Operation[_P], *args: _P.args, **kwargs: _P.kwargs) -> bool:
        """Apply an operation to the document as it was when the gesture began."""
        try:
            edit = operation(self._base, *args, **kwargs)
            trace = attend(edit.scenario.inputs, self._session.trace)
        except InputError as error:
            self._session.refused.emit(str(error))
            return False
        if edit.scenario is not self._base or self._began:
            self._push(edit, trace)
        return True

    def cancel(self) -> None:
        """Take the gesture back; it leaves no trace in the history."""
        if self._began:
            trace = attend(self._base.inputs, self._session.trace)
            self._push(Edit("", self._base), trace)

    def _push(self, edit: Edit, trace: AttentionTrace) -> None:
        self._began = edit.scenario is not self._base
        command = _ScenarioCommand(self._session, self._base, edit, trace, self._id)
        self._session.undo_stack.push(command)


class _ScenarioCommand(QUndoCommand):
    """The scenario before and after an edit.

    The trace was computed before the command was made, so showing it cannot fail.
    """

    def __init__(
        self,
        session: Session,
        before: Scenario,
        edit: Edit,
        trace: AttentionTrace,
        gesture: int,
    ) -> None:
        super().__init__(edit.text)
        self._session = session
        self._before = before
        self._after = edit.scenario
        self._trace: AttentionTrace | None = trace
        self._gesture = gesture

    def id(self) -> int:
        return self._gesture

    def redo(self) -> None:
        self._show(self._after, self._trace)
        self._trace = None

    def undo(self) -> None:
        self._show(self._before, None)

    def mergeWith(self, other: QUndoCommand) -> bool:
        if not isinstance(other, _ScenarioCommand) or other._gesture != self._gesture:
            return False
        self._after = other._after
        self.setText(other.text())
        self.setObsolete(self._after is self._before)
        return True

    def _show(self, scenario: Scenario, trace: AttentionTrace | None) -> None:
        session = self._session
        session._show(scenario, trace or attend(scenario.inputs, session.trace))
