"""An undo step keeps what an edit changed, and that is enough to go back and forth exactly."""

import weakref

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.app.difference import difference
from explorer.app.edits import (
    describe_document,
    duplicate,
    insert,
    move,
    remove,
    rename,
    set_cells,
    set_mask,
    set_scale,
)
from explorer.app.session import Session
from explorer.files.scenario_format import encode_scenario
from explorer.model import Scenario
from explorer.model.masks import CausalMask, CellMask
from explorer.model.places import Axis
from explorer.model.scenario import ARRAY_AXES, default_names

SEVEN = np.array([[7.0]])


def scenario(n_query=40, n_key=30, d=8, **others):
    numbers = np.random.default_rng(3)
    return Scenario(
        query=numbers.normal(size=(n_query, d)),
        key=numbers.normal(size=(n_key, d)),
        value=numbers.normal(size=(n_key, d)),
        bias=numbers.normal(size=(n_query, n_key)),
        queries=default_names("Query", n_query),
        sources=default_names("Source", n_key),
        **others,
    )


def kept(before, after):
    """How many numbers the way back keeps of each array."""
    contents = difference(after, before).contents
    return {name: contents[name].cells.size for name in contents if name in (*ARRAY_AXES, "mask")}


def some_cells_blocked(count=7):
    allowed = np.ones((40, 30), dtype=bool)
    allowed[3, :count] = False
    return CellMask(allowed)


@pytest.mark.parametrize(
    ("operation", "arguments", "expected"),
    [
        (set_cells, ("value", 5, 2, SEVEN), {"value": 8}),
        (set_cells, ("bias", 5, 2, SEVEN), {"bias": 30}),
        (set_cells, ("query", 0, 2, np.full((40, 1), 0.5)), {"query": 40}),
        (insert, (Axis.COMPONENTS, 3), {"query": 0, "key": 0}),
        (insert, (Axis.QUERIES, 40), {"query": 0, "bias": 0}),
        (remove, (Axis.QUERIES, [4]), {"query": 8, "bias": 30}),
        (remove, (Axis.SOURCES, [4]), {"key": 8, "value": 8, "bias": 40}),
        (duplicate, (Axis.SOURCES, 2), {"key": 0, "value": 0, "bias": 0}),
        (move, (Axis.QUERIES, 4, 6), {"query": 24, "bias": 90}),
        (rename, (Axis.QUERIES, 4, "who"), {}),
        (describe_document, ("title", "notes"), {}),
    ],
)
def test_the_way_back_keeps_the_rows_or_columns_that_changed(operation, arguments, expected):
    before = scenario()
    assert kept(before, operation(before, *arguments).scenario) == expected


def test_of_a_mask_typed_in_cell_by_cell_the_changed_rows_are_kept():
    before = scenario(mask=some_cells_blocked())
    after = set_mask(before, some_cells_blocked(3), "mask").scenario
    assert kept(before, after) == {"mask": 30}


def test_an_array_that_changed_everywhere_is_kept_whole():
    before = scenario()
    after = set_cells(before, "value", 0, 0, np.zeros((30, 8))).scenario
    assert difference(after, before).contents["value"] is before.value


def test_scenarios_that_hold_the_same_do_not_differ():
    assert not difference(scenario(), scenario())
    assert not difference(scenario(mask=some_cells_blocked()), scenario(mask=some_cells_blocked()))


def test_minus_zero_is_another_number_than_zero():
    before = set_cells(scenario(), "value", 1, 1, np.array([[0.0]])).scenario
    after = set_cells(before, "value", 1, 1, np.array([[-0.0]])).scenario
    way = difference(after, before)
    assert way
    assert encode_scenario(way.applied_to(after)) == encode_scenario(before)


def test_what_is_kept_of_an_array_does_not_keep_the_array():
    before = scenario()
    after = set_cells(before, "value", 5, 2, SEVEN).scenario
    way, array = difference(after, before), weakref.ref(before.value)
    del before
    assert way
    assert array() is None


def test_an_undo_step_does_not_keep_the_arrays_of_the_state_before_it(qapp):
    session = Session(scenario())
    array = weakref.ref(session.scenario.value)
    for number in (1.0, 2.0):
        session.edit(set_cells, "value", 5, 2, np.array([[number]]))
    assert array() is None


EDITS = st.sampled_from(
    [
        (set_cells, "value", 1, 1, SEVEN),
        (set_cells, "key", 0, 0, np.full((3, 4), 2.0)),
        (set_cells, "bias", 2, 0, np.full((1, 30), -0.0)),
        (insert, Axis.QUERIES, 0),
        (insert, Axis.SOURCES, 9, 2),
        (insert, Axis.VALUE_COMPONENTS, 1),
        (remove, Axis.QUERIES, [0, 5]),
        (remove, Axis.COMPONENTS, [2]),
        (move, Axis.SOURCES, 0, 8),
        (duplicate, Axis.COMPONENTS, 1),
        (rename, Axis.SOURCES, 2, "cat"),
        (set_scale, 0.5),
        (set_mask, CausalMask(), "mask"),
        (set_mask, None, "no mask"),
        (describe_document, "title", "notes"),
    ]
)


@given(edits=st.lists(EDITS, min_size=1, max_size=4), masked=st.booleans())
@settings(deadline=None)
def test_the_ways_between_any_two_scenarios_lead_there_to_the_bit(edits, masked):
    before = scenario(mask=some_cells_blocked() if masked else None)
    after = before
    for operation, *arguments in edits:
        after = operation(after, *arguments).scenario
    for start, end in ((before, after), (after, before)):
        reached = difference(start, end).applied_to(start)
        assert encode_scenario(reached) == encode_scenario(end)
