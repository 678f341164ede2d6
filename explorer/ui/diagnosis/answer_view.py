"""What own numbers come to: the verdict, why, the arithmetic, and what can be done next."""

from collections.abc import Sequence

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.app.edits import cell_label
from explorer.app.own_answer import Answer
from explorer.app.session import Session
from explorer.model import Diagnosis, NumberChange, Place
from explorer.model.diagnosis import TABLES
from explorer.model.diagnosis.verdict import Difference, Verdict
from explorer.model.diagnosis.words import first_difference, sentences, sentences_without_values
from explorer.model.number_format import exact_text
from explorer.model.wording import place_name
from explorer.ui.formulas.derivation_view import DerivationView
from explorer.ui.looks.look import Look
from explorer.ui.parts.controls import ControlLine, push_button
from explorer.ui.parts.saying import announce
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import breakable, plain_label, set_ink

HELP = (
    "Give what your own calculation makes of the inputs of this scenario: from a spreadsheet, "
    "NumPy or PyTorch, or typed off paper, as rounded as it is. You learn at once whether it is "
    "right, which mistake gives these numbers, or where they differ first. With several tables "
    "you learn more."
)
FORMS = (
    "Between numbers stand blanks, tabs, semicolons or commas, or they are lists in brackets; "
    "without headings and names."
)
HIDDEN = "The right values are hidden for now, like the results themselves."
MARKED = "They were copied from the mistake laboratory: “{mark}”."
GIVE_ANEW = "Set it in your own calculation too, and give what comes out then."


class AnswerView(QWidget):
    """An answer in words, with buttons that lead on.

    Signals
    -------
    place_activated(Place)
        The person wants to go to this cell.
    change_wanted(NumberChange)
        The person wants this number changed.
    table_wanted(str)
        The person wants to give this table as well.
    move_wanted(str)
        The numbers shown are to count as those of this table.
    """

    place_activated = Signal(Place)
    change_wanted = Signal(object)
    table_wanted = Signal(str)
    move_wanted = Signal(str)

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self._session = session
        self._look = look
        self._difference: Difference | None = None
        self._change: NumberChange | None = None
        self._table = self._moved_to = ""
        self.verdict = plain_label()
        self.words = plain_label()
        self.derivation = DerivationView(look)
        self.go_to = push_button(
            "goToDifferenceButton", "Go to this cell", self._go, "The step that computes it"
        )
        self.set_number = push_button(
            "tellApartButton", "", lambda: self.change_wanted.emit(self._change), GIVE_ANEW
        )
        self.add_table = push_button(
            "addTableButton", "", lambda: self.table_wanted.emit(self._table)
        )
        self.move_numbers = push_button(
            "moveNumbersButton", "", lambda: self.move_wanted.emit(self._moved_to)
        )
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._buttons = (self.go_to, self.set_number, self.add_table, self.move_numbers)
        self._line = ControlLine(look, *self._buttons)
        for widget in (self.verdict, self.words, self._line, self.derivation):
            self._column.addWidget(widget)
        self._column.addStretch(1)
        self.derivation.place_activated.connect(self.place_activated)
        look.changed.connect(self._restyle)
        self._restyle()
        self.show_answer(None)

    @property
    def text(self) -> str:
        """All that is said."""
        labels = (self.verdict, self.words)
        return "\n".join(label.text() for label in labels if label.text())

    def show_answer(self, answer: Answer | None) -> None:
        """Show an answer; without one, what this is for."""
        diagnosis = None if answer is None else answer.diagnosis
        if answer is None:
            self._say("", [HELP])
        elif diagnosis is None:
            name = answer.table.replace("_", " ")
            self._say(f"Your {name} cannot be read.", [answer.problem, FORMS])
        else:
            verdict, others = self._told(diagnosis)
            marked = [MARKED.format(mark=answer.mark)] if answer.mark else []
            self._say(verdict, [*others, *marked])
        is_hidden = self._session.reveal.hides_anything
        self._offer(None if is_hidden else diagnosis)

    def _told(self, diagnosis: Diagnosis) -> tuple[str, list[str]]:
        session, convention = self._session, self._look.convention
        if session.reveal.hides_anything:
            first, *others = sentences_without_values(diagnosis, convention)
            return first, others if diagnosis.is_right else [*others, HIDDEN]
        first, *others = sentences(
            diagnosis,
            session.scenario,
            session.laboratory.right_trace,
            arithmetic=False,
            convention=convention,
        )
        return first, others

    def _say(self, verdict: str, told: Sequence[str]) -> None:
        text = breakable("\n".join(told))
        is_new = bool(verdict) and (verdict, text) != (self.verdict.text(), self.words.text())
        self.verdict.setText(breakable(verdict))
        self.words.setText(text)
        show_when(self.verdict, bool(verdict))
        show_when(self.words, bool(text))
        if is_new:
            announce(self, f"{verdict}\n{text}")

    def _offer(self, diagnosis: Diagnosis | None) -> None:
        apart = None if diagnosis is None else diagnosis.tell_apart
        self._difference = None if diagnosis is None else first_difference(diagnosis)
        self._change = None if apart is None else apart.change
        self._table = "" if apart is None or apart.table not in TABLES else apart.table
        self._moved_to = "" if diagnosis is None else self._meant(diagnosis)
        if self._difference is not None:
            self._show_difference(self._difference)
        if self._change is not None:
            place = self._change.place
            label = cell_label(place.array, place.row, place.column)
            label = self._look.words(label)
            self.set_number.setText(f"Set {label} to {exact_text(self._change.new)}")
        self.add_table.setText(f"Give your {self._table.replace('_', ' ')} as well")
        self.move_numbers.setText(f"They are my {self._moved_to.replace('_', ' ')}")
        wanted = (self._difference, self._change, self._table, self._moved_to)
        for button, what in zip(self._buttons, wanted, strict=True):
            show_when(button, bool(what))
        show_when(self.derivation, self._difference is not None)
        show_when(self._line, any(wanted))

    def _meant(self, diagnosis: Diagnosis) -> str:
        """The table the numbers may belong to in place of the one they were given for, if any."""
        if len(diagnosis.given) > 1:
            return ""
        if diagnosis.other_table in TABLES:
            return diagnosis.other_table
        (own,) = diagnosis.given.values()
        shape = self._session.laboratory.right_trace.shape_of("weights")
        is_of_that_shape = own.laid_out(shape).values.shape == shape
        return "weights" if diagnosis.verdict is Verdict.SHAPE and is_of_that_shape else ""

    def _show_difference(self, found: Difference) -> None:
        scenario, trace = self._session.scenario, self._session.laboratory.right_trace
        words = self._look.words
        self.derivation.show_derivation(
            found.derivation, lambda place: words(place_name(scenario, trace, place))
        )
        name = words(place_name(scenario, trace, found.place))
        self.go_to.setAccessibleName(f"Go to the {name}")

    def _go(self) -> None:
        if self._difference is not None:
            self.place_activated.emit(self._difference.place)

    def _restyle(self) -> None:
        look = self._look
        self._column.setSpacing(look.em // 2)
        self.verdict.setFont(look.font(1.05, bold=True))
        set_ink(self.verdict, look.theme.text)
