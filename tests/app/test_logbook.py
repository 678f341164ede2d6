"""The log file: there from the first record on, and never large."""

import os

import pytest

from explorer.app import logbook as module
from explorer.app.logbook import LOG, OLD_LOGS, Logbook


@pytest.fixture
def logbook(tmp_path):
    logbook = Logbook(tmp_path / "state" / "log")
    logbook.open()
    yield logbook
    logbook.close()


def test_a_run_in_which_nothing_goes_wrong_leaves_no_file(logbook):
    logbook.close()
    assert not logbook.file.exists()


def test_what_went_wrong_stands_in_the_file(logbook):
    LOG.error("at %s", "this place")
    LOG.warning("and there")
    first, second = logbook.file.read_text("utf-8").splitlines()
    assert first.endswith(" ERROR at this place")
    assert second.endswith(" WARNING and there")


def test_a_large_file_starts_anew_and_old_ones_are_let_go(logbook, monkeypatch):
    monkeypatch.setattr(module, "LARGEST_LOG", 100)
    for number in range(20):
        LOG.error("error number %d", number)
    files = sorted(logbook.file.parent.iterdir())
    assert len(files) == 1 + OLD_LOGS
    assert all(file.stat().st_size <= 100 for file in files)
    assert "error number 19" in logbook.file.read_text("utf-8")


@pytest.mark.skipif(os.name != "posix", reason="pipes as files")
def test_a_pipe_in_place_of_the_log_is_left_alone(logbook):
    os.mkfifo(logbook.file)
    LOG.error("nobody reads this")
    assert logbook.file.is_fifo()


def test_nothing_is_written_once_the_logbook_is_closed(logbook):
    LOG.error("before")
    logbook.close()
    LOG.error("after")
    assert "after" not in logbook.file.read_text("utf-8")
