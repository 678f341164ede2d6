"""Larger, smaller or the same: what an edit does to a number, chosen before it is made."""

from PySide6.QtWidgets import QPushButton

from explorer.app import edits
from explorer.app.change import Change
from explorer.app.session import Session
from explorer.model.edit_question import EditQuestion, Outcome, edit_question, outcome, reason
from explorer.model.number_format import equals_sign
from explorer.model.wording import place_name
from explorer.ui.looks.look import Look
from explorer.ui.practice.practice_section import PracticeSection

_CAME_OUT = {
    Outcome.LARGER: "it becomes larger, from {before} to {after}",
    Outcome.SMALLER: "it becomes smaller, from {before} to {after}",
    Outcome.SAME: "it stays the same, {after}",
}


class PredictEdit(PracticeSection):
    """Asks about the number of the current step, makes the edit, and says what came of it and why.

    The edit is one undo entry like any other.
    """

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(session, look, "Larger, smaller, or the same?")
        self.setObjectName("predictEdit")
        self._turn = 0
        self._question: EditQuestion | None = None
        self._told = ""
        self._chosen: Outcome | None = None
        self._before = 0.0
        self.choices = {came_out: QPushButton(came_out.capitalize()) for came_out in Outcome}
        self.show_me = QPushButton("Show me")
        self.another = QPushButton("Another edit")
        self.add_buttons(*self.choices.values())
        self.add_buttons(self.show_me, self.another)
        self.body.addWidget(self.status)
        for came_out, button in self.choices.items():
            button.clicked.connect(lambda _checked=False, chosen=came_out: self._answer(chosen))
        self.show_me.clicked.connect(lambda _checked=False: self._answer(None))
        self.another.clicked.connect(lambda _checked=False: self._ask_another())

    def follow_change(self, change: Change) -> None:
        self._told = ""

    def follow_own(self) -> None:
        """Say what came of the edit that was asked about."""
        question = self._question
        assert question is not None  # it was answered
        came_out = outcome(self._before, self.trace.number(question.target))
        self._told = self._outcome_words(question, came_out)

    def follow_step(self) -> None:
        self._told = ""
        self._own = None  # nobody asks any more what came of it

    def refresh(self) -> None:
        """Ask, or tell what became of the edit asked about last."""
        if self._session.reveal.hides(self._session.step):
            self._told = ""  # it would give the number away
        if not self._told and not self.is_waiting:
            self._question = self._next_question()
            self.question.setText(self._words())
        can_answer = self._question is not None and not self._told and not self.is_waiting
        for button in (*self.choices.values(), self.show_me):
            button.setEnabled(can_answer)
        self.another.setEnabled(self._question is not None)
        self.say(self._told)

    def _next_question(self) -> EditQuestion | None:
        session = self._session
        if session.reveal.hides(session.step) or session.laboratory.right_result is None:
            return None
        scenario, trace = session.scenario, self.trace
        return edit_question(scenario, trace, session.step, self._turn, self._look.digits)

    def _words(self) -> str:
        session, question = self._session, self._question
        if session.reveal.hides(session.step):
            return "The number of this step is hidden. Predict it first, or have it shown."
        if question is None:
            return "There is no edit to ask about for this number."
        words = self._look.words
        cell, target = (
            words(place_name(session.scenario, self.trace, place))
            for place in (question.cell, question.target)
        )
        label = edits.cell_label(question.cell.array, question.cell.row, question.cell.column)
        old, new = self._look.number(question.old), self._look.number(question.new)
        now = self.trace.number(question.target)
        sign = equals_sign(now, self._look.digits)
        return (
            f"If {words(label)} ({cell}) goes from {old} to {new}, what becomes of this number?\n"
            f"{target[:1].upper()}{target[1:]} {sign} {self._look.number(now)}"
        )

    def _ask_another(self) -> None:
        question = self._question
        self._told = ""
        if question is not None:
            self._turn = question.turn + 1
        self.refresh()
        self.choices[Outcome.LARGER].setFocus()

    def _answer(self, chosen: Outcome | None) -> None:
        """Make the edit, if the question still stands once an open cell editor is closed."""
        question, session = self._question, self._session
        if question is None or not session.settle() or question != self._question:
            return
        self._chosen, self._before = chosen, self.trace.number(question.target)
        self.put(question.cell, question.new)
        self.another.setFocus()

    def _outcome_words(self, question: EditQuestion, came_out: Outcome) -> str:
        session, look, chosen, before = self._session, self._look, self._chosen, self._before
        after = self.trace.number(question.target)
        words = _CAME_OUT[came_out].format(before=look.number(before), after=look.number(after))
        if chosen is None:
            told = f"{words[:1].upper()}{words[1:]}."
        elif chosen is came_out:
            told = f"Right: {words}."
        else:
            told = f"Not so: {words}. You chose: {chosen}."
        why = look.words(reason(session.scenario, self.trace, question, came_out))
        return f"{told}\n{why}\nUndo takes the change back."
