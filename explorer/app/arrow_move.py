"""Moving the tip of an arrow: two numbers of a query or of a key at once."""

import numpy as np

from explorer.app.edits import Edit, set_cells
from explorer.app.session import Session
from explorer.model.number_format import format_number
from explorer.model.places import Axis
from explorer.model.plane import Arrow, Point
from explorer.model.scenario import ARRAY_AXES, Scenario
from explorer.model.wording import quoted_name


def move_tip(scenario: Scenario, array: str, row: int, tip: Point) -> Edit:
    """Put both components of a query or key. Raises InputError if it is not typed in."""
    changed = set_cells(scenario, array, row, 0, np.array([tip])).scenario
    x, y = map(format_number, tip)
    return Edit(
        f"move the arrow of {quoted_name(arrow_name(scenario, array, row))} to ({x}, {y})", changed
    )


def arrow_name(scenario: Scenario, array: str, row: int) -> str:
    """Whose arrow it is."""
    axis: Axis = ARRAY_AXES[array][0]
    return scenario.names(axis)[row]


def is_typed_in(scenario: Scenario, array: str) -> bool:
    """Whether the named array stands in the document, so that its arrows can be moved."""
    return getattr(scenario, array) is not None


def coming_tip(session: Session, arrow: Arrow) -> Point:
    """Where the tip of an arrow that is typed in will be once everything pending has landed."""
    rows = getattr(session.pending.newest, arrow.array)
    if rows is None or arrow.row >= len(rows):
        return arrow.tip
    x, y = rows[arrow.row, :2].tolist()
    return x, y


class ArrowMove:
    """One continuous movement of one tip; all of it is one undo entry. It may be shown later."""

    def __init__(self, session: Session, arrow: Arrow) -> None:
        self.arrow = arrow
        self._gesture = session.gesture(may_lag=True)

    @property
    def is_newest(self) -> bool:
        """Whether nobody else changed the document since."""
        return self._gesture.is_newest

    def to(self, tip: Point) -> bool:
        """Move the tip; False: refused."""
        return self._gesture.edit(move_tip, self.arrow.array, self.arrow.row, tip)

    def cancel(self) -> None:
        """Take the whole movement back."""
        self._gesture.cancel()
