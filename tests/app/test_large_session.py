"""In a session with tables so large that only parts are computed anew, every number stays true."""

import numpy as np
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.app import edits
from explorer.app.session import Session
from explorer.files.scenario_format import encode_scenario
from explorer.model import Scenario, attend
from explorer.model.masks import CausalMask, WindowMask
from explorer.model.places import Axis
from explorer.model.recomputing import FEWEST_CELLS
from explorer.model.scenario import default_names

N_QUERY, N_KEY, D = 72, 66, 64
assert N_QUERY * N_KEY > FEWEST_CELLS

EIGHTHS = st.integers(-16, 16).map(lambda number: np.array([[number / 8]]))
NEAR_THE_START = st.integers(0, 60)
ROWS = st.sampled_from([Axis.QUERIES, Axis.SOURCES])
EDITS = st.one_of(
    st.tuples(
        st.just(edits.set_cells),
        st.sampled_from(["query", "key", "value"]),
        NEAR_THE_START,
        st.integers(0, 2),
        EIGHTHS,
    ),
    st.tuples(st.just(edits.insert), ROWS, NEAR_THE_START),
    st.tuples(st.just(edits.remove), ROWS, NEAR_THE_START.map(lambda index: [index])),
    st.tuples(st.just(edits.move), ROWS, NEAR_THE_START, NEAR_THE_START),
    st.tuples(
        st.just(edits.set_mask),
        st.sampled_from([None, CausalMask(), WindowMask(2, 3)]),
        st.just("mask"),
    ),
    st.tuples(st.just(edits.set_softcap), st.sampled_from([None, 2.0])),
    st.tuples(st.just(edits.set_scale), st.sampled_from(["sqrt_d", "none", 0.5])),
)


def large_session():
    numbers = np.random.default_rng(2)
    return Session(
        Scenario(
            query=numbers.integers(-16, 17, (N_QUERY, D)) / 8,
            key=numbers.integers(-16, 17, (N_KEY, D)) / 8,
            value=numbers.integers(-16, 17, (N_KEY, D)) / 8,
            queries=default_names("Query", N_QUERY),
            sources=default_names("Source", N_KEY),
        )
    )


def assert_true(session):
    trace, fresh = session.trace, attend(session.scenario.inputs)
    assert trace.stages == fresh.stages
    for name, array in fresh.arrays.items():
        np.testing.assert_allclose(trace.arrays[name], array, rtol=1e-12, atol=1e-12)


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_after_any_edits_and_undos_the_trace_is_that_of_a_fresh_calculation(qapp, data):
    session = large_session()
    states = [encode_scenario(session.scenario)]
    for _ in range(data.draw(st.integers(1, 10), label="turns")):
        turn = data.draw(st.sampled_from(["edit", "edit", "edit", "undo", "redo", "look"]))
        if turn == "edit":
            before = session.scenario
            session.edit(*data.draw(EDITS))
            if session.scenario is not before:
                states[session.undo_stack.index() :] = [encode_scenario(session.scenario)]
        elif turn == "look":
            assert_true(session)
        else:
            getattr(session.undo_stack, turn)()
        assert encode_scenario(session.scenario) == states[session.undo_stack.index()]
    assert_true(session)


def test_a_drag_through_many_numbers_ends_where_it_ends_and_is_undone_at_once(qapp):
    session = large_session()
    start = encode_scenario(session.scenario)
    gesture = session.gesture()
    for number in np.linspace(-2, 3, 33):
        gesture.edit(edits.set_cells, "query", 40, 1, np.array([[number]]))
    assert session.scenario.query[40, 1] == 3.0
    assert_true(session)
    assert session.undo_stack.count() == 1
    session.undo_stack.undo()
    assert encode_scenario(session.scenario) == start
    assert_true(session)


def test_a_change_says_where_arrays_changed(qapp):
    session = large_session()
    seen = []
    session.changed.connect(seen.append)
    session.edit(edits.set_cells, "query", 40, 1, np.array([[9.0]]))
    session.undo_stack.undo()
    for change in seen:
        assert change.where["query"][Axis.QUERIES].tolist() == [40]
        assert change.where["query"][Axis.COMPONENTS].tolist() == [1]
        assert change.where["weights"][Axis.QUERIES].tolist() == [40]
        assert "key" not in change.where
