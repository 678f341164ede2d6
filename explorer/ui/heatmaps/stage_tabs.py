"""Chips to choose a stage by, while matrices are too large to be seen together."""

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QTabBar

from explorer.app.session import Session
from explorer.model.stages import Stage
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
        look.preferences.convention_changed.connect(self.rebuild)
        self.rebuild()
        self._restyle()

    def rebuild(self) -> None:
        """List the stages the calculation has now."""
        with QSignalBlocker(self):
            while self.count():
                self.removeTab(0)
            for stage in self._stages:
                self.addTab(self._look.words(stage.title))
            there_now = [stage.name for stage in self._session.trace.stages]
            for index, stage in enumerate(self._stages):
                self.setTabEnabled(index, stage.name in there_now)
                if stage.name not in there_now:
                    self.setTabToolTip(index, "Not in the calculation of now: it has no steps")
        self._follow_step()

    @property
    def _stages(self) -> tuple[Stage, ...]:
        """The stages that are shown: those of now, or of then."""
        return self._session.comparing.shown.trace.stages

    def _choose(self, index: int) -> None:
        session, stages = self._session, self._stages
        if 0 <= index < len(stages):
            session.go_to(session.place_in(stages[index].name))

    def _follow_step(self) -> None:
        names = [stage.name for stage in self._stages]
        with QSignalBlocker(self):
            if self._session.stage.name in names:
                self.setCurrentIndex(names.index(self._session.stage.name))

    def _restyle(self) -> None:
        self.setFont(self._look.font(0.95))
