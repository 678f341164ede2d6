"""How score, scaled score and weight differ, with the numbers of the current step."""

from PySide6.QtCore import QSize
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QDialog, QDialogButtonBox, QLabel, QScrollArea, QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model import Place
from explorer.model.vocabulary import VOCABULARY, Term, now_of
from explorer.ui.looks.look import Look
from explorer.ui.parts.card import Card
from explorer.ui.parts.text import plain_label, set_ink

TITLE = "Score, scaled score, weight"
HIDDEN = "hidden for now"


class VocabularyCard(QDialog):
    """A window beside the program: a word, what it means, and what it is in the current step."""

    def __init__(self, session: Session, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("vocabularyCard")
        self.setWindowTitle(TITLE)
        self._session, self._look = session, look
        self._labels: dict[Term, tuple[QLabel, QLabel]] = {}
        self.card = Card(look, "Three numbers that are easily mixed up")
        for term in VOCABULARY:
            self._add(term)
        area = QScrollArea()
        area.setWidgetResizable(True)
        area.setFrameShape(QScrollArea.Shape.NoFrame)
        area.setWidget(self.card)
        area.setAccessibleName(TITLE)
        buttons = QDialogButtonBox(QDialogButtonBox.StandardButton.Close)
        buttons.rejected.connect(self.reject)
        column = QVBoxLayout(self)
        column.addWidget(area)
        column.addWidget(buttons)
        for signal in (session.changed, session.step_changed, session.reveal.changed, look.changed):
            signal.connect(self._refresh)

    @property
    def text(self) -> str:
        """Everything that is said, a line a paragraph."""
        labels = self.card.findChildren(QLabel)
        return "\n".join(label.text() for label in labels if label.text())

    def sizeHint(self) -> QSize:
        return QSize(40 * self._look.em, 32 * self._look.em)

    def showEvent(self, event: QShowEvent) -> None:
        self._fill()
        super().showEvent(event)

    def _add(self, term: Term) -> None:
        word, meaning, now = plain_label(term.word), plain_label(), plain_label()
        word.setFont(self._look.font(bold=True))
        set_ink(now, self._look.theme.muted)
        for label in (word, meaning, now):
            self.card.body.addWidget(label)
        self._labels[term] = meaning, now

    def _refresh(self) -> None:
        if self.isVisible():
            self._fill()

    def _fill(self) -> None:
        session = self._session
        mark = session.laboratory.heading if session.laboratory.shows_wrong else ""
        self.card.remark.setText(self._look.words(mark))
        for term, (meaning, now) in self._labels.items():
            meaning.setText(self._look.words(term.meaning))
            now.setText(self._look.words(self._text(term)))

    def _text(self, term: Term) -> str:
        session = self._session
        step = session.step
        if term.array is not None and term.array in session.trace.arrays:
            columns = session.trace.shape_of(term.array)[1]
            if session.reveal.hides(Place(term.array, step.row, min(step.column, columns - 1))):
                return HIDDEN
        return now_of(term, session.scenario, session.trace, step, self._look.digits)
