"""The mix by hand beside that of the softmax, for the query of the step."""

import numpy as np

from explorer.app.hand_mix import HandMix
from explorer.app.refusals import refusal
from explorer.app.session import Session
from explorer.app.side_by_side import SideBySide, hand_beside_softmax, reader_of_step
from explorer.model import InputError, Place
from explorer.model.wording import spoken_name
from explorer.ui.looks.look import Look
from explorer.ui.parts.comparison_table import ComparisonTable
from explorer.ui.parts.lazy_card import LazyCard
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import breakable, plain_label

NOTHING_YET = "Take the weights over by hand; then the two mixes stand here side by side."
NO_SOFTMAX = "This scenario has no queries and keys, so there is no softmax to compare with."
HIDDEN = "The weights of this query are hidden for now."


class CompareCard(LazyCard):
    """Both rows of weights with their sums and outputs, the difference, and what it says."""

    def __init__(self, session: Session, look: Look, mix: HandMix) -> None:
        super().__init__(session, look, "By hand and by the softmax")
        self.setObjectName("compareCard")
        self._mix = mix
        self.table = ComparisonTable(look, "mixTable", "By hand and by the softmax")
        self.verdict = plain_label()
        self.body.addWidget(self.table)
        self.body.addWidget(self.verdict)
        mix.changed.connect(self.catch_up)
        self.refresh()

    def refresh(self) -> None:
        """Compare the two for the query of the step."""
        shown, told = self._comparison()
        self.table.compare(shown, self._session.scenario.sources)
        self.verdict.setText(breakable(told))
        self.remark.setText("" if shown is None else self._name(shown.reader))
        show_when(self.table, shown is not None)

    def _comparison(self) -> tuple[SideBySide | None, str]:
        session, by_hand = self._session, self._mix.weights
        if not session.scenario.inputs.has_scores:
            return None, NO_SOFTMAX
        if by_hand is None:
            return None, NOTHING_YET
        reader = reader_of_step(session)
        last = session.trace.output.shape[1] - 1
        if session.reveal.hides(Place("output", reader, last)):
            return None, HIDDEN
        try:
            shown = hand_beside_softmax(session.trace.inputs, by_hand, reader)
        except InputError as error:
            return None, refusal(error, session.scenario)
        return shown, "" if shown is None else self._verdict(shown)

    def _verdict(self, shown: SideBySide) -> str:
        """In words what the outputs have to do with each other."""
        difference = shown.difference.output
        if not difference.any():
            return f"Both give {self._name(shown.reader)} the same output."
        component = int(np.abs(difference).argmax())
        where = f" (component {component + 1})" if len(difference) > 1 else ""
        hand, softmax, more = (
            self._look.number(float(row[component]))
            for row in (shown.first.output, shown.second.output, np.abs(difference))
        )
        way = "more" if difference[component] > 0 else "less"
        return (
            f"By hand, the output{where} is {hand}; by the softmax it is {softmax}, {more} {way}."
        )

    def _name(self, reader: int) -> str:
        return spoken_name(self._session.scenario.queries, reader)
