"""A small note beside a widget: says why, takes no focus, stops nothing."""

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPalette, QPen
from PySide6.QtWidgets import QAbstractScrollArea, QLabel, QWidget

from explorer.model.places import Role
from explorer.ui.looks.look import Look


class Bubble(QLabel):
    """A sentence under `anchor`, or above it where there is no room below.

    It floats over the window of the anchor and moves along when something around it scrolls.
    """

    def __init__(self, anchor: QWidget, look: Look) -> None:
        self._host = anchor.window()
        super().__init__(self._host)
        self._anchor = anchor
        self._look = look
        self.setObjectName("reasonBubble")
        self.setTextFormat(Qt.TextFormat.PlainText)
        self.setWordWrap(True)
        self.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        for area in _scroll_areas_around(anchor):
            area.verticalScrollBar().valueChanged.connect(self.place)
            area.horizontalScrollBar().valueChanged.connect(self.place)

    def say(self, sentence: str) -> None:
        """Show the sentence."""
        theme, em = self._look.theme, self._look.em
        palette = self.palette()
        palette.setColor(QPalette.ColorRole.WindowText, QColor(theme.text))
        self.setPalette(palette)
        self.setFont(self._look.font(0.95))
        self.setContentsMargins(em // 2, em // 3, em // 2, em // 3)
        self.setText(sentence)
        self.place()
        self.show()
        self.raise_()

    def place(self) -> None:
        """Stand beside the anchor, inside the window."""
        host = self._host
        one_line = self.fontMetrics().horizontalAdvance(self.text()) + self._look.em * 3 // 2
        width = min(one_line, self._look.em * 20, host.width())
        height = self.heightForWidth(width)
        gap = self._look.em // 4
        below = self._anchor.mapTo(host, QPoint(0, self._anchor.height() + gap))
        above = self._anchor.mapTo(host, QPoint(0, -gap - height))
        corner = below if below.y() + height <= host.height() else above
        left = max(0, min(corner.x(), host.width() - width))
        self.setGeometry(left, max(0, corner.y()), width, height)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, em = self._look.theme, self._look.em
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.roles[Role.RESULT]), max(1.5, em / 10)))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), em / 4, em / 4)
        painter.end()
        super().paintEvent(event)


def _scroll_areas_around(widget: QWidget) -> list[QAbstractScrollArea]:
    areas = []
    ancestor = widget.parentWidget()
    while ancestor is not None:
        if isinstance(ancestor, QAbstractScrollArea):
            areas.append(ancestor)
        ancestor = ancestor.parentWidget()
    return areas
