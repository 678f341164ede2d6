"""What is worked out in a step, and what came out of it, at the size a projector needs."""

from dataclasses import replace
from itertools import dropwhile

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QWidget

from explorer.ui.formulas.math_boxes import Box
from explorer.ui.formulas.math_layout import MathStyle, style_of
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import plain_label, set_ink
from explorer.ui.presentation.arithmetic import BREVITIES, Brevity, working_box
from explorer.ui.presentation.presentation_words import Told
from explorer.ui.presentation.scaled_look import ScaledLook
from explorer.ui.presentation.working_view import WorkingView

_TOO_MUCH = 1 << 16
MOST_SPOKEN = 16
"""Terms of a long sum in the text for screen readers."""


class StepText(QWidget):
    """The arithmetic of a step and a sentence below it; `look` says how large its numbers are."""

    def __init__(self, look: ScaledLook) -> None:
        super().__init__()
        self.look = look
        self.working = WorkingView(look)
        self.sentence = plain_label()
        for widget in (self.working, self.sentence):
            widget.setParent(self)
        self._told = Told("", None)

    def show_told(self, told: Told) -> None:
        """Show this from the next layout on."""
        self._told = told
        self.sentence.setText(told.sentence)
        self.working.setVisible(told.working is not None)
        if told.working is not None:
            digits, convention = self.look.derivation_digits, self.look.convention
            self.working.setAccessibleName(told.working.text(digits, MOST_SPOKEN, convention))

    def lay_out(self, room: QRect, brevity: Brevity) -> None:
        """Stand in `room`, no longer than `brevity`, and shorter where it would not fit."""
        set_ink(self.sentence, self.look.theme.text)
        self.sentence.setFont(self.look.font())
        self.setGeometry(room)
        width = room.width()
        sentence = _bounds(self._told.sentence, self.look, width)
        top = self._place_working(width, room.height() - sentence.height(), brevity)
        self.sentence.setGeometry(0, top, width, sentence.height())

    def needed(self, told: Told, width: int, brevity: Brevity) -> int:
        """The height of what is told in that width; far too much where it is wider than that."""
        sentence = _bounds(told.sentence, self.look, width)
        if sentence.width() > width:
            return _TOO_MUCH
        if told.working is None:
            return sentence.height()
        box = working_box(told.working, _style(self.look), width, brevity)
        return _TOO_MUCH if box.width > width else self._with_gap(box) + sentence.height()

    def _place_working(self, width: int, height: int, brevity: Brevity) -> int:
        """Returns where the sentence begins."""
        working, style = self._told.working, _style(self.look)
        if working is None:
            return 0
        for each in dropwhile(lambda each: each != brevity, BREVITIES):
            box = working_box(working, style, width, each)
            if box.width <= width and self._with_gap(box) <= height:
                break
        top = self._with_gap(box)
        self.working.setGeometry(0, 0, width, top)
        self.working.show_box(box)
        return top

    def _with_gap(self, box: Box) -> int:
        """The height of the arithmetic with what is left free below it."""
        return round(box.height) + self.look.em * 2 // 3


def _style(look: Look) -> MathStyle:
    return replace(style_of(look), digits=look.derivation_digits)


def _bounds(sentence: str, look: Look, width: int) -> QRect:
    room = QRect(0, 0, width, 1 << 20)
    flags = int(Qt.TextFlag.TextWordWrap)
    return QFontMetrics(look.font()).boundingRect(room, flags, sentence)
