"""The notes of a scenario, set from Markdown."""

from typing import Any

from PySide6.QtCore import QSize, QUrl
from PySide6.QtGui import QTextDocument
from PySide6.QtWidgets import QTextBrowser

from explorer.app.session import Session
from explorer.ui.looks.look import Look

FEATURES = (
    QTextDocument.MarkdownFeature.MarkdownDialectGitHub
    | QTextDocument.MarkdownFeature.MarkdownNoHTML
)
NO_NOTES = "No notes yet. Edit ▸ Title and notes… writes some."


class NotesPanel(QTextBrowser):
    """Shows the notes. HTML in them is shown as text; nothing is loaded from anywhere."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("notesPanel")
        self.setAccessibleName("Notes")
        self.setOpenLinks(False)
        self.setAcceptDrops(False)  # a dropped file is for the window
        self._session = session
        self._look = look
        self._shown: str | None = None
        session.changed.connect(self._refresh)
        look.changed.connect(self._restyle)
        self._restyle()

    def sizeHint(self) -> QSize:
        return QSize(40 * self._look.em, 8 * self._look.em)

    def loadResource(self, kind: int, name: QUrl | str) -> Any:
        """Nothing: an image in the notes of a file must not reach outside it."""
        return None

    def _refresh(self) -> None:
        """Set the notes anew if they are other ones: whoever reads keeps the place."""
        notes = self._session.scenario.notes
        if notes != self._shown:
            self._shown = notes
            self.document().setMarkdown(notes or NO_NOTES, FEATURES)

    def _restyle(self) -> None:
        self.document().setDefaultFont(self._look.font())
        self._shown = None  # links take their colour when they are set
        self._refresh()
        self.updateGeometry()
