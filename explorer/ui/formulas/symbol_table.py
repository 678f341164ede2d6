"""What every symbol of formulas and derivations stands for, with its size or value right now."""

from collections.abc import Iterator
from typing import TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFrame,
    QGridLayout,
    QLabel,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from explorer.app.session import Session
from explorer.model.glossary import (
    CellSymbol,
    cell_symbols,
    rounded_text,
    size_of,
    size_table,
    symbol_table,
)
from explorer.model.rendering import to_text
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import plain_label, set_ink

Row: TypeAlias = tuple[str, str, str]
HEADINGS = ("Symbol", "What it stands for", "Now")
HIDDEN = "?"
_SINGLE = "Single numbers of the current step: row, then column"  # whichever way they are shown
_SELECTABLE = (
    Qt.TextInteractionFlag.TextSelectableByMouse | Qt.TextInteractionFlag.TextSelectableByKeyboard
)


class SymbolTable(QDialog):
    """A window of its own beside the program; follows the calculation, Escape closes it.

    Signals
    -------
    vocabulary_asked()
        The person wants to know how score, scaled score and weight differ.
    """

    vocabulary_asked = Signal()

    def __init__(self, session: Session, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("symbolTable")
        self.setWindowTitle("What the program calls things")
        self._session = session
        self._look = look
        self._labels: list[list[QLabel]] = []
        self._content = QWidget()
        self._grid = QGridLayout(self._content)
        self._grid.setColumnStretch(1, 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self._content)
        area.setAccessibleName("Symbols, what they mean, and their sizes and values")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        words = buttons.addButton("Score or weight?", QDialogButtonBox.ButtonRole.HelpRole)
        words.setToolTip("How score, scaled score and weight differ")
        words.clicked.connect(self.vocabulary_asked)
        column = QVBoxLayout(self)
        column.addWidget(area)
        column.addWidget(buttons)
        for signal in (session.changed, session.step_changed, session.reveal.changed, look.changed):
            signal.connect(self._refresh)
        self._fill()
        self.resize(36 * look.em, 32 * look.em)

    def rows(self) -> list[Row]:
        """(symbol, meaning, size or value) of every line."""
        return [row for _, rows in self.groups() for row in rows]

    def groups(self) -> list[tuple[str, list[Row]]]:
        """The lines below their headings: of formulas, of single numbers, of sizes."""
        laboratory = self._session.laboratory
        mark = f" — {self._look.words(laboratory.heading)}" if laboratory.shows_wrong else ""
        return [
            ("In formulas", list(self._formula_rows())),
            (f"{_SINGLE}{mark}", list(self._cell_rows())),
            ("Sizes", list(self._size_rows())),
        ]

    def showEvent(self, event: QShowEvent) -> None:
        self._fill()
        super().showEvent(event)

    def _formula_rows(self) -> Iterator[Row]:
        trace, look = self._session.trace, self._look
        digits, convention = look.digits, look.convention
        for line in symbol_table(trace):
            size = size_of(trace, line, digits, convention)
            yield to_text(line.symbol, convention=convention), look.words(line.meaning), size

    def _size_rows(self) -> Iterator[Row]:
        for name, meaning, size in size_table(self._session.trace.inputs):
            yield name, self._look.words(meaning), str(size)

    def _cell_rows(self) -> Iterator[Row]:
        session = self._session
        words, convention = self._look.words, self._look.convention
        step, term = session.step, session.term
        lines = cell_symbols(session.scenario, session.trace, step, term, convention)
        for line in lines:
            symbol = to_text(line.symbol, convention=convention)
            yield symbol, words(line.meaning), self._value(line)

    def _value(self, line: CellSymbol) -> str:
        session = self._session
        if line.place is None:
            return line.size
        if session.reveal.hides(line.place):
            return HIDDEN
        return rounded_text(session.trace.number(line.place), self._look.digits)

    def _refresh(self) -> None:
        """Nothing is written while nobody reads it."""
        if self.isVisible():
            self._fill()

    def _fill(self) -> None:
        """Write every line; the labels are made anew only where there are other lines."""
        lines: list[tuple[str, ...]] = [HEADINGS]
        for heading, rows in self.groups():
            lines += [(heading,), *rows]
        if [len(line) for line in lines] != [len(labels) for labels in self._labels]:
            self._make_labels(lines)
        for labels, line in zip(self._labels, lines, strict=True):
            for label, text in zip(labels, line, strict=True):
                label.setText(text)
        self._restyle()

    def _make_labels(self, lines: list[tuple[str, ...]]) -> None:
        self._clear()
        for index, line in enumerate(lines):
            labels = [plain_label(wraps=column == 1) for column in range(len(line))]
            self._labels.append(labels)
            for column, label in enumerate(labels):
                span = len(HEADINGS) + 1 - len(line)
                self._grid.addWidget(label, index, column, 1, span, Qt.AlignmentFlag.AlignTop)
        self._grid.setRowStretch(len(lines), 1)

    def _restyle(self) -> None:
        em, theme = self._look.em, self._look.theme
        for index, labels in enumerate(self._labels):
            is_heading = index == 0 or len(labels) == 1
            for column, label in enumerate(labels):
                label.setFont(self._look.font(bold=is_heading or column == 0))
                set_ink(label, theme.muted if len(labels) == 1 else theme.text)
                label.setTextInteractionFlags(_SELECTABLE)
        self._grid.setHorizontalSpacing(em)
        self._grid.setVerticalSpacing(em // 2)

    def _clear(self) -> None:
        for row in range(self._grid.rowCount()):
            self._grid.setRowStretch(row, 0)
        for label in (label for labels in self._labels for label in labels):
            self._grid.removeWidget(label)
            label.hide()
            label.deleteLater()
        self._labels.clear()
