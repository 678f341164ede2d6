"""The shapes of a calculation as one box: rectangles in proportion, what is done between them."""

from collections.abc import Iterator, Sequence
from dataclasses import replace

from PySide6.QtCore import QPointF, QRectF
from PySide6.QtGui import QPainterPath

from explorer.model.expressions import StagePart, Symbol
from explorer.model.places import Role
from explorer.model.shapes import StageShapes, Tensor
from explorer.ui.formulas.math_boxes import Box, Frame, Placed, Stroke, flow, row, stacked
from explorer.ui.formulas.math_layout import MathStyle, word

WIDEST, NARROWEST, CELL = 7.0, 0.55, 1.1
"""In em: the longest side drawn, the shortest, and the side of a cell where there is room."""
FINEST_CELL = 0.4
"""In em: smaller cells are not drawn one by one."""
_SMALL = 0.85


def shapes_box(stages: Sequence[StageShapes], style: MathStyle, width: float) -> Box:
    """All stages from left to right, continued on a new line where the next would not fit.

    A stage that does not go on from the one before starts a line. Each result has the part of
    the formula it belongs to as its source; that of `style.marked` stands out.
    """
    unit = _unit(stages, style)
    chains: list[list[Box]] = []
    for stage in stages:
        boxes = list(_stage(stage, style, unit))
        if stage.continues:
            chains[-1] += boxes
        else:
            chains.append(boxes)
    gap = 0.7 * style.em
    return stacked([flow(chain, width, gap, gap) for chain in chains], gap)


def _stage(stage: StageShapes, style: MathStyle, unit: float) -> Iterator[Box]:
    """What the stage reads besides what is there already, and what it makes, signs in front."""
    known = 1 if stage.continues else 0
    for sign, tensor in stage.operands[known:]:
        sign_style = style if sign.isalpha() else style.scaled(1.6).bold()
        yield _behind(word(sign, sign_style), _tensor(tensor, style, unit), style)
    made = _tensor(stage.result, style, unit, stage.stage == style.marked)
    made = made._replace(source=StagePart(stage.stage, Symbol(stage.stage)))
    if stage.operands:
        joined = len(stage.operands) > 1
        made = _behind(_arrow(stage.action if joined else stage.operator, style), made, style)
    yield made


def _unit(stages: Sequence[StageShapes], style: MathStyle) -> float:
    """The side of one cell in pixels."""
    results = [stage.result for stage in stages]
    tensors = [*results, *(tensor for stage in stages for _sign, tensor in stage.operands)]
    longest = max(max(tensor.size) for tensor in tensors)
    return min(CELL, WIDEST / longest) * style.em


def _behind(sign: Box, box: Box, style: MathStyle) -> Box:
    return row((sign, box), 0.7 * style.em) if sign.width else box


def _tensor(tensor: Tensor, style: MathStyle, unit: float, is_marked: bool = False) -> Box:
    """A rectangle around the axis of the line, with its name and sizes below."""
    colour = style.theme.roles[Role.RESULT if is_marked else tensor.role]
    rectangle = _rectangle(tensor, style, unit, Role.RESULT if is_marked else tensor.role)
    small = style.scaled(_SMALL)
    captions = (
        word(tensor.name, style.bold(), colour),
        word(tensor.size_text, small),
        word(tensor.size_names, small, style.theme.muted),
    )
    width = max(rectangle.width, *(caption.width for caption in captions))
    below = rectangle.descent + 0.2 * style.em
    parts = [Placed(rectangle, (width - rectangle.width) / 2, 0)]
    for caption in captions:
        parts.append(Placed(caption, (width - caption.width) / 2, below + caption.ascent))
        below += caption.height
    return Box(width, rectangle.ascent, below, tuple(parts))


def _rectangle(tensor: Tensor, style: MathStyle, unit: float, role: Role) -> Box:
    rows, columns = tensor.size
    smallest = NARROWEST * style.em
    width, height = max(columns * unit, smallest), max(rows * unit, smallest)
    colour = style.theme.roles[role]
    thickness = (1.6 if role is Role.RESULT else 0.8) * style.thickness
    frame = Frame(style.theme.tint(role), colour, 0, thickness)
    cells = Stroke(_cells(tensor, width, height, style), style.theme.border, 1)
    ascent = height / 2 + style.axis
    lines = replace(cells, path=cells.path.translated(0, -ascent))
    return Box(width, ascent, height - ascent, frame=frame, strokes=(lines,))


def _cells(tensor: Tensor, width: float, height: float, style: MathStyle) -> QPainterPath:
    """The lines between rows and columns, where cells are large enough."""
    path = QPainterPath()
    rows, columns = tensor.size
    if min(width / columns, height / rows) < FINEST_CELL * style.em:
        return path
    for column in range(1, columns):
        path.moveTo(width * column / columns, style.thickness)
        path.lineTo(width * column / columns, height - style.thickness)
    for line in range(1, rows):
        path.moveTo(style.thickness, height * line / rows)
        path.lineTo(width - style.thickness, height * line / rows)
    return path


def _arrow(text: str, style: MathStyle) -> Box:
    """An arrow along the axis with what is done above it."""
    label = word(text, style.scaled(_SMALL))
    width = max(label.width, 1.5 * style.em)
    head, y = 0.3 * style.em, -style.axis
    path = QPainterPath(QPointF(0, y))
    path.lineTo(width, y)
    path.moveTo(width - head, y - head * 0.7)
    path.lineTo(width, y)
    path.lineTo(width - head, y + head * 0.7)
    stroke = Stroke(path, style.theme.text, style.thickness)
    above = Placed(label, (width - label.width) / 2, y - head - label.descent)
    bounds = QRectF(0, above.baseline - label.ascent, width, 0)
    return Box(width, -bounds.top(), head - style.axis, (above,), strokes=(stroke,))
