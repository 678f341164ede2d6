"""The whole formula on one line, its parts and symbols to point at."""

from dataclasses import replace

from PySide6.QtCore import QPointF, QSize, Qt, Signal
from PySide6.QtGui import QFocusEvent, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from explorer.app.session import Session
from explorer.model.explanation import formula
from explorer.model.expressions import Expression, StagePart, Symbol
from explorer.model.glossary import meaning_of
from explorer.model.rendering import to_text
from explorer.ui.formulas.math_boxes import Box, Placed, row
from explorer.ui.formulas.math_layout import MathStyle, style_of, typeset, word
from explorer.ui.formulas.math_view import MathView
from explorer.ui.looks.look import Look

SCALES = (1.5, 1.3, 1.1, 0.95, 0.8, 0.65, 0.5)
"""The first for which there is room is drawn."""
_LEAST_WIDTH = 6
"""In em: never so wide that it would widen the window."""
_RESULT = Symbol("Y")


class FormulaView(MathView):
    """Draws Y = … with the part of the current step's stage in a frame.

    Where it gets less width than it asks for, it is drawn smaller.

    Signals
    -------
    followed(int)
        This target was clicked, or Enter was pressed on it.
    pointed_at(int)
        The pointer is over this target, or the focus moved to it; −1: over none.
    """

    followed = Signal(int)
    pointed_at = Signal(int)

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(look)
        self.setObjectName("formulaView")
        self._session = session
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        session.changed.connect(self._follow)
        session.step_changed.connect(self._follow)
        look.changed.connect(self._lay_out)
        self._lay_out()

    def subject(self, index: int) -> Expression:
        """The symbol or part of the formula that a target shows."""
        source = self.targets[index].box.source
        assert source is not None  # targets_in
        return source

    def part_around(self, index: int) -> StagePart | None:
        """The innermost part of the formula that a target is or stands in; None outside of all."""
        subject = self.subject(index)
        if isinstance(subject, StagePart):
            return subject
        inside = self.targets[index].rect.center()
        origin = self.origin()
        for source in self.box.path(inside.x() - origin.x(), inside.y() - origin.y()):
            if isinstance(source, StagePart):
                return source
        return None

    def targets_in(self, box: Box, x: float, baseline: float) -> list[Placed]:
        return [part for part in box.everything(x, baseline) if self._explains(part.box.source)]

    def target_followed(self, index: int) -> None:
        self.followed.emit(index)

    def target_focused(self) -> None:
        text = to_text(formula(self._session.trace))
        self.setAccessibleName(f"Formula: {to_text(_RESULT)} = {text}")

    def focus_target(self, index: int) -> None:
        super().focus_target(index)
        self.pointed_at.emit(index)

    def target_hovered(self, index: int | None) -> None:
        self.pointed_at.emit(-1 if index is None else index)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.pointed_at.emit(-1)
        else:
            super().keyPressEvent(event)

    def focusOutEvent(self, event: QFocusEvent) -> None:
        self.pointed_at.emit(-1)
        super().focusOutEvent(event)

    def origin(self) -> QPointF:
        above = (self.height() - self.box.height) / 2
        return QPointF(self.margin, max(self.margin, above) + self.box.ascent)

    def sizeHint(self) -> QSize:
        natural, margins = self._natural, 2 * self.margin
        return QSize(round(natural.width) + margins + 1, round(natural.height) + margins)

    def minimumSizeHint(self) -> QSize:
        return QSize(_LEAST_WIDTH * self._look.em, self.sizeHint().height())

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._draw()

    def _explains(self, source: Expression | None) -> bool:
        if source is None or isinstance(source, StagePart):
            return source is not None
        return meaning_of(self._session.trace, source) is not None

    @property
    def _content(self) -> tuple[Expression, str]:
        """The formula, and the name of the stage whose part is framed."""
        return formula(self._session.trace), self._session.stage.name

    def _follow(self) -> None:
        """Most changes of numbers, and most steps, leave the formula as it is."""
        if self._shown != self._content:
            self._lay_out()

    def _lay_out(self) -> None:
        self._shown = self._content
        self._natural = self._box_at(SCALES[0])
        self.updateGeometry()
        self._draw()

    def _draw(self) -> None:
        """Show the formula as large as the width allows."""
        room = self.width() - 2 * self.margin
        for scale in SCALES:
            box = self._natural if scale == SCALES[0] else self._box_at(scale)
            if box.width <= room:
                break
        self.show_box(box)

    def _box_at(self, scale: float) -> Box:
        right, marked = self._shown
        style = replace(
            style_of(self._look, scale), marked=marked, bold_symbols=True, fraction_scale=0.8
        )
        return _equation(right, style)


def _equation(right: Expression, style: MathStyle) -> Box:
    left = typeset(_RESULT, style)
    return row((left, word("=", style), typeset(right, style)), style.em * 0.3)
