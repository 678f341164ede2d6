"""Predict, then reveal: the result of a step is typed in before it is shown."""

from dataclasses import dataclass
from typing import TYPE_CHECKING

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QHBoxLayout, QLineEdit, QPushButton, QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.files.number_text import NumberTextError, parse_number
from explorer.model.guess import is_near, tolerance
from explorer.model.number_format import exact_text
from explorer.model.wording import place_name
from explorer.ui.looks.look import Look
from explorer.ui.parts.saying import announce
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import plain_label, set_ink

if TYPE_CHECKING:
    from explorer.model.slips.slip import Slip

_BLOCKED = ("-∞", "−∞", "-inf", "−inf")


@dataclass(frozen=True, slots=True)
class _Guess:
    text: str
    value: float


class PredictBox(QWidget):
    """The choice to predict, the line to type into, and what is said to it.

    A guess is kept beside the result until the step or its result changes, and nowhere else.
    """

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("predictBox")
        self._session = session
        self._look = look
        self._guess: _Guess | None = None
        self._about: tuple[object, ...] = ()
        self._make_widgets()
        self._assemble()
        session.changed.connect(self._refresh)
        session.step_changed.connect(self._start_over)
        session.reveal.changed.connect(self._refresh)
        look.changed.connect(self._restyle)
        self._restyle()
        self._start_over()

    def start_typing(self) -> None:
        """Give the focus to the line to type into, if there is a result to predict."""
        if self._session.reveal.hides_result and self.field.isVisible():
            self.field.setFocus()

    def _make_widgets(self) -> None:
        self.predict_first = QPushButton("Predict first")  # a check box is lost in dark themes
        self.predict_first.setCheckable(True)
        self.predict_first.setObjectName("predictFirstBox")
        self.predict_first.setToolTip("Hide the result of each step until you have typed it")
        self.question = plain_label()
        self.field = QLineEdit()
        self.field.setObjectName("guessEdit")
        self.field.setPlaceholderText("Your result")
        self.check = QPushButton("Check")
        self.show_me = QPushButton("Show me")
        self.verdict = plain_label()
        self.predict_first.clicked.connect(self._choose)
        self.field.returnPressed.connect(self._check)
        self.check.clicked.connect(self._check)
        self.show_me.clicked.connect(self._open)

    def _assemble(self) -> None:
        self._asking = QWidget()
        self._line = QHBoxLayout(self._asking)
        self._line.setContentsMargins(0, 0, 0, 0)
        self._line.addWidget(self.field, 1)
        self._line.addWidget(self.check)
        self._line.addWidget(self.show_me)
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.addWidget(self.predict_first, 0, Qt.AlignmentFlag.AlignLeft)
        for widget in (self.question, self._asking, self.verdict):
            self._column.addWidget(widget)

    def _choose(self, predicting: bool) -> None:
        if self._session.settle():
            self._session.reveal.predicting = predicting
        self._refresh()
        self.start_typing()

    def _check(self) -> None:
        """Judge what was typed: reveal the result if it is right, say what it is if not."""
        session = self._session
        if not session.reveal.hides_result or not session.settle():
            return
        self.field.setFocus()
        try:
            self._guess = _read(self.field.text())
        except NumberTextError as error:
            self._guess = None
            self._say(f"{error.reason}.")
            return
        if self._is_right(self._guess):
            self._open()
        else:
            told = " ".join(["Not yet.", *self._slip_sentences(self._guess)])
            self._say(self._look.words(told))

    def _open(self) -> None:
        """Show the result; what was typed counts as the guess if it is a number."""
        if not self._session.settle():
            return
        try:
            self._guess = _read(self.field.text())
        except NumberTextError:
            self._guess = None
        self.field.setFocus()  # the buttons are about to be disabled
        self._session.reveal.open()
        announce(self, self.verdict.text())

    def _is_right(self, guess: _Guess) -> bool:
        result = self._result
        within = tolerance(guess.text, guess.value, result, self._look.digits)
        return is_near(guess.value, result, within)

    @property
    def _result(self) -> float:
        """What is to be predicted: the right number, also while a mistake is made on purpose.

        A cell that only the mistake has can only be predicted with it.
        """
        right = self._session.laboratory.right_result
        return self._session.derivation.result if right is None else right

    def _slip_sentences(self, guess: _Guess) -> list[str]:
        """What the guess comes from, if from a common slip, and why that is wrong."""
        session = self._session
        if session.term is not None:
            return []
        within = tolerance(guess.text, guess.value, guess.value, self._look.digits)
        trace = session.laboratory.right_trace
        if session.laboratory.right_result is None:
            return []
        from explorer.model.slips.matching import slips_matching  # all of the catalogue

        return _slip_sentences(slips_matching(trace, session.step, guess.value, within))

    def _start_over(self) -> None:
        """Another step: what was typed and said was about the one before."""
        self._guess = None
        self.field.clear()
        self.verdict.setText("")
        self._refresh()

    def _refresh(self) -> None:
        session = self._session
        about = (session.step, session.term, self._result)
        if about != self._about:
            self._about = about
            self._start_over()
            return
        reveal = session.reveal
        self.predict_first.setChecked(reveal.predicting)
        self.predict_first.setText("✓ Predict first" if reveal.predicting else "Predict first")
        self._write_question()
        self.field.setReadOnly(not reveal.hides_result)
        self.check.setEnabled(reveal.hides_result)
        self.show_me.setEnabled(reveal.hides_result)
        if not reveal.hides_result:
            self.verdict.setText(self._outcome() if reveal.predicting else "")
        show_when(self.question, reveal.predicting)
        show_when(self._asking, reveal.predicting)
        show_when(self.verdict, bool(self.verdict.text()))

    def _write_question(self) -> None:
        session = self._session
        words = self._look.words
        name = words(place_name(session.scenario, session.trace, session.step))
        if session.term is not None:
            name = f"product {session.term + 1} in the {name}"
        by_right = ", by the right calculation" if session.laboratory.shows_wrong else ""
        self.question.setText(f"Your result for: {name}{by_right}")
        self.field.setAccessibleName(self.question.text())

    def _outcome(self) -> str:
        """The result with the guess beside it."""
        guess, result = self._guess, self._look.number(self._result)
        if guess is None:
            return f"The result is {result}."
        if self._is_right(guess):
            return f"Right: {result} (you: {guess.text})"
        return f"The result is {result} (you: {guess.text})."

    def _say(self, text: str) -> None:
        self.verdict.setText(text)
        show_when(self.verdict, True)
        announce(self, text)

    def _restyle(self) -> None:
        look = self._look
        self._column.setSpacing(look.em // 3)
        self._line.setSpacing(look.em // 3)
        set_ink(self.question, look.theme.muted)
        self.question.setFont(look.font(0.95))
        self._refresh()


def _read(text: str) -> _Guess:
    """What was typed as a number. Raises NumberTextError; −∞ is the score of a blocked cell."""
    text = text.strip()
    if text.replace(" ", "").lower() in _BLOCKED:
        return _Guess("−∞", float("-inf"))
    value = parse_number(text)
    return _Guess(text if len(text) <= 24 else exact_text(value), value)


def _slip_sentences(slips: "tuple[Slip, ...]") -> list[str]:
    if not slips:
        return []
    first, *others = slips
    sentences = [f"That is what comes out when {first.done}.", first.why]
    if others:
        sentences.append(f"The same comes out when {others[0].done}.")
    return sentences
