"""The names, titles and remarks around the cells of a heatmap."""

import math
from collections.abc import Mapping, Sequence

import numpy as np

from explorer.app.session import Session
from explorer.app.stage_view import StageView
from explorer.model import Place, explain
from explorer.model.arrays import Matrix
from explorer.model.number_format import exact_text, format_difference
from explorer.model.places import Axis
from explorer.model.rendering import to_text
from explorer.model.tables import cell_of, part_of
from explorer.model.where import Positions
from explorer.model.wording import place_name, place_sentence
from explorer.ui.heatmaps.heatmap_geometry import Grid
from explorer.ui.heatmaps.heatmap_picture import unread_rows
from explorer.ui.looks.look import Look

NO_SOURCE = "no source allowed"
NOTHING = "none"
"""In place of the sum below a column: who reads there may read nothing."""
COLUMN_SUMS, ROW_SUMS = "Σ of column", "Σ of row"
MOST_TERMS = 4
MOST_SUMS = 64
"""So many sums are measured for the room they need."""

_TITLES: Mapping[Axis, str] = {
    Axis.QUERIES: "reads",
    Axis.SOURCES: "is read from",
    Axis.COMPONENTS: "component",
    Axis.VALUE_COMPONENTS: "component",
    Axis.POSITIONS: "position",
    Axis.MODEL_COMPONENTS: "component",
}
_COMPONENTS = (Axis.COMPONENTS, Axis.VALUE_COMPONENTS, Axis.MODEL_COMPONENTS)


def part_words(grid: Grid) -> str:
    """Which rows and columns are in view, where they are a part: `columns 3–9 of 12`."""
    seen = (("row", grid.visible_rows, grid.rows), ("column", grid.visible_columns, grid.columns))
    return ", ".join(_counted(*each) for each in seen if len(each[1]) < each[2])


def _counted(what: str, seen: range, total: int) -> str:
    first, last = seen.start + 1, seen.stop
    return f"{what} {first} of {total}" if first == last else f"{what}s {first}–{last} of {total}"


class HeatmapWords:
    """Every text around the cells of one stage as it is shown; sums and mixtures of numbers only.

    Differences of a row have no sum worth reading: that of weights is 0 but for rounding.
    """

    def __init__(self, session: Session, look: Look, view: StageView) -> None:
        self._session = session
        self._look = look
        self._view = view
        self._stage = view.stage
        self._convention = look.convention
        self._rows, self._columns = look.convention.pair(view.stage.axes)

    @property
    def row_title(self) -> str:
        """The role of the rows: `reads ↓`."""
        return f"{_TITLES[self._rows]} ↓"

    @property
    def column_title(self) -> str:
        """The role of the columns: `is read from →`."""
        return f"{_TITLES[self._columns]} →"

    @property
    def row_names(self) -> tuple[str, ...]:
        """The full name of each row."""
        return self._view.scenario.names(self._rows)

    @property
    def column_names(self) -> tuple[str, ...]:
        """The full name of each column."""
        return self._view.scenario.names(self._columns)

    @property
    def column_labels(self) -> tuple[str, ...]:
        """What stands over the columns: names, or the numbers of components."""
        if self._columns not in _COMPONENTS:
            return self.column_names
        return tuple(str(index + 1) for index in range(len(self.column_names)))

    @property
    def has_remarks(self) -> bool:
        """Whether rows have a remark on their right."""
        return self._has_row_sums or self._mixes_one_component

    @property
    def mixed(self) -> tuple[str, ...]:
        """The arrays whose numbers stand in the remarks; none where those are sums, or missing."""
        if not self._mixes_one_component:
            return ()
        trace = self._view.trace
        return self._stage.operands(trace.inputs, trace.before(self._stage))

    @property
    def has_column_sums(self) -> bool:
        """Whether columns have their sum below; sums of one number each would repeat them."""
        is_of_readers = self._convention.is_turned
        return self._stage.row_sums and (is_of_readers or len(self.row_names) > 1)

    @property
    def remark_title(self) -> str:
        """What stands over the remarks on the rows: what they are, where they do not say so."""
        return ROW_SUMS if self._has_row_sums and self._convention.is_turned else ""

    @property
    def typical_remark(self) -> str:
        """The remark that room is kept for; what was mixed is left out where it does not fit."""
        if not self._has_row_sums:
            return ""
        unread = unread_rows(self._view.trace) is not None
        sums_to_one = self._view.trace.inputs.weights is None and not self._view.is_wrong
        if (unread or sums_to_one) and not self._convention.is_turned:
            return NO_SOURCE if unread else "Σ = 1"
        return self.typical_sum if self._convention.is_turned else f"Σ ≈ {self.typical_sum}"

    @property
    def typical_sum(self) -> str:
        """A sum of the usual length."""
        return f"0.{'0' * self._look.digits}"

    @property
    def row_sums(self) -> tuple[str, ...]:
        """The sums of the rows as they are, hidden ones too; none where there are many."""
        if not self._has_row_sums or len(self.row_names) > MOST_SUMS:
            return ()
        return tuple(map(self._row_sum, range(len(self.row_names))))

    def remark(self, row: int) -> str:
        """What stands on the right of a row: the sum of its numbers, or what was mixed.

        Nothing while a cell of the row is hidden; sums of columns likewise.
        """
        if self._hides(row, len(self.column_names) - 1):
            return ""
        if self._has_row_sums:
            return self._row_sum(row)
        return self._mixture(row) if self._mixes_one_component else ""

    def column_sums(self, columns: Sequence[int]) -> list[str]:
        """The sums of some columns; those of readers who may read nothing say so."""
        sums = self._numbers(None, np.array(columns, dtype=np.intp)).sum(axis=0)
        return [
            self._column_sum(column, total)
            for column, total in zip(columns, sums.tolist(), strict=True)
        ]

    def mask_remark(self, place: Place, shows_mask: bool) -> str:
        """What the mask has to do with a cell, to be added to what the cell says.

        Nothing with cells that belong to no source. `shows_mask`: the cell is hatched, or may be,
        although the mask comes only later on.
        """
        if self._stage.columns is not Axis.SOURCES:
            return ""
        trace = self._session.trace
        allowed, before = trace.inputs.allowed, trace.before(self._stage)
        is_blocked = allowed is not None and not allowed[place.row, place.column]
        if is_blocked and before is not None and "allowed" in self._stage.parameters:
            score = trace.number(Place(before, place.row, place.column))
            return f"; blocked, its score is {exact_text(score)}"
        if not shows_mask:
            return ""
        return "; blocked" if is_blocked else "; may be read"

    @property
    def _may_hide(self) -> bool:
        return self._view.is_difference or self._session.reveal.hides_anything

    def _hides(self, row: int, column: int) -> bool:
        if not self._view.is_aligned:
            return False
        place = Place(self._stage.name, *self._convention.pair((row, column)))
        return self._view.is_difference or self._session.reveal.hides(place)

    def _row_sum(self, row: int) -> str:
        total = float(self._numbers(np.array([row])).sum())
        if self._convention.is_turned:
            return self._look.number(total)
        if self._reads_nothing(row):
            return NO_SOURCE
        text = self._look.number(total)
        shown = float(text.replace("−", "-"))
        sign = "=" if math.isclose(shown, total, rel_tol=1e-12) else "≈"
        return f"Σ {sign} {text}"

    def _reads_nothing(self, reader: int) -> bool:
        unread = unread_rows(self._view.trace)
        return unread is not None and bool(unread[reader]) and not self._view.array[reader].any()

    def _column_sum(self, column: int, total: float) -> str:
        if self._may_hide and self._hides(len(self.row_names) - 1, column):
            return ""
        if self._convention.is_turned and self._reads_nothing(column):
            return NOTHING
        return self._look.number(total)

    def _numbers(self, rows: Positions | None, columns: Positions | None = None) -> Matrix:
        """The numbers in these rows and columns as they are shown."""
        chosen = self._convention.pair((rows, columns))
        return self._convention.matrix(part_of(self._view.table, *chosen))

    @property
    def _has_row_sums(self) -> bool:
        """Whether rows have their sum: those of readers always, those of sources if it says more
        than the row."""
        is_of_readers = not self._convention.is_turned
        return self._stage.row_sums and (is_of_readers or len(self.column_names) > 1)

    def _mixture(self, row: int) -> str:
        derivation = explain(self._view.trace, self._stage.name, row, 0)
        form, digits = derivation.forms[0], self._look.digits
        text = to_text(form, digits, MOST_TERMS, self._convention)
        return text.replace("×", " × ")

    @property
    def _mixes_one_component(self) -> bool:
        is_mixture = self._stage.columns is Axis.VALUE_COMPONENTS
        return is_mixture and len(self.column_names) == 1 and self._view.array.shape[1] == 1


def cell_sentence(view: StageView, place: Place, hidden: bool) -> str:
    """What one cell says, with all digits: its number now, then, or both; unless it is hidden."""
    name = place_name(view.scenario, view.trace, place)
    if hidden:
        return f"{name}: not computed yet"
    if view.missing:
        return f"{name}: no difference, {view.missing}"
    if view.compared is None:
        said = place_sentence(view.scenario, view.trace, place)
        return f"{view.word.capitalize()}: {said}" if view.word else said
    before, after = view.compared.before, view.compared.after
    assert before is not None
    assert after is not None
    then, now = (exact_text(float(array[place.row, place.column])) for array in (before, after))
    apart = format_difference(cell_of(view.table, place.row, place.column), None)
    sides = view.sides
    return f"{name}: {then} {sides.before}, {now} {sides.after}, difference {apart}"
