"""Every question that interrupts: behind one object, so that a test can answer in its place."""

from enum import Enum, auto
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QMessageBox, QWidget

FILE_FILTER = "Scenarios (*.attn *.json *.npz);;All files (*)"
LARGEST_SHARE = 0.9
"""Of the screen that a dialog may take."""
SAVE_FILTER = "Scenarios (*.attn);;All files (*)"


class UnsavedAnswer(Enum):
    """What to do with changes that are not saved."""

    SAVE = auto()
    DISCARD = auto()
    CANCEL = auto()


class Dialogs:
    """Asks the person, modally, on top of `parent`."""

    def __init__(self, parent: QWidget) -> None:
        self._parent = parent

    def unsaved_changes(self, name: str) -> UnsavedAnswer:
        """Ask what to do before the document called `name` is replaced or closed."""
        buttons = QMessageBox.StandardButton
        text = f"Save the changes to “{name}”?\n\nOtherwise they are lost."
        choices = buttons.Save | buttons.Discard | buttons.Cancel
        box = question_box(self._parent, "Unsaved changes", text, choices)
        answers = {buttons.Save: UnsavedAnswer.SAVE, buttons.Discard: UnsavedAnswer.DISCARD}
        return answers.get(buttons(box.exec()), UnsavedAnswer.CANCEL)

    def revert(self, name: str) -> bool:
        """Ask whether to go back to the saved state of `name`."""
        buttons = QMessageBox.StandardButton
        text = f"Go back to “{name}” as it was saved? Changes since then are lost."
        box = question_box(self._parent, "Revert", text, buttons.Yes | buttons.Cancel)
        return buttons(box.exec()) == buttons.Yes

    def path_to_open(self) -> Path | None:
        """Ask for a file to open; None if the person cancels."""
        name, _ = QFileDialog.getOpenFileName(self._parent, "Open scenario", "", FILE_FILTER)
        return Path(name) if name else None

    def path_to_save(self, suggested: str) -> Path | None:
        """Ask for a file to save to, and whether to replace it; None if the person cancels."""
        dialog = save_dialog(self._parent, suggested)
        path = Path(dialog.selectedFiles()[0]) if dialog.exec() else None
        dialog.deleteLater()
        return path

    def number(self, title: str, label: str, value: str) -> str | None:
        """Ask for a number, as text; None if the person cancels."""
        text, accepted = QInputDialog.getText(self._parent, title, label, text=value)
        return text if accepted else None


def question_box(
    parent: QWidget, title: str, text: str, choices: QMessageBox.StandardButton
) -> QMessageBox:
    """A question whose text is taken literally; Enter saves, or else does nothing."""
    buttons = QMessageBox.StandardButton
    box = QMessageBox(QMessageBox.Icon.Question, title, text, choices, parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    box.setDefaultButton(buttons.Save if choices & buttons.Save else buttons.Cancel)
    return box


def save_dialog(parent: QWidget, suggested: str) -> QFileDialog:
    """A dialog that adds the ending before it asks whether to replace a file of that name."""
    dialog = QFileDialog(parent, "Save scenario", "", SAVE_FILTER)
    dialog.setAcceptMode(QFileDialog.AcceptMode.AcceptSave)
    dialog.setDefaultSuffix("attn")
    dialog.selectFile(suggested)
    return dialog


def open_once(dialog: QDialog, wanted: QSize | None = None) -> None:
    """Show a dialog without waiting for it, no larger than its screen; gone once it is closed."""
    dialog.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    if wanted is not None:
        dialog.resize(wanted.boundedTo(dialog.screen().availableSize() * LARGEST_SHARE))
    dialog.open()
