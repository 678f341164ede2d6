"""A large table on its way to the clipboard: off the main thread, the newest alone, and whole."""

import threading

import numpy as np
import pytest
from PySide6.QtGui import QGuiApplication

from explorer.app import copying
from explorer.app.copying import PARTS, Copying, written
from explorer.files.csv_text import Sheet
from explorer.files.matrix_text import parse_matrix
from tests.slow_work import SlowWork

SHEET = Sheet(["a", "b"], [np.array([1 / 3, 2.0]), np.array([-0.0, 4.0])])
VALUES = np.array([[1.5, -0.0], [1e-300, 1 / 3], [2.0, 4.0]])


@pytest.fixture
def writing(monkeypatch):
    """From here on the writing of a table waits after its first part."""
    writing = SlowWork(written)
    monkeypatch.setattr(copying, "written", writing)
    yield writing
    writing.let_go(100)


@pytest.fixture
def copier(qapp):
    return Copying(qapp)


@pytest.fixture
def texts():
    """What was put on the clipboard."""
    return []


@pytest.fixture
def put(texts):
    return lambda text: texts.append(bytes(text).decode())


def settle(qtbot, copier):
    qtbot.waitUntil(lambda: not copier.is_busy)


def test_a_table_is_written_with_every_digit_off_the_main_thread(
    qtbot, copier, put, texts, writing
):
    copier.start(VALUES, "", put)
    assert copier.is_busy
    assert copier.text == "copy 3 × 2 numbers"
    assert texts == []
    writing.let_go()
    settle(qtbot, copier)
    (text,) = texts
    assert np.array_equal(parse_matrix(text).view(np.int64), VALUES.view(np.int64))
    assert threading.main_thread() not in writing.threads
    assert copier.text == ""


def test_it_tells_when_a_table_is_on_the_clipboard_and_of_no_other(qtbot, copier, put, texts):
    told = []
    copier.copied.connect(lambda text: told.append((text, len(texts))))
    copier.start(VALUES, "", put)
    copier.start(VALUES[:1], "", put)
    assert told == []
    settle(qtbot, copier)
    assert told == [("Copied 1 × 2 numbers.", 1)]
    copier.start(VALUES, "", put)
    copier.cancel()
    assert len(told) == 1


def test_the_heading_stands_above_the_table(qtbot, copier, put, texts):
    copier.start(VALUES, "Deliberately wrong: −∞", put)
    settle(qtbot, copier)
    heading, *lines = texts[0].splitlines()
    assert heading == "Deliberately wrong: −∞"
    assert np.array_equal(parse_matrix("\n".join(lines)), VALUES)


def test_a_table_shown_turned_is_written_as_it_is_shown(qtbot, copier, put, texts):
    copier.start(VALUES.T, "", put)
    settle(qtbot, copier)
    assert np.array_equal(parse_matrix(texts[0]), VALUES.T)


def test_the_newest_table_takes_the_place_of_one_that_is_being_written(
    qtbot, copier, put, texts, writing
):
    copier.start(VALUES, "", put)
    copier.start(VALUES[:1], "", put)
    writing.let_go(2)
    settle(qtbot, copier)
    assert texts == ["1.5\t-0.0"]


def test_cancelled_it_leaves_the_clipboard_as_it_is(qtbot, copier, put, texts, writing):
    copier.start(VALUES, "", put)
    copier.cancel()
    assert not copier.is_busy
    writing.let_go()
    copier.start(VALUES[:1], "", put)
    writing.let_go()
    settle(qtbot, copier)
    assert texts == ["1.5\t-0.0"]


def test_what_is_copied_elsewhere_meanwhile_stays_on_the_clipboard(copier, put, texts, writing):
    copier.start(VALUES, "", put)
    QGuiApplication.clipboard().setText("something else")
    assert not copier.is_busy
    assert texts == []


@pytest.mark.parametrize("rows", [PARTS - 1, PARTS, PARTS + 1, 3 * PARTS])
def test_it_tells_how_far_it_has_come(qtbot, copier, put, rows):
    shares = []
    copier.changed.connect(lambda: shares.append(copier.progress))
    copier.start(np.ones((rows, 2)), "", put)
    settle(qtbot, copier)
    assert shares[0] == shares[-1] == 0
    assert shares[:-1] == sorted(shares[:-1])
    assert 0.5 <= max(shares) <= 1


def test_a_sheet_is_written_as_csv_off_the_main_thread(qtbot, copier, put, texts):
    copier.start_sheet(SHEET, put)
    assert copier.text == "copy 2 × 2 numbers"
    assert texts == []
    settle(qtbot, copier)
    assert texts == [SHEET.text()]


def test_what_goes_wrong_in_the_other_thread_is_raised_in_this_one_and_over(
    qtbot, copier, put, texts, writing
):
    writing.failing = ZeroDivisionError()
    with qtbot.captureExceptions() as raised:
        copier.start(VALUES, "", put)
        writing.let_go()
        settle(qtbot, copier)
    assert [kind for kind, *_ in raised] == [ZeroDivisionError]
    assert texts == []
