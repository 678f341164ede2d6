"""The weights that were made by hand last, and which shares of them are locked: view state."""

from PySide6.QtCore import QObject, Signal

from explorer.app.change import Change
from explorer.app.session import Session
from explorer.app.weight_edits import take_over_by_hand
from explorer.model.arrays import Matrix


class HandMix(QObject):
    """Remembers weights by hand while the softmax has taken over, so that both can be compared.

    Signals
    -------
    changed()
        Other shares are locked, or there are other weights by hand.
    """

    changed = Signal()

    def __init__(self, session: Session, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._session = session
        self._weights = session.scenario.weights
        self._locked: frozenset[tuple[int, int]] = frozenset()
        session.changed.connect(self._follow)
        session.document_changed.connect(self._document_changed)

    @property
    def weights(self) -> Matrix | None:
        """The weights made by hand, (n_query, n_key), in use or not; None if there were none."""
        return self._weights

    @property
    def is_in_use(self) -> bool:
        """Whether the weights of the scenario are by hand."""
        return self._session.scenario.weights is not None

    @property
    def locked(self) -> frozenset[tuple[int, int]]:
        """The locked shares, by row and source."""
        return self._locked

    def locked_in(self, row: int) -> frozenset[int]:
        """The sources whose share is locked in a row."""
        return frozenset(source for at, source in self._locked if at == row)

    def set_locked(self, row: int, source: int, is_locked: bool) -> None:
        """Lock a share, so that no handle and no normalising changes it, or let it go."""
        cell = frozenset({(row, source)})
        locked = self._locked | cell if is_locked else self._locked - cell
        if locked != self._locked:
            self._locked = locked
            self.changed.emit()

    def _follow(self, change: Change) -> None:
        weights, shape = self._session.scenario.weights, self._session.scenario.inputs.shape
        kept = self._weights if weights is None else weights
        if kept is not None and kept.shape != shape:
            kept = None
        has_other_sizes = self._weights is not None and self._weights.shape != shape
        if has_other_sizes:
            self._locked = frozenset()
        if kept is not self._weights or has_other_sizes:
            self._weights = kept
            self.changed.emit()

    def _document_changed(self) -> None:
        """What was made by hand in another document is forgotten."""
        weights = self._session.scenario.weights
        if self._session.undo_stack.count() == 0 and self._weights is not weights:
            self._weights = weights
            self._locked = frozenset()
            self.changed.emit()


def take_over(session: Session) -> bool:
    """Type the weights in from now on, beginning with the right ones as they are shown.

    False, and `refused`, while what is shown is about to be something else.
    """
    if session.pending.refuses():
        return False
    laboratory = session.laboratory
    weights = None if laboratory.problem else laboratory.right_trace.weights
    return session.edit(take_over_by_hand, weights)
