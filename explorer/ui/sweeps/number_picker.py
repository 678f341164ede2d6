"""Choosing one number of a scenario: a table and a cell in it, or the scale."""

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QSpinBox, QWidget

from explorer.app.edits import LETTERS
from explorer.app.swept import Swept, sweepable
from explorer.model import Place, Scenario
from explorer.ui.looks.look import Look

THE_SCALE = "the scale"


class NumberPicker(QWidget):
    """Three boxes: table, row and column.

    Signals
    -------
    chosen(Swept)
        The person wants this number.
    """

    chosen = Signal(object)

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self._scenario: Scenario | None = None
        self.array = QComboBox()
        self.row, self.column = QSpinBox(), QSpinBox()
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        for widget, name in (
            (self.array, "Table of the number"),
            (self.row, "Row of the number"),
            (self.column, "Column of the number"),
        ):
            widget.setAccessibleName(name)
            line.addWidget(widget)
        for box in (self.row, self.column):
            box.setMinimum(1)
        line.addStretch(1)
        self.setFocusProxy(self.array)
        self.array.currentIndexChanged.connect(lambda _index: self._tell())
        for box in (self.row, self.column):
            box.valueChanged.connect(lambda _value: self._tell())

    def show_choice(self, scenario: Scenario, swept: Swept) -> None:
        """Offer what the scenario has, and show what is chosen."""
        self._scenario = None
        place = swept.place
        self.array.clear()
        if Swept().exists_in(scenario):
            self.array.addItem(THE_SCALE, None)
        for name in sweepable(scenario):
            self.array.addItem(LETTERS[name], name)
        self.array.setCurrentIndex(self.array.findData(None if place is None else place.array))
        pair = self._look.convention.pair
        for box, axis in zip((self.row, self.column), pair((0, 1)), strict=True):
            box.setEnabled(place is not None)
            if place is not None:
                box.setRange(1, getattr(scenario, place.array).shape[axis])
                box.setValue((place.row, place.column)[axis] + 1)
        self._scenario = scenario

    def _tell(self) -> None:
        if self._scenario is None:  # it is being filled
            return
        name = self.array.currentData()
        if name is None:
            self.chosen.emit(Swept())
            return
        rows, columns = getattr(self._scenario, name).shape
        row, column = self._look.convention.pair((self.row.value() - 1, self.column.value() - 1))
        self.chosen.emit(Swept(Place(name, min(row, rows - 1), min(column, columns - 1))))
