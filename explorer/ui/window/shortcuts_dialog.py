"""The list of shortcuts, made from the actions themselves."""

import re
from collections.abc import Iterable

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QHeaderView,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from explorer.ui.looks.look import Look


def plain_text(action: QAction) -> str:
    """What an action does, without its mnemonic."""
    return re.sub("&(.)", r"\1", action.text()).rstrip("…")


def shortcut_rows(actions: Iterable[QAction]) -> list[tuple[str, str]]:
    """(what it does, keys) of every action that has a key, each once."""
    rows: dict[str, str] = {}
    for action in actions:
        keys = [key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts()]
        text = plain_text(action)
        if text and any(keys):
            rows.setdefault(text, ", ".join(filter(None, keys)))
    return list(rows.items())


class ShortcutsDialog(QDialog):
    """Every key of the program, in the groups given."""

    def __init__(self, look: Look, groups: dict[str, list[QAction]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("shortcutsDialog")
        self.setWindowTitle("Keyboard shortcuts")
        self._look = look
        self.tree = QTreeWidget()
        self.tree.setAccessibleName("Keyboard shortcuts")
        self.tree.setHeaderLabels(["What it does", "Keys"])
        self.tree.setRootIsDecorated(False)
        self.tree.header().setSectionResizeMode(0, QHeaderView.ResizeMode.Stretch)
        for title, actions in groups.items():
            self._add_group(title, shortcut_rows(actions))
        self.tree.expandAll()
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(self.tree)
        layout.addWidget(buttons)

    def sizeHint(self) -> QSize:
        return QSize(34 * self._look.em, 36 * self._look.em)

    def _add_group(self, title: str, rows: list[tuple[str, str]]) -> None:
        if not rows:
            return
        group = QTreeWidgetItem([title])
        group.setFlags(Qt.ItemFlag.ItemIsEnabled)
        for row in rows:
            group.addChild(QTreeWidgetItem(list(row)))
        self.tree.addTopLevelItem(group)
