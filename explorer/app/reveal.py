"""Which results the screen keeps to itself for now."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QObject, Signal

from explorer.model import Place

if TYPE_CHECKING:
    from explorer.app.session import Session


class Reveal(QObject):
    """Hides the cells the walk has not come to, and the result of a step that is to be predicted.

    Who predicts sees no further than the step either, even once its result is open: the results
    to come would be told before they are asked for. A cell counts as computed once the walk has
    added its last product.

    Signals
    -------
    changed()
        Other cells are hidden now.
    """

    changed = Signal()

    def __init__(self, session: "Session") -> None:
        super().__init__(session)
        self._session = session
        self._as_we_go = False
        self._predicting = False
        self._is_open = False
        session.step_changed.connect(self._close)

    @property
    def as_we_go(self) -> bool:
        """Whether cells show only once the walk has computed them."""
        return self._as_we_go

    @as_we_go.setter
    def as_we_go(self, as_we_go: bool) -> None:
        if as_we_go != self._as_we_go:
            self._as_we_go = as_we_go
            self.changed.emit()

    @property
    def predicting(self) -> bool:
        """Whether the result of each step, with all after it, is hidden until asked for."""
        return self._predicting

    @predicting.setter
    def predicting(self, predicting: bool) -> None:
        self._predicting = predicting
        self._is_open = False
        self.changed.emit()

    @property
    def hides_result(self) -> bool:
        """Whether the result of the current step is hidden."""
        return self._predicting and not self._is_open

    @property
    def hides_anything(self) -> bool:
        """Whether any number may be hidden at the moment."""
        if not (self._as_we_go or self._predicting):
            return False
        return self.hides_result or self._session.position < len(self._session.walk) - 1

    def open(self) -> None:
        """Show the result of the current step."""
        self._is_open = True
        self.changed.emit()

    def first_hidden(self, stage: str) -> int:
        """The first hidden cell of a stage, cells counted row by row; all after it are hidden.

        None is of one whose table is typed in now.
        """
        session = self._session
        if not (self.hides_anything and session.trace.computes(stage)):
            rows, columns = session.trace.shape_of(stage)
            return rows * columns
        walk, position = session.walk, session.position
        is_within = walk[position].stage != session.step.array  # a part without a step of its own
        done = position - 1 if self.hides_result or is_within else position
        return walk.computed_cells(stage, done)

    def hides(self, place: Place) -> bool:
        """Whether the number of a cell is hidden; what was typed in never is."""
        if not self.hides_anything:
            return False
        trace = self._session.trace
        if any(stage.name == place.array for stage in trace.stages):
            flat = place.row * trace.shape_of(place.array)[1] + place.column
            return flat >= self.first_hidden(place.array)
        return self._hides_part(place)

    def _hides_part(self, place: Place) -> bool:
        """Whether the number of a stage's intermediate result is hidden."""
        session = self._session
        try:
            position = session.walk.position(place)
        except KeyError:
            return False
        return position > session.position - self.hides_result

    def _close(self) -> None:
        self._is_open = False
        if self._as_we_go or self._predicting:
            self.changed.emit()
