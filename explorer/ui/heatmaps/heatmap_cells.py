"""What is painted on the coloured cells: lines between them, numbers, and marks."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import ceil, prod

from PySide6.QtCore import QPointF, QRect, QRectF, Qt
from PySide6.QtGui import QColor, QFont, QFontMetricsF, QPainter, QPen, QRegion

from explorer.app.stage_view import StageView
from explorer.model import Place
from explorer.model.number_format import format_difference, format_number
from explorer.model.places import Role, role_of
from explorer.ui.heatmaps.heatmap_blocked import blocked_texts
from explorer.ui.heatmaps.heatmap_content import HeatmapContent, rectangle, region_box
from explorer.ui.heatmaps.heatmap_geometry import Box, Grid
from explorer.ui.heatmaps.heatmap_hidden import paint_hidden
from explorer.ui.heatmaps.heatmap_item import ContentItem
from explorer.ui.heatmaps.heatmap_touched import Touched
from explorer.ui.looks.look import Look
from explorer.ui.parts.mark_style import mark_pen

Cell = tuple[int, int]
_SCALES = (1.0, 0.88, 0.76)
_FEWEST_DIGITS = 2
_NARROWEST, _LOWEST = 1.2, 0.8
"""In em: numbers are not even tried in cells smaller than this."""
_SMALLEST_INSIDE = 5.0
"""Pixels a mark leaves free inside it, however small its cell is."""
_ROOM = 0.4
"""In em: what a number leaves free in its cell."""
_TOO_LONG = "…"
_POWER = "e"
_HAVE_TO_FIT, _MANY = 0.95, 64
"""The share of numbers that decides where there are many: a single long one does not shrink
all others. Of fewer each has to fit."""
_MEASURED = 144
"""So many numbers are measured for how wide their cells should be."""


@dataclass(frozen=True, eq=False)
class _Numbers:
    """The text of each visible cell, in a font in which they fit where that can be."""

    texts: Mapping[Cell, str]
    font: QFont
    digits: int

    def looks_like(self, other: "_Numbers") -> bool:
        """Whether texts of both are written in the same way."""
        return self.font == other.font and self.digits == other.digits


class _Texts:
    """The numbers of the visible cells as texts, each written once for a number of digits."""

    def __init__(self, content: HeatmapContent) -> None:
        self._content = content
        self._written: dict[int, dict[Cell, str]] = {}

    def with_digits(self, digits: int) -> Mapping[Cell, str]:
        """All of them with so many digits."""
        if digits not in self._written:
            grid = self._content.grid
            block = grid.visible_rows, grid.visible_columns
            self._written[digits] = self._content.texts(*block, digits)
        return self._written[digits]

    def rewritten(self, content: HeatmapContent, touched: Touched) -> "_Texts":
        """The texts of another content on the same grid, in which those cells are others."""
        texts = _Texts(content)
        block = touched.rows_in(content.grid), touched.columns_in(content.grid)
        for digits, written in self._written.items():
            texts._written[digits] = written | content.texts(*block, digits)
        return texts


class CellItem(ContentItem):
    """Paints numbers and marks of the visible cells in one go: an item a cell would be slow."""

    def __init__(self) -> None:
        super().__init__()
        self._written: tuple[HeatmapContent, _Texts, _Numbers | None] | None = None

    def touched_rects(self, content: HeatmapContent, touched: Touched) -> list[QRectF] | None:
        """Everything, if the other numbers make all change their size or number of digits."""
        of, texts, before = self._written or (None, None, None)
        if texts is None or of is not self._content or content.before is not None:
            return None
        texts = texts.rewritten(content, touched)
        numbers = fitting_numbers(content, texts)
        self._written = content, texts, numbers
        stays = before is None or (numbers is not None and numbers.looks_like(before))
        return touched.cells_rects(content.grid) if stays else None

    def paint_content(self, painter: QPainter, content: HeatmapContent, exposed: QRegion) -> None:
        grid = content.grid
        beyond = 0 if grid.is_part else 2
        painter.setClipRect(rectangle(grid.area).adjusted(-beyond, -beyond, beyond, beyond))
        paint_hidden(painter, content)
        _paint_lines(painter, content)
        if self._written is None or self._written[0] is not content:
            texts = _Texts(content)
            self._written = content, texts, fitting_numbers(content, texts)
        numbers = self._written[2]
        if numbers is not None:
            _paint_numbers(painter, content, numbers, exposed)
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
    painter: QPainter, content: HeatmapContent, numbers: _Numbers, exposed: QRegion
) -> None:
    bold = QFont(numbers.font)
    bold.setBold(True)
    metrics = QFontMetricsF(bold)
    room = content.grid.shown_cell[0]
    blocked, blocked_font = blocked_texts(content, numbers.texts)
    for (row, column), box in _exposed_cells(content.grid, exposed):
        if content.hides(row, column):
            continue
        text = numbers.texts[row, column]
        role = content.marks.role_at(Place(content.stage.name, row, column))
        painter.setFont(numbers.font if role is None else bold)
        if metrics.horizontalAdvance(text) <= room:
            shown = text
        else:
            short = content.short_text(row, column, numbers.digits) if _POWER in text else text
            shown = short if metrics.horizontalAdvance(short) <= room else _TOO_LONG
        if content.picture.is_blocked(row, column):
            if (row, column) in blocked:
                painter.setFont(blocked_font)
                shown = blocked[row, column]
            _paint_plate(painter, content.look, box, painter.fontMetrics().boundingRect(shown))
            painter.setPen(QColor(content.look.theme.text))
        else:
            painter.setPen(content.ink(row, column))
        painter.drawText(rectangle(box), Qt.AlignmentFlag.AlignCenter, shown)


def _exposed_cells(grid: Grid, exposed: QRegion) -> Iterator[tuple[Cell, Box]]:
    columns = grid.visible_columns
    for row in grid.visible_rows:
        line = grid.region(range(row, row + 1), columns)
        if not exposed.intersects(rectangle(line).toAlignedRect()):
            continue
        for column in columns:
            box = grid.cell(row, column)
            if exposed.intersects(rectangle(box).toAlignedRect()):
                yield (row, column), box


def fitting_numbers(content: HeatmapContent, texts: _Texts | None = None) -> _Numbers | None:
    """The numbers of the visible cells; None where cells are too small for any.

    Narrow cells get a smaller font, then fewer digits. `texts` may have some of them already.
    """
    (width, height), em = content.grid.shown_cell, content.look.em
    if width < _NARROWEST * em or height < _LOWEST * em:
        return None
    texts, numbers = texts or _Texts(content), None
    for scale, digits in _styles(content.look.digits):
        numbers = _Numbers(texts.with_digits(digits), content.look.font(scale), digits)
        if _fits(numbers, content.look.font(scale, bold=True), width - _ROOM * em, height):
            return numbers
    return numbers if width >= 2 * em else None


def wanted_width(shown: StageView, look: Look) -> int:
    """How wide cells have to be for each number to keep its digits; 0 where there are many."""
    if prod(shown.trace.shape_of(shown.stage.name)) > _MEASURED:
        return 0
    numbers = shown.array.ravel().tolist()
    write = format_difference if shown.compared is not None else format_number
    metrics = QFontMetricsF(look.font(_SCALES[-1], bold=True))
    widths = (metrics.horizontalAdvance(write(number, look.digits)) for number in numbers)
    return ceil(max(widths, default=0) + _ROOM * look.em)


def _styles(digits: int) -> Iterator[tuple[float, int]]:
    yield from ((scale, digits) for scale in _SCALES)
    yield from ((_SCALES[-1], fewer) for fewer in range(digits - 1, _FEWEST_DIGITS - 1, -1))


def _fits(numbers: _Numbers, bold: QFont, width: float, height: float) -> bool:
    metrics = QFontMetricsF(bold)
    by_length = sorted(numbers.texts.values(), key=len)
    share = _HAVE_TO_FIT if len(by_length) >= _MANY else 1
    longest = by_length[int(share * (len(by_length) - 1))]
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
