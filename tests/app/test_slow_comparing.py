"""Comparisons that take long: nothing stale is shown as new, and the newest alone arrives."""

import gc
import threading
import weakref
from dataclasses import replace

import numpy as np
import pytest

from explorer.app import comparing as comparing_module
from explorer.app import comparison_steps, edits
from explorer.app.comparing import CANCELLED, WAITING
from explorer.app.session import Session
from explorer.app.stage_view import Showing
from explorer.app.view_state import with_view_state
from explorer.files.scenario_format import decode_scenario, encode_scenario
from explorer.model import InputError, Place
from explorer.model.comparison.compare import comparing as comparing_steps
from explorer.model.comparison.compare import making_state
from explorer.model.comparison.sentences import sentences
from tests.slow_work import SlowWork


@pytest.fixture
def work(monkeypatch):
    """From here on every comparison leaves the main thread, and waits there."""
    work = SlowWork(comparing_steps)
    monkeypatch.setattr(comparing_module, "LONG", 1)
    monkeypatch.setattr(comparison_steps, "comparing", work)
    yield work
    work.let_go(100)


@pytest.fixture
def comparing(session):
    return session.comparing


@pytest.fixture
def told(comparing):
    """What was known each time the comparison said that it is another one."""
    told = []
    comparing.changed.connect(lambda: told.append(comparing.comparison))
    return told


def put(session, number, array="value", row=2):
    return session.edit(edits.set_cells, array, row, 0, np.array([[number]]))


def view(comparing, name="output"):
    trace = comparing.shown.trace
    return comparing.view_of(trace.stage(name))


def settle(qtbot, comparing):
    qtbot.waitUntil(lambda: not comparing.work.is_busy)


def test_a_pin_of_what_is_shown_is_compared_at_once(comparing, work):
    comparing.pin()
    assert comparing.comparison.is_empty
    assert not comparing.work.is_busy


def test_until_a_comparison_is_there_the_numbers_of_then_and_now_are(
    qtbot, session, comparing, work, told
):
    comparing.pin()
    put(session, 50.0)
    told.clear()
    assert comparing.comparison is None
    assert comparing.work.is_busy
    assert comparing.work.text == "compare with “Pin 1”"
    assert comparing.problem == ""
    assert comparing.then_at(Place("value", 2, 0)) == 30.0
    assert comparing.then_at(Place("value", 1, 0)) is None
    assert comparing.pair.before.trace.output.item() == 20.0
    assert comparing.pair.after is not None
    work.let_go()
    settle(qtbot, comparing)
    assert told == [comparing.comparison]
    assert sentences(comparing.comparison, 3)[0].text == "V changed in row 3 (30 → 50)."
    assert threading.main_thread() not in work.threads


def test_nothing_is_worked_out_before_it_is_asked_for(session, comparing, work):
    comparing.pin()
    put(session, 50.0)
    assert comparing.showing is Showing.NOW
    assert view(comparing).array is session.trace.output
    assert comparing.then_at(Place("value", 2, 0)) == 30.0
    assert not comparing.work.is_busy


def test_a_difference_that_is_not_there_yet_is_not_shown(qtbot, session, comparing, work):
    comparing.pin()
    comparing.show(Showing.DIFFERENCE)
    put(session, 50.0)
    before = view(comparing)
    assert (before.missing, before.compared) == (WAITING, None)
    work.let_go()
    settle(qtbot, comparing)
    assert view(comparing).array.item() == pytest.approx(8.022, abs=1e-3)
    put(session, 60.0)
    assert comparing.showing is Showing.DIFFERENCE
    assert (view(comparing).missing, view(comparing).compared) == (WAITING, None)
    work.let_go()
    settle(qtbot, comparing)
    assert view(comparing).array.item() == pytest.approx(12.033, abs=1e-3)


def test_then_is_shown_without_waiting(session, comparing, work):
    comparing.pin()
    put(session, 50.0)
    comparing.show(Showing.THEN)
    assert view(comparing).array.item() == 20.0
    assert not view(comparing).missing
    assert not comparing.work.is_busy


def test_of_several_edits_the_newest_alone_is_compared(qtbot, session, comparing, work, told):
    comparing.pin()
    told.clear()
    for number in (50.0, 60.0, 70.0):
        put(session, number)
        assert comparing.comparison is None
    work.let_go(3)
    settle(qtbot, comparing)
    (found,) = told
    assert sentences(found, 3)[0].text == "V changed in row 3 (30 → 70)."
    assert found is comparing.comparison


def test_tables_that_were_found_to_differ_are_not_compared_again(qtbot, session, comparing, work):
    comparing.pin()
    put(session, 5.0, "key", row=1)
    assert comparing.comparison is None
    work.let_go()
    settle(qtbot, comparing)
    first = comparing.comparison
    put(session, 50.0)
    assert comparing.comparison is None
    work.let_go()
    settle(qtbot, comparing)
    second = comparing.comparison
    for name in ("scores", "scaled_scores", "weights"):
        assert second.table(name) is first.table(name)
    assert second.table("output") is not first.table("output")


def test_differences_are_worked_out_once_they_are_to_be_shown(qtbot, session, comparing, work):
    comparing.pin()
    put(session, 50.0)
    assert comparing.comparison is None
    work.let_go()
    settle(qtbot, comparing)
    known = comparing.comparison
    comparing.show(Showing.DIFFERENCE)
    assert view(comparing).missing == WAITING
    assert comparing.comparison is known
    work.let_go()
    settle(qtbot, comparing)
    assert view(comparing).compared is known.table("output")
    comparing.show(Showing.NOW)
    comparing.show(Showing.DIFFERENCE)
    assert not view(comparing).missing
    assert not comparing.work.is_busy


def test_cancelling_leaves_now_on_the_screen_and_says_so(qtbot, session, comparing, work, told):
    comparing.pin()
    comparing.show(Showing.DIFFERENCE)
    put(session, 50.0)
    assert comparing.comparison is None
    work.wait()
    told.clear()
    comparing.work.cancel()
    assert told == [None]
    assert comparing.showing is Showing.NOW
    assert comparing.problem == CANCELLED
    assert not comparing.work.is_busy
    work.let_go()
    comparing.show(Showing.DIFFERENCE)
    assert comparing.problem == ""
    assert view(comparing).missing == WAITING
    work.let_go()
    settle(qtbot, comparing)
    assert view(comparing).array.item() == pytest.approx(8.022, abs=1e-3)


def test_after_a_cancelled_comparison_an_edit_is_compared_again(qtbot, session, comparing, work):
    comparing.pin()
    put(session, 50.0)
    assert comparing.comparison is None
    comparing.work.cancel()
    put(session, 60.0)
    assert comparing.comparison is None
    work.let_go(2)
    settle(qtbot, comparing)
    assert sentences(comparing.comparison, 3)[0].text == "V changed in row 3 (30 → 60)."


@pytest.mark.parametrize("ends", ["choose", "unpin", "undo", "load"])
def test_what_nobody_asks_for_any_more_ends(session, comparing, seed_scenario, work, told, ends):
    comparing.pin()
    put(session, 50.0)
    assert comparing.comparison is None
    work.wait()
    match ends:
        case "choose":
            comparing.choose(None)
        case "unpin":
            comparing.unpin(comparing.baseline)
        case "undo":
            session.undo_stack.undo()
            session.undo_stack.undo()
        case "load":
            session.load(seed_scenario, None)
    assert not comparing.work.is_busy
    assert comparing.comparison is None
    assert not comparing.work.is_busy


def test_the_session_goes_while_something_is_compared(qtbot, qapp, seed_scenario, work):
    session = Session(seed_scenario)
    session.comparing.pin()
    put(session, 50.0)
    assert session.comparing.comparison is None
    work.wait()
    work.let_go()
    gone = weakref.ref(session)
    (thread,) = work.threads
    del session
    gc.collect()
    qtbot.waitUntil(lambda: not thread.is_alive())
    assert gone() is None


def test_an_error_is_raised_and_nothing_is_compared(qtbot, session, comparing, work):
    comparing.pin()
    put(session, 50.0)
    work.failing = ZeroDivisionError()
    with qtbot.captureExceptions() as caught:
        assert comparing.comparison is None
        work.let_go()
        settle(qtbot, comparing)
    assert [kind for kind, _error, _trace in caught] == [ZeroDivisionError]


def test_the_stages_are_told_as_they_begin(qtbot, session, comparing, work):
    comparing.pin()
    comparing.show(Showing.DIFFERENCE)
    stages = []

    def note():
        stages.append((comparing.work.stage, comparing.work.progress))

    comparing.work.changed.connect(note)
    put(session, 5.0, "key", row=1)
    assert comparing.comparison is None
    work.let_go()
    settle(qtbot, comparing)
    told = [(stage.name, share) for stage, share in stages if stage is not None]
    names = ["scores", "scaled_scores", "weights", "output"]
    assert told == [(name, step / 8) for step, name in enumerate(names * 2)]


# The state of then


@pytest.fixture
def opened(session):
    """The session of a file with a pin, saved while the difference was shown."""
    session.comparing.pin()
    put(session, 50.0)
    session.comparing.show(Showing.DIFFERENCE)
    return decode_scenario(encode_scenario(with_view_state(session)))


@pytest.fixture
def states(monkeypatch):
    """From here on every state of then leaves the main thread, and waits there."""
    states = SlowWork(making_state)
    monkeypatch.setattr(comparing_module, "LONG", 1)
    monkeypatch.setattr(comparison_steps, "making_state", states)
    yield states
    states.let_go(100)


def test_a_pin_from_a_file_is_worked_out_while_the_document_is_in_use(qtbot, opened, states):
    session = Session(opened)
    comparing = session.comparing
    assert comparing.pair is None
    assert comparing.showing is Showing.DIFFERENCE
    assert view(comparing).missing == WAITING
    assert comparing.then_at(Place("value", 2, 0)) is None
    assert with_view_state(session).view == opened.view
    states.let_go()
    settle(qtbot, comparing)
    assert view(comparing).array.item() == pytest.approx(8.022, abs=1e-3)
    assert comparing.then_at(Place("value", 2, 0)) == 30.0
    assert threading.main_thread() not in states.threads


def test_then_is_not_shown_before_it_is_worked_out(qtbot, opened, states):
    session = Session(opened)
    comparing = session.comparing
    comparing.show(Showing.THEN)
    assert (view(comparing).missing, view(comparing).trace) == (WAITING, session.trace)
    states.let_go()
    settle(qtbot, comparing)
    assert view(comparing).array.item() == 20.0


def test_a_pin_that_is_cancelled_leaves_now(opened, states):
    comparing = Session(opened).comparing
    assert comparing.pair is None
    comparing.work.cancel()
    assert comparing.pair is None
    assert not comparing.work.is_busy
    assert comparing.showing is Showing.NOW
    assert comparing.problem == CANCELLED


def test_a_pin_whose_numbers_grow_too_large_says_so_when_that_is_known(qtbot, opened, states):
    (pin,) = opened.pins
    huge = replace(pin.scenario, query=np.full((1, 2), 1e200), key=np.full((3, 2), 1e200))
    comparing = Session(replace(opened, pins=(replace(pin, scenario=huge),))).comparing
    assert comparing.pair is None
    assert comparing.problem == ""
    states.let_go()
    settle(qtbot, comparing)
    assert comparing.pair is None
    assert comparing.showing is Showing.NOW
    assert comparing.problem.startswith("Score of Query 1 and Source 1: expected a result below")
    with pytest.raises(InputError):
        list(making_state(huge, comparing.shown))
