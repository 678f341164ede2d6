"""The panel of mistakes in a window: its dock, its key, and what it leads to."""

from functools import cached_property
from typing import TYPE_CHECKING

from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.walk.step_panel import StepPanel
from explorer.ui.window.dialogs import Dialogs
from explorer.ui.window.panel_docks import PanelDocks

if TYPE_CHECKING:
    from explorer.ui.diagnosis.diagnosis_panel import DiagnosisPanel

NAME, TITLE = "diagnosis", "Which mistake is mine?"
HEIGHT = 22
"""In em: numbers and answer, and the beginning of what is below."""


class DiagnosisParts:
    """The panel, built when it is asked for; its cells lead into the walk."""

    def __init__(self, session: Session, look: Look, dialogs: Dialogs, steps: StepPanel) -> None:
        self._session, self._look = session, look
        self._dialogs, self._steps = dialogs, steps

    @cached_property
    def panel(self) -> "DiagnosisPanel":
        """One's own numbers, and what the numbers here cannot show."""
        from explorer.ui.diagnosis.diagnosis_panel import DiagnosisPanel

        panel = DiagnosisPanel(self._session, self._look, self._dialogs.path_to_numbers)
        panel.place_activated.connect(self._steps.follow)
        return panel

    def add_to(self, docks: PanelDocks) -> None:
        """Give the panel a dock; who opens it can type at once."""
        docks.add(NAME, TITLE, lambda: self.panel, HEIGHT)
        action = docks[NAME].toggleViewAction()
        action.setShortcut("F3")
        action.triggered.connect(self._start_typing)

    def _start_typing(self, is_open: bool) -> None:
        if is_open:
            self.panel.start_typing()
