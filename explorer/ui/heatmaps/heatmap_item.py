"""What the painted items of a heatmap have in common: they paint one content as a whole."""

from PySide6.QtCore import QRectF
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import QGraphicsItem, QStyleOptionGraphicsItem, QWidget

from explorer.ui.heatmaps.heatmap_content import HeatmapContent


class ContentItem(QGraphicsItem):
    """Covers the heatmap and paints the content it was shown last; nothing before the first.

    What is painted over, such as a line that moves, has only what is below it painted again.
    """

    def __init__(self) -> None:
        super().__init__()
        self.setFlag(QGraphicsItem.GraphicsItemFlag.ItemUsesExtendedStyleOption)
        self._content: HeatmapContent | None = None

    def show_content(self, content: HeatmapContent) -> None:
        """Paint this from now on."""
        self.prepareGeometryChange()
        self._content = content
        self.update()

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
            exposed: QRectF = option.exposedRect
            self.paint_content(painter, self._content, exposed)
            painter.restore()

    def paint_content(self, painter: QPainter, content: HeatmapContent, exposed: QRectF) -> None:
        """Paint at least the exposed part; what is set on the painter is put back afterwards."""
        raise NotImplementedError
