"""Every question that interrupts: behind one object, so that a test can answer in its place."""

from enum import Enum, auto
from pathlib import Path

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QDialog, QFileDialog, QInputDialog, QMessageBox, QWidget

FILE_FILTER = "Scenarios (*.attn *.json *.npz);;All files (*)"
NUMBERS_FILTER = "Numbers (*.csv *.txt *.tsv *.npy *.npz);;All files (*)"
CSV_FILTER = "Tables (*.csv);;All files (*)"
LARGEST_SHARE = 0.9
"""Of the screen that a dialog may take."""
SAVE_FILTER = "Scenarios (*.attn);;All files (*)"


class UnsavedAnswer(Enum):
    """What to do with changes that are not saved."""

    SAVE = auto()
    DISCARD = auto()
    CANCEL = auto()


class ConflictAnswer(Enum):
    """What to do with a file that is not as it was left."""

    RELOAD = auto()
    KEEP_MINE = auto()
    SAVE_AS = auto()
    CANCEL = auto()


class MarkAnswer(Enum):
    """How to save a document that is calculated with a mistake on purpose."""

    MARKED = auto()
    WITHOUT = auto()
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
        return answers.get(_standard_answer(box), UnsavedAnswer.CANCEL)

    def revert(self, name: str) -> bool:
        """Ask whether to go back to the saved state of `name`."""
        buttons = QMessageBox.StandardButton
        text = f"Go back to “{name}” as it was saved? Changes since then are lost."
        box = question_box(self._parent, "Revert", text, buttons.Yes | buttons.Cancel)
        return _standard_answer(box) == buttons.Yes

    def changed_on_disk(self, name: str, gone: bool) -> ConflictAnswer:
        """Ask what to do before a file is written that another program changed or removed."""
        label = _answer(conflict_box(self._parent, name, gone))
        return dict(_conflict_choices(gone)).get(label, ConflictAnswer.CANCEL)

    def mark_of_mistake(self, title: str, left_in: str = "") -> MarkAnswer:
        """Ask how to save a document that is calculated with the mistake called `title`.

        Or was: `left_in` is the name of its file that still is marked with it.
        """
        label = _answer(mark_box(self._parent, title, left_in))
        return dict(_MARK_CHOICES).get(label, MarkAnswer.CANCEL)

    def path_to_open(self) -> Path | None:
        """Ask for a file to open; None if the person cancels."""
        name, _ = QFileDialog.getOpenFileName(self._parent, "Open scenario", "", FILE_FILTER)
        return Path(name) if name else None

    def path_to_numbers(self) -> Path | None:
        """Ask for a file of one's own numbers; None if the person cancels."""
        name, _ = QFileDialog.getOpenFileName(self._parent, "Your numbers", "", NUMBERS_FILTER)
        return Path(name) if name else None

    def path_to_save(self, suggested: str) -> Path | None:
        """Ask for a file to save to, and whether to replace it; None if the person cancels."""
        dialog = save_dialog(self._parent, suggested)
        path = Path(dialog.selectedFiles()[0]) if dialog.exec() else None
        dialog.deleteLater()
        return path

    def path_to_export(self, suggested: str) -> Path | None:
        """Ask for a CSV file to write, and whether to replace it; None if the person cancels."""
        name, _ = QFileDialog.getSaveFileName(self._parent, "Save as CSV", suggested, CSV_FILTER)
        return Path(name) if name else None

    def number(self, title: str, label: str, value: str) -> str | None:
        """Ask for a number, as text; None if the person cancels."""
        return self.text(title, label, value)

    def text(self, title: str, label: str, value: str) -> str | None:
        """Ask for a line of text; None if the person cancels."""
        text, accepted = QInputDialog.getText(self._parent, title, label, text=value)
        return text if accepted else None


def question_box(
    parent: QWidget, title: str, text: str, choices: QMessageBox.StandardButton
) -> QMessageBox:
    """A question whose text is taken literally; Enter saves, or else does nothing."""
    buttons = QMessageBox.StandardButton
    box = QMessageBox(QMessageBox.Icon.Question, title, text, choices, parent)
    box.setTextFormat(Qt.TextFormat.PlainText)
    box.setDefaultButton(buttons.Save if choices & buttons.Save else buttons.Cancel)
    return box


def _standard_answer(box: QMessageBox) -> QMessageBox.StandardButton:
    answer = QMessageBox.StandardButton(box.exec())
    box.deleteLater()
    return answer


def _answer(box: QMessageBox) -> str:
    """The label of the button that is clicked; empty if the box is closed in another way."""
    box.exec()
    clicked = box.clickedButton()  # gone with a box that deletes itself as it closes
    label = "" if clicked is None else clicked.text()
    box.deleteLater()
    return label


_MARK_CHOICES = (
    ("Save &without the mistake", MarkAnswer.WITHOUT),
    ("Save &marked as an experiment", MarkAnswer.MARKED),
)


def mark_box(parent: QWidget, title: str, left_in: str = "") -> QMessageBox:
    """The question before a mistake gets into a file or out of it; Enter saves without it."""
    if left_in:
        text = (
            f"“{left_in}” is marked as an experiment: {title}. The document here is no more.\n\n"
            "Without the mistake, the file becomes an ordinary scenario. Marked as an experiment, "
            "the mistake is made again first, and the file goes on opening in the loud frame. "
        )
    else:
        text = (
            f"The document is deliberately wrong: {title}.\n\n"
            "Without the mistake, the laboratory is left first and an ordinary scenario is saved. "
            "Marked as an experiment, the file names its mistake and always opens in the loud "
            "frame. "
        )
    text += "The numbers typed in are the same either way."
    buttons = QMessageBox.StandardButton
    box = question_box(parent, "A deliberate mistake", text, buttons.Cancel)
    for label, answer in _MARK_CHOICES:
        button = box.addButton(label, QMessageBox.ButtonRole.AcceptRole)
        if answer is MarkAnswer.WITHOUT:
            box.setDefaultButton(button)
    return box


def conflict_box(parent: QWidget, name: str, gone: bool) -> QMessageBox:
    """The question about a file that changed under the document; Enter saves elsewhere."""
    happened = "is no longer there" if gone else "was changed by another program"
    told = "" if gone else "Keep mine replaces the file, Reload drops the changes made here.\n\n"
    text = (
        f"“{name}” {happened} since it was opened or saved here.\n\n{told}Nothing is written yet."
    )
    buttons = QMessageBox.StandardButton
    box = question_box(parent, "The file changed", text, buttons.Cancel)
    for label, answer in _conflict_choices(gone):
        button = box.addButton(label, QMessageBox.ButtonRole.AcceptRole)
        if answer is ConflictAnswer.SAVE_AS:
            box.setDefaultButton(button)
    return box


def _conflict_choices(gone: bool) -> list[tuple[str, ConflictAnswer]]:
    save_as = ("Save &as…", ConflictAnswer.SAVE_AS)
    if gone:
        return [("Save it &there again", ConflictAnswer.KEEP_MINE), save_as]
    return [
        ("&Keep mine", ConflictAnswer.KEEP_MINE),
        save_as,
        ("&Reload", ConflictAnswer.RELOAD),
    ]


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
        dialog.resize(fitting(dialog, wanted))
    dialog.open()


def fitting(dialog: QDialog, wanted: QSize) -> QSize:
    """The size wanted for a dialog, no larger than its screen bears."""
    return wanted.boundedTo(dialog.screen().availableSize() * LARGEST_SHARE)
