"""A large text on its way into a table: read off the main thread, the newest alone."""

import threading

import numpy as np
import pytest

from explorer.app import pasting
from explorer.app.pasting import Pasting, read
from explorer.files.matrix_text import MatrixTextError
from explorer.model.convention import Convention
from tests.slow_work import SlowWork

TEXT = "1\t-0\n0.5\t3e-7\n0\t4"
NUMBERS = [[1.0, -0.0], [0.5, 3e-7], [0.0, 4.0]]


@pytest.fixture
def reading(monkeypatch):
    """From here on every text is read off the main thread, and that waits after its first part."""
    reading = SlowWork(read)
    monkeypatch.setattr(pasting, "read", reading)
    monkeypatch.setattr(pasting, "LONG_TEXT", 0)
    yield reading
    reading.let_go(100)


@pytest.fixture
def pasted(qapp):
    return Pasting(qapp)


@pytest.fixture
def taken():
    return []


def settle(qtbot, pasted):
    qtbot.waitUntil(lambda: not pasted.is_busy)


def test_a_short_text_is_read_at_once(pasted, taken):
    pasted.start("K", TEXT, Convention.ROWS, taken.append)
    assert not pasted.is_busy
    (numbers,) = taken
    assert numbers.tolist() == NUMBERS
    assert np.signbit(numbers[0, 1])


def test_a_long_text_is_read_off_the_main_thread(qtbot, pasted, taken, reading):
    pasted.start("K", TEXT, Convention.ROWS, taken.append)
    assert pasted.text == "paste into K"
    assert taken == []
    reading.let_go()
    settle(qtbot, pasted)
    assert taken[0].tolist() == NUMBERS
    assert threading.main_thread() not in reading.threads


@pytest.mark.parametrize("convention", Convention)
def test_the_numbers_come_with_readers_in_rows_ready_to_be_shared(pasted, taken, convention):
    pasted.start("K", TEXT, convention, taken.append)
    (numbers,) = taken
    assert convention.matrix(numbers).tolist() == NUMBERS
    assert numbers.flags.c_contiguous
    assert not numbers.flags.writeable


@pytest.mark.parametrize("is_long", [False, True])
def test_what_is_wrong_with_a_text_is_told_with_its_place(qtbot, pasted, taken, reading, is_long):
    reading.let_go()
    text = TEXT.replace("4", "four")
    if is_long:
        pasted.start("K", text, Convention.ROWS, taken.append)
        settle(qtbot, pasted)
    else:
        taken.extend(item for item in read(text, Convention.ROWS) if not isinstance(item, float))
    (error,) = taken
    assert isinstance(error, MatrixTextError)
    assert error.place == "row 3, column 2"


def test_a_newer_text_takes_the_place_of_one_that_is_being_read(qtbot, pasted, taken, reading):
    pasted.start("K", TEXT, Convention.ROWS, taken.append)
    pasted.start("K", "5", Convention.ROWS, taken.append)
    reading.let_go(2)
    settle(qtbot, pasted)
    assert [numbers.tolist() for numbers in taken] == [[[5.0]]]


def test_it_tells_how_far_it_has_come(qtbot, pasted, taken, reading):
    shares = []
    pasted.changed.connect(lambda: shares.append(pasted.progress))
    reading.let_go()
    pasted.start("K", TEXT, Convention.ROWS, taken.append)
    settle(qtbot, pasted)
    assert shares[1:-1] == [1 / 3, 2 / 3, 1.0]
