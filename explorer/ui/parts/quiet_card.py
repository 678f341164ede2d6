"""A quiet panel within a card for what is good to know."""

from PySide6.QtCore import QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent
from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.ui.looks.look import Look
from explorer.ui.parts.text import plain_label


class QuietCard(QWidget):
    """A paragraph on the colour of the canvas."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.label = plain_label()
        layout = QVBoxLayout(self)
        layout.addWidget(self.label)
        look.changed.connect(self._restyle)
        self._restyle()

    def setText(self, text: str) -> None:
        """Show `text`."""
        self.label.setText(text)

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        theme, radius = self._look.theme, self._look.em * 0.3
        painter.setBrush(QColor(theme.canvas))
        painter.setPen(Qt.PenStyle.NoPen if theme.canvas != theme.card else QColor(theme.border))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius)

    def _restyle(self) -> None:
        margin = self._look.em * 2 // 3
        layout = self.layout()
        assert layout is not None  # __init__
        layout.setContentsMargins(margin, margin, margin, margin)
        self.label.setFont(self._look.font(0.95))
        self.update()
