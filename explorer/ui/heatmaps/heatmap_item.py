"""What the painted items of a heatmap have in common: they paint one content as a whole."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter, QRegion
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from explorer.ui.heatmaps.heatmap_content import HeatmapContent
from explorer.ui.heatmaps.heatmap_touched import Touched


class ContentItem(QGraphicsItem):
    """Covers the heatmap and paints the content it was shown last; nothing before the first.

    What is painted over, such as a line that moves, has only what is below it painted again.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._content: HeatmapContent | None = None
        self._exposed: QRegion | None = None

    def show_content(
        self, content: HeatmapContent, touched: Touched | None = None
    ) -> list[QRectF] | None:
        """Paint this from now on; `touched` are the only cells in which it is another content.

        Returns what has to be painted anew; None: everything, which Qt has been told.
        """
        before, rects = self._content, None
        if touched is not None and before is not None and before.grid == content.grid:
            rects = self.touched_rects(content, touched)
        if rects is None:
            self.prepareGeometryChange()
            self.update()
        self._content = content
        return rects

    def expose(self, region: QRegion | None) -> None:
        """What is painted next, which may be less than what Qt tells an item; None: that."""
        self._exposed = region

    def touched_rects(self, content: HeatmapContent, touched: Touched) -> list[QRectF] | None:
        """What has to be painted anew when numbers of some cells are others; None: everything."""
        raise NotImplementedError

    def boundingRect(self) -> QRectF:
        return QRectF() if self._content is None else QRectF(0, 0, *self._content.grid.size)

    def paint(
        self,
        painter: QPainter,
        option: QStyleOptionGraphicsItem,
        widget: QWidget | None = None,
    ) -> None:
        if self._content is not None:
            painter.save()
            exposed = QRegion(option.exposedRect.toAlignedRect())
            if self._exposed is not None:
                exposed &= self._exposed
            self.paint_content(painter, self._content, exposed)
            painter.restore()

    def paint_content(self, painter: QPainter, content: HeatmapContent, exposed: QRegion) -> None:
        """Paint at least the exposed part; what is set on the painter is put back afterwards."""
        raise NotImplementedError
