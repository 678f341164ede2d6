"""The strip at the top: the whole formula with the part of the current step marked."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QDialog, QHBoxLayout, QPushButton, QWidget

from explorer.app.session import Session
from explorer.model.expressions import Expression, StagePart
from explorer.model.glossary import meaning_of, size_of
from explorer.model.places import Place
from explorer.model.rendering import to_text
from explorer.ui.formulas.formula_view import FormulaView
from explorer.ui.formulas.symbol_card import SymbolCard
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import plain_label, set_ink

if TYPE_CHECKING:
    from explorer.ui.formulas.symbol_table import SymbolTable
    from explorer.ui.formulas.vocabulary_card import VocabularyCard

MIN_REMARK = 16
"""In em: with less room than that beside the formula there is no remark."""


class FormulaBar(QWidget):
    """Explains each symbol on demand and leads to the steps of each part.

    Pointing at a symbol, or moving to it with the arrow keys, shows what it stands for; a click
    or Enter goes to the first step of its part; Escape closes the explanation.
    """

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("formulaBar")
        self.setAccessibleName("Formula")
        self._session = session
        self._look = look
        self.view = FormulaView(session, look)
        self.card = SymbolCard(look)
        self.card.setParent(self)  # it goes with the bar even if nothing was ever explained
        self.remark = plain_label()
        self.symbols_button = QPushButton("S&ymbols")
        self.symbols_button.setObjectName("symbolsButton")
        self.symbols_button.setToolTip("What the program calls things")
        self.symbols_button.clicked.connect(self.show_symbols)
        self._symbols: SymbolTable | None = None
        self._vocabulary: VocabularyCard | None = None
        self._line = QHBoxLayout(self)
        self._line.addWidget(self.view)
        self._line.addWidget(self.remark, 1)
        self._line.addWidget(self.symbols_button, 0, Qt.AlignmentFlag.AlignRight)
        self.view.followed.connect(self._follow)
        self.view.pointed_at.connect(self._point_at)
        session.changed.connect(self._refresh)
        look.changed.connect(self._restyle)
        look.preferences.convention_changed.connect(self._refresh)
        self._restyle()
        self._refresh()

    def explain(self, index: int) -> None:
        """Show what a target of the formula stands for."""
        heading, sentence = self._explanation(self.view.subject(index))
        rect = self.view.targets[index].rect
        below = QPoint(round(rect.left()), self.view.height())
        self.card.explain(heading, sentence, self.view, below)
        self.view.setAccessibleDescription(f"{heading}: {sentence}")

    def show_symbols(self) -> None:
        """Open the table of all symbols beside the window."""
        if self._symbols is None:
            from explorer.ui.formulas.symbol_table import SymbolTable

            self._symbols = SymbolTable(self._session, self._look, self.window())
            self._symbols.vocabulary_asked.connect(self.show_vocabulary)
        _bring(self._symbols)

    def show_vocabulary(self) -> None:
        """Open the card on score, scaled score and weight beside the window."""
        if self._vocabulary is None:
            from explorer.ui.formulas.vocabulary_card import VocabularyCard

            self._vocabulary = VocabularyCard(self._session, self._look, self.window())
        _bring(self._vocabulary)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._make_room()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Esc closes the explanation; without one it is for the window."""
        if event.key() == Qt.Key.Key_Escape and self.card.isVisible():
            self.card.hide()
        else:
            super().keyPressEvent(event)

    def paintEvent(self, event: QPaintEvent) -> None:
        theme = self._look.theme
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(theme.card))
        painter.fillRect(0, self.height() - 1, self.width(), 1, QColor(theme.border))

    def _make_room(self) -> None:
        """The remark is left out where it would be cut into a column of words."""
        self.view.fit(self.width() - self.symbols_button.sizeHint().width() - 3 * self._look.em)
        taken = self.view.sizeHint().width() + self.symbols_button.sizeHint().width()
        self.remark.setVisible(self.width() - taken > MIN_REMARK * self._look.em)

    def _point_at(self, index: int) -> None:
        if index < 0:
            self.card.hide()
        else:
            self.explain(index)

    def _follow(self, index: int) -> None:
        part = self.view.part_around(index)
        if part is not None and self._session.settle():
            self._session.go_to(Place(part.stage, 0, 0))
        self.explain(index)

    def _explanation(self, subject: Expression) -> tuple[str, str]:
        trace = self._session.trace
        if isinstance(subject, StagePart):
            stage = trace.stage(subject.stage)
            return stage.action, self._look.words(stage.about)
        meaning = meaning_of(trace, subject)
        assert meaning is not None  # a target of the view
        size = size_of(trace, meaning, convention=self._look.convention)
        symbol = to_text(meaning.symbol, convention=self._look.convention)
        said = self._look.words(meaning.meaning)
        return f"{symbol}, {size}" if meaning.array else f"{symbol} = {size}", said

    def _refresh(self) -> None:
        trace = self._session.trace
        remarks = (stage.remark(trace.inputs) for stage in trace.stages)
        self.remark.setText(self._look.words(" · ".join(filter(None, remarks))))

    def _restyle(self) -> None:
        em = self._look.em
        self._line.setContentsMargins(em, 0, em, 0)
        self._line.setSpacing(em)
        self.remark.setFont(self._look.font(0.9))
        set_ink(self.remark, self._look.theme.muted)
        self.card.hide()
        self._make_room()
        self.update()


def _bring(dialog: QDialog) -> None:
    """Show a window that stays beside this one, in front."""
    dialog.show()
    dialog.raise_()
    dialog.activateWindow()
