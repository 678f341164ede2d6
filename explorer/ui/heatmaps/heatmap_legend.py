"""What the colours of a heatmap stand for: a strip of them between its end values."""

from dataclasses import dataclass

import numpy as np
from PySide6.QtCore import QRectF, QSize, Qt
from PySide6.QtGui import QBrush, QColor, QFontMetrics, QImage, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QSizePolicy, QWidget

from explorer.model.number_format import format_difference, format_number
from explorer.ui.heatmaps.heatmap import HeatmapView
from explorer.ui.heatmaps.heatmap_content import hatching
from explorer.ui.looks.colours import Ramp
from explorer.ui.looks.look import Look

_SCALE = 0.85
_IS_LARGEST = " = largest"
_STRIP, _SWATCH, _GAP = 1.5, 0.9, 0.3
"""Widths in em."""


@dataclass(frozen=True, eq=False)
class _Part:
    """A piece of the legend from left to right: a text, or a patch of colours."""

    text: str = ""
    colours: Ramp | None = None
    is_hatched: bool = False


class HeatmapLegend(QWidget):
    """`−1 ◧ 0 ◨ 1` and, where cells are blocked, a hatched patch; it follows its heatmap."""

    def __init__(self, view: HeatmapView, look: Look) -> None:
        super().__init__()
        self._view = view
        self._look = look
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self._said: tuple[str, bool] | None = None
        self._hint: QSize | None = None
        self._is_short = False
        view.picture_changed.connect(self._follow)
        look.changed.connect(self._restyle)
        self._restyle()

    @property
    def text(self) -> str:
        """The legend in words."""
        picture, remark = self._view.picture, self._view.shown.remark
        if remark:
            return f"No difference: {remark}"
        low, high = self._ends
        blocked = f"; hatched: {self._hatched}" if picture.blocked is not None else ""
        meaning = self._largest if picture.is_to_largest else str(picture.colours)
        if picture.is_difference:
            meaning = f"{self._view.shown.sides.less}, symmetric around 0"
        colours = f"Colours from {low} to {high}, {meaning}{blocked}"
        return f"{colours}; {self._pixels}" if self._view.pixel_words else colours

    def fit(self, room: int) -> None:
        """Leave out that the upper end is the largest weight where there is less room than that."""
        longer = _Part(_IS_LARGEST) if self._view.picture.is_to_largest and self._is_short else None
        needed = self.sizeHint().width() + (self._width(longer) if longer else 0)
        if self._is_short != (needed > room):
            self._is_short = not self._is_short
            self._restyle()

    def sizeHint(self) -> QSize:
        """Kept until it says something else: while stages are arranged it is asked for often."""
        if self._hint is None:
            parts = self._parts()
            widths = sum(self._width(part) for part in parts)
            self._hint = QSize(widths + (len(parts) - 1) * self._gap, self._metrics.height())
        return self._hint

    def paintEvent(self, event: QPaintEvent) -> None:
        painter = QPainter(self)
        painter.setFont(self._look.font(_SCALE))
        left = 0
        for part in self._parts():
            width = self._width(part)
            self._paint(painter, part, QRectF(left, 0, width, self.height()))
            left += width + self._gap

    def _parts(self) -> tuple[_Part, ...]:
        picture, remark = self._view.picture, self._view.shown.remark
        if remark:
            return (_Part(remark),)
        colours = self._look.theme.ramps[picture.colours]
        beyond = ("≤ ", "≥ ") if picture.exceeds else ("", "")
        low, high = (_Part(sign + end) for sign, end in zip(beyond, self._ends, strict=True))
        if picture.is_to_largest and not self._is_short:
            high = _Part(high.text + _IS_LARGEST)
        parts: tuple[_Part, ...] = (low, _Part(colours=colours), high)
        if picture.low < 0:
            halves = _Part(colours=colours[:128]), _Part(colours=colours[128:])
            parts = (low, halves[0], _Part("0"), halves[1], high)
        if picture.blocked is not None:
            parts = (*parts, _Part(), _Part(is_hatched=True), _Part("blocked"))
        return parts

    @property
    def _pixels(self) -> str:
        """What a pixel shows of the cells it covers."""
        blocked = self._view.picture.blocked is not None
        return self._view.pixel_words + (", blocked ones left out" if blocked else "")

    @property
    def _ends(self) -> tuple[str, str]:
        """The numbers of the two ends of the colours."""
        picture = self._view.picture
        text = format_difference if picture.is_difference else format_number
        return text(picture.low), text(picture.high)

    @property
    def _largest(self) -> str:
        """The upper end of the colours of weights, where it is not 1."""
        shown = self._view.shown
        if shown.other_trace is None:
            return "the largest weight"
        return f"the largest weight {shown.sides.before} or {shown.sides.after}"

    @property
    def _hatched(self) -> str:
        if not self._view.picture.is_difference:
            return "blocked by the mask"
        sides = self._view.shown.sides
        return f"blocked {sides.before} or {sides.after}"

    def _paint(self, painter: QPainter, part: _Part, room: QRectF) -> None:
        theme, em = self._look.theme, self._look.em
        if part.text:
            painter.setPen(QColor(theme.muted))
            painter.drawText(room, Qt.AlignmentFlag.AlignCenter, part.text)
            return
        patch = QRectF(room.x() + 0.5, 0, room.width() - 1, round(0.6 * em))
        patch.moveTop((room.height() - patch.height()) // 2 + 0.5)
        if part.colours is not None:
            painter.drawImage(patch, _strip(part.colours))
        if part.is_hatched:
            painter.fillRect(patch, hatching(theme, em))
        if part.colours is not None or part.is_hatched:
            painter.setPen(QPen(QColor(theme.border), 1))
            painter.setBrush(QBrush())
            painter.drawRect(patch)

    def _width(self, part: _Part) -> int:
        if part.text:
            return self._metrics.horizontalAdvance(part.text)
        if part.colours is None and not part.is_hatched:
            return 0
        return round((_SWATCH if part.is_hatched else _STRIP) * self._look.em)

    @property
    def _metrics(self) -> QFontMetrics:
        return QFontMetrics(self._look.font(_SCALE))

    @property
    def _gap(self) -> int:
        return round(_GAP * self._look.em)

    def _follow(self) -> None:
        """Of most edits the legend stays."""
        if self._said != (self.text, self._view.picture.exceeds):
            self._restyle()

    def _restyle(self) -> None:
        text, self._hint = self.text, None
        self._said = text, self._view.picture.exceeds
        self.setAccessibleName(text)
        self.setToolTip(text)
        self.updateGeometry()
        self.update()


def _strip(colours: Ramp) -> QImage:
    pixels = np.ascontiguousarray(colours)
    image = QImage(pixels.data, len(colours), 1, 4 * len(colours), QImage.Format.Format_RGBA8888)
    return image.copy()  # owns its pixels
