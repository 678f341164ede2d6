"""Recovery files: written soon, whole, by their owner only, and gone after a clean end."""

import os
import shutil

import pytest

from explorer.app import course, edits, pending
from explorer.app.recovery import ENDING, Recovery, RecoveryFile, RecoveryFolder
from explorer.app.session import Session
from explorer.files import ScenarioFileError
from explorer.files.recovery_format import load_unsaved
from explorer.model import Place
from tests.slow_work import SlowWork

posix = pytest.mark.skipif(os.name != "posix", reason="pipes as files")
SOON = 20
"""Milliseconds to the writing, where a test waits for it."""


@pytest.fixture
def folder(tmp_path):
    return RecoveryFolder(tmp_path / "state" / "recovery")


@pytest.fixture
def recovery(session, folder):
    recovery = Recovery(session, folder, delay=SOON)
    yield recovery
    recovery.keep()


def change(session, number):
    assert session.edit(edits.set_cells, "value", 2, 0, [[number]])


def number_kept(recovery):
    return load_unsaved(recovery.file).scenario.value[2, 0]


def files(folder):
    return sorted(path.suffix for path in folder.folder.iterdir())


def test_nothing_is_written_while_nothing_is_unsaved(recovery, folder):
    recovery.flush()
    assert recovery.file is None
    assert not folder.folder.exists()


def test_a_change_is_written_without_being_asked_for(qtbot, session, recovery):
    change(session, 50.0)
    qtbot.waitUntil(lambda: recovery.file is not None and recovery.file.exists())
    assert number_kept(recovery) == 50


def test_the_writing_is_not_put_off_by_more_changes(qtbot, session, folder):
    recovery = Recovery(session, folder, delay=200)
    for number in range(100):
        change(session, float(number))
        qtbot.wait(10)
    assert number_kept(recovery) > 10
    recovery.drop()


def test_the_step_is_kept_too(session, recovery):
    change(session, 50.0)
    session.go_to(Place("weights", 0, 1))
    recovery.flush()
    assert load_unsaved(recovery.file).scenario.view == {"step": "weights:1:2"}


def test_saving_and_undoing_leave_no_file(session, recovery, tmp_path):
    change(session, 50.0)
    recovery.flush()
    assert recovery.file.exists()
    session.mark_saved(tmp_path / "x.attn")
    recovery.flush()
    assert not recovery.file.exists()
    session.undo_stack.undo()
    recovery.flush()
    assert number_kept(recovery) == 30
    session.undo_stack.redo()
    recovery.flush()
    assert not recovery.file.exists()


def test_what_is_written_already_is_not_written_again(session, recovery, monkeypatch):
    written = []
    write = RecoveryFile.write

    def note(file, unsaved):
        written.append(float(unsaved.scenario.value[2, 0]))
        write(file, unsaved)

    monkeypatch.setattr(RecoveryFile, "write", note)
    change(session, 50.0)
    recovery.flush()
    recovery.flush()
    assert written == [50]
    session.go_to(Place("weights", 0, 1))
    recovery.flush()
    assert written == [50, 50]
    change(session, 60.0)
    recovery.flush()
    session.undo_stack.undo()
    recovery.flush()
    assert written == [50, 50, 60, 50]
    recovery.file.unlink()
    recovery.flush()
    assert written == [50, 50, 60, 50, 50]


def test_what_could_not_be_written_is_tried_again(session, recovery, monkeypatch):
    write = RecoveryFile.write

    def fail(file, unsaved):
        raise ScenarioFileError("the disk is full", file.path)

    monkeypatch.setattr(RecoveryFile, "write", fail)
    change(session, 50.0)
    recovery.flush()
    monkeypatch.setattr(RecoveryFile, "write", write)
    recovery.flush()
    assert number_kept(recovery) == 50


def test_what_is_still_being_worked_out_is_written_when_it_is_there(
    qtbot, session, recovery, monkeypatch
):
    work = SlowWork()
    monkeypatch.setattr(pending, "LONG", 0)
    monkeypatch.setattr(course, "calculating", work)
    change(session, 50.0)
    recovery.flush()
    assert recovery.file is None
    work.let_go()
    qtbot.waitUntil(lambda: not session.pending.is_busy)
    recovery.flush()
    assert number_kept(recovery) == 50


def test_a_closed_window_leaves_nothing_behind(session, folder):
    recovery = Recovery(session, folder, delay=SOON)
    change(session, 50.0)
    recovery.flush()
    recovery.drop()
    assert files(folder) == []
    change(session, 60.0)  # is nobody's business any more
    assert files(folder) == []


def test_what_a_program_leaves_when_it_ends_is_offered_to_the_next(session, folder):
    recovery = Recovery(session, folder)
    change(session, 50.0)
    recovery.keep()
    (left,) = folder.left_behind()
    assert left.read().name == "One query, three sources"
    assert left.read().scenario.value[2, 0] == 50
    left.clear()
    left.release()
    assert files(folder) == []


def test_two_windows_have_a_file_each_and_offer_none_to_each_other(session, seed_scenario, folder):
    other = Session(seed_scenario)
    recoveries = [Recovery(one, folder) for one in (session, other)]
    change(session, 1.0)
    change(other, 2.0)
    for recovery in recoveries:
        recovery.flush()
    assert [number_kept(recovery) for recovery in recoveries] == [1, 2]
    assert list(folder.left_behind()) == []
    for recovery in recoveries:
        recovery.drop()


def test_a_file_that_is_being_offered_is_not_offered_twice(session, folder):
    recovery = Recovery(session, folder)
    change(session, 50.0)
    recovery.keep()
    offered = list(folder.left_behind())
    assert len(offered) == 1
    assert list(RecoveryFolder(folder.folder).left_behind()) == []
    offered[0].release()
    assert len(list(folder.left_behind())) == 1


def test_a_damaged_file_is_kept_under_another_name_and_not_offered_again(folder):
    folder.folder.mkdir(parents=True)
    (folder.folder / "x.recovery").write_bytes(b"nonsense")
    (left,) = folder.left_behind()
    with pytest.raises(ScenarioFileError):
        left.read()
    left.set_aside()
    assert list(folder.left_behind()) == []
    assert files(folder) == [".damaged"]


def test_a_folder_that_cannot_be_made_is_told_once_and_the_document_stays(session, tmp_path, qtbot):
    (tmp_path / "state").touch()
    recovery = Recovery(session, RecoveryFolder(tmp_path / "state" / "recovery"))
    told = []
    recovery.failed.connect(told.append)
    for number in (1.0, 2.0):
        change(session, number)
        recovery.flush()
    assert len(told) == 1
    assert session.scenario.value[2, 0] == 2
    recovery.keep()


def test_a_full_disk_is_told_again_after_it_worked_in_between(session, recovery, monkeypatch):
    told = []
    recovery.failed.connect(told.append)

    def full(unsaved, path):
        raise ScenarioFileError("not saved: the disk is full; choose another place", path)

    for number in (1.0, 2.0, 3.0):
        change(session, number)
        with monkeypatch.context() as patch:
            patch.setattr("explorer.app.recovery.save_unsaved", full)
            recovery.flush()
            recovery.flush()
        recovery.flush()
        assert number_kept(recovery) == number
    assert len(told) == 3
    assert "the disk is full" in told[0]


def test_a_writing_that_failed_is_tried_again_without_another_change(
    qtbot, session, recovery, monkeypatch
):
    def full(unsaved, path):
        raise ScenarioFileError("not saved: the disk is full; choose another place", path)

    change(session, 50.0)
    with monkeypatch.context() as patch, qtbot.waitSignal(recovery.failed):
        patch.setattr("explorer.app.recovery.save_unsaved", full)
        recovery.flush()
    qtbot.waitUntil(lambda: recovery.file.exists())
    assert number_kept(recovery) == 50


def test_an_error_that_nobody_expected_is_told_and_holds_up_no_end(
    session, folder, monkeypatch, caplog
):
    def wrong(unsaved, path):
        raise RuntimeError("a mistake of the program")

    recovery = Recovery(session, folder)
    told = []
    recovery.failed.connect(told.append)
    monkeypatch.setattr("explorer.app.recovery.save_unsaved", wrong)
    change(session, 50.0)
    recovery.keep()
    assert len(told) == 1
    assert "RuntimeError('a mistake of the program')" in told[0]
    assert "Traceback" in caplog.text


def test_what_failed_is_not_tried_again_after_the_end(qtbot, session, folder, monkeypatch):
    def full(unsaved, path):
        raise ScenarioFileError("not saved: the disk is full; choose another place", path)

    recovery = Recovery(session, folder, delay=1)
    change(session, 50.0)
    with monkeypatch.context() as patch:
        patch.setattr("explorer.app.recovery.save_unsaved", full)
        recovery.flush()
        recovery.drop()
    qtbot.wait(50)  # more than enough for another try
    assert files(folder) == []


def test_a_folder_that_was_swept_away_is_made_again_with_a_file_nobody_else_claims(
    session, recovery, folder
):
    change(session, 50.0)
    recovery.flush()
    shutil.rmtree(folder.folder)
    change(session, 60.0)
    recovery.flush()
    assert number_kept(recovery) == 60
    assert list(folder.left_behind()) == []


def test_what_a_session_was_recovered_from_goes_on_as_its_file(session, folder, seed_scenario):
    first = Recovery(session, folder)
    change(session, 50.0)
    first.keep()
    (left,) = folder.left_behind()
    again = Session(left.read().scenario)
    again.mark_unsaved()
    recovery = Recovery(again, folder, file=left)
    assert number_kept(recovery) == 50
    change(again, 60.0)
    recovery.flush()
    assert number_kept(recovery) == 60
    assert files(folder) == [".lock", ".recovery"]
    recovery.drop()
    assert files(folder) == []


def lock_of_the_dead(folder):
    """A lock as a killed process leaves it."""
    file = folder.claim()
    lock = file.path.with_suffix(".lock")
    text = lock.read_text()
    file.release()
    lock.write_text(f"999999999\n{text.partition(chr(10))[2]}")
    return lock


def test_the_lock_of_a_killed_process_with_nothing_unsaved_is_cleared_away(folder):
    lock = lock_of_the_dead(folder)
    assert list(folder.left_behind()) == []
    assert not lock.exists()


@pytest.mark.parametrize("content", [b"", bytes(60)], ids=["empty", "zeros"])
def test_a_lock_that_a_loss_of_power_left_empty_keeps_nothing_back(session, folder, content):
    recovery = Recovery(session, folder)
    change(session, 50.0)
    recovery.keep()
    recovery.file.with_suffix(".lock").write_bytes(content)
    (left,) = folder.left_behind()
    assert left.read().scenario.value[2, 0] == 50
    left.release()


@posix
def test_a_pipe_in_place_of_a_lock_keeps_nothing_back(session, folder):
    recovery = Recovery(session, folder)
    change(session, 50.0)
    recovery.keep()
    lock = recovery.file.with_suffix(".lock")
    lock.unlink(missing_ok=True)
    os.mkfifo(lock)
    os.mkfifo(folder.folder / "another.lock")
    (left,) = folder.left_behind()
    assert left.read().scenario.value[2, 0] == 50
    left.release()
    assert not any(path.is_fifo() for path in folder.folder.iterdir())


@posix
@pytest.mark.parametrize("make", [os.mkfifo, os.mkdir])
def test_what_is_no_recovery_file_is_put_aside_unread(folder, make):
    folder.folder.mkdir(parents=True)
    make(folder.folder / f"odd{ENDING}")
    (left,) = folder.left_behind()
    with pytest.raises(ScenarioFileError, match="cannot be read"):
        left.read()
    aside = left.set_aside()
    assert aside.exists()
    assert list(folder.left_behind()) == []


def test_the_lock_of_a_window_is_respected_even_if_its_content_is_gone(session, recovery, folder):
    change(session, 50.0)
    recovery.flush()
    os.truncate(recovery.file.with_suffix(".lock"), 0)
    assert list(folder.left_behind()) == []
