"""The line above the step: how much one step computes, and whether cells show as one goes."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QWheelEvent
from PySide6.QtWidgets import QComboBox, QHBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model import Granularity
from explorer.ui.looks.look import Look
from explorer.ui.parts.actions import button_for
from explorer.ui.walk.walk_options import GRANULARITY_WORDS, WalkOptions


class GranularityBox(QComboBox):
    """Chooses how much one step computes; the wheel over it scrolls the panel instead."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("granularityBox")
        self.setAccessibleName("What one step computes")
        self.setToolTip("What one step computes (Ctrl+1 to Ctrl+4)")
        self._session, self._look = session, look
        for granularity in Granularity:
            self.addItem("", granularity)
        policy = QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon
        self.setSizeAdjustPolicy(policy)
        self.setMinimumContentsLength(8)
        self.activated.connect(self._choose)
        session.step_changed.connect(self._follow)
        look.preferences.convention_changed.connect(self._name_items)
        self._name_items()
        self._follow()

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def _name_items(self) -> None:
        for index, granularity in enumerate(Granularity):
            self.setItemText(index, self._look.words(GRANULARITY_WORDS[granularity]))

    def _choose(self, index: int) -> None:
        if self._session.settle():
            self._session.set_granularity(tuple(Granularity)[index])
        self._follow()

    def _follow(self) -> None:
        self.setCurrentIndex(tuple(Granularity).index(self._session.granularity))


class StepChoice(QWidget):
    """The granularity of the walk, and `reveal as we go` beside it."""

    def __init__(self, session: Session, look: Look, options: WalkOptions) -> None:
        super().__init__()
        self._look = look
        self.granularity = GranularityBox(session, look)
        self.reveal = button_for(options.reveal)
        line = QHBoxLayout(self)
        line.setContentsMargins(0, 0, 0, 0)
        line.addWidget(self.granularity, 1)
        line.addWidget(self.reveal)
        look.changed.connect(self._restyle)
        self._restyle()

    def _restyle(self) -> None:
        em = self._look.em
        self.reveal.setIconSize(QSize(em, em))
