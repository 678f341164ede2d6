"""Text that is shown as it is: a name such as `<s>` is not markup."""

import re

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette
from PySide6.QtGui import Qt as TextQt
from PySide6.QtWidgets import QLabel

_LONGEST_WORD = 20
_BREAK = "\u200b"
"""A space without width."""


def plain_label(text: str = "", wraps: bool = True) -> QLabel:
    """A label that takes its text literally and breaks its lines where it has to."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wraps)
    return label


def set_ink(label: QLabel, colour: str) -> None:
    """Colour the text of a label, wherever it is going to stand: in a tool bar it is a button's."""
    palette = label.palette()
    for role in (QPalette.ColorRole.WindowText, QPalette.ColorRole.ButtonText):
        palette.setColor(role, QColor(colour))
    label.setPalette(palette)


def literal(text: str) -> str:
    """`text` for a tool tip, which would take something like a tag for markup."""
    return TextQt.convertFromPlainText(text) if TextQt.mightBeRichText(text) else text


def breakable(text: str) -> str:
    """`text` with places to break inside its longest words, such as the path of a file."""
    return re.sub(rf"\S{{{_LONGEST_WORD}}}(?=\S)", lambda word: word.group() + _BREAK, text)


class ElidedLabel(QLabel):
    """One line of plain text, with … where there is no room: its end, unless told otherwise.

    The tool tip has it all.
    """

    def __init__(self, elide: Qt.TextElideMode = Qt.TextElideMode.ElideRight) -> None:
        super().__init__()
        self._elide = elide
        self.setTextFormat(Qt.TextFormat.PlainText)

    def setText(self, text: str) -> None:
        """Show `text`."""
        if text != self.text():
            super().setText(text)
            self.setToolTip(literal(text) if text else "")

    def empty(self) -> None:
        """Show nothing. Qt's `clear` lays the window out anew even if nothing was shown before."""
        self.setText("")

    def minimumSizeHint(self) -> QSize:
        return QSize(0, super().minimumSizeHint().height())

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        room = self.contentsRect()
        text = self.fontMetrics().elidedText(self.text(), self._elide, room.width())
        self.style().drawItemText(
            painter,
            room,
            int(self.alignment()),
            self.palette(),
            self.isEnabled(),
            text,
            self.foregroundRole(),
        )
