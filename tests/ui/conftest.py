"""A main window on the seed's example, and someone who answers its questions."""

from pathlib import Path

import pytest
from PySide6.QtGui import QAction

from explorer.ui.window.dialogs import ConflictAnswer, MarkAnswer, UnsavedAnswer


class FakeDialogs:
    """Answers in place of Dialogs and remembers what was asked."""

    def __init__(self):
        self.asked: list[str] = []
        self.unsaved = UnsavedAnswer.CANCEL
        self.conflict = ConflictAnswer.CANCEL
        self.mark = MarkAnswer.CANCEL
        self.may_revert = False
        self.open_from: Path | None = None
        self.numbers_from: Path | None = None
        self.save_to: Path | None = None
        self.export_to: Path | None = None
        self.number_text: str | None = None
        self.given_text: str | None = None

    def unsaved_changes(self, name):
        self.asked.append(f"unsaved {name}")
        return self.unsaved

    def revert(self, name):
        self.asked.append(f"revert {name}")
        return self.may_revert

    def changed_on_disk(self, name, gone):
        self.asked.append(f"{'gone' if gone else 'changed'} {name}")
        return self.conflict

    def mark_of_mistake(self, title, left_in=""):
        self.asked.append(f"mark {title} {left_in}".rstrip())
        return self.mark

    def path_to_open(self):
        self.asked.append("open")
        return self.open_from

    def path_to_numbers(self):
        self.asked.append("numbers")
        return self.numbers_from

    def path_to_save(self, suggested):
        self.asked.append(f"save {suggested}")
        return self.save_to

    def path_to_export(self, suggested):
        self.asked.append(f"export {suggested}")
        return self.export_to

    def text(self, title, label, value):
        self.asked.append(f"{title} {value}".rstrip())
        return self.given_text

    def number(self, title, label, value):
        self.asked.append(f"{title} {value}".rstrip())
        return self.number_text


class Driver:
    """A main window and short words for what a test does with it."""

    def __init__(self, qtbot, window, dialogs):
        self._qtbot = qtbot
        self.window = window
        self.dialogs = dialogs
        self.session = window.session

    def action(self, name):
        action = self.window.findChild(QAction, name)
        assert action is not None, name
        return action

    def trigger(self, name):
        self.action(name).trigger()

    @property
    def table(self):
        """The table of the keys."""
        return self.window.inputs_panel.tables["key"]

    def open_editor(self, text, row=1, column=0):
        """Type `text` into a cell of the keys without ending it."""
        self.activate()
        self.table.setCurrentIndex(self.table.matrix.index(row, column))
        self.table.setFocus()
        self._qtbot.keyClicks(self.table, text[:1])
        editor = self.window.focusWidget()
        self._qtbot.keyClicks(editor, text[1:])
        assert self.session.is_editing
        return editor

    def activate(self):
        self.window.show()
        self.window.activateWindow()
        self._qtbot.waitUntil(self.window.isActiveWindow)

    def change(self, number=5.0):
        """Change a number of the keys."""
        matrix = self.table.matrix
        assert matrix.setData(matrix.index(1, 0), str(number))


@pytest.fixture
def dialogs():
    return FakeDialogs()


@pytest.fixture
def window(qtbot, session, look, dialogs):
    from explorer.ui.window.main_window import MainWindow

    window = MainWindow(session, look, dialogs)
    qtbot.addWidget(window)
    return window


@pytest.fixture
def driver(qtbot, window, dialogs):
    return Driver(qtbot, window, dialogs)
