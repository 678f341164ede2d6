"""Sweeping a number through the window."""

import csv
import io

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication

from explorer.app import course, edits, pending
from explorer.app.swept import Swept
from explorer.files import load_example
from explorer.model import Place, attend
from explorer.model.places import Axis
from explorer.model.sweep import POINTS
from explorer.ui.sweeps.sweep_dialog import SweepDialog
from explorer.ui.sweeps.sweep_words import reader_names
from tests.slow_work import SlowWork

VALUE_3 = Swept(Place("value", 2, 0))
QUERY_2 = Swept(Place("query", 0, 1))


@pytest.fixture
def dialog(qtbot, driver):
    driver.window.show()
    driver.trigger("sweepAction")
    qtbot.waitUntil(lambda: driver.window.findChild(SweepDialog) is not None)
    dialog = driver.window.findChild(SweepDialog)
    wait(qtbot, dialog)
    return dialog


def wait(qtbot, dialog):
    """Until all points are computed and drawn."""
    qtbot.waitUntil(lambda: len(dialog.points) == POINTS)
    qtbot.waitUntil(lambda: bool(dialog.weights_plot.lines))


def sweep_of(qtbot, dialog, swept, first=None, last=None):
    dialog.choose(swept)
    if first is not None:
        dialog.first.setValue(first)
        dialog.last.setValue(last)
    wait(qtbot, dialog)


def test_it_begins_with_the_scale(dialog):
    assert dialog.swept == Swept()
    assert (dialog.first.value(), dialog.last.value()) == (0, 2)
    assert dialog.now.text() == "Now: the scale = 0.707"


def test_a_table_picked_in_place_of_the_scale_begins_with_its_first_number(dialog, driver):
    dialog.picker.array.setCurrentText("Q")
    assert dialog.swept == Swept(Place("query", 0, 0))
    driver.window.session.load(load_example("weighted-mix"), None)
    assert dialog.swept == Swept(Place("value", 0, 0))


def test_the_largest_number_there_is_can_be_chosen(dialog, driver):
    session = driver.window.session
    session.edit(edits.set_cells, "value", 2, 0, np.array([[1.7e308]]))
    dialog.choose(VALUE_3)
    assert dialog.swept == VALUE_3
    assert dialog.now.text().endswith("outside of this range")


def test_the_lines_are_the_weights_and_outputs_of_the_whole_calculation(
    qtbot, dialog, seed_scenario
):
    sweep_of(qtbot, dialog, QUERY_2, -3, 3)
    assert [line.name for line in dialog.weights_plot.lines] == list(seed_scenario.sources)
    for index in (0, 37, 100):
        number = dialog.points[index].value
        changed = edits.set_cells(seed_scenario, "query", 0, 1, np.array([[number]])).scenario
        trace = attend(changed.inputs)
        drawn = [line.y[index] for line in dialog.weights_plot.lines]
        assert drawn == pytest.approx(trace.weights[0])
        assert dialog.output_plot.lines[0].y[index] == pytest.approx(trace.output[0, 0])


def test_a_value_moves_the_output_and_the_words_say_that_the_weights_stay(qtbot, dialog):
    sweep_of(qtbot, dialog, VALUE_3, 30, 50)
    assert dialog.words.text() == (
        "V₃,₁ from 30 to 50: for Query 1, the weights do not change; "
        "output component 1 goes from 20 to 28.022."
    )


def test_the_first_sweep_is_of_the_number_under_the_cursor_when_it_was_asked_for(qtbot, driver):
    table = driver.window.inputs_panel.tables["key"]
    driver.activate()
    table.setFocus()
    table.setCurrentIndex(table.matrix.index(2, 1))
    driver.trigger("sweepAction")
    driver.trigger("sweepAction")
    assert driver.window.findChild(SweepDialog) is None
    table.setCurrentIndex(table.matrix.index(0, 0))
    qtbot.waitUntil(lambda: driver.window.findChild(SweepDialog) is not None)
    qtbot.wait(0)
    (dialog,) = driver.window.findChildren(SweepDialog)
    assert dialog.swept == Swept(Place("key", 2, 1))


def test_the_number_under_the_cursor_of_a_table_is_swept(qtbot, driver, dialog):
    table = driver.window.inputs_panel.tables["key"]
    driver.activate()
    table.setFocus()
    table.setCurrentIndex(table.matrix.index(2, 1))
    driver.trigger("sweepAction")
    assert dialog.swept == Swept(Place("key", 2, 1))
    assert dialog.picker.array.currentText() == "K"
    assert (dialog.picker.row.value(), dialog.picker.column.value()) == (3, 2)


def test_a_number_is_chosen_with_the_boxes(qtbot, dialog):
    dialog.picker.array.setCurrentText("V")
    dialog.picker.row.setValue(2)
    assert dialog.swept == Swept(Place("value", 1, 0))
    assert dialog.now.text() == "Now: V₂,₁ = 20"


def test_dragging_the_marker_changes_the_number_live_as_one_undo_entry(qtbot, driver, dialog):
    sweep_of(qtbot, dialog, VALUE_3)
    points = dialog.points
    for number in (31.0, 40.0, 50.0):
        dialog.output_plot.marker_moved.emit(number)
        assert driver.session.scenario.value[2, 0] == number
    dialog.output_plot.marker_released.emit()
    assert dialog.points == points  # the lines do not depend on where the number stands
    assert dialog.now.text() == "Now: V₃,₁ = 50"
    driver.trigger("undoAction")
    assert driver.session.scenario.value[2, 0] == 30
    assert not driver.session.undo_stack.canUndo()


def test_a_drag_that_takes_long_marks_where_the_number_will_be(qtbot, driver, dialog, monkeypatch):
    sweep_of(qtbot, dialog, VALUE_3, 0, 100)
    work = SlowWork()
    monkeypatch.setattr(pending, "LONG", 1)
    monkeypatch.setattr(course, "calculating", work)
    points = dialog.points
    for number in (31.0, 40.0, 50.0):
        dialog.output_plot.marker_moved.emit(number)
    dialog.output_plot.marker_released.emit()
    work.wait()
    assert driver.session.scenario.value[2, 0] == 30
    work.let_go()
    qtbot.waitUntil(lambda: driver.session.scenario.value[2, 0] == 31)
    assert dialog.slider.value() == 50
    assert dialog.now.text() == "Now: V₃,₁ = 31"
    work.let_go()
    qtbot.waitUntil(lambda: driver.session.scenario.value[2, 0] == 50)
    assert dialog.now.text() == "Now: V₃,₁ = 50"
    assert dialog.points == points
    assert driver.session.undo_stack.count() == 1
    assert len(work.scenarios) == 2


def test_a_marker_dragged_out_of_the_range_stops_at_its_end(qtbot, driver, dialog):
    sweep_of(qtbot, dialog, VALUE_3, 0, 100)
    dialog.weights_plot.marker_moved.emit(1000.0)
    dialog.weights_plot.marker_released.emit()
    assert driver.session.scenario.value[2, 0] == 100


def test_the_keys_of_the_slider_change_the_number(qtbot, driver, dialog):
    sweep_of(qtbot, dialog, VALUE_3, 0, 100)
    assert dialog.slider.value() == 30
    for _ in range(2):
        qtbot.keyClick(dialog.slider, Qt.Key.Key_Right)
    assert driver.session.scenario.value[2, 0] == 32
    assert driver.session.undo_stack.count() == 2
    qtbot.keyClick(dialog.slider, Qt.Key.Key_End)
    assert driver.session.scenario.value[2, 0] == 100


def test_a_sweep_of_the_scale_is_an_edit_of_the_scale(qtbot, driver, dialog):
    qtbot.keyClick(dialog.slider, Qt.Key.Key_Home)
    assert driver.session.scenario.scale == 0
    assert driver.session.trace.weights[0].tolist() == pytest.approx([1 / 3] * 3)


def test_another_edit_sweeps_anew(qtbot, driver, dialog):
    sweep_of(qtbot, dialog, QUERY_2)
    before = dialog.weights_plot.lines[0].y
    driver.change(3.0)
    wait(qtbot, dialog)
    qtbot.waitUntil(lambda: dialog.weights_plot.lines[0].y != before)


def test_a_number_that_is_gone_gives_way_to_one_that_exists(qtbot, driver, dialog):
    sweep_of(qtbot, dialog, VALUE_3)
    driver.session.load(load_example("weighted-mix"), None)
    assert dialog.swept.exists_in(driver.session.scenario)
    dialog.choose(Swept())  # there is no scale in a weighted mix
    assert dialog.swept.place is not None


def test_a_range_that_does_not_rise_is_told_and_draws_nothing(dialog):
    dialog.first.setValue(10)
    dialog.last.setValue(5)
    assert "a first value below the last" in dialog.words.text()
    assert dialog.weights_plot.lines == ()
    dialog.copy_button.click()
    assert QGuiApplication.clipboard().text() == ""


def test_of_many_sources_the_lines_that_move_most_are_drawn_and_this_is_said(qtbot, driver, dialog):
    driver.session.load(load_example("twelve-tokens"), None)
    wait(qtbot, dialog)
    qtbot.waitUntil(lambda: len(dialog.weights_plot.lines) == 8)
    assert "Drawn: 8 of 12 lines of weights, those that move most." in dialog.words.text()


def test_the_sweep_is_copied_as_csv_at_full_precision(qtbot, dialog):
    sweep_of(qtbot, dialog, VALUE_3, 30, 50)
    dialog.copy_button.click()
    heading, *rows = csv.reader(io.StringIO(QGuiApplication.clipboard().text()))
    assert heading == [
        "V₃,₁",
        *(f"weight of Source {index}" for index in (1, 2, 3)),
        "output component 1",
    ]
    assert len(rows) == POINTS
    assert [float(cell) for cell in rows[-1]] == [
        dialog.points[-1].value,
        *dialog.points[-1].weights,
        *dialog.points[-1].output,
    ]


def test_the_sweep_is_saved_where_the_person_says(qtbot, driver, dialog, tmp_path):
    driver.dialogs.export_to = tmp_path / "sweep.csv"
    dialog.save_button.click()
    assert driver.dialogs.asked == ["export One query three sources.csv"]
    assert (tmp_path / "sweep.csv").read_text(encoding="utf-8").startswith("the scale,weight of")


def test_a_sweep_that_cannot_be_saved_is_told(driver, dialog, tmp_path):
    driver.dialogs.export_to = tmp_path / "no" / "sweep.csv"
    dialog.save_button.click()
    assert "that folder does not exist" in driver.window.notice_bar.text


def test_the_keyboard_is_back_in_the_dialog_once_it_is_saved(qtbot, driver, dialog, tmp_path):
    def ask(suggested):
        driver.window.activateWindow()
        qtbot.waitUntil(driver.window.isActiveWindow)
        return tmp_path / "sweep.csv"

    driver.dialogs.path_to_export = ask
    dialog.save_button.click()
    qtbot.waitUntil(dialog.isActiveWindow)


@pytest.fixture
def asymmetric(driver):
    """Three queries, the keyboard on the second number of the last one."""
    driver.session.load(load_example("asymmetric"), None)
    driver.activate()
    table = driver.window.inputs_panel.tables["query"]
    table.setCurrentIndex(table.matrix.index(2, 1))
    table.setFocus()
    return driver


def open_sweep(qtbot, driver):
    driver.trigger("sweepAction")
    qtbot.waitUntil(lambda: driver.window.findChild(SweepDialog) is not None)
    dialog = driver.window.findChild(SweepDialog)
    wait(qtbot, dialog)
    return dialog


def test_a_number_of_a_query_is_swept_for_that_query_and_the_words_name_it(qtbot, asymmetric):
    dialog = open_sweep(qtbot, asymmetric)
    assert dialog.swept == Swept(Place("query", 2, 1))
    assert dialog.reader.currentText() == "Query 3"
    assert ": for Query 3, the weight of " in dialog.words.text()
    dialog.choose(Swept(Place("query", 1, 0)))
    wait(qtbot, dialog)
    assert ": for Query 2, the weight of " in dialog.words.text()


def test_any_other_number_is_swept_for_the_reader_of_the_step(qtbot, asymmetric):
    asymmetric.session.go_to(Place("weights", 1, 2))
    keys = asymmetric.window.inputs_panel.tables["key"]
    keys.setFocus()
    dialog = open_sweep(qtbot, asymmetric)
    assert dialog.reader.currentText() == "Query 2"
    dialog.reader.setCurrentIndex(2)
    dialog.choose(Swept(Place("key", 1, 0)))
    wait(qtbot, dialog)
    assert dialog.reader.currentText() == "Query 3"
    assert ": for Query 3, " in dialog.words.text()


def test_readers_of_the_same_name_are_told_apart(qtbot, driver, dialog):
    driver.session.load(load_example("same-token-twice"), None)
    wait(qtbot, dialog)
    names = [dialog.reader.itemText(index) for index in range(dialog.reader.count())]
    assert names == list(reader_names(driver.session.scenario))
    assert len(set(names)) == len(names) > len(set(driver.session.scenario.queries))


def test_nothing_is_computed_while_nobody_sees_it(qtbot, driver, dialog):
    dialog.close()
    driver.change(3.0)
    qtbot.wait(50)
    assert dialog.points == ()
    driver.trigger("sweepAction")
    wait(qtbot, dialog)


def test_what_was_drawn_of_another_scenario_is_not_drawn_in_another_look(qtbot, driver, dialog):
    """With one source it has a line too many for the names there are, while nobody sees it."""
    dialog.close()
    driver.session.edit(edits.remove, Axis.SOURCES, range(1, 3))
    driver.window.look.choose_theme("dark")
    driver.trigger("sweepAction")
    wait(qtbot, dialog)
    assert len(dialog.weights_plot.lines) == 1
