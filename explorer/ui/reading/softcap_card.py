"""The soft-cap: a bound that scores come close to and never leave."""

import numpy as np

from explorer.app import edits
from explorer.app.edits import Edit
from explorer.app.session import Session
from explorer.model import Scenario
from explorer.ui.looks.look import Look
from explorer.ui.parts.controls import ControlLine, push_button, words
from explorer.ui.parts.lazy_card import LazyCard
from explorer.ui.parts.number_field import NumberField
from explorer.ui.parts.text import breakable, plain_label


class SoftCapCard(LazyCard):
    """A field for the cap, and what it does to the score it bends most."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(session, look, "Soft-cap")
        self.setObjectName("softcapCard")
        self.status = plain_label()
        self.cap = NumberField(
            session, look, "Soft-cap", lambda s: s.softcap, edits.set_softcap, _off
        )
        self.cap.setObjectName("softcapField")
        self.cap.setPlaceholderText("off")
        self.off = push_button("softcapOffButton", "Off", lambda: self.edit(_off))
        self._line = ControlLine(look, words("c", self.cap), self.cap, self.off)
        self.body.addWidget(self._line)
        self.body.addWidget(self.status)
        self.refresh()

    def refresh(self) -> None:
        """Show what the cap does."""
        scenario = self._session.scenario
        self._line.setEnabled(scenario.inputs.has_scores)
        self.off.setEnabled(scenario.softcap is not None)
        self.status.setText(breakable(self._sentence(scenario)))

    def _sentence(self, scenario: Scenario) -> str:
        if not scenario.inputs.has_scores:
            return "There are no scores to bound: the weights of this scenario stand alone."
        if scenario.softcap is None:
            return "Off. A number c > 0 makes of every score c·tanh(score/c): none leaves −c to c."
        trace, number = self._session.trace, self._look.number
        scaled, capped = trace.arrays["scaled_scores"], trace.arrays["capped_scores"]
        cell = np.unravel_index(int(np.abs(scaled).argmax()), scaled.shape)
        cap = number(scenario.softcap)
        return (
            f"No score leaves −{cap} to {cap}: the one farthest from 0, "
            f"{number(float(scaled[cell]))}, becomes {number(float(capped[cell]))}."
        )


def _off(scenario: Scenario) -> Edit:
    return edits.set_softcap(scenario, None)
