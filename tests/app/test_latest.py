"""Work off the main thread: the newest question is answered, and the end is clean."""

import subprocess
import sys
import threading

import pytest
from PySide6.QtCore import QObject

from explorer.app.latest import Latest

LONG = 10
"""Seconds after which a test that waits for another thread has failed."""


class Gate:
    """An iterator that says when it is under way and goes on when it may."""

    def __init__(self, items=1):
        self.began, self.may_go_on = threading.Event(), threading.Event()
        self.threads = []
        self._items = items

    def __iter__(self):
        for item in range(self._items):
            self.threads.append(threading.current_thread())
            self.began.set()
            assert self.may_go_on.wait(LONG)
            yield item

    def wait(self):
        assert self.began.wait(LONG)


@pytest.fixture
def owner(qapp):
    return QObject()


@pytest.fixture
def latest(owner):
    return Latest(owner)


@pytest.fixture
def told(latest):
    told = []
    latest.done.connect(told.append)
    return told


def test_all_the_items_come_from_another_thread(qtbot, latest):
    gate = Gate(items=3)
    gate.may_go_on.set()
    with qtbot.waitSignal(latest.done) as done:
        latest.start(iter(gate))
        assert latest.is_busy
    assert done.args == [[0, 1, 2]]
    assert threading.main_thread() not in gate.threads
    assert not latest.is_busy


def test_the_newest_question_is_answered_and_none_before_it(qtbot, latest, told):
    running, waiting = Gate(items=100), Gate()
    latest.start(iter(running))
    running.wait()
    latest.start(iter(waiting))
    latest.start(iter(["newest"]))
    running.may_go_on.set()
    qtbot.waitUntil(lambda: told == [["newest"]])
    assert not waiting.began.is_set()
    assert len(running.threads) <= 2


def test_nothing_comes_of_what_is_dropped(qtbot, latest, told):
    gate = Gate()
    latest.start(iter(gate))
    gate.wait()
    latest.drop()
    assert not latest.is_busy
    gate.may_go_on.set()
    latest.start(iter(["after"]))
    qtbot.waitUntil(lambda: told == [["after"]])


def test_going_away_waits_for_the_thread_and_stops_it_at_the_next_item(qapp, qtbot, owner, latest):
    gate = Gate(items=100)
    latest.start(iter(gate))
    gate.wait()
    gate.may_go_on.set()
    with qtbot.waitSignal(latest.destroyed):
        owner.deleteLater()
    (thread,) = set(gate.threads)
    assert not thread.is_alive()


def test_a_question_that_is_never_asked_costs_no_thread(owner):
    before = set(threading.enumerate())
    Latest(owner)
    assert set(threading.enumerate()) <= before


def test_an_error_is_raised_where_the_answer_would_have_been_told(qtbot, latest, told):
    def fails():
        yield 1
        raise ZeroDivisionError

    with qtbot.captureExceptions() as caught:
        latest.start(fails())
        qtbot.waitUntil(lambda: not latest.is_busy)
    assert [kind for kind, _error, _trace in caught] == [ZeroDivisionError]
    assert told == []


def test_each_item_is_told_as_it_comes(qtbot, latest):
    gate, came = Gate(items=2), []
    latest.came.connect(came.append)
    latest.start(iter(gate))
    gate.may_go_on.set()
    qtbot.waitUntil(lambda: not latest.is_busy)
    assert came == [0, 1]


def test_no_item_is_told_of_what_was_replaced(qtbot, latest, told):
    gate, came = Gate(items=100), []
    latest.came.connect(came.append)
    latest.start(iter(gate))
    gate.wait()
    gate.may_go_on.set()
    latest.start(iter(["newest"]))
    qtbot.waitUntil(lambda: told == [["newest"]])
    assert came == ["newest"]


def test_one_can_wait_for_the_answer_which_is_told_once(qtbot, latest, told):
    latest.wait()
    latest.start(iter(["first"]))
    latest.wait()
    assert told == [["first"]]
    latest.start(iter(["second"]))
    qtbot.waitUntil(lambda: len(told) == 2)
    assert told == [["first"], ["second"]]


DESTROYED = """
import time
import shiboken6
from PySide6.QtCore import QCoreApplication, QObject
from explorer.app.latest import Latest

application = QCoreApplication([])
for round in range(800):
    parent = QObject()
    latest = Latest(parent)
    latest.came.connect(lambda item: None)
    latest.start(iter(range(20_000)))
    time.sleep(round % 7 * 0.0005)
    shiboken6.delete(parent)
    application.processEvents()
print("done")
"""


def test_an_object_that_is_destroyed_while_something_is_told_does_not_crash():
    result = subprocess.run(
        [sys.executable, "-c", DESTROYED], capture_output=True, text=True, timeout=60, check=False
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "done\n", "")
