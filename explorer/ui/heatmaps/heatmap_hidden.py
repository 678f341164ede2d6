"""Cells the walk has not computed yet: empty, on a quiet pattern of dots."""

from PySide6.QtGui import QBrush, QColor, QImage, QPainter, QPixmap

from explorer.ui.heatmaps.heatmap_content import HeatmapContent, rectangle
from explorer.ui.heatmaps.heatmap_geometry import Box
from explorer.ui.looks.theme import Theme


def paint_hidden(painter: QPainter, content: HeatmapContent) -> None:
    """Cover the colours of the hidden cells."""
    for box in hidden_boxes(content):
        painter.fillRect(rectangle(box), dots(content.look.theme, content.look.em))


def hidden_boxes(content: HeatmapContent) -> list[Box]:
    """What the hidden cells cover: the rest of one row of the array, and all rows after it."""
    grid, pair = content.grid, content.convention.pair
    row_count, column_count = content.array_shape
    row, column = divmod(content.first_hidden, column_count)
    first_whole = row + 1 if column else row
    boxes = []
    if column:
        boxes.append(grid.region(*pair((range(row, row + 1), range(column, column_count)))))
    if first_whole < row_count:
        boxes.append(grid.region(*pair((range(first_whole, row_count), range(column_count)))))
    return boxes


def dots(theme: Theme, em: int) -> QBrush:
    """Dots on the colour of the card."""
    side = max(6, round(0.5 * em))
    dot = max(1, em // 12)
    tile = QImage(side, side, QImage.Format.Format_RGB32)
    tile.fill(QColor(theme.card))
    painter = QPainter(tile)
    painter.fillRect(side // 2, side // 2, dot, dot, QColor(theme.blocked))
    painter.end()
    return QBrush(QPixmap.fromImage(tile))
