"""Every operation: what it changes, what it says, and that it leaves everything else alone."""

import inspect
import re
from dataclasses import dataclass, fields, replace
from typing import Any, get_type_hints

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from explorer.app import edits
from explorer.app.edits import (
    Edit,
    describe_document,
    duplicate,
    insert,
    move,
    paste,
    remove,
    rename,
    set_cells,
    set_mask,
    set_number,
    set_scale,
    set_softcap,
)
from explorer.files.scenario_format import encode_scenario
from explorer.model import InputError, Scenario
from explorer.model.arrays import frozen
from explorer.model.masks import CausalMask, CellMask, WindowMask
from explorer.model.places import Axis, Place
from explorer.model.scenario import ARRAY_AXES

AXES = (Axis.QUERIES, Axis.SOURCES, Axis.COMPONENTS, Axis.VALUE_COMPONENTS)
NUMBERS = st.floats(-1e6, 1e6) | st.sampled_from([0.0, -0.0, 1.0])
SIZES = st.integers(1, 4)


@st.composite
def scenarios(draw):
    """Any scenario of a few rows: every start, mask and choice."""
    n_query, n_key, d, d_value = (draw(SIZES) for _ in range(4))

    def matrix(rows, columns):
        return draw(arrays.arrays(np.float64, (rows, columns), elements=NUMBERS))

    def names(count):
        return tuple(draw(st.lists(st.text(max_size=5), min_size=count, max_size=count)))

    def maybe(content):
        return content() if draw(st.booleans()) else None

    def cell_mask():
        return CellMask(draw(arrays.arrays(np.bool_, (n_query, n_key))))

    makers = [
        lambda: None,
        CausalMask,
        lambda: WindowMask(draw(st.none() | SIZES), draw(st.none() | SIZES)),
        cell_mask,
    ]
    is_mix = draw(st.booleans())
    mask = draw(st.sampled_from(makers))()
    return Scenario(
        query=None if is_mix else matrix(n_query, d),
        key=None if is_mix else matrix(n_key, d),
        value=matrix(n_key, d_value),
        weights=matrix(n_query, n_key) if is_mix else maybe(lambda: matrix(n_query, n_key)),
        bias=maybe(lambda: matrix(n_query, n_key)),
        queries=names(n_query),
        sources=names(n_key),
        mask=mask,
        scale=draw(st.sampled_from(["sqrt_d", "none", 0.5])),
        softcap=draw(st.sampled_from([None, 30.0])),
        title="any",
    )


def axes_of(scenario):
    """The axes the scenario has: a weighted mix compares no components."""
    return st.sampled_from([axis for axis in AXES if scenario.size(axis)])


def same(first, second):
    """Whether two scenarios are the same down to the last bit, names and choices included."""
    return encode_scenario(first) == encode_scenario(second)


def full_scenario():
    """Two queries and three sources, with everything a scenario can have but typed-in weights."""
    return Scenario(
        query=np.array([[1.0, 0.0], [0.0, 2.0]]),
        key=np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
        value=np.array([[10.0], [20.0], [30.0]]),
        bias=np.array([[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]),
        mask=CellMask(np.array([[True, False, True], [False, True, True]])),
        queries=("who", "where"),
        sources=("cat", "sat", "cat"),
        title="full",
        notes="notes",
        softcap=30.0,
    )


@dataclass(frozen=True)
class Case:
    """An operation on `full_scenario`, the words for it, and the fields it makes new."""

    operation: Any
    arguments: tuple
    text: str
    changed: dict[str, Any]


CASES = [
    Case(
        set_cells,
        ("key", 1, 0, np.array([[7.5]])),
        "set K₂,₁ to 7.5",
        {"key": [[1, 0], [7.5, 1], [1, 1]]},
    ),
    Case(
        set_cells,
        ("query", 0, 0, np.array([[5.0, 6.0], [7.0, 8.0]])),
        "change 2 × 2 cells of Q",
        {"query": [[5, 6], [7, 8]]},
    ),
    Case(
        set_cells,
        ("value", 1, 0, np.array([[0.0], [0.0]]), "clear"),
        "clear 2 × 1 cells of V",
        {"value": [[10], [0], [0]]},
    ),
    Case(
        set_cells,
        ("bias", 1, 2, np.array([[-1.0]])),
        "set B₂,₃ to −1",
        {"bias": [[0, 1, 2], [3, 4, -1]]},
    ),
    Case(
        paste,
        ("value", 0, 0, np.array([[1.0], [2.0]])),
        "paste 2 × 1 into V",
        {"value": [[1], [2], [30]]},
    ),
    Case(
        paste,
        ("value", 2, 0, np.array([[1.0, 2.0], [3.0, 4.0]])),
        "paste 2 × 2 into V",
        {
            "value": [[10, 0], [20, 0], [1, 2], [3, 4]],
            "key": [[1, 0], [0, 1], [1, 1], [0, 0]],
            "bias": [[0, 1, 2, 0], [3, 4, 5, 0]],
            "mask": [[True, False, True, True], [False, True, True, True]],
            "sources": ("cat", "sat", "cat", "Source 1"),
        },
    ),
    Case(
        insert,
        (Axis.QUERIES, 1),
        "add query",
        {
            "query": [[1, 0], [0, 0], [0, 2]],
            "bias": [[0, 1, 2], [0, 0, 0], [3, 4, 5]],
            "mask": [[True, False, True], [True, True, True], [False, True, True]],
            "queries": ("who", "Query 1", "where"),
        },
    ),
    Case(
        insert,
        (Axis.SOURCES, 3, 2),
        "add 2 sources",
        {
            "key": [[1, 0], [0, 1], [1, 1], [0, 0], [0, 0]],
            "value": [[10], [20], [30], [0], [0]],
            "bias": [[0, 1, 2, 0, 0], [3, 4, 5, 0, 0]],
            "mask": [[True, False, True, True, True], [False, True, True, True, True]],
            "sources": ("cat", "sat", "cat", "Source 1", "Source 2"),
        },
    ),
    Case(
        insert,
        (Axis.COMPONENTS, 0),
        "add component of Q and K",
        {"query": [[0, 1, 0], [0, 0, 2]], "key": [[0, 1, 0], [0, 0, 1], [0, 1, 1]]},
    ),
    Case(
        insert,
        (Axis.VALUE_COMPONENTS, 1, 2),
        "add 2 components of V",
        {"value": [[10, 0, 0], [20, 0, 0], [30, 0, 0]]},
    ),
    Case(
        remove,
        (Axis.QUERIES, [0]),
        "remove query",
        {
            "query": [[0, 2]],
            "bias": [[3, 4, 5]],
            "mask": [[False, True, True]],
            "queries": ("where",),
        },
    ),
    Case(
        remove,
        (Axis.SOURCES, [2, 0]),
        "remove 2 sources",
        {
            "key": [[0, 1]],
            "value": [[20]],
            "bias": [[1], [4]],
            "mask": [[False], [True]],
            "sources": ("sat",),
        },
    ),
    Case(
        remove,
        (Axis.COMPONENTS, [0]),
        "remove component of Q and K",
        {"query": [[0], [2]], "key": [[0], [1], [1]]},
    ),
    Case(
        move,
        (Axis.SOURCES, 0, 2),
        "move source 1",
        {
            "key": [[0, 1], [1, 1], [1, 0]],
            "value": [[20], [30], [10]],
            "bias": [[1, 2, 0], [4, 5, 3]],
            "mask": [[False, True, True], [True, True, False]],
            "sources": ("sat", "cat", "cat"),
        },
    ),
    Case(
        move,
        (Axis.COMPONENTS, 1, 0),
        "move component of Q and K 2",
        {"query": [[0, 1], [2, 0]], "key": [[0, 1], [1, 0], [1, 1]]},
    ),
    Case(
        duplicate,
        (Axis.QUERIES, 0),
        "duplicate query 1",
        {
            "query": [[1, 0], [1, 0], [0, 2]],
            "bias": [[0, 1, 2], [0, 1, 2], [3, 4, 5]],
            "mask": [[True, False, True], [True, False, True], [False, True, True]],
            "queries": ("who", "who", "where"),
        },
    ),
    Case(
        rename,
        (Axis.SOURCES, 1, "<s> {0}"),
        "rename “sat” to “<s> {0}”",
        {"sources": ("cat", "<s> {0}", "cat")},
    ),
    Case(rename, (Axis.QUERIES, 1, "who"), "rename “where” to “who”", {"queries": ("who", "who")}),
    Case(
        set_number,
        (Place("value", 2, 0), 50.0),
        "set V₃,₁ to 50",
        {"value": [[10], [20], [50]]},
    ),
    Case(set_scale, ("none",), "set scale to none", {"scale": "none"}),
    Case(set_scale, (0.5,), "set scale to 0.5", {"scale": 0.5}),
    Case(set_softcap, (2.0,), "set soft-cap to 2", {"softcap": 2.0}),
    Case(set_softcap, (None,), "remove soft-cap", {"softcap": None}),
    Case(set_mask, (CausalMask(), "causal mask"), "causal mask", {"mask": CausalMask()}),
    Case(set_mask, (None, "no mask"), "no mask", {"mask": None}),
    Case(
        describe_document,
        ("A title", "Some *notes*"),
        "change title and notes",
        {"title": "A title", "notes": "Some *notes*"},
    ),
]


def case_id(case: Case) -> str:
    return f"{case.operation.__name__}: {case.text}"


def plain(content):
    """A field as plain lists, so that it can be compared."""
    if isinstance(content, CellMask):
        return content.cells.tolist()
    return content.tolist() if isinstance(content, np.ndarray) else content


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_an_operation_changes_what_it_says_and_shares_the_rest(case):
    before = full_scenario()
    edit = case.operation(before, *case.arguments)
    assert edit.text == case.text
    assert {name: plain(getattr(edit.scenario, name)) for name in case.changed} == case.changed
    kept = [field.name for field in fields(Scenario) if field.name not in case.changed]
    assert [
        name for name in kept if getattr(edit.scenario, name) is not getattr(before, name)
    ] == []


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_an_operation_leaves_its_argument_alone(case):
    before = full_scenario()
    case.operation(before, *case.arguments)
    assert same(before, full_scenario())


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_what_an_operation_makes_is_read_only(case):
    after = case.operation(full_scenario(), *case.arguments).scenario
    made = [getattr(after, name) for name in ARRAY_AXES]
    made += [after.mask.cells] if isinstance(after.mask, CellMask) else []
    assert not any(array.flags.writeable for array in made if array is not None)


def test_every_operation_has_a_case():
    operations = {
        function
        for name, function in inspect.getmembers(edits, inspect.isfunction)
        if not name.startswith("_") and get_type_hints(function).get("return") is Edit
    }
    assert operations == {case.operation for case in CASES}


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        (set_cells, ("key", 1, 0, np.array([[0.0, 1.0]]))),
        (rename, (Axis.QUERIES, 0, "who")),
        (set_scale, ("sqrt_d",)),
        (set_softcap, (30.0,)),
        (describe_document, ("full", "notes")),
    ],
)
def test_a_choice_that_was_made_already_gives_the_same_scenario(operation, arguments):
    scenario = full_scenario()
    assert operation(scenario, *arguments).scenario is scenario


def test_a_mask_chosen_again_gives_the_same_scenario():
    scenario = replace(full_scenario(), mask=WindowMask(1, 0))
    assert set_mask(scenario, WindowMask(1, 0), "window").scenario is scenario


def test_a_read_only_block_of_a_whole_table_becomes_the_table_without_a_copy():
    old = full_scenario()
    block = frozen(np.full(old.key.shape, 7.0))
    assert set_cells(old, "key", 0, 0, block).scenario.key is block


def test_minus_zero_is_another_number_than_zero():
    edit = set_cells(full_scenario(), "key", 0, 1, np.array([[-0.0]]))
    assert np.signbit(edit.scenario.key[0, 1])


@pytest.mark.parametrize(
    ("operation", "arguments", "message"),
    [
        (
            set_cells,
            ("key", 2, 1, np.array([[1.0, 2.0]])),
            "key: expected 3 × 2, found cells up to row 3, column 3",
        ),
        (
            set_cells,
            ("key", 0, 0, np.array([[np.nan]])),
            "key[0][0]: expected a finite number, found not a number (NaN)",
        ),
        (
            set_cells,
            ("weights", 0, 0, np.array([[1.0]])),
            "weights: expected a table to change, found none in this scenario",
        ),
        (
            paste,
            ("key", 0, 0, np.array([[np.inf]])),
            "key[0][0]: expected a finite number, found infinity",
        ),
        (
            remove,
            (Axis.QUERIES, [0, 1]),
            "query: expected at least one to stay, found all of them removed",
        ),
        (
            remove,
            (Axis.VALUE_COMPONENTS, [0]),
            "component of V: expected at least one to stay, found all of them removed",
        ),
        (set_softcap, (0.0,), "softcap: expected a number above 0, found 0"),
        (set_softcap, (float("nan"),), "softcap: expected a finite number, found nan"),
        (set_scale, (float("inf"),), "scale: expected a finite number, found inf"),
        (
            set_mask,
            (CellMask(np.array([[True]])), "mask"),
            "allowed: expected 2 × 3 (a row a query, a column a source), found 1 × 1",
        ),
    ],
)
def test_what_would_be_no_scenario_is_refused(operation, arguments, message):
    scenario = full_scenario()
    with pytest.raises(InputError, match=rf"\A{re.escape(message)}\Z"):
        operation(scenario, *arguments)
    assert same(scenario, full_scenario())


def test_new_rows_get_names_nobody_has():
    named = replace(full_scenario(), queries=("Query 2", "Query 1"))
    added = insert(named, Axis.QUERIES, 0, 2).scenario
    assert added.queries == ("Query 3", "Query 4", "Query 2", "Query 1")


@pytest.mark.parametrize("mask", [None, CausalMask(), WindowMask(1, None)])
@pytest.mark.parametrize("axis", AXES)
def test_a_mask_that_is_a_rule_stays_the_rule_at_every_size(mask, axis):
    scenario = replace(full_scenario(), mask=mask)
    assert insert(scenario, axis, 0).scenario.mask is mask


@settings(deadline=None, max_examples=60)
@given(scenario=scenarios(), data=st.data())
def test_inserting_and_removing_gives_the_same_scenario(scenario, data):
    axis = data.draw(axes_of(scenario))
    at, count = data.draw(st.integers(0, scenario.size(axis))), data.draw(SIZES)
    grown = insert(scenario, axis, at, count).scenario
    assert grown.size(axis) == scenario.size(axis) + count
    assert same(remove(grown, axis, range(at, at + count)).scenario, scenario)


@settings(deadline=None, max_examples=60)
@given(scenario=scenarios(), data=st.data())
def test_moving_there_and_back_gives_the_same_scenario(scenario, data):
    axis = data.draw(axes_of(scenario))
    indexes = st.integers(0, scenario.size(axis) - 1)
    index, to = data.draw(indexes), data.draw(indexes)
    assert same(move(move(scenario, axis, index, to).scenario, axis, to, index).scenario, scenario)


@settings(deadline=None, max_examples=60)
@given(scenario=scenarios(), data=st.data())
def test_removing_a_duplicate_gives_the_same_scenario(scenario, data):
    axis = data.draw(axes_of(scenario))
    index = data.draw(st.integers(0, scenario.size(axis) - 1))
    doubled = duplicate(scenario, axis, index).scenario
    assert same(remove(doubled, axis, [index + 1]).scenario, scenario)
    assert same(remove(doubled, axis, [index]).scenario, scenario)


@settings(deadline=None, max_examples=60)
@given(scenario=scenarios(), data=st.data())
def test_the_last_row_or_column_stays(scenario, data):
    axis = data.draw(axes_of(scenario))
    with pytest.raises(InputError, match="at least one to stay"):
        remove(scenario, axis, range(scenario.size(axis)))


@settings(deadline=None, max_examples=60)
@given(scenario=scenarios(), data=st.data())
def test_a_pasted_block_stands_where_it_was_put_and_nothing_else_moved(scenario, data):
    present = [name for name in ARRAY_AXES if getattr(scenario, name) is not None]
    name = data.draw(st.sampled_from(present))
    old = getattr(scenario, name)
    row = data.draw(st.integers(0, old.shape[0] - 1))
    column = data.draw(st.integers(0, old.shape[1] - 1))
    block = data.draw(
        arrays.arrays(np.float64, st.tuples(SIZES, SIZES), elements=NUMBERS), label="block"
    )
    pasted = paste(scenario, name, row, column, block).scenario
    rows = max(old.shape[0], row + block.shape[0])
    columns = max(old.shape[1], column + block.shape[1])
    expected = np.zeros((rows, columns))
    expected[: old.shape[0], : old.shape[1]] = old
    expected[row : row + block.shape[0], column : column + block.shape[1]] = block
    assert getattr(pasted, name).tobytes() == expected.tobytes()
    for other in present:
        if other != name:
            before, after = getattr(scenario, other), getattr(pasted, other)
            kept = after[: before.shape[0], : before.shape[1]]
            assert kept.tobytes() == before.tobytes()
            assert after.sum() == pytest.approx(before.sum())
    assert pasted.queries[: len(scenario.queries)] == scenario.queries
    assert pasted.sources[: len(scenario.sources)] == scenario.sources
