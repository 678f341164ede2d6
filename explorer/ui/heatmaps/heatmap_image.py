"""The coloured cells of a heatmap as an image: one pixel a cell, stretched over their area."""

from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from explorer.ui.heatmaps.heatmap_picture import Picture
from explorer.ui.looks.colours import Ramp

_TRANSPARENT = 256
"""The index after those of a ramp: blocked cells, through which the background shows."""
_BAND = 1 << 16
"""Cells that are coloured at a time: so few that what is worked out on the way stays small."""

Pixels: TypeAlias = NDArray[np.uint32]
"""A colour a cell as Qt paints it, (rows, columns), premultiplied ARGB."""


class ImageItem(QGraphicsItem):
    """Paints one pixel a cell, without smoothing; nothing before it was given a picture."""

    def __init__(self) -> None:
        super().__init__()
        self._pixels: Pixels | None = None
        self._image = QImage()
        self._area = QRectF()

    def show_picture(self, picture: Picture, ramp: Ramp) -> None:
        """Paint these cells in the colours of the ramp from now on."""
        self._pixels = pixels_of(picture, ramp)
        rows, columns = self._pixels.shape
        format_ = QImage.Format.Format_ARGB32_Premultiplied
        self._image = QImage(self._pixels.data, columns, rows, 4 * columns, format_)
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
        painter.drawImage(self._area, self._image)


def pixels_of(picture: Picture, ramp: Ramp) -> Pixels:
    """The colour of each cell; blocked ones are transparent."""
    rows, columns = picture.cells.shape
    pixels = np.empty((rows, columns), dtype=np.uint32)
    palette, band = _palette(ramp), max(1, _BAND // columns)
    for first in range(0, rows, band):
        part = slice(first, first + band)
        np.take(palette, _shades(picture, part), out=pixels[part], mode="clip")
    return pixels


def _shades(picture: Picture, part: slice) -> NDArray[np.intp]:
    """The index of the colour of cells in some rows, as `Picture.shade` works it out for one."""
    low, high = picture.levels
    shades = picture.cells[part] - low
    shades *= 256 / (high - low)
    np.clip(shades, 0, 255, out=shades)
    if picture.blocked is not None:
        shades[picture.blocked[part]] = _TRANSPARENT
    return shades.astype(np.intp)


def _palette(ramp: Ramp) -> NDArray[np.uint32]:
    """The ramp as the numbers Qt paints with, and after it the transparent one."""
    red, green, blue, _ = ramp.astype(np.uint32).T
    opaque = np.uint32(0xFF000000)
    return np.append(opaque | red << 16 | green << 8 | blue, np.uint32(0))
