"""The arithmetic behind one number, its numbers links to where they come from."""

from collections.abc import Callable
from dataclasses import replace

from PySide6.QtCore import Signal
from PySide6.QtGui import QContextMenuEvent, QGuiApplication, QKeyEvent, QKeySequence
from PySide6.QtWidgets import QMenu

from explorer.model.convention import Convention
from explorer.model.derivation import Derivation
from explorer.model.number_format import exact_text, is_rounded
from explorer.model.places import Place
from explorer.ui.formulas.derivation_layout import derivation_box
from explorer.ui.formulas.flowing_math import FlowingMathView
from explorer.ui.formulas.math_boxes import Box, space
from explorer.ui.formulas.math_layout import MathStyle, style_of
from explorer.ui.looks.look import Look

MOST_SPOKEN = 16
"""Terms of a long sum in the text for screen readers; the clipboard gets all of them."""
_MOST_WIDTHS = 8
"""A layout asks for fewer; a window that is resized goes through hundreds."""


class DerivationView(FlowingMathView):
    """Draws a derivation as wide as the widget, broken into lines where it has to be.

    Signals
    -------
    place_activated(Place)
        The person wants to go where this number stands.
    """

    place_activated = Signal(Place)

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        self.setObjectName("derivationView")
        self._derivation: Derivation | None = None
        self._name_of: Callable[[Place], str] = str
        self._hides_result = False
        self._style: MathStyle | None = None
        self._boxes: dict[float, Box] = {}
        self._mark = ""

    def show_derivation(
        self,
        derivation: Derivation,
        name_of: Callable[[Place], str],
        hides_result: bool = False,
        mark: str = "",
    ) -> None:
        """Draw `derivation`; `name_of` says what the place of a number is called.

        A hidden result is neither drawn, nor spoken, nor copied. A mark, for numbers that are
        wrong on purpose, goes wherever they are copied to.
        """
        if self._derivation is None or derivation.place != self._derivation.place:
            self._focused = 0
        self._derivation = derivation
        self._name_of = name_of
        self._hides_result = hides_result
        self._boxes.clear()
        self._mark = mark
        self.lay_out()

    def box_for(self, width: float) -> Box:
        """Kept by width in one style: layouts ask for the same few heights again and again."""
        if self._derivation is None:
            return space(0)
        style = replace(style_of(self._look, 1.1), digits=self._digits)
        if style != self._style:
            self._style = style
            self._boxes.clear()
        if width not in self._boxes:
            if len(self._boxes) == _MOST_WIDTHS:
                self._boxes.clear()
            self._boxes[width] = derivation_box(self._derivation, style, width, self._hides_result)
        return self._boxes[width]

    def name_of_link(self, index: int) -> str:
        return self._name_of(self.links[index])

    def copy_text(self) -> None:
        """Put the derivation on the clipboard as one line of text, the exact value included."""
        if self._derivation is not None and self._hides_result:
            _copy(self._derivation.question(self._digits, convention=self._convention))
        elif self._derivation is not None:
            text = self._derivation.text(self._digits, convention=self._convention)
            _copy(text + self._as_stored(self._derivation.result) + self._marked(" ({})"))

    def copy_latex(self) -> None:
        """Put it on the clipboard as LaTeX source."""
        if self._derivation is not None:
            latex = self._derivation.latex(self._digits, convention=self._convention)
            _copy(latex + self._marked(r" \quad\text{{({})}}"))

    def copy_markdown(self) -> None:
        """Put it on the clipboard as Markdown: LaTeX between dollar signs."""
        if self._derivation is not None:
            markdown = self._derivation.markdown(self._digits, convention=self._convention)
            _copy(markdown + self._marked("\n\n**{}**"))

    def copy_menu(self) -> QMenu:
        """The three ways to copy."""
        menu = QMenu(self)
        menu.addAction("&Copy as text", self.copy_text)
        if not self._hides_result:
            menu.addAction("Copy as &LaTeX", self.copy_latex)
            menu.addAction("Copy as &Markdown", self.copy_markdown)
        menu.aboutToHide.connect(menu.deleteLater)
        return menu

    def target_followed(self, index: int) -> None:
        self.place_activated.emit(self.links[index])

    def target_focused(self) -> None:
        """Say to screen readers what is drawn and which number has the focus."""
        if self._derivation is None:
            return
        spoken = self._derivation.question if self._hides_result else self._derivation.text
        self.setAccessibleName(spoken(self._digits, MOST_SPOKEN, self._convention))
        link = f"Link: {self.name_of_link(self.focused)}" if self.links else ""
        self.setAccessibleDescription(link)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.matches(QKeySequence.StandardKey.Copy):
            self.copy_text()
        else:
            super().keyPressEvent(event)

    def contextMenuEvent(self, event: QContextMenuEvent) -> None:
        self.copy_menu().popup(event.globalPos())

    @property
    def _digits(self) -> int | None:
        return self._look.derivation_digits

    @property
    def _convention(self) -> Convention:
        return self._look.convention

    def _marked(self, template: str) -> str:
        return template.format(self._look.words(self._mark)) if self._mark else ""

    def _as_stored(self, value: float) -> str:
        rounded = is_rounded(value, self._digits)
        return f" (stored as {exact_text(value)})" if rounded else ""


def _copy(text: str) -> None:
    QGuiApplication.clipboard().setText(text)
