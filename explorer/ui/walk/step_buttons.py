"""The row of buttons that move through the walk."""

from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QWidget

from explorer.ui.looks.look import Look
from explorer.ui.parts.actions import button_for


class StepButtons(QWidget):
    """A button for each action, in the middle of the line."""

    def __init__(self, actions: Iterable[QAction], look: Look) -> None:
        super().__init__()
        self._look = look
        self._buttons = [_button(action) for action in actions]
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addStretch(1)
        for button in self._buttons:
            line.addWidget(button)
        line.addStretch(1)
        look.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        for button in self._buttons:
            button.setIconSize(QSize(self._look.em, self._look.em))


def _button(action: QAction) -> QToolButton:
    button = button_for(action)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    return button
