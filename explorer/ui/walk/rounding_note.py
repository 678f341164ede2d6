"""Where the rounded numbers on the screen do not give the rounded result, it says so."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model.rounding import RoundingGap, rounding_gap, row_gap
from explorer.ui.looks.look import Look
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import plain_label, set_ink


class RoundingNote(QWidget):
    """A sentence on the current derivation, and one on the weights of its row; else hidden.

    It stays hidden too while the result is to be predicted.
    """

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("roundingNote")
        self._session = session
        self._look = look
        self.label = plain_label()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.label)
        session.changed.connect(self._refresh)
        session.step_changed.connect(self._refresh)
        session.reveal.changed.connect(self._refresh)
        look.changed.connect(self._restyle)
        self._restyle()

    def _refresh(self) -> None:
        gaps = filter(None, self._gaps())
        text = "\n".join(gap.sentence(self._look.convention) for gap in gaps)
        self.label.setText(text)
        show_when(self, bool(text))

    def _restyle(self) -> None:
        self.label.setFont(self._look.font(0.95))
        set_ink(self.label, self._look.theme.muted)
        self._refresh()

    def _gaps(self) -> list[RoundingGap | None]:
        session, digits = self._session, self._look.derivation_digits
        if session.reveal.hides_result:
            return []
        gap = rounding_gap(session.derivation, digits)
        place = session.step
        if place.array != "weights":
            return [gap]
        return [gap, row_gap(session.trace, place.row, digits)]
