"""Weights by hand: taken over from the softmax, moved, locked, normalised and given back."""

from explorer.app.hand_mix import HandMix, take_over
from explorer.app.session import Session
from explorer.app.weight_edits import (
    let_softmax_take_over,
    normalise,
    put_weights_back,
)
from explorer.model.wording import spoken_name
from explorer.ui.by_hand.share_bars import MOST_ROWS, TOO_MANY, ShareBars
from explorer.ui.looks.look import Look
from explorer.ui.parts.controls import ControlLine, push_button
from explorer.ui.parts.lazy_card import LazyCard
from explorer.ui.parts.text import breakable, plain_label

BY_SOFTMAX = (
    "The softmax works these weights out. Take them over by hand to drag or type them; they begin "
    "as they are."
)
BY_HAND = (
    "Drag a handle to move weight from one share to its neighbour, or type into table A among the "
    "inputs. A row need not add up to one; its sum says what it comes to."
)
ONE_ROW = "Make the weights of this row add up to one; locked shares keep theirs"
EVERY_ROW = "Make the weights of every row add up to one; locked shares keep theirs"


class HandCard(LazyCard):
    """The commands and the bars."""

    def __init__(self, session: Session, look: Look, mix: HandMix) -> None:
        super().__init__(session, look, "Weights by hand")
        self.setObjectName("handCard")
        self._mix = mix
        self.bars = ShareBars(session, look, mix)
        self.status = plain_label()
        self._make_buttons()
        changing = (self.lock, self.normalise_row, self.normalise_all)
        buttons = (self.take_over, self.back, self.softmax, *changing)
        self.body.addWidget(ControlLine(look, *buttons))
        self.body.addWidget(self.bars)
        self.body.addWidget(self.status)
        mix.changed.connect(self.catch_up)
        self.bars.chosen_changed.connect(self.catch_up)
        self.refresh()

    def refresh(self) -> None:
        """Show who works the weights out, and what can be done with them."""
        scenario, mix = self._session.scenario, self._mix
        by_hand, has_scores = mix.is_in_use, scenario.inputs.has_scores
        row, source = self.bars.chosen
        self.remark.setText("typed in" if by_hand else "by the softmax")
        self.take_over.setVisible(not by_hand)
        self.back.setVisible(not by_hand and mix.weights is not None)
        self.softmax.setVisible(by_hand)
        self.softmax.setEnabled(has_scores)
        self.lock.setVisible(self.bars.can_move)
        self.lock.setChecked(source in self.bars.locked_in(row))
        name = spoken_name(scenario.sources, source).replace("&", "&&")
        self.lock.setText(f"Lock the share of {name}")
        reader = spoken_name(scenario.queries, row).replace("&", "&&")
        self.normalise_row.setText(f"Normalise {reader}")
        self.normalise_row.setVisible(by_hand)
        self.normalise_all.setVisible(by_hand and len(scenario.queries) > 1)
        self._name_rows()
        self.status.setText(breakable(self._look.words(self._sentences())))

    def _make_buttons(self) -> None:
        self.take_over = push_button(
            "takeOverButton",
            "Take over by hand",
            self._take_over,
            "Type or drag the weights from now on, beginning with those of the softmax",
        )
        self.softmax = push_button(
            "softmaxTakesOverButton",
            "Let the softmax take over",
            self._give_back,
            "Have the softmax work the weights out, and compare",
        )
        self.back = push_button(
            "weightsBackButton",
            "Back to my weights",
            self._put_back,
            "Use the weights again that were made by hand last",
        )
        self.lock = push_button(
            "lockShareButton", "Lock", self._toggle_lock, "No handle changes a locked share", True
        )
        self.normalise_row = push_button(
            "normaliseRowButton",
            "Normalise",
            lambda: self._normalise([self.bars.chosen[0]]),
        )
        self.normalise_all = push_button(
            "normaliseAllButton",
            "Normalise every row",
            lambda: self._normalise(list(range(len(self._session.scenario.queries)))),
        )

    def _name_rows(self) -> None:
        """A reader has a row of weights, or a column."""
        words = self._look.words
        self.normalise_row.setToolTip(words(ONE_ROW))
        self.normalise_all.setToolTip(words(EVERY_ROW))
        self.normalise_all.setText(words("Normalise every row"))

    def _take_over(self) -> None:
        if self._session.settle():
            take_over(self._session)
        self._go_to_bars()

    def _put_back(self) -> None:
        if self._mix.weights is not None:
            self.edit(put_weights_back, self._mix.weights)
        self._go_to_bars()

    def _give_back(self) -> None:
        self.edit(let_softmax_take_over)
        if self.take_over.isVisible():
            self.take_over.setFocus()

    def _go_to_bars(self) -> None:
        """The button that was pressed is gone; what there is to do now is with the bars."""
        if self.bars.can_move:
            self.bars.setFocus()

    def _toggle_lock(self) -> None:
        self.bars.toggle_lock()
        self.catch_up()

    def _normalise(self, rows: list[int]) -> None:
        self.edit(normalise, rows, self._mix.locked)

    def _sentences(self) -> str:
        parts = [BY_HAND if self._mix.is_in_use else BY_SOFTMAX]
        if not self.bars.is_applicable:
            parts.append(TOO_MANY)
        elif len(self._session.scenario.queries) > MOST_ROWS:
            parts.append("The bar is that of the step’s query; choose another in a heatmap.")
        return " ".join(parts)
