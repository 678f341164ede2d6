"""The number of the current step, then and now."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model.number_format import format_difference
from explorer.ui.looks.look import Look
from explorer.ui.parts.quiet_card import QuietCard
from explorer.ui.parts.showing import show_when


class ThenNow(QWidget):
    """`“Pin 1”: 20 then, 28.022 now (+8.022)`; hidden while nothing is compared.

    It stays hidden too while the number is.
    """

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("thenNow")
        self._session, self._look = session, look
        self.card = QuietCard(look)
        self.card.label.setObjectName("thenNowText")
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.card)
        for signal in (
            session.changed,
            session.step_changed,
            session.reveal.changed,
            session.comparing.changed,
            look.changed,
        ):
            signal.connect(self._refresh)
        self._refresh()

    def _refresh(self) -> None:
        text = self._text()
        self.card.setText(text)
        show_when(self, bool(text))

    def _text(self) -> str:
        session = self._session
        pair = session.comparing.pair
        if pair is None or session.reveal.hides(session.step):
            return ""
        from explorer.model.comparison.then_now import not_compared, then_and_now

        place, digits = session.step, self._look.digits
        said = (
            then_and_now(pair, place, digits)
            or not_compared(pair, session.stage.name)
            or f"not there {pair.sides.before}"
        )
        then, now = pair.then(place), session.trace.number(place)
        if then is not None and not pair.is_same(place):
            said += f" ({format_difference(now - then, digits)})"
        baseline = session.comparing.baseline
        if session.laboratory.is_on or baseline is None:
            return f"{said[:1].upper()}{said[1:]}"
        return f"“{baseline.name}”: {said}"
