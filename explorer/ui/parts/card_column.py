"""Cards below each other, as the content of a panel."""

from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QFrame, QScrollArea, QVBoxLayout, QWidget

from explorer.ui.looks.look import Look
from explorer.ui.parts.card import Card


class CardColumn(QScrollArea):
    """Shows cards as wide as the room, scrolled where they are too many or the room too narrow."""

    def __init__(self, look: Look, name: str, cards: tuple[Card, ...]) -> None:
        super().__init__()
        self.setObjectName(name)
        self._look = look
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 0, 0, 0)
        for card in cards:
            self._column.addWidget(card)
        self._column.addStretch(1)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidget(content)
        self.viewport().setAutoFillBackground(False)
        content.setAutoFillBackground(False)
        look.changed.connect(self._restyle)
        self._restyle()

    def sizeHint(self) -> QSize:
        return QSize(22 * self._look.em, 26 * self._look.em)

    def _restyle(self) -> None:
        self._column.setSpacing(self._look.em // 2)
        self.updateGeometry()
