"""Everything in a window that compares the document with a pin, put together."""

from functools import cached_property
from typing import TYPE_CHECKING

from PySide6.QtWidgets import QWidget

from explorer.app.session import Session
from explorer.ui.compare.compare_actions import CompareActions
from explorer.ui.compare.compare_bar import CompareBar
from explorer.ui.compare.then_now import ThenNow
from explorer.ui.looks.look import Look
from explorer.ui.walk.step_panel import StepPanel
from explorer.ui.window.dialogs import Dialogs
from explorer.ui.window.panel_docks import PanelDocks

if TYPE_CHECKING:
    from explorer.ui.compare.compare_panel import ComparePanel

NAME, TITLE = "compare", "Compare"
HEIGHT = 10
"""In em: the sentences of most comparisons."""


class CompareParts:
    """The actions, the bar above the stages, the panel, and then and now in the step panel."""

    def __init__(
        self, window: QWidget, session: Session, look: Look, dialogs: Dialogs, steps: StepPanel
    ) -> None:
        self._session, self._look, self._steps = session, look, steps
        self.actions = CompareActions(session, window, dialogs)
        self.actions.copy_asked.connect(lambda: self.panel.copy_text())
        self.bar = CompareBar(session, look, self.actions)
        steps.add_section(ThenNow(session, look), after="derivation")

    @cached_property
    def panel(self) -> "ComparePanel":
        """The pins and the sentences; built when it is asked for."""
        from explorer.ui.compare.compare_panel import ComparePanel

        panel = ComparePanel(self._session, self._look, self.actions)
        panel.place_activated.connect(self._steps.follow)
        return panel

    def add_to(self, docks: PanelDocks) -> None:
        """Give the panel a dock; pinning opens it."""
        docks.add(NAME, TITLE, lambda: self.panel, HEIGHT)
        docks[NAME].toggleViewAction().setShortcut("F4")
        self.actions.pinned.connect(lambda: docks.open(NAME))
