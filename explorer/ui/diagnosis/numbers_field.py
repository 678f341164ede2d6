"""Where someone's own numbers of one table are typed or pasted, or the file they stand in."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QSize, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import (
    QApplication,
    QButtonGroup,
    QPlainTextEdit,
    QPushButton,
    QStackedWidget,
    QVBoxLayout,
    QWidget,
)

from explorer.app.own_answer import Source
from explorer.model.convention import Convention
from explorer.ui.looks.look import Look
from explorer.ui.parts.controls import ControlLine, push_button, words
from explorer.ui.parts.outline import Outline
from explorer.ui.parts.text import breakable, plain_label

READERS = "Readers in the file:"
PLACEHOLDER = "Type or paste your {table},\nor drop a file"


class NumbersField(QStackedWidget):
    """Text; in its place a file by its name, as long as one is open. The text stays meanwhile.

    Text has readers where the screen has them. A file stays as it is when the screen is turned: it
    has them where the screen had them when it was opened, until the person says otherwise.

    Signals
    -------
    changed()
        The numbers may be others.
    """

    changed = Signal()

    def __init__(self, look: Look, table: str) -> None:
        super().__init__()
        self._look = look
        self._path: Path | None = None
        self._readers_in = look.convention
        self.edit = _NumbersEdit()
        Outline(self.edit, look)
        self.edit.setObjectName(f"{table}NumbersEdit")
        name = table.replace("_", " ")
        self.edit.setAccessibleName(f"Your {name}")
        self.edit.setPlaceholderText(PLACEHOLDER.format(table=name))
        self.told = plain_label()
        self.read_again = push_button(
            f"{table}ReadAgainButton",
            "Read it again",
            self.changed.emit,
            "After your program has written it anew",
        )
        self.put_away = push_button(
            f"{table}PutAwayButton", "Put the file away", lambda: self.take_file(None)
        )
        self.readers = {convention: self._choice(table, convention) for convention in Convention}
        self.addWidget(self.edit)
        self.addWidget(self._file_page())
        self.setFocusProxy(self.edit)
        self.edit.textChanged.connect(self.changed)
        self.edit.file_given.connect(self.take_file)

    @property
    def source(self) -> Source:
        """Where the numbers stand."""
        convention = self._look.convention if self._path is None else self._readers_in
        return Source(self.edit.toPlainText(), self._path, convention)

    def take_file(self, path: Path | None, readers_in: Convention | None = None) -> None:
        """Read the numbers from a file from now on; None: from the text again.

        Without `readers_in` the file has readers where the screen has them now.
        """
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self.isAncestorOf(focused)
        self._path = path
        self._readers_in = readers_in or self._look.convention
        self.readers[self._readers_in].setChecked(True)
        self.told.setText("" if path is None else breakable(f"The numbers in {path.name}"))
        self.told.setToolTip("" if path is None else str(path))
        self.setCurrentIndex(0 if path is None else 1)
        self.setFocusProxy(self.edit if path is None else self.read_again)
        if had_focus:
            self.setFocus()
        self.changed.emit()

    def take_text(self, text: str) -> None:
        """Put text in place of what is there, as if it had been typed: Undo takes it back."""
        cursor = self.edit.textCursor()
        cursor.select(QTextCursor.SelectionType.Document)
        cursor.insertText(text)
        self.take_file(None)

    def sizeHint(self) -> QSize:
        return QSize(14 * self._look.em, 5 * self._look.em)

    def minimumSizeHint(self) -> QSize:
        return QSize(8 * self._look.em, 4 * self._look.em)

    def _file_page(self) -> QWidget:
        page = QWidget()
        column = QVBoxLayout(page)
        column.setContentsMargins(0, 0, 0, 0)
        choices = QButtonGroup(page)
        for button in self.readers.values():
            choices.addButton(button)
        column.addWidget(self.told)
        column.addWidget(words(READERS))
        column.addWidget(ControlLine(self._look, *self.readers.values()))
        column.addWidget(ControlLine(self._look, self.read_again, self.put_away))
        column.addStretch(1)
        return page

    def _choice(self, table: str, convention: Convention) -> QPushButton:
        button: QPushButton = push_button(
            f"{table}ReadersIn{convention.capitalize()}Button",
            convention.capitalize(),
            lambda: self._read_as(convention),
            f"In the file a {convention.removesuffix('s')} is who reads",
            checkable=True,
        )
        button.setAccessibleName(f"{READERS} {convention}")
        return button

    def _read_as(self, readers_in: Convention) -> None:
        if readers_in is not self._readers_in:
            self._readers_in = readers_in
            self.changed.emit()


class _NumbersEdit(QPlainTextEdit):
    """Text without line breaks of its own; Tab leaves it; a file is handed on.

    Signals
    -------
    file_given(Path)
        A file was dropped or pasted here.
    """

    file_given = Signal(object)

    def __init__(self) -> None:
        super().__init__()
        self.setTabChangesFocus(True)
        self.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)

    def canInsertFromMimeData(self, source: QMimeData) -> bool:
        return local_file(source) is not None or super().canInsertFromMimeData(source)

    def insertFromMimeData(self, source: QMimeData) -> None:
        path = local_file(source)
        if path is None:
            super().insertFromMimeData(source)
        else:
            self.file_given.emit(path)


def local_file(content: QMimeData) -> Path | None:
    """The first file of this computer that is dropped or pasted."""
    urls = (url for url in content.urls() if url.isLocalFile())
    return next((Path(url.toLocalFile()) for url in urls), None)
