"""Text that is shown as it is: a name such as `<s>` is not markup."""

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QLabel


def plain_label(text: str = "", wraps: bool = True) -> QLabel:
    """A label that takes its text literally and breaks its lines where it has to."""
    label = QLabel(text)
    label.setTextFormat(Qt.TextFormat.PlainText)
    label.setWordWrap(wraps)
    return label


def set_ink(label: QLabel, colour: str) -> None:
    """Colour the text of a label."""
    palette = label.palette()
    palette.setColor(label.foregroundRole(), QColor(colour))
    label.setPalette(palette)


def literal(text: str) -> str:
    """`text` for a tool tip, which would take something like a tag for markup."""
    return f"<span>{escape(text)}</span>"
