"""Where the cells of each stage's heatmap stand, so that readers and sources line up."""

from collections.abc import Sequence

from PySide6.QtGui import QFontMetrics

from explorer.model.places import Axis
from explorer.ui.heatmaps.flow_plan import OPERATOR_WIDTH, CardNeeds
from explorer.ui.heatmaps.heatmap_frame import frame_of, left_width, right_width
from explorer.ui.heatmaps.heatmap_geometry import Grid, cell_width, comfortable_height, fitted
from explorer.ui.heatmaps.stage_card import StageCard
from explorer.ui.looks.look import Look


def names_width(cards: Sequence[StageCard], look: Look) -> int:
    """The width of the row names, the same in all stages."""
    return max(left_width(look, card.view.words) for card in cards)


def needs_of(
    cards: Sequence[StageCard], operators: Sequence[str], look: Look, width: int
) -> list[CardNeeds]:
    """What each card, and the operator before it, needs of a room `width` pixels wide."""
    left = names_width(cards, look)
    return [
        _needs(card, operator, look, left, width)
        for card, operator in zip(cards, operators, strict=True)
    ]


def comfortable_grid(card: StageCard, look: Look, left: int, cell: int, card_width: int) -> Grid:
    """Cells `cell` pixels wide; what is left of the card is room for remarks on the rows."""
    words = card.view.words
    rows, columns = len(words.row_names), len(words.column_names)
    right = card_width - card.chrome[0] - left - columns * cell
    frame = frame_of(look, words, left, max(right, 0), cell)
    return Grid(rows, columns, cell, comfortable_height(rows, look.em), frame)


def fitted_grid(card: StageCard, look: Look, width: int, height: int) -> Grid:
    """All cells of a large matrix in a card of that size."""
    words = card.view.words
    rows, columns = len(words.row_names), len(words.column_names)
    frame = frame_of(look, words, left_width(look, words), right_width(look, words), 0)
    room = width - card.chrome[0], height - card.chrome[1]
    return fitted(rows, columns, look.em, room, frame)


def _needs(card: StageCard, operator: str, look: Look, left: int, width: int) -> CardNeeds:
    words = card.view.words
    beside = card.chrome[0] + left + right_width(look, words)
    columns = len(words.column_names)
    cell = cell_width(columns, look.em, width - beside)
    grid = comfortable_grid(card, look, left, cell, 0)
    shares_columns = look.convention.is_turned and card.stage.rows is Axis.QUERIES
    shares_columns &= card.stage.columns is Axis.VALUE_COMPONENTS
    shares_columns |= card.stage.columns is Axis.SOURCES
    height = card.chrome[1] + grid.size[1]
    written = QFontMetrics(look.font(bold=True)).horizontalAdvance(operator) + look.em
    between = min(written, round(OPERATOR_WIDTH * look.em))
    return CardNeeds(columns, shares_columns, beside, height, card.heading_width, between)
