"""Which mistake is mine? Own numbers given through the window, and what is answered."""

import numpy as np
import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QPushButton, QWidget

from explorer.app import edits
from explorer.files import load_example
from explorer.model import Place
from explorer.model.slips.mistakes import MISTAKES
from explorer.ui.diagnosis.answer_view import FORMS, HELP, HIDDEN

COLUMNS = {
    "The scale left out": (20, 24.0493, 15.7949),
    "Divided by d": (20, 22.6696, 18.0072),
    "Multiplied by √d": (20, 24.5694, 14.1878),
    "Softmax over the column": (16.0984, 33.9306, 9.9710),
    "Softmax over all cells": (5.6799, 12.1132, 3.3781),
}


def lines(numbers):
    return "\n".join(map(str, numbers))


def drop(widget, path):
    """Drag a file over a widget and let go, as the system does it. Whether it was wanted."""
    content = QMimeData()
    content.setUrls([QUrl.fromLocalFile(str(path))])
    copy, left, none = (
        Qt.DropAction.CopyAction,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    enter = QDragEnterEvent(QPoint(5, 5), copy, content, left, none)
    enter.ignore()
    QApplication.sendEvent(widget, enter)
    if enter.isAccepted():
        let_go = QDropEvent(QPoint(5, 5), copy, content, left, none)
        QApplication.sendEvent(widget.window(), let_go)
    return enter.isAccepted()


# Answers


def test_right_numbers_are_right_except_for_rounding(diagnosing, three_queries):
    diagnosing.load(three_queries)
    said = diagnosing.give("20\n23.3742\n17.0802")
    assert said.startswith("Right except for rounding to 4 decimals (largest difference")


@pytest.mark.parametrize("title", COLUMNS)
def test_a_mistake_is_named_from_the_outputs_it_gives(diagnosing, three_queries, title):
    diagnosing.load(three_queries)
    said = diagnosing.give(lines(COLUMNS[title]))
    assert said.startswith(f"Matches: {title} (all 3 cells, largest difference")
    assert "These numbers come out when" in said


def test_numbers_copied_where_they_are_wrong_on_purpose_are_read_and_said_to_be(
    diagnosing, three_queries
):
    diagnosing.load(three_queries)
    diagnosing.session.laboratory.choose(MISTAKES["softmax-by-column"])
    (view,) = (
        view for view in diagnosing.window.stage_flow.heatmaps if view.stage.name == "output"
    )
    view.copy()
    said = diagnosing.give(QGuiApplication.clipboard().text())
    assert said.startswith("Matches: Softmax over the column")
    assert "from the mistake laboratory: “Deliberately wrong: Softmax over the column”" in said
    assert "mistake laboratory" not in diagnosing.give("20\n23.3742\n17.0802")


@pytest.mark.parametrize(
    "text",
    [
        "[[20], [24.0493], [15.7949]]",
        "20,0000\n24,0493\n15,7949",
        "20.0000\t24.0493\t15.7949",
        "array([20.0000, 24.0493, 15.7949])",
        "20;24,05;15,79",
    ],
)
def test_numbers_are_read_as_they_come(diagnosing, three_queries, text):
    diagnosing.load(three_queries)
    assert diagnosing.give(text).startswith("Matches: The scale left out (all 3 cells")


def test_the_answer_comes_while_it_is_typed(diagnosing, qtbot):
    edit = diagnosing.card.given.fields["output"].edit
    assert QApplication.focusWidget() is edit  # who opens the panel can type at once
    assert diagnosing.said == HELP
    qtbot.keyClicks(edit, "20")
    diagnosing.settle()
    assert diagnosing.said.startswith("Right, the one cell.")


def test_the_answer_follows_the_inputs(diagnosing):
    diagnosing.give("20.000")
    diagnosing.session.edit(edits.set_number, Place("value", 2, 0), 50.0)
    diagnosing.settle()
    assert diagnosing.said.startswith("Different: first in the output, row 1, column 1")
    diagnosing.session.undo_stack.undo()
    diagnosing.settle()
    assert diagnosing.said.startswith("Right, the one cell.")


def test_what_changed_out_of_sight_is_answered_when_the_panel_is_seen_again(
    diagnosing, three_queries
):
    diagnosing.give("20")
    dock = diagnosing.window.docks["diagnosis"]
    dock.toggleViewAction().trigger()
    diagnosing.session.load(three_queries, None)
    assert diagnosing.said.startswith("Right, the one cell.")
    dock.toggleViewAction().trigger()
    diagnosing.settle()
    assert diagnosing.said.startswith("The output should be 3 rows × 1 column, not 1 row")


def test_the_shape_that_is_wanted_is_said_beforehand(diagnosing, three_queries):
    wanted = diagnosing.card.given.wanted
    assert wanted.text() == (
        "Wanted: 1 row × 1 column of output; rows are readers, columns components of the values."
    )
    diagnosing.load(three_queries)
    diagnosing.click(diagnosing.card.given.buttons["weights"])
    assert wanted.text() == (
        "Wanted: 3 rows × 3 columns of weights; rows are readers, columns sources."
    )


def test_two_mistakes_together_are_named(diagnosing):
    diagnosing.load(load_example("asymmetric"))
    q, k, v = (getattr(diagnosing.session.scenario, name) for name in ("query", "key", "value"))
    powers = np.exp(q @ k.T)
    said = diagnosing.give(lines((powers / powers.sum(axis=0) @ v)[:, 0].round(5)))
    assert said.startswith("Matches: The scale left out + Softmax over the column (all 3 cells")


# Where they differ


@pytest.fixture
def different(diagnosing):
    diagnosing.give("0.401 0.298 0.401", "weights")
    return diagnosing


def test_the_first_cell_that_differs_is_shown_with_its_arithmetic(different):
    assert different.said.startswith("Different: first in the weights, row 1, column 2 (1 of 3")
    assert "is given as 0.298, but it is 0.197776." in different.said
    derivation = different.card.answer.derivation
    assert derivation.isVisible()
    assert derivation.accessibleName().startswith("a₁₂ = e^0 / (e^0.707 + e^0 + e^0.707)")
    assert "e^0.707" not in different.said


def test_a_button_goes_to_the_cell_that_differs(different):
    different.click(different.card.answer.go_to)
    assert different.session.step == Place("weights", 0, 1)
    assert different.session.can_go_back


def test_a_number_of_the_arithmetic_leads_to_where_it_comes_from(different):
    derivation = different.card.answer.derivation
    derivation.target_followed(0)
    assert different.session.step == derivation.links[0]


# Several tables


def test_what_one_table_leaves_open_another_settles(diagnosing):
    said = diagnosing.give("20")
    assert "do not rule out 7 mistakes" in said
    diagnosing.click(diagnosing.card.answer.add_table)
    assert diagnosing.card.given.chosen == "weights"
    diagnosing.give("0.4223 0.1554 0.4223", "weights")
    assert diagnosing.said.startswith("Matches: The scale left out (all 4 cells")
    assert diagnosing.card.remark.text() == "weights and output together"
    texts = [button.text() for button in diagnosing.card.given.buttons.values()]
    assert texts == ["Scores", "Scaled scores", "✓ Weights", "✓ Output"]


def test_numbers_of_another_table_can_be_given_as_such(diagnosing):
    assert diagnosing.give("1 0 1").startswith("The right scores, not the output")
    diagnosing.click(diagnosing.card.answer.move_numbers)
    assert diagnosing.said.startswith("Right, all 3 cells.")
    assert diagnosing.card.given.chosen == "scores"
    output = diagnosing.card.given.fields["output"].edit
    assert output.toPlainText() == ""
    output.undo()
    assert output.toPlainText() == "1 0 1"


def test_numbers_that_have_the_shape_of_the_weights_can_be_given_as_weights(diagnosing):
    assert diagnosing.give("0.5 0 0.5").startswith("The output should be 1 row × 1 column")
    assert diagnosing.card.answer.move_numbers.text() == "They are my weights"
    diagnosing.click(diagnosing.card.answer.move_numbers)
    assert diagnosing.card.given.chosen == "weights"
    assert "0.5 0 0.5" not in diagnosing.give("1 2")
    assert not diagnosing.card.answer.move_numbers.isVisible()


def test_a_calculation_without_scores_takes_none(diagnosing):
    diagnosing.give("1 0 1", "scores")
    diagnosing.load(load_example("weighted-mix"))
    buttons = diagnosing.card.given.buttons
    assert [table for table, button in buttons.items() if button.isEnabled()] == [
        "weights",
        "output",
    ]
    assert diagnosing.card.given.chosen == "output"
    assert diagnosing.said == HELP
    assert diagnosing.give("17.5").startswith("Right, the one cell.")


# What tells mistakes apart


def test_a_number_that_tells_mistakes_apart_is_set_as_one_undo_entry(diagnosing):
    diagnosing.load(load_example("all-tied"))
    assert "Change Query 1, component 1, from 1 to 2." in diagnosing.give("16.000")
    button = diagnosing.card.answer.set_number
    assert button.text() == "Set Q₁,₁ to 2"
    diagnosing.click(button)
    assert diagnosing.session.scenario.query[0, 0] == 2
    assert diagnosing.session.undo_stack.undoText() == "set Q₁,₁ to 2"
    assert diagnosing.said.startswith("Different")  # they were worked out with the old number
    assert diagnosing.give("31.610").startswith("Right except for rounding")
    diagnosing.session.undo_stack.undo()
    assert diagnosing.session.scenario.query[0, 0] == 1


# Bad input


def test_what_cannot_be_read_is_told_with_its_place_and_stays(diagnosing):
    said = diagnosing.give("0.401 0.19x 0.401", "weights")
    assert said == (
        "Your weights cannot be read.\n"
        'Row 1, column 2: expected a number, found "0.19x". “0.19x” is not a number. '
        f"Type a number such as 0.5, 1/3 or sqrt(2)/2.\n{FORMS}"
    )
    assert diagnosing.card.given.fields["weights"].edit.toPlainText() == "0.401 0.19x 0.401"
    assert not any(
        button.isVisible() for button in diagnosing.card.answer.findChildren(QPushButton)
    )


def test_ragged_rows_and_another_shape_are_told_with_what_is_wanted(diagnosing):
    assert "Row 2: expected 3 cells as in row 1, found 1 cell." in diagnosing.give("1 2 3\n4")
    said = diagnosing.give("1 2\n3 4", "weights")
    assert said.startswith("Your output cannot be read.")  # one after the other
    diagnosing.give("")
    expected = "The weights should be 1 row × 3 columns, not 2 rows × 2 columns."
    assert diagnosing.said.startswith(expected)


def test_nan_is_told_with_its_place(diagnosing):
    said = diagnosing.give("nan 0.2 0.4", "weights")
    assert said.startswith("Not a number in 1 row.\nNaN or infinity stands for: weight of Source 1")


# Files


@pytest.fixture
def archive(tmp_path):
    path = tmp_path / "mine.npz"
    np.savez(path, weights=[[0.4223, 0.1554, 0.4223]], output=np.array([[20.0]]))
    return path


def test_a_file_is_opened_for_the_table_shown(diagnosing, archive):
    diagnosing.dialogs.numbers_from = archive
    diagnosing.card.given.choose("weights")
    diagnosing.click(diagnosing.card.given.open_button)
    assert diagnosing.said.startswith("Matches: The scale left out (all 3 cells")
    assert diagnosing.card.given.fields["weights"].told.text() == "The numbers in mine.npz"


def test_a_question_for_a_file_that_is_cancelled_changes_nothing(diagnosing):
    diagnosing.give("20")
    diagnosing.click(diagnosing.card.given.open_button)
    assert diagnosing.said.startswith("Right, the one cell.")


def test_a_file_is_dropped_anywhere_on_the_panel_and_the_text_stays_under_it(diagnosing, tmp_path):
    path = tmp_path / "mine.csv"
    path.write_text("23.3742\n")
    diagnosing.give("20")
    field = diagnosing.card.given.fields["output"]
    for widget in (field.edit.viewport(), diagnosing.card, diagnosing.coverage.list.viewport()):
        assert drop(widget, path)
        diagnosing.settle()
        assert diagnosing.said.startswith("Different: first in the output")
        diagnosing.click(field.put_away)
        assert diagnosing.said.startswith("Right, the one cell.")
    assert diagnosing.session.path is None  # nobody took it for a scenario


def test_a_file_is_pasted_like_text(diagnosing, tmp_path):
    path = tmp_path / "mine.npy"
    np.save(path, np.array([[20.0]], dtype=np.float32))
    content = QMimeData()
    content.setUrls([QUrl.fromLocalFile(str(path))])
    QGuiApplication.clipboard().setMimeData(content)
    diagnosing.card.given.fields["output"].edit.paste()
    diagnosing.settle()
    assert diagnosing.said.startswith("Right, the one cell.")


def test_a_file_that_was_written_anew_is_read_again(diagnosing, tmp_path):
    path = tmp_path / "mine.txt"
    path.write_text("19")
    assert diagnosing.give_file(path).startswith("Different")
    path.write_text("20")
    diagnosing.click(diagnosing.card.given.fields["output"].read_again)
    assert diagnosing.said.startswith("Right, the one cell.")


def test_a_file_that_cannot_be_read_is_told_by_name(diagnosing, tmp_path):
    path = tmp_path / "mine.npz"
    np.savez(path, a=[1.0], b=[2.0])
    said = diagnosing.give_file(path)
    assert 'mine.npz: expected an array named output, or one array alone; found "a", "b".' in said
    path.unlink()
    diagnosing.click(diagnosing.card.given.fields["output"].read_again)
    assert diagnosing.said.startswith("Your output cannot be read.\nmine.npz: ")


# While results are hidden


def test_while_results_are_hidden_a_mistake_is_named_but_no_right_value(diagnosing, three_queries):
    diagnosing.load(three_queries)
    diagnosing.session.reveal.predicting = True
    said = diagnosing.give(lines(COLUMNS["The scale left out"]))
    assert said.startswith("Matches: The scale left out (all 3 cells")
    said = diagnosing.give("0.4 0.3 0.3\n0.3 0.3 0.4\n1 0 0", "weights")
    diagnosing.give("")
    assert diagnosing.said.splitlines() == [
        "Different: first in the weights, row 1, column 2 (7 of 9 cells).",
        HIDDEN,
    ]
    assert not diagnosing.card.answer.derivation.isVisible()
    assert not diagnosing.card.answer.go_to.isVisible()
    diagnosing.session.reveal.predicting = False
    assert "is given as 0.3, but it is 0.197776." in diagnosing.said
    assert diagnosing.card.answer.derivation.isVisible()


# Keys and sizes


def test_the_tab_key_leaves_the_field_and_reaches_the_buttons(different, qtbot):
    different.card.given.start_typing()
    edit = different.card.given.fields["weights"].edit
    qtbot.keyClick(edit, Qt.Key.Key_Tab)
    reached = [QApplication.focusWidget()]
    while reached[-1] is not different.card.answer.go_to and len(reached) < 12:
        qtbot.keyClick(reached[-1], Qt.Key.Key_Tab)
        reached.append(QApplication.focusWidget())
    assert different.card.answer.go_to in reached
    assert edit.toPlainText() == "0.401 0.298 0.401"


def test_arrow_keys_choose_the_table(diagnosing, qtbot):
    given = diagnosing.card.given
    given.buttons["output"].setFocus()
    qtbot.keyClick(given.buttons["output"], Qt.Key.Key_Left)
    assert given.chosen == "weights"
    assert given.buttons["weights"].hasFocus()


def test_undo_in_the_field_is_about_the_text(diagnosing, qtbot):
    diagnosing.session.edit(edits.set_number, Place("value", 2, 0), 50.0)
    edit = diagnosing.card.given.fields["output"].edit
    edit.setFocus()
    qtbot.keyClicks(edit, "28")
    qtbot.keyClick(edit, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert edit.toPlainText() == ""
    assert diagnosing.session.scenario.value[2, 0] == 50


def test_everything_to_operate_has_a_name_for_screen_readers(different):
    for widget in different.panel.findChildren(QWidget):
        if widget.focusPolicy() & Qt.FocusPolicy.TabFocus and widget.isVisible():
            text = widget.text() if isinstance(widget, QPushButton) else ""
            assert widget.accessibleName() or text, widget.objectName()


@pytest.mark.parametrize("zoom", [75, 100, 200])
def test_up_to_twice_the_size_nothing_is_wider_than_the_panel(different, look, qapp, zoom):
    different.window.resize(1366, 768)
    look.preferences.zoom = zoom
    different.settle()
    qapp.processEvents()
    assert different.panel.horizontalScrollBar().maximum() == 0
    for one in different.panel.widget().findChildren(QWidget):
        if one.isVisible() and one.parentWidget() is not None and not one.isWindow():
            assert one.geometry().right() <= one.parentWidget().width(), one.objectName()
