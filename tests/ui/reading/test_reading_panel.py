"""What may be read: mask, bias, soft-cap and the slip with the mask, through the window."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from explorer.app import edits
from explorer.app.mask_edits import allowed_cells
from explorer.files import load_example, load_scenario, save_scenario
from explorer.model import Place
from explorer.model.masks import CausalMask, CellMask, WindowMask
from explorer.ui.reading.mask_card import HOW_TO_PAINT

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def open_panel(driver, qtbot):
    """Open the panel on an example."""

    def open_panel(example="three-positions"):
        driver.session.load(load_example(example), None)
        driver.activate()
        driver.trigger("readingPanelAction")
        panel = driver.window.experiments.reading
        qtbot.waitUntil(panel.isVisible)
        return panel

    return open_panel


@pytest.fixture
def panel(open_panel):
    return open_panel()


@pytest.fixture
def click(qtbot, driver):
    """Click a button of the panel by its object name."""

    def click(name):
        qtbot.mouseClick(driver.window.experiments.reading.findChild(QWidget, name), LEFT)

    return click


def blocked(session):
    return [tuple(map(int, cell)) for cell in np.argwhere(~allowed_cells(session.scenario))]


def typed(qtbot, field, text):
    """Type in place of what stands in a field."""
    field.setFocus()
    field.selectAll()
    if text:
        qtbot.keyClicks(field, text)
    else:
        qtbot.keyClick(field, Qt.Key.Key_Delete)
    qtbot.keyClick(field, Qt.Key.Key_Return)


# Mask


def test_the_causal_button_blocks_what_comes_later_and_is_one_undo(click, panel, driver):
    click("causalMaskButton")
    assert driver.session.scenario.mask == CausalMask()
    assert panel.mask_card.remark.text() == "3 of 9 cells are blocked"
    assert panel.mask_card.causal.isChecked()
    weights = driver.window.stage_flow.heatmaps[3]
    assert weights.words.remark(0) == "Σ = 1"
    assert driver.session.trace.weights[0].tolist() == [1, 0, 0]
    assert driver.action("undoAction").text() == "&Undo set a causal mask"
    driver.trigger("undoAction")
    assert not panel.mask_card.causal.isChecked()
    assert panel.mask_card.remark.text() == "nothing is blocked"


def test_a_padding_source_gets_no_weight_from_any_query(click, panel, driver):
    panel.mask_card.source.setCurrentIndex(2)
    click("blockSourceButton")
    assert blocked(driver.session) == [(0, 2), (1, 2), (2, 2)]
    assert driver.session.trace.weights[:, 2].tolist() == [0, 0, 0]
    assert np.allclose(driver.session.trace.weights.sum(axis=1), 1)
    assert panel.mask_card.source.currentIndex() == 2
    click("allowSourceButton")
    assert blocked(driver.session) == []


def test_a_query_that_may_read_nothing_gives_zero_and_the_screen_says_so(click, panel, driver):
    panel.mask_card.reader.setCurrentIndex(1)
    click("blockReaderButton")
    trace = driver.session.trace
    assert trace.weights[1].tolist() == [0, 0, 0]
    assert not trace.output[1].any()
    name = driver.session.scenario.queries[1]
    told = f"No source may be read by {name}: its weights and its output are 0."
    assert told in panel.mask_card.status.text().replace("“", "").replace("”", "")
    weights = next(v for v in driver.window.stage_flow.heatmaps if v.stage.name == "weights")
    assert weights.words.remark(1) == "no source allowed"
    click("allowReaderButton")
    assert blocked(driver.session) == []


def test_the_mask_is_inverted_and_cleared(click, panel, driver):
    click("causalMaskButton")
    click("invertMaskButton")
    assert blocked(driver.session) == [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1), (2, 2)]
    assert "becomes cell by cell" in driver.action("undoAction").text()
    click("clearMaskButton")
    assert driver.session.scenario.mask is None
    assert not panel.mask_card.clear.isEnabled()
    assert driver.session.undo_stack.count() == 3


def test_a_window_is_typed_as_two_numbers(qtbot, click, panel, driver):
    click("windowMaskButton")
    assert driver.session.scenario.mask == WindowMask(1, 0)
    typed(qtbot, panel.mask_card.right, "1")
    assert driver.session.scenario.mask == WindowMask(1, 1)
    typed(qtbot, panel.mask_card.left, "")
    assert driver.session.scenario.mask == WindowMask(None, 1)
    assert panel.mask_card.window_rule.isChecked()
    driver.trigger("undoAction")
    assert panel.mask_card.left.text() == "1"


@pytest.mark.parametrize("text", ["1.5", "-1"])
def test_what_is_no_number_of_positions_is_told_beside_the_field(qtbot, panel, driver, text):
    panel.mask_card.left.setFocus()
    qtbot.keyClicks(panel.mask_card.left, text)
    assert "whole number of positions" in panel.mask_card.left.accessibleDescription()
    qtbot.keyClick(panel.mask_card.left, Qt.Key.Key_Escape)
    assert driver.session.undo_stack.count() == 0


def test_the_brush_is_taken_up_and_put_down_with_the_button(click, panel, driver):
    click("paintMaskButton")
    assert driver.window.experiments.brush.is_taken_up
    assert HOW_TO_PAINT in panel.mask_card.status.text()
    assert driver.action("maskPaintAction").isChecked()
    click("paintMaskButton")
    assert not driver.window.experiments.brush.is_taken_up
    assert not panel.mask_card.paint.isChecked()


def test_choices_begin_at_the_reader_and_source_of_the_step(panel, driver):
    driver.session.go_to(Place("scores", 2, 1))
    assert (panel.mask_card.reader.currentIndex(), panel.mask_card.source.currentIndex()) == (2, 1)
    driver.session.go_to(Place("output", 0, 0))
    assert (panel.mask_card.reader.currentIndex(), panel.mask_card.source.currentIndex()) == (0, 1)


def test_nothing_can_be_masked_without_scores(open_panel, driver):
    panel = open_panel("weighted-mix")
    assert not panel.mask_card.paint.isEnabled()
    assert "no scores" in panel.mask_card.status.text()
    assert not panel.bias_card.add.isEnabled()
    assert not panel.softcap_card.cap.isEnabled()
    assert not driver.action("maskPaintAction").isEnabled()


def test_nothing_happens_while_an_open_cell_holds_no_number(click, panel, driver):
    editor = driver.open_editor("abc")
    panel.mask_card.causal.click()
    assert driver.session.scenario.mask is None
    assert not panel.mask_card.causal.isChecked()
    editor.cancel()


# Bias


def test_a_bias_table_is_added_to_type_into(click, panel, driver):
    click("addBiasButton")
    table = driver.window.inputs_panel.tables["bias"]
    assert table.isVisible()
    before = driver.session.trace.weights
    assert table.matrix.setData(table.matrix.index(0, 1), "-2")
    assert driver.session.trace.masked_scores[0, 1] == (
        driver.session.trace.scaled_scores[0, 1] - 2
    )
    assert driver.session.trace.weights[0, 1] < before[0, 1]
    click("removeBiasButton")
    assert driver.session.scenario.bias is None
    assert not table.isVisible()


def test_a_distance_penalty_follows_each_keystroke_of_its_slope(qtbot, panel, driver):
    typed(qtbot, panel.bias_card.slope, "1/2")
    assert driver.session.scenario.bias[0].tolist() == [0, -0.5, -1]
    assert driver.session.undo_stack.count() == 1
    assert panel.bias_card.head.currentText() == "head 1: 1/2"
    assert "−0.5 for each position" in panel.bias_card.status.text()
    driver.trigger("undoAction")
    assert driver.session.scenario.bias is None
    assert panel.bias_card.slope.text() == ""


def test_the_slope_of_a_head_is_taken_from_the_geometric_sequence(qtbot, panel, driver):
    card = panel.bias_card
    assert "1/2, 1/4, 1/8, 1/16, 1/32, 1/64, 1/128, 1/256" in card.about.text()
    card.heads.setValue(4)
    assert "1/4, 1/16, 1/64, 1/256" in card.about.text()
    card.head.setCurrentIndex(1)
    card.head.activated.emit(1)
    assert driver.session.scenario.bias[0].tolist() == [0, -1 / 16, -2 / 16]
    assert card.slope.text() == "0.0625"


def test_a_table_typed_in_is_not_taken_for_a_penalty(panel, driver):
    driver.session.load(replace(driver.session.scenario, bias=np.arange(9.0).reshape(3, 3)), None)
    assert panel.bias_card.slope.text() == ""
    assert panel.bias_card.head.currentIndex() == -1
    assert "numbers of table B" in panel.bias_card.status.text()


# Soft-cap


def test_a_soft_cap_is_typed_and_taken_off(qtbot, click, open_panel, driver):
    panel = open_panel("bias-and-cap")
    typed(qtbot, panel.softcap_card.cap, "2")
    assert driver.session.scenario.softcap == 2
    assert np.abs(driver.session.trace.capped_scores).max() <= 2
    assert panel.softcap_card.status.text() == (
        "No score leaves −2 to 2: the one farthest from 0, 20, becomes 2."
    )
    click("softcapOffButton")
    assert driver.session.scenario.softcap is None
    assert driver.session.trace.capped_scores is None
    assert panel.softcap_card.cap.text() == ""


def test_a_soft_cap_below_zero_is_told_beside_the_field(qtbot, panel, driver):
    panel.softcap_card.cap.setFocus()
    qtbot.keyClicks(panel.softcap_card.cap, "-3")
    assert "above 0" in panel.softcap_card.cap.accessibleDescription()
    assert driver.session.scenario.softcap is None
    qtbot.keyClick(panel.softcap_card.cap, Qt.Key.Key_Escape)


# The slip


def test_the_slip_is_shown_beside_the_right_way_and_is_stored_nowhere(click, open_panel, driver):
    panel = open_panel("causal")
    driver.session.go_to(Place("weights", 2, 0))
    before = driver.session.scenario
    click("trySlipButton")
    table = panel.slip_card.table
    right = [table.text(0, column) for column in range(6)]
    wrong = [table.text(1, column) for column in range(6)]
    assert right == ["0.401", "0.401", "0.198", "0", "0", "1"]
    assert wrong == ["0.268", "0.268", "0.132", "0", "0", "0.667"]
    assert panel.slip_card.heading.text() == "A deliberate mistake: the mask after the softmax"
    assert panel.slip_card.verdict.text().startswith(
        "“sang”: done right, the weights add up to 1. With the slip, they add up to about 0.667"
    )
    assert driver.session.scenario is before
    assert driver.session.undo_stack.count() == 0


def test_the_slip_follows_the_step_and_leads_to_a_query_with_something_blocked(
    click, open_panel, driver
):
    panel = open_panel("causal")
    click("trySlipButton")
    driver.session.go_to(Place("weights", 4, 0))
    assert "both ways give the same" in panel.slip_card.verdict.text()
    assert panel.slip_card.elsewhere.isVisible()
    click("slipElsewhereButton")
    assert driver.session.step == Place("weights", 0, 0)
    assert not panel.slip_card.elsewhere.isVisible()


def test_without_a_mask_the_slip_says_that_there_is_none(click, panel):
    click("trySlipButton")
    assert panel.slip_card.verdict.text() == (
        "Nothing is blocked: there is no mask to apply at the wrong time."
    )
    assert panel.slip_card.table.isHidden()


def test_the_slip_gives_no_hidden_weight_away(click, open_panel, driver):
    panel = open_panel("causal")
    click("trySlipButton")
    driver.session.reveal.as_we_go = True
    driver.session.go_to(Place("scores", 0, 0))
    assert panel.slip_card.table.isHidden()
    assert "hidden" in panel.slip_card.verdict.text()


# All of it


def test_mask_bias_and_cap_are_saved_with_the_scenario(qtbot, click, panel, driver, tmp_path):
    click("causalMaskButton")
    click("invertMaskButton")
    typed(qtbot, panel.bias_card.slope, "0.25")
    typed(qtbot, panel.softcap_card.cap, "5")
    path = tmp_path / "a.attn"
    save_scenario(driver.session.scenario, path)
    again = load_scenario(path)
    assert isinstance(again.mask, CellMask)
    assert np.array_equal(again.mask.cells, driver.session.scenario.mask.cells)
    assert np.array_equal(again.bias, driver.session.scenario.bias)
    assert again.softcap == 5


def test_every_control_has_a_name_and_is_reached_with_tab(qtbot, panel, driver):
    controls = [
        widget
        for widget in panel.findChildren(QWidget)
        if widget.isVisible() and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
    ]
    unnamed = [
        widget
        for widget in controls
        if not (widget.accessibleName() or getattr(widget, "text", str)())
        and widget.objectName() != "qt_spinbox_lineedit"
    ]
    assert len(controls) > 15
    assert unnamed == []


def test_a_hidden_panel_works_nothing_out(panel, driver):
    driver.trigger("readingPanelAction")
    assert not panel.isVisible()
    driver.session.edit(edits.set_mask, CausalMask(), "mask")
    assert panel.mask_card.remark.text() == "nothing is blocked"
    driver.trigger("readingPanelAction")
    assert panel.mask_card.remark.text() == "3 of 9 cells are blocked"
