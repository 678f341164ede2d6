"""Buttons, choices and words in lines that wrap: what the cards of experiments are made of."""

from collections import Counter
from collections.abc import Callable, Sequence

from PySide6.QtCore import QSignalBlocker
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QComboBox, QLabel, QPushButton, QWidget

from explorer.ui.looks.colours import mixed
from explorer.ui.looks.look import Look
from explorer.ui.parts.flow_layout import FlowLayout
from explorer.ui.parts.text import plain_label

_PRESSED_IN = 0.3
"""How much of the accent a button has that is pressed in."""


class ControlLine(QWidget):
    """Controls side by side, in the next line where there is no room.

    A button that is pressed in carries the accent: a darker shade would be lost on a dark one.
    """

    def __init__(self, look: Look, *widgets: QWidget) -> None:
        super().__init__()
        self._look = look
        self._flow = FlowLayout()
        self.setLayout(self._flow)
        self._toggles = [
            one for one in widgets if isinstance(one, QPushButton) and one.isCheckable()
        ]
        for widget in widgets:
            self._flow.addWidget(widget)
        for toggle in self._toggles:
            toggle.toggled.connect(self._restyle)
        look.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        self._flow.setSpacing(self._look.em // 3)
        theme = self._look.theme
        for toggle in self._toggles:
            tinted = mixed(theme.card, theme.accent, _PRESSED_IN)
            palette = toggle.palette()
            palette.setColor(
                QPalette.ColorRole.Button, QColor(tinted if toggle.isChecked() else theme.card)
            )
            toggle.setPalette(palette)


class NameChoice(QComboBox):
    """One of the readers or of the sources by its name; a name twice is told apart by position."""

    def __init__(self, name: str, title: str) -> None:
        super().__init__()
        self.setObjectName(name)
        self.setAccessibleName(title)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        self.setMinimumContentsLength(8)
        self._names: tuple[str, ...] = ()

    def offer(self, names: tuple[str, ...]) -> None:
        """Offer these; what is chosen stays, as far as it is still there."""
        if names == self._names:
            return
        index = max(self.currentIndex(), 0)
        with QSignalBlocker(self):
            self.clear()
            self.addItems(_told_apart(names))
            self.setCurrentIndex(min(index, len(names) - 1))
        self._names = names

    def choose(self, index: int) -> None:
        """Choose the reader or source with this number, without a signal."""
        with QSignalBlocker(self):
            self.setCurrentIndex(index)


def push_button(
    name: str,
    text: str,
    clicked: Callable[[], object],
    help_text: str = "",
    checkable: bool = False,
) -> QPushButton:
    """A button with an object name that does something when it is clicked."""
    button = QPushButton(text)
    button.setObjectName(name)
    button.setCheckable(checkable)
    if help_text:
        button.setToolTip(help_text)
    button.clicked.connect(lambda _checked=False: clicked())
    return button


def words(text: str, buddy: QWidget | None = None) -> QLabel:
    """A word or two in a line of controls."""
    label = plain_label(text, wraps=False)
    if buddy is not None:
        label.setBuddy(buddy)
    return label


def _told_apart(names: Sequence[str]) -> list[str]:
    counts = Counter(names)
    return [
        f"{name} ({index + 1})" if counts[name] > 1 else name for index, name in enumerate(names)
    ]
