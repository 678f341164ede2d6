"""Arithmetic that is as wide as its widget and as high as it then has to be."""

from collections.abc import Sequence

from PySide6.QtCore import QEvent, QPointF, QSize
from PySide6.QtGui import QHelpEvent, QResizeEvent
from PySide6.QtWidgets import QSizePolicy, QToolTip

from explorer.model.places import Place
from explorer.ui.formulas.math_boxes import Box, Placed, links_among
from explorer.ui.formulas.math_view import MathView
from explorer.ui.looks.look import Look
from explorer.ui.parts.kept_heights import KeptHeights
from explorer.ui.parts.text import literal


class FlowingMathView(MathView):
    """Lays its box out for its width; the numbers that have a place are links with a tool tip.

    Subclasses say what is drawn in `box_for` and what a link is called in `name_of_link`.
    """

    tab_moves = True

    def __init__(self, look: Look) -> None:
        super().__init__(look)
        policy = QSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Minimum)
        policy.setHeightForWidth(True)
        self.setSizePolicy(policy)
        self._heights = KeptHeights(self._height)
        look.changed.connect(self._lay_out_anew)

    @property
    def links(self) -> list[Place]:
        """The places of the numbers that can be followed, in reading order."""
        return [part.box.place for part in self.targets if part.box.place is not None]

    def box_for(self, width: float) -> Box:
        """What to draw where there is room for `width`."""
        raise NotImplementedError

    def name_of_link(self, index: int) -> str:
        """What the place of a link is called."""
        raise NotImplementedError

    def lay_out(self) -> None:
        """Draw what there is now for the width of the moment."""
        self.show_box(self.box_for(self.width() - 2 * self.margin))
        if self._heights.renew():
            self.updateGeometry()

    def targets_among(self, parts: Sequence[Placed]) -> list[Placed]:
        return links_among(parts)

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        return self._heights.at(width)

    def sizeHint(self) -> QSize:
        width = 20 * self._look.em
        return QSize(width, self.heightForWidth(min(width, self.width())))

    def minimumSizeHint(self) -> QSize:
        return QSize(6 * self._look.em, self._look.em)

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._lay_out_anew()

    def event(self, event: QEvent) -> bool:
        if isinstance(event, QHelpEvent) and event.type() == QEvent.Type.ToolTip:
            QToolTip.showText(event.globalPos(), self._tip(QPointF(event.pos())), self)
            return True
        return super().event(event)

    def _lay_out_anew(self) -> None:
        self._heights.forget()
        self.lay_out()

    def _height(self, width: int) -> int:
        """What is drawn breaks its lines nowhere else in a width that it leaves free anyway."""
        margins = 2 * self.margin
        fits = self.box.width + margins <= width <= self.width()
        box = self.box if fits else self.box_for(width - margins)
        return round(box.height) + margins

    def _tip(self, point: QPointF) -> str:
        index = self.target_at(point)
        return "" if index is None else literal(self.name_of_link(index))
