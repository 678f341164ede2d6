"""A layout that goes on in the next line where the room ends, like words in a text."""

from PySide6.QtCore import QPoint, QRect, QSize, Qt
from PySide6.QtWidgets import QLayout, QLayoutItem


class FlowLayout(QLayout):
    """Puts widgets side by side at the size they want, and in the next line where they do not fit.

    In each line they stand on one middle line; a hidden one takes no room.
    """

    def __init__(self) -> None:
        super().__init__()
        self._items: list[QLayoutItem] = []
        self.setContentsMargins(0, 0, 0, 0)

    def addItem(self, item: QLayoutItem) -> None:
        self._items.append(item)

    def count(self) -> int:
        return len(self._items)

    def itemAt(self, index: int) -> QLayoutItem | None:
        return self._items[index] if 0 <= index < len(self._items) else None

    def takeAt(self, index: int) -> QLayoutItem | None:
        return self._items.pop(index) if 0 <= index < len(self._items) else None

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._arrange(QRect(0, 0, width, 0), moves=False)

    def setGeometry(self, rect: QRect) -> None:
        super().setGeometry(rect)
        self._arrange(rect, moves=True)

    def sizeHint(self) -> QSize:
        sizes = [item.sizeHint() for item in self._shown]
        width = sum(size.width() for size in sizes) + self.spacing() * max(len(sizes) - 1, 0)
        return QSize(width, max((size.height() for size in sizes), default=0))

    def minimumSize(self) -> QSize:
        size = QSize()
        for item in self._shown:
            size = size.expandedTo(item.minimumSize())
        return size

    @property
    def _shown(self) -> list[QLayoutItem]:
        return [item for item in self._items if not item.isEmpty()]

    def _lines(self, width: int) -> list[list[QLayoutItem]]:
        lines: list[list[QLayoutItem]] = []
        right = 0
        for item in self._shown:
            wanted = item.sizeHint().width()
            if not lines or right + self.spacing() + wanted > width:
                lines.append([])
                right = -self.spacing()
            lines[-1].append(item)
            right += self.spacing() + wanted
        return lines

    def _arrange(self, rect: QRect, moves: bool) -> int:
        """Go through the lines in a room; the height they take."""
        top = rect.top()
        for line in self._lines(rect.width()):
            height = max(item.sizeHint().height() for item in line)
            left = rect.left()
            for item in line:
                size = item.sizeHint()
                size.setWidth(min(size.width(), rect.width()))
                if moves:
                    corner = QPoint(left, top + (height - size.height()) // 2)
                    item.setGeometry(QRect(corner, size))
                left += size.width() + self.spacing()
            top += height + self.spacing()
        return max(top - self.spacing() - rect.top(), 0)
