"""Actions: one place that makes them, so that every one has a name, a key and a help text."""

from collections.abc import Callable

from PySide6.QtCore import SIGNAL, QEvent, QObject, Qt
from PySide6.QtGui import QAction, QActionEvent, QKeySequence
from PySide6.QtWidgets import QToolButton, QWidget


def make_action(
    owner: QWidget,
    name: str,
    text: str,
    triggered: Callable[[], object],
    *keys: str,
    help_text: str = "",
) -> QAction:
    """An action of `owner` with the object name `name` and the given shortcuts.

    The keys are written out, since some platforms have no standard key for quitting, full screen
    or preferences.
    """
    action = QAction(text, owner)
    action.setObjectName(name)
    action.setShortcuts([QKeySequence(key) for key in keys])
    if help_text:
        action.setStatusTip(help_text)
        action.setToolTip(help_text)
    action.triggered.connect(lambda _checked=False: triggered())
    return action


def make_choice(
    owner: QWidget, name: str, text: str, chosen: Callable[[], object], *keys: str
) -> QAction:
    """A checkable action: one of several choices, or something that is on or off."""
    action = make_action(owner, name, text, chosen, *keys)
    action.setCheckable(True)
    return action


def button_for(action: QAction) -> QToolButton:
    """A button that does what the action does and is reached with Tab."""
    button = _ActionButton()
    button.setDefaultAction(action)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    return button


class _ActionButton(QToolButton):
    """Qt 6.11 connects it to its action once more with every change of the action."""

    def actionEvent(self, event: QActionEvent) -> None:
        if event.type() == QEvent.Type.ActionChanged:
            every_slot = None  # what Qt's documentation has and the stubs lack
            QObject.disconnect(event.action(), SIGNAL("changed()"), self, every_slot)  # type: ignore[call-overload]
        super().actionEvent(event)
