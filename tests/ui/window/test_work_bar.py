"""While something takes long the window stays in use: it says what, how far, and can stop it."""

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication

from explorer.app import (
    comparing,
    comparison_steps,
    copying,
    course,
    edits,
    exporting,
    loading,
    pasting,
    pending,
)
from explorer.app.comparing import CANCELLED
from explorer.app.stage_view import Showing
from explorer.files import ScenarioFileError, load_example
from explorer.files.csv_text import Sheet
from explorer.model import Place, Scenario
from explorer.model.comparison.compare import comparing as comparing_steps
from explorer.model.places import Axis
from explorer.model.slips.mistakes import MISTAKES
from explorer.ui.compare.compare_panel import WAITING
from explorer.ui.mistakes.mistake_banner import NO_DIFFERENCE
from explorer.ui.parts import clipboard
from explorer.ui.parts.bubble import Bubble
from explorer.ui.window import notice_bar
from explorer.ui.window.dialogs import UnsavedAnswer
from tests.slow_work import SlowWork


@pytest.fixture
def work(monkeypatch):
    """From here on every computation leaves the main thread, and waits there."""
    work = SlowWork()
    for module in (pending, loading):
        monkeypatch.setattr(module, "LONG", 0)
    for module in (course, loading):
        monkeypatch.setattr(module, "calculating", work)
    yield work
    work.let_go(100)


@pytest.fixture
def bar(driver):
    driver.window.show()
    return driver.window.work_bar


def settle(qtbot, driver):
    qtbot.waitUntil(lambda: not driver.window.work_bar.is_busy)


def test_nothing_is_shown_while_nothing_takes_long(driver, bar):
    driver.change()
    assert bar.isHidden()
    assert not driver.action("cancelWorkAction").isEnabled()


def test_what_takes_long_is_said_until_it_is_there(qtbot, driver, bar, work):
    driver.change(5.0)
    qtbot.waitUntil(bar.isVisible)
    qtbot.waitUntil(lambda: ":" in bar.words.text())
    assert bar.words.text() == "Set K₂,₁ to 5: dot products …"
    assert driver.session.scenario.key[1, 0] == 0.0
    work.let_go()
    settle(qtbot, driver)
    assert bar.isHidden()
    assert driver.session.scenario.key[1, 0] == 5.0
    assert driver.window.isWindowModified()


def test_a_cell_is_named_there_as_the_screen_is_turned(qtbot, driver, bar, work):
    driver.trigger("turnConventionAction")
    driver.change(5.0)
    qtbot.waitUntil(bar.isVisible)
    qtbot.waitUntil(lambda: bar.words.text().startswith("Set K₂,₁ to 5"))
    work.let_go()
    settle(qtbot, driver)
    assert driver.session.scenario.key[0, 1] == 5.0  # row 2, column 1 of what is shown


def test_the_button_cancels(qtbot, driver, bar, work):
    driver.change(5.0)
    qtbot.waitUntil(bar.isVisible)
    bar.cancel_button.click()
    assert bar.isHidden()
    work.let_go()
    assert driver.session.scenario.key[1, 0] == 0.0
    assert not driver.session.is_modified


def test_escape_cancels(driver, bar, work):
    driver.change(5.0)
    assert driver.action("cancelWorkAction").isEnabled()
    driver.trigger("cancelWorkAction")
    assert not bar.is_busy
    assert not driver.action("cancelWorkAction").isEnabled()


def test_undo_names_what_is_pending_and_takes_it_back(driver, bar, work):
    driver.change(5.0)
    undo, redo = driver.action("undoAction"), driver.action("redoAction")
    assert undo.text() == "&Undo set K₂,₁ to 5"
    assert undo.isEnabled()
    assert not redo.isEnabled()
    undo.trigger()
    assert not bar.is_busy
    assert not undo.isEnabled()


def test_undo_and_redo_of_what_takes_long(qtbot, driver, bar, work):
    driver.change(5.0)
    work.let_go()
    settle(qtbot, driver)
    driver.trigger("undoAction")
    assert bar.is_busy
    assert driver.session.scenario.key[1, 0] == 5.0
    work.let_go()
    settle(qtbot, driver)
    assert driver.session.scenario.key[1, 0] == 0.0
    driver.trigger("redoAction")
    work.let_go()
    settle(qtbot, driver)
    assert driver.session.scenario.key[1, 0] == 5.0


def test_what_is_typed_is_one_entry_however_much_of_it_lands_on_the_way(qtbot, driver, bar, work):
    editor = driver.open_editor("1")
    work.let_go()
    settle(qtbot, driver)
    assert editor.is_open
    qtbot.keyClicks(editor, "23")
    assert driver.session.settle()
    work.let_go(3)
    settle(qtbot, driver)
    assert driver.session.scenario.key[1, 0] == 123.0
    assert driver.session.undo_stack.count() == 1


def test_escape_takes_back_what_is_typed(qtbot, driver, bar, work):
    editor = driver.open_editor("12")
    editor.cancel()
    assert not bar.is_busy
    work.let_go(3)
    driver.change(7.0)
    work.let_go()
    settle(qtbot, driver)
    assert driver.session.scenario.key[1, 0] == 7.0
    assert driver.session.undo_stack.count() == 1


def test_a_number_that_turns_out_too_large_stays_in_its_editor_with_the_reason(
    qtbot, driver, bar, work
):
    driver.session.load(_large_query(), None)
    editor = driver.open_editor("1e200", row=0)
    work.let_go(5)
    settle(qtbot, driver)
    assert editor.is_open
    (bubble,) = driver.window.findChildren(Bubble)
    assert bubble.isVisible()
    assert "too large to store" in editor.accessibleDescription()
    assert not driver.session.settle()
    assert driver.session.scenario.key[0, 0] < 1e200


def test_a_number_that_turns_out_too_large_after_its_editor_was_closed_is_told(
    qtbot, driver, bar, work
):
    driver.session.load(_large_query(), None)
    driver.change(1e200)
    work.let_go()
    settle(qtbot, driver)
    assert "too large to store" in driver.window.notice_bar.text
    assert driver.session.undo_stack.count() == 0


def test_a_large_file_opens_while_the_window_is_in_use(qtbot, driver, bar, work, saved_file):
    driver.session.edit(edits.set_scale, "none")
    work.let_go()
    settle(qtbot, driver)
    driver.dialogs.unsaved = UnsavedAnswer.DISCARD
    driver.window.documents.open_path(saved_file)
    qtbot.waitUntil(bar.isVisible)
    assert bar.words.text().startswith("Open seed.attn")
    assert driver.dialogs.asked == []
    work.let_go()
    settle(qtbot, driver)
    assert driver.session.path == saved_file
    assert driver.session.scenario.scale == "sqrt_d"
    assert driver.dialogs.asked == ["unsaved One query, three sources"]


def test_cancelling_a_file_that_opens_leaves_the_document(qtbot, driver, bar, work, saved_file):
    driver.window.documents.open_path(saved_file)
    driver.trigger("cancelWorkAction")
    work.let_go()
    assert not bar.is_busy
    assert driver.session.path is None


def test_what_is_changed_while_a_file_opens_is_not_lost_unasked(
    qtbot, driver, bar, work, saved_file, monkeypatch
):
    driver.window.documents.open_path(saved_file)
    monkeypatch.setattr(pending, "LONG", 10**9)
    driver.change(5.0)
    work.let_go()
    settle(qtbot, driver)
    assert driver.dialogs.asked == ["unsaved One query, three sources"]
    assert driver.session.scenario.key[1, 0] == 5.0
    assert driver.session.path is None


def test_saving_waits_for_what_is_pending(driver, bar, work, tmp_path):
    driver.dialogs.save_to = tmp_path / "saved.attn"
    driver.change(5.0)
    work.let_go()
    assert driver.window.documents.save()
    assert driver.session.scenario.key[1, 0] == 5.0
    assert not driver.session.is_modified
    assert "5" in (tmp_path / "saved.attn").read_text(encoding="utf-8")


def test_closing_asks_about_a_pending_edit_and_ends_it(driver, bar, work):
    driver.change(5.0)
    work.wait()
    driver.dialogs.unsaved = UnsavedAnswer.DISCARD
    assert driver.window.close()
    assert driver.dialogs.asked == ["unsaved One query, three sources"]
    assert not bar.is_busy
    work.let_go()


def test_closing_given_up_lets_the_edit_land(qtbot, driver, bar, work):
    driver.change(5.0)
    driver.dialogs.unsaved = UnsavedAnswer.CANCEL
    assert not driver.window.close()
    work.let_go()
    settle(qtbot, driver)
    assert driver.session.scenario.key[1, 0] == 5.0


def _large_query():
    return Scenario(
        query=np.array([[1e200, 1e200]]),
        key=np.array([[0.0, 0.0], [0.0, 0.0]]),
        value=np.array([[1.0], [2.0]]),
        queries=("a",),
        sources=("b", "c"),
    )


# Comparing


@pytest.fixture
def compared(driver, bar, monkeypatch):
    """From here on every comparison leaves the main thread, and waits there; a state is pinned."""
    work = SlowWork(comparing_steps)
    monkeypatch.setattr(comparing, "LONG", 1)
    monkeypatch.setattr(comparison_steps, "comparing", work)
    driver.trigger("pinAction")
    yield work
    work.let_go(100)


def test_a_long_comparison_is_said_until_it_is_there(qtbot, driver, bar, compared):
    driver.change(5.0)
    assert driver.session.scenario.key[1, 0] == 5.0
    qtbot.waitUntil(bar.isVisible)
    assert bar.words.text() == "Compare with “Pin 1”: dot products …"
    assert driver.window.compare.panel.sentences.texts == [WAITING]
    assert "being worked out" in driver.window.compare.bar.label.text()
    compared.let_go()
    settle(qtbot, driver)
    assert bar.isHidden()
    first = driver.window.compare.panel.sentences.texts[0]
    assert first == "K changed in row 2, column 1 (0 → 5)."
    assert driver.window.compare.bar.label.text() == "Compared with “Pin 1”"


@pytest.fixture
def edit_work(work, monkeypatch):
    """What changes no number, such as a pin, is there at once; the others wait."""
    monkeypatch.setattr(pending, "LONG", 1)
    return work


def test_while_an_edit_is_worked_out_it_is_not_said_that_nothing_differs(
    qtbot, driver, bar, edit_work
):
    driver.trigger("pinAction")
    compare = driver.window.compare
    driver.change(5.0)
    assert compare.panel.sentences.texts == [WAITING]
    assert compare.bar.label.text() == "Compared with “Pin 1”: being worked out …"
    driver.trigger("cancelWorkAction")
    assert compare.panel.sentences.texts == ["Nothing differs."]
    assert compare.bar.label.text() == "Compared with “Pin 1”"
    driver.change(6.0)
    edit_work.let_go(2)
    settle(qtbot, driver)
    assert compare.panel.sentences.texts[0] == "K changed in row 2, column 1 (0 → 6)."
    assert compare.bar.label.text() == "Compared with “Pin 1”"


def test_while_an_edit_is_worked_out_no_difference_is_said_to_be_none(
    qtbot, driver, bar, edit_work
):
    driver.trigger("pinAction")
    driver.trigger("showDifferenceAction")
    card = driver.window.stage_flow.cards[0]
    assert card.legend.text == "No difference: the same as then"
    driver.change(5.0)
    assert card.legend.text == "No difference: being worked out"
    edit_work.let_go()
    settle(qtbot, driver)
    assert "symmetric around 0" in card.legend.text


def test_while_an_edit_is_worked_out_a_mistake_is_not_said_to_make_no_difference(
    qtbot, driver, bar, edit_work
):
    driver.session.load(load_example("same-token-two-places"), None)
    driver.session.laboratory.choose(MISTAKES["query-and-key-swapped"])
    edit_work.let_go()
    settle(qtbot, driver)
    why = driver.window.mistakes.banner.why
    assert why.text().endswith(NO_DIFFERENCE)
    cards = driver.window.mistakes.beside.cards
    assert "The same" in [card.remark.text() for card in cards]
    driver.session.edit(edits.set_cells, "query_projection", 0, 0, np.array([[5.0]]))
    assert NO_DIFFERENCE not in why.text()
    assert {card.remark.text() for card in cards} == {""}
    edit_work.let_go(2)
    settle(qtbot, driver)
    assert "It departs at Scores" in why.text()


def test_what_takes_long_is_said_whole_where_there_is_room(qtbot, driver, bar, compared):
    driver.window.resize(1280, 800)
    (pin,) = driver.session.scenario.pins
    driver.session.comparing.rename(pin, "The state before the query of the second reader changed")
    driver.change(5.0)
    qtbot.waitUntil(bar.isVisible)
    qtbot.waitUntil(lambda: bar.words.width() >= bar.words.sizeHint().width())
    assert bar.words.toolTip() == bar.words.text()
    driver.window.resize(700, 800)
    qtbot.waitUntil(lambda: bar.words.width() < bar.words.sizeHint().width())
    assert bar.cancel_button.geometry().right() <= bar.width()


def test_while_a_difference_is_worked_out_no_cell_shows_one(qtbot, driver, bar, compared):
    driver.trigger("showDifferenceAction")
    driver.change(5.0)
    (scores,) = (one for one in driver.window.stage_flow.heatmaps if one.array == "scores")
    assert scores.content.first_hidden == 0
    assert scores.shown.is_difference
    compared.let_go()
    settle(qtbot, driver)
    assert scores.content.first_hidden > 2
    assert scores.content.texts([0], [0, 1, 2], 3) == {(0, 0): "0", (0, 1): "+5", (0, 2): "0"}


def test_a_long_comparison_is_cancelled_with_escape(driver, bar, compared):
    driver.trigger("showDifferenceAction")
    driver.change(5.0)
    driver.trigger("cancelWorkAction")
    assert not bar.is_busy
    assert driver.session.comparing.showing is Showing.NOW
    assert driver.window.compare.panel.sentences.texts == [CANCELLED]
    assert driver.window.compare.bar.label.text() == CANCELLED
    assert driver.session.scenario.key[1, 0] == 5.0


def test_closing_ends_a_long_comparison(driver, bar, compared):
    driver.change(5.0)
    compared.wait()
    driver.dialogs.unsaved = UnsavedAnswer.DISCARD
    assert driver.window.close()
    assert not bar.is_busy


def test_two_states_side_by_side_wait_for_what_differs(qtbot, driver, bar, compared):
    driver.change(5.0)
    driver.trigger("showBesideAction")
    beside = driver.window.mistakes.beside
    assert beside.isVisible()
    assert beside.waiting.isVisible()
    compared.let_go(2)
    settle(qtbot, driver)
    assert not beside.waiting.isVisible()
    cards, heatmaps = beside.cards, beside.heatmaps
    driver.change(6.0)
    assert beside.waiting.isVisible()
    assert beside.cards == cards
    differences = [view for view in heatmaps if view.shown.is_difference]
    assert [view.content.first_hidden for view in differences] == [0] * len(differences)
    compared.let_go()
    settle(qtbot, driver)
    assert (beside.cards, beside.heatmaps) == (cards, heatmaps)
    assert not any(view.shown.missing for view in heatmaps)


# Saving


def test_a_large_document_is_saved_while_the_window_is_in_use(qtbot, driver, bar, disk, tmp_path):
    driver.dialogs.save_to = tmp_path / "large.attn"
    driver.change(5.0)
    driver.trigger("saveAction")
    qtbot.waitUntil(bar.isVisible)
    assert bar.words.text() == "Save large.attn …"
    assert not bar.cancel_button.isEnabled()
    assert driver.session.is_modified
    disk.may_write.release()
    settle(qtbot, driver)
    assert not driver.session.is_modified
    assert driver.session.path == tmp_path / "large.attn"


def test_what_is_changed_while_it_is_saved_stays_unsaved(qtbot, driver, bar, disk, tmp_path):
    driver.dialogs.save_to = tmp_path / "large.attn"
    driver.change(5.0)
    driver.trigger("saveAction")
    driver.change(6.0)
    disk.may_write.release()
    settle(qtbot, driver)
    assert disk.numbers == [5.0]
    assert driver.session.is_modified
    driver.trigger("undoAction")
    driver.trigger("undoAction")
    assert driver.session.is_modified  # the file has 5


def test_saving_again_meanwhile_writes_the_newest_state_next(qtbot, driver, bar, disk, tmp_path):
    driver.dialogs.save_to = tmp_path / "large.attn"
    driver.change(5.0)
    driver.trigger("saveAction")
    driver.change(6.0)
    driver.trigger("saveAction")
    driver.change(7.0)
    driver.trigger("saveAction")
    disk.may_write.release(2)
    settle(qtbot, driver)
    assert disk.numbers == [5.0, 7.0]
    assert not driver.session.is_modified


def test_a_full_disk_keeps_the_document_unsaved_and_says_so(qtbot, driver, bar, disk, tmp_path):
    driver.dialogs.save_to = tmp_path / "large.attn"
    disk.error = ScenarioFileError("the disk is full", tmp_path / "large.attn")
    driver.change(5.0)
    driver.trigger("saveAction")
    disk.may_write.release()
    settle(qtbot, driver)
    assert "disk is full" in driver.window.notice_bar.text
    assert driver.window.notice_bar.remedy == "Save elsewhere…"
    assert driver.session.is_modified


def test_a_window_that_is_saved_before_it_closes_closes_when_that_is_done(
    qtbot, driver, bar, disk, tmp_path
):
    driver.dialogs.save_to = tmp_path / "large.attn"
    driver.dialogs.unsaved = UnsavedAnswer.SAVE
    driver.change(5.0)
    assert not driver.window.close()
    with qtbot.waitSignal(driver.window.closed):
        disk.may_write.release()
    assert disk.numbers == [5.0]
    assert len(driver.dialogs.asked) == 2


def test_a_window_closed_while_it_is_saved_closes_when_that_is_done(
    qtbot, driver, bar, disk, tmp_path
):
    driver.dialogs.save_to = tmp_path / "large.attn"
    driver.change(5.0)
    driver.trigger("saveAction")
    assert not driver.window.close()
    with qtbot.waitSignal(driver.window.closed):
        disk.may_write.release()
    assert driver.dialogs.asked == ["save One query three sources.attn"]


def test_a_window_does_not_close_over_a_failed_save(qtbot, driver, bar, disk, tmp_path):
    driver.dialogs.save_to = tmp_path / "large.attn"
    driver.dialogs.unsaved = UnsavedAnswer.SAVE
    disk.error = ScenarioFileError("the disk is full", tmp_path / "large.attn")
    driver.change(5.0)
    assert not driver.window.close()
    disk.may_write.release()
    settle(qtbot, driver)
    assert driver.window.isVisible()
    assert driver.session.is_modified
    driver.dialogs.unsaved = UnsavedAnswer.DISCARD


@pytest.fixture
def writing(monkeypatch):
    """From here on every table that is copied is written off the main thread, and waits there."""
    writing = SlowWork(copying.written)
    monkeypatch.setattr(copying, "written", writing)
    monkeypatch.setattr(clipboard, "MANY_NUMBERS", 0)
    yield writing
    writing.let_go(100)


@pytest.fixture
def heard(monkeypatch):
    """What notices tell a screen reader."""
    heard = []
    monkeypatch.setattr(notice_bar, "announce", lambda _bar, text: heard.append(text))
    return heard


def in_table(driver, name):
    """Have an action of the table of the keys."""
    next(one for one in driver.table.actions() if one.objectName() == name).trigger()


def test_the_copy_of_a_large_table_is_under_way_until_it_is_on_the_clipboard(
    qtbot, driver, bar, writing
):
    QGuiApplication.clipboard().setText("before")
    driver.table.selectAll()
    in_table(driver, "copyCellsAction")
    qtbot.waitUntil(bar.isVisible)
    assert bar.words.text() == "Copy 3 × 2 numbers …"
    assert QGuiApplication.clipboard().text() == "before"
    writing.let_go()
    settle(qtbot, driver)
    assert QGuiApplication.clipboard().text() == "1\t0\n0\t1\n1\t1"


def test_that_a_large_copy_is_done_is_said_and_heard_and_the_focus_stays(
    qtbot, driver, bar, writing, heard
):
    driver.activate()
    driver.table.setFocus()
    driver.table.selectAll()
    in_table(driver, "copyCellsAction")
    assert driver.window.notice_bar.text != "Copied 3 × 2 numbers."
    writing.let_go()
    settle(qtbot, driver)
    assert driver.window.notice_bar.text == "Copied 3 × 2 numbers."
    assert heard[-1] == "Copied 3 × 2 numbers."
    assert driver.table.hasFocus()
    driver.session.go_to(Place("output", 0, 0))
    assert driver.window.notice_bar.text == ""


def test_a_copy_that_is_under_way_can_be_cancelled_and_is_not_pasted_before_it_is_there(
    qtbot, driver, bar, writing
):
    QGuiApplication.clipboard().setText("7")
    driver.table.selectAll()
    in_table(driver, "copyCellsAction")
    in_table(driver, "pasteCellsAction")
    assert driver.session.undo_stack.count() == 0
    assert driver.window.notice_bar.text.startswith("Not yet: “copy 3 × 2 numbers”")
    driver.trigger("cancelWorkAction")
    assert not bar.is_busy
    assert "Copied" not in driver.window.notice_bar.text
    in_table(driver, "pasteCellsAction")
    assert driver.session.scenario.key.tolist() == [[7, 7]] * 3


@pytest.fixture
def reading(monkeypatch):
    """From here on every text that is pasted is read off the main thread, and waits there."""
    reading = SlowWork(pasting.read)
    monkeypatch.setattr(pasting, "read", reading)
    monkeypatch.setattr(pasting, "LONG_TEXT", 0)
    yield reading
    reading.let_go(100)


def begin_paste(driver, text="5\t6"):
    QGuiApplication.clipboard().setText(text)
    driver.table.setCurrentIndex(driver.table.matrix.index(1, 0))
    in_table(driver, "pasteCellsAction")


def test_a_long_paste_is_under_way_until_it_is_in_the_table_as_one_undo_entry(
    qtbot, driver, bar, reading
):
    begin_paste(driver)
    qtbot.waitUntil(bar.isVisible)
    assert bar.words.text() == "Paste into K …"
    assert driver.session.scenario.key.tolist() == [[1, 0], [0, 1], [1, 1]]
    reading.let_go()
    settle(qtbot, driver)
    assert driver.session.scenario.key.tolist() == [[1, 0], [5, 6], [1, 1]]
    assert driver.session.undo_stack.count() == 1


@pytest.mark.parametrize("action", ["undoAction", "cancelWorkAction"])
def test_a_long_paste_can_be_given_up(qtbot, driver, bar, reading, action):
    driver.change(5.0)
    begin_paste(driver)
    assert driver.action("undoAction").text() == "&Undo paste into K"
    driver.trigger(action)
    assert not bar.is_busy
    assert driver.session.scenario.key[1, 0] == 5
    assert driver.action("undoAction").text() == "&Undo set K₂,₁ to 5"


def test_a_long_paste_goes_nowhere_once_rows_have_moved(qtbot, driver, bar, reading):
    begin_paste(driver)
    driver.session.edit(edits.insert, Axis.SOURCES, 0)
    reading.let_go()
    settle(qtbot, driver)
    assert driver.session.undo_stack.count() == 1
    assert driver.window.notice_bar.text.startswith("Nothing was pasted: meanwhile rows")


def test_a_long_paste_does_not_reach_another_document(qtbot, driver, bar, reading):
    begin_paste(driver)
    driver.session.load(driver.session.scenario, None)
    assert not bar.is_busy


def test_a_window_that_closes_writes_what_is_being_exported(driver, bar, tmp_path, monkeypatch):
    monkeypatch.setattr(exporting, "MANY_NUMBERS", 0)
    driver.dialogs.export_to = tmp_path / "sweep.csv"
    driver.window.documents.export(Sheet(["a"], [np.array([1.0])]))
    assert driver.window.close()
    assert (tmp_path / "sweep.csv").read_text() == "a\n1\n"
