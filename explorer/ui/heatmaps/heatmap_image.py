"""The coloured cells of a heatmap as an image: one pixel a cell, stretched over their area."""

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from explorer.ui.heatmaps.heatmap_picture import Picture
from explorer.ui.looks.colours import Ramp

_TRANSPARENT = 256
"""The index after those of a ramp: blocked cells, through which the background shows."""


class ImageItem(QGraphicsItem):
    """Paints one pixel a cell, without smoothing; nothing before it was given a picture."""

    def __init__(self) -> None:
        super().__init__()
        self._image: QImage | None = None
        self._area = QRectF()

    def show_picture(self, picture: Picture, ramp: Ramp) -> None:
        """Paint these cells in the colours of the ramp from now on."""
        self._image = image_of(picture, ramp)
        self.update()

    def set_area(self, area: QRectF) -> None:
        """Paint all cells into `area`."""
        if area != self._area:
            self.prepareGeometryChange()
            self._area = area

    def boundingRect(self) -> QRectF:
        return self._area

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if self._image is not None:
            painter.drawImage(self._area, self._image)


def image_of(picture: Picture, ramp: Ramp) -> QImage:
    """The cells of a picture, a pixel each, row by row; blocked ones are transparent."""
    rows, columns = picture.cells.shape
    pixels = np.take(_palette(ramp), _shades(picture))  # (rows, columns), ARGB
    format_ = QImage.Format.Format_ARGB32_Premultiplied
    return QImage(pixels.data, columns, rows, 4 * columns, format_).copy()  # owns its pixels


def _shades(picture: Picture) -> NDArray[np.uint16]:
    """The index of each cell's colour, as `Picture.shade` works it out for one."""
    low, high = picture.levels
    shades = picture.cells - low
    shades *= 256 / (high - low)
    np.clip(shades, 0, 255, out=shades)
    if picture.blocked is not None:
        shades[picture.blocked] = _TRANSPARENT
    return shades.astype(np.uint16)


def _palette(ramp: Ramp) -> NDArray[np.uint32]:
    """The ramp as the numbers Qt paints with, and after it the transparent one."""
    red, green, blue, _ = ramp.astype(np.uint32).T
    opaque = np.uint32(0xFF000000)
    return np.append(opaque | red << 16 | green << 8 | blue, np.uint32(0))
