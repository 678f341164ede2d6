"""What a view of cells has to say for lines to lead to it."""

from typing import Protocol

from PySide6.QtCore import QRectF
from PySide6.QtWidgets import QWidget

from explorer.model import Region


class CellView(Protocol):
    """A widget with a viewport in which it shows the cells of one array."""

    @property
    def array(self) -> str:
        """The name of the array it shows."""

    def viewport(self) -> QWidget:
        """The widget that the rectangles are measured in."""

    def cells_rect(self) -> QRectF:
        """The part of the viewport in which cells are drawn."""

    def region_rect(self, region: Region) -> QRectF | None:
        """Where cells of the array stand, even where they are scrolled out of sight.

        None while the view does not show the array, or not in the shape it has.
        """
