"""The banner above the stages that says what is wrong on purpose, and leads out of it."""

from PySide6.QtGui import (
    QAction,
    QColor,
    QPainter,
    QPaintEvent,
    QPen,
    QResizeEvent,
)
from PySide6.QtWidgets import QBoxLayout, QSizePolicy, QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.ui.looks.colours import mixed
from explorer.ui.looks.look import Look
from explorer.ui.parts.actions import button_for
from explorer.ui.parts.controls import ControlLine
from explorer.ui.parts.loud_frame import paint_stripes
from explorer.ui.parts.saying import announce
from explorer.ui.parts.showing import is_low, show_when
from explorer.ui.parts.text import literal, plain_label, set_ink

GO_BY_RIGHT = "Practice, predictions, diagnosis, sweeps and code go by the right calculation."
"""In the tool tip: where it matters, it is said again."""
NO_DIFFERENCE = "With these numbers it makes no difference: every stage comes out the same."
_NARROW = 34
"""In em: below this the banner is narrow."""


class MistakeBanner(QWidget):
    """What is done wrong, why that is wrong, where it departs; hidden outside the laboratory."""

    def __init__(self, session: Session, look: Look, choose: QAction, leave: QAction) -> None:
        super().__init__()
        self.setObjectName("mistakeBanner")
        self.setAccessibleName("Mistake laboratory")
        self._session, self._look = session, look
        self.heading = plain_label()
        self.heading.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        self.why = plain_label()
        self.choose, self.leave = button_for(choose), button_for(leave)
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._top.addWidget(self.heading, 1)
        self._top.addWidget(ControlLine(look, self.choose, self.leave))
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._top)
        self._column.addWidget(self.why)
        session.comparing.changed.connect(self._follow)
        look.changed.connect(self._restyle)
        self._restyle()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, em = self._look.theme, self._look.em
        painter = QPainter(self)
        if not self._session.laboratory.shows_wrong:
            painter.fillRect(self.rect(), QColor(theme.card))
            painter.setPen(QPen(QColor(theme.border), 1))
            painter.drawRect(self.rect().adjusted(0, 0, -1, -1))
            return
        tint = mixed(theme.card, theme.warning, 0.2 if theme.is_dark else 0.1)
        painter.fillRect(self.rect(), QColor(tint))
        left = self.rect()
        left.setWidth(round(0.9 * em))
        paint_stripes(painter, theme, left, em)
        painter.setPen(QPen(QColor(theme.warning), max(2, em // 8)))
        painter.drawRect(self.rect().adjusted(1, 1, -1, -1))

    def _follow(self) -> None:
        laboratory = self._session.laboratory
        show_when(self, laboratory.is_on)
        heading = self._look.words(laboratory.heading)
        if self.heading.text() == heading and self.why.text() == self._why():
            return
        self.heading.setText(heading)
        self.why.setText(self._why())
        self.setAccessibleDescription(f"{self.heading.text()}. {self.why.text()}")
        self.setToolTip(literal(f"{self.why.text()} {GO_BY_RIGHT}"))
        self.update()
        if laboratory.is_on:
            announce(self, self.accessibleDescription())

    def _why(self) -> str:
        laboratory = self._session.laboratory
        slip = laboratory.slip
        if slip is None:
            return ""
        if laboratory.obstacle:
            obstacle = f"{laboratory.obstacle[:1].upper()}{laboratory.obstacle[1:]}"
            return self._look.words(f"{obstacle}. What is shown is the right calculation.")
        if self._makes_no_difference and not slip.is_right:
            return self._look.words(f"{slip.why} {NO_DIFFERENCE}")
        title = self._session.trace.stage(slip.stage).title
        before = self._session.trace.before(self._session.trace.stage(slip.stage))
        same = "; the stages before are the same" if before is not None else ""
        return self._look.words(f"{slip.why} It departs at {title}{same}.")

    @property
    def _makes_no_difference(self) -> bool:
        """Whether every stage is known to have come out the same, but for rounding at the most."""
        comparing = self._session.comparing
        comparison = comparing.comparison
        is_unmoved = comparison is not None and comparison.is_unmoved
        return is_unmoved and not comparing.is_premature

    def _make_room(self) -> None:
        """In a narrow window the buttons stand below the heading, in a low one the reason goes.

        The tool tip has it then, and so has the panel of comparisons.
        """
        direction, em = QBoxLayout.Direction, self._look.em
        is_narrow = self.width() < _NARROW * em
        self._top.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)
        show_when(self.why, not is_low(self, em))

    def _restyle(self) -> None:
        look, em = self._look, self._look.em
        self._column.setContentsMargins(em * 3 // 2, em // 3, em // 2, em // 3)
        self._column.setSpacing(em // 5)
        self._top.setSpacing(em // 3)
        self.heading.setFont(look.font(1.1, bold=True))
        self.why.setFont(look.font(0.95))
        for button in (self.choose, self.leave):
            button.setFont(look.font(0.95))
        set_ink(self.heading, look.theme.text)
        set_ink(self.why, look.theme.text)
        self._make_room()
        self._follow()
        self.update()
