"""What these numbers cannot show: mistakes that would go unnoticed, and what would show them."""

from PySide6.QtWidgets import QButtonGroup, QPushButton, QVBoxLayout, QWidget

from explorer.app import edits
from explorer.app.latest import Latest
from explorer.app.session import Session
from explorer.model import AttentionInputs, Coverage, NumberChange
from explorer.model.diagnosis.change_words import change_sentence, seen_sentence
from explorer.model.diagnosis.coverage import covered
from explorer.model.diagnosis.coverage_words import count_sentence, unseen_sentences
from explorer.model.diagnosis.number_change import changes_tried
from explorer.model.number_format import exact_text
from explorer.model.slips.slip import Slip
from explorer.model.wording import spoken_name
from explorer.ui.diagnosis.mistake_list import MistakeList
from explorer.ui.looks.look import Look
from explorer.ui.parts.beside import Beside
from explorer.ui.parts.controls import ControlLine, NameChoice, push_button
from explorer.ui.parts.lazy_card import LazyCard
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import breakable, plain_label

HIDDEN = "What the results cannot show is hidden for now, like the results themselves."
CHOOSE = "Choose a mistake to see which number would show it."
NEVER = "It never shows in the weights, whatever the numbers. The output may show it."
NO_CHANGE = "No change of a single number that was tried shows this."
_OUTPUT, _WEIGHTS, _READER = "output", "weights", "reader"


class CoverageCard(LazyCard):
    """Lists the mistakes that would not show in the output, in the weights or for one reader.

    For the one that is chosen it proposes the smallest change of a number that shows it. Both are
    worked out off the main thread.
    """

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(session, look, "What these numbers cannot show")
        self.setObjectName("coverageCard")
        self._asked: tuple[AttentionInputs, int, int] | None = None
        self._found: list[Coverage] = []
        self._change: NumberChange | None = None
        self._listing, self._search = Latest(self), Latest(self)
        self.buttons = {
            _OUTPUT: self._choice(_OUTPUT, "In the output"),
            _WEIGHTS: self._choice(_WEIGHTS, "In the weights"),
            _READER: self._choice(_READER, "In the output of"),
        }
        self.buttons[_OUTPUT].setChecked(True)
        self.reader = NameChoice("unseenReaderBox", "Reader")
        self.status = plain_label()
        self.list = MistakeList(look)
        self.proposal = plain_label()
        self.apply = push_button("showMistakeButton", "", self._apply, "Undo takes it back")
        self._assemble()

    def refresh(self) -> None:
        """Show what is known; ask for it if the inputs are others."""
        session = self._session
        self.reader.offer(session.scenario.queries)
        is_hidden = session.reveal.hides_anything
        has_several = len(session.scenario.queries) > 1
        for part in (self.buttons[_READER], self.reader):
            show_when(part, has_several)
        if not has_several and self._where == _READER:
            self.buttons[_OUTPUT].setChecked(True)
        for widget in (self._places, self._sides):
            show_when(widget, not is_hidden)
        asked = (session.scenario.inputs, self._look.digits, max(self.reader.currentIndex(), 0))
        if is_hidden:
            self._say(HIDDEN)
        elif asked != self._asked:
            self._asked = asked
            self.remark.setText("working it out …")
            self._search.drop()
            self._listing.start(covered(*asked))
        elif not self._listing.is_busy:
            self._show()

    @property
    def _where(self) -> str:
        """Where the mistakes listed do not show."""
        return next(where for where, button in self.buttons.items() if button.isChecked())

    @property
    def _table(self) -> str:
        return _WEIGHTS if self._where == _WEIGHTS else _OUTPUT

    @property
    def _only_reader(self) -> int | None:
        return max(self.reader.currentIndex(), 0) if self._where == _READER else None

    @property
    def _is_up_to_date(self) -> bool:
        """Whether the inputs are those asked about: out of sight they may have changed."""
        return self._asked is not None and self._asked[0] is self._session.scenario.inputs

    def _choice(self, where: str, text: str) -> QPushButton:
        button: QPushButton = push_button(
            f"{where}UnseenButton", text, self.catch_up, checkable=True
        )
        return button

    def _assemble(self) -> None:
        choices = QButtonGroup(self)
        for button in self.buttons.values():
            choices.addButton(button)
        self._places = ControlLine(self._look, *self.buttons.values(), self.reader)
        right = QWidget()
        self._right = QVBoxLayout(right)
        self._right.setContentsMargins(0, 0, 0, 0)
        self._right.addWidget(self.proposal)
        self._right.addWidget(ControlLine(self._look, self.apply))
        self._right.addStretch(1)
        self._sides = Beside(self._look, self.list, right)
        for widget in (self._places, self.status, self._sides):
            self.body.addWidget(widget)
        self.reader.activated.connect(self._choose_reader)
        self.list.chosen.connect(self._propose)
        self._listing.done.connect(self._list)
        self._search.done.connect(self._take_change)

    def _choose_reader(self, _index: int) -> None:
        self.buttons[_READER].setChecked(True)
        self.catch_up()

    def _list(self, found: list[Coverage]) -> None:
        if self._is_up_to_date:
            self._found = found
            self._show()

    def _show(self) -> None:
        """List what does not show in the place that is chosen."""
        self.remark.setText("")
        unseen = [one for one in self._found if self._is_unseen(one)]
        self._say(count_sentence(self._found, unseen, self._place_words()))
        scenario = self._session.scenario
        by_reason: dict[str, list[Slip]] = {}
        for one in unseen:
            told = unseen_sentences(one, scenario, self._table, self._only_reader)
            by_reason.setdefault("\n".join(told), []).append(one.slip)
        self.list.show_mistakes(by_reason)
        show_when(self._sides, bool(unseen))
        self._propose(self.list.current)

    def _is_unseen(self, one: Coverage) -> bool:
        reader = self._only_reader
        return one.is_unseen_in(self._table) if reader is None else reader in one.hidden_readers

    def _place_words(self) -> str:
        reader = self._only_reader
        if reader is None:
            return f"the {self._table}"
        return f"the output of {spoken_name(self._session.scenario.queries, reader)}"

    def _propose(self, slip: Slip | None) -> None:
        """Look for the number that shows a mistake."""
        self._search.drop()
        self._change = None
        show_when(self.apply, False)
        if slip is None:
            self.proposal.setText(CHOOSE)
        elif self._table == _WEIGHTS and slip.stage == _OUTPUT:
            self.proposal.setText(NEVER)
        else:
            title = self._look.words(slip.title)
            self.proposal.setText(f"{title}: looking for a number that shows it …")
            inputs = self._session.scenario.inputs
            tried = changes_tried(inputs, slip, None, self._table, self._only_reader)
            self._search.start(tried)

    def _take_change(self, tried: list[NumberChange | None]) -> None:
        slip = self.list.current
        if slip is None or not self._is_up_to_date:
            return
        self._change = change = tried[-1] if tried else None
        if change is None:
            self.proposal.setText(NO_CHANGE)
            return
        scenario, trace = self._session.scenario, self._session.laboratory.right_trace
        told = (
            change_sentence(change, scenario, trace),
            seen_sentence(change, {slip.title: change.other}, scenario, trace),
        )
        self.proposal.setText(breakable(self._look.words("\n".join(told))))
        place = change.place
        label = edits.cell_label(place.array, place.row, place.column)
        label = self._look.words(label)
        self.apply.setText(f"Set {label} to {exact_text(change.new)}")
        show_when(self.apply, True)

    def _apply(self) -> None:
        """Make the change, if the inputs are still those it was found for."""
        session, change = self._session, self._change
        if change is not None and session.settle() and self._is_up_to_date:
            session.edit(edits.set_number, change.place, change.new)

    def _say(self, text: str) -> None:
        self.status.setText(breakable(self._look.words(text)))

    def _restyle(self) -> None:
        super()._restyle()
        if hasattr(self, "_right"):  # the card restyles itself before there are any parts
            self._right.setSpacing(self._look.em // 2)
