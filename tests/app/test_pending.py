"""Moves that take long: they land in order, the newest wins, and none can be lost or half made."""

import gc
import threading
import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from shiboken6 import isValid

from explorer.app import edits, pending
from explorer.app.session import Session
from explorer.files.scenario_format import encode_scenario
from explorer.model import Scenario, attend
from explorer.model.masks import CausalMask
from explorer.model.places import Axis


@pytest.fixture
def landed(session):
    """The texts of the entries that landed, in order."""
    landed = []
    stack = session.undo_stack

    def note():
        if isValid(stack):  # the stack tells of its own end
            landed.append(stack.undoText())

    stack.indexChanged.connect(note)
    return landed


def put(session_or_gesture, number, row=2, array="value"):
    return session_or_gesture.edit(edits.set_cells, array, row, 0, np.array([[number]]))


def values(session):
    return session.scenario.value[:, 0].tolist()


def settle(qtbot, session):
    qtbot.waitUntil(lambda: not session.pending.is_busy)
    assert_whole(session)


def assert_whole(session):
    """The numbers shown are those of the document shown."""
    assert session.trace.inputs is session.scenario.inputs
    whole = attend(session.scenario.inputs)
    np.testing.assert_allclose(session.trace.output, whole.output, rtol=0, atol=1e-12)


def test_until_an_edit_has_landed_the_document_is_as_it_was(qtbot, session, work):
    before = session.scenario, session.trace
    assert put(session, 99.0)
    work.wait()
    assert (session.scenario, session.trace) == before
    assert session.undo_stack.count() == 0
    assert session.is_modified
    assert session.pending.newest.value[2, 0] == 99.0
    work.let_go()
    settle(qtbot, session)
    assert values(session) == [10.0, 20.0, 99.0]
    assert session.undo_stack.count() == 1
    assert threading.main_thread() not in work.threads


def test_what_is_quick_is_there_at_once(session):
    put(session, 99.0)
    assert values(session) == [10.0, 20.0, 99.0]
    assert not session.pending.is_busy


def test_edits_land_in_their_order_each_on_top_of_the_one_before(qtbot, session, work, landed):
    put(session, 11.0, row=0)
    put(session, 22.0, row=1)
    session.edit(edits.set_scale, "none")
    work.let_go(3)
    settle(qtbot, session)
    assert values(session) == [11.0, 22.0, 30.0]
    assert landed == ["set V₁,₁ to 11", "set V₂,₁ to 22", "set scale to none"]
    assert session.undo_stack.count() == 3


def test_a_quick_edit_waits_for_the_long_one_before_it(qtbot, session, work, monkeypatch):
    put(session, 11.0, row=0)
    monkeypatch.setattr(pending, "LONG", 10**9)
    put(session, 22.0, row=1)
    assert values(session) == [10.0, 20.0, 30.0]
    work.let_go(2)
    settle(qtbot, session)
    assert values(session) == [11.0, 22.0, 30.0]


def test_of_a_gesture_only_the_newest_edit_waits(qtbot, session, work, landed):
    gesture = session.gesture(may_lag=True)
    for number in (1.0, 12.0, 123.0, 1234.0):
        put(gesture, number)
    work.wait()
    work.let_go(2)
    settle(qtbot, session)
    assert landed == ["set V₃,₁ to 1", "set V₃,₁ to 1234"]
    assert len(work.scenarios) == 2
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert values(session) == [10.0, 20.0, 30.0]


def test_a_gesture_goes_on_from_what_another_one_made_in_between(qtbot, session, work):
    typing = session.gesture(may_lag=True)
    put(typing, 1.0)
    put(session, 22.0, row=1)
    put(typing, 12.0)
    work.let_go(3)
    settle(qtbot, session)
    assert values(session) == [10.0, 22.0, 12.0]


def test_a_gesture_taken_back_while_pending_leaves_nothing(qtbot, session, work, landed):
    gesture = session.gesture(may_lag=True)
    put(gesture, 1.0)
    put(gesture, 12.0)
    work.wait()
    gesture.cancel()
    assert not session.pending.is_busy
    assert not session.is_modified
    work.let_go(2)
    put(session, 22.0, row=1)
    work.let_go()
    settle(qtbot, session)
    assert values(session) == [10.0, 22.0, 30.0]
    assert landed == ["set V₂,₁ to 22"]


def test_a_gesture_of_which_a_part_has_landed_is_taken_back_whole(qtbot, session, work):
    gesture = session.gesture(may_lag=True)
    put(gesture, 1.0)
    work.let_go()
    settle(qtbot, session)
    put(gesture, 12.0)
    gesture.cancel()
    work.let_go(2)
    settle(qtbot, session)
    assert values(session) == [10.0, 20.0, 30.0]
    assert session.undo_stack.count() == 0


def test_cancelling_leaves_the_document_as_it_is_shown(qtbot, session, work, landed):
    put(session, 11.0, row=0)
    put(session, 22.0, row=1)
    work.wait()
    session.pending.cancel()
    assert not session.pending.is_busy
    assert not session.is_modified
    assert session.undo_stack.count() == 0
    work.let_go(2)
    put(session, 33.0)
    work.let_go()
    settle(qtbot, session)
    assert values(session) == [10.0, 20.0, 33.0]
    assert landed == ["set V₃,₁ to 33"]


def test_undo_takes_back_the_newest_edit_while_that_is_pending(qtbot, session, work):
    put(session, 11.0, row=0)
    put(session, 22.0, row=1)
    assert session.pending.undo_text == "set V₂,₁ to 22"
    assert session.pending.redo_text is None
    session.pending.redo()
    session.pending.undo()
    assert session.pending.undo_text == "set V₁,₁ to 11"
    work.let_go(2)
    settle(qtbot, session)
    assert values(session) == [11.0, 20.0, 30.0]


def test_redo_makes_an_edit_again_that_was_taken_back_while_pending(qtbot, session, work):
    """And nothing that was taken back before it was made."""
    put(session, 11.0, row=0)
    work.let_go()
    settle(qtbot, session)
    session.pending.undo()
    work.let_go()
    settle(qtbot, session)
    put(session, 33.0)
    session.pending.undo()
    assert session.pending.redo_text == "set V₃,₁ to 33"
    session.pending.redo()
    work.let_go(2)  # the one that was taken back may have begun
    settle(qtbot, session)
    assert values(session) == [10.0, 20.0, 33.0]
    assert session.pending.redo_text is None


def test_undo_and_redo_of_what_takes_long_land_later(qtbot, session, work):
    put(session, 11.0, row=0)
    put(session, 22.0, row=1)
    work.let_go(2)
    settle(qtbot, session)
    session.pending.undo()
    session.pending.undo()
    assert values(session) == [11.0, 22.0, 30.0]
    assert session.pending.undo_text is None
    assert session.pending.redo_text == "set V₁,₁ to 11"
    work.let_go(2)
    settle(qtbot, session)
    assert values(session) == [10.0, 20.0, 30.0]
    assert session.undo_stack.index() == 0
    assert not session.is_modified
    session.pending.redo()
    session.pending.redo()
    session.pending.redo()
    work.let_go(2)
    settle(qtbot, session)
    assert values(session) == [11.0, 22.0, 30.0]
    assert session.undo_stack.index() == 2


def test_redo_takes_back_an_undo_that_is_pending(qtbot, session, work):
    put(session, 11.0, row=0)
    work.let_go()
    settle(qtbot, session)
    session.pending.undo()
    session.pending.redo()
    assert not session.pending.is_busy
    assert values(session) == [11.0, 20.0, 30.0]
    assert session.undo_stack.index() == 1


def test_an_edit_after_an_undo_that_is_pending_goes_on_from_there(qtbot, session, work):
    put(session, 11.0, row=0)
    work.let_go()
    settle(qtbot, session)
    session.pending.undo()
    put(session, 33.0)
    work.let_go(2)
    settle(qtbot, session)
    assert values(session) == [10.0, 20.0, 33.0]
    assert session.undo_stack.count() == 1


def test_a_number_too_large_is_refused_and_later_edits_are_made_without_it(
    qtbot, session, work, refused
):
    put(session, 1e200, row=0, array="key")
    put(session, 1e200, row=0, array="query")
    put(session, 33.0)
    put(session, 22.0, row=1)
    work.let_go(4)
    settle(qtbot, session)
    (reason,) = refused
    assert reason.startswith("Score of Query 1 and Source 1")
    assert values(session) == [10.0, 22.0, 33.0]
    assert session.scenario.key[0, 0] == 1e200
    assert session.scenario.query[0, 0] == 1.0
    assert session.undo_stack.count() == 3


def test_what_was_typed_over_is_not_refused_any_more(qtbot, session, work, refused):
    put(session, 1e200, row=0, array="key")
    gesture = session.gesture(may_lag=True)
    work.let_go()
    settle(qtbot, session)
    put(gesture, 1e200, row=0, array="query")
    put(gesture, 2.0, row=0, array="query")
    work.let_go(2)
    settle(qtbot, session)
    assert refused == []
    assert session.scenario.query[0, 0] == 2.0


def test_a_refused_gesture_goes_on_from_where_it_began(qtbot, session, work, refused):
    gesture = session.gesture(may_lag=True)
    landing = []
    session.refused.connect(lambda: landing.append(gesture.is_landing))
    put(gesture, 1e308, row=0)
    work.let_go()
    settle(qtbot, session)
    put(gesture, 1e308, row=0, array="key")
    put(gesture, 5.0, row=0)
    work.let_go(2)
    settle(qtbot, session)
    assert values(session) == [5.0, 20.0, 30.0]
    assert session.undo_stack.count() == 1
    assert not gesture.is_landing
    assert all(landing)


def test_an_edit_by_place_is_refused_while_rows_are_about_to_move(session, work, refused):
    session.edit(edits.insert, Axis.SOURCES, 0)
    assert not put(session, 99.0)
    (reason,) = refused
    assert reason == "Not yet: “add source” is still being worked out."
    assert session.pending.newest.value[3, 0] == 30.0


def test_a_drag_is_refused_while_something_is_pending(session, work, refused):
    session.edit(edits.set_scale, "none")
    assert not put(session.gesture(), 99.0)
    assert len(refused) == 1


def test_a_pin_is_refused_while_something_is_pending(session, work, refused):
    session.edit(edits.set_scale, "none")
    assert not session.comparing.pin()
    assert len(refused) == 1
    assert session.pending.newest.pins == ()


def test_another_document_ends_what_is_pending(qtbot, session, work, seed_scenario):
    put(session, 11.0, row=0)
    work.wait()
    session.load(seed_scenario, None)
    assert not session.pending.is_busy
    work.let_go()
    put(session, 33.0)
    work.let_go()
    settle(qtbot, session)
    assert values(session) == [10.0, 20.0, 33.0]


def test_everything_can_wait_for_what_is_pending(session, work):
    put(session, 11.0, row=0)
    put(session, 22.0, row=1)
    work.let_go(2)
    session.pending.finish()
    assert values(session) == [11.0, 22.0, 30.0]
    assert_whole(session)


def test_an_edit_made_while_another_one_lands_follows_it(qtbot, session, work):
    def answer():
        if session.scenario.value[1, 0] == 20.0:
            put(session, 22.0, row=1)

    session.changed.connect(answer)
    put(session, 11.0, row=0)
    work.let_go(2)
    settle(qtbot, session)
    assert values(session) == [11.0, 22.0, 30.0]


def test_an_unexpected_error_is_raised_and_the_document_stays(qtbot, session, work):
    work.failing = MemoryError()
    with qtbot.captureExceptions() as caught:
        put(session, 11.0, row=0)
        work.let_go()
        qtbot.waitUntil(lambda: not session.pending.is_busy)
    assert [kind for kind, _error, _trace in caught] == [MemoryError]
    assert values(session) == [10.0, 20.0, 30.0]
    work.failing = None
    put(session, 11.0, row=0)
    work.let_go()
    settle(qtbot, session)
    assert values(session) == [11.0, 20.0, 30.0]


def test_a_session_that_nobody_holds_goes_with_its_history(qtbot, work):
    session = Session(_seed())
    stack_alone = session.undo_stack
    put(session, 11.0, row=0)
    put(session, 22.0, row=1)
    work.let_go(2)
    settle(qtbot, session)
    gc.collect()
    gone = weakref.ref(session)
    del session, stack_alone
    gc.collect()
    assert gone() is None


def test_the_stages_are_told_as_they_begin(qtbot, session, work):
    put(session, 5.0, row=0, array="key")
    stages = []
    session.pending.changed.connect(
        lambda: stages.append((session.pending.stage, session.pending.progress))
    )
    work.let_go()
    settle(qtbot, session)
    told = [(stage.name, share) for stage, share in stages if stage is not None]
    assert told == [
        ("scores", 0.0),
        ("scaled_scores", 0.25),
        ("weights", 0.5),
        ("output", 0.75),
    ]
    assert session.pending.text == ""


STEPS = st.lists(
    st.one_of(
        st.tuples(st.just("put"), st.integers(0, 2), st.integers(-8, 8)),
        st.tuples(st.just("scale"), st.sampled_from(["none", "sqrt_d", 0.5])),
        st.tuples(st.just("mask"), st.sampled_from([None, CausalMask()])),
        st.sampled_from([("undo",), ("redo",), ("wait",)]),
    ),
    max_size=12,
)


@settings(max_examples=25)
@given(steps=STEPS)
def test_whatever_is_done_meanwhile_the_end_is_the_same_as_without_waiting(qapp, steps):
    lagging, direct = Session(_seed()), Session(_seed())
    long = pending.LONG
    try:
        for step in steps:
            for session, limit in ((lagging, 0), (direct, 10**9)):
                pending.LONG = limit
                _do(session, step)
            assert lagging.pending.redo_text == direct.pending.redo_text
        lagging.pending.finish()
    finally:
        pending.LONG = long
    assert encode_scenario(lagging.scenario) == encode_scenario(direct.scenario)
    assert lagging.undo_stack.index() == direct.undo_stack.index()
    assert_whole(lagging)


def _do(session, step):
    match step:
        case ("put", row, number):
            put(session, float(number), row=row)
        case ("scale", scale):
            session.edit(edits.set_scale, scale)
        case ("mask", mask):
            session.edit(edits.set_mask, mask, "mask")
        case ("undo",):
            session.pending.undo()
        case ("redo",):
            session.pending.redo()
        case ("wait",):
            session.pending.finish()


def _seed():
    return Scenario(
        query=np.array([[1.0, 0.0]]),
        key=np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
        value=np.array([[10.0], [20.0], [30.0]]),
        queries=("Query 1",),
        sources=("Source 1", "Source 2", "Source 3"),
    )
