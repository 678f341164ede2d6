"""Chips to choose a stage by, while matrices are too large to be seen together."""

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QTabBar

from explorer.app.session import Session
from explorer.model import Place
from explorer.ui.looks.look import Look


class StageTabs(QTabBar):
    """One chip a stage; choosing one goes to its step of the same reader and source."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self._session = session
        self._look = look
        self.setObjectName("stageTabs")
        self.setAccessibleName("Stages")
        self.setDrawBase(False)
        self.setExpanding(False)
        self.currentChanged.connect(self._choose)
        session.step_changed.connect(self._follow_step)
        look.changed.connect(self._restyle)
        self.rebuild()
        self._restyle()

    def rebuild(self) -> None:
        """List the stages the calculation has now."""
        with QSignalBlocker(self):
            while self.count():
                self.removeTab(0)
            for stage in self._session.trace.stages:
                self.addTab(stage.title)
        self._follow_step()

    def _choose(self, index: int) -> None:
        step, stages = self._session.step, self._session.trace.stages
        if 0 <= index < len(stages):
            self._session.go_to(Place(stages[index].name, step.row, step.column))

    def _follow_step(self) -> None:
        stages = self._session.trace.stages
        with QSignalBlocker(self):
            self.setCurrentIndex(stages.index(self._session.stage))

    def _restyle(self) -> None:
        self.setFont(self._look.font(0.95))
