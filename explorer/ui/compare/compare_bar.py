"""The line above the stages while something is compared: then, now or the difference."""

from PySide6.QtGui import (
    QColor,
    QPainter,
    QPaintEvent,
    QPalette,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import (
    QHBoxLayout,
    QSizePolicy,
    QSpacerItem,
    QStyle,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.app.session import Session
from explorer.app.stage_view import Showing
from explorer.model.places import Role
from explorer.ui.compare.compare_actions import CompareActions
from explorer.ui.looks.look import Look
from explorer.ui.parts.actions import button_for
from explorer.ui.parts.saying import announce
from explorer.ui.parts.showing import is_low, show_when
from explorer.ui.parts.text import ElidedLabel, literal, set_ink

_WORDS = {
    Showing.THEN: "Stages of “{name}”; tables and steps are as now",
    Showing.NOW: "Compared with “{name}”",
    Showing.DIFFERENCE: "Now less “{name}”",
}
_BESIDE = "“{name}”, now, and the difference"
_LABORATORY_WORDS = {
    Showing.THEN: "Stages done right; the steps stay wrong",
    Showing.NOW: "Stages with the mistake",
    Showing.DIFFERENCE: "Wrong less right",
}
_LABORATORY_BESIDE = "Right, wrong, and the difference"
_NARROWEST_WORDS = 10
"""In em: with less room beside the buttons the words are not there."""


class CompareBar(QWidget):
    """A button for each of the three, and what the stages show at the moment."""

    def __init__(self, session: Session, look: Look, actions: CompareActions) -> None:
        super().__init__()
        self.setObjectName("compareBar")
        self.setAccessibleName("Then, now or the difference")
        self._session, self._look = session, look
        self.buttons = {showing: button_for(action) for showing, action in actions.shown.items()}
        self.beside = button_for(actions.beside)
        self.label = ElidedLabel()
        self.label.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Preferred)
        self.stop = QToolButton()
        self.stop.setIcon(self.style().standardIcon(QStyle.StandardPixmap.SP_TitleBarCloseButton))
        self.stop.setToolTip("Stop comparing; the pins stay")
        self.stop.setAccessibleName("Stop comparing")
        self.stop.setAutoRaise(True)
        self.stop.clicked.connect(lambda _checked=False: actions.stop.trigger())
        self._column, self._line = QVBoxLayout(self), QHBoxLayout()
        self._column.addLayout(self._line)
        for button in self._all_buttons:
            self._line.addWidget(button)
        self._gap = QSpacerItem(0, 0)
        self._line.addItem(self._gap)
        self._line.addWidget(self.label, 1)
        self._line.addStretch(0)
        self._line.addWidget(self.stop)
        self._is_below = False
        session.comparing.changed.connect(self._follow)
        session.comparing.work.changed.connect(self._follow)
        session.changed.connect(self._follow)
        look.changed.connect(self._restyle)
        self._restyle()

    def paintEvent(self, event: QPaintEvent) -> None:
        """Coloured while the stages show anything but what is now."""
        theme, em = self._look.theme, self._look.em
        is_now = self._session.comparing.showing is Showing.NOW
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.card if is_now else theme.tint(Role.RESULT)))
        painter.setPen(QPen(QColor(theme.border if is_now else theme.accent), 1))
        painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
        if not is_now:
            painter.fillRect(0, 0, max(3, em // 5), self.height(), QColor(theme.accent))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    @property
    def _all_buttons(self) -> tuple[QToolButton, ...]:
        return (*self.buttons.values(), self.beside)

    def _text(self) -> str:
        comparing, baseline = self._session.comparing, self._session.comparing.baseline
        if comparing.problem:
            return comparing.problem
        if self._session.laboratory.is_on:
            words, beside = _LABORATORY_WORDS, _LABORATORY_BESIDE
        else:
            words, beside = _WORDS, _BESIDE
        text = beside if comparing.is_beside else words[comparing.showing]
        is_waiting = comparing.work.is_busy or comparing.is_premature
        waiting = ": being worked out …" if is_waiting else ""
        return text.format(name="" if baseline is None else baseline.name) + waiting

    def _follow(self) -> None:
        comparing, laboratory = self._session.comparing, self._session.laboratory
        is_useful = comparing.is_comparing and not laboratory.obstacle
        show_when(self, is_useful)
        show_when(self.stop, not laboratory.is_on)
        if not is_useful:
            return
        text = self._text()
        if text != self.label.text():
            self.label.setText(text)
            self.setAccessibleDescription(text)
            self.setToolTip(literal(text))
            announce(self, text)
        self._make_room()
        self._colour_buttons()
        self.update()

    def _make_room(self) -> None:
        """Where there is no room beside the buttons, the words stand below them.

        In a low window they go: the button that holds says it, and the tool tip. A problem stays.
        """
        em, spacing = self._look.em, self._line.spacing()
        taken = sum(button.sizeHint().width() + spacing for button in self._all_buttons)
        is_below = self.width() - taken < _NARROWEST_WORDS * em
        has_to_be = not is_low(self, em) or bool(self._session.comparing.problem)
        show_when(self.label, not is_below or has_to_be)
        if is_below is not self._is_below:
            self._is_below = is_below
            self._line.removeWidget(self.label)
            self._column.removeWidget(self.label)
            if is_below:
                self._column.addWidget(self.label)
            else:
                self._line.insertWidget(self._line.count() - 2, self.label, 1)

    def _colour_buttons(self) -> None:
        """The one that holds stands out in every theme."""
        theme, comparing = self._look.theme, self._session.comparing
        chosen = self.beside if comparing.is_beside else self.buttons[comparing.showing]
        for button in self._all_buttons:
            palette = theme.palette()
            if button is chosen:
                palette.setColor(QPalette.ColorRole.Button, QColor(theme.accent))
                palette.setColor(QPalette.ColorRole.ButtonText, QColor(theme.card))
            button.setPalette(palette)

    def _restyle(self) -> None:
        em = self._look.em
        self._column.setContentsMargins(em * 2 // 3, em // 5, em // 3, em // 5)
        self._column.setSpacing(em // 6)
        self._line.setSpacing(em // 6)
        self._gap.changeSize(em // 2, 0)
        for button in (*self._all_buttons, self.stop):
            button.setFont(self._look.font(0.95))
        set_ink(self.label, self._look.theme.text)
        self.label.setFont(self._look.font(0.95))
        self._follow()
