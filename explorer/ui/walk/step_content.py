"""What explains the current step, from the top down, in an area that scrolls."""

from collections.abc import Callable
from typing import Literal, TypeAlias

from PySide6.QtCore import Qt, QTimer
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPaintEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model import Derivation, Granularity
from explorer.model.wording import cell_words, place_name
from explorer.ui.formulas.derivation_view import DerivationView
from explorer.ui.looks.look import Look
from explorer.ui.parts.quiet_card import QuietCard
from explorer.ui.parts.text import plain_label, set_ink
from explorer.ui.walk.origins_list import OriginsList
from explorer.ui.walk.row_list import RowList
from explorer.ui.walk.running_sum import RunningSum
from explorer.ui.walk.stage_summary import StageSummary

Anchor: TypeAlias = Literal["derivation", "origins"]
_SCROLLING = (Qt.Key.Key_Up, Qt.Key.Key_Down)


class StepContent(QScrollArea):
    """Summary of a stage or a row, derivation, running sum, note, origins, what it is about.

    A whole stage or row is followed by the derivation of one of its cells: the one that was
    clicked last, or the first.
    """

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self._session = session
        self._look = look
        self.stage_summary = StageSummary(session, look)
        self.row_list = RowList(session, look)
        self.caption = plain_label()
        self.derivation = DerivationView(look)
        self.running_sum = RunningSum(session, look)
        self.note = plain_label()
        self.origins = OriginsList(session, look)
        self.about = QuietCard(look)
        self._last: dict[Anchor, QWidget] = {"derivation": self.note, "origins": self.origins}
        self._assemble()
        session.step_changed.connect(self._scroll_up)
        look.changed.connect(self._restyle)
        self._restyle()

    def scroll_to(self, section: QWidget) -> Callable[[], None]:
        """Brings a section into view, once it has its place."""
        timer = QTimer(self)
        timer.setSingleShot(True)
        timer.timeout.connect(lambda: self.ensureWidgetVisible(section))
        return timer.start

    def add_section(self, widget: QWidget, after: Anchor) -> None:
        """Put a widget below the last one with the same anchor."""
        self._column.insertWidget(self._column.indexOf(self._last[after]) + 1, widget)
        self._last[after] = widget

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Scroll with Up and Down only; the page keys are for the walk."""
        if event.key() in _SCROLLING:
            super().keyPressEvent(event)
        else:
            event.ignore()

    def refresh(self) -> None:
        """Show the step of the moment."""
        session = self._session
        scenario, trace, place = session.scenario, session.trace, session.step
        derivation, words = session.derivation, self._look.words
        self._refresh_whole()
        self.derivation.show_derivation(
            derivation,
            lambda at: words(place_name(scenario, trace, at)),
            session.reveal.hides_result,
            session.comparing.mark_of(place.array),
        )
        self.running_sum.setVisible(session.term is not None)
        if session.term is not None:
            self.running_sum.lay_out()
        self.note.setText(words(derivation.note))
        self.note.setVisible(self._has_note(derivation))
        self.about.setText(words(trace.quantity(place.array).about))

    def _scroll_up(self) -> None:
        """The arithmetic of another step comes first, whatever was read of the one before."""
        self.verticalScrollBar().setValue(0)

    def _has_note(self, derivation: Derivation) -> bool:
        """What is said of arithmetic that is not shown yet would give it away."""
        is_told = not (derivation.forms and self._session.reveal.hides_result)
        return bool(derivation.note) and self._session.term is None and is_told

    def _refresh_whole(self) -> None:
        """The parts that are about more than one cell."""
        session = self._session
        is_stage = session.granularity is Granularity.STAGE
        is_row = session.granularity is Granularity.READER
        self.stage_summary.setVisible(is_stage)
        self.row_list.setVisible(is_row)
        self.caption.setVisible(is_stage or is_row)
        self.origins.show_origins(session.derivation, session.reveal.hides_result)
        if is_stage or is_row:
            self.origins.hide()
            words = cell_words(session.scenario, session.trace, session.step)
            self.caption.setText(f"One of its cells: {words}")
        if is_stage:
            self.stage_summary.refresh()
        if is_row:
            self.row_list.refresh()

    def _assemble(self) -> None:
        content = _Ground(self._look)
        self._column = QVBoxLayout(content)
        self._column.setContentsMargins(0, 0, 0, 0)
        for widget in (
            self.stage_summary,
            self.row_list,
            self.caption,
            self.derivation,
            self.running_sum,
            self.note,
            self.origins,
            self.about,
        ):
            self._column.addWidget(widget)
        self._column.addStretch(1)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Expanding)
        self.setWidget(content)
        self.viewport().setAutoFillBackground(False)

    def _restyle(self) -> None:
        self._column.setSpacing(self._look.em * 2 // 3)
        set_ink(self.caption, self._look.theme.muted)
        self.caption.setFont(self._look.font(0.95))


class _Ground(QWidget):
    """Filled like the card it stands on: of a change, nothing below it is painted again."""

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.setAttribute(Qt.WidgetAttribute.WA_OpaquePaintEvent)

    def paintEvent(self, event: QPaintEvent) -> None:
        QPainter(self).fillRect(event.rect(), QColor(self._look.theme.card))
