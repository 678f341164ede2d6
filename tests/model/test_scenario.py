"""A scenario: its parts fit each other, its masks stand where they say, its names are there."""

from dataclasses import FrozenInstanceError, replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model import InputError, Scenario, attend
from explorer.model.masks import CausalMask, CellMask, WindowMask
from explorer.model.pins import Pin
from explorer.model.places import Axis
from explorer.model.scenario import ARRAY_AXES, default_names


def scenario(n_query=2, n_key=3, d=2, d_value=1, **changes):
    """A scenario of ones of a given size."""
    parts = {
        "query": np.ones((n_query, d)),
        "key": np.ones((n_key, d)),
        "value": np.ones((n_key, d_value)),
        "queries": default_names("Query", n_query),
        "sources": default_names("Source", n_key),
    }
    return Scenario(**{**parts, **changes})


def text(tokens=("the", "cat", "the"), d_model=4, d=2, d_value=5, **changes):
    """A scenario of ones that starts from tokens."""
    parts = {
        "vocabulary": np.ones((2, d_model)),
        "entries": ("the", "cat"),
        "positions": np.ones((len(tokens), d_model)),
        "query_projection": np.ones((d_model, d)),
        "key_projection": np.ones((d_model, d)),
        "value_projection": np.ones((d_model, d_value)),
        "query_bias": np.ones((1, d)),
        "key_bias": np.ones((1, d)),
        "value_bias": np.ones((1, d_value)),
        "queries": tokens,
        "sources": tokens,
    }
    return Scenario(**{**parts, **changes})


def from_vectors(**changes):
    """The same from vectors typed in."""
    nothing = {"vocabulary": None, "entries": ()}
    return text(**{"embeddings": np.ones((3, 4)), **nothing, **changes})


def weighted_mix(**changes):
    return scenario(**{"query": None, "key": None, "weights": np.ones((2, 3)), **changes})


def picture(allowed):
    """A mask as text, a row a reader: x where it reads, . where it is blocked."""
    return ["".join(".x"[cell] for cell in row) for row in allowed.astype(int)]


@pytest.mark.parametrize(
    ("mask", "n_query", "n_key", "shown"),
    [
        (CausalMask(), 3, 3, ["x..", "xx.", "xxx"]),
        (CausalMask(), 2, 4, ["x...", "xx.."]),
        (CausalMask(), 4, 2, ["x.", "xx", "xx", "xx"]),
        (CausalMask(), 1, 3, ["x.."]),
        (WindowMask(None, None), 2, 3, ["xxx", "xxx"]),
        (WindowMask(None, 0), 3, 3, ["x..", "xx.", "xxx"]),
        (WindowMask(0, 0), 3, 3, ["x..", ".x.", "..x"]),
        (WindowMask(0, None), 3, 3, ["xxx", ".xx", "..x"]),
        (WindowMask(1, 0), 4, 4, ["x...", "xx..", ".xx.", "..xx"]),
        (WindowMask(1, 1), 4, 4, ["xx..", "xxx.", ".xxx", "..xx"]),
        (WindowMask(0, 1), 2, 4, ["xx..", ".xx."]),
        (WindowMask(1, 0), 4, 2, ["x.", "xx", ".x", ".."]),
        (CellMask(np.array([[True, False], [False, True]])), 2, 2, ["x.", ".x"]),
    ],
)
def test_a_mask_lets_read_where_it_says_counted_from_the_top_left(mask, n_query, n_key, shown):
    assert picture(mask.allowed(n_query, n_key)) == shown
    masked = scenario(n_query, n_key, mask=mask)
    assert picture(masked.inputs.allowed) == shown
    assert picture(attend(masked.inputs).weights > 0) == shown


@given(
    left=st.none() | st.integers(0, 6),
    right=st.none() | st.integers(0, 6),
    n_query=st.integers(1, 6),
    n_key=st.integers(1, 6),
)
def test_a_window_reaches_as_far_back_and_ahead_as_it_says(left, right, n_query, n_key):
    allowed = WindowMask(left, right).allowed(n_query, n_key)
    for i in range(n_query):
        for j in range(n_key):
            back = left is None or i - j <= left
            ahead = right is None or j - i <= right
            assert allowed[i, j] == (back and ahead)


@pytest.mark.parametrize(
    "mask", [CausalMask(), WindowMask(1, 1), CellMask(np.array([[True, False]]))]
)
def test_what_a_mask_allows_is_read_only(mask):
    assert not mask.allowed(1, 2).flags.writeable


def test_a_change_of_the_callers_cells_later_does_not_reach_the_mask():
    cells = np.array([[True, False, True], [True, True, True]])
    masked = scenario(mask=CellMask(cells))
    cells[:] = False
    assert picture(masked.mask.cells) == picture(masked.inputs.allowed) == ["x.x", "xxx"]


@pytest.mark.parametrize("cells", [np.ones((2, 3)), [[1, 0]], [["x"]], [[True], [True, False]], []])
def test_a_mask_of_anything_but_rows_of_booleans_is_refused(cells):
    with pytest.raises(InputError):
        CellMask(cells)


def test_masks_that_say_the_same_are_equal():
    assert CausalMask() == CausalMask()
    assert WindowMask(1, 0) == WindowMask(1, 0)
    assert WindowMask(1, 0) != WindowMask(0, 1)


@pytest.mark.parametrize(
    ("axis", "size", "names"),
    [
        (Axis.QUERIES, 2, ("Query 1", "Query 2")),
        (Axis.SOURCES, 3, ("Source 1", "Source 2", "Source 3")),
        (Axis.COMPONENTS, 4, ("component 1", "component 2", "component 3", "component 4")),
        (Axis.VALUE_COMPONENTS, 1, ("component 1",)),
    ],
)
def test_every_axis_has_a_size_and_as_many_names(axis, size, names):
    sized = scenario(d=4)
    assert sized.size(axis) == size
    assert sized.names(axis) == names


@pytest.mark.parametrize("axis", Axis)
def test_there_are_as_many_names_as_positions_on_any_axis(axis):
    for one in (scenario(), weighted_mix(), text(), from_vectors()):
        assert len(one.names(axis)) == one.size(axis)


def test_a_weighted_mix_compares_no_components():
    mix = weighted_mix()
    assert mix.size(Axis.COMPONENTS) == 0
    assert [stage.name for stage in attend(mix.inputs).stages] == ["weights", "output"]


@pytest.mark.parametrize(
    "name", ["", "the", "<s>", "{0}", "日本語", "a\tb", "👩‍👩‍👧", "ﷺ", "e\u0301", "x" * 1000]
)
def test_a_name_may_be_any_text_and_stand_twice(name):
    assert scenario(sources=(name, name, "other")).names(Axis.SOURCES) == (name, name, "other")


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"queries": ("a",)}, "queries: expected 2 names, one for each row of query, found 1"),
        (
            {"sources": ("a", "b", "c", "d")},
            "sources: expected 3 names, one for each row of value, found 4",
        ),
        (
            {"key": np.ones((3, 5))},
            "key: expected 2 components in each row, as in query, found 5",
        ),
        (
            {"value": np.ones((2, 1))},
            "value: expected 3 rows, one for each row of key, found 2",
        ),
        (
            {"bias": np.ones((3, 2))},
            "bias: expected 2 × 3 (a row a query, a column a source), found 3 × 2",
        ),
        (
            {"weights": np.ones((1, 3))},
            "weights: expected 2 × 3 (a row a query, a column a source), found 1 × 3",
        ),
        (
            {"mask": CellMask(np.ones((3, 2), dtype=bool))},
            "allowed: expected 2 × 3 (a row a query, a column a source), found 3 × 2",
        ),
        ({"query": None}, "query: expected query and key together, found no query"),
        ({"key": None}, "key: expected query and key together, found no key"),
        (
            {"query": None, "key": None},
            "query: expected query and key, or weights, found neither",
        ),
        ({"softcap": -1.0}, "softcap: expected a number above 0, found -1"),
        ({"scale": float("nan")}, "scale: expected a finite number, found nan"),
        ({"scale": "half"}, 'scale: expected a number, found "half"'),
        ({"scale": True}, "scale: expected a number, found true"),
        (
            {"value": np.array([[1.0], [np.inf], [1.0]])},
            "value[1][0]: expected a finite number, found infinity",
        ),
    ],
)
def test_parts_that_do_not_fit_are_refused_with_place_expectation_and_finding(changes, message):
    with pytest.raises(InputError) as refusal:
        scenario(**changes)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("scale", "factor"),
    [("sqrt_d", 0.5), ("none", 1.0), (0.25, 0.25), (0, 0.0), (-2.0, -2.0)],
)
def test_the_scale_is_what_the_scores_are_multiplied_by(scale, factor):
    scaled = attend(scenario(d=4, scale=scale).inputs)
    assert scaled.scaled_scores.tolist() == (4.0 * factor * np.ones((2, 3))).tolist()


FULL = (
    scenario(4, 3, 2, 5, bias=np.ones((4, 3)), weights=np.ones((4, 3))),
    text(),
    from_vectors(),
)


def with_array(name):
    return next(one for one in FULL if getattr(one, name) is not None)


@pytest.mark.parametrize("name", ARRAY_AXES)
def test_the_axes_of_an_array_give_its_shape(name):
    full = with_array(name)
    assert getattr(full, name).shape == tuple(map(full.size, ARRAY_AXES[name]))


@pytest.mark.parametrize("name", ARRAY_AXES)
def test_arrays_of_a_scenario_are_read_only_and_those_of_its_inputs(name):
    full = with_array(name)
    assert not getattr(full, name).flags.writeable
    assert getattr(full.inputs, name) is getattr(full, name)


def test_the_tokens_of_a_text_are_the_names_of_its_positions():
    assert text().tokens == ("the", "cat", "the")
    assert text().inputs.tokens == (0, 1, 0)
    assert from_vectors().tokens is None
    assert text().names(Axis.POSITIONS) == text().names(Axis.SOURCES) == ("the", "cat", "the")


def test_the_positions_of_a_text_are_its_readers_and_its_sources():
    positions = {Axis.POSITIONS, Axis.QUERIES, Axis.SOURCES}
    assert all(text().alike(axis) == positions for axis in positions)
    assert text().alike(Axis.COMPONENTS) == {Axis.COMPONENTS}
    assert scenario().alike(Axis.QUERIES) == {Axis.QUERIES}


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        (
            {"queries": ("the", "dog", "the"), "sources": ("the", "dog", "the")},
            'tokens[1]: expected an entry of the vocabulary, found "dog"',
        ),
        (
            {"sources": ("the", "cat", "cat")},
            "sources: expected the names of queries: both are the positions, found others",
        ),
        (
            {"entries": ("the", "the")},
            'entries[1]: expected each entry once, found "the" again',
        ),
        (
            {"entries": ("the",)},
            "entries: expected 2 names, one for each row of vocabulary, found 1",
        ),
        (
            {"vocabulary": None},
            "entries: expected 0 names, one for each row of vocabulary, found 2",
        ),
        (
            {"embeddings": np.ones((3, 4))},
            "embeddings: expected embeddings, or tokens and vocabulary, found both",
        ),
        (
            {"value": np.ones((3, 1))},
            "value: expected no value beside what it would be computed from, found one",
        ),
        (
            {"value_projection": None},
            "value_projection: expected projections of queries, keys and values, "
            "found no value_projection",
        ),
        (
            {"key_projection": np.ones((4, 3))},
            "key_projection: expected 2 columns, as many as the projection of queries has, found 3",
        ),
        (
            {"query_projection": np.ones((3, 2))},
            "query_projection: expected 4 rows, one for each component of a vector, found 3",
        ),
        (
            {"value_bias": np.ones((1, 2))},
            "value_bias: expected 5 numbers, one for each column of the projection, found 2",
        ),
        (
            {"query_bias": np.ones((2, 2))},
            "query_bias: expected 2 numbers, one for each column of the projection, "
            "found 2 rows of them",
        ),
        (
            {"positions": np.ones((2, 4))},
            "positions: expected 3 × 4 (a row a position, a column a component of a vector), "
            "found 2 × 4",
        ),
        (
            {"sinusoidal": True},
            "positions: expected position vectors typed in or sinusoidal, found both",
        ),
        (
            {"bias": np.ones((2, 3))},
            "bias: expected 3 × 3 (a row a query, a column a source), found 2 × 3",
        ),
    ],
)
def test_parts_of_a_text_that_do_not_fit_are_refused(changes, message):
    with pytest.raises(InputError) as refusal:
        text(**changes)
    assert str(refusal.value) == message


@pytest.mark.parametrize("extra", [{"sinusoidal": True}, {"query_bias": np.ones((1, 2))}])
def test_what_belongs_to_vectors_is_refused_without_them(extra):
    with pytest.raises(InputError, match="beside what it would be computed from"):
        scenario(**extra)


def test_a_scenario_is_frozen():
    with pytest.raises(FrozenInstanceError):
        scenario().title = "another"


def test_a_scenario_with_another_title_shares_every_array():
    first = scenario()
    second = replace(first, title="another")
    assert all(getattr(second, name) is getattr(first, name) for name in ARRAY_AXES)


# Sizes: what a scenario holds may be small and what follows from it too large to store


@pytest.mark.parametrize(
    ("build", "place"),
    [
        (lambda: scenario(n_query=4097, n_key=4096), "queries"),
        (lambda: scenario(n_query=2**13, n_key=1, d_value=2**12), "output"),
        (lambda: text(("the",) * 4, d=2**22 + 1), "query"),
        (lambda: text(("the",) * 4, d_model=2**22 + 1), "embeddings"),
    ],
)
def test_what_would_compute_more_than_fits_into_memory_is_refused(build, place):
    with pytest.raises(InputError) as caught:
        build()
    assert caught.value.place == place
    assert "at most 16777216" in caught.value.expected


def test_as_many_pairs_as_there_may_be_are_a_scenario():
    assert scenario(n_query=4096, n_key=4096).inputs.shape == (4096, 4096)


@pytest.mark.parametrize(
    ("build", "place"),
    [
        (lambda long: scenario(title=long), "title"),
        (lambda long: scenario(queries=("Query 1", long)), "queries[1]"),
        (lambda long: scenario(sources=("Source 1", "Source 2", long)), "sources[2]"),
        (lambda long: text((long,) * 3, entries=("the", long)), "entries[1]"),
        (lambda long: Pin(long, scenario()), "name"),
        (lambda long: scenario(notes=100 * long), "notes"),
    ],
)
def test_a_text_that_would_take_long_to_lay_out_is_refused(build, place):
    build("x" * 1000)
    with pytest.raises(InputError) as caught:
        build("x" * 1001)
    assert caught.value.place == place
