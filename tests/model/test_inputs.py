"""What is refused, in which words, and that inputs and results are nobody's to change."""

import dataclasses
import math
import sys
from fractions import Fraction
from types import ModuleType

import numpy as np
import pytest
from numpy.testing import assert_array_equal

from explorer.model import AttentionInputs, InputError, attend, gradients

GOOD = {
    "query": [[1.0, 0.0], [0.0, 1.0]],
    "key": [[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]],
    "value": [[10.0], [20.0], [30.0]],
}
ALLOWED = [[True, False, True], [True, True, True]]
BIAS = [[0.0, 1.0, 2.0], [3.0, 4.0, 5.0]]


def refusal(**changed):
    with pytest.raises(InputError) as caught:
        AttentionInputs(**(GOOD | changed))
    return caught.value


def refusal_to_compute(**changed):
    inputs = AttentionInputs(**(GOOD | changed))
    with pytest.raises(InputError) as caught:
        attend(inputs)
    return caught.value


def wrong(name, content, place, expected, found):
    """A case: the argument, and what place, expectation and finding have to mention."""
    return pytest.param({name: content}, place, expected, found, id=f"{name}={content!r:.40}")


def test_arrays_are_taken_while_another_thread_imports_masked_ones(monkeypatch):
    monkeypatch.setitem(sys.modules, "numpy.ma", ModuleType("numpy.ma"))
    arrays = {name: np.array(rows) for name, rows in GOOD.items()}
    assert AttentionInputs(**arrays).value.tolist() == GOOD["value"]


SHAPES = [
    wrong("query", [[1, 0], [0]], "query[1]", "2", "1"),
    wrong("key", [[1, 0], [0, 1], [1, 1, 1]], "key[2]", "2", "3"),
    wrong("value", [[10], [20, 21], [30]], "value[1]", "1", "2"),
    wrong("query", [1, 0], "query[0]", "row", "1"),
    wrong("query", np.array([1.0, 0.0]), "query", "rows and columns", "1 dim"),
    wrong("query", np.ones((1, 2, 2)), "query", "rows and columns", "3 dim"),
    wrong("query", [[[1], [0]]], "query[0][0]", "number", "list"),
    wrong("value", 5, "value", "rows", "5"),
    wrong("value", np.float64(5.0), "value", "rows", "5"),
    wrong("value", None, "value", "rows", "nothing"),
    wrong("value", "10 20 30", "value", "rows", "10 20 30"),
    wrong("value", {"a": 1}, "value", "rows", "object"),
    wrong("query", ["10", "01"], "query[0]", "row", "10"),
    wrong("query", [], "query", "at least one row", "empty"),
    wrong("query", [[], []], "query", "one column", "empty"),
    wrong("key", np.empty((0, 2)), "key", "at least one row", "empty"),
    wrong("key", np.empty((3, 0)), "key", "one column", "empty"),
    wrong("value", np.empty((3, 0)), "value", "one column", "empty"),
    wrong("query", [[1, 0, 0]], "key", "3", "2"),
    wrong("key", [[1], [0], [1]], "key", "2", "1"),
    wrong("value", [[10], [20]], "value", "3", "2"),
    wrong("value", [[10], [20], [30], [40]], "value", "3", "4"),
    wrong("allowed", [[True, True, True]], "allowed", "2 × 3", "1 × 3"),
    wrong("allowed", [[True, True], [True, True], [True, True]], "allowed", "2 × 3", "3 × 2"),
    wrong("allowed", [[True, True, True], [True]], "allowed[1]", "3", "1"),
    wrong("allowed", [True, True, True], "allowed[0]", "row", "true"),
    wrong("bias", [[0, 0, 0]], "bias", "2 × 3", "1 × 3"),
    wrong("bias", [[0, 0], [0, 0], [0, 0]], "bias", "2 × 3", "3 × 2"),
    wrong("bias", np.zeros(3), "bias", "rows and columns", "1 dim"),
    wrong("weights", [[0.5, 0.5]], "weights", "2 × 3", "1 × 2"),
    wrong("query", None, "query", "query and key together", "no query"),
    wrong("key", None, "key", "query and key together", "no key"),
]

CELLS = [
    wrong("query", [[1, 0], [math.nan, 1]], "query[1][0]", "finite", "NaN"),
    wrong("key", [[1, 0], [0, math.inf], [1, 1]], "key[1][1]", "finite", "infinity"),
    wrong("value", [[10], [20], [-math.inf]], "value[2][0]", "finite", "infinity"),
    wrong("value", np.array([[10.0], [np.nan], [30.0]]), "value[1][0]", "finite", "NaN"),
    wrong("bias", [[0, 0, 0], [0, -math.inf, 0]], "bias[1][1]", "finite", "infinity"),
    wrong("weights", [[0, 0, math.nan], [0, 0, 0]], "weights[0][2]", "finite", "NaN"),
    wrong("query", [[1, "0"], [0, 1]], "query[0][1]", "number", '"0"'),
    wrong("query", [[1, ""], [0, 1]], "query[0][1]", "number", '""'),
    wrong("key", [[1, 0], [None, 1], [1, 1]], "key[1][0]", "number", "nothing"),
    wrong("value", [[10], [True], [30]], "value[1][0]", "number", "true"),
    wrong("value", [[10], [np.False_], [30]], "value[1][0]", "number", "false"),
    wrong("value", [[10], [1j], [30]], "value[1][0]", "number", "1j"),
    wrong("value", [[10], [10**400], [30]], "value[1][0]", "finite", "too large"),
    wrong("value", np.array([["10"], ["20"], ["30"]]), "value", "numbers", "U2"),
    wrong("value", np.array([[True], [True], [True]]), "value", "numbers", "bool"),
    wrong("value", np.ma.masked_equal([[1.0], [2], [3]], 2), "value", "hidden cells", "masked"),
    wrong("value", np.array([[1j], [2], [3]]), "value", "numbers", "complex128"),
    wrong("value", np.array([[1], [None], [3]], dtype=object), "value", "numbers", "object"),
    wrong("allowed", [[1, 0, 1], [1, 1, 1]], "allowed[0][0]", "true or false", "1"),
    wrong("allowed", [[True, None, True], [True] * 3], "allowed[0][1]", "true or false", "nothing"),
    wrong("allowed", np.ones((2, 3)), "allowed", "true or false", "float64"),
    wrong("allowed", np.ones((2, 3), dtype=np.int64), "allowed", "true or false", "int64"),
]

NUMBERS = [
    wrong("scale", math.nan, "scale", "finite", "nan"),
    wrong("scale", math.inf, "scale", "finite", "inf"),
    wrong("scale", -math.inf, "scale", "finite", "inf"),
    wrong("scale", "sqrt_d", "scale", "number", "sqrt_d"),
    wrong("scale", True, "scale", "number", "true"),
    wrong("scale", [1.0], "scale", "number", "list"),
    wrong("scale", 10**400, "scale", "finite", "too large"),
    wrong("softcap", 0, "softcap", "above 0", "0"),
    wrong("softcap", -0.0, "softcap", "above 0", "0"),
    wrong("softcap", -2.5, "softcap", "above 0", "-2.5"),
    wrong("softcap", math.nan, "softcap", "finite", "nan"),
    wrong("softcap", math.inf, "softcap", "finite", "inf"),
    wrong("softcap", "2", "softcap", "number", '"2"'),
    wrong("softcap", False, "softcap", "number", "false"),
]


@pytest.mark.parametrize(("changed", "place", "expected", "found"), SHAPES + CELLS + NUMBERS)
def test_wrong_input_is_refused_with_place_expectation_and_finding(changed, place, expected, found):
    error = refusal(**changed)

    assert error.place == place
    assert expected in error.expected
    assert found in error.found
    for part in (error.place, error.expected, error.found):
        assert isinstance(part, str)
        assert part in str(error)


def test_what_the_refused_cases_change_is_right_unchanged():
    """Each case above changes one argument of these: so the one changed is what is refused."""
    inputs = AttentionInputs(**GOOD, allowed=ALLOWED, bias=BIAS, scale=0.5, softcap=2.0)

    assert np.isfinite(attend(inputs).output).all()


def test_values_alone_are_no_start():
    error = refusal(query=None, key=None)

    assert "query" in error.place
    assert "weights" in error.expected


def test_weights_without_queries_need_a_column_for_each_value():
    error = refusal(query=None, key=None, weights=[[0.5, 0.5]])

    assert (error.place, error.found) == ("weights", "1 × 2")
    assert "1 × 3" in error.expected


def test_input_error_is_a_value_error():
    assert isinstance(refusal(value=None), ValueError)


@pytest.mark.parametrize("number", [2, np.int8(2), np.float32(2), np.float64(2), Fraction(2)])
def test_every_real_number_is_a_number(number):
    inputs = AttentionInputs([[number]], [[number]], [[number]], scale=number, softcap=number)

    assert inputs.query.tolist() == [[2.0]]
    assert (inputs.scale, inputs.softcap) == (2.0, 2.0)


@pytest.mark.parametrize("dtype", [np.int8, np.uint64, np.float16, np.float32, np.float64])
def test_every_array_of_real_numbers_becomes_float64(dtype):
    inputs = AttentionInputs(*(np.array(GOOD[name], dtype=dtype) for name in GOOD))

    for name, content in GOOD.items():
        assert getattr(inputs, name).dtype == np.float64
        assert_array_equal(getattr(inputs, name), content)


def test_tuples_and_rows_that_are_arrays_are_tables_too():
    inputs = AttentionInputs(((1, 0),), [np.array([1.0, 0.0])], [(10,)])

    assert inputs.key.tolist() == [[1.0, 0.0]]


@pytest.mark.parametrize(
    ("changed", "place"),
    [
        ({"query": [[1, 0], [1e200, 0]], "key": [[1, 0], [0, 1], [1e200, 1]]}, "scores[1][2]"),
        ({"query": [[1e200, 0], [0, 1]], "key": [[-1e200, 0], [0, 1], [1, 1]]}, "scores[0][0]"),
        ({"query": [[1e308, 0], [0, 1]], "scale": 10}, "scaled_scores[0][0]"),
        ({"query": [[1e308, 0], [0, 1]], "scale": 1, "bias": [[1.5e308, 0, 0], [0, 0, 0]]}, None),
        ({"weights": [[1, 1, 1], [0, 1e200, 0]], "value": [[1], [1e200], [1]]}, "output[1][0]"),
    ],
)
def test_a_number_too_large_to_store_is_refused_where_it_arises(changed, place):
    error = refusal_to_compute(**changed)

    assert error.place == (place or "masked_scores[0][0]")
    assert "too large" in error.found
    assert error.expected in str(error)


def test_products_that_overflow_both_ways_are_refused_rather_than_not_a_number():
    query, key = [[1e200, 1e200]], [[1e200, -1e200]]

    error = refusal_to_compute(query=query, key=key, value=[[1]])

    assert error.place == "scores[0][0]"


def test_a_blocked_cell_may_have_a_bias_that_would_overflow():
    trace = attend(
        AttentionInputs(
            [[1e308]], [[1], [0]], [[10], [20]], [[False, True]], bias=[[1.5e308, 0]], scale=1
        )
    )

    assert trace.weights.tolist() == [[0.0, 1.0]]


@pytest.mark.parametrize("upstream", [[[1.0]], [[1.0], [1.0], [1.0]], [[1.0, 1.0], [1.0, 1.0]]])
def test_a_gradient_of_another_shape_than_the_output_is_refused(upstream):
    trace = attend(AttentionInputs(**GOOD))

    with pytest.raises(InputError) as caught:
        gradients(trace, upstream)

    assert "2 × 1" in caught.value.expected


ARRAYS = GOOD | {"allowed": ALLOWED, "bias": BIAS, "weights": [[0.2, 0.3, 0.5], [1.0, 0.0, 0.0]]}


@pytest.mark.parametrize("name", ARRAYS)
def test_a_change_of_the_callers_array_later_does_not_reach_the_inputs(name):
    mine = {key: np.array(content) for key, content in ARRAYS.items()}
    inputs = AttentionInputs(**mine)
    before = getattr(inputs, name).copy()

    assert mine[name].flags.writeable
    mine[name][...] = True if mine[name].dtype == np.bool_ else -7.0

    assert not np.array_equal(mine[name], before)
    assert_array_equal(getattr(inputs, name), before)


def test_a_change_of_the_callers_lists_later_does_not_reach_the_inputs():
    value = [[10.0], [20.0], [30.0]]
    inputs = AttentionInputs(GOOD["query"], GOOD["key"], value)

    value[0][0] = -7.0

    assert inputs.value.tolist() == [[10.0], [20.0], [30.0]]


def test_a_read_only_view_of_the_callers_array_is_no_way_to_change_the_inputs():
    mine = np.array(GOOD["value"])
    view = mine[:]
    view.setflags(write=False)
    inputs = AttentionInputs(GOOD["query"], GOOD["key"], view)

    mine[0, 0] = -7.0

    assert inputs.value.tolist() == GOOD["value"]


def test_a_read_only_array_of_the_inputs_is_shared_and_not_copied():
    inputs = AttentionInputs(**GOOD)

    again = AttentionInputs(inputs.query, inputs.key, [[1.0], [2.0], [3.0]])

    assert again.query is inputs.query
    assert again.key is inputs.key


def test_a_view_of_all_of_a_read_only_array_is_shared_one_of_a_part_is_not():
    keys = np.ones((3, 2))
    keys.setflags(write=False)

    inputs = AttentionInputs(GOOD["query"], keys.T.T, keys[:, :1].T.T)

    assert inputs.key.base is keys
    assert inputs.value.base is None


@pytest.mark.parametrize("name", ARRAYS)
def test_arrays_of_the_inputs_are_read_only(name):
    array = getattr(AttentionInputs(**ARRAYS), name)

    with pytest.raises(ValueError, match="read-only"):
        array[0, 0] = 1


@pytest.mark.parametrize(
    "name",
    ["scores", "scaled_scores", "capped_scores", "masked_scores", "weights", "output"],
)
def test_arrays_of_the_trace_are_read_only(name):
    trace = attend(AttentionInputs(**GOOD, allowed=ALLOWED, bias=BIAS, softcap=2.0))

    with pytest.raises(ValueError, match="read-only"):
        getattr(trace, name)[0, 0] = 1


@pytest.mark.parametrize("name", ["query", "scale", "weights"])
def test_inputs_are_frozen(name):
    inputs = AttentionInputs(**GOOD)

    with pytest.raises(dataclasses.FrozenInstanceError):
        setattr(inputs, name, None)


@pytest.mark.parametrize(
    ("options", "present"),
    [
        ({}, ()),
        ({"softcap": 2.0}, ("capped_scores",)),
        ({"allowed": ALLOWED}, ("masked_scores",)),
        ({"bias": BIAS}, ("masked_scores",)),
        ({"bias": BIAS, "softcap": 2.0}, ("capped_scores", "masked_scores")),
        ({"scale": 0.0}, ()),
    ],
)
def test_a_stage_that_takes_no_part_leaves_no_array(options, present):
    trace = attend(AttentionInputs(**GOOD, **options))

    for name in ("scores", "scaled_scores", "weights", "output"):
        assert getattr(trace, name) is not None
    for name in ("capped_scores", "masked_scores"):
        assert (getattr(trace, name) is not None) == (name in present)


def test_weights_typed_in_take_the_place_of_the_softmax():
    weights = [[0.5, 0.25, 0.25], [2.0, -1.0, 0.0]]

    trace = attend(AttentionInputs(**GOOD, weights=weights))

    assert trace.scores.tolist() == [[1.0, 0.0, 1.0], [0.0, 1.0, 1.0]]
    assert trace.weights.tolist() == weights
    assert trace.output.tolist() == [[17.5], [0.0]]


def test_weights_typed_in_and_values_alone_are_a_weighted_mix():
    trace = attend(AttentionInputs(None, None, GOOD["value"], weights=[[0.5, 0.25, 0.25]]))

    assert trace.scores is None
    assert trace.scaled_scores is None
    assert trace.output.tolist() == [[17.5]]
