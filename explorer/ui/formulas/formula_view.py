"""The whole formula on one line, its parts and symbols to point at."""

from collections.abc import Sequence
from dataclasses import replace
from math import inf

from PySide6.QtCore import QPointF, QSize, Signal
from PySide6.QtGui import QFocusEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy

from explorer.app.change import Change
from explorer.app.session import Session
from explorer.model.explanation import Equation, equation_of, equations
from explorer.model.expressions import Expression, StagePart
from explorer.model.glossary import meaning_in, symbol_table
from explorer.model.rendering import to_text
from explorer.model.stages import SymbolMeaning
from explorer.ui.formulas.math_boxes import Box, Placed, flow, raised, row, stacked
from explorer.ui.formulas.math_layout import MathStyle, style_of, typeset, word
from explorer.ui.formulas.math_view import MathView
from explorer.ui.looks.look import Look

SCALES = (1.5, 1.3, 1.1, 0.95, 0.8, 0.65, 0.5)
"""The first for which there is room is drawn."""
_LEAST_WIDTH = 6
"""In em: never so wide that it would widen the window."""
_BESIDE = 0.7
"""How large the equations that lead to Q, K and V are beside that of the output."""
_PROJECTIONS = 3
_LEADING, _MOST_LINES = 0.3, 2.7
"""In em: between two lines of equations, and how high all of them may become."""


class FormulaView(MathView):
    """Draws Y = … with the part of the current step's stage in a frame.

    Where it gets less width than it asks for, it is drawn smaller. Beside it stand the equations
    of what is computed before the scores, if anything is; or else, where `only_current` is set,
    the one equation of the step is drawn.

    Signals
    -------
    followed(int)
        This target was clicked, or Enter was pressed on it.
    pointed_at(int)
        The pointer is over this target, or the focus moved to it; −1: over none.
    """

    followed = Signal(int)
    pointed_at = Signal(int)

    def __init__(self, session: Session, look: Look, only_current: bool = False) -> None:
        super().__init__(look)
        self.setObjectName("formulaView")
        self._session = session
        self._only_current = only_current
        self._room = inf
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)
        session.changed.connect(self._follow_change)
        session.step_changed.connect(self._follow)
        look.changed.connect(self._lay_out)
        self._lay_out()

    def fit(self, room: int) -> None:
        """Keep to `room` pixels where equations can continue on another line."""
        if room != self._room:
            self._room = room
            lines, _marked = self._shown
            if len(lines) > 1:
                self._lay_out()

    def subject(self, index: int) -> Expression:
        """The symbol or part of the formula that a target shows."""
        source = self.targets[index].box.source
        assert source is not None  # targets_among
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

    def targets_among(self, parts: Sequence[Placed]) -> list[Placed]:
        table = symbol_table(self._session.trace)
        return [part for part in parts if _explains(table, part.box.source)]

    def target_followed(self, index: int) -> None:
        self.followed.emit(index)

    def target_focused(self) -> None:
        lines, _marked = self._shown
        text = "; ".join(
            f"{self._written(line.left)} = {self._written(line.right)}" for line in lines
        )
        self.setAccessibleName(f"Formula: {text}")

    def focus_target(self, index: int) -> None:
        super().focus_target(index)
        self.pointed_at.emit(index)

    def target_hovered(self, index: int | None) -> None:
        self.pointed_at.emit(-1 if index is None else index)

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

    def _written(self, expression: Expression) -> str:
        return to_text(expression, convention=self._look.convention)

    @property
    def _content(self) -> tuple[tuple[Equation, ...], str]:
        """The equations, and the name of the stage whose part is framed."""
        trace, stage = self._session.trace, self._session.stage
        lines = (equation_of(trace, stage),) if self._only_current else equations(trace)
        return lines, stage.name

    def _follow_change(self, change: Change) -> None:
        """Numbers leave the formula as it is."""
        if change.structure or change.settings:
            self._follow()

    def _follow(self) -> None:
        """Most steps leave the formula as it is."""
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
        (*before, last), _marked = self._shown
        style = self._style(scale)
        box = _equation(last, style)
        if self._only_current:
            return _as_high_as_any(box, equations(self._session.trace), style)
        if not before:
            return box
        gap = 1.5 * style.em
        room = self._room - 2 * self.margin - box.width - gap
        beside = self._beside(before, self._style(scale * _BESIDE), room)
        higher = (beside.descent - beside.ascent) / 2 + style.axis
        return row((box, raised(beside, higher)), gap)

    def _beside(self, lines: Sequence[Equation], style: MathStyle, room: float) -> Box:
        """The vectors, and below them queries, keys and values; the one or the other where it is
        tight: those of the step, or else the latter."""
        vectors, projections = lines[:-_PROJECTIONS], lines[-_PROJECTIONS:]
        both = [_flowing(group, style, room) for group in (vectors, projections) if group]
        box = stacked(both, _LEADING * style.em)
        if len(both) == 1 or box.height <= _MOST_LINES * style.em:
            return box
        return both[0] if _holds(vectors, style.marked) else both[1]

    def _style(self, scale: float) -> MathStyle:
        _lines, marked = self._shown
        return replace(
            style_of(self._look, scale), marked=marked, bold_symbols=True, fraction_scale=0.8
        )


def _explains(table: Sequence[SymbolMeaning], source: Expression | None) -> bool:
    if source is None or isinstance(source, StagePart):
        return source is not None
    return meaning_in(table, source) is not None


def _equation(equation: Equation, style: MathStyle) -> Box:
    left = typeset(equation.left, style)
    return row((left, word("=", style), typeset(equation.right, style)), style.em * 0.3)


def _flowing(lines: Sequence[Equation], style: MathStyle, room: float) -> Box:
    boxes = [_equation(line, style) for line in lines]
    return flow(boxes, room, 1.2 * style.em, _LEADING * style.em)


def _as_high_as_any(box: Box, lines: Sequence[Equation], style: MathStyle) -> Box:
    """The box with the room of the highest equation: what stands below stays where it is."""
    others = [_equation(line, style) for line in lines]
    return box._replace(
        ascent=max(other.ascent for other in others),
        descent=max(other.descent for other in others),
    )


def _holds(lines: Sequence[Equation], stage: str | None) -> bool:
    """Whether one of the equations is that of a stage."""
    parts = (line.right for line in lines)
    return any(isinstance(part, StagePart) and part.stage == stage for part in parts)
