"""Two parts of a card beside each other, as far as there is room."""

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QWidget

from explorer.ui.looks.look import Look

NARROW = 28
"""In em: with less room the second part stands below the first."""


class Beside(QWidget):
    """Shares its width between two widgets, `shares` to each."""

    def __init__(
        self, look: Look, first: QWidget, second: QWidget, shares: tuple[int, int] = (1, 1)
    ) -> None:
        super().__init__()
        self._look = look
        self._line = QBoxLayout(QBoxLayout.Direction.LeftToRight, self)
        self._line.setContentsMargins(0, 0, 0, 0)
        for widget, share in zip((first, second), shares, strict=True):
            self._line.addWidget(widget, share)
        look.changed.connect(self._turn)
        self._turn()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    def _turn(self) -> None:
        direction = QBoxLayout.Direction
        is_narrow = self.width() < NARROW * self._look.em
        self._line.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)
        self._line.setSpacing(self._look.em // 2 if is_narrow else self._look.em)
