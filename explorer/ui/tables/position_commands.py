"""Adding, moving, repeating and removing the positions and components of a table."""

from typing import ParamSpec, Protocol

from explorer.app import edits
from explorer.app.gesture import Operation
from explorer.app.session import Session
from explorer.model.places import Axis
from explorer.ui.tables.cell_commands import Block

_P = ParamSpec("_P")


class PositionTable(Protocol):
    """What the commands need to know of a table."""

    session: Session

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """What the rows and the columns count, as they are shown."""

    def selected_block(self) -> Block | None:
        """The selected cells; None if there are none."""

    def go_to(self, dimension: int, index: int) -> None:
        """Make a row (0) or a column (1) the current one, staying in the other direction."""


def insert_before(table: PositionTable, dimension: int) -> None:
    """Put a new row or column of zeros before the selection."""
    span = _span(table, dimension)
    if span and _done(table, edits.insert, table.axes[dimension], span[0]):
        table.go_to(dimension, span[0])


def insert_after(table: PositionTable, dimension: int) -> None:
    """Put a new row or column of zeros after the selection."""
    span = _span(table, dimension)
    if span and _done(table, edits.insert, table.axes[dimension], span[-1] + 1):
        table.go_to(dimension, span[-1] + 1)


def append(session: Session, axis: Axis) -> bool:
    """Add a row or column of zeros at the end."""
    return session.settle() and session.edit(edits.insert, axis, session.scenario.size(axis))


def duplicate(table: PositionTable, dimension: int) -> None:
    """Repeat the first selected row or column after itself."""
    span = _span(table, dimension)
    if span and _done(table, edits.duplicate, table.axes[dimension], span[0]):
        table.go_to(dimension, span[0] + 1)


def move_back(table: PositionTable, dimension: int) -> None:
    """Let the first selected row or column change places with the one before it."""
    _move(table, dimension, -1)


def move_on(table: PositionTable, dimension: int) -> None:
    """Let the first selected row or column change places with the one after it."""
    _move(table, dimension, 1)


def remove(table: PositionTable, dimension: int) -> None:
    """Remove the selected rows or columns; the session refuses the last ones."""
    span = _span(table, dimension)
    if span:
        _done(table, edits.remove, table.axes[dimension], span)


def _move(table: PositionTable, dimension: int, by: int) -> None:
    span, axis = _span(table, dimension), table.axes[dimension]
    if not span or not 0 <= span[0] + by < table.session.scenario.size(axis):
        return
    if _done(table, edits.move, axis, span[0], span[0] + by):
        table.go_to(dimension, span[0] + by)


def _span(table: PositionTable, dimension: int) -> range:
    block = table.selected_block()
    return range(0) if block is None else block.span(dimension)


def _done(
    table: PositionTable, operation: Operation[_P], *args: _P.args, **kwargs: _P.kwargs
) -> bool:
    return table.session.settle() and table.session.edit(operation, *args, **kwargs)
