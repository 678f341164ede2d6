"""Which reader, source and component were chosen last: they stay while other tables are seen."""

from explorer.model import AttentionTrace, Place
from explorer.model.places import Axis


class Chosen:
    """Keeps an index for each axis, whichever table it was chosen in."""

    def __init__(self) -> None:
        self._indexes: dict[Axis, int] = {}

    def note(self, trace: AttentionTrace, place: Place) -> None:
        """A cell was chosen, and with it the row and the column it stands in."""
        rows, columns = trace.quantity(place.array).axes
        self._indexes |= {columns: place.column, rows: place.row}

    def place_in(self, trace: AttentionTrace, array: str, here: Place) -> Place:
        """The cell of a table in the row and the column chosen last; it may be beyond its end.

        Where no such row was chosen, in that of `here`; where no such column was, in the first.
        Of a table that is not computed any more the first of all.
        """
        if not trace.computes(array):
            return Place(array, 0, 0)
        rows, columns = trace.quantity(array).axes
        return Place(array, self._indexes.get(rows, here.row), self._indexes.get(columns, 0))
