"""The tokens of a text on one line, to be typed."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QFocusEvent, QKeyEvent
from PySide6.QtWidgets import QLineEdit

from explorer.app.change import Change
from explorer.app.session import Session
from explorer.app.text_edits import set_tokens
from explorer.files.token_text import parse_tokens, tokens_text
from explorer.ui.looks.look import Look
from explorer.ui.parts.card import Card
from explorer.ui.parts.focus import PASSING
from explorer.ui.parts.text import breakable, plain_label, set_ink

TITLE = "Tokens — the text"
_MOST_NAMED = 3


class TokenLine(QLineEdit):
    """What is typed becomes the text with Enter or when the focus leaves; Esc takes it back."""

    def __init__(self, session: Session) -> None:
        super().__init__()
        self._session = session
        self.setObjectName("tokenLine")
        self.setAccessibleName(TITLE)
        self.setToolTip("Tokens with blanks between them; in double quotes one may have blanks.")
        self.textEdited.connect(self._typed)
        session.changed.connect(self._follow)
        session.document_changed.connect(self._document_changed)
        self.restore()

    def settle(self) -> bool:
        """Make what was typed the text; False: it has no token, and the line stays open."""
        if not self.isModified():
            return True
        self.setModified(False)
        self._session.register_editor(None)
        if self._session.edit(set_tokens, parse_tokens(self.text())):
            self.restore()
            return True
        self.setModified(True)
        self._session.register_editor(self.settle)
        return False

    def restore(self) -> None:
        """Show the text as it is, and forget what was typed."""
        if self.isModified():
            self._session.register_editor(None)
        self.setText(tokens_text(self._session.scenario.tokens or ()))
        self.setModified(False)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        match event.key():
            case Qt.Key.Key_Escape if self.isModified():
                self.restore()
            case Qt.Key.Key_Return | Qt.Key.Key_Enter:
                self.settle()
            case _:
                super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        super().focusOutEvent(event)
        if event.reason() not in PASSING:
            self.settle()

    def _typed(self) -> None:
        self._session.register_editor(self.settle)

    def _follow(self, change: Change) -> None:
        if (change.names or change.structure) and not self.isModified():
            self.restore()

    def _document_changed(self) -> None:
        if self._session.undo_stack.count() == 0:
            self.restore()


class TokenCard(Card):
    """The line of tokens, how many there are, and which have no numbers yet."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(look, TITLE)
        self._session = session
        self._look = look
        self.line = TokenLine(session)
        self.note = plain_label()
        self.body.addWidget(self.line)
        self.body.addWidget(self.note)

    def refresh(self) -> None:
        """Show the card if the scenario starts from tokens."""
        scenario = self._session.scenario
        self.setVisible(scenario.tokens is not None)
        if scenario.tokens is not None:
            count = len(scenario.tokens)
            self.remark.setText(f"{count} token" if count == 1 else f"{count} tokens")
            note = self._note()
            self.note.setText(note)
            self.note.setVisible(bool(note))

    def restyle(self) -> None:
        """Give line and note the size and colours of the look."""
        self.line.setFont(self._look.font())
        self.note.setFont(self._look.font(0.9))
        set_ink(self.note, self._look.theme.muted)

    def _note(self) -> str:
        """Which tokens of the text have a row of zeros; empty if none has."""
        scenario = self._session.scenario
        assert scenario.vocabulary is not None  # refresh
        rows = dict.fromkeys(scenario.inputs.tokens or ())
        empty = [scenario.entries[row] for row in rows if not scenario.vocabulary[row].any()]
        if not empty:
            return ""
        named = ", ".join(f"“{entry}”" for entry in empty[:_MOST_NAMED])
        more = f" and {len(empty) - _MOST_NAMED} more" if len(empty) > _MOST_NAMED else ""
        return breakable(f"All zeros in the vocabulary: {named}{more}. Give them numbers there.")
