"""What the pictures of the products behind a number have in common: heading, caption, hiding."""

from abc import abstractmethod
from dataclasses import dataclass

from PySide6.QtCore import QEvent, QPointF, QSize, Qt, Signal
from PySide6.QtGui import QBrush, QColor, QFontMetricsF, QHelpEvent, QPainter, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip, QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model import AttentionTrace, Scenario
from explorer.model.contributions import (
    Contributions,
    leading_sentence,
    product_words,
    term_name,
)
from explorer.model.convention import Convention
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import breakable, literal, plain_label, set_ink

SMALL = 0.85
_MOST_LISTED = 12


@dataclass(frozen=True, slots=True, eq=False)
class Shown:
    """What is drawn: the products of a step, and which of them the step is about.

    It keeps the scenario and the trace it was made from: the picture is laid out anew, and asked
    for words, while the session already has the next ones.
    """

    scenario: Scenario
    trace: AttentionTrace
    parts: Contributions
    term: int | None
    convention: Convention = Convention.ROWS

    def name(self, index: int) -> str:
        """What a product belongs to."""
        return term_name(self.scenario, self.parts.axis, index)

    def sentence(self, index: int) -> str:
        """A product with all digits."""
        words = product_words(self.trace, self.parts.place, index, convention=self.convention)
        return f"{self.name(index)}: {words}"


class ContributionCanvas(QWidget):
    """The drawn part. A subclass says what stands where; a tool tip says it exactly.

    Signals
    -------
    arranged()
        What is drawn, or how much room it has, is new.
    """

    arranged = Signal()
    height_in_em = 5.0

    def __init__(self, look: Look) -> None:
        super().__init__()
        self._look = look
        self.shown: Shown | None = None
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def show_parts(self, shown: Shown | None) -> None:
        """Draw this from now on."""
        self.shown = shown
        self._arrange()

    @abstractmethod
    def arrange(self) -> None:
        """Work out what there is to draw in the room there is."""

    @abstractmethod
    def remark(self) -> str:
        """What the caption has to add for the picture to be understood."""

    @abstractmethod
    def tip_at(self, position: QPointF) -> str:
        """The exact words for what is drawn at a position."""

    def sizeHint(self) -> QSize:
        return QSize(20 * self._look.em, round(self.height_in_em * self._look.em))

    def minimumSizeHint(self) -> QSize:
        return QSize(6 * self._look.em, round(self.height_in_em * self._look.em))

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._arrange()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            tip = self.tip_at(QPointF(event.pos()))
            QToolTip.showText(event.globalPos(), literal(tip) if tip else "", self)
            return True
        return bool(super().event(event))

    def _arrange(self) -> None:
        self.arrange()
        self.arranged.emit()
        self.update()

    def _metrics(self, bold: bool = False) -> QFontMetricsF:
        return QFontMetricsF(self._look.font(SMALL, bold), self)


class ContributionPanel(QWidget):
    """Heading, picture and caption for the products of the current step.

    It shows where `applies` says so and while the result of the step may be seen.
    """

    def __init__(self, session: Session, look: Look, canvas: ContributionCanvas) -> None:
        super().__init__()
        self._session = session
        self._look = look
        self._is_applicable = True
        self.heading = plain_label()
        self.canvas = canvas
        self.caption = plain_label()
        self._column = QVBoxLayout(self)
        self._column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.heading, canvas, self.caption):
            self._column.addWidget(widget)
        session.changed.connect(self._refresh)
        session.step_changed.connect(self._refresh)
        session.reveal.changed.connect(self._refresh)
        canvas.arranged.connect(self._write)
        look.changed.connect(self._restyle)
        self._restyle()

    @property
    def is_applicable(self) -> bool:
        """Whether the current step is one the picture is about."""
        return self._is_applicable

    @abstractmethod
    def applies(self, parts: Contributions) -> bool:
        """Whether the picture is about products of this kind."""

    @abstractmethod
    def title(self, shown: Shown) -> str:
        """The heading."""

    def _refresh(self) -> None:
        shown = self._current()
        self.canvas.show_parts(shown)
        if (shown is not None) != self._is_applicable:
            self._is_applicable = shown is not None
            self.setVisible(self._is_applicable)

    def _current(self) -> Shown | None:
        session = self._session
        if session.reveal.hides_result:
            return None
        parts = session.contributions
        if parts is None or not self.applies(parts):
            return None
        return Shown(session.scenario, session.trace, parts, session.term, self._look.convention)

    def _write(self) -> None:
        shown = self.canvas.shown
        if shown is None:
            return
        self.heading.setText(self.title(shown))
        digits = self._look.derivation_digits
        told = shown.scenario, shown.trace, shown.parts, digits, shown.convention
        leading = leading_sentence(*told)
        caption = " ".join(filter(None, (leading, self.canvas.remark())))
        self.caption.setText(breakable(caption))
        self.setAccessibleName(self.heading.text())
        self.setAccessibleDescription(f"{caption} {self._listed(shown)}")

    def _listed(self, shown: Shown) -> str:
        """The products in words, for those who do not see the picture."""
        products = shown.parts.products
        names = [
            f"{shown.name(index)}: {self._look.number(float(product))}"
            for index, product in enumerate(products[:_MOST_LISTED])
        ]
        more = len(products) - len(names)
        return "; ".join([*names, f"{more} more"] if more else names) + "."

    def _restyle(self) -> None:
        theme, em = self._look.theme, self._look.em
        self._column.setSpacing(em // 4)
        set_ink(self.heading, theme.text)
        self.heading.setFont(self._look.font(bold=True))
        set_ink(self.caption, theme.text)
        self.caption.setFont(self._look.font(0.95))
        self.canvas.updateGeometry()
        self._refresh()


def fill(painter: QPainter, background: str, ink: str, is_negative: bool) -> None:
    """Set pen and brush of a bar: full for what is added, hatched for what is taken away."""
    painter.setPen(QColor(ink))
    painter.setBrush(QColor(background))
    if is_negative:
        painter.setBackground(QColor(background))
        painter.setBackgroundMode(Qt.BGMode.OpaqueMode)
        painter.setBrush(QBrush(QColor(ink), Qt.BrushStyle.BDiagPattern))
