"""One entry of the undo history: the way between two states of the document."""

from collections.abc import Callable
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtGui import QUndoCommand

from explorer.app.difference import difference
from explorer.app.edits import Edit
from explorer.model import AttentionTrace, Scenario
from explorer.model.experiment import calculate

if TYPE_CHECKING:
    from explorer.app.session import Session

Show: TypeAlias = Callable[[Scenario, AttentionTrace], None]


class ScenarioCommand(QUndoCommand):
    """The way from the scenario that is shown to the one on the other side of an edit.

    Edits of one gesture become one entry. `show` puts a scenario and its trace on the screen; the
    trace of a new edit was computed before the command was made, so that showing it cannot fail.
    """

    def __init__(
        self, session: "Session", show: Show, edit: Edit, trace: AttentionTrace, gesture: int
    ) -> None:
        super().__init__(edit.text)
        self._session = session
        self._show = show
        self._new: tuple[Scenario, AttentionTrace] | None = (edit.scenario, trace)
        self._way = difference(edit.scenario, session.scenario)
        self._gesture = gesture

    def id(self) -> int:
        """The gesture: Qt merges entries with the same."""
        return self._gesture

    def redo(self) -> None:
        """Show the scenario after the edit; Qt asks for that first of all."""
        if self._new is None:
            self._cross()
        else:
            self._show(*self._new)
            self._new = None

    def undo(self) -> None:
        """Show the scenario before the edit."""
        self._cross()

    def mergeWith(self, other: QUndoCommand) -> bool:
        """Become the way across both edits; `other`, the later one, has just been shown."""
        if not isinstance(other, ScenarioCommand) or other._gesture != self._gesture:
            return False
        after = self._session.scenario
        before = self._way.applied_to(other._way.applied_to(after))
        self._way = difference(after, before)
        self.setText(other.text())
        self.setObsolete(not self._way)
        return True

    def _cross(self) -> None:
        session = self._session
        here, there = session.scenario, self._way.applied_to(session.scenario)
        self._way = difference(there, here)
        self._show(there, calculate(there, session.trace))
