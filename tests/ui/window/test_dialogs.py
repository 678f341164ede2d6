"""Questions as the person meets them: a box that is really open, answered by clicking a button."""

import pytest
from PySide6.QtCore import QTimer
from PySide6.QtWidgets import QApplication, QMessageBox

from explorer.ui.window.dialogs import ConflictAnswer, Dialogs, MarkAnswer, UnsavedAnswer


@pytest.fixture
def asking(window):
    """The real questions, on top of a window that is shown."""
    window.show()
    return Dialogs(window)


def click(label):
    """Click the button called `label` in the box that is asked next; None: close the box."""

    def answer():
        box = QApplication.activeModalWidget()
        assert isinstance(box, QMessageBox)
        if label is None:
            box.close()
            return
        (button,) = [one for one in box.buttons() if one.text().replace("&", "") == label]
        button.click()

    QTimer.singleShot(0, answer)


@pytest.mark.parametrize(
    ("label", "answer"),
    [
        ("Keep mine", ConflictAnswer.KEEP_MINE),
        ("Save as…", ConflictAnswer.SAVE_AS),
        ("Reload", ConflictAnswer.RELOAD),
        ("Cancel", ConflictAnswer.CANCEL),
        (None, ConflictAnswer.CANCEL),
    ],
)
def test_a_file_that_changed_is_dealt_with_as_clicked(asking, label, answer):
    click(label)
    assert asking.changed_on_disk("mine.attn", gone=False) is answer


@pytest.mark.parametrize(
    ("label", "answer"),
    [
        ("Save without the mistake", MarkAnswer.WITHOUT),
        ("Save marked as an experiment", MarkAnswer.MARKED),
        ("Cancel", MarkAnswer.CANCEL),
        (None, MarkAnswer.CANCEL),
    ],
)
def test_a_deliberate_mistake_is_saved_as_clicked(asking, label, answer):
    click(label)
    assert asking.mark_of_mistake("Softmax over the column") is answer


@pytest.mark.parametrize(
    ("label", "answer"),
    [
        ("Save", UnsavedAnswer.SAVE),
        ("Discard", UnsavedAnswer.DISCARD),
        ("Cancel", UnsavedAnswer.CANCEL),
        (None, UnsavedAnswer.CANCEL),
    ],
)
def test_unsaved_changes_are_dealt_with_as_clicked(asking, label, answer):
    click(label)
    assert asking.unsaved_changes("mine") is answer


def test_going_back_is_agreed_to_by_a_click(asking):
    click("Yes")
    assert asking.revert("mine")
    click("Cancel")
    assert not asking.revert("mine")


def test_a_box_is_gone_once_it_is_answered(qtbot, asking, window):
    click("Cancel")
    asking.changed_on_disk("mine.attn", gone=True)
    qtbot.waitUntil(lambda: not window.findChildren(QMessageBox))
