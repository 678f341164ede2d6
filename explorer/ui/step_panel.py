"""The panel on the right: the arithmetic of the current step, and moving through the steps."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QAction, QKeyEvent, QPalette
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QScrollArea,
    QSizePolicy,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.app.session import Session
from explorer.model.origins import is_computed
from explorer.model.places import Place, Role
from explorer.model.walkthrough import explain
from explorer.model.wording import cell_words, place_name, position_words
from explorer.ui.card import Card
from explorer.ui.derivation_view import DerivationView
from explorer.ui.look import Look
from explorer.ui.origins_list import OriginsList
from explorer.ui.quiet_card import QuietCard
from explorer.ui.scrub_bar import ScrubBar
from explorer.ui.step_actions import StepActions
from explorer.ui.text import plain_label, set_ink


class StepPanel(Card):
    """Shows how the number of the current step follows from others.

    Following a number goes to the step that computes it. `step_actions` are the actions of the
    walk, in order; they work wherever the window adds them.

    Signals
    -------
    cell_requested(Place)
        The person wants to see the typed-in number in this cell of a table.
    """

    cell_requested = Signal(Place)

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(look, "")
        self.setObjectName("stepPanel")
        self.setAccessibleName("Step")
        self._session = session
        self.heading.setTextFormat(Qt.TextFormat.PlainText)
        self.heading.setWordWrap(True)
        self.remark.setWordWrap(True)
        self.sentence = plain_label()
        self.derivation = DerivationView(look)
        self.note = plain_label()
        self.origins = OriginsList(session, look)
        self.about = QuietCard(look)
        self.position = plain_label()
        self.position.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.scrub_bar = ScrubBar(session, look)
        self.actions_of_walk = StepActions(session, look, self)
        self.step_actions = self.actions_of_walk.all
        self.addActions(list(self.step_actions))
        self._buttons = [_button(action) for action in self.step_actions]
        self._assemble()
        self.derivation.place_activated.connect(self.follow)
        self.origins.place_activated.connect(self.follow)
        session.changed.connect(self._refresh)
        session.step_changed.connect(self._refresh)
        look.changed.connect(self._restyle_panel)
        self._restyle_panel()
        self._refresh()

    def follow(self, place: Place) -> None:
        """Go to the step that computes `place`, or ask for the cell it was typed into."""
        if not self._session.settle():
            return
        if is_computed(self._session.trace, place):
            self._session.go_to(place)
        else:
            self.cell_requested.emit(place)

    def sizeHint(self) -> QSize:
        return QSize(22 * self._look.em, 34 * self._look.em)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Space:
            self.actions_of_walk.play.trigger()
        else:
            super().keyPressEvent(event)

    def _assemble(self) -> None:
        rule = QFrame()
        rule.setFrameShape(QFrame.Shape.HLine)
        rule.setFrameShadow(QFrame.Shadow.Plain)
        self._rule = rule
        content = QWidget()
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.derivation, self.note, self.origins, self.about):
            self._column.addWidget(widget)
        self._column.addStretch(1)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        for button in self._buttons:
            buttons.addWidget(button)
        buttons.addStretch(1)
        self.body.addWidget(self.sentence)
        self.body.addWidget(rule)
        self.body.addWidget(_scrolled(content), 1)
        self.body.addWidget(self.position)
        self.body.addLayout(buttons)
        self.body.addWidget(self.scrub_bar)

    def _refresh(self) -> None:
        session = self._session
        scenario, trace, place = session.scenario, session.trace, session.step
        stage = trace.stage(place.array)
        derivation = explain(trace, place.array, place.row, place.column)
        self.heading.setText(stage.action)
        self.remark.setText(f"step {session.walk.position(place) + 1} of {len(session.walk)}")
        self.sentence.setText(cell_words(scenario, trace, place))
        self.position.setText(position_words(scenario, trace, place))
        self.derivation.show_derivation(derivation, lambda at: place_name(scenario, trace, at))
        self.note.setText(derivation.note)
        self.note.setVisible(bool(derivation.note))
        self.origins.show_origins(derivation)
        self.about.setText(stage.about)

    def _restyle_panel(self) -> None:
        look = self._look
        set_ink(self.heading, look.theme.roles[Role.RESULT])
        self.heading.setFont(look.font(1.2, bold=True))
        set_ink(self.position, look.theme.muted)
        self.position.setFont(look.font(0.9))
        self._column.setSpacing(look.em * 2 // 3)
        palette = self._rule.palette()
        palette.setColor(QPalette.ColorRole.WindowText, look.theme.border)
        self._rule.setPalette(palette)
        for button in self._buttons:
            button.setIconSize(QSize(look.em, look.em))


def _button(action: QAction) -> QToolButton:
    button = QToolButton()
    button.setDefaultAction(action)
    button.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
    button.setToolButtonStyle(Qt.ToolButtonStyle.ToolButtonIconOnly)
    return button


def _scrolled(content: QWidget) -> QScrollArea:
    """A frameless area for content that may be higher than the panel."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.viewport().setAutoFillBackground(False)
    content.setAutoFillBackground(False)
    policy = QSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
    area.setSizePolicy(policy)
    area.setWidget(content)
    content.setAutoFillBackground(False)
    return area
