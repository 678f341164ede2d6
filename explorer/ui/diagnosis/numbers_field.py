"""Where someone's own numbers of one table are typed or pasted, or the file they stand in."""

from pathlib import Path

from PySide6.QtCore import QMimeData, QSize, Signal
from PySide6.QtGui import QTextCursor
from PySide6.QtWidgets import QApplication, QPlainTextEdit, QStackedWidget, QVBoxLayout, QWidget

from explorer.app.own_answer import Source
from explorer.ui.looks.look import Look
from explorer.ui.parts.controls import ControlLine, push_button
from explorer.ui.parts.outline import Outline
from explorer.ui.parts.text import breakable, plain_label

PLACEHOLDER = "Type or paste your {table},\nor drop a file"


class NumbersField(QStackedWidget):
    """Text; in its place a file by its name, as long as one is open. The text stays meanwhile.

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
        self.addWidget(self.edit)
        self.addWidget(self._file_page())
        self.setFocusProxy(self.edit)
        self.edit.textChanged.connect(self.changed)
        self.edit.file_given.connect(self.take_file)

    @property
    def source(self) -> Source:
        """Where the numbers stand."""
        return Source(self.edit.toPlainText(), self._path, self._look.convention)

    def take_file(self, path: Path | None) -> None:
        """Read the numbers from a file from now on; None: from the text again."""
        focused = QApplication.focusWidget()
        had_focus = focused is not None and self.isAncestorOf(focused)
        self._path = path
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
        column.addWidget(self.told)
        column.addWidget(ControlLine(self._look, self.read_again, self.put_away))
        column.addStretch(1)
        return page


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
