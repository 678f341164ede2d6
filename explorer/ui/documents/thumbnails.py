"""A small picture of a scenario, drawn from its own weights."""

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QColor, QImage, QPainter, QPixmap

from explorer.model import Scenario, attend
from explorer.model.arrays import Matrix
from explorer.model.convention import Convention
from explorer.model.stages import ColourScale
from explorer.ui.looks.theme import Theme

LARGEST_CELL = 0.34
"""Of the picture's shorter side, so that 1 × 3 weights do not fill it with bands."""


def thumbnail(
    scenario: Scenario, theme: Theme, size: QSize, convention: Convention = Convention.ROWS
) -> QPixmap:
    """The weights of `scenario` as coloured cells in the middle of a card."""
    picture = QPixmap(size)
    picture.fill(QColor(theme.card))
    weights = convention.matrix(attend(scenario.inputs).weights)
    frame = _centred(weights.shape[0], weights.shape[1], size)
    painter = QPainter(picture)
    painter.drawImage(frame, _coloured(weights, theme))
    painter.setPen(QColor(theme.border))
    painter.setBrush(Qt.BrushStyle.NoBrush)
    painter.drawRect(frame)
    painter.end()
    return picture


def _centred(rows: int, columns: int, size: QSize) -> QRectF:
    shorter = min(size.width(), size.height())
    room = 0.84
    cell = min(LARGEST_CELL * shorter, room * size.width() / columns, room * size.height() / rows)
    left, top = (size.width() - cell * columns) / 2, (size.height() - cell * rows) / 2
    return QRectF(left, top, cell * columns, cell * rows)


def _coloured(weights: Matrix, theme: Theme) -> QImage:
    shades = np.clip(np.rint(weights * 255), 0, 255).astype(np.intp)
    pixels = np.ascontiguousarray(theme.ramps[ColourScale.SHARES][shades])
    rows, columns = weights.shape
    image = QImage(pixels.data, columns, rows, 4 * columns, QImage.Format.Format_RGBA8888)
    return image.copy()  # owns its pixels
