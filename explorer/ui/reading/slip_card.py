"""The mask after the softmax, as a mistake made on purpose, beside the right way."""

from PySide6.QtWidgets import QPushButton

from explorer.app.refusals import refusal
from explorer.app.session import Session
from explorer.app.side_by_side import SideBySide, reader_of_step, slip_beside, slip_named
from explorer.model import InputError, Place
from explorer.model.number_format import equals_sign
from explorer.model.wording import spoken_name
from explorer.ui.looks.look import Look
from explorer.ui.parts.comparison_table import ComparisonTable
from explorer.ui.parts.controls import ControlLine, push_button
from explorer.ui.parts.lazy_card import LazyCard
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import breakable, plain_label

SLIP = "mask-after-softmax"
ABOUT = "A common slip, to see what it does. Nothing of it is stored in the scenario."
NOTHING_BLOCKED = "Nothing is blocked: there is no mask to apply at the wrong time."
HIDDEN = "The weights of this query are hidden for now."


class SlipCard(LazyCard):
    """Shows the weights of the step's query done right and done wrong, with their sums."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(session, look, "A deliberate mistake: the mask after the softmax")
        self.setObjectName("slipCard")
        self._blocked_reader: int | None = None
        self.about = plain_label()
        self.try_it = push_button(
            "trySlipButton", "Show it beside the right way", self.catch_up, checkable=True
        )
        self.elsewhere: QPushButton = push_button("slipElsewhereButton", "", self._go_elsewhere)
        self.table = ComparisonTable(look, "slipTable", "The right way and the slip")
        self.verdict = plain_label()
        self.body.addWidget(self.about)
        self.body.addWidget(ControlLine(look, self.try_it, self.elsewhere))
        self.body.addWidget(self.table)
        self.body.addWidget(self.verdict)
        self.refresh()

    def refresh(self) -> None:
        """Compare, if that was asked for."""
        self.about.setText(self._look.words(f"{ABOUT} {slip_named(SLIP).why}"))
        shown, told = self._comparison() if self.try_it.isChecked() else (None, "")
        self.table.compare(shown, self._session.scenario.sources)
        self.verdict.setText(breakable(told))
        self._offer_elsewhere(shown)
        show_when(self.table, shown is not None)
        show_when(self.verdict, bool(told))

    def _comparison(self) -> tuple[SideBySide | None, str]:
        session = self._session
        reader = reader_of_step(session)
        last = session.trace.inputs.shape[1] - 1
        if session.reveal.hides(Place("output", reader, 0)) or session.reveal.hides(
            Place("weights", reader, last)
        ):
            return None, HIDDEN
        try:
            shown = slip_beside(session.laboratory.right_trace, SLIP, reader)
        except InputError as error:
            return None, refusal(error, session.scenario)
        return (None, NOTHING_BLOCKED) if shown is None else (shown, self._verdict(shown))

    def _verdict(self, shown: SideBySide) -> str:
        name = spoken_name(self._session.scenario.queries, shown.reader)
        if shown.is_same:
            return f"Nothing is blocked for {name}: both ways give the same."
        right, wrong = (self._sum(line.total) for line in (shown.first, shown.second))
        return (
            f"{name}: done right, the weights add up to{right}. With the slip, they add up "
            f"to{wrong}: the blocked shares were taken out after they had been counted."
        )

    def _sum(self, total: float) -> str:
        sign = equals_sign(total, self._look.digits)
        return f"{' about' if sign == '≈' else ''} {self._look.number(total)}"

    def _offer_elsewhere(self, shown: SideBySide | None) -> None:
        """Lead to a query for which something is blocked, where the current one has nothing."""
        session = self._session
        self._blocked_reader = None
        allowed = session.trace.inputs.allowed
        if shown is not None and shown.is_same and allowed is not None:
            partly = allowed.any(axis=1) & ~allowed.all(axis=1)
            self._blocked_reader = int(partly.argmax()) if partly.any() else None
        if self._blocked_reader is not None:
            name = spoken_name(session.scenario.queries, self._blocked_reader)
            self.elsewhere.setText(f"Go to {name}".replace("&", "&&"))
        show_when(self.elsewhere, self._blocked_reader is not None)

    def _go_elsewhere(self) -> None:
        step = self._session.step
        if self._blocked_reader is not None and self._session.settle():
            self._session.go_to(Place(step.array, self._blocked_reader, step.column))
