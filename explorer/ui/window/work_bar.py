"""What is being worked out, how far it is, and a button that stops it."""

from collections.abc import Sequence
from typing import TypeAlias

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QPushButton, QWidget

from explorer.app.comparison_work import ComparisonWork
from explorer.app.conversion import Conversion
from explorer.app.loading import Loading
from explorer.app.pending import Pending
from explorer.app.saving import Saving
from explorer.ui.looks.look import Look
from explorer.ui.parts.saying import announce
from explorer.ui.parts.text import ElidedLabel

ToCancel: TypeAlias = Loading | Pending | ComparisonWork | Conversion

PATIENCE = 150
"""Milliseconds after which it shows: what is done by then needs no words."""
_LARGEST_SHARE = 0.7
"""Of the width of the window, for long words."""


class WorkBar(QWidget):
    """A line for the status bar; hidden while nothing takes long.

    Signals
    -------
    changed()
        There is something to cancel now, or nothing any more.
    """

    changed = Signal()

    def __init__(
        self,
        look: Look,
        pending: Pending,
        to_cancel: Sequence[ToCancel],
        saving: Saving,
    ) -> None:
        super().__init__()
        self.setObjectName("workBar")
        self.setAccessibleName("Being worked out")
        self._look = look
        self._pending = pending
        self._to_cancel = to_cancel
        self._saving = saving
        self._could_cancel = False
        self._widest = 0
        self.words = ElidedLabel(Qt.TextElideMode.ElideMiddle)  # the stage stands at the end
        self.share = QProgressBar()
        self.share.setRange(0, 100)
        self.share.setTextVisible(False)
        self.share.setAccessibleName("How much is done")
        self.cancel_button = QPushButton("Cancel")
        self.cancel_button.clicked.connect(lambda _checked=False: self.cancel())
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.words, 1)
        line.addWidget(self.share)
        line.addWidget(self.cancel_button)
        self._timer = QTimer(self, interval=PATIENCE, singleShot=True)
        self._timer.timeout.connect(self._appear)
        for work in (*self._to_cancel, saving):
            work.changed.connect(self._follow)
        look.changed.connect(self._restyle)
        self._restyle()
        self.hide()

    def sizeHint(self) -> QSize:
        """As wide as what was said since it appeared, within bounds."""
        hint, most = super().sizeHint(), round(_LARGEST_SHARE * self.window().width())
        self._widest = max(self._widest, hint.width())
        return QSize(max(30 * self._look.em, min(self._widest, most)), hint.height())

    @property
    def can_cancel(self) -> bool:
        """Whether something is worked out: what is being written is written whole."""
        return any(work.is_busy for work in self._to_cancel)

    @property
    def is_busy(self) -> bool:
        """Whether something takes long."""
        return self.can_cancel or self._saving.is_busy

    def cancel(self) -> None:
        """Work nothing out any more: the document is what is shown."""
        for work in self._to_cancel:
            work.cancel()

    def _follow(self) -> None:
        if self.can_cancel != self._could_cancel:
            self._could_cancel = self.can_cancel
            self.changed.emit()
        if not self.is_busy:
            self._timer.stop()
            self._widest = 0
            self.hide()
            return
        works = (*self._to_cancel, self._saving)
        work = next(one for one in works if one.is_busy)
        stage = "" if work.stage is None else f": {work.stage.action.lower()}"
        text = self._look.words(work.text) if work is self._pending else work.text
        self.words.setText(f"{text[:1].upper()}{text[1:]}{stage} …")
        self.share.setValue(round(100 * work.progress))
        self.cancel_button.setEnabled(self.can_cancel)
        if self.isHidden() and not self._timer.isActive():
            self._timer.start()

    def _appear(self) -> None:
        self.show()
        announce(self, self.words.text())

    def _restyle(self) -> None:
        em = self._look.em
        self.share.setFixedSize(6 * em, em // 2)
        self.cancel_button.setFixedHeight(round(1.6 * em))
        self.updateGeometry()
