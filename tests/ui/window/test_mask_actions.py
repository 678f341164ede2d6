"""The Calculation menu paints, blocks and inverts the mask, and takes the weights over by hand."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from explorer.app.mask_edits import allowed_cells
from explorer.files import load_example
from explorer.model import Place
from explorer.ui.reading.mask_card import BRUSH_IS_UP, HOW_TO_PAINT

ACTIONS = (
    "maskPaintAction",
    "maskBlockSourceAction",
    "maskBlockReaderAction",
    "maskInvertAction",
    "weightsByHandAction",
)


@pytest.fixture
def text(driver):
    """A text of three positions."""
    driver.session.load(load_example("three-positions"), None)
    return driver


def blocked(driver):
    cells = np.argwhere(~allowed_cells(driver.session.scenario))
    return [tuple(map(int, cell)) for cell in cells]


def test_a_key_takes_the_brush_up_and_a_bar_says_so(qtbot, text):
    text.activate()
    qtbot.keyClick(text.window, Qt.Key.Key_M, Qt.KeyboardModifier.ControlModifier)
    assert text.window.experiments.brush.is_taken_up
    assert text.action("maskPaintAction").isChecked()
    bar = text.window.experiments.brush_bar
    assert bar.isVisible()
    assert (bar.text, bar.toolTip()) == (BRUSH_IS_UP, HOW_TO_PAINT)
    assert [button.text() for button in bar.findChildren(QPushButton) if button.isVisible()] == [
        "Put the brush down"
    ]
    bar.take_remedy()
    assert not text.window.experiments.brush.is_taken_up
    assert not text.action("maskPaintAction").isChecked()
    assert not bar.isVisible()


def test_the_brush_is_seen_as_long_as_it_paints_whatever_else_is_said(text, tmp_path):
    text.activate()
    text.trigger("maskPaintAction")
    text.dialogs.save_to = tmp_path / "text.attn"
    text.trigger("saveAction")
    text.window.show_notice("Something else")
    text.change()
    text.window.notice_bar.dismiss()
    assert text.window.experiments.brush.is_taken_up
    assert text.window.experiments.brush_bar.isVisible()


def test_putting_the_brush_down_takes_its_bar_away_and_no_notice(text):
    text.activate()
    text.trigger("maskPaintAction")
    text.window.show_notice("Something else")
    text.trigger("maskPaintAction")
    assert not text.window.experiments.brush_bar.isVisible()
    assert text.window.notice_bar.text == "Something else"


def test_escape_puts_the_brush_down_from_wherever_the_focus_is(qtbot, text):
    text.activate()
    for widget in (
        text.window.inputs_panel.tables["query"],
        text.window.formula_bar.view,
        text.window.experiments.brush_bar.findChild(QPushButton),
        text.window.stage_flow.heatmaps[-1],
    ):
        text.trigger("maskPaintAction")
        widget.setFocus()
        qtbot.keyClick(widget, Qt.Key.Key_Escape)
        assert not text.window.experiments.brush.is_taken_up, widget


def test_the_bar_is_there_beside_the_panel_of_the_mask_and_after_it(qtbot, text):
    text.activate()
    text.trigger("readingPanelAction")
    text.trigger("maskPaintAction")
    assert text.window.experiments.brush_bar.isVisible()
    text.trigger("readingPanelAction")
    qtbot.waitUntil(lambda: not text.window.experiments.reading.isVisible())
    assert text.window.experiments.brush_bar.isVisible()


def test_source_and_row_of_the_step_are_blocked(text):
    text.session.go_to(Place("scores", 1, 2))
    text.trigger("maskBlockSourceAction")
    assert blocked(text) == [(0, 2), (1, 2), (2, 2)]
    text.trigger("undoAction")
    text.trigger("maskBlockReaderAction")
    assert blocked(text) == [(1, 0), (1, 1), (1, 2)]
    text.trigger("maskInvertAction")
    assert blocked(text) == [(0, 0), (0, 1), (0, 2), (2, 0), (2, 1), (2, 2)]
    assert text.action("undoAction").text() == "&Undo invert the mask"


def test_a_step_without_a_source_names_none_to_block(text):
    text.session.go_to(Place("output", 1, 0))
    assert not text.action("maskBlockSourceAction").isEnabled()
    assert text.action("maskBlockReaderAction").isEnabled()


def test_weights_by_hand_are_switched_on_and_off(text):
    before = text.session.trace.weights
    text.trigger("weightsByHandAction")
    assert text.action("weightsByHandAction").isChecked()
    assert np.array_equal(text.session.scenario.weights, before)
    text.trigger("weightsByHandAction")
    assert not text.action("weightsByHandAction").isChecked()
    assert text.session.scenario.weights is None
    assert text.session.undo_stack.count() == 2


def test_weights_alone_leave_nothing_to_mask(driver):
    driver.session.load(load_example("weighted-mix"), None)
    assert [name for name in ACTIONS if driver.action(name).isEnabled()] == []
    assert driver.action("weightsByHandAction").isChecked()


@pytest.mark.parametrize("name", ACTIONS)
def test_nothing_happens_while_an_open_cell_holds_no_number(driver, name):
    editor = driver.open_editor("abc")
    before = driver.session.scenario
    driver.trigger(name)
    assert driver.session.scenario is before
    assert not driver.action(name).isChecked()
    assert not driver.window.experiments.brush.is_taken_up
    editor.cancel()
