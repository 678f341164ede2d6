"""The panel of weights by hand."""

from explorer.app.hand_mix import HandMix
from explorer.app.session import Session
from explorer.ui.by_hand.compare_card import CompareCard
from explorer.ui.by_hand.hand_card import HandCard
from explorer.ui.looks.look import Look
from explorer.ui.parts.card_column import CardColumn


class HandPanel(CardColumn):
    """The shares to move, and the mix of the softmax beside one's own."""

    def __init__(self, session: Session, look: Look) -> None:
        mix = HandMix(session)
        self.hand_card = HandCard(session, look, mix)
        self.compare_card = CompareCard(session, look, mix)
        super().__init__(look, "handPanel", (self.hand_card, self.compare_card))
        mix.setParent(self)
