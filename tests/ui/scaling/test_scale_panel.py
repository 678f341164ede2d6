"""The scale: buttons, a number and a slider that is live, through the window."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from explorer.app import course, edits, pending
from explorer.files import load_example, load_scenario, save_scenario
from explorer.model import Place
from tests.slow_work import SlowWork

LEFT = Qt.MouseButton.LeftButton
Key = Qt.Key


@pytest.fixture
def open_card(driver, qtbot):
    def open_card(example="two-scores-d64"):
        driver.session.load(load_example(example), None)
        driver.activate()
        driver.trigger("scalePanelAction")
        qtbot.waitUntil(driver.window.experiments.scale.isVisible)
        return driver.window.experiments.scale.scale_card

    return open_card


@pytest.fixture
def card(open_card):
    return open_card()


def knob(slider, position):
    """The middle of the knob at a position."""
    return QPoint(round(slider.x_of(position)), slider.height() // 2)


def move(slider, position):
    """Move the mouse with the button down; QTest has no word for that."""
    where = QPointF(knob(slider, position))
    everywhere = QPointF(slider.mapToGlobal(where.toPoint()))
    none = Qt.MouseButton.NoButton
    event = QMouseEvent(
        QEvent.Type.MouseMove, where, everywhere, none, LEFT, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(slider, event)


def operators(driver):
    return [label.text() for label in driver.window.stage_flow.operators]


def test_the_factor_is_shown_as_the_formula_writes_it(card, driver):
    assert card.remark.text() == "÷ √64 = 8"
    assert card.factor.text() == "0.125"
    assert card.root.isChecked()
    assert card.status.text() == (
        "Every score is multiplied by 0.125, that is, divided by 8. For “Thinking”, scaled scores "
        "reach from 12 to 14, and the largest weight is 0.881."
    )


def test_unscaled_scores_stay_on_the_screen(card, driver, qtbot):
    qtbot.mouseClick(card.unscaled, LEFT)
    assert driver.session.scenario.scale == "none"
    assert "↓ × 1 (not scaled)" in operators(driver)
    assert np.array_equal(driver.session.trace.scaled_scores, driver.session.trace.scores)
    assert driver.session.trace.weights[0, 0] > 0.999
    assert "compared with other scales" in card.status.text()
    qtbot.mouseClick(card.root, LEFT)
    assert driver.session.scenario.scale == "sqrt_d"


def test_dividing_by_d_is_labelled_as_a_slip(card, driver, qtbot):
    qtbot.mouseClick(card.by_d, LEFT)
    assert driver.session.scenario.scale == 1 / 64
    assert card.by_d.isChecked()
    assert "slip" in card.by_d.text()
    assert "Dividing by d is a common slip." in card.status.text()
    assert driver.session.trace.scaled_scores[0].tolist() == [1.75, 1.5]


def test_a_factor_is_typed_like_any_number_and_is_live(card, driver, qtbot):
    card.factor.setFocus()
    card.factor.selectAll()
    qtbot.keyClicks(card.factor, "1/4")
    assert driver.session.scenario.scale == 0.25
    assert card.remark.text() == "× 0.25"
    qtbot.keyClick(card.factor, Key.Key_Return)
    assert driver.session.undo_stack.count() == 1
    driver.trigger("undoAction")
    assert driver.session.scenario.scale == "sqrt_d"
    assert card.factor.text() == "0.125"


@pytest.mark.parametrize("text", ["0", "-2"])
def test_a_factor_need_not_be_above_zero(card, driver, qtbot, text):
    card.factor.setFocus()
    card.factor.selectAll()
    qtbot.keyClicks(card.factor, text)
    assert driver.session.scenario.scale == float(text)
    assert card.slider.value() == 0
    assert "divided by" not in card.status.text()


def test_a_drag_of_the_slider_is_live_and_one_undo_entry(card, driver, qtbot):
    slider, seen = card.slider, []
    driver.session.changed.connect(lambda _change: seen.append(driver.session.scenario.scale))
    qtbot.mousePress(slider, LEFT, pos=knob(slider, slider.value()))
    for position in (150, 230, 280):
        move(slider, position)
    assert len(seen) >= 3
    assert all(isinstance(scale, float) for scale in seen)
    assert driver.session.trace.scaled_scores[0, 0] == 112 * driver.session.scenario.scale
    qtbot.mouseRelease(slider, LEFT, pos=knob(slider, 280))
    assert driver.session.undo_stack.count() == 1
    driver.trigger("undoAction")
    assert driver.session.scenario.scale == "sqrt_d"
    assert slider.value() == slider.track.root_stop


def test_a_drag_that_takes_long_leaves_the_knob_where_it_is_put(card, driver, qtbot, monkeypatch):
    work = SlowWork()
    monkeypatch.setattr(pending, "LONG", 1)
    monkeypatch.setattr(course, "calculating", work)
    slider, session = card.slider, driver.session
    before = session.scenario.scale
    qtbot.mousePress(slider, LEFT, pos=knob(slider, slider.value()))
    for position in (220, 250, 280):
        move(slider, position)
    work.wait()
    assert session.scenario.scale == before
    work.let_go()
    qtbot.waitUntil(lambda: session.scenario.scale != before)
    assert slider.isSliderDown()
    assert slider.value() == 280
    qtbot.mouseRelease(slider, LEFT, pos=knob(slider, 280))
    assert slider.value() == 280
    work.let_go()
    qtbot.waitUntil(lambda: not session.pending.is_busy)
    assert session.scenario.scale == slider.track.scale(280)
    assert session.undo_stack.count() == 1
    assert len(work.scenarios) == 2


def test_close_to_its_stops_the_slider_takes_the_usual_scales(card, driver, qtbot):
    slider = card.slider
    track = slider.track
    qtbot.mousePress(slider, LEFT, pos=knob(slider, slider.value()))
    move(slider, 250)
    move(slider, track.unscaled_stop + 2)
    assert driver.session.scenario.scale == "none"
    move(slider, track.root_stop - 2)
    assert driver.session.scenario.scale == "sqrt_d"
    qtbot.mouseRelease(slider, LEFT)
    assert driver.session.undo_stack.count() == 0
    assert slider.value() == track.root_stop


def test_esc_takes_a_drag_of_the_slider_back(card, driver, qtbot):
    slider = card.slider
    slider.setFocus()
    qtbot.mousePress(slider, LEFT, pos=knob(slider, slider.value()))
    move(slider, 280)
    qtbot.keyClick(slider, Key.Key_Escape)
    assert driver.session.scenario.scale == "sqrt_d"
    move(slider, 20)
    qtbot.mouseRelease(slider, LEFT)
    assert driver.session.scenario.scale == "sqrt_d"
    assert driver.session.undo_stack.count() == 0


def test_keys_move_the_slider_and_one_held_down_is_one_undo_entry(card, driver):
    slider = card.slider
    slider.setFocus()
    for kind, is_repeat in (
        (QEvent.Type.KeyPress, False),
        (QEvent.Type.KeyPress, True),
        (QEvent.Type.KeyPress, True),
        (QEvent.Type.KeyRelease, False),
    ):
        none = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(slider, QKeyEvent(kind, Key.Key_Right, none, "", is_repeat))
    assert driver.session.undo_stack.count() == 1
    assert slider.value() == slider.track.root_stop + 3
    assert driver.session.scenario.scale == pytest.approx(0.125 * 10**0.03, rel=0.02)


def test_the_wheel_scrolls_the_panel_and_leaves_the_scale(card, driver):
    turned = QWheelEvent(
        QPoint(5, 5),
        card.slider.mapToGlobal(QPoint(5, 5)),
        QPoint(0, 0),
        QPoint(0, 120),
        Qt.MouseButton.NoButton,
        Qt.KeyboardModifier.NoModifier,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    QApplication.sendEvent(card.slider, turned)
    assert driver.session.undo_stack.count() == 0


def test_the_slider_follows_the_document_and_says_where_it_stands(card, driver):
    driver.session.edit(edits.set_scale, 0.5)
    assert card.slider.value() == card.slider.track.position(0.5)
    assert card.slider.accessibleDescription() == "× 0.5"


def test_an_open_editor_that_cannot_be_closed_keeps_the_scale(card, driver, qtbot):
    driver.session.register_editor(lambda: False)
    slider = card.slider
    qtbot.mousePress(slider, LEFT, pos=knob(slider, slider.value()))
    move(slider, 280)
    qtbot.mouseRelease(slider, LEFT)
    assert driver.session.scenario.scale == "sqrt_d"
    assert slider.value() == slider.track.root_stop
    driver.session.register_editor(None)


def test_the_effect_is_that_on_the_query_of_the_step(open_card, driver):
    card = open_card("three-positions")
    for row in range(3):
        driver.session.go_to(Place("weights", row, 0))
        largest = driver.window.look.number(float(driver.session.trace.weights[row].max()))
        assert card.status.text().endswith(f"the largest weight is {largest}.")


def test_hidden_weights_are_not_given_away(card, driver):
    driver.session.reveal.as_we_go = True
    driver.session.go_to(Place("scores", 0, 0))
    assert "largest weight" not in card.status.text()


def test_one_component_needs_no_scale(card, driver, seed_scenario):
    one = replace(seed_scenario, query=np.ones((1, 1)), key=np.ones((3, 1)))
    driver.session.load(one, None)
    assert card.status.text().startswith("Every score stays as it is.")
    assert not card.by_d.isEnabled()


def test_without_scores_there_is_nothing_to_scale(open_card):
    card = open_card("weighted-mix")
    assert not card.slider.isEnabled()
    assert not card.factor.isEnabled()
    assert card.factor.text() == ""
    assert card.status.text() == (
        "There are no scores to scale: the weights of this scenario stand alone."
    )


@pytest.mark.parametrize(("button", "stored"), [("unscaled", "none"), ("by_d", 1 / 64)])
def test_the_scale_is_saved_with_the_scenario(card, driver, tmp_path, button, stored):
    getattr(card, button).click()
    save_scenario(driver.session.scenario, tmp_path / "a.attn")
    assert load_scenario(tmp_path / "a.attn").scale == stored
