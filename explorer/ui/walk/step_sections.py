"""The parts of the step panel that show a number from one more side."""

from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.walk.contributions_bar import ContributionsBar
from explorer.ui.walk.drill_bar import DrillBar
from explorer.ui.walk.predict_box import PredictBox
from explorer.ui.walk.products_strip import ProductsStrip
from explorer.ui.walk.rounding_note import RoundingNote
from explorer.ui.walk.step_panel import StepPanel
from explorer.ui.walk.unfolded_view import UnfoldedView


class StepSections:
    """Back and forward, prediction, rounding, which part of a sum made it large, the chain."""

    def __init__(self, panel: StepPanel, session: Session, look: Look) -> None:
        self.drill_bar = DrillBar(session, look)
        self.predict_box = PredictBox(session, look)
        self.unfolded = UnfoldedView(session, look)
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
        panel.add_section(self.unfolded, after="origins")
        self.drill_bar.unfold_toggled.connect(self.unfolded.set_open)
        show_it = panel.content.scroll_to(self.unfolded)
        self.drill_bar.unfold_toggled.connect(lambda is_open: show_it() if is_open else None)
        self.unfolded.cell_requested.connect(panel.cell_requested)
        panel.cell_requested.connect(lambda _place: self.drill_bar.leave())
        self.drill_bar.returned.connect(panel.focus_arithmetic)
