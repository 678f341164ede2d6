"""Back, forward, breadcrumbs and the two choices beside them."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QToolButton, QVBoxLayout, QWidget

from explorer.app import edits
from explorer.model import Place
from explorer.ui.walk.drill_bar import DrillBar

OUTPUT, WEIGHT = Place("output", 0, 0), Place("weights", 0, 1)
EXPONENTIAL, DIFFERENCE = Place("exponentials", 0, 1), Place("differences", 0, 1)
SCALED, SCORE = Place("scaled_scores", 0, 1), Place("scores", 0, 1)


@pytest.fixture
def bar(qtbot, session, look):
    window = QWidget()
    bar = DrillBar(session, look)
    column = QVBoxLayout(window)
    column.addWidget(bar)
    qtbot.addWidget(window)
    window.resize(400, 200)
    window.show()
    session.go_to(OUTPUT)
    yield bar
    bar.setParent(None)


def follow(session, *places):
    for place in places:
        session.follow(place)


def test_nothing_was_followed_yet(bar):
    assert not bar.back.isEnabled()
    assert not bar.forward.isEnabled()
    assert bar.crumbs.isHidden()


def test_followed_numbers_become_breadcrumbs(bar, session):
    follow(session, WEIGHT, EXPONENTIAL)
    assert bar.crumbs.isVisible()
    assert bar.crumbs.text == "output › weight › exponential"
    assert bar.crumbs.accessibleName() == "Followed: output › weight › exponential"
    assert bar.crumbs.accessibleDescription() == "Back to output of Query 1, component 1"


def test_back_and_forward_move_the_session(bar, session):
    follow(session, WEIGHT, EXPONENTIAL)
    bar.back.trigger()
    assert session.step == WEIGHT
    assert bar.forward.isEnabled()
    bar.forward.trigger()
    assert session.step == EXPONENTIAL
    assert not bar.forward.isEnabled()


def test_back_from_the_cell_of_a_table_stays_at_the_step_it_was_followed_from(bar, session, qtbot):
    follow(session, WEIGHT)
    bar.leave()
    with qtbot.waitSignal(bar.returned):
        bar.back.trigger()
    assert session.step == WEIGHT
    bar.back.trigger()
    assert session.step == OUTPUT


def test_back_leads_from_the_cell_of_a_table_even_if_no_number_was_followed_before(bar, session):
    bar.leave()
    assert bar.back.isEnabled()
    bar.back.trigger()
    assert not bar.back.isEnabled()


def test_a_cell_of_a_table_is_left_for_good_with_another_step(bar, session, qtbot):
    follow(session, WEIGHT)
    bar.leave()
    session.go_to(SCORE)
    with qtbot.assertNotEmitted(bar.returned):
        bar.back.trigger()
    assert session.step == OUTPUT


@pytest.mark.parametrize(
    ("key", "modifier"),
    [
        (Qt.Key.Key_BracketLeft, Qt.KeyboardModifier.ControlModifier),
        (Qt.Key.Key_Back, Qt.KeyboardModifier.NoModifier),
    ],
)
def test_keys_go_back(bar, session, qtbot, key, modifier):
    follow(session, WEIGHT, EXPONENTIAL)
    bar.window().activateWindow()
    qtbot.waitUntil(bar.window().isActiveWindow)
    qtbot.keyClick(bar, key, modifier)
    assert session.step == WEIGHT


def test_a_click_on_a_crumb_goes_back_to_it_at_once(bar, session, qtbot):
    follow(session, WEIGHT, EXPONENTIAL, DIFFERENCE)
    at = bar.crumbs.targets[1].rect.center().toPoint()
    with qtbot.waitSignal(session.step_changed):
        qtbot.mouseClick(bar.crumbs, Qt.MouseButton.LeftButton, pos=at)
    assert session.step == WEIGHT
    assert bar.crumbs.text == "output › weight"
    assert bar.forward.isEnabled()


def test_enter_on_a_crumb_goes_back_to_it(bar, session, qtbot):
    follow(session, WEIGHT, EXPONENTIAL)
    qtbot.keyClick(bar.crumbs, Qt.Key.Key_Right)
    qtbot.keyClick(bar.crumbs, Qt.Key.Key_Return)
    assert session.step == WEIGHT


def test_of_many_crumbs_the_last_ones_are_shown_and_lead_to_their_places(bar, session, qtbot):
    follow(session, WEIGHT, EXPONENTIAL, DIFFERENCE, SCALED, SCORE)
    assert bar.crumbs.text == "… › weight › exponential › difference › scaled score › score"
    qtbot.keyClick(bar.crumbs, Qt.Key.Key_Return)
    assert session.step == WEIGHT


def test_a_crumb_whose_stage_is_gone_leads_to_the_closest_place(bar, session, seed_scenario):
    session.edit(edits.set_softcap, 5.0)
    follow(session, Place("capped_scores", 0, 1), SCALED)
    session.undo_stack.undo()
    assert bar.crumbs.text == "output › score › scaled score"


def test_an_open_cell_that_holds_no_number_keeps_one_where_one_is(bar, session):
    follow(session, WEIGHT, EXPONENTIAL)
    session.register_editor(lambda: False)
    bar.back.trigger()
    bar.crumbs.target_followed(0)
    assert session.step == EXPONENTIAL


def test_crumbs_break_into_lines_in_a_narrow_panel(bar, session):
    follow(session, WEIGHT, EXPONENTIAL, DIFFERENCE, SCALED)
    assert bar.crumbs.heightForWidth(160) > bar.crumbs.heightForWidth(900)
    assert bar.crumbs.box_for(160).width <= 160


def test_the_choice_of_all_digits_and_the_look_follow_each_other(bar, look):
    bar.digits_button.click()
    assert look.all_digits
    assert bar.digits_button.text() == "✓ All digits"
    look.all_digits = False
    assert not bar.all_digits.isChecked()
    assert bar.digits_button.text() == "All digits"


def test_all_digits_is_chosen_by_a_key(bar, look, qtbot):
    bar.window().activateWindow()
    qtbot.waitUntil(bar.window().isActiveWindow)
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(bar, Qt.Key.Key_Period, keys)
    assert look.all_digits


def test_the_chain_from_the_start_is_asked_for_and_dismissed(bar, qtbot):
    with qtbot.waitSignal(bar.unfold_toggled) as asked:
        bar.unfold_button.click()
    assert asked.args == [True]
    with qtbot.waitSignal(bar.unfold_toggled) as dismissed:
        bar.unfold.trigger()
    assert dismissed.args == [False]


def test_every_button_has_a_name_and_every_action_a_key(bar):
    assert all(button.accessibleName() for button in bar.findChildren(QToolButton))
    assert all(action.shortcuts() for action in bar.drill_actions)
    names = ["goBackAction", "goForwardAction", "allDigitsAction", "fromStartAction"]
    assert [action.objectName() for action in bar.drill_actions] == names


def test_an_edit_while_crumbs_are_shown_changes_nothing_about_them(bar, session):
    follow(session, WEIGHT)
    session.edit(edits.set_cells, "key", 0, 0, np.array([[5.0]]))
    assert bar.crumbs.text == "output › weight"


def test_a_click_on_the_first_crumb_hides_the_trail_that_was_clicked(bar, session, qtbot):
    follow(session, WEIGHT, EXPONENTIAL, DIFFERENCE)
    bar.window().activateWindow()
    qtbot.waitUntil(bar.window().isActiveWindow)
    at = bar.crumbs.targets[0].rect.center().toPoint()
    qtbot.mouseClick(bar.crumbs, Qt.MouseButton.LeftButton, pos=at)
    assert not bar.crumbs.isVisible()
    assert not bar.crumbs.hasFocus()
