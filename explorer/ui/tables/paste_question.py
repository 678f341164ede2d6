"""The question about a paste that does not fit, in the window beside the table."""

from collections.abc import Callable
from enum import Enum

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QBoxLayout, QFrame, QLabel, QPushButton, QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model.places import Role
from explorer.ui.looks.look import Look


class PasteAnswer(Enum):
    """What to do with a paste that does not fit."""

    GROW = "Grow"
    ONLY_WHAT_FITS = "Only what fits"
    CANCEL = "Cancel"


class PasteQuestion(QFrame):
    """A sentence and a button an answer. Esc, or a change of the document, cancels.

    `answered` is called once, with the answer; then the question goes away and the focus returns.
    """

    def __init__(
        self,
        anchor: QWidget,
        session: Session,
        look: Look,
        sentence: str,
        answered: Callable[[PasteAnswer], None],
    ) -> None:
        self._host = anchor.window()
        super().__init__(self._host)
        self._anchor = anchor
        self._look = look
        self._answered: Callable[[PasteAnswer], None] | None = answered
        self.setObjectName("pasteQuestion")
        self.setAccessibleName(sentence)
        self._lay_out(sentence)
        session.changed.connect(self.cancel)
        session.document_changed.connect(self.cancel)

    def ask(self) -> None:
        """Show it beside its table and put the focus on the first answer."""
        host, gap = self._host, self._look.em // 4
        self.adjustSize()
        corner = self._anchor.mapTo(host, QPoint(0, self._anchor.height() + gap))
        left = max(0, min(corner.x(), host.width() - self.width()))
        top = max(0, min(corner.y(), host.height() - self.height()))
        self.move(left, top)
        self.show()
        self.raise_()
        self.buttons[PasteAnswer.GROW].setFocus()

    def answer(self, answer: PasteAnswer) -> None:
        """Give the answer and go away."""
        answered, self._answered = self._answered, None
        if answered is not None:
            had_focus = self.isAncestorOf(self.focusWidget() or self)
            self.hide()
            self.deleteLater()
            if had_focus:
                self._anchor.setFocus()
            answered(answer)

    def cancel(self) -> None:
        """Go away without a paste."""
        self.answer(PasteAnswer.CANCEL)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme, em = self._look.theme, self._look.em
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(theme.roles[Role.RESULT]), max(1.5, em / 10)))
        painter.setBrush(QColor(theme.card))
        painter.drawRoundedRect(self.rect().adjusted(1, 1, -1, -1), em / 4, em / 4)

    def _lay_out(self, sentence: str) -> None:
        em = self._look.em
        label = QLabel(sentence)
        label.setTextFormat(Qt.TextFormat.PlainText)
        label.setWordWrap(True)
        label.setMinimumWidth(14 * em)
        self.buttons = {answer: self._button(answer) for answer in PasteAnswer}
        row = QBoxLayout(QBoxLayout.Direction.LeftToRight)
        for button in self.buttons.values():
            row.addWidget(button)
        column = QVBoxLayout(self)
        column.setContentsMargins(em * 3 // 4, em // 2, em * 3 // 4, em // 2)
        column.addWidget(label)
        column.addLayout(row)

    def _button(self, answer: PasteAnswer) -> QPushButton:
        button = QPushButton(answer.value)
        button.setAutoDefault(True)
        button.clicked.connect(lambda: self.answer(answer))
        return button
