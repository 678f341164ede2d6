"""The panel of what may be read: what happens to scores before the softmax."""

from explorer.app.mask_brush import MaskBrush
from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.parts.card_column import CardColumn
from explorer.ui.reading.bias_card import BiasCard
from explorer.ui.reading.mask_card import MaskCard
from explorer.ui.reading.slip_card import SlipCard
from explorer.ui.reading.softcap_card import SoftCapCard


class ReadingPanel(CardColumn):
    """Mask, bias and soft-cap, and a slip with the mask to try."""

    def __init__(self, session: Session, look: Look, brush: MaskBrush) -> None:
        self.mask_card = MaskCard(session, look, brush)
        self.slip_card = SlipCard(session, look)
        self.bias_card = BiasCard(session, look)
        self.softcap_card = SoftCapCard(session, look)
        cards = (self.mask_card, self.slip_card, self.bias_card, self.softcap_card)
        super().__init__(look, "readingPanel", cards)
