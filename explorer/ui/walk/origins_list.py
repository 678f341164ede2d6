"""Where the numbers of a step come from: one line a number, each a link."""

from collections.abc import Iterator
from dataclasses import replace

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPalette
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model.derivation import Derivation
from explorer.model.expressions import Number
from explorer.model.glossary import meaning_of
from explorer.model.origins import Origin, behind, count_behind, unfolded
from explorer.model.places import Place
from explorer.model.wording import place_name
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import plain_label
from explorer.ui.walk.origin_row import OriginRow

MOST_OPERANDS, MORE_OPERANDS = 6, 20


class OriginsList(QWidget):
    """The operands of a derivation with their names; the first unfolded to what was typed in.

    The button below a long list adds further ones.

    Signals
    -------
    place_activated(Place)
        The person wants to go where this number stands.
    """

    place_activated = Signal(Place)

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("originsList")
        self._session = session
        self._look = look
        self.heading = plain_label("Where the numbers come from")
        self.rows: list[OriginRow] = []
        self.more = QToolButton()
        self.more.setAutoRaise(True)
        self.more.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.more.clicked.connect(self._show_more)
        self._derivation: Derivation | None = None
        self._most = MOST_OPERANDS
        self._lines = QVBoxLayout()
        self._lines.setSpacing(0)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(2)
        column.addWidget(self.heading)
        column.addLayout(self._lines)
        column.addWidget(self.more)
        look.changed.connect(self._restyle)
        self._restyle()

    def show_origins(self, derivation: Derivation, hides_result: bool = False) -> None:
        """List where the numbers of `derivation` come from.

        While its result is hidden, those that are worked out on the way to it are left out.
        """
        if self._derivation is None or derivation.place != self._derivation.place:
            self._most = MOST_OPERANDS
        shown = derivation.forms[:1] if hides_result else derivation.forms
        self._derivation = replace(derivation, forms=shown)
        self._list(self._derivation)

    def _show_more(self) -> None:
        focused = self._most
        self._most += MORE_OPERANDS
        if self._derivation is not None:
            self._list(self._derivation)
        if self.more.isHidden() and focused < len(self.rows):
            self.rows[focused].setFocus()

    def _list(self, derivation: Derivation) -> None:
        found, fields = behind(derivation, self._most)
        settings = [Origin(0, number, None) for number in fields]
        self._fill([*self._origins(found), *settings])
        left_out = count_behind(derivation) - len(found)
        self.more.setText(f"… {left_out} more")
        self.more.setVisible(left_out > 0)
        self.setVisible(bool(found or settings))

    def _origins(self, numbers: list[Number]) -> Iterator[Origin]:
        for index, number in enumerate(numbers):
            yield Origin(0, number, number.place)
            if index == 0 and number.place is not None:
                yield from unfolded(self._session.trace, number.place)

    def _fill(self, origins: list[Origin]) -> None:
        while len(self.rows) < len(origins):
            row = OriginRow(self._look, self.place_activated.emit)
            self.rows.append(row)
            self._lines.addWidget(row)
        while len(self.rows) > len(origins):
            row = self.rows.pop()
            self._lines.removeWidget(row)
            row.hide()
            row.deleteLater()
        for row, origin in zip(self.rows, origins, strict=True):
            row.show_origin(origin, self._name(origin))

    def _name(self, origin: Origin) -> str:
        trace, content = self._session.trace, origin.content
        if origin.place is not None:
            return self._look.words(place_name(self._session.scenario, trace, origin.place))
        setting = meaning_of(trace, content) if isinstance(content, Number) else None
        return self._look.words("from numbers typed in" if setting is None else setting.meaning)

    def _restyle(self) -> None:
        self.heading.setFont(self._look.font(bold=True))
        self.more.setFont(self._look.font(0.95))
        palette = self.more.palette()
        palette.setColor(QPalette.ColorRole.ButtonText, QColor(self._look.theme.accent))
        self.more.setPalette(palette)
