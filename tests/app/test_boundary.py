"""The unexpected: how often it is logged, and how often it is told."""

import io
import sys

import pytest
from PySide6.QtCore import qWarning

from explorer.app.boundary import LOGGED_TIMES, LONGEST_LINE, ErrorBoundary
from explorer.app.logbook import Logbook


@pytest.fixture
def logbook(tmp_path):
    return Logbook(tmp_path / "log")


@pytest.fixture
def told(logbook, qapp):
    """The lines that reach the person while a boundary is in place."""
    boundary = ErrorBoundary(logbook)
    lines = []
    boundary.caught.connect(lambda line, _details: lines.append(line))
    boundary.install()
    yield lines
    boundary.uninstall()


def go_wrong(words="at this place"):
    try:
        raise ValueError(words)
    except ValueError as error:
        sys.excepthook(type(error), error, error.__traceback__)


def test_an_error_that_comes_back_by_itself_is_told_once(told, capsys):
    for _ in range(LOGGED_TIMES + 2):
        go_wrong()
    assert told == ["ValueError: at this place"]
    assert capsys.readouterr().err.count("unexpected") == LOGGED_TIMES


def test_an_error_of_many_words_is_told_in_one_line(told):
    go_wrong("wrong types\nThere are:\n  many")
    go_wrong("x" * 100_000)
    assert told == ["ValueError: wrong types", f"ValueError: {'x' * LONGEST_LINE}…"]


class Gone(io.StringIO):
    """The standard error of a terminal that was closed."""

    def write(self, text):
        raise BrokenPipeError


@pytest.mark.parametrize("terminal", [Gone(), None], ids=["gone", "none"])
def test_an_error_is_told_though_nobody_reads_the_terminal(told, monkeypatch, terminal):
    monkeypatch.setattr(sys, "stderr", terminal)
    go_wrong()
    qWarning("a word of Qt")
    assert told == ["ValueError: at this place"]


def test_an_error_is_told_again_after_the_person_did_something(told, logbook):
    for _ in range(LOGGED_TIMES + 2):
        logbook.note("saveAction")
        go_wrong()
    assert told == ["ValueError: at this place"] * (LOGGED_TIMES + 2)
