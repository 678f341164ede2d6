"""The panel of a comparison: the pins, and in sentences what differs from one of them and why."""

from dataclasses import replace

from PySide6.QtCore import QSize, Signal
from PySide6.QtGui import QGuiApplication, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QBoxLayout, QHBoxLayout, QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model import Place
from explorer.model.comparison.input_wording import input_sentences
from explorer.model.comparison.mistake_wording import mistake_sentences
from explorer.model.comparison.sentences import sentences
from explorer.model.comparison.words import Sentence
from explorer.ui.compare.compare_actions import CompareActions
from explorer.ui.compare.pin_box import PinBox
from explorer.ui.compare.sentence_list import SentenceList
from explorer.ui.looks.look import Look
from explorer.ui.parts.actions import button_for
from explorer.ui.parts.text import plain_label

NO_PIN = "Pin this state: from then on it says here what is different, and why."
NOT_COMPARED = "Choose a pin above to compare with."
WAITING = "What differs is being worked out …"
HIDDEN = "What follows from it is hidden for now, like the results themselves."
_NARROW = 34
"""In em: below this the buttons stand below the pins."""


class ComparePanel(QWidget):
    """Works nothing out while it is not seen.

    Signals
    -------
    place_activated(Place)
        The person wants to go to this cell.
    """

    place_activated = Signal(Place)

    def __init__(self, session: Session, look: Look, actions: CompareActions) -> None:
        super().__init__()
        self.setObjectName("comparePanel")
        self._session, self._look = session, look
        self._is_behind = True
        self.caption = plain_label("Compared with", wraps=False)
        self.pins = PinBox(session)
        self.hint = plain_label()
        self.sentences = SentenceList(look)
        self.sentences.place_activated.connect(self.place_activated)
        shown = (actions.pin, actions.swap, actions.rename, actions.unpin)
        self._buttons = [button_for(action) for action in shown]
        self._lay_out()
        session.changed.connect(self._catch_up)
        session.reveal.changed.connect(self._catch_up)
        session.comparing.changed.connect(self._catch_up)
        look.changed.connect(self._restyle)
        self._restyle()

    def sizeHint(self) -> QSize:
        return QSize(40 * self._look.em, 10 * self._look.em)

    def copy_text(self) -> None:
        """Put all sentences on the clipboard, under the name of the pin."""
        baseline, laboratory = self._session.comparing.baseline, self._session.laboratory
        if laboratory.is_on or baseline is not None:
            words = self._look.words
            texts = [words(sentence.text) for sentence in self._told()]
            name = "" if baseline is None else baseline.name
            heading = words(laboratory.heading) or f"Compared with “{name}”:"
            QGuiApplication.clipboard().setText("\n".join([heading, *texts]))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_behind:
            self._catch_up()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._turn()

    def _lay_out(self) -> None:
        choice, buttons = QHBoxLayout(), QHBoxLayout()
        choice.addWidget(self.caption)
        choice.addWidget(self.pins, 1)
        for button in self._buttons:
            buttons.addWidget(button)
        buttons.addStretch(1)
        self._top = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        self._top.addLayout(choice, 1)
        self._top.addLayout(buttons)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addLayout(self._top)
        self._column.addWidget(self.hint)
        self._column.addWidget(self.sentences, 1)
        self._column.addStretch(0)

    def _turn(self) -> None:
        direction = QBoxLayout.Direction
        is_narrow = self.width() < _NARROW * self._look.em
        self._top.setDirection(direction.TopToBottom if is_narrow else direction.LeftToRight)

    def _catch_up(self) -> None:
        self._is_behind = not self.isVisible()
        if not self._is_behind:
            self._refresh()

    def _refresh(self) -> None:
        is_comparing = self._session.comparing.is_comparing
        self.hint.setText(NOT_COMPARED if self._session.scenario.pins else NO_PIN)
        self.hint.setVisible(not is_comparing)
        self.sentences.setVisible(is_comparing)
        words = self._look.words
        told = [replace(sentence, text=words(sentence.text)) for sentence in self._told()]
        self.sentences.show_sentences(told)

    def _told(self) -> tuple[Sentence, ...]:
        """What the comparison says; no results while the walk keeps results to itself."""
        comparing, digits = self._session.comparing, self._look.digits
        comparison = comparing.comparison
        if comparison is None or comparing.is_premature:
            is_waiting = comparing.work.is_busy or comparing.is_premature
            told = WAITING if is_waiting else comparing.problem
            return (Sentence(told),) if told else ()
        slip = self._session.laboratory.slip
        if slip is not None:
            return (Sentence(slip.why), *mistake_sentences(comparison, digits))
        if self._session.reveal.hides_anything and comparison.inputs:
            return (*input_sentences(comparison, digits), Sentence(HIDDEN))
        return sentences(comparison, digits)

    def _restyle(self) -> None:
        em = self._look.em
        self._column.setSpacing(em // 3)
        self._top.setSpacing(em // 3)
        for button in self._buttons:
            button.setFont(self._look.font(0.95))
        self.caption.setFont(self._look.font(bold=True))
        self.pins.setFont(self._look.font(0.95))
        self._turn()
        self._catch_up()
        self.updateGeometry()
