"""A card that explains one symbol, floating over the window below what it explains."""

from PySide6.QtCore import QPoint, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.model.places import Role
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import plain_label, set_ink


class SymbolCard(QWidget):
    """A heading and a sentence; takes no focus and stops nothing."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("symbolCard")
        self._look = look
        self.heading = plain_label(wraps=False)
        self.sentence = plain_label()
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        column = QVBoxLayout(self)
        column.addWidget(self.heading)
        column.addWidget(self.sentence)
        self.hide()

    def explain(self, heading: str, sentence: str, anchor: QWidget, below: QPoint) -> None:
        """Show the card with its top left corner at `below`, a point of `anchor`."""
        window = anchor.window()
        if self.parentWidget() is not window:
            self.setParent(window)
        self._restyle()
        self.heading.setText(heading)
        self.sentence.setText(sentence)
        self.setAccessibleName(f"{heading}: {sentence}")
        self._place(window, anchor.mapTo(window, below))
        self.show()
        self.raise_()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, em = self._look.theme, self._look.em
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.roles[Role.RESULT]), max(1.5, em / 10)))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(QRectF(self.rect()).adjusted(1, 1, -1, -1), em / 3, em / 3)

    def _restyle(self) -> None:
        look = self._look
        self.heading.setFont(look.font(bold=True))
        self.sentence.setFont(look.font(0.95))
        for label in (self.heading, self.sentence):
            set_ink(label, look.theme.text)
        layout = self.layout()
        assert layout is not None  # __init__
        layout.setContentsMargins(look.em * 2 // 3, look.em // 2, look.em * 2 // 3, look.em // 2)
        layout.setSpacing(look.em // 4)

    def _place(self, window: QWidget, corner: QPoint) -> None:
        width = min(22 * self._look.em, window.width())
        layout = self.layout()
        assert layout is not None  # __init__
        height = max(layout.totalHeightForWidth(width), layout.totalMinimumSize().height())
        left = max(0, min(corner.x(), window.width() - width))
        top = max(0, min(corner.y(), window.height() - height))
        self.setGeometry(left, top, width, height)
