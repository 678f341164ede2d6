"""The coloured cells of a heatmap as an image, made for the part that is in view."""

from dataclasses import dataclass
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray
from PySide6.QtCore import QRectF
from PySide6.QtGui import QImage, QPainter, QTransform
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from explorer.ui.heatmaps.heatmap_content import rectangle
from explorer.ui.heatmaps.heatmap_geometry import Grid
from explorer.ui.heatmaps.heatmap_picture import Picture
from explorer.ui.heatmaps.heatmap_pixels import Covered, covered
from explorer.ui.heatmaps.heatmap_reduction import visible_picture
from explorer.ui.heatmaps.heatmap_touched import Touched
from explorer.ui.looks.colours import Ramp
from explorer.ui.looks.theme import Theme

_TRANSPARENT = 256
"""The index after those of a ramp: blocked cells, through which the background shows."""
_BAND = 1 << 16
"""Cells that are coloured at a time: so few that what is worked out on the way stays small."""

Pixels: TypeAlias = NDArray[np.uint32]
"""A colour a cell as Qt paints it, (rows, columns), premultiplied ARGB."""


@dataclass(frozen=True, eq=False)
class ImageContent:
    """One state of the coloured cells.

    Where a pixel covers several cells, `aggregation` says what it shows of them, and the cells from
    `first_hidden` on, row by row, do not count.
    """

    picture: Picture
    theme: Theme
    grid: Grid
    aggregation: str
    first_hidden: int

    def has_colours_of(self, other: "ImageContent") -> bool:
        """Whether a cell with the same number is painted in the same colour at the same place."""
        own, others = self.picture, other.picture
        return (
            (own.levels, own.colours, self.grid) == (others.levels, others.colours, other.grid)
            and self.theme == other.theme
            and (self.aggregation, self.first_hidden) == (other.aggregation, other.first_hidden)
        )


class ImageItem(QGraphicsItem):
    """Paints the cells in view without smoothing; nothing before it was given a picture.

    Its image has one pixel a cell, or one a pixel of the screen where those are larger.
    """

    def __init__(self) -> None:
        super().__init__()
        self._content: ImageContent | None = None
        self._made_of: tuple[object, ...] | None = None
        self._made_from: Picture | None = None
        self._touched: list[Touched] | None = None  # since the image was made; None: everything
        self._pixels: Pixels = np.empty((0, 0), dtype=np.uint32)
        self._image = QImage()

    def show_content(
        self, content: ImageContent, touched: Touched | None = None
    ) -> list[QRectF] | None:
        """Paint this from now on; `touched` are the only cells in which it is another content.

        Returns what has to be painted anew; None: everything, which Qt has been told.
        """
        before, rects = self._content, None
        if touched is not None and before is not None and before.has_colours_of(content):
            rects = touched.cells_rects(content.grid)
        if rects is None or touched is None:
            self.prepareGeometryChange()
            self._touched = None
        elif self._touched is not None:
            self._touched.append(touched)
        self._content = content
        if rects is None:
            self.update()
        return rects

    def boundingRect(self) -> QRectF:
        return QRectF() if self._content is None else rectangle(self._content.grid.area)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if self._content is None:
            return
        on_screen = painter.deviceTransform()
        rows, columns = covered(self._content.grid, on_screen.m11(), on_screen.m22())
        self._make(self._content, rows, columns)
        target = target_of(self._content.grid, rows, columns, on_screen)
        painter.drawImage(target, self._image)

    def _make(self, content: ImageContent, rows: Covered, columns: Covered) -> None:
        """Make the image, unless it is there already."""
        made_of: tuple[object, ...] = (content.theme, rows, columns)
        if rows.is_reduced or columns.is_reduced:
            made_of = (*made_of, content.aggregation, content.first_hidden)
        is_same = made_of == self._made_of
        if is_same and content.picture is self._made_from:
            return
        lines = self._touched_lines(rows) if is_same else None
        shown = visible_picture(
            content.picture, rows, columns, content.aggregation, content.first_hidden, lines
        )
        pixels = pixels_of(shown, content.theme.ramps[content.picture.colours])
        if lines is None:
            self._pixels = pixels
        else:
            self._pixels[lines] = pixels
        height, width = self._pixels.shape
        format_ = QImage.Format.Format_ARGB32_Premultiplied
        self._image = QImage(self._pixels.data, width, height, 4 * width, format_)
        self._made_of, self._made_from, self._touched = made_of, content.picture, []

    def _touched_lines(self, rows: Covered) -> NDArray[np.intp] | None:
        """The lines of pixels in which colours may be others; None: all of them."""
        touched = [one.rows for one in self._touched or [] if one.rows is not None]
        if self._touched is None or len(touched) < len(self._touched):
            return None
        return rows.lines_of(np.concatenate(touched))


def target_of(grid: Grid, rows: Covered, columns: Covered, on_screen: QTransform) -> QRectF:
    """Where an image goes that has a pixel for each cell in view, or for each of the screen."""
    target = rectangle(grid.region(rows.visible, columns.visible))
    if columns.is_reduced:
        target.setLeft(grid.area.x)
        target.setWidth(columns.pixels / on_screen.m11())
    if rows.is_reduced:
        target.setTop(grid.area.y)
        target.setHeight(rows.pixels / on_screen.m22())
    return target


def pixels_of(picture: Picture, ramp: Ramp) -> Pixels:
    """The colour of each cell; blocked ones are transparent."""
    rows, columns = picture.shape
    pixels = np.empty((rows, columns), dtype=np.uint32)
    palette, band = _palette(ramp), max(1, _BAND // columns)
    for first in range(0, rows, band):
        part = slice(first, min(first + band, rows))
        np.take(palette, _shades(picture, part), out=pixels[part], mode="clip")
    return pixels


def _shades(picture: Picture, part: slice) -> NDArray[np.intp]:
    """The index of the colour of cells in some rows, as `Picture.shade` works it out for one."""
    low, high = picture.levels
    shades = picture.rows(part) - low
    with np.errstate(over="ignore"):  # a weight typed in may be far beyond the end
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
