"""One entry of the undo history: the way between two states of the document."""

import weakref
from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtGui import QUndoCommand, QUndoStack

from explorer.app.difference import difference
from explorer.app.edits import Edit
from explorer.model import AttentionTrace, Scenario
from explorer.model.experiment import calculate

if TYPE_CHECKING:
    from explorer.app.session import Session

Show: TypeAlias = Callable[[Scenario, AttentionTrace], None]


class Way:
    """The way across one edit, from the side that is shown to the other, whichever that is."""

    def __init__(self, text: str, here: Scenario, there: Scenario) -> None:
        self.text = text
        self._difference = difference(here, there)
        self._ready: tuple[Scenario, AttentionTrace] | None = None

    @property
    def is_none(self) -> bool:
        """Whether both sides are the same."""
        return not self._difference

    def beyond(self, here: Scenario) -> Scenario:
        """The scenario on the other side."""
        return self._difference.applied_to(here)

    def make_ready(self, there: Scenario, trace: AttentionTrace) -> None:
        """Lead to this, which lies beyond what is shown now, when it is gone next."""
        self._ready = there, trace

    def go(self, here: Scenario, trace: AttentionTrace) -> tuple[Scenario, AttentionTrace]:
        """What is on the other side; from there it leads back."""
        if self._ready is None:
            there = self.beyond(here)
            self._ready = there, calculate(there, trace)
        (there, beyond), self._ready = self._ready, None
        self._difference = difference(there, here)
        return there, beyond

    def begin_at(self, here: Scenario, there: Scenario, text: str) -> None:
        """Become the way from here to there."""
        self.text = text
        self._difference = difference(here, there)


class ScenarioCommand(QUndoCommand):
    """The way from the scenario that is shown to the one on the other side of an edit.

    Edits of one gesture become one entry. `show` puts a scenario and its trace on the screen; the
    trace of a new edit was computed before the command was made, so that showing it cannot fail.
    The command belongs to its stack, and keeps nothing of the session alive.
    """

    def __init__(
        self, session: "Session", show: Show, edit: Edit, trace: AttentionTrace, gesture: int
    ) -> None:
        super().__init__(edit.text)
        self.way = Way(edit.text, edit.scenario, session.scenario)
        self._before = weakref.ref(session.scenario)  # alive as long as a gesture began there
        self._session, self._show = weakref.ref(session), weakref.WeakMethod(show)
        self._new: tuple[Scenario, AttentionTrace] | None = (edit.scenario, trace)
        self._gesture = gesture

    def id(self) -> int:
        """The gesture: Qt merges entries with the same."""
        return self._gesture

    def redo(self) -> None:
        """Show the scenario after the edit; Qt asks for that first of all."""
        if self._new is None:
            self.undo()
        else:
            self._put(*self._new)
            self._new = None

    def undo(self) -> None:
        """Show the scenario before the edit."""
        session = self._live_session
        self._put(*self.way.go(session.scenario, session.trace))

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Become the way across both edits; `other`, the later one, has just been shown."""
        if not isinstance(other, ScenarioCommand) or other._gesture != self._gesture:
            return False
        after = self._live_session.scenario
        before = self._before() or self.way.beyond(other.way.beyond(after))
        self.way.begin_at(after, before, other.text())
        self.setText(other.text())
        self.setObsolete(self.way.is_none)
        return True

    @property
    def _live_session(self) -> "Session":
        session = self._session()
        assert session is not None  # its stack asks
        return session

    def _put(self, scenario: Scenario, trace: AttentionTrace) -> None:
        show = self._show()
        assert show is not None  # its stack asks
        show(scenario, trace)


def keep(commands: list[ScenarioCommand], stack: QUndoStack) -> None:
    """Keep commands as long as their stack, to which they belong, so that it alone ends them."""
    stack.destroyed.connect(lambda: commands.clear())
