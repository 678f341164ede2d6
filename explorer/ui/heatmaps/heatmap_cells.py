"""What is painted on the coloured cells: lines between them, numbers, and marks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen

from explorer.model import Place
from explorer.model.places import Role, role_of
from explorer.ui.heatmaps.heatmap_blocked import blocked_texts
from explorer.ui.heatmaps.heatmap_content import HeatmapContent, rectangle, region_box
from explorer.ui.heatmaps.heatmap_geometry import Box
from explorer.ui.heatmaps.heatmap_hidden import paint_hidden
from explorer.ui.heatmaps.heatmap_item import ContentItem
from explorer.ui.looks.look import Look
from explorer.ui.parts.mark_style import mark_pen

Cell = tuple[int, int]
_SCALES = (1.0, 0.88, 0.76)
_FEWEST_DIGITS = 2
_NARROWEST, _LOWEST = 1.2, 0.8
"""In em: numbers are not even tried in cells smaller than this."""
_SMALLEST_INSIDE = 5.0
"""Pixels a mark leaves free inside it, however small its cell is."""
_TOO_LONG = "…"
_HAVE_TO_FIT = 0.95
"""The share of numbers that decides: a single long one does not shrink all others."""


@dataclass(frozen=True, eq=False)
class _Numbers:
    """The text of each visible cell, in a font in which they fit where that can be."""

    texts: Mapping[Cell, str]
    font: QFont


class CellItem(ContentItem):
    """Paints numbers and marks of the visible cells in one go: an item a cell would be slow."""

    def __init__(self) -> None:
        super().__init__()
        self._numbers: tuple[HeatmapContent, _Numbers | None] | None = None

    def paint_content(self, painter: QPainter, content: HeatmapContent, exposed: QRectF) -> None:
        grid = content.grid
        beyond = 0 if grid.is_part else 2
        painter.setClipRect(rectangle(grid.area).adjusted(-beyond, -beyond, beyond, beyond))
        paint_hidden(painter, content)
        _paint_lines(painter, content)
        if self._numbers is None or self._numbers[0] is not content:
            self._numbers = content, fitting_numbers(content)
        if self._numbers[1] is not None:
            _paint_numbers(painter, content, self._numbers[1], exposed)
        _paint_marks(painter, content)


def _paint_lines(painter: QPainter, content: HeatmapContent) -> None:
    grid, em = content.grid, content.look.em
    painter.setPen(QPen(QColor(content.look.theme.border), 1))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    area = rectangle(grid.area)
    painter.drawRect(area.adjusted(0.5, 0.5, -0.5, -0.5))
    if min(grid.shown_cell) < em / 2:
        return
    for row in grid.visible_rows[1:]:
        y = round(grid.cell(row, 0).y) + 0.5
        painter.drawLine(QPointF(area.left(), y), QPointF(area.right() - 1, y))
    for column in grid.visible_columns[1:]:
        x = round(grid.cell(0, column).x) + 0.5
        painter.drawLine(QPointF(x, area.top()), QPointF(x, area.bottom() - 1))


def _paint_numbers(
    painter: QPainter, content: HeatmapContent, numbers: _Numbers, exposed: QRectF
) -> None:
    bold = QFont(numbers.font)
    bold.setBold(True)
    metrics = QFontMetricsF(bold)
    room = content.grid.shown_cell[0]
    blocked, blocked_font = blocked_texts(content, numbers.texts)
    for (row, column), text in numbers.texts.items():
        box = content.grid.cell(row, column)
        if content.hides(row, column) or not rectangle(box).intersects(exposed):
            continue
        role = content.marks.role_at(Place(content.stage.name, row, column))
        painter.setFont(numbers.font if role is None else bold)
        shown = text if metrics.horizontalAdvance(text) <= room else _TOO_LONG
        if content.picture.is_blocked(row, column):
            if (row, column) in blocked:
                painter.setFont(blocked_font)
                shown = blocked[row, column]
            _paint_plate(painter, content.look, box, painter.fontMetrics().boundingRect(shown))
            painter.setPen(QColor(content.look.theme.text))
        else:
            painter.setPen(content.ink(row, column))
        painter.drawText(rectangle(box), Qt.AlignmentFlag.AlignCenter, shown)


def fitting_numbers(content: HeatmapContent) -> _Numbers | None:
    """The numbers of the visible cells; None where cells are too small for any.

    Narrow cells get a smaller font, then fewer digits.
    """
    (width, height), em = content.grid.shown_cell, content.look.em
    if width < _NARROWEST * em or height < _LOWEST * em:
        return None
    numbers = None
    for scale, digits in _styles(content.look.digits):
        if numbers is None or digits != content.look.digits:
            texts = _texts(content, digits)
        numbers = _Numbers(texts, content.look.font(scale))
        if _fits(numbers, content.look.font(scale, bold=True), width - 0.4 * em, height):
            return numbers
    return numbers if width >= 2 * em else None


def _styles(digits: int) -> Iterator[tuple[float, int]]:
    yield from ((scale, digits) for scale in _SCALES)
    yield from ((_SCALES[-1], fewer) for fewer in range(digits - 1, _FEWEST_DIGITS - 1, -1))


def _texts(content: HeatmapContent, digits: int) -> dict[Cell, str]:
    columns = content.grid.visible_columns
    return {
        (row, column): content.text(row, column, digits)
        for row in content.grid.visible_rows
        for column in columns
    }


def _fits(numbers: _Numbers, bold: QFont, width: float, height: float) -> bool:
    metrics = QFontMetricsF(bold)
    by_length = sorted(numbers.texts.values(), key=len)
    longest = by_length[int(_HAVE_TO_FIT * (len(by_length) - 1))]
    return metrics.horizontalAdvance(longest) <= width and metrics.height() <= height


def _paint_plate(painter: QPainter, look: Look, box: Box, text: QRect) -> None:
    """A patch of card behind a number on hatching."""
    plate = QRectF(0, 0, text.width() + look.em / 3, min(look.em, box.height - 2))
    plate.moveCenter(rectangle(box).center())
    painter.fillRect(plate, QColor(look.theme.card))


def _paint_marks(painter: QPainter, content: HeatmapContent) -> None:
    name, marks = content.stage.name, content.marks
    for region in marks.related:
        if region.array == name and not region.contains(marks.result.first):
            _outline(painter, content, region_box(content.grid, region), _related_pen(content.look))
    pen = mark_pen(content.look.theme, role_of(name), content.look.em)
    for region in marks.operands:
        if region.array == name:
            _outline(painter, content, region_box(content.grid, region), pen)
    if marks.result.array == name:
        _outline(
            painter, content, region_box(content.grid, marks.result), _result_pen(content.look)
        )


def _related_pen(look: Look) -> QPen:
    return QPen(QColor(look.theme.muted), max(1, round(0.07 * look.em)))


def _result_pen(look: Look) -> QPen:
    """Thicker than those of operands."""
    pen = mark_pen(look.theme, Role.RESULT, look.em)
    pen.setWidthF(pen.widthF() * 1.6)
    return pen


def _outline(painter: QPainter, content: HeatmapContent, box: Box, pen: QPen) -> None:
    """A line in the colour of the mark on a line of card, so that it stands out on any cell."""
    inset = pen.widthF() / 2
    side = 2 * pen.widthF() + _SMALLEST_INSIDE
    rect = rectangle(_at_least(box, side)).adjusted(inset, inset, -inset, -inset)
    pen.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    halo = QPen(QColor(content.look.theme.card), pen.widthF() + 2)
    halo.setJoinStyle(Qt.PenJoinStyle.MiterJoin)
    painter.setPen(halo)
    painter.drawRect(rect)
    painter.setPen(pen)
    painter.drawRect(rect)


def _at_least(box: Box, side: float) -> Box:
    wider, higher = max(side - box.width, 0) / 2, max(side - box.height, 0) / 2
    width, height = box.width + 2 * wider, box.height + 2 * higher
    return Box(box.x - wider, box.y - higher, width, height)
