"""The choices of the walk: menu, panel and scrub bar change session and player and follow them."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QHelpEvent
from PySide6.QtWidgets import QApplication, QMenu, QToolButton

from explorer.app.session import Session
from explorer.app.view_state import go_to_link
from explorer.files import load_scenario
from explorer.model import Granularity, Place
from explorer.model.step_links import parse_link
from explorer.ui.walk.player import SPEEDS
from explorer.ui.walk.step_panel import StepPanel

STAGE, READER, CELL, TERM = Granularity


@pytest.fixture
def session(qapp, seed_scenario):
    return Session(replace(seed_scenario, query=np.eye(2), queries=("First", "Second")))


@pytest.fixture
def panel(qtbot, session, look):
    panel = StepPanel(session, look)
    qtbot.addWidget(panel)
    panel.resize(370, 620)
    panel.show()
    return panel


@pytest.mark.parametrize("granularity", Granularity)
def test_a_granularity_is_chosen_in_the_panel_or_by_an_action_and_both_show_it(
    panel, session, granularity
):
    box, actions = panel.choice.granularity, panel.walk_options.granularities
    actions[granularity].trigger()
    assert session.granularity is granularity
    assert box.currentData() == granularity
    assert [one for one in Granularity if actions[one].isChecked()] == [granularity]
    other = CELL if granularity is STAGE else STAGE
    box.activated.emit(list(Granularity).index(other))
    assert session.granularity is other
    assert actions[other].isChecked()


def test_no_granularity_is_chosen_while_an_open_cell_holds_no_number(panel, session):
    session.register_editor(lambda: False)
    panel.choice.granularity.activated.emit(0)
    panel.walk_options.granularities[TERM].trigger()
    assert session.granularity is CELL
    assert panel.choice.granularity.currentData() == CELL
    assert panel.walk_options.granularities[CELL].isChecked()


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_speed_is_chosen_and_shown(panel, speed):
    panel.walk_options.speeds[speed].trigger()
    assert panel.actions_of_walk.player.speed == speed
    assert panel.speed.text() == f"{speed:g}/s"
    assert f"{speed:g} steps a second" in panel.speed.accessibleName()


def test_loop_reveal_and_pause_go_on_and_off(panel, session):
    options, player = panel.walk_options, panel.actions_of_walk.player
    states = {
        options.loop: lambda: player.loops,
        options.reveal: lambda: session.reveal.as_we_go,
        options.pause_here: lambda: "scores" in player.breakpoints,
    }
    for action, state in states.items():
        for expected in (True, False):
            action.trigger()
            assert (state(), action.isChecked()) == (expected, expected)


def test_pause_here_is_about_the_stage_of_the_step(panel, session):
    panel.walk_options.pause_here.trigger()
    session.go_to(Place("weights", 0, 0))
    assert not panel.walk_options.pause_here.isChecked()
    session.go_to(Place("scores", 1, 0))
    assert panel.walk_options.pause_here.isChecked()


@pytest.mark.parametrize("text", ["weights:1:3", "scores:2", "output", "output:2:1:3"])
def test_the_link_to_the_step_is_copied_as_the_command_line_takes_it(panel, session, text):
    go_to_link(session, parse_link(text))
    panel.walk_options.copy_link.trigger()
    assert QGuiApplication.clipboard().text() == f"--step {text}"


@pytest.mark.parametrize(
    ("name", "start", "end"),
    [
        ("nextReaderAction", 1, 3),
        ("previousReaderAction", 4, 3),
        ("nextStageAction", 1, 6),
        ("previousStageAction", 7, 6),
    ],
)
def test_readers_and_stages_are_stepped_through(panel, session, name, start, end):
    session.go_to_position(start)
    next(one for one in panel.actions() if one.objectName() == name).trigger()
    assert session.position == end


def test_jumps_that_lead_nowhere_are_disabled(panel, session):
    actions = panel.actions_of_walk
    assert [one.isEnabled() for one in actions.jumps] == [False, True, False, True]
    session.go_to_position(len(session.walk) - 1)
    assert [one.isEnabled() for one in actions.jumps] == [True, False, True, False]


@pytest.mark.parametrize(
    ("key", "modifier", "start", "end"),
    [
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, 1, 2),
        (Qt.Key.Key_Up, Qt.KeyboardModifier.NoModifier, 1, 0),
        (Qt.Key.Key_PageDown, Qt.KeyboardModifier.NoModifier, 1, 3),
        (Qt.Key.Key_PageUp, Qt.KeyboardModifier.NoModifier, 4, 3),
        (Qt.Key.Key_PageDown, Qt.KeyboardModifier.ShiftModifier, 1, 6),
        (Qt.Key.Key_PageUp, Qt.KeyboardModifier.ShiftModifier, 7, 6),
        (Qt.Key.Key_Home, Qt.KeyboardModifier.NoModifier, 7, 0),
        (Qt.Key.Key_End, Qt.KeyboardModifier.KeypadModifier, 0, 19),
        (Qt.Key.Key_Right, Qt.KeyboardModifier.AltModifier, 3, 3),
    ],
)
def test_the_keys_of_the_walk_work_on_the_scrub_bar(
    panel, session, qtbot, key, modifier, start, end
):
    session.go_to_position(start)
    qtbot.keyClick(panel.scrub_bar, key, modifier)
    assert session.position == end


def test_the_page_keys_step_from_anywhere_in_the_panel_and_arrows_move_among_numbers(
    panel, session, qtbot
):
    panel.derivation.setFocus()
    qtbot.keyClick(panel.derivation, Qt.Key.Key_PageDown)
    assert session.position == 3
    last = len(panel.derivation.links) - 1
    panel.derivation.focus_target(last)
    qtbot.keyClick(panel.derivation, Qt.Key.Key_Right)
    assert session.position == 3


def point(bar, stage):
    at = bar.mark_position(stage)
    return QPoint(round(at.x()), round(at.y()))


def test_a_click_above_a_tick_marks_the_stage_and_stays_at_the_step(panel, qtbot):
    bar, breakpoints = panel.scrub_bar, panel.actions_of_walk.player.breakpoints
    for expected in (True, False):
        qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=point(bar, "weights"))
        assert ("weights" in breakpoints) is expected
    assert bar.value() == 0


def test_b_marks_the_stage_of_the_step(panel, session, qtbot):
    session.go_to(Place("weights", 1, 1))
    qtbot.keyClick(panel.scrub_bar, Qt.Key.Key_B)
    assert "weights" in panel.actions_of_walk.player.breakpoints


def test_a_mark_is_drawn_and_said(panel, session):
    bar = panel.scrub_bar
    session.go_to_position(3)
    before = bar.grab().toImage()
    panel.actions_of_walk.player.breakpoints.toggle("weights")
    after = bar.grab().toImage()
    at = point(bar, "weights") * bar.devicePixelRatio()
    assert before.pixel(at) != after.pixel(at)
    assert (
        bar.accessibleDescription() == "dot products · “Second” · 1 of 3; playing pauses at softmax"
    )
    assert "do not pause" in bar.tip_at(bar.mark_position("weights"))
    assert "pause here" in bar.tip_at(bar.mark_position("output"))


def test_a_press_below_the_marks_scrubs(panel, session, qtbot):
    bar = panel.scrub_bar
    low = QPoint(round(bar.x_of(12)), bar.height() - 4)
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=low)
    assert session.position == 12
    assert "click above a tick" in bar.tip_at(QPointF(low))


def test_a_tool_tip_is_asked_for_without_a_crash(panel):
    bar = panel.scrub_bar
    at = point(bar, "weights")
    event = QHelpEvent(QEvent.Type.ToolTip, at, bar.mapToGlobal(at))
    assert QApplication.sendEvent(bar, event)


def test_the_reveal_button_is_that_of_the_action(panel):
    buttons = [one for one in panel.findChildren(QToolButton) if one.isCheckable()]
    assert panel.walk_options.reveal in [one.defaultAction() for one in buttons]


def test_the_walk_menu_has_every_action_once(driver):
    panel = driver.window.step_panel
    wanted = {*panel.step_actions, *panel.actions_of_walk.jumps, *panel.walk_options.all}
    found = driver.window.menus.groups()["Walk"]
    assert wanted <= set(found)
    assert len(found) == len(set(found))


def test_the_pause_menu_has_the_stages_of_the_moment(driver):
    menu = driver.window.findChild(QMenu, "pauseMenu")
    for _time in range(2):
        menu.aboutToShow.emit()
        assert [action.text() for action in menu.actions()] == [
            "Dot products",
            "Scaling",
            "Softmax",
            "Mixing",
        ]
    menu.actions()[2].trigger()
    assert "weights" in driver.window.step_panel.actions_of_walk.player.breakpoints
    menu.aboutToShow.emit()
    assert [action.isChecked() for action in menu.actions()] == [False, False, True, False]


def test_the_step_is_saved_with_the_document_and_opened_with_it(driver, tmp_path):
    go_to_link(driver.session, parse_link("weights:1:3"))
    driver.dialogs.save_to = tmp_path / "kept.attn"
    driver.trigger("saveAction")
    assert load_scenario(tmp_path / "kept.attn").view == {"step": "weights:1:3"}
    assert not driver.session.is_modified
    driver.session.go_to_position(0)
    driver.window.documents.open_path(tmp_path / "kept.attn")
    assert driver.session.step == Place("weights", 0, 2)
    driver.session.go_to_position(0)
    driver.trigger("saveAction")
    assert load_scenario(tmp_path / "kept.attn").view == {}
