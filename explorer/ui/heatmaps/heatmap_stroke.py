"""Where the mask brush went, on a heatmap whose pixels cover several cells.

There a pixel is blocked only where all its cells are: a stroke one cell wide would not be seen.
"""

import numpy as np
from PySide6.QtGui import QColor, QImage, QPainter

from explorer.model.arrays import BoolMatrix
from explorer.ui.heatmaps.heatmap_geometry import Grid
from explorer.ui.heatmaps.heatmap_image import target_of
from explorer.ui.heatmaps.heatmap_pixels import Covered, covered


def paint_stroke(painter: QPainter, stroke: BoolMatrix, grid: Grid, colour: QColor) -> None:
    """Paint the outline of these cells, (rows, columns) as shown, at least a pixel wide."""
    on_screen = painter.deviceTransform()
    rows, columns = covered(grid, on_screen.m11(), on_screen.m22())
    line = outline(stroke, rows, columns)
    pixels = np.where(line, np.uint32(colour.rgba()), np.uint32(0))
    height, width = pixels.shape
    format_ = QImage.Format.Format_ARGB32_Premultiplied
    image = QImage(pixels.data, width, height, 4 * width, format_)
    painter.drawImage(target_of(grid, rows, columns, on_screen), image)


def outline(stroke: BoolMatrix, rows: Covered, columns: Covered) -> BoolMatrix:
    """The pixels with some of the cells that have one with none of them beside, or an edge."""
    across = slice(columns.visible.start, columns.visible.stop)
    stops = (*rows.starts[1:].tolist(), rows.visible.stop)
    spans = zip(rows.starts.tolist(), stops, strict=True)
    down = np.array([stroke[first:stop, across].any(axis=0) for first, stop in spans])
    touched = np.zeros((len(down) + 2, len(columns.starts) + 2), dtype=np.bool_)
    starts = columns.starts - columns.visible.start
    np.logical_or.reduceat(down, starts, axis=1, out=touched[1:-1, 1:-1])
    inside = touched[:-2, 1:-1] & touched[2:, 1:-1] & touched[1:-1, :-2] & touched[1:-1, 2:]
    line: BoolMatrix = touched[1:-1, 1:-1] & ~inside
    return line
