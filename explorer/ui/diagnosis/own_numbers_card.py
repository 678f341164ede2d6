"""Which mistake is mine? Own numbers beside what they come to."""

from collections.abc import Callable, Mapping
from pathlib import Path

from PySide6.QtCore import Signal

from explorer.app import edits
from explorer.app.latest import Latest
from explorer.app.own_answer import Answer, Source, answers
from explorer.app.session import Session
from explorer.model import AttentionInputs, NumberChange, Place
from explorer.ui.diagnosis.answer_view import AnswerView
from explorer.ui.diagnosis.given_tables import GivenTables
from explorer.ui.looks.look import Look
from explorer.ui.parts.beside import Beside
from explorer.ui.parts.lazy_card import LazyCard
from explorer.ui.parts.right_note import RightNote


class OwnNumbersCard(LazyCard):
    """Holds the numbers given against the calculation, whenever either is another.

    They are worked out off the main thread; until then the last answer stays.

    Signals
    -------
    place_activated(Place)
        The person wants to go to this cell.
    """

    place_activated = Signal(Place)

    def __init__(
        self, session: Session, look: Look, ask_for_file: Callable[[], Path | None]
    ) -> None:
        super().__init__(session, look, "Your numbers")
        self.setObjectName("ownNumbersCard")
        self._asked: tuple[AttentionInputs, Mapping[str, Source]] | None = None
        self._answer: Answer | None = None
        self._work = Latest(self)
        self.given = GivenTables(look, ask_for_file)
        self.answer = AnswerView(session, look)
        self.body.addWidget(RightNote(session))
        self.body.addWidget(self.given)
        self.body.addWidget(Beside(look, self.given.field, self.answer, (2, 3)))
        self.given.changed.connect(self._ask_anew)
        self.answer.place_activated.connect(self.place_activated)
        self.answer.change_wanted.connect(self._set_number)
        self.answer.table_wanted.connect(self._add_table)
        self.answer.move_wanted.connect(self._move)
        self._work.done.connect(self._take)

    def refresh(self) -> None:
        """Show what the numbers come to; ask for it if they or the inputs are others."""
        session = self._session
        self.given.follow(session.laboratory.right_trace)
        asked = session.scenario.inputs, self.given.sources
        if asked != self._asked:
            self._asked = asked
            self._ask(*asked)
        elif not self._work.is_busy:
            self._show()

    def _ask(self, inputs: AttentionInputs, sources: Mapping[str, Source]) -> None:
        if sources:
            self.remark.setText("comparing …")
            self._work.start(answers(inputs, sources))
        else:
            self._work.drop()
            self._answer = None
            self._show()

    def _ask_anew(self) -> None:
        """Even if the numbers stand in the same file as before."""
        self._asked = None
        self.catch_up()

    def _take(self, found: list[Answer]) -> None:
        (self._answer,) = found
        if self._is_up_to_date:
            self._show()

    @property
    def _is_up_to_date(self) -> bool:
        """Whether the inputs are those asked about: out of sight they may have changed."""
        return self._asked is not None and self._asked[0] is self._session.scenario.inputs

    def _show(self) -> None:
        self.answer.show_answer(self._answer)
        tables = self.given.sources
        names = [table.replace("_", " ") for table in tables]
        self.remark.setText(f"{' and '.join(names)} together" if len(names) > 1 else "")

    def _set_number(self, change: NumberChange) -> None:
        """Make the change, if the inputs are still those it was found for."""
        session = self._session
        if session.settle() and self._is_up_to_date:
            session.edit(edits.set_number, change.place, change.new)

    def _add_table(self, table: str) -> None:
        self.given.choose(table)
        self.given.start_typing()

    def _move(self, table: str) -> None:
        self.given.give_as(table)
        self.given.start_typing()
