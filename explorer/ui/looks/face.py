"""A font with what has been measured in it: of an edit most texts stay as long as they were."""

from functools import lru_cache

from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

_KEPT = 4096
"""Texts of which the width is kept."""


class Face:
    """One size and weight of a font. Its `font` is shared: whoever wants another makes a copy.

    `height` is that of a line, `x_height` that of a small letter; all in pixels. `width` measures
    a text.
    """

    def __init__(self, font: QFont) -> None:
        self.font = font
        self._metrics = QFontMetricsF(font)
        self.ascent, self.descent = self._metrics.ascent(), self._metrics.descent()
        self.height, self.x_height = self._metrics.height(), self._metrics.xHeight()
        self.width = lru_cache(_KEPT)(self._metrics.horizontalAdvance)
        self._scaled: dict[float, Face] = {}
        self._bold: Face | None = None

    def elided(self, text: str, room: float, keeps_number: bool = False) -> str:
        """The text, with … at its end where it would be wider than `room`.

        To keep a number at its end, which tells one name from the next, … stands in the middle.
        """
        if self.width(text) <= room:
            return text
        mode = Qt.TextElideMode.ElideRight
        if keeps_number and text[-1:].isdigit():
            mode = Qt.TextElideMode.ElideMiddle
        return self._metrics.elidedText(text, mode, room)

    def scaled(self, factor: float) -> "Face":
        """The same at `factor` times the size."""
        if factor not in self._scaled:
            font = QFont(self.font)
            font.setPointSizeF(font.pointSizeF() * factor)
            self._scaled[factor] = Face(font)
        return self._scaled[factor]

    def bold(self) -> "Face":
        """The same in bold."""
        if self._bold is None:
            font = QFont(self.font)
            font.setBold(True)
            self._bold = Face(font)
        return self._bold
