"""Random keys, clicks, drags, menu actions, files, resizes, themes and zooms in one window.

`--actions 50000` sends as many as a release asks for; `--seed` repeats a run. An exception or a
warning of Qt fails the test, as in every other one.
"""

import ctypes
import gc
import random
import re
import sys
from collections import deque

import numpy as np
import pytest
from PySide6.QtCore import (
    QEvent,
    QMimeData,
    QPoint,
    QPointF,
    Qt,
    QTimer,
    QtMsgType,
    qInstallMessageHandler,
)
from PySide6.QtGui import (
    QAction,
    QContextMenuEvent,
    QGuiApplication,
    QPixmapCache,
    QWheelEvent,
)
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QLabel,
    QListView,
    QMenu,
    QWidget,
)

from explorer.app.preferences import THEMES, ZOOM_LEVELS
from explorer.files import list_examples, load_example
from explorer.model import calculate
from explorer.ui.window.dialogs import ConflictAnswer, UnsavedAnswer

KEYS = [
    *(Qt.Key.Key_Tab, Qt.Key.Key_Backtab, Qt.Key.Key_Return, Qt.Key.Key_Escape, Qt.Key.Key_Delete),
    *(Qt.Key.Key_Left, Qt.Key.Key_Right, Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_Home),
    *(Qt.Key.Key_End, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown, Qt.Key.Key_Space, Qt.Key.Key_F2),
    *(Qt.Key.Key_F3, Qt.Key.Key_F5, Qt.Key.Key_F6, Qt.Key.Key_F7, Qt.Key.Key_F8, Qt.Key.Key_F9),
    *(Qt.Key.Key_1, Qt.Key.Key_5, Qt.Key.Key_0, Qt.Key.Key_Minus, Qt.Key.Key_Period, Qt.Key.Key_E),
    *(Qt.Key.Key_Z, Qt.Key.Key_C, Qt.Key.Key_V, Qt.Key.Key_X, Qt.Key.Key_A, Qt.Key.Key_Plus),
]
MODIFIERS = [
    *[Qt.KeyboardModifier.NoModifier] * 4,
    Qt.KeyboardModifier.ControlModifier,
    Qt.KeyboardModifier.ShiftModifier,
    Qt.KeyboardModifier.AltModifier,
    Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier,
]
TEXTS = [
    *("1", "-2.5", "1/3", "sqrt(2)", "1e3", "1e308", "nan", "inf", "x", "", "=1+1", "0,5"),
    *("1\t2\n3\t4", "[[1, 2], [3, 4]]", "1 2 3\n4 5", "<img src=x>", "\u0000", "9" * 400),
]
LEAVE_ALONE = {"quitAction", "closeAction"}
QUOTED = re.compile('“[^”]*”|"[^"]*"')
NOT_A_NUMBER = re.compile(r"\b(nan|inf)\b", re.IGNORECASE)


class Answers:
    """Someone who answers every question at random and never names a file of their own."""

    def __init__(self, chance, folder):
        self._chance = chance
        self._folder = folder

    def unsaved_changes(self, name):
        return self._chance.choice(list(UnsavedAnswer))

    def changed_on_disk(self, name, gone):
        return self._chance.choice(list(ConflictAnswer))

    def revert(self, name):
        return self._chance.random() < 0.5

    def path_to_open(self):
        files = [None, self._folder / "missing.attn", *self._folder.glob("*.attn")]
        return self._chance.choice(files)

    def path_to_save(self, suggested):
        return self._chance.choice([None, self._folder / "mine.attn", self._folder / "no" / "x"])

    def path_to_export(self, suggested):
        return self._chance.choice([None, self._folder / "table.csv"])

    def number(self, title, label, value):
        return self._chance.choice([None, *TEXTS])

    def text(self, title, label, value):
        return self._chance.choice([None, value, "A", " ", "<b>B & C</b>", "\t\n", "x" * 400])


class Monkey:
    """Does one random thing after another to a window."""

    def __init__(self, window, chance):
        self.window = window
        self._chance = chance
        self._closer = QTimer(window, interval=20)
        self._closer.timeout.connect(_close_popups)
        self._kinds = [
            *[self.press_key] * 6,
            *[self.click] * 4,
            *[self.trigger] * 4,
            self.type_text,
            self.drag,
            self.turn_wheel,
            self.paste,
            self.open_context_menu,
            self.load,
            self.resize,
            self.restyle,
            self.go_somewhere,
        ]

    def act(self):
        """One thing; what it was, for the report of a failure."""
        kind = self._chance.choice(self._kinds)
        dialog = QApplication.activeModalWidget()
        if dialog is not None and self._chance.random() < 0.3:
            dialog.close()
            return f"close {dialog.objectName()}"
        popup = QApplication.activePopupWidget()
        if popup is not None:
            popup.close()
        self._closer.start()  # a button with a menu waits until it is closed
        told = kind()
        self._closer.stop()
        return f"{kind.__name__} {told}"

    def _some_widget(self):
        top = QApplication.activeModalWidget() or self.window
        shown = [one for one in top.findChildren(QWidget) if one.isVisible() and one.isEnabled()]
        return self._chance.choice(shown or [top])

    def _somewhere(self, widget):
        return QPoint(
            self._chance.randrange(max(1, widget.width())),
            self._chance.randrange(max(1, widget.height())),
        )

    def press_key(self):
        target = QApplication.focusWidget() or self.window
        key, modifier = self._chance.choice(KEYS), self._chance.choice(MODIFIERS)
        QTest.keyClick(target, key, modifier)
        return f"{modifier} {key} in {type(target).__name__}"

    def type_text(self):
        target = QApplication.focusWidget() or self.window
        text = self._chance.choice(TEXTS)
        for letter in text[:20]:
            if letter.isprintable():
                QTest.keyClick(QApplication.focusWidget() or target, letter)
        return repr(text[:20])

    def click(self):
        widget = self._some_widget()
        button = self._chance.choice(
            [Qt.MouseButton.LeftButton] * 5 + [Qt.MouseButton.MiddleButton]
        )
        act = self._chance.choice([QTest.mouseClick, QTest.mouseClick, QTest.mouseDClick])
        act(widget, button, self._chance.choice(MODIFIERS), self._somewhere(widget))
        return f"{type(widget).__name__} {widget.objectName()}"

    def drag(self):
        widget = self._some_widget()
        QTest.mousePress(widget, Qt.MouseButton.LeftButton, pos=self._somewhere(widget))
        for _ in range(4):
            QTest.mouseMove(widget, self._somewhere(widget))
        QTest.mouseRelease(widget, Qt.MouseButton.LeftButton, pos=self._somewhere(widget))
        return f"{type(widget).__name__} {widget.objectName()}"

    def turn_wheel(self):
        widget = self._some_widget()
        pos = QPointF(self._somewhere(widget))
        event = QWheelEvent(
            pos,
            QPointF(widget.mapToGlobal(pos.toPoint())),
            QPoint(),
            QPoint(0, self._chance.choice([-240, -120, 120, 240])),
            Qt.MouseButton.NoButton,
            self._chance.choice(MODIFIERS),
            Qt.ScrollPhase.NoScrollPhase,
            False,
        )
        QApplication.sendEvent(widget, event)
        return type(widget).__name__

    def trigger(self):
        actions = [
            action
            for action in self.window.findChildren(QAction)
            if action.isEnabled()
            and action.objectName() not in LEAVE_ALONE
            and isinstance(action.parent(), QWidget)  # pyqtgraph's scenes have some nobody reaches
        ]
        action = self._chance.choice(actions)
        name = action.objectName() or action.text()
        action.trigger()
        return name

    def paste(self):
        data = QMimeData()
        data.setText(self._chance.choice(TEXTS))
        QGuiApplication.clipboard().setText(data.text())
        table = self._chance.choice(list(self.window.inputs_panel.tables.values()))
        table.setFocus()
        QTest.keyClick(table, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)
        return repr(data.text()[:20])

    def open_context_menu(self):
        widget = self._some_widget()
        pos = self._somewhere(widget)
        if not isinstance(widget, QMenu):
            event = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, pos, widget.mapToGlobal(pos))
            QApplication.sendEvent(widget, event)
        return type(widget).__name__

    def load(self):
        if self._chance.random() < 0.8:
            return "nothing"
        example = self._chance.choice(list_examples())
        self.window.session.load(load_example(example.name), None)
        return example.name

    def resize(self):
        size = self._chance.randrange(300, 1800), self._chance.randrange(200, 1100)
        self.window.resize(*size)
        return str(size)

    def restyle(self):
        preferences = self.window.look.preferences
        preferences.theme = self._chance.choice(THEMES)
        preferences.zoom = self._chance.choice(ZOOM_LEVELS)
        preferences.digits = self._chance.randrange(2, 9)
        return f"{preferences.theme} {preferences.zoom}"

    def go_somewhere(self):
        walk = self.window.session.walk
        position = self._chance.randrange(len(walk))
        self.window.session.go_to_position(position)
        return str(position)


def _close_popups():
    while (popup := QApplication.activePopupWidget()) is not None:
        popup.close()


def texts_on_screen(window):
    """What is written in labels, buttons, tables and the accessible texts of views.

    Notices are left out, and names in quotes: they are what was typed.
    """
    for widget in window.findChildren(QWidget):
        if not widget.isVisible() or window.notice_bar in (widget, widget.parent()):
            continue
        yield widget.accessibleDescription()
        if isinstance(widget, QLabel | QAbstractButton):
            yield widget.text()
        if isinstance(widget, QAbstractItemView) and widget.model() is not None:
            model = widget.model()
            columns = 1 if isinstance(widget, QListView) else model.columnCount()
            for row in range(min(model.rowCount(), 8)):
                for column in range(min(columns, 8)):
                    yield str(model.index(row, column).data())


def check(window):
    """What must hold after whatever was done."""
    session = window.session
    fresh = calculate(session.scenario)
    assert session.trace.arrays.keys() == fresh.arrays.keys()
    for name, array in fresh.arrays.items():
        np.testing.assert_allclose(session.trace.arrays[name], array, rtol=1e-12, atol=1e-300)
    assert 0 <= session.position < len(session.walk)
    texts = [QUOTED.sub("", text or "") for text in texts_on_screen(window)]
    assert [text for text in texts if NOT_A_NUMBER.search(text)] == []


GONE = QEvent.Type.DeferredDelete.value
"""What is deleted later goes when the event loop comes back to its outermost turn: never, here."""


def memory(window):
    """Resident bytes of this process with a window of one size.

    Without what is kept to be drawn again, which has a limit of its own, and what is free but not
    given back to the system.
    """
    window.resize(1280, 800)
    QApplication.processEvents()
    QPixmapCache.clear()
    gc.collect()
    if sys.platform == "linux" and hasattr(libc := ctypes.CDLL(None), "malloc_trim"):
        libc.malloc_trim(0)
    with open("/proc/self/statm", encoding="ascii") as stream:  # noqa: PTH123
        return int(stream.read().split()[1]) * 4096


def unexpected(messages):
    """A handler of what Qt says; what the platform of the tests cannot do is no fault."""

    def handle(kind, _context, text):
        if kind is not QtMsgType.QtDebugMsg and "This plugin does not support" not in text:
            messages.append(text)

    return handle


@pytest.mark.timeout(7200)
def test_nothing_a_monkey_does_breaks_the_window(
    pytestconfig, window, dialogs, tmp_path, qtbot, qtlog
):
    count, seed = pytestconfig.getoption("--actions"), pytestconfig.getoption("--seed")
    chance = random.Random(seed)
    answers = Answers(chance, tmp_path)
    window.documents.dialogs = window.menus.calculation._dialogs = answers
    window.compare.actions._dialogs = answers
    window.show()
    monkey = Monkey(window, chance)
    done, said = deque(maxlen=60), []
    settled = None
    with qtlog.disabled():  # it would keep every message of the run
        qInstallMessageHandler(unexpected(said))
        for number in range(count):
            with qtbot.captureExceptions() as raised:
                done.append(monkey.act())
                QApplication.processEvents()
                QApplication.sendPostedEvents(None, GONE)
                window.setVisible(True)
            try:
                for _kind, error, _traceback in raised:
                    raise error
                assert said == []
                if number % 50 == 49:
                    check(window)
            except Exception as error:
                error.add_note("\n".join(done))
                raise
            if number == count // 5:
                settled = memory(window)
        qInstallMessageHandler(None)
    if count >= 10_000:
        assert memory(window) < 1.2 * settled
