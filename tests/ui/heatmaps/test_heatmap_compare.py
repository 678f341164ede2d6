"""Heatmaps show then, now or the difference, whatever the stage."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QTabBar

from explorer.app import edits, text_edits
from explorer.app.session import Session
from explorer.app.stage_view import Showing
from explorer.files import load_example
from explorer.model import AttentionInputs, Place, attend
from explorer.model.masks import CausalMask, CellMask
from explorer.model.places import Axis
from explorer.model.slips.catalogue import SLIPS
from explorer.model.stages import ColourScale
from explorer.ui.heatmaps.heatmap_cells import fitting_numbers
from explorer.ui.heatmaps.heatmap_picture import picture_of
from explorer.ui.heatmaps.stage_card import StageCard
from explorer.ui.heatmaps.stage_flow import StageFlow
from explorer.ui.looks.colours import hex_colour


@pytest.fixture
def flow(qtbot, session, look):
    """The stages of a session whose state was pinned."""
    session.comparing.pin()
    flow = StageFlow(session, look)
    qtbot.addWidget(flow)
    flow.resize(620, 700)
    flow.show()
    return flow


def put(session, array, row, column, *numbers):
    assert session.edit(edits.set_cells, array, row, column, np.array([numbers], dtype=float))


def card_of(flow, name):
    (card,) = (card for card in flow.cards if card.stage.name == name)
    return card


def numbers_of(flow, name):
    """The texts of a heatmap as they are drawn; empty where nothing is."""
    view = card_of(flow, name).view
    view.grab()
    content = view.content
    texts = fitting_numbers(content).texts
    return [text for (row, column), text in sorted(texts.items()) if not content.hides(row, column)]


def colour_of(flow, name, row, column):
    view = card_of(flow, name).view
    box = view.cell_rect(row, column)
    point = QPoint(round(box.x() + box.width() * 0.12), round(box.y() + box.height() * 0.25))
    return view.grab().toImage().pixelColor(point).name()


def test_the_same_number_has_the_same_colour_right_and_wrong(qtbot, session, look):
    slip = next(slip for slip in SLIPS if slip.name == "scale-left-out")
    assert session.laboratory.choose(slip)
    flow = StageFlow(session, look)
    qtbot.addWidget(flow)
    limits = {}
    for showing in (Showing.THEN, Showing.NOW):
        session.comparing.show(showing)
        view = card_of(flow, "scaled_scores").view
        limits[showing] = view.content.picture.high, float(np.abs(view.shown.array).max())
    (right_limit, right), (wrong_limit, wrong) = limits.values()
    assert right < wrong
    assert right_limit == wrong_limit >= wrong


def test_the_same_number_has_the_same_colour_then_and_now(session, flow):
    put(session, "query", 0, 0, 0.1, 0.1)
    then, now = session.comparing.pair.before.trace, session.trace
    limits = []
    for showing in (Showing.NOW, Showing.THEN):
        session.comparing.show(showing)
        limits.append(card_of(flow, "scores").view.content.picture.high)
    assert np.abs(now.scores).max() < limits[0] == limits[1] == np.abs(then.scores).max()


def test_tables_of_other_shapes_keep_their_own_colours():
    small, large = (attend_to(size, factor) for size, factor in ((2, 1.0), (3, 100.0)))
    stage = small.stage("scores")
    assert picture_of(small, stage, beside=large).high == picture_of(small, stage).high
    same_shape = attend_to(2, 100.0)
    assert picture_of(small, stage, beside=same_shape).high == picture_of(same_shape, stage).high


def attend_to(size, factor):
    """A trace with so many queries, whose scores are `factor`."""
    query = np.full((size, 1), factor)
    return attend(AttentionInputs(query=query, key=np.ones((2, 1)), value=np.ones((2, 1))))


def test_changing_value_three_leaves_the_weights_and_moves_the_output(session, flow):
    put(session, "value", 2, 0, 50)
    seen = {}
    for showing in Showing:
        session.comparing.show(showing)
        seen[showing] = numbers_of(flow, "weights"), numbers_of(flow, "output")
    weights = ["0.401", "0.198", "0.401"]
    assert seen == {
        Showing.THEN: (weights, ["20"]),
        Showing.NOW: (weights, ["28.022"]),
        Showing.DIFFERENCE: (["0", "0", "0"], ["+8.022"]),
    }


def test_changing_the_query_moves_the_weights(session, flow):
    put(session, "query", 0, 0, 0, 1)
    session.comparing.show(Showing.DIFFERENCE)
    assert numbers_of(flow, "scores") == ["−1", "+1", "0"]
    assert numbers_of(flow, "weights") == ["−0.203", "+0.203", "0"]


def test_differences_follow_every_edit(session, flow):
    session.comparing.show(Showing.DIFFERENCE)
    put(session, "value", 2, 0, 50)
    assert numbers_of(flow, "output") == ["+8.022"]
    session.undo_stack.undo()
    assert numbers_of(flow, "output") == ["0"]


@pytest.mark.parametrize("stage", ["scores", "scaled_scores", "weights", "output"])
def test_differences_have_a_diverging_scale_of_their_own_around_0(session, flow, look, stage):
    put(session, "query", 0, 0, 0, 1)
    session.comparing.show(Showing.DIFFERENCE)
    picture = card_of(flow, stage).view.picture
    assert picture.colours is ColourScale.DIFFERENCE
    assert picture.low == -picture.high
    ramp = look.theme.ramps[ColourScale.DIFFERENCE]
    middle = hex_colour(tuple(ramp[128]))
    if stage != "output":
        assert colour_of(flow, stage, 0, 2) == middle
        assert colour_of(flow, stage, 0, 0) != middle
    session.comparing.show(Showing.NOW)
    assert card_of(flow, stage).view.picture.colours is card_of(flow, stage).stage.colours


def test_larger_and_smaller_have_colours_at_the_two_ends(session, flow, look):
    put(session, "query", 0, 0, 0, 1)
    session.comparing.show(Showing.DIFFERENCE)
    ramp = look.theme.ramps[ColourScale.DIFFERENCE]
    assert colour_of(flow, "scores", 0, 0) == hex_colour(tuple(ramp[0]))
    assert colour_of(flow, "scores", 0, 1) == hex_colour(tuple(ramp[255]))


def test_rounding_has_no_colour(qtbot, look):
    scenario = load_example("bias-and-cap")
    session = Session(scenario)
    session.comparing.pin()
    session.edit(edits.set_cells, "bias", 0, 0, scenario.bias + 1)
    session.comparing.show(Showing.DIFFERENCE)
    card = StageCard(session, look, session.trace.stage("weights"))
    qtbot.addWidget(card)
    picture = card.view.picture
    assert 0 < np.abs(picture.cells).max() <= picture.high
    assert picture.high >= 1e-13
    assert card.legend.text == "No difference: but for rounding the same as then"


def test_the_legend_says_what_the_colours_are(session, flow):
    put(session, "query", 0, 0, 0, 1)
    session.comparing.show(Showing.DIFFERENCE)
    legend = card_of(flow, "weights").legend
    assert legend.text == "Colours from −0.3 to +0.3, now less then, symmetric around 0"
    session.comparing.show(Showing.NOW)
    assert legend.text == "Colours from 0 to 1, from 0 to 1"


def test_where_nothing_differs_the_legend_says_so(session, flow):
    put(session, "value", 2, 0, 50)
    session.comparing.show(Showing.DIFFERENCE)
    assert card_of(flow, "weights").legend.text == "No difference: the same as then"
    assert card_of(flow, "weights").view.picture.high == 1.0


def test_a_cell_says_then_now_and_the_difference_with_all_digits(session, flow):
    put(session, "value", 2, 0, 50)
    view = card_of(flow, "output").view
    place = Place("output", 0, 0)
    session.comparing.show(Showing.DIFFERENCE)
    assert view.sentence(place) == (
        "output of Query 1, component 1: 20 then, 28.02224185359572 now, "
        "difference +8.02224185359572"
    )
    session.comparing.show(Showing.THEN)
    assert view.sentence(place) == "Then: the output of Query 1, component 1, is 20"
    session.comparing.show(Showing.NOW)
    assert view.sentence(place).startswith("the output of Query 1, component 1, is 28.02")


def test_screen_readers_hear_what_is_shown(session, flow):
    session.go_to(Place("output", 0, 0))
    put(session, "value", 2, 0, 50)
    view = card_of(flow, "output").view
    session.comparing.show(Showing.THEN)
    assert view.accessibleDescription().startswith("Then: ")
    session.comparing.show(Showing.DIFFERENCE)
    assert "difference +8.02" in view.accessibleDescription()


def test_what_is_shown_is_what_is_copied(session, flow):
    put(session, "value", 2, 0, 50)
    view = card_of(flow, "output").view
    for showing, text in ((Showing.THEN, "20"), (Showing.DIFFERENCE, "8.02224185359572")):
        session.comparing.show(showing)
        view.copy()
        assert QGuiApplication.clipboard().text() == text


def test_the_heading_and_the_outline_say_what_is_shown(session, flow):
    card = card_of(flow, "weights")
    put(session, "value", 2, 0, 50)
    headings = []
    images = []
    for showing in Showing:
        session.comparing.show(showing)
        headings.append(card.heading.text())
        images.append(card.grab().toImage())
    assert headings == ["Weights A · then", "Weights A", "Weights A · difference"]
    then, now, _difference = images
    edge = [image.pixelColor(image.width() // 2, 0).name() for image in (then, now)]
    assert edge[0] != edge[1] or then.pixelColor(9, 0) != now.pixelColor(9, 0)


def test_the_layout_is_the_same_for_then_and_now(session, flow):
    put(session, "value", 2, 0, 50)
    places = set()
    for showing in (Showing.THEN, Showing.NOW):
        session.comparing.show(showing)
        flow.grab()
        places.add(tuple(card.geometry().getRect() for card in flow.cards))
    assert len(places) == 1


def test_between_differences_stands_no_operation(session, flow):
    put(session, "value", 2, 0, 50)
    assert "÷ √2" in flow.operators[0].text()
    session.comparing.show(Showing.DIFFERENCE)
    assert [label.text().strip() for label in flow.operators] == ["↓"] * 3
    session.comparing.show(Showing.THEN)
    assert "÷ √2" in flow.operators[0].text()


def test_then_has_its_own_operators(session, flow):
    session.edit(edits.set_scale, "none")
    assert "not scaled" in flow.operators[0].text()
    session.comparing.show(Showing.THEN)
    assert "÷ √2" in flow.operators[0].text()


def test_another_shape_then_has_no_differences(session, flow, qtbot):
    session.edit(edits.insert, Axis.SOURCES, 3)
    session.comparing.show(Showing.DIFFERENCE)
    card = card_of(flow, "scores")
    assert numbers_of(flow, "scores") == []
    assert card.legend.text == "No difference: another shape then, 1 × 3"
    assert card.view.sentence(Place("scores", 0, 0)) == (
        "score of Query 1 and Source 1: no difference, another shape then, 1 × 3"
    )
    QGuiApplication.clipboard().setText("before")
    card.view.copy()
    assert QGuiApplication.clipboard().text() == "before"
    assert numbers_of(flow, "output") == ["−3.302"]


def test_then_shows_another_shape_with_its_own_names(session, flow):
    session.edit(edits.insert, Axis.SOURCES, 3)
    session.edit(edits.rename, Axis.SOURCES, 0, "cat")
    session.comparing.show(Showing.THEN)
    view = card_of(flow, "weights").view
    assert view.words.column_names == ("Source 1", "Source 2", "Source 3")
    assert (view.grid.rows, view.grid.columns) == (1, 3)
    assert numbers_of(flow, "weights") == ["0.401", "0.198", "0.401"]
    session.comparing.show(Showing.NOW)
    view = card_of(flow, "weights").view
    assert view.words.column_names == ("cat", "Source 2", "Source 3", "Source 4")


def test_cells_of_another_shape_are_no_steps(session, flow, qtbot):
    session.go_to(Place("weights", 0, 0))
    session.edit(edits.insert, Axis.SOURCES, 3)
    session.comparing.show(Showing.THEN)
    view = card_of(flow, "weights").view
    assert view.marks.role_at(Place("weights", 0, 0)) is None
    centre = view.cell_rect(0, 2).center().toPoint()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert session.step == Place("weights", 0, 0)


def test_cells_of_the_same_shape_are_steps_then_too(session, flow, qtbot):
    session.comparing.show(Showing.THEN)
    view = card_of(flow, "weights").view
    centre = view.cell_rect(0, 2).center().toPoint()
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert session.step == Place("weights", 0, 2)


def test_a_new_stage_has_no_differences_and_a_gone_one_is_there_then(session, flow):
    session.edit(edits.set_softcap, 2.0)
    session.comparing.show(Showing.DIFFERENCE)
    assert card_of(flow, "capped_scores").legend.text == "No difference: not there then"
    session.comparing.show(Showing.THEN)
    assert "capped_scores" not in [card.stage.name for card in flow.cards]
    session.comparing.pin("Capped")
    session.edit(edits.set_softcap, None)
    assert "capped_scores" not in [card.stage.name for card in flow.cards]
    session.comparing.show(Showing.THEN)
    assert "capped_scores" in [card.stage.name for card in flow.cards]


def test_typed_in_weights_are_compared_with_computed_ones(qtbot, look, seed_scenario):
    weights = np.array([[0.5, 0.25, 0.25]])
    session = Session(replace(seed_scenario, weights=weights))
    session.comparing.pin()
    flow = StageFlow(session, look)
    qtbot.addWidget(flow)
    flow.show()
    without = replace(session.scenario, weights=None)
    session.edit(lambda _scenario: edits.Edit("softmax", without))
    session.comparing.show(Showing.DIFFERENCE)
    assert numbers_of(flow, "weights") == ["−0.099", "−0.052", "+0.151"]
    session.comparing.show(Showing.THEN)
    assert card_of(flow, "weights").heading.text() == "Weights A, typed in · then"
    session.go_to(Place("weights", 0, 1))
    assert card_of(flow, "weights").is_chosen


def test_blocked_cells_are_hatched_in_differences_and_never_nan(qtbot, look):
    session = Session(load_example("causal"))
    session.comparing.pin()
    cells = np.array(CausalMask().allowed(5, 5))
    cells[0, 4] = True
    cells[4, 0] = False
    session.edit(edits.set_mask, CellMask(cells), "mask")
    session.comparing.show(Showing.DIFFERENCE)
    flow = StageFlow(session, look)
    qtbot.addWidget(flow)
    flow.show()
    view = card_of(flow, "masked_scores").view
    picture = view.picture
    blocked = {(row, column) for row in range(5) for column in range(5) if column > row}
    assert {tuple(map(int, cell)) for cell in np.argwhere(picture.blocked)} == blocked | {(4, 0)}
    assert {tuple(map(int, cell)) for cell in np.argwhere(np.isnan(picture.cells))} == (
        blocked | {(4, 0)}
    )
    texts = fitting_numbers(view.content).texts
    assert (texts[0, 4], texts[4, 0], texts[0, 1]) == ("+∞", "−∞", "0")
    assert not np.isnan(view.shown.array).any()
    assert card_of(flow, "masked_scores").legend.text.endswith("; hatched: blocked then or now")


def test_sums_of_differences_are_not_shown(qtbot, look):
    session = Session(load_example("causal"))
    session.comparing.pin()
    flow = StageFlow(session, look)
    qtbot.addWidget(flow)
    words = card_of(flow, "weights").view.words
    assert (words.remark(1), words.column_sums([4])[0]) != ("", "")
    session.comparing.show(Showing.DIFFERENCE)
    words = card_of(flow, "weights").view.words
    assert (words.remark(1), words.column_sums([4])[0]) == ("", "")
    session.comparing.show(Showing.THEN)
    assert card_of(flow, "weights").view.words.remark(1) == "Σ = 1"


def test_results_that_are_hidden_are_hidden_then_too(session, flow):
    session.reveal.as_we_go = True
    put(session, "value", 2, 0, 50)
    for showing in Showing:
        session.comparing.show(showing)
        assert numbers_of(flow, "output") == []
        view = card_of(flow, "output").view
        assert view.sentence(Place("output", 0, 0)).endswith("not computed yet")


def test_what_is_typed_in_now_and_was_computed_then_is_not_hidden(qtbot, look):
    session = Session(load_example("same-token-twice"))
    session.comparing.pin()
    flow = StageFlow(session, look)
    qtbot.addWidget(flow)
    flow.show()
    session.edit(text_edits.keep_queries_keys_values)
    session.reveal.as_we_go = True
    session.comparing.show(Showing.THEN)
    assert len(numbers_of(flow, "query")) == session.trace.arrays["query"].size
    assert numbers_of(flow, "output") == []


def test_large_stages_are_compared_one_at_a_time(qtbot, look):
    scenario = load_example("twelve-tokens")
    session = Session(scenario)
    session.edit(edits.insert, Axis.SOURCES, 0, 60)
    session.edit(edits.set_softcap, 2.0)
    session.comparing.pin()
    session.edit(edits.set_softcap, None)
    session.go_to(Place("weights", 2, 3))
    flow = StageFlow(session, look)
    qtbot.addWidget(flow)
    flow.resize(620, 700)
    flow.show()
    assert flow.shows_one_stage
    for showing in Showing:
        session.comparing.show(showing)
        (shown,) = (card for card in flow.cards if card.isVisible())
        assert shown.stage.name == "weights"
    session.comparing.show(Showing.THEN)
    tabs = flow.findChild(QTabBar, "stageTabs")
    titles = {tabs.tabText(index): tabs.isTabEnabled(index) for index in range(tabs.count())}
    assert titles["Capped scores"] is False
    assert titles["Weights A"] is True
