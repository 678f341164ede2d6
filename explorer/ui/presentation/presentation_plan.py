"""Where a stage and its arithmetic stand on a projector, as large as both fit."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from PySide6.QtCore import QRect, QSize
from PySide6.QtGui import QFontMetricsF

from explorer.app.session import Session
from explorer.model.number_format import format_number
from explorer.model.stages import Stage
from explorer.ui.heatmaps.heatmap_frame import frame_of, left_width, right_width
from explorer.ui.heatmaps.heatmap_geometry import (
    TALLEST_CELL,
    WIDEST_CELL,
    Frame,
    Grid,
    fitted,
    is_large,
)
from explorer.ui.heatmaps.heatmap_words import HeatmapWords
from explorer.ui.presentation.scaled_look import ScaledLook

READABLE, TEXT_READABLE = 24, 20
"""Points that the last row of a classroom reads; what is beyond counts little."""
_FITTED = 16
"""Points of the names around cells too small for numbers."""
_SHARES_BELOW, _SHARES_BESIDE = (0.45, 0.34, 0.55, 0.68), (0.6, 0.5, 0.68, 0.75)
_PREFERENCE = 1.15
"""How much more the usual side is worth, so that the stages of one calculation look alike."""
_NUMBERS_COUNT = 4
"""How many times as much numbers count as text."""
_FEW_ROWS = 3
"""Up to so many the text stands below, otherwise beside, unless that is much worse."""
_LOWEST_CELL, _NARROWEST_CELL, _PADDING = 1.3, 2.0, 0.7
"""In em: the room that a number needs, and what of it stays free beside the number."""


@dataclass(frozen=True, slots=True)
class Plan:
    """A room for the heatmap and one for the text."""

    heatmap: QRect
    text: QRect


def best_plan(
    body: QRect,
    gap: int,
    numbers: Callable[[QSize], float],
    text: Callable[[QSize], float],
    rows: int,
) -> Plan:
    """The rooms in which both come closest to what the last row reads, numbers before text.

    `numbers` and `text` say how many points each can have in a room; the text, which takes longer
    to try, is asked only where it can still decide.
    """
    best, most = None, -1.0
    for plan in _plans(body, gap):
        is_usual = (plan.text.y() > plan.heatmap.y()) == (rows <= _FEW_ROWS)
        preference = _PREFERENCE if is_usual else 1.0
        points = numbers(plan.heatmap.size())
        if best is None or _worth(points, TEXT_READABLE) * preference > most:
            worth = _worth(points, text(plan.text.size())) * preference
            if best is None or worth > most:
                best, most = plan, worth
    assert best is not None  # there are several
    return best


def _worth(numbers: float, text: float) -> float:
    return _NUMBERS_COUNT * min(numbers / READABLE, 1) + min(text / TEXT_READABLE, 1)


def largest(sizes: range, fits: Callable[[int], bool]) -> int:
    """The largest size that fits, if smaller ones fit whenever larger ones do; 0 for none."""
    low, high = 0, len(sizes)
    while low < high:
        middle = (low + high) // 2
        if fits(sizes[middle]):
            low = middle + 1
        else:
            high = middle
    return sizes[low - 1] if low else 0


def _plans(body: QRect, gap: int) -> Iterator[Plan]:
    """The text below the heatmap, or beside it."""
    for share in _SHARES_BELOW:
        height = round(body.height() * share)
        above = QRect(body.x(), body.y(), body.width(), height)
        yield Plan(above, body.adjusted(0, height + gap, 0, 0))
    for share in _SHARES_BESIDE:
        width = round(body.width() * share)
        left = QRect(body.x(), body.y(), width, body.height())
        yield Plan(left, body.adjusted(width + gap, 0, 0, 0))


class HeatmapFit:
    """How large the cells and numbers of a stage can be; `probe` is a look to measure with."""

    def __init__(self, session: Session, probe: ScaledLook, stage: Stage) -> None:
        self._probe = probe
        self._words = HeatmapWords(session, probe, stage)
        array = session.trace.arrays[stage.name]
        self._rows, self._columns = array.shape
        self._has_numbers = not is_large(self._rows, self._columns)
        cells = array.flat if self._has_numbers else ()
        texts = (format_number(float(cell), probe.digits) for cell in cells)
        self._longest = max(texts, key=len, default="")

    def points(self, sizes: range, room: QSize) -> int:
        """The largest size in which all numbers fit into a room; 0 for none."""
        return largest(sizes, lambda size: self._fits(size, room)) if self._has_numbers else 0

    def grid(self, points: int, room: QSize) -> Grid:
        """The cells in a room for which `points` was found."""
        self._probe.points = points or _FITTED
        frame = self._frame(room)
        if not points:
            size = room.width(), room.height()
            return fitted(self._rows, self._columns, self._probe.em, size, frame)
        width, height = self._cell(frame, room)
        right = room.width() - frame.left - round(self._columns * width)
        return Grid(self._rows, self._columns, width, height, replace(frame, right=max(right, 0)))

    def _fits(self, points: int, room: QSize) -> bool:
        self._probe.points = points
        em = self._probe.em
        width, height = self._cell(self._frame(room), room)
        number = QFontMetricsF(self._probe.font(bold=True)).horizontalAdvance(self._longest)
        needed = max(number + _PADDING * em, _NARROWEST_CELL * em)
        return width >= needed and height >= _LOWEST_CELL * em

    def _cell(self, frame: Frame, room: QSize) -> tuple[int, int]:
        """Width and height of a cell: as large as there is room for, but no band."""
        em = self._probe.em
        width = (room.width() - frame.left - frame.right) / self._columns
        height = (room.height() - frame.top - frame.bottom) / self._rows
        return int(min(width, WIDEST_CELL * em)), int(min(height, TALLEST_CELL * em))

    def _frame(self, room: QSize) -> Frame:
        probe, words = self._probe, self._words
        left, right = left_width(probe, words), right_width(probe, words)
        cell = min((room.width() - left - right) / self._columns, WIDEST_CELL * probe.em)
        return frame_of(probe, words, left, right, cell)
