"""What is painted around the cells: titles, names, remarks on rows, sums of columns, focus."""

from collections.abc import Iterable, Iterator

from PySide6.QtCore import QRect, QRectF, Qt
from PySide6.QtGui import QColor, QPainter, QPen, QRegion

from explorer.ui.heatmaps.heatmap_content import HeatmapContent, rectangle
from explorer.ui.heatmaps.heatmap_frame import NAME_SCALE, TITLE_SCALE, text_width
from explorer.ui.heatmaps.heatmap_geometry import stride
from explorer.ui.heatmaps.heatmap_item import ContentItem
from explorer.ui.heatmaps.heatmap_names import every, named_columns, row_lines
from explorer.ui.heatmaps.heatmap_touched import Touched
from explorer.ui.heatmaps.heatmap_words import COLUMN_SUMS, part_words

_Align = Qt.AlignmentFlag
_LEFT = _Align.AlignLeft | _Align.AlignVCenter
_ONE_LINE = Qt.TextFlag.TextSingleLine


class LabelItem(ContentItem):
    """Paints the surroundings of the cells, over those that are outside the area."""

    def touched_rects(self, content: HeatmapContent, touched: Touched) -> list[QRectF] | None:
        """The remarks on the rows, and the sums of all columns, of which each may be another."""
        words, grid, em = content.words, content.grid, content.look.em
        rects = []
        if words.has_remarks:
            rows, (left, width) = set(touched.rows_in(grid)), _remark_band(content)
            lines = [line for line in row_lines(grid, em) if line[0] in rows]
            rects += [QRectF(left, top, width, height) for _, top, height in lines]
        if words.has_column_sums:
            rects.append(_sums_rect(content))
        return rects

    def paint_content(self, painter: QPainter, content: HeatmapContent, exposed: QRegion) -> None:
        _Labels(painter, content, exposed).paint()


class _Labels:
    """One painting of the surroundings."""

    def __init__(self, painter: QPainter, content: HeatmapContent, exposed: QRegion) -> None:
        self._painter = painter
        self._exposed = exposed
        self._content = content
        self._words = content.words
        self._grid = content.grid
        self._em = content.look.em
        self._area = rectangle(content.grid.area)
        self._whole = QRectF(0, 0, *content.grid.size)
        self._face = content.look.face()

    def paint(self) -> None:
        if self._grid.is_part:
            self._cover()
        self._titles()
        self._row_names()
        self._column_names()
        self._remarks()
        self._column_sums()
        if self._content.has_focus:
            self._focus_ring()

    def _cover(self) -> None:
        """Hide the cells outside the area."""
        card = QColor(self._content.look.theme.card)
        whole, area = self._whole, self._area
        for strip in (
            QRectF(0, 0, whole.width(), area.top()),
            QRectF(0, area.bottom(), whole.width(), whole.bottom() - area.bottom()),
            QRectF(0, 0, area.left(), whole.height()),
            QRectF(area.right(), 0, whole.right() - area.right(), whole.height()),
        ):
            self._painter.fillRect(strip, card)

    def _titles(self) -> None:
        self._set(TITLE_SCALE, self._content.look.theme.muted)
        line = 1.05 * self._em
        over = QRectF(self._area.left(), 0, self._whole.width() - self._area.left(), line)
        self._text(over, _LEFT, self._words.column_title)
        if self._grid.part is not None:
            used = text_width(self._content.look, TITLE_SCALE, [self._words.column_title])
            self._set(TITLE_SCALE, self._content.look.theme.text)
            self._text(over.adjusted(used + self._em, 0, 0, 0), _LEFT, part_words(self._grid))
            self._set(TITLE_SCALE, self._content.look.theme.muted)
        beside = QRectF(0, self._area.top() - 1.3 * self._em, self._area.left(), line)
        self._text(beside, _LEFT, self._words.row_title)

    def _row_names(self) -> None:
        names = self._words.row_names
        for row, rect in self._lines(0, self._area.left() - 0.5 * self._em):
            self._name_ink(row == self._content.marks.result.row)
            self._draw_text(rect, _LEFT, names[row], is_name=True)

    def _column_names(self) -> None:
        width = self._grid.shown_cell[0]
        above = self._area.top() - 0.2 * self._em
        if not self._is_exposed(QRectF(self._area.left(), 0, self._area.width(), above)):
            return
        for column in named_columns(self._grid, self._em):
            if self._grid.frame.has_vertical_names:
                self._vertical_name(column)
                continue
            self._name_ink(self._is_current(column), self._grid.frame.name_scale)
            top = self._area.top() - 1.3 * self._em
            rect = QRectF(self._grid.cell(0, column).x, top, width, 1.05 * self._em)
            if self._is_exposed(rect):
                inner, name = rect.adjusted(1, 0, -1, 0), self._words.column_labels[column]
                self._draw_text(inner, _Align.AlignCenter, name, is_name=True)

    def _vertical_name(self, column: int) -> None:
        box = rectangle(self._grid.cell(0, column))
        self._name_ink(self._is_current(column))
        bottom = self._area.top() - 0.2 * self._em
        length = bottom - 1.05 * self._em
        self._painter.save()
        self._painter.translate(box.center().x(), bottom)
        self._painter.rotate(-90)
        rect = QRectF(0, -0.55 * self._em, length, 1.1 * self._em)
        self._draw_text(rect, _LEFT, self._words.column_labels[column], is_name=True)
        self._painter.restore()

    def _remarks(self) -> None:
        scale = self._grid.frame.remark_scale
        if not self._words.has_remarks or not self._grid.frame.right or scale is None:
            return
        beside = _remark_band(self._content)
        self._set(TITLE_SCALE, self._content.look.theme.muted)
        top, line = self._area.top() - 1.3 * self._em, 1.05 * self._em
        self._text(QRectF(beside[0], top, beside[1], line), _LEFT, self._words.remark_title)
        self._set(scale, self._content.look.theme.muted)
        for row, rect in self._lines(*beside):
            text = self._words.remark(row)
            if self._face.width(text) <= rect.width():
                self._draw_text(rect, _LEFT, text)

    def _lines(self, left: float, width: float) -> Iterator[tuple[int, QRectF]]:
        """The rows with a name, and their lines between these edges, as far as they are exposed."""
        between = QRectF(left, 0, width, self._whole.height()).toAlignedRect()
        exposed: Iterable[QRect] = self._exposed & between  # type: ignore[assignment]  # it iterates
        spans = [(rect.top(), rect.bottom() + 1) for rect in exposed]
        for row, top, height in row_lines(self._grid, self._em):
            if any(top < end and start < top + height for start, end in spans):
                yield row, QRectF(left, top, width, height)

    def _column_sums(self) -> None:
        scale = self._grid.frame.sum_scale
        is_difference = self._content.picture.is_difference
        if not self._words.has_column_sums or scale is None or is_difference:
            return
        if not self._is_exposed(_sums_rect(self._content)):
            return
        top, height = self._area.bottom() + 0.25 * self._em, 1.1 * self._em
        left = QRectF(0, top, self._area.left() - 0.3 * self._em, height)
        self._set(TITLE_SCALE, self._content.look.theme.muted)
        self._text(left, _LEFT, COLUMN_SUMS)
        self._set(scale, self._content.look.theme.muted)
        columns, sums = self._sums_that_fit(scale)
        step = columns.step
        for column, text in zip(columns, sums, strict=True):
            box = self._grid.cell(0, column)
            spread = (step - 1) * box.width / 2
            rect = QRectF(box.x - spread, top, box.width + 2 * spread, height)
            if self._area.left() - 1 <= rect.left() and rect.right() <= self._area.right() + 1:
                self._text(rect, _Align.AlignCenter, text)

    def _sums_that_fit(self, scale: float) -> tuple[range, list[str]]:
        """Columns and their sums: as many as have room for a sum of the usual length, or for the
        longest of them where that is longer."""
        step = self._sum_stride(scale, [self._words.typical_sum])
        while True:
            columns = every(self._grid.visible_columns, step, step // 2)
            sums = self._words.column_sums(columns)
            needed = self._sum_stride(scale, sums)
            if needed <= step:
                return columns, sums
            step = needed

    def _sum_stride(self, scale: float, sums: list[str]) -> int:
        widest = text_width(self._content.look, scale, sums)
        return stride(self._grid.shown_cell[0], widest + 0.2 * self._em)

    def _focus_ring(self) -> None:
        pen = QPen(QColor(self._content.look.theme.accent), max(2, round(0.12 * self._em)))
        beyond = pen.widthF() / 2 + 2
        pen.setJoinStyle(Qt.PenJoinStyle.RoundJoin)
        self._painter.setPen(pen)
        self._painter.setBrush(Qt.BrushStyle.NoBrush)
        within = self._whole.adjusted(pen.widthF() / 2, 0, -pen.widthF() / 2, 0)
        around = self._area.adjusted(-beyond, -beyond, beyond, beyond)
        self._painter.drawRect(around.intersected(within))  # beside some cells nothing is free

    def _is_current(self, column: int) -> bool:
        result = self._content.marks.result
        here = self._content.marks.related
        same_source = any(
            region.array == self._content.stage.name and region.column == column for region in here
        )
        return same_source or (result.array == self._content.stage.name and result.column == column)

    def _name_ink(self, is_current: bool, scale: float = NAME_SCALE) -> None:
        theme = self._content.look.theme
        self._set(scale, theme.text if is_current else theme.muted)

    def _set(self, scale: float, ink: str) -> None:
        self._face = self._content.look.face(scale)
        self._painter.setFont(self._face.font)
        self._painter.setPen(QColor(ink))

    def _text(self, rect: QRectF, alignment: Qt.AlignmentFlag, text: str) -> None:
        if self._is_exposed(rect):
            self._draw_text(rect, alignment, text)

    def _is_exposed(self, rect: QRectF) -> bool:
        return self._exposed.intersects(rect.toAlignedRect())

    def _draw_text(
        self, rect: QRectF, alignment: Qt.AlignmentFlag, text: str, is_name: bool = False
    ) -> None:
        elided = self._face.elided(text, rect.width(), keeps_number=is_name)
        self._painter.drawText(rect, int(alignment) | int(_ONE_LINE), elided)


def _remark_band(content: HeatmapContent) -> tuple[float, float]:
    """Where the remarks on the rows begin, and how much room they have."""
    left = rectangle(content.grid.area).right() + 0.6 * content.look.em
    return left, content.grid.size[0] - left


def _sums_rect(content: HeatmapContent) -> QRectF:
    """All that is below the cells."""
    bottom = rectangle(content.grid.area).bottom()
    width, height = content.grid.size
    return QRectF(0, bottom, width, height - bottom)
