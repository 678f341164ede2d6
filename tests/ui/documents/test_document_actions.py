"""The File menu: nothing is lost unasked, and whatever fails leaves the document as it is."""

from pathlib import Path

import numpy as np
import pytest
from PySide6.QtCore import Qt

from explorer.app import edits, saving
from explorer.files import ScenarioFileError, list_examples, load_scenario, save_scenario
from explorer.model import Scenario
from explorer.ui.window.dialogs import ConflictAnswer, UnsavedAnswer

HUGE = 1e200
"""Its square is too large to store."""


@pytest.fixture
def documents(window):
    return window.documents


@pytest.fixture
def other_scenario():
    return Scenario(
        query=np.ones((2, 2)),
        key=np.ones((2, 2)),
        value=np.ones((2, 1)),
        queries=("a", "b"),
        sources=("a", "b"),
        title="Other",
    )


def without_a_bound(tmp_path):
    """A valid file whose scores are too large to store."""
    path = tmp_path / "huge.attn"
    path.write_text(
        '{"format": "attention-explorer-scenario", "version": 1, '
        f'"query": [[{HUGE}]], "key": [[{HUGE}]], "value": [[1]]}}',
        encoding="utf-8",
    )
    return path


def bad_file(tmp_path):
    path = tmp_path / "bad.attn"
    path.write_text('{"format": "attention-explorer-scenario", "version": 1}', encoding="utf-8")
    return path


def number_in(path):
    return load_scenario(path).key[1, 0]


# Saving


def test_saving_a_document_with_a_file_asks_nothing(driver, documents, saved_file):
    documents.open_path(saved_file)
    driver.change()
    driver.trigger("saveAction")
    assert driver.dialogs.asked == []
    assert number_in(saved_file) == 5.0
    assert not driver.window.isWindowModified()


def test_saving_for_the_first_time_asks_where_and_suggests_the_title(driver, tmp_path):
    driver.dialogs.save_to = tmp_path / "first.attn"
    driver.change()
    driver.trigger("saveAction")
    assert driver.dialogs.asked == ["save One query three sources.attn"]
    assert driver.session.path == tmp_path / "first.attn"
    assert number_in(tmp_path / "first.attn") == 5.0


@pytest.mark.parametrize(
    ("title", "suggested"),
    [("a/b:c", "a b c.attn"), ("", "Untitled.attn"), ("***", "scenario.attn"), ("ü 1", "ü 1.attn")],
)
def test_a_suggested_name_is_one_that_every_system_takes(driver, title, suggested):
    driver.session.edit(edits.describe_document, title, "")
    driver.trigger("saveAction")
    assert driver.dialogs.asked == [f"save {suggested}"]


def test_saving_elsewhere_goes_on_with_the_new_file(driver, documents, saved_file, tmp_path):
    documents.open_path(saved_file)
    driver.change()
    driver.dialogs.save_to = tmp_path / "copy.attn"
    driver.trigger("saveAsAction")
    assert driver.dialogs.asked == [f"save {saved_file}"]
    assert driver.session.path == tmp_path / "copy.attn"
    assert number_in(saved_file) == 0.0
    assert number_in(tmp_path / "copy.attn") == 5.0


def test_cancelling_the_question_where_leaves_the_document_unsaved(driver):
    driver.change()
    driver.trigger("saveAction")
    assert driver.window.isWindowModified()
    assert driver.session.path is None


def test_a_document_that_could_not_be_saved_stays_open_and_unsaved(driver, documents, tmp_path):
    driver.change()
    driver.dialogs.save_to = tmp_path / "missing" / "a.attn"
    driver.trigger("saveAction")
    assert driver.window.notice_bar.text.startswith("Not saved:")
    assert driver.window.notice_bar.remedy == "Save elsewhere…"
    assert driver.window.isWindowModified()
    assert driver.session.path is None
    assert driver.session.scenario.key[1, 0] == 5.0


def test_a_full_disk_leaves_the_old_file_and_offers_another_place(
    driver, documents, saved_file, tmp_path, monkeypatch
):
    def refuse(_scenario, path):
        raise ScenarioFileError("not saved: no space left on device", path)

    documents.open_path(saved_file)
    driver.change()
    monkeypatch.setattr(saving, "save_scenario", refuse)
    driver.trigger("saveAction")
    assert "no space left" in driver.window.notice_bar.text
    assert number_in(saved_file) == 0.0
    assert driver.session.path == saved_file
    monkeypatch.undo()
    driver.dialogs.save_to = tmp_path / "elsewhere.attn"
    driver.window.notice_bar.take_remedy()
    assert number_in(tmp_path / "elsewhere.attn") == 5.0
    assert not driver.window.isWindowModified()


def test_a_notice_that_saving_failed_goes_when_saving_works(driver, tmp_path):
    driver.window.notice_bar.dismiss()
    driver.dialogs.save_to = tmp_path / "missing" / "a.attn"
    driver.trigger("saveAction")
    assert driver.window.notice_bar.text
    driver.dialogs.save_to = tmp_path / "a.attn"
    driver.trigger("saveAction")
    assert driver.window.notice_bar.text == ""


def test_the_save_keys_save_what_is_being_typed(qtbot, driver, documents, saved_file):
    documents.open_path(saved_file)
    editor = driver.open_editor("9")
    qtbot.keyClick(editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert number_in(saved_file) == 9.0
    assert not driver.window.isWindowModified()
    assert not driver.session.is_editing


def test_the_save_keys_save_nothing_while_a_cell_holds_no_number(
    qtbot, driver, documents, saved_file
):
    documents.open_path(saved_file)
    driver.change(4.0)
    editor = driver.open_editor("1/0")
    qtbot.keyClick(editor, Qt.Key.Key_S, Qt.KeyboardModifier.ControlModifier)
    assert number_in(saved_file) == 0.0
    assert editor.is_open
    assert editor.text() == "1/0"
    assert driver.window.isWindowModified()
    editor.cancel()


@pytest.mark.parametrize("action", ["saveAsAction", "openAction", "revertAction"])
def test_no_file_is_asked_for_while_a_cell_holds_no_number(
    driver, documents, saved_file, tmp_path, action
):
    documents.open_path(saved_file)
    driver.change(4.0)
    driver.dialogs.save_to = tmp_path / "b.attn"
    editor = driver.open_editor("abc")
    driver.trigger(action)
    assert driver.dialogs.asked == []
    assert editor.is_open
    editor.cancel()


# Opening


def test_opening_asks_for_a_file_and_shows_it(driver, saved_file):
    driver.dialogs.open_from = saved_file
    driver.trigger("openAction")
    assert driver.dialogs.asked == ["open"]
    assert driver.session.path == saved_file


def test_cancelling_the_question_which_file_changes_nothing(driver):
    scenario = driver.session.scenario
    driver.trigger("openAction")
    assert driver.session.scenario is scenario


@pytest.mark.parametrize("answer", list(UnsavedAnswer))
def test_opening_over_changes_asks_first(driver, documents, saved_file, tmp_path, answer):
    driver.change()
    driver.dialogs.unsaved = answer
    driver.dialogs.save_to = tmp_path / "kept.attn"
    documents.open_path(saved_file)
    assert driver.dialogs.asked[0] == "unsaved One query, three sources"
    opened = answer is not UnsavedAnswer.CANCEL
    assert (driver.session.path == saved_file) == opened
    assert (driver.session.scenario.key[1, 0] == 0.0) == opened
    assert (tmp_path / "kept.attn").exists() == (answer is UnsavedAnswer.SAVE)


def test_a_document_that_was_to_be_saved_first_stays_when_saving_fails(
    driver, documents, saved_file, tmp_path
):
    driver.change()
    driver.dialogs.unsaved = UnsavedAnswer.SAVE
    driver.dialogs.save_to = tmp_path / "missing" / "kept.attn"
    documents.open_path(saved_file)
    assert driver.session.scenario.key[1, 0] == 5.0
    assert driver.window.isWindowModified()


def test_a_bad_file_leaves_the_document_and_says_what_is_wrong_where(driver, documents, tmp_path):
    driver.change()
    documents.open_path(bad_file(tmp_path))
    assert driver.dialogs.asked == []
    assert driver.window.notice_bar.text.startswith("Could not open bad.attn: ")
    assert "query" in driver.window.notice_bar.text
    assert driver.session.scenario.key[1, 0] == 5.0
    assert documents._preferences.recent_files == ()


def test_a_missing_file_is_said_and_changes_nothing(driver, documents, tmp_path):
    documents.open_path(tmp_path / "none.attn")
    assert driver.window.notice_bar.text.startswith("Could not open none.attn: ")
    assert driver.session.path is None


def test_a_file_whose_calculation_grows_too_large_is_refused_in_the_window(
    driver, documents, tmp_path
):
    documents.open_path(without_a_bound(tmp_path))
    assert driver.window.notice_bar.text.startswith("Could not open huge.attn: ")
    assert driver.session.scenario.title == "One query, three sources"
    assert documents._preferences.recent_files == ()


def test_an_archive_opens_as_an_untitled_document(driver, documents, tmp_path):
    path = tmp_path / "tensors.npz"
    arrays = {"query": np.eye(2), "key": np.eye(2), "value": np.eye(2)}
    np.savez(path, **arrays)
    documents.open_path(path)
    assert driver.session.scenario.query.tolist() == [[1, 0], [0, 1]]
    assert driver.session.path is None
    assert driver.session.name == "tensors"


# New


def test_a_new_scenario_asks_only_when_something_changed(driver, documents, other_scenario):
    assert documents.new(other_scenario)
    assert driver.dialogs.asked == []
    driver.change()
    assert not documents.new(other_scenario)
    assert driver.dialogs.asked == ["unsaved Other"]
    driver.trigger("undoAction")
    assert documents.new(other_scenario)
    assert len(driver.dialogs.asked) == 1


@pytest.mark.parametrize("example", list_examples(), ids=lambda example: example.name)
def test_every_example_opens_as_an_untitled_copy_and_says_what_to_notice(
    driver, documents, example
):
    documents.open_example(example)
    assert driver.session.scenario.title == example.title
    assert driver.session.path is None
    assert not driver.window.isWindowModified()
    assert driver.window.notice_bar.text == f"What to notice: {example.notice}"
    assert documents._preferences.recent_files == ()


# Revert


def test_reverting_goes_back_to_the_file_when_the_person_agrees(driver, documents, saved_file):
    documents.open_path(saved_file)
    driver.change()
    driver.trigger("revertAction")
    assert driver.dialogs.asked == ["revert seed.attn"]
    assert driver.session.scenario.key[1, 0] == 5.0
    driver.dialogs.may_revert = True
    driver.trigger("revertAction")
    assert driver.session.scenario.key[1, 0] == 0.0
    assert not driver.window.isWindowModified()


def test_there_is_something_to_revert_to_only_with_a_file_and_changes(
    driver, documents, saved_file
):
    revert = driver.action("revertAction")
    driver.change()
    assert not revert.isEnabled()
    driver.trigger("undoAction")
    documents.open_path(saved_file)
    assert not revert.isEnabled()
    driver.change()
    assert revert.isEnabled()
    driver.trigger("saveAction")
    assert not revert.isEnabled()


def test_reverting_to_a_file_that_is_gone_keeps_the_document(driver, documents, saved_file):
    documents.open_path(saved_file)
    driver.change()
    saved_file.unlink()
    driver.dialogs.may_revert = True
    driver.trigger("revertAction")
    assert driver.window.notice_bar.text.startswith("Could not read seed.attn: ")
    assert driver.session.scenario.key[1, 0] == 5.0
    assert driver.window.isWindowModified()


# The file underneath


@pytest.fixture
def changed_file(driver, documents, saved_file, other_scenario):
    """The document's file, written by another program while the document was changed here."""
    documents.open_path(saved_file)
    driver.change()
    save_scenario(other_scenario, saved_file)
    return saved_file


@pytest.fixture
def gone_file(driver, documents, saved_file):
    """The document's file, removed while the document was changed here."""
    documents.open_path(saved_file)
    driver.change()
    saved_file.unlink()
    return saved_file


def test_a_file_changed_by_another_program_is_not_written_over_unasked(driver, changed_file):
    before = changed_file.read_bytes()
    driver.trigger("saveAction")
    assert driver.dialogs.asked == ["changed seed.attn"]
    assert changed_file.read_bytes() == before
    assert driver.session.is_modified


def test_keeping_mine_replaces_the_changed_file_and_asks_no_more(driver, changed_file):
    driver.dialogs.conflict = ConflictAnswer.KEEP_MINE
    driver.trigger("saveAction")
    assert number_in(changed_file) == 5.0
    driver.change(6.0)
    driver.trigger("saveAction")
    assert number_in(changed_file) == 6.0
    assert driver.dialogs.asked == ["changed seed.attn"]


def test_reloading_drops_mine_without_a_second_question(driver, changed_file):
    driver.dialogs.conflict = ConflictAnswer.RELOAD
    driver.trigger("saveAction")
    assert driver.session.scenario.title == "Other"
    assert not driver.session.is_modified
    assert driver.dialogs.asked == ["changed seed.attn"]


def test_saving_mine_elsewhere_leaves_the_changed_file(driver, changed_file, tmp_path):
    before = changed_file.read_bytes()
    driver.dialogs.conflict = ConflictAnswer.SAVE_AS
    driver.dialogs.save_to = tmp_path / "mine.attn"
    driver.trigger("saveAction")
    assert number_in(tmp_path / "mine.attn") == 5.0
    assert changed_file.read_bytes() == before
    assert driver.session.path == tmp_path / "mine.attn"


def test_a_file_that_was_only_touched_asks_nothing(driver, documents, saved_file):
    documents.open_path(saved_file)
    driver.change()
    saved_file.touch()
    driver.trigger("saveAction")
    assert driver.dialogs.asked == []
    assert number_in(saved_file) == 5.0


def test_a_file_that_is_gone_is_made_again_only_when_the_person_agrees(driver, gone_file):
    driver.trigger("saveAction")
    assert driver.dialogs.asked == ["gone seed.attn"]
    assert not gone_file.exists()
    driver.dialogs.conflict = ConflictAnswer.KEEP_MINE
    driver.trigger("saveAction")
    assert number_in(gone_file) == 5.0


def test_a_folder_that_is_gone_leaves_the_document_open_and_unsaved(
    driver, documents, tmp_path, seed_scenario
):
    folder = tmp_path / "stick"
    folder.mkdir()
    path = folder / "seed.attn"
    save_scenario(seed_scenario, path)
    documents.open_path(path)
    driver.change()
    path.unlink()
    folder.rmdir()
    driver.dialogs.conflict = ConflictAnswer.KEEP_MINE
    driver.trigger("saveAction")
    assert "that folder does not exist" in driver.window.notice_bar.text
    assert driver.window.notice_bar.remedy == "Save elsewhere…"
    assert driver.session.is_modified


def test_coming_back_to_the_window_tells_of_a_changed_file_once(driver, documents, changed_file):
    driver.window.notice_bar.dismiss()
    documents.notice_changes()
    notice = driver.window.notice_bar
    assert notice.text == (
        "seed.attn was changed by another program. The document here is as it was."
    )
    notice.dismiss()
    documents.notice_changes()
    assert notice.text == ""
    changed_file.unlink()
    documents.notice_changes()
    assert notice.text == "seed.attn is no longer there. The document here is whole."


def test_the_notice_of_a_changed_file_offers_to_read_it_again(driver, documents, changed_file):
    documents.notice_changes()
    driver.dialogs.may_revert = True
    driver.window.notice_bar.take_remedy()
    assert driver.dialogs.asked == ["revert seed.attn"]
    assert driver.session.scenario.title == "Other"
    driver.window.notice_bar.dismiss()
    documents.notice_changes()
    assert driver.window.notice_bar.text == ""


# Recent files


def recent_entries(driver):
    menu = driver.window.menus.recent_menu
    menu.aboutToShow.emit()
    actions = menu.actions()
    return actions[: -2 if len(actions) > 1 else 1]  # without the line and what clears the list


def test_the_recent_list_says_when_it_is_empty(driver):
    (entry,) = recent_entries(driver)
    assert not entry.isEnabled()


def test_the_recent_list_keeps_the_last_ten_newest_first(driver, documents, saved_file):
    for number in range(12):
        path = saved_file.with_name(f"{number}.attn")
        save_scenario(driver.session.scenario, path)
        documents.open_path(path)
    documents.open_path(saved_file.with_name("7.attn"))
    names = [entry.text().split()[0] for entry in recent_entries(driver)]
    assert names == [f"{number}.attn" for number in (7, 11, 10, 9, 8, 6, 5, 4, 3, 2)]


def test_saved_files_are_recent_too_and_missing_ones_are_greyed(driver, documents, saved_file):
    documents.open_path(saved_file)
    driver.dialogs.save_to = saved_file.with_name("copy & more.attn")
    driver.trigger("saveAsAction")
    saved_file.unlink()
    entries = recent_entries(driver)
    assert [entry.isEnabled() for entry in entries] == [True, False]
    assert entries[0].text().startswith("copy && more.attn — ")


def test_a_recent_file_opens_and_the_list_can_be_cleared(driver, documents, saved_file):
    documents.open_path(saved_file)
    driver.dialogs.save_to = saved_file.with_name("copy.attn")
    driver.trigger("saveAsAction")
    recent_entries(driver)[1].trigger()
    assert driver.session.path == saved_file
    menu = driver.window.menus.recent_menu
    menu.actions()[-1].trigger()
    assert documents._preferences.recent_files == ()


def test_a_recent_file_in_a_folder_that_cannot_be_read_is_greyed(driver, monkeypatch):
    driver.window.look.preferences.add_recent(Path("/root/\x00bad"))
    assert [entry.isEnabled() for entry in recent_entries(driver)] == [False]
