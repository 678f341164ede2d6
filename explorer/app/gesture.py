"""Edits that belong together."""

from collections.abc import Callable
from itertools import count
from typing import TYPE_CHECKING, Concatenate, ParamSpec, TypeAlias

from explorer.app.edits import Edit
from explorer.model import Scenario

if TYPE_CHECKING:
    from explorer.app.session import Session

_P = ParamSpec("_P")
Operation: TypeAlias = Callable[Concatenate[Scenario, _P], Edit]


class Gesture:
    """Edits that belong together: each replaces the one before, all are one undo entry.

    If something else changed the document in between, what follows begins from there, as another
    entry. `may_lag`: an edit that takes long may be shown later; without that it is shown at once,
    or refused while something else is pending.
    """

    _ids = count(1)

    def __init__(self, session: "Session", may_lag: bool = False) -> None:
        self._session = session
        self.may_lag = may_lag
        self.begin_at(session.pending.newest)

    @property
    def is_landing(self) -> bool:
        """Whether what the session tells of at the moment comes of this gesture."""
        return self._session.pending.landing is self

    @property
    def is_newest(self) -> bool:
        """Whether nothing came after it: the document, with all that is pending, is as it left it.

        What others asked for before it may still land.
        """
        return self._session.pending.newest is self.latest

    def edit(self, operation: Operation[_P], *args: _P.args, **kwargs: _P.kwargs) -> bool:
        """Apply an operation to the document as it was when the gesture began.

        False and `refused` if it cannot be.
        """
        return self._session.pending.edit(
            self, lambda scenario: operation(scenario, *args, **kwargs)
        )

    def cancel(self) -> None:
        """Take the gesture back, unless that was done; it leaves no trace in the history."""
        self._session.pending.take_back(self)

    def begin_at(self, scenario: Scenario) -> None:
        """Begin anew from a state of the document. For `Pending`, as all that follows."""
        self.id = next(self._ids)
        self.base = self.latest = self.landed = scenario
