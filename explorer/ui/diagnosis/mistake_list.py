"""Mistakes that would go unnoticed, under the reasons why."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from explorer.model.slips.slip import Slip
from explorer.ui.looks.look import Look
from explorer.ui.parts.outline import Outline

_SLIP = Qt.ItemDataRole.UserRole


class MistakeList(QListWidget):
    """The reason as a heading, below it each mistake by its title; one of them is chosen.

    Signals
    -------
    chosen(Slip)
        Another mistake is the current one; None: none of them.
    """

    chosen = Signal(object)

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("unseenMistakes")
        self.setAccessibleName("Mistakes that would not show")
        self._look = look
        Outline(self, look)
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.currentItemChanged.connect(lambda item, _before: self.chosen.emit(_slip(item)))
        look.changed.connect(self._restyle)
        self._restyle()

    @property
    def texts(self) -> list[str]:
        """The headings and titles, as they stand below each other."""
        return [self.item(row).text() for row in range(self.count())]

    @property
    def current(self) -> Slip | None:
        """The mistake that is chosen."""
        return _slip(self.currentItem())

    def choose(self, slip: Slip) -> None:
        """Make a mistake of the list the current one."""
        for row in range(self.count()):
            if _slip(self.item(row)) is slip:
                self.setCurrentRow(row)

    def show_mistakes(self, by_reason: Mapping[str, Sequence[Slip]]) -> None:
        """List these; what is chosen stays so, as far as it is still there."""
        before = self.current
        is_blocked = self.blockSignals(True)
        self.clear()
        for reason, slips in by_reason.items():
            reason = self._look.words(reason)
            self.addItem(self._heading(reason))
            for slip in slips:
                self.addItem(_entry(slip, self._look.words(slip.title), reason))
        if before is not None:
            self.choose(before)
        self.blockSignals(is_blocked)
        if self.current is not before:
            self.chosen.emit(self.current)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def sizeHint(self) -> QSize:
        return QSize(24 * self._look.em, 10 * self._look.em)

    def minimumSizeHint(self) -> QSize:
        return QSize(10 * self._look.em, 6 * self._look.em)

    def _heading(self, reason: str) -> QListWidgetItem:
        item = QListWidgetItem(reason)
        item.setFlags(Qt.ItemFlag.NoItemFlags)
        item.setForeground(QColor(self._look.theme.muted))
        return item

    def _restyle(self) -> None:
        self.setFont(self._look.font())
        self.setSpacing(self._look.em // 8)
        for row in range(self.count()):
            if _slip(self.item(row)) is None:
                self.item(row).setForeground(QColor(self._look.theme.muted))
        self.updateGeometry()


def _entry(slip: Slip, title: str, reason: str) -> QListWidgetItem:
    item = QListWidgetItem(f"• {title}")
    item.setData(_SLIP, slip)
    item.setData(Qt.ItemDataRole.AccessibleTextRole, f"{title}. {reason}")
    item.setToolTip("What would show it")
    return item


def _slip(item: QListWidgetItem | None) -> Slip | None:
    slip: Slip | None = None if item is None else item.data(_SLIP)
    return slip
