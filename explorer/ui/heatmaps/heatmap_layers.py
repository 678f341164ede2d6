"""The painted items of a heatmap, one on the other: coloured cells, what is on and around them."""

from PySide6.QtGui import QRegion
from PySide6.QtWidgets import QGraphicsScene

from explorer.ui.heatmaps.heatmap_cells import CellItem
from explorer.ui.heatmaps.heatmap_content import HeatmapContent
from explorer.ui.heatmaps.heatmap_image import ImageContent, ImageItem
from explorer.ui.heatmaps.heatmap_labels import LabelItem
from explorer.ui.heatmaps.heatmap_reduction import counted
from explorer.ui.heatmaps.heatmap_touched import Touched


class HeatmapLayers:
    """The cells are one image; names, numbers and marks are two items that paint all at once."""

    def __init__(self, scene: QGraphicsScene) -> None:
        self._image, self._cells, self._labels = ImageItem(), CellItem(), LabelItem()
        for item in (self._image, self._cells, self._labels):
            scene.addItem(item)

    def show(self, content: HeatmapContent, touched: Touched | None = None) -> QRegion:
        """Paint this from now on; `touched` are the only cells in which it is another content.

        Returns what has to be painted anew and Qt does not know: to it, all that is new of an item
        is one rectangle.
        """
        look = content.look
        picture, first = counted(content.picture, content.first_hidden, content.convention)
        coloured = picture, look.theme, content.grid, look.preferences.aggregation
        image = ImageContent(*coloured, first)
        region = QRegion()
        for rects in (
            self._image.show_content(image, touched),
            self._cells.show_content(content, touched),
            self._labels.show_content(content, touched),
        ):
            for rect in rects or ():
                region += rect.toAlignedRect()
        return region

    def expose(self, region: QRegion | None) -> None:
        """What is painted next; None: whatever Qt says."""
        self._cells.expose(region)
        self._labels.expose(region)
