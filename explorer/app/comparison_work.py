"""A comparison that takes long: worked out off the main thread, the newest alone."""

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QObject, Signal

from explorer.app.change import Change
from explorer.app.course import Course
from explorer.app.latest import Latest
from explorer.model import InputError, Scenario
from explorer.model.comparison.sides import Sides, State
from explorer.model.stages import Stage

if TYPE_CHECKING:
    from explorer.model.comparison.compare import Comparison


@dataclass(frozen=True, eq=False)
class Question:
    """Two states to be compared; what is called `name` stands beside now.

    `then` is None where it has to be worked out from its scenario first. `known` is a comparison
    that may have some of the answer already.
    """

    name: str
    scenario: Scenario
    then: State | None
    now: State
    sides: Sides
    with_differences: bool
    known: "Comparison | None"


class ComparisonWork(QObject):
    """Answers one question at a time; a newer one takes the place of one that is on its way.

    Signals
    -------
    changed()
        A comparison is on its way, a stage further, or no more.
    done(object)
        The comparison; or the InputError that came of the state of then.
    cancelled()
        The person does not want to wait for it.
    """

    changed = Signal()
    done = Signal(object)
    cancelled = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._work: Latest | None = None
        self._question: Question | None = None
        self._course = Course()

    @property
    def is_busy(self) -> bool:
        """Whether a comparison is on its way."""
        return self._question is not None

    @property
    def text(self) -> str:
        """What is done; empty if nothing is."""
        return "" if self._question is None else f"compare with {self._question.name}"

    @property
    def stage(self) -> Stage | None:
        """The stage that is compared, or worked out as it was then."""
        return self._course.stage

    @property
    def progress(self) -> float:
        """How much of it is behind, from 0 to 1."""
        return self._course.progress

    def start(self, question: Question) -> None:
        """Answer this, in place of what was asked before."""
        if self._work is None:
            self._work = Latest(self)
            self._work.came.connect(self._note)
            self._work.done.connect(self._take)
        rounds = 1 + (question.then is None) + question.with_differences
        self._question = question
        self._course = Course(rounds * len(question.now.trace.stages))
        from explorer.app.comparison_steps import answered

        self._work.start(answered(question))
        self.changed.emit()

    def drop(self) -> None:
        """Nobody wants to know any more."""
        if self._work is not None and self.is_busy:
            self._work.drop()
            self._end()

    def cancel(self) -> None:
        """The person does not want to wait."""
        if self.is_busy:
            self.drop()
            self.cancelled.emit()

    def _end(self) -> None:
        self._question, self._course = None, Course()
        self.changed.emit()

    def _note(self, item: object) -> None:
        if isinstance(item, Stage):
            self._course.begin(item)
            self.changed.emit()

    def _take(self, items: list[Any]) -> None:
        self._end()
        found = items[-1]
        if isinstance(found, Exception) and not isinstance(found, InputError):
            raise found
        self.done.emit(found)


def is_of_use(known: "Comparison", change: Change) -> bool:
    """Whether tables that were found to differ are the same after a change of the document."""
    return any(
        one.table.moves.count and one.table.name not in change.arrays for one in known.stages
    )
