"""A whole stage as one step: its formula, what shapes go in and out, and the operator."""

from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model import AttentionTrace
from explorer.model.explanation import formula_up_to
from explorer.model.expressions import Expression, StagePart, children
from explorer.model.glossary import symbol_table
from explorer.model.rendering import to_text
from explorer.model.shapes import StageShapes, shapes_of
from explorer.model.stages import Stage
from explorer.ui.formulas.math_boxes import Box, row
from explorer.ui.formulas.math_layout import style_of, typeset, word
from explorer.ui.formulas.still_formula import StillFormula
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import plain_label, set_ink

_SCALES = (1.15, 1.0, 0.85, 0.7, 0.55)


def symbol_of_stage(trace: AttentionTrace, stage: Stage) -> Expression | None:
    """The letter of a stage's table; None where the formula has none for it."""
    lines = symbol_table(trace)
    return next((line.symbol for line in lines if line.array == stage.name), None)


def in_numbers(shapes: StageShapes) -> str:
    """`(1 × 2) · (2 × 3) → 1 × 3`."""
    read = [(sign, tensor.size_text) for sign, tensor in shapes.operands]
    return _written(read, shapes.result.size_text)


def in_letters(shapes: StageShapes) -> str:
    """`(n_query × d) · (d × n_key) → n_query × n_key`."""
    read = [(sign, tensor.size_names) for sign, tensor in shapes.operands]
    return _written(read, shapes.result.size_names)


def _written(read: list[tuple[str, str]], made: str) -> str:
    if len(read) == 1:
        return f"{read[0][1]} → {made}"
    tables = " ".join(f"{sign} ({size})".lstrip() for sign, size in read)
    return f"{tables} → {made}" if tables else made


def occurs(symbol: Expression, expression: Expression) -> bool:
    """Whether `symbol` stands anywhere in `expression`: then it does not name the whole."""
    return symbol == expression or any(occurs(symbol, child) for child in children(expression))


class StageFormula(StillFormula):
    """The formula up to a stage, the stage's own part in a frame."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__(look)
        self._session = session
        self.setObjectName("stageFormula")

    def refresh(self) -> None:
        """Draw the formula of the stage of the moment, as large as the width allows."""
        trace, stage = self._session.trace, self._session.stage
        symbol, formula = symbol_of_stage(trace, stage), formula_up_to(trace, stage)
        content = formula.content if isinstance(formula, StagePart) else formula
        named = symbol is not None and not occurs(symbol, content)
        parts = [symbol, formula] if symbol is not None and named else [formula]
        self.setAccessibleName(
            " = ".join(to_text(part, convention=self._look.convention) for part in parts)
        )
        boxes = (self._box_at(scale, parts) for scale in _SCALES)
        room = self.width() - 2 * self.margin
        self.show_box(next((box for box in boxes if box.width <= room), self._box_at(0.5, parts)))
        self.updateGeometry()

    def _box_at(self, scale: float, parts: list[Expression]) -> Box:
        style = style_of(self._look, scale)
        boxes = [typeset(parts[-1], style)]
        if len(parts) > 1:
            boxes = [typeset(parts[0], style), word("=", style), *boxes]
        return row(boxes, style.em * 0.25)


class StageSummary(QWidget):
    """Formula, shapes and operator of the stage of the current step."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("stageSummary")
        self._session = session
        self._look = look
        self.formula = StageFormula(session, look)
        self.shapes = plain_label()
        self.letters = plain_label()
        self.operator = plain_label()
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        for widget in (self.formula, self.operator, self.shapes, self.letters):
            column.addWidget(widget)
        look.changed.connect(self._restyle)
        self._restyle()

    def refresh(self) -> None:
        """Show the stage of the moment."""
        trace, stage = self._session.trace, self._session.stage
        self.operator.setText(f"In this step: {self._look.words(stage.operator(trace.inputs))}")
        self.operator.setVisible(trace.before(stage) is not None)
        every = shapes_of(trace.inputs, trace.stages)
        shapes = next(one for one in every if one.stage == stage.name)
        shapes = shapes.shown(self._look.convention)
        self.shapes.setText(in_numbers(shapes))
        self.letters.setText(in_letters(shapes))
        self.formula.refresh()

    def _restyle(self) -> None:
        self.shapes.setFont(self._look.font(1.05, bold=True))
        self.letters.setFont(self._look.font(0.9))
        set_ink(self.letters, self._look.theme.muted)
        self.formula.refresh()
