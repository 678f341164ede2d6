"""The panel of exercises on the numbers of the scenario."""

from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.parts.card_column import CardColumn
from explorer.ui.practice.backwards_section import BackwardsSection
from explorer.ui.practice.predict_edit import PredictEdit


class PracticePanel(CardColumn):
    """What an edit does, and which numbers give a result, one below the other."""

    def __init__(self, session: Session, look: Look) -> None:
        self.predict_edit = PredictEdit(session, look)
        self.backwards = BackwardsSection(session, look)
        cards = (self.predict_edit, self.backwards)
        super().__init__(look, "practicePanel", cards)
