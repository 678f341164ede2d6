"""What the exercises have in common: a question, buttons, and what came of it."""

from abc import abstractmethod

from PySide6.QtGui import QAccessible, QAccessibleAnnouncementEvent, QShowEvent
from PySide6.QtWidgets import QHBoxLayout, QPushButton

from explorer.app.change import Change
from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.parts.card import Card
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import breakable, plain_label


class PracticeSection(Card):
    """An exercise on the numbers of the session; it works nothing out while it is not seen."""

    def __init__(self, session: Session, look: Look, title: str) -> None:
        super().__init__(look, title)
        self._session = session
        self._is_behind = True
        self._is_applying = False
        self.question = plain_label()
        self.status = plain_label()
        self._lines: list[QHBoxLayout] = []
        self.body.addWidget(self.question)
        session.changed.connect(self._session_changed)
        session.document_changed.connect(self._document_changed)
        session.step_changed.connect(self._step_changed)
        session.reveal.changed.connect(self._catch_up)
        look.changed.connect(self._catch_up)

    @abstractmethod
    def refresh(self) -> None:
        """Show the exercise as it stands."""

    @abstractmethod
    def follow_change(self, change: Change) -> None:
        """The numbers are others; not by the exercise itself."""

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
            QAccessible.updateAccessibility(QAccessibleAnnouncementEvent(self, text))

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_behind:
            self._catch_up()

    def _session_changed(self, change: Change) -> None:
        if not self._is_applying:
            self.follow_change(change)
            self._catch_up()

    def _document_changed(self) -> None:
        if self._session.undo_stack.count() == 0:
            self.follow_document()
            self._catch_up()

    def _step_changed(self) -> None:
        if not self._is_applying:
            self.follow_step()
            self._catch_up()

    def _catch_up(self) -> None:
        self._is_behind = self._is_applying or not self.isVisible()
        if not self._is_behind:
            self.refresh()

    def _restyle(self) -> None:
        super()._restyle()
        for line in getattr(self, "_lines", ()):  # the card restyles itself before there are any
            line.setSpacing(self._look.em // 3)
