"""A stroke of the brush is seen though a pixel covers more cells than it is wide."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QColor

from explorer.app.mask_brush import MaskBrush
from explorer.app.session import Session
from explorer.model import Scenario
from explorer.model.convention import Convention
from explorer.model.scenario import default_names
from explorer.ui.heatmaps.heatmap_pixels import Covered
from explorer.ui.heatmaps.heatmap_stroke import outline
from explorer.ui.heatmaps.stage_card import StageCard
from tests.ui.heatmaps.test_heatmap_pixels import LEFT, TOP, grid_of

SIZE = 320


@pytest.fixture
def session(qapp):
    numbers = np.random.default_rng(6)
    tables = {name: numbers.normal(size=(SIZE, 2)) for name in ("query", "key", "value")}
    names = {
        "queries": default_names("Query", SIZE),
        "sources": default_names("Source", SIZE),
    }
    return Session(Scenario(**tables, **names))


@pytest.fixture
def brush(session):
    brush = MaskBrush(session)
    brush.is_taken_up = True
    return brush


@pytest.fixture
def card(qtbot, session, look, brush):
    """The scores, eight cells a side in each pixel."""
    card = StageCard(session, look, session.trace.stage("scores"), brush)
    qtbot.addWidget(card)
    card.view.set_grid(grid_of((SIZE, SIZE), 40, 40))
    card.show()
    qtbot.waitUntil(card.view.hasFocus)  # its frame has the colour of the outline
    return card


def accented(card, look):
    """The pixels, row and column, that have the colour of the outline, which marks have too."""
    image = card.view.viewport().grab().toImage()
    accent = QColor(look.theme.accent).rgb()
    return {
        (row, column)
        for row in range(40)
        for column in range(40)
        if image.pixel(LEFT + column, TOP + row) == accent
    }


@pytest.fixture
def outlined(card, look):
    """The pixels that have got that colour."""
    marked = accented(card, look)
    return lambda: sorted(accented(card, look) - marked)


def test_a_stroke_one_cell_wide_is_seen_as_long_as_the_brush_is_in_hand(outlined, brush):
    assert outlined() == []
    brush.begin((100, 100))
    brush.go_on((100, 140))
    assert outlined() == [(12, column) for column in range(12, 18)]
    brush.end()
    assert outlined() == [(12, column) for column in range(12, 18)]
    brush.is_taken_up = False
    assert outlined() == []


def test_it_goes_with_the_stroke_that_is_taken_back(outlined, brush):
    brush.begin((100, 100))
    brush.cancel()
    assert outlined() == []


def test_undo_takes_it_away(outlined, brush, session):
    brush.begin((100, 100))
    brush.end()
    session.undo_stack.undo()
    assert outlined() == []


def test_with_readers_in_columns_it_is_turned_as_well(card, look, brush):
    look.preferences.convention = Convention.COLUMNS
    card.view.set_grid(grid_of((SIZE, SIZE), 40, 40))
    marked = accented(card, look)
    brush.begin((100, 200))
    assert accented(card, look) - marked == {(25, 12)}


def test_the_line_below_says_what_is_outlined(card, brush):
    words = "each pixel: the strongest of 8 × 8 cells"
    assert card.view.pixel_words == words
    brush.begin((100, 100))
    assert card.pixels.text() == f"{words}; outlined: the last stroke of the brush"
    assert card.legend.text.endswith(
        "; outlined: the last stroke of the brush, blocked ones left out"
    )
    brush.cancel()
    assert card.pixels.text() == words


def test_where_a_cell_has_pixels_of_its_own_nothing_is_outlined(card, look, brush):
    card.view.set_grid(grid_of((SIZE, SIZE), 640, 640))
    marked = accented(card, look)
    brush.begin((7, 9))
    assert card.view.pixel_words == ""
    assert accented(card, look) == marked


@given(seed=st.integers(0, 2**32 - 1), share=st.sampled_from([0.0, 0.02, 0.5, 1.0]))
def test_an_outline_is_the_edge_of_the_pixels_that_have_cells_of_the_stroke(seed, share):
    numbers = np.random.default_rng(seed)
    stroke = numbers.random((60, 45)) < share
    rows, columns = Covered(range(5, 50), 5.0, 45.0, 0.3), Covered(range(45), 0.0, 45.0, 0.4)
    touched = np.array(
        [
            [
                stroke[top : top + height, left : left + width].any()
                for left, width in zip(columns.starts, columns.counts, strict=True)
            ]
            for top, height in zip(rows.starts, rows.counts, strict=True)
        ]
    )
    line = outline(stroke, rows, columns)
    assert not (line & ~touched).any()
    around = np.pad(touched, 1)
    for row, column in np.argwhere(touched):
        beside = around[row, column + 1], around[row + 2, column + 1]
        beside += around[row + 1, column], around[row + 1, column + 2]
        assert line[row, column] == (not all(beside))
