"""The tables someone brings: which one is shown, and what is wanted of it."""

from collections.abc import Callable, Mapping
from functools import partial
from pathlib import Path

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QButtonGroup, QPushButton, QStackedWidget, QVBoxLayout, QWidget

from explorer.app.own_answer import Source
from explorer.files.own_numbers import table_shape
from explorer.model import AttentionTrace
from explorer.model.diagnosis import TABLES
from explorer.model.diagnosis.words import wanted
from explorer.ui.diagnosis.numbers_field import NumbersField
from explorer.ui.looks.look import Look
from explorer.ui.parts.controls import ControlLine, push_button
from explorer.ui.parts.text import plain_label, set_ink

FIRST = "output"
_HOLDS_NUMBERS = "✓ "


class GivenTables(QWidget):
    """The choice of a table. `field` shows its numbers; all tables that hold some count together.

    `ask_for_file` asks for a file of numbers and gives its path, or None.

    Signals
    -------
    changed()
        Some numbers may be others.
    """

    changed = Signal()

    def __init__(self, look: Look, ask_for_file: Callable[[], Path | None]) -> None:
        super().__init__()
        self._look = look
        self._ask_for_file = ask_for_file
        self._trace: AttentionTrace | None = None
        self.fields = {table: NumbersField(look, table) for table in TABLES}
        self.buttons = {table: self._choice(table) for table in TABLES}
        self.open_button = push_button(
            "openNumbersButton",
            "Open a file…",
            self._open,
            "Text, CSV, .npy, or .npz with an array of the table's name",
        )
        self.wanted = plain_label()
        self.field = QStackedWidget()
        self._assemble()
        look.changed.connect(self._restyle)
        self._restyle()
        self.choose(FIRST)

    @property
    def chosen(self) -> str:
        """The table whose numbers are shown."""
        return TABLES[self.field.currentIndex()]

    @property
    def sources(self) -> Mapping[str, Source]:
        """Where the numbers of each table stand that holds any and takes part."""
        given = {table: field.source for table, field in self.fields.items()}
        return {
            table: source
            for table, source in given.items()
            if not source.is_empty and self.buttons[table].isEnabled()
        }

    def choose(self, table: str) -> None:
        """Show the field of a table."""
        self.buttons[table].setChecked(True)
        self.field.setCurrentWidget(self.fields[table])
        self._say_what_is_wanted()

    def start_typing(self) -> None:
        """Give the focus to the field shown."""
        self.fields[self.chosen].setFocus()

    def take_file(self, path: Path) -> None:
        """Read the numbers of the table shown from a file."""
        self.fields[self.chosen].take_file(path)

    def give_as(self, table: str) -> None:
        """The numbers shown are those of another table."""
        shown, other = self.fields[self.chosen], self.fields[table]
        source = shown.source
        self.choose(table)
        if source.path is None:
            other.take_text(source.text)
            shown.take_text("")
        else:
            other.take_file(source.path, source.readers_in)
            shown.take_file(None)

    def follow(self, trace: AttentionTrace) -> None:
        """Offer the tables a calculation has, and say how large they are."""
        self._trace = trace
        for table, button in self.buttons.items():
            button.setEnabled(table in trace.arrays)
        if not self.buttons[self.chosen].isEnabled():
            self.choose(FIRST)
        self._say_what_is_wanted()

    def _choice(self, table: str) -> QPushButton:
        name = table.replace("_", " ")
        button: QPushButton = push_button(
            f"{table}NumbersButton",
            name.capitalize(),
            partial(self.choose, table),
            f"Your numbers are {name}, or some of them are",
            checkable=True,
        )
        return button

    def _assemble(self) -> None:
        choices = QButtonGroup(self)
        for table, field in self.fields.items():
            choices.addButton(self.buttons[table])
            self.field.addWidget(field)
            field.changed.connect(self._note_change)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(ControlLine(self._look, *self.buttons.values(), self.open_button))
        self._column.addWidget(self.wanted)

    def _open(self) -> None:
        path = self._ask_for_file()
        if path is not None:
            self.take_file(path)

    def _note_change(self) -> None:
        for table, button in self.buttons.items():
            mark = "" if self.fields[table].source.is_empty else _HOLDS_NUMBERS
            button.setText(f"{mark}{table.replace('_', ' ').capitalize()}")
        self._say_what_is_wanted()
        self.changed.emit()

    def _say_what_is_wanted(self) -> None:
        if self._trace is not None:
            field, shape = self.fields[self.chosen], table_shape(self._trace.inputs, self.chosen)
            self.wanted.setText(f"Wanted: {wanted(self.chosen, shape, field.source.readers_in)}.")
            field.edit.setAccessibleDescription(self.wanted.text())

    def _restyle(self) -> None:
        self._say_what_is_wanted()
        self._column.setSpacing(self._look.em // 3)
        set_ink(self.wanted, self._look.theme.muted)
        self.wanted.setFont(self._look.font(0.9))
