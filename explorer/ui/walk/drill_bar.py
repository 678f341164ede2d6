"""Following numbers: back and forward as in a browser, and the way one came."""

from functools import partial

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QHBoxLayout, QToolButton, QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model import Place
from explorer.ui.looks.look import Look
from explorer.ui.parts.actions import button_for, make_action, make_choice
from explorer.ui.parts.icons import icon
from explorer.ui.walk.crumbs import Crumbs


class DrillBar(QWidget):
    """Two buttons, two choices and the breadcrumbs. `drill_actions` are its actions, in order.

    Signals
    -------
    unfold_toggled(bool)
        The person wants to see the chain from the start, or no longer.
    returned()
        The person went back from a typed-in number in a table to the step it was followed from.
    """

    unfold_toggled = Signal(bool)
    returned = Signal()

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("drillBar")
        self.setAccessibleName("Followed numbers")
        self._session = session
        self._look = look
        self._left: Place | None = None
        self.back = make_action(self, "goBackAction", "Go &back", self._go_back, "Ctrl+[", "Back")
        self.forward = make_action(
            self, "goForwardAction", "Go &forward", self._go_forward, "Ctrl+]", "Forward"
        )
        self.all_digits = make_choice(
            self, "allDigitsAction", "&All digits", self._choose_digits, "Ctrl+Shift+.", "Ctrl+>"
        )
        self.unfold = make_choice(
            self, "fromStartAction", "From the &start", self._unfold, "Ctrl+Shift+U"
        )
        for choice in (self.all_digits, self.unfold):
            choice.toggled.connect(partial(_tick, choice))
        self.drill_actions = (self.back, self.forward, self.all_digits, self.unfold)
        self.addActions(list(self.drill_actions))
        self.crumbs = Crumbs(session, look)
        self._buttons = (_button(self.back), _button(self.forward))
        self.digits_button = _button(self.all_digits)
        self.unfold_button = _button(self.unfold)
        self._assemble()
        session.step_changed.connect(self._refresh)
        session.changed.connect(self._refresh)
        look.changed.connect(self._restyle)
        self._restyle()
        self._refresh()

    def leave(self) -> None:
        """A number was followed from the step to the cell of a table; the step stays the same."""
        self._left = self._session.step
        self._refresh()

    def _assemble(self) -> None:
        self._line = QHBoxLayout()
        for button in self._buttons:
            self._line.addWidget(button)
        self._line.addStretch(1)
        self._line.addWidget(self.digits_button)
        self._line.addWidget(self.unfold_button)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.setSpacing(0)
        column.addLayout(self._line)
        column.addWidget(self.crumbs)

    def _go_back(self) -> None:
        if not self._session.settle():
            return
        if self._left is None:
            self._session.go_back()
        else:
            self._left = None
            self.returned.emit()
            self._refresh()

    def _go_forward(self) -> None:
        if self._session.settle():
            self._session.go_forward()

    def _choose_digits(self) -> None:
        self._look.all_digits = self.all_digits.isChecked()

    def _unfold(self) -> None:
        self.unfold_toggled.emit(self.unfold.isChecked())

    def _refresh(self) -> None:
        if self._left != self._session.step:
            self._left = None
        self.back.setEnabled(self._session.can_go_back or self._left is not None)
        self.forward.setEnabled(self._session.can_go_forward)

    def _restyle(self) -> None:
        look = self._look
        self.all_digits.setChecked(look.all_digits)
        self.back.setIcon(icon("back", look.theme.text))
        self.forward.setIcon(icon("forward", look.theme.text))
        self._line.setSpacing(look.em // 3)
        for button in self._buttons:
            button.setIconSize(QSize(look.em, look.em))


def _button(action: QAction) -> QToolButton:
    button = button_for(action)
    button.setAutoRaise(not action.isCheckable())
    button.setAccessibleName(action.toolTip())
    return button


def _tick(action: QAction, is_checked: bool) -> None:
    """A checked button says so in its text too: in a dark theme it hardly looks different."""
    label = action.text().replace("&", "")
    action.setIconText(f"✓ {label}" if is_checked else label)
