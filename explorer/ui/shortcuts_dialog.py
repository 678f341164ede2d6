"""The list of shortcuts, made from the actions themselves."""

from collections.abc import Iterable

from PySide6.QtCore import Qt
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

from explorer.ui.look import Look


def shortcut_rows(actions: Iterable[QAction]) -> list[tuple[str, str]]:
    """(what it does, keys) of every action that has a key, each once."""
    rows: dict[str, str] = {}
    for action in actions:
        keys = [key.toString(QKeySequence.SequenceFormat.NativeText) for key in action.shortcuts()]
        text = action.text().replace("&", "").rstrip("…")
        if text and any(keys):
            rows.setdefault(text, ", ".join(filter(None, keys)))
    return list(rows.items())


class ShortcutsDialog(QDialog):
    """Every key of the program, in the groups given."""

    def __init__(self, look: Look, groups: dict[str, list[QAction]], parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("shortcutsDialog")
        self.setWindowTitle("Keyboard shortcuts")
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
        self.resize(34 * look.em, 36 * look.em)

    def _add_group(self, title: str, rows: list[tuple[str, str]]) -> None:
        if not rows:
            return
        group = QTreeWidgetItem([title])
        group.setFlags(Qt.ItemFlag.ItemIsEnabled)
        for row in rows:
            group.addChild(QTreeWidgetItem(list(row)))
        self.tree.addTopLevelItem(group)
