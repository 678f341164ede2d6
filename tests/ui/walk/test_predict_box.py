"""Predict, then reveal."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QVBoxLayout, QWidget

from explorer.app import edits
from explorer.app.session import Session
from explorer.model import Granularity, Place
from explorer.model.masks import CausalMask
from explorer.ui.walk.predict_box import PredictBox

WEIGHT, SCALED, OUTPUT = Place("weights", 0, 0), Place("scaled_scores", 0, 0), Place("output", 0, 0)


@pytest.fixture
def box(qtbot, session, look):
    window = QWidget()
    box = PredictBox(session, look)
    QVBoxLayout(window).addWidget(box)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    yield box
    box.setParent(None)


@pytest.fixture
def predict(box, session, qtbot):
    """Go to a cell, type a guess and press Enter."""

    def predict(place, text):
        session.go_to(place)
        session.reveal.predicting = True
        box.field.setFocus()
        box.field.clear()
        box.field.insert(text)
        qtbot.keyClick(box.field, Qt.Key.Key_Return)
        return box.verdict.text()

    return predict


def test_while_nobody_predicts_there_is_only_the_choice(box):
    assert box.predict_first.isVisible()
    assert not box.predict_first.isChecked()
    assert not box.field.isVisible()
    assert not box.verdict.isVisible()


def test_the_choice_starts_predicting(box, session, qtbot):
    box.predict_first.setFocus()
    qtbot.keyClick(box.predict_first, Qt.Key.Key_Space)
    assert session.reveal.hides_result
    assert box.field.isVisible()
    assert box.field.hasFocus()


def test_predicting_started_elsewhere_shows_in_the_choice(box, session):
    session.reveal.predicting = True
    assert box.predict_first.isChecked()
    session.reveal.predicting = False
    assert not box.predict_first.isChecked()
    assert not box.field.isVisible()


def test_the_choice_stays_as_it_was_while_a_cell_editor_refuses_to_close(box, session):
    session.register_editor(lambda: False)
    box.predict_first.click()
    assert not session.reveal.predicting
    assert not box.predict_first.isChecked()


def test_a_right_guess_reveals_and_stands_beside_the_result(predict, session):
    assert predict(WEIGHT, "0.4") == "Right: 0.401 (you: 0.4)"
    assert not session.reveal.hides_result


def test_a_wrong_guess_reveals_nothing(predict, box, session):
    assert predict(WEIGHT, "0.7") == "Not yet."
    assert session.reveal.hides_result
    assert "0.401" not in box.verdict.text()
    assert box.field.text() == "0.7"
    assert box.field.hasFocus()


@pytest.mark.parametrize(
    ("place", "text", "slip"),
    [
        (SCALED, "1", "the scale is left out"),
        (SCALED, "0.5", "the score is divided by d in place of √d"),
        (SCALED, "sqrt(2)", "the score is multiplied by √d instead of divided by it"),
        (Place("scores", 0, 0), "0", "the query is multiplied with the key of the next source"),
        (WEIGHT, "2.03", "e to the score is not divided by the sum of the row"),
        (OUTPUT, "0.802", "the keys are mixed in place of the values"),
    ],
)
def test_a_common_slip_is_told_what_it_is(predict, place, text, slip):
    assert predict(place, text).startswith(f"Not yet. That is what comes out when {slip}. ")


@pytest.mark.parametrize("text", ["", "abc", "1.234,5", "nan"])
def test_what_is_no_number_stays_with_the_reason(predict, box, session, text):
    told = predict(WEIGHT, text)
    assert told.endswith(".")
    assert "Right" not in told
    assert "Not yet" not in told
    assert box.field.text() == text
    assert box.field.hasFocus()
    assert session.reveal.hides_result


def test_show_me_shows_without_a_guess(box, session):
    session.go_to(WEIGHT)
    session.reveal.predicting = True
    box.show_me.click()
    assert not session.reveal.hides_result
    assert box.verdict.text() == "The result is 0.401."


def test_show_me_keeps_what_was_typed_beside_the_result(predict, box):
    predict(WEIGHT, "0.7")
    box.show_me.click()
    assert box.verdict.text() == "The result is 0.401 (you: 0.7)."


def test_the_result_shown_by_something_else_has_the_guess_beside_it(predict, box, session):
    predict(WEIGHT, "0.7")
    session.reveal.open()
    assert box.verdict.text() == "The result is 0.401 (you: 0.7)."


def test_once_shown_there_is_nothing_to_check_and_the_keyboard_stays(predict, box):
    predict(WEIGHT, "0.4")
    assert not box.check.isEnabled()
    assert not box.show_me.isEnabled()
    assert box.field.isReadOnly()
    assert box.field.hasFocus()


def test_the_next_step_starts_with_an_empty_line(predict, box, session):
    predict(WEIGHT, "0.4")
    session.go_to_position(session.position + 1)
    assert box.field.text() == ""
    assert not box.field.isReadOnly()
    assert box.field.hasFocus()
    assert not box.verdict.isVisible()
    assert session.reveal.hides_result


def test_an_edit_that_changes_the_result_forgets_the_guess(predict, box, session):
    predict(OUTPUT, "19")
    session.edit(edits.set_cells, "value", 0, 0, np.array([[50.0]]))
    assert box.field.text() == ""
    assert box.verdict.text() == ""


def test_an_edit_elsewhere_keeps_the_guess(predict, box, session):
    predict(Place("scores", 0, 0), "7")
    session.edit(edits.set_cells, "value", 0, 0, np.array([[50.0]]))
    assert box.field.text() == "7"
    assert box.verdict.text() == "Not yet."


def test_more_digits_ask_for_more_of_a_guess(predict, look):
    look.preferences.digits = 6
    assert predict(WEIGHT, "0.401000").startswith("Not yet.")
    assert predict(WEIGHT, "0.401112") == "Right: 0.401112 (you: 0.401112)"


def test_a_blocked_score_is_predicted_as_minus_infinity(predict, session):
    session.edit(edits.set_mask, CausalMask(), "mask")
    assert predict(Place("masked_scores", 0, 2), "0.5").startswith("Not yet.")
    assert predict(Place("masked_scores", 0, 2), "-∞") == "Right: −∞ (you: −∞)"


def test_a_product_on_its_own_can_be_predicted(predict, box, session):
    session.set_granularity(Granularity.TERM)
    assert predict(OUTPUT, "4.01") == "Right: 4.011 (you: 4.01)"
    assert "product 1 in the output of Query 1" in box.question.text()


def test_the_line_says_what_is_asked_for(box, session):
    session.go_to(WEIGHT)
    session.reveal.predicting = True
    assert box.field.accessibleName() == "Your result for: weight of Source 1 for Query 1"
    assert box.question.text() == box.field.accessibleName()


def test_predicting_changes_nothing_that_can_be_saved_or_undone(predict, session):
    scenario = session.scenario
    predict(WEIGHT, "0.7")
    predict(WEIGHT, "0.4")
    assert session.scenario is scenario
    assert session.undo_stack.count() == 0


def test_names_from_a_file_are_no_markup(qtbot, look, seed_scenario):
    scenario = edits.rename(seed_scenario, edits.Axis.QUERIES, 0, "<b>x</b>").scenario
    box = PredictBox(Session(scenario), look)
    qtbot.addWidget(box)
    assert box.question.textFormat() == Qt.TextFormat.PlainText
    assert box.verdict.textFormat() == Qt.TextFormat.PlainText


def test_tab_reaches_every_control(box, session, qtbot):
    session.reveal.predicting = True
    box.predict_first.setFocus()
    for widget in (box.field, box.check, box.show_me):
        qtbot.keyClick(box.window().focusWidget(), Qt.Key.Key_Tab)
        assert widget.hasFocus()
