"""The parts of the step panel that show a number from one more side."""

from collections.abc import Callable
from functools import cached_property
from typing import TYPE_CHECKING

from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.walk.contributions_bar import ContributionsBar
from explorer.ui.walk.drill_bar import DrillBar
from explorer.ui.walk.predict_box import PredictBox
from explorer.ui.walk.products_strip import ProductsStrip
from explorer.ui.walk.rounding_note import RoundingNote
from explorer.ui.walk.step_panel import StepPanel

if TYPE_CHECKING:
    from explorer.ui.walk.unfolded_view import UnfoldedView


class StepSections:
    """Back and forward, prediction, rounding, which part of a sum made it large, the chain."""

    def __init__(self, panel: StepPanel, session: Session, look: Look) -> None:
        self._panel, self._session, self._look = panel, session, look
        self.drill_bar = DrillBar(session, look)
        self.predict_box = PredictBox(session, look)
        panel.addActions(list(self.drill_bar.drill_actions))
        panel.walk_options.predict.triggered.connect(self.predict_box.start_typing)
        for section in (
            self.predict_box,
            RoundingNote(session, look),
            ProductsStrip(session, look),
            ContributionsBar(session, look),
            self.drill_bar,
        ):
            panel.add_section(section, after="derivation")
        self.drill_bar.unfold_toggled.connect(self._unfold)
        panel.cell_requested.connect(lambda _place: self.drill_bar.leave())
        self.drill_bar.returned.connect(panel.focus_arithmetic)

    @cached_property
    def unfolded(self) -> "UnfoldedView":
        """The chain from the start; built when it is asked for."""
        from explorer.ui.walk.unfolded_view import UnfoldedView

        view = UnfoldedView(self._session, self._look)
        view.cell_requested.connect(self._panel.cell_requested)
        self._panel.add_section(view, after="origins")
        return view

    @cached_property
    def _show_unfolded(self) -> Callable[[], None]:
        return self._panel.content.scroll_to(self.unfolded)

    def _unfold(self, is_open: bool) -> None:
        self.unfolded.set_open(is_open)
        if is_open:
            self._show_unfolded()
