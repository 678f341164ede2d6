"""The gallery of bundled examples."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QIcon
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QListWidgetItem,
    QVBoxLayout,
    QWidget,
)

from explorer.app.latest import Latest
from explorer.files import Example, list_examples, load_example
from explorer.model import Coverage
from explorer.model.diagnosis.coverage import covered
from explorer.model.diagnosis.coverage_words import unseen_summary
from explorer.ui.documents.thumbnails import thumbnail
from explorer.ui.looks.look import Look
from explorer.ui.parts.grouped_list import GroupedList
from explorer.ui.parts.text import plain_label


class Gallery(QDialog):
    """Every bundled example by level, with a picture of its weights and what to notice.

    Below the list it says which mistakes the numbers of the current one cannot show.

    Signals
    -------
    chosen(Example)
        The person wants this one.
    """

    chosen = Signal(object)

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("gallery")
        self.setWindowTitle("Examples")
        self._look = look
        self.list = GroupedList(look)
        self.list.setAccessibleName("Examples")
        self.list.setIconSize(QSize(6 * look.em, 4 * look.em))
        self.list.setWordWrap(True)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setSpacing(look.em // 6)
        self.list.itemActivated.connect(lambda _item: self.accept())
        self.unseen = plain_label()
        self._work = Latest(self)
        self._work.done.connect(self._tell_unseen)
        self.list.currentItemChanged.connect(lambda item, _before: self._ask_unseen(item))
        buttons = QDialogButtonBox()
        buttons.addButton("Open a copy", QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        layout = QVBoxLayout(self)
        layout.addWidget(
            plain_label("An example opens as an untitled copy: change it as you like.")
        )
        layout.addWidget(self.list)
        layout.addWidget(self.unseen)
        layout.addWidget(buttons)
        self.unseen.setMinimumHeight(3 * look.em)  # what is said below leaves the list in place
        self.unseen.setAlignment(Qt.AlignmentFlag.AlignTop)
        self._fill()

    def sizeHint(self) -> QSize:
        return QSize(46 * self._look.em, 38 * self._look.em)

    def accept(self) -> None:
        item = self.list.currentItem()
        example = item.data(Qt.ItemDataRole.UserRole) if item else None
        if example is not None:
            super().accept()
            self.chosen.emit(example)

    def _ask_unseen(self, item: QListWidgetItem | None) -> None:
        """Work out off the main thread what an example cannot show."""
        example = item.data(Qt.ItemDataRole.UserRole) if item else None
        if example is not None:
            self._work.start(covered(load_example(example.name).inputs, self._look.digits))

    def _tell_unseen(self, found: list[Coverage]) -> None:
        self.unseen.setText(self._look.words(unseen_summary(found)))

    def _fill(self) -> None:
        level = None
        for example in list_examples():
            if example.level != level:
                level = example.level
                self.list.add_heading(level[:1].upper() + level[1:])
            self.list.addItem(self._item(example))
        self.list.setCurrentRow(1)

    def _item(self, example: Example) -> QListWidgetItem:
        look, size = self._look, self.list.iconSize()
        picture = thumbnail(load_example(example.name), look.theme, size, look.convention)
        item = QListWidgetItem(QIcon(picture), f"{example.title}\n{example.notice}")
        item.setData(Qt.ItemDataRole.UserRole, example)
        item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{example.title}. {example.notice}")
        return item
