"""The Calculation menu: each choice is one undoable edit and the checks tell the truth."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.files import load_example
from explorer.model.masks import CausalMask, CellMask, WindowMask

SCALES = ("scaleRootAction", "scaleNoneAction", "scaleNumberAction")
MASKS = ("maskNoneAction", "maskCausalAction", "maskWindowAction", "maskCellsAction")


def checked(driver, names):
    return [name for name in names if driver.action(name).isChecked()]


def test_the_checks_show_how_the_scenario_is_calculated(driver):
    assert checked(driver, SCALES) == ["scaleRootAction"]
    assert checked(driver, MASKS) == ["maskNoneAction"]
    assert not driver.action("softcapAction").isChecked()


@pytest.mark.parametrize(
    ("example", "scale", "mask", "cap"),
    [
        ("winner-takes-all-unscaled", "scaleNoneAction", "maskNoneAction", False),
        ("causal", "scaleRootAction", "maskCausalAction", False),
        ("window", "scaleRootAction", "maskWindowAction", False),
        ("reads-nothing", "scaleRootAction", "maskCellsAction", False),
        ("bias-and-cap", "scaleNoneAction", "maskNoneAction", True),
    ],
)
def test_the_checks_follow_another_document(driver, example, scale, mask, cap):
    driver.session.load(load_example(example), None)
    assert checked(driver, MASKS) == [mask]
    assert driver.action("softcapAction").isChecked() == cap
    assert checked(driver, SCALES) == [scale]


@pytest.mark.parametrize(
    ("action", "field", "value", "undo"),
    [
        ("scaleNoneAction", "scale", "none", "&Undo set scale to none"),
        ("maskCausalAction", "mask", CausalMask(), "&Undo set a causal mask"),
        ("maskWindowAction", "mask", WindowMask(2, None), "&Undo set a window mask"),
    ],
)
def test_a_choice_is_one_undoable_edit(driver, action, field, value, undo):
    before = getattr(driver.session.scenario, field)
    driver.dialogs.number_text = "2,"
    driver.trigger(action)
    assert getattr(driver.session.scenario, field) == value
    assert driver.action(action).isChecked()
    assert driver.action("undoAction").text() == undo
    driver.trigger("undoAction")
    assert getattr(driver.session.scenario, field) == before
    assert checked(driver, SCALES) == ["scaleRootAction"]
    assert checked(driver, MASKS) == ["maskNoneAction"]


@pytest.mark.parametrize("action", ["scaleRootAction", "maskNoneAction"])
def test_choosing_what_is_chosen_already_changes_nothing(driver, action):
    driver.trigger(action)
    assert not driver.window.isWindowModified()
    assert driver.session.undo_stack.count() == 0
    assert driver.action(action).isChecked()


def test_a_mask_is_removed_again(driver):
    driver.trigger("maskCausalAction")
    driver.trigger("maskNoneAction")
    assert driver.session.scenario.mask is None
    assert driver.action("undoAction").text() == "&Undo remove the mask"


@pytest.mark.parametrize(("text", "scale"), [("0,5", 0.5), ("1/4", 0.25), ("sqrt(4)", 2.0)])
def test_a_scale_is_typed_like_any_number(driver, text, scale):
    driver.dialogs.number_text = text
    driver.trigger("scaleNumberAction")
    assert driver.session.scenario.scale == scale
    assert checked(driver, SCALES) == ["scaleNumberAction"]


def test_the_question_starts_with_the_scale_there_is(driver):
    driver.dialogs.number_text = "0.1"
    driver.trigger("scaleNumberAction")
    driver.dialogs.number_text = None
    driver.trigger("scaleNumberAction")
    assert driver.dialogs.asked == ["Scale 1", "Scale 0.1"]
    assert driver.session.scenario.scale == 0.1


@pytest.mark.parametrize("text", ["abc", "1/0", "nan", "1e999", ""])
@pytest.mark.parametrize("action", ["scaleNumberAction", "softcapAction"])
def test_what_is_no_number_is_refused_in_the_window(driver, text, action):
    driver.window.notice_bar.dismiss()
    driver.dialogs.number_text = text
    driver.trigger(action)
    if text or action == "scaleNumberAction":
        assert driver.window.notice_bar.text
    assert driver.session.undo_stack.count() == 0
    assert checked(driver, SCALES) == ["scaleRootAction"]
    assert not driver.action("softcapAction").isChecked()


def test_cancelling_leaves_scale_cap_and_checks_as_they_are(driver):
    driver.trigger("scaleNumberAction")
    driver.trigger("softcapAction")
    assert driver.session.undo_stack.count() == 0
    assert checked(driver, SCALES) == ["scaleRootAction"]
    assert not driver.action("softcapAction").isChecked()


def test_a_soft_cap_is_set_and_an_empty_line_removes_it(driver):
    driver.dialogs.number_text = "3"
    driver.trigger("softcapAction")
    assert driver.session.scenario.softcap == 3.0
    assert driver.session.trace.capped_scores is not None
    assert driver.action("softcapAction").isChecked()
    driver.dialogs.number_text = " "
    driver.trigger("softcapAction")
    assert driver.dialogs.asked == ["Soft-cap", "Soft-cap 3"]
    assert driver.session.scenario.softcap is None
    assert not driver.action("softcapAction").isChecked()


def test_a_soft_cap_that_is_not_positive_is_refused(driver):
    driver.dialogs.number_text = "-1"
    driver.trigger("softcapAction")
    assert driver.session.scenario.softcap is None
    assert driver.window.notice_bar.text
    assert not driver.action("softcapAction").isChecked()


def test_a_mask_made_cell_by_cell_can_be_kept_but_not_made_here(driver, seed_scenario):
    assert not driver.action("maskCellsAction").isEnabled()
    mask = CellMask(np.array([[True, False, True]]))
    driver.session.load(replace(seed_scenario, mask=mask), None)
    assert driver.action("maskCellsAction").isEnabled()
    driver.trigger("maskCellsAction")
    assert driver.session.scenario.mask is mask
    assert driver.session.undo_stack.count() == 0


def test_weights_typed_in_leave_nothing_to_choose(driver):
    driver.session.load(load_example("weighted-mix"), None)
    assert not any(driver.action(name).isEnabled() for name in (*SCALES, *MASKS, "softcapAction"))
    driver.session.load(load_example("one-query-three-sources"), None)
    assert driver.action("maskCausalAction").isEnabled()


def test_nothing_is_chosen_while_an_open_cell_holds_no_number(driver):
    editor = driver.open_editor("abc")
    driver.trigger("maskCausalAction")
    assert driver.session.scenario.mask is None
    assert checked(driver, MASKS) == ["maskNoneAction"]
    editor.cancel()


def test_the_question_about_the_window_starts_with_the_one_there_is(driver):
    driver.session.load(load_example("window"), None)
    driver.trigger("maskWindowAction")
    assert driver.dialogs.asked == ["Window 2, 0"]
    assert driver.session.scenario.mask == WindowMask(2, 0)


@pytest.mark.parametrize("text", ["", "2", "a, b", "-1, 0", "1.5, 0", "1, 2, 3"])
def test_what_is_no_window_is_refused_in_the_window(driver, text):
    driver.dialogs.number_text = text
    driver.trigger("maskWindowAction")
    assert "two whole numbers" in driver.window.notice_bar.text
    assert driver.session.scenario.mask is None
    assert checked(driver, MASKS) == ["maskNoneAction"]
