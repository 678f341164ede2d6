"""A heatmap while cells are hidden: no colour, no number, no sum, and nothing said about them."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from explorer.app.session import Session
from explorer.files import load_example
from explorer.model import Granularity, Place
from explorer.ui.heatmaps.heatmap import HeatmapView


@pytest.fixture
def session(qapp, seed_scenario):
    return Session(replace(seed_scenario, query=np.eye(2), queries=("First", "Second")))


@pytest.fixture
def views(qtbot, session, look):
    views = {stage.name: HeatmapView(session, look, stage) for stage in session.trace.stages}
    for view in views.values():
        qtbot.addWidget(view)
        view.show()
    return views


def colours_in(view, row, column):
    """The colours within a cell, away from its edges and marks."""
    QApplication.processEvents()
    image = view.grab().toImage()
    box = view.cell_rect(row, column).adjusted(6, 6, -6, -6)
    xs = range(round(box.left()), round(box.right()))
    ys = range(round(box.top()), round(box.bottom()))
    return {image.pixelColor(x, y).name() for x in xs for y in ys}


def is_empty(view, row, column, look):
    theme = look.theme
    quiet = {QColor(theme.card).name(), QColor(theme.blocked).name()}
    return colours_in(view, row, column) <= quiet


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_cells_fill_as_the_walk_goes_on(views, session, look, theme):
    look.preferences.theme = theme
    session.reveal.as_we_go = True
    session.go_to(Place("weights", 0, 1))
    empty = {
        (row, column)
        for row in range(2)
        for column in range(3)
        if is_empty(views["weights"], row, column, look)
    }
    assert empty == {(0, 2), (1, 0), (1, 1), (1, 2)}
    assert is_empty(views["output"], 0, 0, look)
    assert not is_empty(views["scores"], 1, 2, look)
    session.go_to_position(session.position + 1)
    assert not is_empty(views["weights"], 0, 2, look)
    session.reveal.as_we_go = False
    assert not is_empty(views["output"], 0, 0, look)


def test_a_blocked_cell_is_hidden_too(qtbot, look):
    session = Session(load_example("causal"))
    stage = session.trace.stage("weights")
    view = HeatmapView(session, look, stage)
    qtbot.addWidget(view)
    view.show()
    last = len(session.scenario.sources) - 1
    assert not is_empty(view, 0, last, look)
    session.reveal.as_we_go = True
    assert is_empty(view, 0, last, look)


def test_a_hidden_number_is_not_told(views, session):
    session.reveal.as_we_go = True
    view = views["weights"]
    middle = view.cell_rect(1, 2).center()
    expected = "weight of Source 3 for “Second”: not computed yet"
    assert view.sentence(Place("weights", 1, 2)) == expected
    assert view.tooltip_at(middle) == f"{expected}"


def test_the_description_for_screen_readers_hides_it_too(views, session):
    session.reveal.predicting = True
    session.go_to(Place("weights", 0, 1))
    assert views["weights"].accessibleDescription().endswith("not computed yet")
    session.reveal.open()
    assert "with weight" in views["weights"].accessibleDescription()


def test_a_sum_shows_once_all_its_cells_do(views, session):
    words = views["weights"].words
    session.reveal.as_we_go = True
    session.go_to(Place("weights", 0, 2))
    assert [words.remark(row) for row in range(2)] == ["Σ = 1", ""]
    assert [words.column_sums([column])[0] for column in range(3)] == ["", "", ""]
    session.go_to(Place("weights", 1, 0))
    assert words.column_sums([0])[0] != ""
    assert words.column_sums([1])[0] == ""


def test_what_is_mixed_into_an_output_shows_with_it(views, session):
    words = views["output"].words
    session.reveal.as_we_go = True
    session.set_granularity(Granularity.TERM)
    session.go_to(Place("output", 0, 0))
    assert words.remark(0) == ""
    session.go_to_position(session.position + 2)
    assert words.remark(0).startswith("0.")


def test_cells_that_are_zoomed_away_are_hidden_without_a_crash(views, session):
    view = views["weights"]
    session.reveal.as_we_go = True
    session.go_to(Place("weights", 0, 1))
    view._move_to(view.grid.zoomed(3.0, 40.0, 40.0, 400.0))
    view.grab()
