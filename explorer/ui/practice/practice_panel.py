"""The panel of exercises on the numbers of the scenario, and what these cannot show."""

from explorer.app.session import Session
from explorer.ui.diagnosis.coverage_card import CoverageCard
from explorer.ui.looks.look import Look
from explorer.ui.parts.card_column import CardColumn
from explorer.ui.practice.backwards_section import BackwardsSection
from explorer.ui.practice.predict_edit import PredictEdit


class PracticePanel(CardColumn):
    """What an edit does, which numbers give a result, and which mistakes they would not show."""

    def __init__(self, session: Session, look: Look) -> None:
        self.predict_edit = PredictEdit(session, look)
        self.backwards = BackwardsSection(session, look)
        self.coverage = CoverageCard(session, look)
        cards = (self.predict_edit, self.backwards, self.coverage)
        super().__init__(look, "practicePanel", cards)
