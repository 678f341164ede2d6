"""What a comparison says, one sentence an entry, each leading to the cell it says most about."""

from collections.abc import Sequence

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QKeySequence, QResizeEvent
from PySide6.QtWidgets import QListWidget, QListWidgetItem

from explorer.model import Place
from explorer.model.comparison.words import Sentence
from explorer.ui.looks.look import Look

_PLACE = Qt.ItemDataRole.UserRole


class SentenceList(QListWidget):
    """Enter or a double click goes to the cell of a sentence; Ctrl+C copies those selected, or all.

    Signals
    -------
    place_activated(Place)
        The person wants to go to this cell.
    """

    place_activated = Signal(Place)

    def __init__(self, look: Look) -> None:
        super().__init__()
        self.setObjectName("comparisonSentences")
        self.setAccessibleName("What changed")
        self._look = look
        self.setWordWrap(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setVerticalScrollMode(QListWidget.ScrollMode.ScrollPerPixel)
        self.setSelectionMode(QListWidget.SelectionMode.ExtendedSelection)
        self.setResizeMode(QListWidget.ResizeMode.Adjust)
        self.itemActivated.connect(self._activate)
        look.changed.connect(self._restyle)
        self._restyle()

    @property
    def texts(self) -> list[str]:
        """The sentences."""
        return [self.item(row).text() for row in range(self.count())]

    def show_sentences(self, sentences: Sequence[Sentence]) -> None:
        """List these; whoever reads one stays there as far as there is one."""
        row = self.currentRow()
        while self.count() > len(sentences):
            self.takeItem(self.count() - 1)
        while self.count() < len(sentences):
            self.addItem(QListWidgetItem())
        for index, sentence in enumerate(sentences):
            item = self.item(index)
            if item.text() != sentence.text:
                item.setText(sentence.text)
            item.setData(_PLACE, sentence.place)
            item.setToolTip("" if sentence.place is None else "Enter goes to the cell")
        if row >= self.count():
            self.setCurrentRow(self.count() - 1)

    def copy_text(self) -> None:
        """Put the selected sentences on the clipboard, or all of them."""
        chosen = sorted(self.row(item) for item in self.selectedItems())
        texts = [self.item(row).text() for row in chosen] or self.texts
        QGuiApplication.clipboard().setText("\n".join(texts))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_text()
        else:
            super().keyPressEvent(event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.scheduleDelayedItemsLayout()

    def sizeHint(self) -> QSize:
        return QSize(24 * self._look.em, 6 * self._look.em)

    def minimumSizeHint(self) -> QSize:
        return QSize(10 * self._look.em, 3 * self._look.em)

    def _activate(self, item: QListWidgetItem) -> None:
        place = item.data(_PLACE)
        if place is not None:
            self.place_activated.emit(place)

    def _restyle(self) -> None:
        self.setFont(self._look.font())
        self.setSpacing(self._look.em // 8)
        self.updateGeometry()
