"""A card about the numbers of the session."""

from abc import abstractmethod
from typing import ParamSpec

from PySide6.QtGui import QShowEvent

from explorer.app.change import Change
from explorer.app.gesture import Operation
from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.parts.card import Card

_P = ParamSpec("_P")


class LazyCard(Card):
    """Follows the session, but works nothing out while it is not seen."""

    def __init__(self, session: Session, look: Look, title: str) -> None:
        super().__init__(look, title)
        self.heading.setWordWrap(True)
        self._session = session
        self._is_behind = True
        session.changed.connect(self._session_changed)
        session.step_changed.connect(self._step_changed)
        session.reveal.changed.connect(self.catch_up)
        look.changed.connect(self.catch_up)

    @abstractmethod
    def refresh(self) -> None:
        """Show what there is to show at the moment."""

    def edit(self, operation: Operation[_P], *args: _P.args, **kwargs: _P.kwargs) -> None:
        """Make an edit once an open cell editor is closed; then show again what holds."""
        if self._session.settle():
            self._session.edit(operation, *args, **kwargs)
        self.catch_up()

    def catch_up(self) -> None:
        """Refresh: now if it can be seen, otherwise when it will be."""
        self._is_behind = not self.isVisible()
        if not self._is_behind:
            self.refresh()

    def _session_changed(self, change: Change) -> None:
        self.catch_up()

    def _step_changed(self) -> None:
        self.catch_up()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_behind:
            self.catch_up()
