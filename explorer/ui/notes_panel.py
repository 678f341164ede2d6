"""The notes of a scenario, set from Markdown."""

from typing import Any

from PySide6.QtCore import QSize, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QTextBrowser

from explorer.app.session import Session
from explorer.ui.look import Look

FEATURES = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)


class NotesPanel(QTextBrowser):
    """Shows title and notes. HTML in them is shown as text; nothing is loaded from anywhere."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("notesPanel")
        self.setAccessibleName("Notes")
        self.setOpenLinks(False)
        self._session = session
        self._look = look
        session.changed.connect(self._refresh)
        look.changed.connect(self._refresh)
        self._refresh()

    def sizeHint(self) -> QSize:
        return QSize(40 * self._look.em, 8 * self._look.em)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Nothing: an image in the notes of a file must not reach outside it."""
        return None

    def _refresh(self) -> None:
        scenario = self._session.scenario
        self.document().setDefaultFont(self._look.font())
        notes = scenario.notes or "No notes yet. Edit ▸ Title and notes… writes some."
        self.document().setMarkdown(notes, FEATURES)
