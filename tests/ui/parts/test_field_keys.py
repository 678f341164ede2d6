"""In a field, keys it has no use for do what they do elsewhere in the window."""

import pytest
from PySide6.QtCore import QEvent, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QLineEdit, QMainWindow, QPlainTextEdit, QVBoxLayout, QWidget

from explorer.files import load_example
from explorer.ui.parts.field_keys import FieldKeys
from explorer.ui.parts.focus import FocusWatch

CTRL, SHIFT = Qt.KeyboardModifier.ControlModifier, Qt.KeyboardModifier.ShiftModifier


class TerminalLine(QLineEdit):
    """A line that claims what one claims on desktops where Ctrl+E goes to the end of the line."""

    def event(self, event):
        if event.type() == QEvent.Type.ShortcutOverride and event.key() == Qt.Key.Key_E:
            event.accept()
            return True
        return super().event(event)


@pytest.fixture
def small(qtbot):
    """A window with a field of each kind, and what its shortcuts did."""
    window = QMainWindow()
    qtbot.addWidget(window)
    window.done = []
    window.line, window.page = TerminalLine(), QPlainTextEdit()
    middle = QWidget()
    column = QVBoxLayout(middle)
    column.addWidget(window.line)
    column.addWidget(window.page)
    window.setCentralWidget(middle)
    for key in ("Ctrl+Z", "Ctrl+Shift+Z", "Ctrl+E", "Ctrl+A"):
        action = QAction(window)
        action.setShortcut(QKeySequence(key))
        action.triggered.connect(lambda _checked=False, key=key: window.done.append(key))
        window.addAction(action)
    watch = FocusWatch(window)
    FieldKeys(window, watch)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    window.menuBar().setFocus()

    def enter(field):
        with qtbot.waitSignal(watch.moved):
            field.setFocus()

    window.enter = enter
    return window


@pytest.mark.parametrize("kind", ["line", "page"])
def test_what_is_typed_is_undone_in_the_field_and_then_the_window_undoes(qtbot, small, kind):
    field = getattr(small, kind)
    small.enter(field)
    qtbot.keyClick(field, Qt.Key.Key_Z, CTRL)
    qtbot.keyClick(field, Qt.Key.Key_Z, CTRL | SHIFT)
    assert small.done == ["Ctrl+Z", "Ctrl+Shift+Z"]
    qtbot.keyClicks(field, "word")
    assert small.done == ["Ctrl+Z", "Ctrl+Shift+Z"]
    qtbot.keyClick(field, Qt.Key.Key_Z, CTRL)
    qtbot.keyClick(field, Qt.Key.Key_Z, CTRL | SHIFT)
    assert small.done == ["Ctrl+Z", "Ctrl+Shift+Z"]


def test_a_letter_with_ctrl_is_the_windows_unless_it_means_the_same_everywhere(qtbot, small):
    small.line.setText("word")
    small.enter(small.line)
    qtbot.keyClick(small.line, Qt.Key.Key_E, CTRL)
    assert small.done == ["Ctrl+E"]
    qtbot.keyClick(small.line, Qt.Key.Key_A, CTRL)
    assert small.done == ["Ctrl+E"]
    assert small.line.selectedText() == "word"


@pytest.fixture
def text(qtbot, driver):
    """A text of tokens in the main window."""
    driver.session.load(load_example("same-token-twice"), None)
    driver.activate()
    return driver


def enter(qtbot, driver, field):
    with qtbot.waitSignal(driver.window.focus_watch.moved):
        field.setFocus()


def test_another_text_is_undone_and_redone_with_the_keyboard_still_on_it(qtbot, text):
    line = text.window.findChild(QLineEdit, "tokenLine")
    before = text.session.scenario.tokens
    enter(qtbot, text, line)
    line.selectAll()
    qtbot.keyClicks(line, "mice chase")
    qtbot.keyClick(line, Qt.Key.Key_Return)
    assert text.session.scenario.tokens == ("mice", "chase")
    qtbot.keyClick(line, Qt.Key.Key_Z, CTRL)
    assert text.session.scenario.tokens == before
    qtbot.keyClick(line, Qt.Key.Key_Z, CTRL | SHIFT)
    assert text.session.scenario.tokens == ("mice", "chase")
    assert line.text() == "mice chase"


def test_a_number_that_was_entered_is_undone_as_the_document_tells_it(qtbot, driver):
    driver.activate()
    driver.trigger("readingPanelAction")
    field = driver.window.findChild(QLineEdit, "softcapField")
    qtbot.waitUntil(field.isVisible)
    enter(qtbot, driver, field)
    qtbot.keyClicks(field, "25")
    qtbot.keyClick(field, Qt.Key.Key_Return)
    assert driver.session.scenario.softcap == 25
    qtbot.keyClick(field, Qt.Key.Key_Z, CTRL)
    assert driver.session.scenario.softcap is None
    assert driver.session.undo_stack.count() == 1
    assert field.text() == ""
