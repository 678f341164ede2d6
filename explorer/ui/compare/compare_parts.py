"""Everything in a window that compares the document with a pin, put together."""

from PySide6.QtWidgets import QWidget

from explorer.app.session import Session
from explorer.ui.compare.compare_actions import CompareActions
from explorer.ui.compare.compare_bar import CompareBar
from explorer.ui.compare.compare_panel import HEIGHT, TITLE, ComparePanel
from explorer.ui.compare.then_now import ThenNow
from explorer.ui.looks.look import Look
from explorer.ui.walk.step_panel import StepPanel
from explorer.ui.window.dialogs import Dialogs
from explorer.ui.window.panel_docks import PanelDocks

NAME = "compare"


class CompareParts:
    """The actions, the bar above the stages, the panel, and then and now in the step panel."""

    def __init__(
        self, window: QWidget, session: Session, look: Look, dialogs: Dialogs, steps: StepPanel
    ) -> None:
        self.actions = CompareActions(session, window, dialogs)
        self.bar = CompareBar(session, look, self.actions)
        self.panel = ComparePanel(session, look, self.actions)
        self.panel.place_activated.connect(steps.follow)
        steps.add_section(ThenNow(session, look), after="derivation")

    def add_to(self, docks: PanelDocks) -> None:
        """Give the panel a dock; pinning opens it."""
        docks.add(NAME, TITLE, self.panel, HEIGHT)
        docks[NAME].toggleViewAction().setShortcut("F4")
        self.actions.pinned.connect(lambda: docks.open(NAME))
