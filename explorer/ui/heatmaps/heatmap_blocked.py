"""What stands in cells the mask blocks: the score that was there, and the −∞ in its place."""

from collections.abc import Mapping

from PySide6.QtGui import QFont, QFontMetricsF

from explorer.model.number_format import format_number
from explorer.model.tables import part_of
from explorer.ui.heatmaps.heatmap_content import HeatmapContent

_SCALES = (1.0, 0.88, 0.76)
_BESIDE = 0.4
"""Room left free in a cell, in em."""


def blocked_texts(
    content: HeatmapContent, numbers: Mapping[tuple[int, int], str]
) -> tuple[Mapping[tuple[int, int], str], QFont]:
    """`0.707 → −∞` for each cell of `numbers` where the mask put −∞, and a font they all fit in.

    None at all where one would not fit: then the −∞ stand alone.
    """
    before = content.before
    font = content.look.font()
    if before is None:
        return {}, font
    array, digits = part_of(content.table), content.look.digits
    texts = {
        (row, column): f"{format_number(float(before[row, column]), digits)} → {text}"
        for (row, column), text in numbers.items()
        if array[row, column] == -float("inf")
    }
    room = content.grid.shown_cell[0] - _BESIDE * content.look.em
    for scale in _SCALES:
        font = content.look.font(scale)
        metrics = QFontMetricsF(font)
        if all(metrics.horizontalAdvance(text) <= room for text in texts.values()):
            return texts, font
    return {}, font
