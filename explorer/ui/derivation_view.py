"""The arithmetic behind one number, its numbers links to where they come from."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QPointF, QSize, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QGuiApplication,
    QHelpEvent,
    QKeyEvent,
    QKeySequence,
    QResizeEvent,
)
from PySide6.QtWidgets import QMenu, QSizePolicy, QToolTip

from explorer.model.derivation import Derivation
from explorer.model.number_format import exact_text, is_rounded
from explorer.model.places import Place
from explorer.ui.derivation_layout import derivation_box
from explorer.ui.look import Look
from explorer.ui.math_boxes import Box, Placed, space
from explorer.ui.math_layout import style_of
from explorer.ui.math_view import MathView
from explorer.ui.text import literal


class DerivationView(MathView):
    """Draws a derivation as wide as the widget, broken into lines where it has to be.

    Signals
    -------
    place_activated(Place)
        The person wants to go where this number stands.
    """

    place_activated = Signal(Place)
    tab_moves = True

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.setObjectName("derivationView")
        self._derivation: Derivation | None = None
        self._name_of: Callable[[Place], str] = str
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        look.changed.connect(self._lay_out)

    def show_derivation(self, derivation: Derivation, name_of: Callable[[Place], str]) -> None:
        """Draw `derivation`; `name_of` says what the place of a number is called."""
        if self._derivation is None or derivation.place != self._derivation.place:
            self._focused = 0
        self._derivation = derivation
        self._name_of = name_of
        self._lay_out()

    @property
    def links(self) -> list[Place]:
        """The places of the numbers that can be followed, in reading order."""
        return [part.box.place for part in self.targets if part.box.place is not None]

    def copy_text(self) -> None:
        """Put the derivation on the clipboard as one line of text, the exact value included."""
        if self._derivation is not None:
            _copy(self._derivation.text(self._look.digits) + self._exactly(self._derivation.result))

    def copy_latex(self) -> None:
        """Put it on the clipboard as LaTeX source."""
        if self._derivation is not None:
            _copy(self._derivation.latex(self._look.digits))

    def copy_markdown(self) -> None:
        """Put it on the clipboard as Markdown: LaTeX between dollar signs."""
        if self._derivation is not None:
            _copy(f"${self._derivation.latex(self._look.digits)}$")

    def copy_menu(self) -> QMenu:
        """The three ways to copy."""
        menu = QMenu(self)
        menu.addAction("&Copy as text", self.copy_text)
        menu.addAction("Copy as &LaTeX", self.copy_latex)
        menu.addAction("Copy as &Markdown", self.copy_markdown)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def targets_in(self, box: Box, x: float, baseline: float) -> list[Placed]:
        return box.links(x, baseline)

    def target_followed(self, index: int) -> None:
        self.place_activated.emit(self.links[index])

    def target_focused(self) -> None:
        """Say to screen readers what is drawn and which number has the focus."""
        if self._derivation is None:
            return
        self.setAccessibleName(self._derivation.text(self._look.digits))
        links = self.links
        link = f"Link: {self._name_of(links[self.focused])}" if links else ""
        self.setAccessibleDescription(link)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return round(self._box_for(width).height) + 2 * self.margin

    def sizeHint(self) -> QSize:
        width = 20 * self._look.em
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        return QSize(6 * self._look.em, self._look.em)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_text()
        else:
            super().keyPressEvent(event)

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self._tip(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.copy_menu().popup(event.globalPos())

    def _tip(self, point: QPointF) -> str:
        index = self.target_at(point)
        return "" if index is None else literal(self._name_of(self.links[index]))

    def _exactly(self, value: float) -> str:
        rounded = is_rounded(value, self._look.digits)
        return f" (exactly {exact_text(value)})" if rounded else ""

    def _box_for(self, width: int) -> Box:
        if self._derivation is None:
            return space(0)
        style = style_of(self._look, 1.1)
        return derivation_box(self._derivation, style, width - 2 * self.margin)

    def _lay_out(self) -> None:
        self.show_box(self._box_for(self.width()))
        self.updateGeometry()


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
