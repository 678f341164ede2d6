"""Through the window: where queries, keys and values come from, read from the views."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from explorer.app.edits import set_cells
from explorer.app.swept import Swept
from explorer.files import load_example
from explorer.files.scenario_format import encode_scenario
from explorer.model import Place, attend
from explorer.model.sweep import POINTS
from explorer.ui.sweeps.sweep_dialog import SweepDialog

POSITIONS = ("positionsNoneAction", "positionsSinusoidalAction", "positionsTypedAction")


@pytest.fixture
def twice(driver):
    """The window on `the cat the mat`."""
    driver.session.load(load_example("same-token-twice"), None)
    driver.activate()
    return driver


def shown(driver, stage, row):
    """The numbers of a row as its heatmap shows them."""
    view = next(view for view in driver.window.stage_flow.heatmaps if view.stage.name == stage)
    columns = range(driver.session.trace.shape_of(stage)[1])
    sentences = [view.sentence(Place(stage, row, column)) for column in columns]
    return [sentence.rpartition(" ")[2] for sentence in sentences]


def type_cell(driver, qtbot, array, row, column, text):
    table = driver.window.inputs_panel.tables[array]
    table.setCurrentIndex(table.matrix.index(row, column))
    table.setFocus()
    qtbot.keyClicks(table, text[:1])
    editor = driver.window.focusWidget()
    qtbot.keyClicks(editor, text[1:])
    qtbot.keyClick(editor, Qt.Key.Key_Return)


def type_tokens(driver, qtbot, text):
    line = driver.window.findChild(QLineEdit, "tokenLine")
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, text)
    qtbot.keyClick(line, Qt.Key.Key_Return)


def test_the_heatmaps_begin_with_the_vectors_and_go_on_to_the_output(twice):
    names = [view.objectName() for view in twice.window.stage_flow.heatmaps]
    assert names == [
        "embeddingHeatmap",
        "queryHeatmap",
        "keyHeatmap",
        "valueHeatmap",
        "scoresHeatmap",
        "scaledHeatmap",
        "weightsHeatmap",
        "outputHeatmap",
    ]
    tables = ("queryTable", "keyTable", "valueTable")
    assert all(
        table.isHidden() or not table.isVisible()
        for name, table in twice.window.inputs_panel.tables.items()
        if table.objectName() in tables
    )


def test_the_same_token_has_one_vector_wherever_it_stands(twice):
    for stage in ("embeddings", "query", "key", "value", "weights", "output"):
        assert shown(twice, stage, 0) == shown(twice, stage, 2)
    assert shown(twice, "embeddings", 0) == ["1", "0"]


def test_editing_the_row_of_a_token_changes_both_positions_and_undo_takes_both_back(twice, qtbot):
    type_cell(twice, qtbot, "vocabulary", 0, 1, "5")
    assert shown(twice, "embeddings", 0) == shown(twice, "embeddings", 2) == ["1", "5"]
    assert shown(twice, "query", 2) == ["1", "5"]
    assert shown(twice, "embeddings", 1) == ["0", "2"]
    twice.trigger("undoAction")
    assert shown(twice, "embeddings", 0) == shown(twice, "embeddings", 2) == ["1", "0"]


def test_a_token_typed_twice_gets_the_same_row(twice, qtbot):
    type_tokens(twice, qtbot, "cat the cat")
    assert shown(twice, "embeddings", 0) == shown(twice, "embeddings", 2) == ["0", "2"]
    assert [card.view.words.row_names for card in twice.window.stage_flow.cards] == [
        ("cat", "the", "cat")
    ] * 8


def test_position_vectors_make_the_same_token_at_two_places_different(twice):
    twice.trigger("positionsSinusoidalAction")
    assert shown(twice, "embeddings", 0) == shown(twice, "embeddings", 2)
    assert shown(twice, "positioned", 0) == ["1", "1"]
    assert shown(twice, "positioned", 0) != shown(twice, "positioned", 2)
    assert shown(twice, "output", 0) != shown(twice, "output", 2)
    twice.trigger("undoAction")
    assert shown(twice, "output", 0) == shown(twice, "output", 2)


def test_changing_the_projection_of_values_leaves_every_weight(twice, qtbot):
    weights, output = shown(twice, "weights", 1), shown(twice, "output", 1)
    type_cell(twice, qtbot, "value_projection", 0, 0, "50")
    assert shown(twice, "weights", 1) == weights
    assert shown(twice, "output", 1) != output


def test_changing_the_projection_of_queries_moves_the_weights(twice, qtbot):
    weights = shown(twice, "weights", 1)
    type_cell(twice, qtbot, "query_projection", 1, 1, "-3")
    assert shown(twice, "weights", 1) != weights


def test_queries_keys_and_values_are_the_vectors_times_their_projections(driver):
    driver.session.load(load_example("three-inputs-from-vectors"), None)
    driver.activate()
    scenario = driver.session.scenario
    for role in ("query", "key", "value"):
        product = scenario.embeddings @ getattr(scenario, f"{role}_projection")
        for row in range(3):
            said = [driver.window.look.number(number) for number in product[row]]
            assert shown(driver, role, row) == said


def test_a_pin_tells_what_a_row_of_the_vocabulary_changed_and_what_a_projection_left(twice, qtbot):
    twice.trigger("pinAction")
    told = twice.window.compare.panel.sentences
    type_cell(twice, qtbot, "vocabulary", 0, 1, "5")
    assert told.texts[0] == "The vocabulary changed in row 1, column 2 (0 → 5)."
    assert told.texts[1].startswith("X changed in 2 of 4 rows, the most for “the” (1)")
    twice.trigger("undoAction")
    type_cell(twice, qtbot, "value_projection", 0, 0, "50")
    assert told.texts[1] == "X, Q and K do not depend on W_V: unchanged."
    assert told.texts[3] == "Scores, scaled scores and weights do not depend on W_V: unchanged."
    twice.trigger("undoAction")
    type_tokens(twice, qtbot, "the mat the mat")
    assert told.texts[0] == "Token 2 is “mat” now; it was “cat”."


@pytest.mark.parametrize(
    ("example", "place"),
    [
        ("same-token-twice", Place("query_projection", 0, 0)),
        ("same-token-twice", Place("vocabulary", 0, 1)),
        ("three-inputs-from-vectors", Place("embeddings", 1, 3)),
        ("word-order", Place("positions", 2, 1)),
    ],
)
def test_a_number_of_a_text_is_swept(driver, qtbot, example, place):
    driver.session.load(load_example(example), None)
    driver.activate()
    driver.trigger("sweepAction")
    qtbot.waitUntil(lambda: driver.window.findChild(SweepDialog) is not None)
    dialog = driver.window.findChild(SweepDialog)
    dialog.choose(Swept(place))
    qtbot.waitUntil(lambda: len(dialog.points) == POINTS and bool(dialog.output_plot.lines))
    outputs = [point.output for point in dialog.points]
    assert np.ptp(outputs, axis=0).max() > 0.01
    number = dialog.points[0].value
    changed = set_cells(driver.session.scenario, place.array, place.row, place.column, [[number]])
    row = dialog.points[0].output
    assert any(np.array_equal(row, other) for other in attend(changed.scenario.inputs).output)


def test_weights_by_hand_and_the_softmax_are_compared_in_a_text(twice, qtbot):
    twice.trigger("handPanelAction")
    panel = twice.window.experiments.hand
    output = shown(twice, "output", 0)
    panel.hand_card.take_over.click()
    type_cell(twice, qtbot, "weights", 0, 1, "0")
    assert shown(twice, "weights", 0)[1] == "0"
    assert shown(twice, "output", 0) != output
    panel.hand_card.softmax.click()
    assert shown(twice, "output", 0) == output
    assert "by the softmax" in panel.compare_card.verdict.text()


def test_a_mask_a_late_mask_and_a_penalty_for_distance_are_tried_in_a_text(twice, qtbot):
    twice.trigger("readingPanelAction")
    panel = twice.window.experiments.reading
    twice.trigger("maskCausalAction")
    assert shown(twice, "weights", 0) == ["1", "0", "0", "0"]
    assert shown(twice, "output", 0) == shown(twice, "value", 0)
    panel.slip_card.try_it.click()
    assert panel.slip_card.isVisible()
    alike = shown(twice, "weights", 2)
    assert alike[0] == alike[2]
    panel.bias_card.slope.setFocus()
    qtbot.keyClicks(panel.bias_card.slope, "1/2")
    assert list(twice.session.scenario.bias[2]) == [-1, -0.5, 0, -0.5]
    farther, _cat, nearer, _mat = shown(twice, "weights", 2)
    assert float(farther) < float(nearer)


def test_what_is_learned_and_what_is_computed_anew_is_said(twice):
    badges = [card.badge.text() for card in twice.window.stage_flow.cards]
    assert [text for text in badges if text] == ["computed anew for every input"]
    card = twice.window.inputs_panel.cards["key_projection"]
    assert card.badge.text() == "learned, stays fixed for every text"


def test_a_number_of_a_query_leads_down_to_the_cell_of_the_vocabulary(twice):
    window, session = twice.window, twice.session
    session.go_to(Place("query", 2, 0))
    origins = window.step_panel.content.origins.rows
    places = [row.place for row in origins]
    assert places[:2] == [Place("embeddings", 2, 0), Place("vocabulary", 0, 0)]
    origins[1].click()
    table = window.inputs_panel.tables["vocabulary"]
    assert (table.currentIndex().row(), table.currentIndex().column()) == (0, 0)
    assert table.hasFocus()


def test_the_walk_begins_with_the_vectors_and_comes_to_the_output(twice):
    twice.trigger("firstStepAction")
    assert twice.session.step == Place("embeddings", 0, 0)
    twice.trigger("lastStepAction")
    assert twice.session.stage.name == "output"


def test_keeping_queries_keys_and_values_is_one_command_that_can_be_undone(twice):
    before = encode_scenario(twice.session.scenario)
    output = [shown(twice, "output", row) for row in range(4)]
    twice.trigger("keepQueriesKeysValuesAction")
    assert twice.session.undo_stack.count() == 1
    assert [shown(twice, "output", row) for row in range(4)] == output
    tables = twice.window.inputs_panel.tables
    assert tables["query"].matrix.index(1, 1).data() == "2"
    assert not tables["query"].isHidden()
    assert not twice.action("keepQueriesKeysValuesAction").isEnabled()
    twice.trigger("undoAction")
    assert encode_scenario(twice.session.scenario) == before


def test_keeping_the_vectors_gives_each_position_a_row_of_its_own(twice, qtbot):
    twice.trigger("keepVectorsAction")
    type_cell(twice, qtbot, "embeddings", 0, 0, "9")
    assert shown(twice, "query", 0) != shown(twice, "query", 2)
    assert not twice.action("keepVectorsAction").isEnabled()
    assert twice.action("keepQueriesKeysValuesAction").isEnabled()


def test_the_menu_says_which_position_vectors_there_are(twice):
    def checked():
        return [name for name in POSITIONS if twice.action(name).isChecked()]

    assert checked() == ["positionsNoneAction"]
    twice.trigger("positionsSinusoidalAction")
    assert checked() == ["positionsSinusoidalAction"]
    twice.trigger("positionsTypedAction")
    assert checked() == ["positionsTypedAction"]
    table = twice.window.inputs_panel.tables["positions"]
    assert table.isVisible()
    assert table.matrix.index(1, 0).data() == "0.841"
    twice.trigger("undoAction")
    assert checked() == ["positionsSinusoidalAction"]


def test_bias_vectors_come_and_go_with_one_choice(twice):
    action = twice.action("projectionBiasAction")
    assert not action.isChecked()
    twice.trigger("projectionBiasAction")
    assert action.isChecked()
    assert twice.window.inputs_panel.tables["value_bias"].isVisible()
    twice.trigger("projectionBiasAction")
    assert not action.isChecked()
    assert twice.session.scenario.value_bias is None


def test_where_queries_keys_and_values_are_typed_in_there_is_nothing_to_choose(driver):
    names = (*POSITIONS, "projectionBiasAction", "keepVectorsAction", "keepQueriesKeysValuesAction")
    assert not any(driver.action(name).isEnabled() for name in names)


def test_a_text_is_saved_and_opened_again_with_all_it_starts_from(twice, dialogs, tmp_path, qtbot):
    twice.trigger("positionsSinusoidalAction")
    type_tokens(twice, qtbot, "the dog")
    dialogs.save_to = tmp_path / "text.attn"
    twice.trigger("saveAction")
    saved = twice.session.scenario
    twice.session.load(load_example("same-token-twice"), None)
    twice.window.documents.open_path(dialogs.save_to)
    assert twice.session.scenario.tokens == ("the", "dog")
    assert twice.session.scenario.entries == ("the", "cat", "mat", "dog")
    assert encode_scenario(twice.session.scenario) == encode_scenario(saved)


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_a_text_of_thousands_of_components_is_shown_one_stage_at_a_time(driver, theme):
    numbers = np.random.default_rng(3)
    wide = load_example("same-token-twice")
    wide = replace(
        wide,
        vocabulary=numbers.normal(size=(3, 2000)),
        query_projection=numbers.normal(size=(2000, 2)),
        key_projection=numbers.normal(size=(2000, 2)),
        value_projection=numbers.normal(size=(2000, 2)),
    )
    driver.window.look.preferences.theme = theme
    driver.session.load(wide, None)
    driver.activate()
    flow = driver.window.stage_flow
    assert flow.shows_one_stage
    assert [card.stage.name for card in flow.cards if card.isVisible()] == ["embeddings"]
    driver.session.go_to(Place("query", 1, 1))
    assert driver.session.derivation.result == attend(wide.inputs).query[1, 1]
    assert [card.stage.name for card in flow.cards if card.isVisible()] == ["query"]
