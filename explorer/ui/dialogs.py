"""Every question that interrupts: behind one object, so that a test can answer in its place."""

from enum import Enum, auto
from pathlib import Path

from PySide6.QtWidgets import QFileDialog, QInputDialog, QMessageBox, QWidget

FILE_FILTER = "Scenarios (*.attn *.json *.npz);;All files (*)"
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
        box = QMessageBox(self._parent)
        box.setIcon(QMessageBox.Icon.Question)
        box.setWindowTitle("Unsaved changes")
        box.setText(f"Save the changes to “{name}”?")
        box.setInformativeText("Otherwise they are lost.")
        box.setStandardButtons(buttons.Save | buttons.Discard | buttons.Cancel)
        box.setDefaultButton(buttons.Save)
        answers = {buttons.Save: UnsavedAnswer.SAVE, buttons.Discard: UnsavedAnswer.DISCARD}
        return answers.get(buttons(box.exec()), UnsavedAnswer.CANCEL)

    def revert(self, name: str) -> bool:
        """Ask whether to go back to the saved state of `name`."""
        buttons = QMessageBox.StandardButton
        text = f"Go back to “{name}” as it was saved? Changes since then are lost."
        answer = QMessageBox.question(self._parent, "Revert", text, buttons.Yes | buttons.Cancel)
        return answer == buttons.Yes

    def path_to_open(self) -> Path | None:
        """Ask for a file to open; None if the person cancels."""
        name, _ = QFileDialog.getOpenFileName(self._parent, "Open scenario", "", FILE_FILTER)
        return Path(name) if name else None

    def path_to_save(self, suggested: str) -> Path | None:
        """Ask for a file to save to; the ending .attn is added where there is none."""
        name, _ = QFileDialog.getSaveFileName(self._parent, "Save scenario", suggested, SAVE_FILTER)
        if not name:
            return None
        path = Path(name)
        return path if path.suffix else path.with_suffix(".attn")

    def number(self, title: str, label: str, value: str) -> str | None:
        """Ask for a number, as text; None if the person cancels."""
        text, accepted = QInputDialog.getText(self._parent, title, label, text=value)
        return text if accepted else None
