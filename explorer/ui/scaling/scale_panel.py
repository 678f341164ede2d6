"""The panel of the scale."""

from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.parts.card_column import CardColumn
from explorer.ui.scaling.scale_card import ScaleCard


class ScalePanel(CardColumn):
    """What scores are multiplied by before the softmax, to be changed live."""

    def __init__(self, session: Session, look: Look) -> None:
        self.scale_card = ScaleCard(session, look)
        super().__init__(look, "scalePanel", (self.scale_card,))
