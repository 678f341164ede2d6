"""A small plot of lines, told apart by colour and by dashes."""

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import pyqtgraph as pg
from numpy.typing import NDArray
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QColor, QPen
from PySide6.QtWidgets import QGraphicsView

from explorer.model.number_format import format_number
from explorer.model.places import Role
from explorer.ui.looks.look import Look

LEGEND_COLUMNS = 2
BELOW_THE_AXIS = 4
"""The row in the layout of a plot where nothing stands."""
DASHES = (
    Qt.PenStyle.SolidLine,
    Qt.PenStyle.DashLine,
    Qt.PenStyle.DotLine,
    Qt.PenStyle.DashDotLine,
    Qt.PenStyle.DashDotDotLine,
)
LARGEST_DRAWN = 1e307
"""Where lines of larger numbers are to be drawn pyqtgraph cannot work out: there is a gap."""


@dataclass(frozen=True, slots=True)
class Line:
    """One line: its name in the legend, its points, its colour and which of DASHES it has."""

    name: str
    x: Sequence[float]
    y: Sequence[float]
    role: Role
    dash: int = 0


class LinePlot(pg.PlotWidget):  # type: ignore[misc]
    """Lines over one axis, in the colours and sizes of the look. It cannot be moved or zoomed.

    Signals
    -------
    marker_moved(float), marker_released()
        The person drags the marker; the drag is over.
    """

    marker_moved = Signal(float)
    marker_released = Signal()

    def __init__(
        self, look: Look, name: str, x_label: str, log_x: bool = False, log_y: bool = False
    ) -> None:
        super().__init__(enableMenu=False)
        self._look = look
        self._name = name
        self._x_label = x_label
        self._lines: tuple[Line, ...] = ()
        self._curves: list[pg.PlotDataItem] = []
        self.setAccessibleName(name)
        self.setCacheMode(QGraphicsView.CacheModeFlag.CacheNone)
        self.setFrameShape(QGraphicsView.Shape.NoFrame)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.plotItem.setMouseEnabled(False, False)
        self.plotItem.hideButtons()
        self.plotItem.setLogMode(x=log_x, y=log_y)
        self._legend = pg.LegendItem(colCount=LEGEND_COLUMNS, verSpacing=-6)
        self.plotItem.layout.addItem(self._legend, BELOW_THE_AXIS, 1)
        self._marker: pg.InfiniteLine | None = None
        look.changed.connect(self._restyle)
        self._restyle()

    @property
    def lines(self) -> tuple[Line, ...]:
        """What is plotted."""
        return self._lines

    def show_lines(self, lines: Sequence[Line], description: str) -> None:
        """Plot `lines` in place of those before; `description` is for screen readers."""
        named_before = [line.name for line in self._lines]
        self._lines = tuple(lines)
        self.setAccessibleDescription(description)
        self._entitle()
        if [line.name for line in lines] != named_before:
            self._draw()
            return
        for curve, line in zip(self._curves, lines, strict=True):
            curve.setData(_drawn(line.x), _drawn(line.y), pen=self._pen(line))

    def set_y_range(self, low: float, high: float) -> None:
        """Keep the vertical axis between two values."""
        self.plotItem.setYRange(low, high, padding=0.04)

    def set_x_ticks(self, ticks: Sequence[tuple[float, str]]) -> None:
        """Label the horizontal axis there; positions as they are drawn."""
        self.plotItem.getAxis("bottom").setTicks([list(ticks)])

    def set_x_label(self, label: str) -> None:
        """Say what the horizontal axis is."""
        self._x_label = label
        self._label_below()

    def set_marker(self, x: float) -> None:
        """A vertical line at `x` that can be dragged."""
        if self._marker is None:
            self._marker = pg.InfiniteLine(movable=True, angle=90)
            self._marker.sigDragged.connect(lambda line: self.marker_moved.emit(line.value()))
            self._marker.sigPositionChangeFinished.connect(
                lambda _line: self.marker_released.emit()
            )
            self.plotItem.addItem(self._marker, ignoreBounds=True)
            self._restyle()
        self._marker.setValue(x)

    def close(self) -> bool:
        """Close like any widget: pyqtgraph would take the scene apart and crash the painter."""
        return QGraphicsView.close(self)

    def _draw(self) -> None:
        """Make every curve and its entry in the legend anew."""
        self.plotItem.clearPlots()
        self._legend.clear()
        self._curves = []
        for line in self._lines:
            curve = self.plotItem.plot(_drawn(line.x), _drawn(line.y), pen=self._pen(line))
            self._legend.addItem(curve, line.name)
            self._curves.append(curve)

    def _pen(self, line: Line) -> QPen:
        colour = QColor(self._look.theme.roles[line.role])
        width = max(1.5, self._look.em / 9)
        pen: QPen = pg.mkPen(colour, width=width, style=DASHES[line.dash % len(DASHES)])
        return pen

    def _restyle(self) -> None:
        look, theme = self._look, self._look.theme
        self.setBackground(QColor(theme.card))
        for side in ("bottom", "left"):
            axis = self.plotItem.getAxis(side)
            axis.setPen(QColor(theme.border))
            axis.setTextPen(QColor(theme.muted))
            axis.setStyle(tickFont=look.font(0.85))
        self._label_below()
        self._entitle()
        self._legend.setLabelTextColor(QColor(theme.text))
        self._legend.setLabelTextSize(self._text_size)
        if self._marker is not None:
            accent = QColor(theme.accent)
            self._marker.setPen(pg.mkPen(accent, width=max(2, look.em / 7)))
            self._marker.setHoverPen(pg.mkPen(accent, width=max(3, look.em / 4)))
        for curve, line in zip(self._curves, self._lines, strict=True):
            curve.setPen(self._pen(line))
        for _sample, label in self._legend.items:
            label.setText(label.text)  # only then its colour and size are used
        self._legend.updateSize()

    def _entitle(self) -> None:
        numbers = [np.asarray((line.x, line.y)) for line in self._lines]
        has_gaps = any((np.abs(points) > LARGEST_DRAWN).any() for points in numbers)
        gaps = f" (numbers beyond {format_number(LARGEST_DRAWN)} are not drawn)" if has_gaps else ""
        title = self._name + gaps
        self.plotItem.setTitle(title, color=self._look.theme.text, size=self._text_size)

    def _label_below(self) -> None:
        self.plotItem.setLabel(
            "bottom", self._x_label, color=self._look.theme.muted, **{"font-size": self._text_size}
        )

    @property
    def _text_size(self) -> str:
        return f"{self._look.font(0.85).pointSizeF():.1f}pt"


def _drawn(numbers: Sequence[float]) -> NDArray[np.float64]:
    """The numbers with NaN, which pyqtgraph leaves out, for those it cannot draw."""
    points = np.asarray(numbers, dtype=float)
    return np.where(np.abs(points) > LARGEST_DRAWN, np.nan, points)
