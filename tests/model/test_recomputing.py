"""A trace made from another one is that of a calculation from nothing, and shares what it can."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from explorer.model import AttentionInputs, InputError, attend
from explorer.model.inputs import INPUT_AXES
from explorer.model.places import Axis
from explorer.model.recomputing import FEWEST_CELLS, MOST_MENDED
from explorer.model.slips.catalogue import SLIPS
from explorer.model.slips.slip import computed_as
from explorer.model.stages import stages_of
from explorer.model.stages.scaling import Scaling

N_QUERY, N_KEY, D = 90, 70, 3
assert N_QUERY * N_KEY > FEWEST_CELLS

SHAPES = {
    "query": (N_QUERY, D),
    "key": (N_KEY, D),
    "value": (N_KEY, 64),
    "bias": (N_QUERY, N_KEY),
    "allowed": (N_QUERY, N_KEY),
    "weights": (N_QUERY, N_KEY),
}
EIGHTHS = st.integers(-16, 16).map(lambda number: number / 8)


def start(**others):
    numbers = np.random.default_rng(11)
    arrays = {name: numbers.integers(-16, 17, SHAPES[name]) / 8 for name in SHAPES}
    arrays["allowed"] = numbers.random(SHAPES["allowed"]) < 0.9
    return {**{name: arrays[name] for name in ("query", "key", "value")}, **others}, arrays


def with_cell(inputs, name, row, column, content):
    array = inputs[name].copy()
    array[row, column] = content
    return {**inputs, name: array}


def assert_same(trace, fresh):
    assert trace.stages == fresh.stages
    assert trace.arrays.keys() == fresh.arrays.keys()
    for name in fresh.arrays:
        assert_allclose(trace.arrays[name], fresh.arrays[name], rtol=1e-12, atol=1e-12)


def changed(trace):
    """Where each computed array changed, as lists."""
    return {
        stage.name: {axis: where.tolist() for axis, where in trace.changes[stage.name].items()}
        for stage in trace.stages
        if stage.name in trace.changes
    }


def another_cell(draw, inputs, arrays):
    name = draw(st.sampled_from([name for name in SHAPES if inputs.get(name) is not None]))
    rows, columns = inputs[name].shape
    place = draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1))
    return with_cell(inputs, name, *place, draw(st.booleans() if name == "allowed" else EIGHTHS))


def another_column(draw, inputs, arrays):
    name = draw(st.sampled_from(["query", "key", "value"]))
    return with_cell(inputs, name, slice(None), draw(st.integers(0, 2)), draw(EIGHTHS))


def another_setting(draw, inputs, arrays):
    name = draw(st.sampled_from(["bias", "allowed", "weights", "scale", "softcap"]))
    if name in arrays:
        n_query = inputs["query"].shape[0]
        return {**inputs, name: None if inputs.get(name) is not None else arrays[name][:n_query]}
    return {**inputs, name: draw(st.sampled_from([None, 0.5, 2.0]))}


def one_reader_less(draw, inputs, arrays):
    by_reader = ("query", "bias", "allowed", "weights")
    return inputs | {name: inputs[name][1:] for name in by_reader if inputs.get(name) is not None}


CHANGES = [*[another_cell] * 6, another_column, another_setting, one_reader_less]


@given(data=st.data())
@settings(max_examples=60, deadline=None)
def test_any_sequence_of_changes_gives_the_trace_of_a_calculation_from_nothing(data):
    """Also when some of the traces are never looked at, or an earlier state comes back."""
    inputs, arrays = start()
    states = [inputs]
    trace = attend(AttentionInputs(**inputs))
    for _ in range(data.draw(st.integers(1, 12), label="changes")):
        if data.draw(st.integers(0, 4), label="back if 0"):
            change = data.draw(st.sampled_from(CHANGES))
            inputs = change(data.draw, inputs, arrays)
        else:
            inputs = data.draw(st.sampled_from(states))
        states.append(inputs)
        trace = attend(AttentionInputs(**inputs), trace)
        if data.draw(st.booleans(), label="look"):
            assert_same(trace, attend(AttentionInputs(**inputs)))
    assert_same(trace, attend(AttentionInputs(**inputs)))


N, D_MODEL, N_VOCABULARY = 90, 64, 70
assert N * D_MODEL > FEWEST_CELLS

TEXT_SHAPES = {
    "vocabulary": (N_VOCABULARY, D_MODEL),
    "positions": (N, D_MODEL),
    "query_projection": (D_MODEL, D),
    "key_projection": (D_MODEL, D),
    "value_projection": (D_MODEL, 64),
    "query_bias": (1, D),
    "value_bias": (1, 64),
}


def text_start():
    numbers = np.random.default_rng(12)
    tables = {name: numbers.integers(-16, 17, shape) / 8 for name, shape in TEXT_SHAPES.items()}
    return {**tables, "tokens": tuple(numbers.integers(0, N_VOCABULARY, N).tolist())}


def changed_text(draw, inputs):
    """Another number of any table, another token, one fewer, or other position vectors."""
    match draw(st.sampled_from(["cell"] * 4 + ["token", "length", "positions"])):
        case "token":
            at, token = draw(st.integers(0, 80)), draw(st.integers(0, N_VOCABULARY - 1))
            tokens = inputs["tokens"]
            return {**inputs, "tokens": (*tokens[:at], token, *tokens[at + 1 :])}
        case "length" if inputs["positions"] is None:
            return {**inputs, "tokens": inputs["tokens"][:-1]}
        case "positions":
            is_next = not inputs.get("sinusoidal", False)
            return {**inputs, "positions": None, "sinusoidal": is_next}
    name = draw(st.sampled_from([name for name in TEXT_SHAPES if inputs[name] is not None]))
    rows, columns = TEXT_SHAPES[name]
    place = draw(st.integers(0, rows - 1)), draw(st.integers(0, columns - 1))
    return with_cell(inputs, name, *place, draw(EIGHTHS))


@given(data=st.data())
@settings(max_examples=40, deadline=None)
def test_so_does_any_sequence_of_changes_of_a_text(data):
    inputs = text_start()
    trace = attend(AttentionInputs(**inputs))
    for _ in range(data.draw(st.integers(1, 6), label="changes")):
        inputs = changed_text(data.draw, inputs)
        trace = attend(AttentionInputs(**inputs), trace)
    assert_same(trace, attend(AttentionInputs(**inputs)))


def test_a_number_of_a_projection_reaches_one_column_of_what_it_makes():
    inputs = text_start()
    trace = attend(AttentionInputs(**inputs))
    later = attend(AttentionInputs(**with_cell(inputs, "value_projection", 3, 5, 9.0)), trace)
    assert changed(later) == {
        "value": {Axis.VALUE_COMPONENTS: [5]},
        "output": {Axis.VALUE_COMPONENTS: [5]},
    }


def test_a_position_vector_reaches_the_vectors_of_its_position():
    inputs = text_start()
    trace = attend(AttentionInputs(**inputs))
    later = attend(AttentionInputs(**with_cell(inputs, "positions", 3, 5, 9.0)), trace)
    assert "embeddings" not in later.changes
    assert changed(later)["positioned"] == {Axis.POSITIONS: [3], Axis.MODEL_COMPONENTS: [5]}


def test_sinusoids_are_shared_unless_the_text_changes_its_size():
    inputs = {**text_start(), "positions": None, "sinusoidal": True}
    trace = attend(AttentionInputs(**inputs))
    other_token = {**inputs, "tokens": (1, *inputs["tokens"][1:])}
    later = attend(AttentionInputs(**other_token), trace)
    assert later.arrays["positions"] is trace.arrays["positions"]
    shorter = attend(AttentionInputs(**{**inputs, "tokens": inputs["tokens"][:-1]}), trace)
    assert shorter.arrays["positions"].shape == (N - 1, D_MODEL)


def test_no_errors_add_up_over_many_changes_of_the_same_cells():
    numbers = np.random.default_rng(5)
    inputs, _arrays = start()
    inputs = {name: numbers.normal(size=array.shape) for name, array in inputs.items()}
    trace = attend(AttentionInputs(**inputs))
    for turn in range(300):
        name = ("query", "key", "value")[turn % 3]
        inputs = with_cell(inputs, name, turn % 7, turn % 2, numbers.normal() * 10.0 ** (turn % 5))
        trace = attend(AttentionInputs(**inputs), trace)
    assert_same(trace, attend(AttentionInputs(**inputs)))


def random_start():
    numbers = np.random.default_rng(21)
    return {name: numbers.normal(size=SHAPES[name]) for name in ("query", "key", "value")}


def after_changes(inputs, name, count):
    """The trace after so many changes of cells of one array, each made from the one before."""
    trace = attend(AttentionInputs(**inputs))
    for turn in range(count):
        inputs = with_cell(inputs, name, turn % 60, turn % 3, 0.25)
        trace = attend(AttentionInputs(**inputs), trace)
    return trace


@pytest.mark.parametrize("name", ["key", "value"])
@pytest.mark.parametrize("count", [1, MOST_MENDED, MOST_MENDED + 1, 3 * MOST_MENDED])
def test_sums_of_which_few_terms_changed_are_given_the_new_ones_so_often_in_a_row(name, count):
    trace = after_changes(random_start(), name, count)
    assert trace.mended.get("output", 0) == count % (MOST_MENDED + 1)
    assert_same(trace, attend(trace.inputs))


def test_a_sum_that_lost_its_largest_term_has_the_digits_of_one_added_up_anew():
    inputs = random_start()
    inputs["value"] = np.abs(inputs["value"]) * 1e-9
    inputs = with_cell(inputs, "value", 3, 1, 1e9)
    before = attend(AttentionInputs(**inputs))
    after = attend(AttentionInputs(**with_cell(inputs, "value", 3, 1, 1e-9)), before)
    assert_allclose(after.output, attend(after.inputs).output, rtol=1e-13, atol=0)


@pytest.mark.parametrize("size", [20.0, 300.0, 3000.0])
@pytest.mark.parametrize("value", [0.0, 1.0])
def test_so_has_one_of_which_a_single_source_had_all_the_weight(size, value):
    """Its weight comes down to next to nothing, or to nothing, with the key."""
    inputs = with_cell(random_start(), "value", 3, slice(None), value)
    inputs["query"] = np.abs(inputs["query"])
    inputs = with_cell(inputs, "key", 3, slice(None), size)
    before = attend(AttentionInputs(**inputs))
    after = attend(AttentionInputs(**with_cell(inputs, "key", 3, slice(None), -size)), before)
    assert_allclose(after.output, attend(after.inputs).output, rtol=1e-12, atol=0)
    again = attend(before.inputs, after)
    assert_allclose(again.output, before.output, rtol=1e-12, atol=0)


@pytest.mark.parametrize("name", ["key", "value", "weights"])
def test_typed_in_weights_are_not_taken_for_shares(name):
    inputs = random_start() | {"weights": np.full((N_QUERY, N_KEY), 0.001)}
    before = attend(AttentionInputs(**inputs))
    after = attend(AttentionInputs(**with_cell(inputs, name, slice(None), 2, 0.002)), before)
    assert_same(after, attend(after.inputs))
    assert after.mended == ({"output": 1} if name == "weights" else {})


def mistaken():
    """Inputs with which most mistakes can be made."""
    numbers = np.random.default_rng(22)
    inputs = {array: numbers.normal(size=(70, 70)) for array in ("query", "key", "value", "bias")}
    allowed = np.tri(70, dtype=bool)
    allowed[0] = False
    return {**inputs, "allowed": allowed, "softcap": 2.0, "scale": 0.3}


MADE = [slip for slip in SLIPS if slip.applies(AttentionInputs(**mistaken()))]
assert len(MADE) > 20


@pytest.mark.parametrize("slip", MADE, ids=lambda slip: slip.name)
@pytest.mark.parametrize("name", ["key", "value"])
def test_a_change_under_a_mistake_gives_what_the_mistake_makes_of_the_new_numbers(slip, name):
    inputs = mistaken()
    before = slip.forward(AttentionInputs(**inputs))
    after = AttentionInputs(**with_cell(inputs, name, 4, 1, 2.0))
    assert_same(slip.forward(after, before), slip.forward(after))


@pytest.mark.parametrize(
    ("cell", "others", "expected"),
    [
        (
            ("query", 4, 1),
            (),
            {
                "scores": {Axis.QUERIES: [4]},
                "scaled_scores": {Axis.QUERIES: [4]},
                "weights": {Axis.QUERIES: [4]},
                "output": {Axis.QUERIES: [4]},
            },
        ),
        (("value", 4, 1), (), {"output": {Axis.VALUE_COMPONENTS: [1]}}),
        (
            ("key", 4, 1),
            (),
            {
                "scores": {Axis.SOURCES: [4]},
                "scaled_scores": {Axis.SOURCES: [4]},
                "weights": {},
                "output": {},
            },
        ),
        (
            ("bias", 4, 1),
            ("bias",),
            {
                "masked_scores": {Axis.QUERIES: [4], Axis.SOURCES: [1]},
                "weights": {Axis.QUERIES: [4]},
                "output": {Axis.QUERIES: [4]},
            },
        ),
        (
            ("weights", 4, 1),
            ("weights",),
            {
                "weights": {Axis.QUERIES: [4], Axis.SOURCES: [1]},
                "output": {Axis.QUERIES: [4]},
            },
        ),
    ],
)
def test_a_change_reaches_what_depends_on_it_and_nothing_else(cell, others, expected):
    inputs, arrays = start()
    inputs |= {name: arrays[name] for name in others}
    before = attend(AttentionInputs(**inputs))
    after = attend(AttentionInputs(**with_cell(inputs, *cell, 9.0)), before)
    assert changed(after) == expected
    for stage in after.stages:
        is_shared = after.arrays.table(stage.name) is before.arrays.table(stage.name)
        assert is_shared == (stage.name not in expected)


def test_numbers_outside_the_reach_of_a_change_keep_every_bit():
    inputs, _arrays = start()
    before = attend(AttentionInputs(**inputs))
    after = attend(AttentionInputs(**with_cell(inputs, "query", 4, 1, 0.3)), before)
    others = np.arange(N_QUERY) != 4
    for stage in after.stages:
        assert_array_equal(after.arrays[stage.name][others], before.arrays[stage.name][others])
        assert (after.arrays[stage.name][4] != before.arrays[stage.name][4]).any()


def test_the_trace_a_new_one_is_made_from_keeps_its_numbers():
    inputs, _arrays = start()
    before = attend(AttentionInputs(**inputs))
    kept = {stage.name: before.arrays[stage.name].copy() for stage in before.stages}
    after = attend(AttentionInputs(**with_cell(inputs, "query", 4, 1, 9.0)), before)
    assert_same(after, attend(after.inputs))
    for name, array in kept.items():
        assert_array_equal(before.arrays[name], array)


def test_numbers_that_were_typed_in_again_are_no_change():
    inputs, _arrays = start()
    before = attend(AttentionInputs(**inputs))
    again = attend(
        AttentionInputs(**{name: array.copy() for name, array in inputs.items()}), before
    )
    assert again.changes == {}
    assert again.arrays["weights"] is before.arrays["weights"]


def test_a_number_too_large_to_store_is_named_by_its_place_in_the_whole_table():
    inputs, _arrays = start()
    inputs = with_cell(inputs, "key", 60, 0, 1e200)
    before = attend(AttentionInputs(**inputs))
    with pytest.raises(InputError, match=r"^scores\[88\]\[60\]"):
        attend(AttentionInputs(**with_cell(inputs, "query", 88, 0, 1e200)), before)


def test_a_stage_that_does_not_say_it_is_independent_is_computed_whole():
    """Here one that scales by the largest score of the whole table."""
    inputs, _arrays = start()
    wrong = computed_as(Scaling(), lambda inputs, scores: scores / np.abs(scores).max())
    first = AttentionInputs(**inputs)
    stages = tuple(wrong if stage.name == wrong.name else stage for stage in stages_of(first))
    before = attend(first, stages=stages)
    second = AttentionInputs(**with_cell(inputs, "query", 4, 1, 99.0))
    after = attend(second, before, stages)
    assert changed(after)["scores"] == {Axis.QUERIES: [4]}
    assert changed(after)["scaled_scores"] == {}
    assert_same(after, attend(second, stages=stages))


def test_a_trace_made_from_none_has_nothing_to_differ_from():
    inputs, _arrays = start()
    assert attend(AttentionInputs(**inputs)).changes is None


@pytest.mark.parametrize("unknown", ["query", "key", "value", "bias", "allowed"])
@pytest.mark.parametrize("edited", ["query", "key", "value", "bias"])
def test_of_an_input_whose_axes_nobody_names_no_part_is_taken(monkeypatch, unknown, edited):
    monkeypatch.delitem(INPUT_AXES, unknown)
    inputs, arrays = start()
    inputs |= {"bias": arrays["bias"], "allowed": arrays["allowed"]}
    before = attend(AttentionInputs(**inputs))
    after = AttentionInputs(**with_cell(inputs, edited, 2, 1, 99.0))
    assert_same(attend(after, before), attend(after))
