"""What the exercises have in common: a question, buttons, and what came of it."""

from abc import abstractmethod

from PySide6.QtWidgets import QHBoxLayout, QPushButton

from explorer.app import edits
from explorer.app.change import Change
from explorer.app.gesture import Gesture
from explorer.app.session import Session
from explorer.model import AttentionTrace, Place
from explorer.ui.looks.look import Look
from explorer.ui.parts.lazy_card import LazyCard
from explorer.ui.parts.right_note import RightNote
from explorer.ui.parts.saying import announce
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import breakable, plain_label


class PracticeSection(LazyCard):
    """An exercise on the numbers of the session; it works nothing out while it is not seen."""

    def __init__(self, session: Session, look: Look, title: str) -> None:
        super().__init__(session, look, title)
        self._own: Gesture | None = None
        self.question = plain_label()
        self.status = plain_label()
        self._lines: list[QHBoxLayout] = []
        self.note = RightNote(session)
        self.body.addWidget(self.note)
        self.body.addWidget(self.question)
        session.document_changed.connect(self._document_changed)
        session.pending.changed.connect(self._follow_pending)

    @property
    def trace(self) -> AttentionTrace:
        """What the exercise is about: the right calculation, whatever mistake is shown."""
        return self._session.laboratory.right_trace

    @property
    def is_waiting(self) -> bool:
        """Whether the edit of the exercise itself is not shown yet."""
        return self._own is not None

    @abstractmethod
    def follow_change(self, change: Change) -> None:
        """The numbers are others; not by the exercise itself."""

    @abstractmethod
    def follow_own(self) -> None:
        """The numbers are what the exercise itself made them."""

    def follow_document(self) -> None:
        """Another document was loaded."""

    def follow_step(self) -> None:
        """Another step is shown."""

    def add_buttons(self, *buttons: QPushButton) -> None:
        """Put buttons on a line of their own."""
        line = QHBoxLayout()
        for button in buttons:
            line.addWidget(button)
        line.addStretch(1)
        self._lines.append(line)
        self.body.addLayout(line)

    def say(self, text: str) -> None:
        """Show what came of it; nothing for no text."""
        is_new = bool(text) and text != self.status.text()
        self.status.setText(breakable(text))
        show_when(self.status, bool(text))
        if is_new:
            announce(self, text)

    def put(self, cell: Place, number: float) -> None:
        """Put a number into a table; what takes long is shown later. One undo entry."""
        session = self._session
        self._own = session.gesture(may_lag=True)
        if not self._own.edit(edits.set_number, cell, number) or not session.pending.is_busy:
            self._own = None
        self.refresh()

    def _session_changed(self, change: Change) -> None:
        if self._own is not None and self._own.is_landing:
            self._own = None
            self.follow_own()
        else:
            self.follow_change(change)
        self.catch_up()

    def _follow_pending(self) -> None:
        """The edit of the exercise may have been taken back, or refused, before it was shown."""
        if self._own is not None and not self._own.is_newest:
            self._own = None
            self.catch_up()

    def _document_changed(self) -> None:
        if self._session.undo_stack.count() == 0:
            self.follow_document()
            self.catch_up()

    def _step_changed(self) -> None:
        self.follow_step()
        self.catch_up()

    def _restyle(self) -> None:
        super()._restyle()
        for line in getattr(self, "_lines", ()):  # the card restyles itself before there are any
            line.setSpacing(self._look.em // 3)
