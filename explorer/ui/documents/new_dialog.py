"""Choosing the sizes of a new scenario."""

from typing import Final

import numpy as np
from PySide6.QtCore import Signal
from PySide6.QtWidgets import (
    QCheckBox,
    QComboBox,
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLabel,
    QSpinBox,
    QWidget,
)

from explorer.model import Scenario
from explorer.model.arrays import Matrix, frozen
from explorer.model.scenario import default_names

MOST_POSITIONS: Final = 4096
MOST_COMPONENTS: Final = 1024
_START_SEED: Final = 7


class NewDialog(QDialog):
    """Asks for positions and components and what the tables start with.

    Signals
    -------
    chosen(Scenario)
        The new scenario.
    """

    chosen = Signal(object)

    def __init__(self, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("newDialog")
        self.setWindowTitle("New scenario")
        self.same = QCheckBox("the readers are the sources: one text reads itself")
        self.same.setChecked(True)
        self.queries = _size(3, MOST_POSITIONS)
        self.sources = _size(3, MOST_POSITIONS)
        self.components = _size(2, MOST_COMPONENTS)
        self.value_components = _size(2, MOST_COMPONENTS)
        self.start = QComboBox()
        self.start.addItems(["zeros", "small whole numbers"])
        self._build()
        self.same.toggled.connect(self._tie)
        self.queries.valueChanged.connect(lambda _value: self._tie())
        self._tie()

    def scenario(self) -> Scenario:
        """The scenario as chosen."""
        n_query, n_key = self.queries.value(), self.sources.value()
        d, d_value = self.components.value(), self.value_components.value()
        word = "Position" if self.same.isChecked() else None
        return Scenario(
            title="New scenario",
            query=self._table(n_query, d, 0),
            key=self._table(n_key, d, 1),
            value=self._table(n_key, d_value, 2),
            queries=default_names(word or "Query", n_query),
            sources=default_names(word or "Source", n_key),
        )

    def accept(self) -> None:
        super().accept()
        self.chosen.emit(self.scenario())

    def _build(self) -> None:
        form = QFormLayout(self)
        form.addRow(self.same)
        form.addRow("&Queries (who reads)", self.queries)
        form.addRow("&Sources (who is read from)", self.sources)
        form.addRow("&Components of each query and key, d", self.components)
        form.addRow("Components of each &value", self.value_components)
        form.addRow("Tables &start with", self.start)
        form.addRow(QLabel("Positions and components can be added and removed later."))
        buttons = QDialogButtonBox()
        buttons.addButton("Create", QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form.addRow(buttons)

    def _tie(self) -> None:
        tied = self.same.isChecked()
        self.sources.setEnabled(not tied)
        if tied:
            self.sources.setValue(self.queries.value())

    def _table(self, rows: int, columns: int, stream: int) -> Matrix:
        if self.start.currentIndex() == 0:
            return frozen(np.zeros((rows, columns)))
        generator = np.random.default_rng([_START_SEED, stream])
        return frozen(generator.integers(-3, 4, size=(rows, columns)).astype(np.float64))


def _size(value: int, largest: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(1, largest)
    box.setValue(value)
    return box
