"""What became of each table, and why: read from what it is computed from, not from its numbers."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.app.edits import insert, remove, rename, set_cells, set_mask, set_scale, set_softcap
from explorer.files import load_example
from explorer.model import Place, Scenario, attend
from explorer.model.comparison.changes import Fate, Reason, change_of, rounding_limit
from explorer.model.comparison.compare import compare, state_beside
from explorer.model.comparison.sides import Pair, State
from explorer.model.masks import CausalMask, CellMask
from explorer.model.places import Axis
from explorer.model.scenario import default_names


def one(number):
    return np.array([[number]])


def fates(comparison):
    return {change.table.name: change.fate for change in comparison.stages}


def reasons(comparison):
    return {change.table.name: change.reason for change in comparison.stages}


def causes(comparison, stage):
    (change,) = (change for change in comparison.stages if change.table.name == stage)
    return [(cause.name, cause.fate) for cause in change.causes]


def test_a_changed_value_leaves_the_weights_and_moves_the_output(after, seed_scenario):
    result = after(seed_scenario, (set_cells, "value", 2, 0, one(50.0)))
    (change,) = result.inputs
    assert (change.name, change.fate, change.rows) == ("value", Fate.CHANGED, (2,))
    assert reasons(result) == {
        "scores": Reason.INDEPENDENT,
        "scaled_scores": Reason.INDEPENDENT,
        "weights": Reason.INDEPENDENT,
        "output": Reason.CAUSED,
    }
    assert causes(result, "output") == [("value", Fate.CHANGED)]
    output = result.table("output")
    assert output.largest == Place("output", 0, 0)
    assert (output.before.item(), round(output.after.item(), 3)) == (20.0, 28.022)


def test_a_changed_query_goes_through_every_stage(after, seed_scenario):
    result = after(seed_scenario, (set_cells, "query", 0, 0, np.array([[0.0, 1.0]])))
    assert set(reasons(result).values()) == {Reason.CAUSED}
    assert causes(result, "weights") == [("scaled_scores", Fate.CHANGED)]


def test_what_a_stage_does_not_depend_on_is_shared_and_not_compared(seed_scenario):
    """A state made elsewhere, from a file say, takes over the arrays that are the same."""
    now = State(seed_scenario, attend(seed_scenario.inputs))
    copied = {name: np.array(getattr(seed_scenario, name)) for name in ("query", "key", "value")}
    copied["value"][2, 0] = 50.0
    then = state_beside(replace(seed_scenario, **copied), now)
    assert then.trace.weights is now.trace.weights
    assert then.trace.output is not now.trace.output


def test_equal_scenarios_have_nothing_to_tell(comparison, seed_scenario):
    copied = {name: np.array(getattr(seed_scenario, name)) for name in ("query", "key", "value")}
    result = comparison(replace(seed_scenario, **copied), seed_scenario)
    assert result.is_empty
    assert set(fates(result).values()) == {Fate.SAME}


def test_a_stage_whose_own_input_came_out_the_same_is_settled(after, seed_scenario):
    """Both components of key 2 swap with 0 beside them: no score moves."""
    scenario = replace(seed_scenario, query=np.array([[0.0, 0.0]]))
    result = after(scenario, (set_cells, "key", 0, 0, one(7.0)))
    assert reasons(result) == {
        "scores": Reason.DESPITE,
        "scaled_scores": Reason.SETTLED,
        "weights": Reason.SETTLED,
        "output": Reason.SETTLED,
    }
    assert set(fates(result).values()) == {Fate.SAME}


def test_a_difference_of_rounding_is_told_from_a_change(after):
    scenario = load_example("bias-and-cap")
    result = after(scenario, (set_cells, "bias", 0, 0, scenario.bias + 1))
    assert fates(result)["weights"] is Fate.ROUNDED
    assert reasons(result)["weights"] is Reason.DESPITE
    table = result.table("weights")
    assert 0 < np.abs(table.difference).max() <= rounding_limit(table)


def test_a_typed_in_number_that_moves_ever_so_little_changed(after, seed_scenario):
    result = after(seed_scenario, (set_cells, "value", 0, 0, one(np.nextafter(10.0, 11.0))))
    assert result.inputs[0].fate is Fate.CHANGED


def test_stages_that_come_and_go_are_told_in_the_order_of_the_calculation(after, seed_scenario):
    result = after(seed_scenario, (set_softcap, 5.0), (set_mask, CausalMask(), "mask"))
    assert list(fates(result)) == [
        "scores",
        "scaled_scores",
        "capped_scores",
        "masked_scores",
        "weights",
        "output",
    ]
    assert fates(result)["capped_scores"] is Fate.NEW
    back = after(result.after.scenario, (set_softcap, None), (set_mask, None, "none"))
    assert list(fates(back)) == list(fates(result))
    assert fates(back)["masked_scores"] is Fate.GONE


def test_tables_of_other_shapes_are_not_compared(after, seed_scenario):
    result = after(seed_scenario, (insert, Axis.SOURCES, 1))
    assert fates(result) | {"output": None} == {
        "scores": Fate.RESHAPED,
        "scaled_scores": Fate.RESHAPED,
        "weights": Fate.RESHAPED,
        "output": None,
    }
    assert not result.table("key").is_comparable
    assert result.then(Place("weights", 0, 0)) is None
    assert result.then(Place("output", 0, 0)) == 20.0
    assert result.then(Place("capped_scores", 0, 0)) is None


def test_a_part_of_a_stage_has_a_number_then_too(after, seed_scenario):
    result = after(seed_scenario, (set_cells, "query", 0, 0, one(2.0)))
    assert result.then(Place("row_maximum", 0, 0)) == pytest.approx(2**-0.5)


def test_the_same_factor_of_a_scale_by_d_is_not_the_same_scale_for_another_d(after, seed_scenario):
    result = after(seed_scenario, (insert, Axis.COMPONENTS, 2))
    assert {change.name for change in result.inputs} == {"query", "key", "scale"}
    assert reasons(result)["scores"] is Reason.DESPITE
    assert causes(result, "scaled_scores") == [("scale", Fate.CHANGED)]


def test_a_mask_written_otherwise_that_blocks_the_same_is_no_change(comparison):
    causal = load_example("causal")
    n_query, n_key = causal.inputs.shape
    cells = CellMask(CausalMask().allowed(n_query, n_key))
    assert comparison(causal, replace(causal, mask=cells)).is_empty


def test_blocked_cells_are_counted_and_not_measured(after):
    causal = load_example("causal")
    result = after(causal, (set_mask, None, "none"))
    assert result.table("masked_scores").fate is Fate.GONE
    cells = np.ones(causal.inputs.shape, dtype=bool)
    cells[0, 1] = False
    result = after(causal, (set_mask, CellMask(cells), "cells"))
    table = result.table("masked_scores")
    assert (table.blocked, table.unblocked) == (0, 9)
    assert table.largest is None
    apart = table.difference
    assert apart[0, 1] == 0.0
    assert np.isposinf(apart).sum() == 9
    assert not np.isnan(apart).any()


def test_a_difference_beyond_the_largest_double_stays_finite():
    table = change_of("scores", np.array([[1.7e308]]), np.array([[-1.7e308]]))
    assert table.difference.item() == -np.finfo(np.float64).max
    assert table.largest == Place("scores", 0, 0)


def test_another_start_compares_what_both_have(comparison, seed_scenario):
    result = comparison(load_example("weighted-mix"), seed_scenario)
    assert fates(result) == {
        "scores": Fate.NEW,
        "scaled_scores": Fate.NEW,
        "weights": Fate.CHANGED,
        "output": Fate.CHANGED,
    }
    back = comparison(seed_scenario, load_example("weighted-mix"))
    assert fates(back)["scores"] is Fate.GONE
    assert causes(back, "scores") == [("query", Fate.GONE), ("key", Fate.GONE)]


def test_a_scale_does_not_reach_what_comes_before_it(after, seed_scenario):
    result = after(seed_scenario, (set_scale, "none"))
    assert reasons(result)["scores"] is Reason.INDEPENDENT
    assert causes(result, "scaled_scores") == [("scale", Fate.CHANGED)]


def test_names_are_compared_place_by_place_where_there_are_as_many(after, seed_scenario):
    result = after(seed_scenario, (rename, Axis.SOURCES, 1, "cat"))
    (change,) = result.names
    assert (change.axis, change.renamed) == (Axis.SOURCES, (1,))
    assert not result.is_empty
    (change,) = after(seed_scenario, (remove, Axis.SOURCES, [0])).names
    assert change.renamed == ()


def test_states_that_share_nothing_compare_alike(after, seed_scenario):
    shared = after(seed_scenario, (set_cells, "key", 1, 0, one(4.0)))
    apart = compare(
        State(seed_scenario, attend(seed_scenario.inputs)),
        State(shared.after.scenario, attend(shared.after.scenario.inputs)),
    )
    assert fates(apart) == fates(shared)
    assert reasons(apart) == reasons(shared)


def test_an_array_that_no_stage_read_is_no_cause(comparison):
    """A bias beside typed-in weights alone adds to no scores: going, it changes none."""
    mix = load_example("weighted-mix")
    unread = replace(mix, bias=np.ones((1, 3)))
    masked = replace(
        load_example("one-query-three-sources"), mask=CausalMask(), queries=mix.queries
    )
    result = comparison(unread, masked)
    assert causes(result, "masked_scores") == [
        ("scaled_scores", Fate.NEW),
        ("allowed", Fate.NEW),
    ]


def test_what_reads_only_the_same_is_the_same_though_it_was_computed_twice(seed_scenario):
    """Two computations of one table may differ in the last digit of a double."""
    scenario = replace(seed_scenario, query=np.array([[0.0, 0.0]]))
    now = State(scenario, attend(scenario.inputs))
    key = np.array(scenario.key)
    key[0, 0] = 7.0
    then = state_beside(replace(scenario, key=key), now)
    arrays = {**then.trace.arrays, "weights": np.nextafter(then.trace.weights, 1)}
    result = compare(State(then.scenario, replace(then.trace, arrays=arrays)), now)
    assert reasons(result)["weights"] is Reason.SETTLED
    assert fates(result)["weights"] is Fate.SAME
    assert not result.table("weights").difference.any()


@pytest.mark.parametrize("undone", ["query", "key", "value"])
def test_what_an_edit_and_its_undoing_left_in_the_last_digits_is_no_change(undone):
    """A large table is worked out in parts: the same inputs give numbers that are rounded anew."""
    numbers = np.random.default_rng(0)
    start = Scenario(
        query=numbers.normal(size=(64, 64)),
        key=numbers.normal(size=(64, 64)),
        value=numbers.normal(size=(64, 64)),
        queries=default_names("Query", 64),
        sources=default_names("Source", 64),
    )
    trace = attend(start.inputs)
    edited = set_cells(start, undone, 5, 1, np.array([[9.0]])).scenario
    back = attend(start.inputs, attend(edited.inputs, trace))
    assert any((back.arrays[name] != trace.arrays[name]).any() for name in ("scores", "output"))
    later = set_cells(start, "query", 3, 2, np.array([[7.0]])).scenario
    compared = compare(State(start, trace), State(later, attend(later.inputs, back)))
    for change in compared.stages:
        assert change.table.rows == (3,)
        moved = np.flatnonzero(change.table.difference.any(axis=1))
        assert moved.tolist() == [3]
    pair = Pair(State(start, trace), State(later, attend(later.inputs, back)))
    same = [pair.is_same(Place("scores", row, 5)) for row in range(64)]
    assert same == [row != 3 for row in range(64)]
