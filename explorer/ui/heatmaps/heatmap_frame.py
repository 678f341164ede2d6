"""How much room names, titles and remarks need around the cells, measured in the font in use."""

import math
from collections.abc import Iterable
from functools import lru_cache
from heapq import nlargest

from explorer.ui.heatmaps.heatmap_geometry import Frame, Grid, comfortable_height, comfortable_width
from explorer.ui.heatmaps.heatmap_words import COLUMN_SUMS, HeatmapWords
from explorer.ui.looks.look import Look

NAME_SCALE, TITLE_SCALE = 0.9, 0.78
COLUMN_NAME_SCALES = (NAME_SCALE, 0.82, 0.74)
WIDEST_NAME, HIGHEST_NAME = 8.0, 4.5
WIDE_ENOUGH = 4.0
"""In em: names that do not fit into cells as wide as this are elided, not turned."""
_MEASURED = 24


def text_width(look: Look, scale: float, texts: Iterable[str]) -> int:
    """The width of the widest text, judged by the longest of them."""
    width = look.face(scale).width
    return math.floor(max(map(width, _longest(tuple(texts))), default=0) + 0.5)


@lru_cache(maxsize=64)
def _longest(texts: tuple[str, ...]) -> list[str]:
    """The longest of thousands of names, which many frames are measured by."""
    return nlargest(_MEASURED, texts, key=len)


def left_width(look: Look, words: HeatmapWords, widest: float = WIDEST_NAME) -> int:
    """The width of the row names, up to a limit in em where they are elided."""
    names = text_width(look, NAME_SCALE, words.row_names)
    extra = [words.row_title, *([COLUMN_SUMS] if words.has_column_sums else [])]
    titles = text_width(look, TITLE_SCALE, extra)
    return max(min(names, round(widest * look.em)), titles) + round(0.7 * look.em)


def right_width(look: Look, words: HeatmapWords, scale: float = NAME_SCALE) -> int:
    """The width that remarks on the rows need at least."""
    text = words.typical_remark
    if not text:
        return 0
    title = text_width(look, TITLE_SCALE, [words.remark_title])
    return max(text_width(look, scale, [text]), title) + look.em


def width_of_sums(look: Look, words: HeatmapWords, scale: float = NAME_SCALE) -> int:
    """The width that remarks on the rows need as they are: where none may be left out."""
    sums = words.row_sums
    kept = right_width(look, words, scale)
    return max(kept, text_width(look, scale, sums) + look.em) if sums else kept


def column_name_scale(look: Look, words: HeatmapWords, cell_width: float) -> float | None:
    """The size in which column names fit side by side; None: they have to be turned."""
    for scale in COLUMN_NAME_SCALES:
        if text_width(look, scale, words.column_labels) <= cell_width - look.em // 5:
            return scale
    return NAME_SCALE if cell_width >= WIDE_ENOUGH * look.em else None


def top_height(look: Look, words: HeatmapWords, vertical: bool) -> int:
    """The height of the title and the names of the columns."""
    title = round(1.05 * look.em)
    if not vertical:
        return title + round(1.3 * look.em)
    names = text_width(look, NAME_SCALE, words.column_labels)
    return title + min(names, round(HIGHEST_NAME * look.em)) + look.em // 3


def frame_of(look: Look, words: HeatmapWords, left: int, right: int, cell_width: float) -> Frame:
    """The room around the cells of one heatmap."""
    name_scale = column_name_scale(look, words, cell_width)
    return Frame(
        left=left,
        top=top_height(look, words, vertical=name_scale is None),
        right=right,
        bottom=round(1.4 * look.em) if words.has_column_sums else look.em // 3,
        name_scale=name_scale or NAME_SCALE,
        has_vertical_names=name_scale is None,
    )


def natural_grid(look: Look, words: HeatmapWords) -> Grid:
    """The grid of a heatmap that has all the room it wants."""
    rows, columns = len(words.row_names), len(words.column_names)
    width = comfortable_width(columns, look.em)
    frame = frame_of(look, words, left_width(look, words), right_width(look, words), width)
    return Grid(rows, columns, width, comfortable_height(rows, look.em), frame)
