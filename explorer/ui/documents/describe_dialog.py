"""Editing the title and the notes of a scenario."""

from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QFormLayout,
    QLineEdit,
    QPlainTextEdit,
    QWidget,
)

from explorer.app import edits
from explorer.app.session import Session


class DescribeDialog(QDialog):
    """Title and Markdown notes; accepting is one undoable edit."""

    def __init__(self, session: Session, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("describeDialog")
        self.setWindowTitle("Title and notes")
        self._session = session
        self.title_edit = QLineEdit(session.scenario.title)
        self.notes_edit = QPlainTextEdit(session.scenario.notes)
        self.notes_edit.setTabChangesFocus(True)
        buttons = QDialogButtonBox(
            QDialogButtonBox.StandardButton.Ok | QDialogButtonBox.StandardButton.Cancel
        )
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        form = QFormLayout(self)
        form.addRow("&Title", self.title_edit)
        form.addRow("&Notes (Markdown)", self.notes_edit)
        form.addRow(buttons)

    def accept(self) -> None:
        """Close, unless what was typed is refused: then it is still there to be shortened."""
        title, notes = self._session.scenario.title, self._session.scenario.notes
        if self.title_edit.isModified():
            title = self.title_edit.text()
        if self.notes_edit.document().isModified():
            notes = self.notes_edit.toPlainText()
        if self._session.edit(edits.describe_document, title, notes):
            super().accept()
