"""What every symbol of the formula stands for, with its size of the moment."""

from PySide6.QtCore import Qt
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
from explorer.model.glossary import size_of, symbol_table
from explorer.model.rendering import to_text
from explorer.model.stages import SymbolMeaning
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import plain_label, set_ink


class SymbolTable(QDialog):
    """A window of its own beside the program; follows the calculation, Escape closes it."""

    def __init__(self, session: Session, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("symbolTable")
        self.setWindowTitle("What the program calls things")
        self._session = session
        self._look = look
        self._content = QWidget()
        self._grid = QGridLayout(self._content)
        self._grid.setColumnStretch(1, 1)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QFrame.Shape.NoFrame)
        area.setWidget(self._content)
        area.setAccessibleName("Symbols, what they mean, and their sizes")
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(area)
        column.addWidget(buttons)
        session.changed.connect(self._fill)
        look.changed.connect(self._fill)
        self._fill()
        self.resize(34 * look.em, 26 * look.em)

    def rows(self) -> list[tuple[str, str, str]]:
        """(symbol, meaning, size) of every line."""
        return [self._row(meaning) for meaning in symbol_table(self._session.trace)]

    def _row(self, meaning: SymbolMeaning) -> tuple[str, str, str]:
        return to_text(meaning.symbol), meaning.meaning, size_of(self._session.trace, meaning)

    def _fill(self) -> None:
        self._clear()
        for column, title in enumerate(("Symbol", "What it stands for", "Now")):
            self._add(0, column, plain_label(title, wraps=False), bold=True)
        lines = self.rows()
        for index, (symbol, meaning, size) in enumerate(lines, 1):
            self._add(index, 0, plain_label(symbol, wraps=False), bold=True)
            self._add(index, 1, plain_label(meaning))
            self._add(index, 2, plain_label(size, wraps=False))
        self._grid.setRowStretch(len(lines) + 1, 1)
        em = self._look.em
        self._grid.setHorizontalSpacing(em)
        self._grid.setVerticalSpacing(em // 2)

    def _add(self, row: int, column: int, label: QLabel, bold: bool = False) -> None:
        label.setFont(self._look.font(bold=bold))
        set_ink(label, self._look.theme.text)
        label.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self._grid.addWidget(label, row, column, Qt.AlignmentFlag.AlignTop)

    def _clear(self) -> None:
        for row in range(self._grid.rowCount()):
            self._grid.setRowStretch(row, 0)
        while item := self._grid.takeAt(0):
            widget = item.widget()
            if widget is not None:
                widget.hide()
                widget.deleteLater()
