"""What is shown of one stage: its numbers now, then, or how they differ."""

from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property
from typing import TYPE_CHECKING

from explorer.model import AttentionTrace, Scenario
from explorer.model.arrays import Matrix
from explorer.model.comparison.sides import RIGHT_WRONG, THEN_NOW, Pair, Sides, State
from explorer.model.stages import Stage
from explorer.model.tables import Table, part_of

if TYPE_CHECKING:
    from explorer.app.session import Session
    from explorer.model.comparison.changes import TableChange


class Showing(StrEnum):
    """Which numbers the stages show while the document is compared with a pin."""

    THEN = "then"
    NOW = "now"
    DIFFERENCE = "difference"


@dataclass(frozen=True, eq=False)
class StageView:
    """A stage of a state, and what became of its table where it is compared.

    The state is that of now, also for a difference; for then it is that of the pin. `pair` has
    both, as soon as they are known; `change` is None until it is known. `waits_for` says what is
    not there yet of what is to be shown.
    """

    state: State
    stage: Stage
    showing: Showing = Showing.NOW
    pair: Pair | None = None
    change: "TableChange | None" = None
    waits_for: str = ""

    @property
    def scenario(self) -> Scenario:
        """The names of rows and columns are those of this scenario."""
        return self.state.scenario

    @property
    def trace(self) -> AttentionTrace:
        """The numbers, or what they are taken from, are those of this trace."""
        return self.state.trace

    @property
    def other_trace(self) -> AttentionTrace | None:
        """The trace these numbers are compared with, as soon as it is known."""
        if self.pair is None:
            return None
        side = self.pair.after if self.showing is Showing.THEN else self.pair.before
        return side.trace

    @property
    def sides(self) -> Sides:
        """The words for the two states."""
        return THEN_NOW if self.pair is None else self.pair.sides

    @property
    def is_difference(self) -> bool:
        """Whether the numbers are differences, such as now less then."""
        return self.showing is Showing.DIFFERENCE

    @property
    def is_wrong(self) -> bool:
        """Whether numbers are shown that are wrong on purpose, or may be for all that is known."""
        if self.pair is None or self.sides is not RIGHT_WRONG or self.showing is not Showing.NOW:
            return False
        if self.change is not None:
            return not self.change.fate.is_unmoved
        stages = self.trace.stages
        up_to_this = stages[: stages.index(self.stage) + 1]
        return any(one not in self.pair.before.trace.stages for one in up_to_this)

    @property
    def word(self) -> str:
        """What the numbers are unless they are simply those of now: `then`, `wrong`."""
        match self.showing:
            case Showing.THEN:
                return self.sides.before
            case Showing.DIFFERENCE:
                return "difference"
            case Showing.NOW:
                return self.sides.after if self.is_wrong else ""

    @property
    def missing(self) -> str:
        """Why there are no numbers to show, or no difference; empty if there are."""
        if self.waits_for or self.pair is None or not self.is_difference:
            return self.waits_for
        return _not_compared(self.pair, self.stage.name)

    @property
    def is_comparable(self) -> bool:
        """Whether each of its numbers has one to be compared with, though it may not be there."""
        return self.pair is not None and not _not_compared(self.pair, self.stage.name)

    @property
    def remark(self) -> str:
        """What there is to say in place of differences: they are missing, or there are none."""
        if self.compared is not None and self.compared.fate.is_unmoved:
            return f"{self.compared.fate} as {self.sides.before}"
        return self.missing

    @property
    def is_aligned(self) -> bool:
        """Whether its cells are those of the stage of now, to which steps and marks belong."""
        return self.showing is not Showing.THEN or self.is_comparable

    @property
    def compared(self) -> "TableChange | None":
        """The table whose differences are shown; None for numbers, or where they are missing."""
        return self.change if self.is_difference and not self.missing else None

    @property
    def drawn(self) -> tuple[object, ...]:
        """What two views have in common that are drawn alike."""
        table = self.trace.arrays.table(self.stage.name)
        numbers = self.trace, self.other_trace, table, self.compared
        return *numbers, self.showing, self.word, self.remark

    @cached_property
    def table(self) -> Table:
        """The numbers that are shown; where a difference is missing, those of now."""
        if self.compared is not None:
            return self.compared.difference
        return self.trace.arrays.table(self.stage.name)

    @property
    def array(self) -> Matrix:
        """The numbers that are shown, put together to one array."""
        return part_of(self.table)


def _not_compared(pair: Pair, name: str) -> str:
    from explorer.model.comparison.then_now import not_compared

    return not_compared(pair, name)


def now_of(session: "Session", stage: Stage) -> StageView:
    """A stage as it is now, whatever it is compared with."""
    return StageView(State(session.scenario, session.trace), stage)
