"""What was not saved when the program ended, offered at the next start."""

import math
from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidget,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from explorer.app.recovery import RecoveryFile
from explorer.files.recovery_format import Unsaved
from explorer.ui.documents.thumbnails import thumbnail
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import plain_label

Found = tuple[RecoveryFile, Unsaved]

LARGEST_PREVIEW = 2**18
"""Weights of a document that are still computed for its picture."""

EXPLANATION = (
    "The program ended before these were saved. Open the checked ones to go on with them; "
    "they stay unsaved until you save them. “Later” offers them again at the next start."
)


class RecoveryDialog(QDialog):
    """A list of documents by name and time, each with a picture of its weights and a check mark.

    Signals
    -------
    opened(object), discarded(object)
        The person wants to go on with these documents, or wants them gone: a list of pairs of
        the recovery file and what it holds.
    """

    opened = Signal(object)
    discarded = Signal(object)

    def __init__(self, found: Sequence[Found], look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("recoveryDialog")
        self.setWindowTitle("Unsaved documents")
        self._look = look
        self._found = list(found)
        self.list = QListWidget()
        self.list.setAccessibleName("Unsaved documents")
        self.list.setIconSize(QSize(6 * look.em, 4 * look.em))
        self.list.setWordWrap(True)
        self.list.setSpacing(look.em // 6)
        for index, (_, unsaved) in enumerate(found):
            self.list.addItem(self._item(index, unsaved))
        self.list.setCurrentRow(0)
        self.list.itemChanged.connect(self._update)
        buttons = QDialogButtonBox()
        self.open_button = buttons.addButton("&Open checked", QDialogButtonBox.ButtonRole.YesRole)
        self.discard_button = buttons.addButton(
            "&Discard checked", QDialogButtonBox.ButtonRole.DestructiveRole
        )
        later = buttons.addButton("&Later", QDialogButtonBox.ButtonRole.RejectRole)
        self.open_button.setDefault(True)
        self.open_button.clicked.connect(lambda: self._take(self.opened.emit))
        self.discard_button.clicked.connect(lambda: self._take(self.discarded.emit))
        later.clicked.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(plain_label(EXPLANATION))
        layout.addWidget(self.list)
        layout.addWidget(buttons)

    def sizeHint(self) -> QSize:
        return QSize(44 * self._look.em, 24 * self._look.em)

    @property
    def left(self) -> list[Found]:
        """The documents that are neither opened nor discarded."""
        return [self._at(row) for row in range(self.list.count())]

    def _item(self, index: int, unsaved: Unsaved) -> QListWidgetItem:
        where = "never saved" if unsaved.path is None else str(unsaved.path)
        changed = f"{unsaved.changed.astimezone():%Y-%m-%d %H:%M:%S}"
        item = QListWidgetItem(f"{unsaved.name}\nchanged {changed} · {where}")
        if math.prod(unsaved.scenario.inputs.shape) <= LARGEST_PREVIEW:
            picture = thumbnail(
                unsaved.scenario, self._look.theme, self.list.iconSize(), self._look.convention
            )
            item.setIcon(QIcon(picture))
        item.setData(Qt.ItemDataRole.UserRole, index)
        item.setCheckState(Qt.CheckState.Checked)
        return item

    def _at(self, row: int) -> Found:
        index: int = self.list.item(row).data(Qt.ItemDataRole.UserRole)
        return self._found[index]

    def _checked(self) -> list[int]:
        rows = range(self.list.count())
        return [row for row in rows if self.list.item(row).checkState() is Qt.CheckState.Checked]

    def _take(self, tell: Callable[[list[Found]], None]) -> None:
        rows = self._checked()
        taken = [self._at(row) for row in rows]
        for row in reversed(rows):
            self.list.takeItem(row)
        self._update()
        tell(taken)
        if self.list.count() == 0:
            self.accept()

    def _update(self) -> None:
        for button in (self.open_button, self.discard_button):
            button.setEnabled(bool(self._checked()))
