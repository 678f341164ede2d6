"""Choosing a mistake to make on purpose."""

from collections.abc import Iterator

from PySide6.QtCore import QEvent, QObject, QSize, Qt, Signal
from PySide6.QtGui import QColor, QKeyEvent
from PySide6.QtWidgets import (
    QDialog,
    QDialogButtonBox,
    QLineEdit,
    QListWidgetItem,
    QPushButton,
    QVBoxLayout,
    QWidget,
)

from explorer.app.session import Session
from explorer.model.slips.mistakes import MISTAKES
from explorer.model.slips.slip import Slip
from explorer.model.stages import STAGES
from explorer.ui.looks.look import Look
from explorer.ui.parts.grouped_list import GroupedList
from explorer.ui.parts.text import plain_label

ABOUT = (
    "The numbers typed in stay as they are. Every stage is then shown done right and done wrong, "
    "in a loud frame, until you leave."
)
TOGETHER = "Two together, where they commonly meet"
_SLIP = Qt.ItemDataRole.UserRole
_MOVES = (Qt.Key.Key_Up, Qt.Key.Key_Down, Qt.Key.Key_PageUp, Qt.Key.Key_PageDown)


class MistakeDialog(QDialog):
    """Every mistake by the stage where it departs; what cannot be made here says why.

    What is typed narrows the list to entries with words that begin so.

    Signals
    -------
    chosen(Slip)
        The person wants to see this one.
    """

    chosen = Signal(object)

    def __init__(self, session: Session, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("mistakeDialog")
        self.setWindowTitle("Make a mistake on purpose")
        self._look = look
        self._inputs = session.scenario.inputs
        self.search = QLineEdit()
        self.search.setObjectName("mistakeSearch")
        self.search.setPlaceholderText("Type to find one: column, mask, scale…")
        self.search.setAccessibleName("Find a mistake")
        self.search.setClearButtonEnabled(True)
        self.search.installEventFilter(self)
        self.search.textChanged.connect(self._narrow)
        self.list = GroupedList(look)
        self.list.setObjectName("mistakeList")
        self.list.setAccessibleName("Mistakes")
        self.list.setWordWrap(True)
        self.list.setSpacing(look.em // 10)
        self.list.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.list.setVerticalScrollMode(GroupedList.ScrollMode.ScrollPerPixel)
        self.list.currentItemChanged.connect(self._describe)
        self.list.itemActivated.connect(lambda _item: self.accept())
        self.why = plain_label()
        self.why.setMinimumHeight(5 * look.em)
        self.why.setAlignment(Qt.AlignmentFlag.AlignTop)
        self.make = QPushButton("Make this mistake")
        self.make.setDefault(True)
        self._assemble()
        self._fill(session.laboratory.slip)

    def sizeHint(self) -> QSize:
        return QSize(42 * self._look.em, 36 * self._look.em)

    @property
    def current(self) -> Slip | None:
        """The mistake the list is at."""
        item = self.list.currentItem()
        slip: Slip | None = None if item is None else item.data(_SLIP)
        return slip

    def accept(self) -> None:
        slip = self.current
        if slip is not None and not slip.obstacle(self._inputs):
            super().accept()
            self.chosen.emit(slip)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Up and Down go through the list while the search has the focus."""
        is_press = isinstance(event, QKeyEvent) and event.type() == QEvent.Type.KeyPress
        if isinstance(event, QKeyEvent) and is_press and event.key() in _MOVES:
            self.list.event(event)
            return True
        return bool(super().eventFilter(watched, event))

    def _assemble(self) -> None:
        buttons = QDialogButtonBox()
        buttons.addButton(self.make, QDialogButtonBox.ButtonRole.AcceptRole)
        buttons.addButton(QDialogButtonBox.StandardButton.Cancel)
        buttons.accepted.connect(self.accept)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        for widget in (plain_label(ABOUT), self.search):
            column.addWidget(widget)
        column.addWidget(self.list, 1)
        column.addWidget(self.why)
        column.addWidget(buttons)
        self.search.setFocus()

    def _fill(self, made: Slip | None) -> None:
        """List them by stage; stages of which nothing can be made here come last."""
        first = None
        for heading, slips in sorted(_groups(), key=self._has_nothing_to_make):
            self.list.add_heading(self._look.words(heading))
            for slip in slips:
                item = self._item(slip)
                self.list.addItem(item)
                if slip is made or (first is None and not slip.obstacle(self._inputs)):
                    first = item
        if first is not None:
            self.list.setCurrentItem(first)

    def _has_nothing_to_make(self, group: tuple[str, list[Slip]]) -> bool:
        return all(slip.obstacle(self._inputs) for slip in group[1])

    def _item(self, slip: Slip) -> QListWidgetItem:
        obstacle = slip.obstacle(self._inputs)
        text = f"{slip.title} — not here: {obstacle}" if obstacle else slip.title
        item = QListWidgetItem(self._look.words(text))
        item.setData(_SLIP, slip)
        if obstacle:  # it can be read, not made
            item.setForeground(QColor(self._look.theme.muted))
        return item

    def _narrow(self) -> None:
        """Hide what has no word for each of those typed, and headings without entries."""
        wanted = self.search.text().casefold().split()
        heading, is_empty = self.list.item(0), True
        for row in range(self.list.count()):
            item = self.list.item(row)
            slip = item.data(_SLIP)
            if slip is None:
                heading.setHidden(is_empty and item is not heading)
                heading, is_empty = item, True
            else:
                item.setHidden(not self._has_words(slip, wanted))
                is_empty &= item.isHidden()
        heading.setHidden(is_empty)
        self._go_to_first()

    def _has_words(self, slip: Slip, wanted: list[str]) -> bool:
        text = self._look.words(f"{slip.title} {slip.name.replace('-', ' ')} {slip.done}")
        words = text.casefold().split()
        return all(any(word.startswith(start) for word in words) for start in wanted)

    def _go_to_first(self) -> None:
        current = self.list.currentItem()
        if current is not None and not current.isHidden():
            return
        rows = map(self.list.item, range(self.list.count()))
        shown = [item for item in rows if item.data(_SLIP) is not None and not item.isHidden()]
        makeable = (item for item in shown if not item.data(_SLIP).obstacle(self._inputs))
        item = next(makeable, shown[0] if shown else None)
        if item is None:
            self.list.setCurrentRow(-1)
        else:
            self.list.setCurrentItem(item)

    def _describe(self) -> None:
        slip = self.current
        obstacle = "" if slip is None else slip.obstacle(self._inputs)
        self.make.setEnabled(slip is not None and not obstacle)
        if slip is None:
            self.why.setText("No mistake of the list has such words.")
        elif obstacle:
            why = f"Cannot be made with these numbers: {obstacle}."
            self.why.setText(self._look.words(why))
        else:
            self.why.setText(self._look.words(f"Done so: {slip.done}.\n{slip.why}"))


def _groups() -> Iterator[tuple[str, list[Slip]]]:
    """A heading and the mistakes under it: by stage, then those made together."""
    single = [slip for slip in MISTAKES.values() if not slip.parts]
    for stage in STAGES:
        slips = [slip for slip in single if slip.stage == stage.name]
        single = [slip for slip in single if slip not in slips]
        if slips:
            yield stage.title, slips
    yield TOGETHER, [slip for slip in MISTAKES.values() if slip.parts]
