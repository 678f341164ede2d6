"""The panel on the right: the arithmetic of the current step, and moving through the steps."""

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QKeyEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QApplication, QFrame, QHBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model import Granularity
from explorer.model.origins import is_computed
from explorer.model.places import Place, Role
from explorer.model.step_wording import step_position_words, step_words
from explorer.ui.formulas.math_view import MathView
from explorer.ui.looks.look import Look
from explorer.ui.parts.card import Card
from explorer.ui.parts.text import plain_label, set_ink
from explorer.ui.walk.scrub_bar import ScrubBar
from explorer.ui.walk.speed_button import SpeedButton
from explorer.ui.walk.step_actions import StepActions
from explorer.ui.walk.step_buttons import StepButtons
from explorer.ui.walk.step_choice import StepChoice
from explorer.ui.walk.step_content import Anchor, StepContent
from explorer.ui.walk.walk_options import WalkOptions

LOW = 24
"""In em: a panel lower than this has room for the arithmetic and the buttons only."""


class StepPanel(Card):
    """Shows how the number of the current step follows from others, or a row or table of them.

    Following a number goes to the step that computes it. `step_actions` are the actions of the
    walk, in order; they work wherever the window adds them. Arrow keys, Home, End, Page keys and
    Space move through the walk wherever nothing in the panel uses them for itself.

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
        self.content = StepContent(session, look)
        self.derivation, self.note = self.content.derivation, self.content.note
        self.origins, self.about = self.content.origins, self.content.about
        self.position = plain_label()
        self.actions_of_walk = StepActions(session, look, self)
        player = self.actions_of_walk.player
        self.walk_options = WalkOptions(session, player, look, self)
        self.choice = StepChoice(session, look, self.walk_options)
        self.speed = SpeedButton(player, self.walk_options, look)
        self.scrub_bar = ScrubBar(session, look, player.breakpoints)
        self.step_actions = self.actions_of_walk.all
        self.addActions([*self.step_actions, *self.actions_of_walk.jumps, *self.walk_options.all])
        self._assemble()
        self._connect()
        self._restyle_panel()
        self._refresh()

    def add_section(self, widget: QWidget, after: Anchor) -> None:
        """Put a part of the explanation below the derivation or below where its numbers come from.

        Sections with the same anchor stand in the order in which they were added.
        """
        self.content.add_section(widget, after)

    def follow(self, place: Place) -> None:
        """Go to the step that computes `place`, or ask for the cell it was typed into."""
        if not self._session.settle():
            return
        if is_computed(self._session.trace, place):
            self._session.follow(place)
        else:
            self.cell_requested.emit(place)

    def focus_arithmetic(self) -> None:
        """Give the focus to the derivation, in view."""
        self.content.ensureWidgetVisible(self.derivation)
        self.derivation.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def sizeHint(self) -> QSize:
        return QSize(22 * self._look.em, 34 * self._look.em)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        has_links = isinstance(QApplication.focusWidget(), MathView)
        action = self.actions_of_walk.for_key(event, with_arrows=not has_links)
        if action is None:
            super().keyPressEvent(event)
        else:
            action.trigger()

    def _assemble(self) -> None:
        self._rule = QFrame()
        self._rule.setFrameShape(QFrame.Shape.HLine)
        self._rule.setFrameShadow(QFrame.Shadow.Plain)
        whereabouts = QHBoxLayout()
        whereabouts.addWidget(self.position, 1)
        whereabouts.addWidget(self.speed)
        self.body.insertWidget(0, self.choice)
        self.body.addWidget(self.sentence)
        self.body.addWidget(self._rule)
        self.body.addWidget(self.content, 1)
        self.body.addLayout(whereabouts)
        self.body.addWidget(StepButtons(self.step_actions, self._look))
        self.body.addWidget(self.scrub_bar)

    def _make_room(self) -> None:
        """In a low panel the arithmetic comes first: what the Walk menu has too gives way."""
        has_room = self.height() >= LOW * self._look.em
        for part in (self.choice, self.position, self.speed):
            part.setVisible(has_room)

    def _connect(self) -> None:
        session = self._session
        for part in (self.derivation, self.content.running_sum, self.origins):
            part.place_activated.connect(self.follow)
        session.changed.connect(self._refresh)
        session.step_changed.connect(self._refresh)
        session.reveal.changed.connect(self._refresh)
        self._look.changed.connect(self._restyle_panel)
        self._look.changed.connect(self._refresh)

    def _refresh(self) -> None:
        session = self._session
        scenario, trace, place = session.scenario, session.trace, session.step
        granularity, words = session.granularity, self._look.words
        whole = granularity in (Granularity.STAGE, Granularity.READER)
        action = (session.stage if whole else trace.quantity(place.array)).action
        self.heading.setText(words(action))
        self.remark.setText(f"step {session.position + 1} of {len(session.walk)}")
        convention = self._look.convention
        self.sentence.setText(step_words(scenario, trace, granularity, place, convention))
        where = step_position_words(scenario, trace, granularity, place, session.term)
        self.position.setText(words(where))
        self.content.refresh()

    def _restyle_panel(self) -> None:
        look = self._look
        self._make_room()
        set_ink(self.heading, look.theme.roles[Role.RESULT])
        self.heading.setFont(look.font(1.2, bold=True))
        set_ink(self.position, look.theme.muted)
        self.position.setFont(look.font(0.9))
        palette = self._rule.palette()
        palette.setColor(QPalette.ColorRole.WindowText, look.theme.border)
        self._rule.setPalette(palette)
