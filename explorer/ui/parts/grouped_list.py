"""A list of entries under headings."""

from collections.abc import Iterator
from itertools import chain

from PySide6.QtCore import QModelIndex, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QAbstractItemView, QListWidget, QListWidgetItem

from explorer.ui.looks.look import Look

_Move = QAbstractItemView.CursorAction
_UP = (_Move.MoveEnd, _Move.MovePageUp, _Move.MoveUp, _Move.MovePrevious)
"""Keys that go on upwards from a heading they lead to; all others go on downwards."""


class GroupedList(QListWidget):
    """No key stops at a heading, which cannot be chosen: it goes on to the entry next to it."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look

    def add_heading(self, text: str) -> None:
        """Begin another group."""
        item = QListWidgetItem(text)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setFont(self._look.font(1.05, bold=True))
        item.setForeground(QColor(self._look.theme.text))
        self.addItem(item)

    def moveCursor(
        self, action: QAbstractItemView.CursorAction, modifiers: Qt.KeyboardModifier
    ) -> QModelIndex:
        there = super().moveCursor(action, modifiers)
        if not there.isValid() or self._is_entry(there.row()):
            return there
        down, up = range(there.row(), self.count()), range(there.row(), -1, -1)
        ways = (up, down) if action in _UP else (down, up)
        entries: Iterator[int] = filter(self._is_entry, chain(*ways))
        row = next(entries, None)
        return there if row is None else self.indexFromItem(self.item(row))

    def _is_entry(self, row: int) -> bool:
        is_choice = bool(self.item(row).flags() & Qt.ItemFlag.ItemIsSelectable)
        return is_choice and not self.item(row).isHidden()
