"""Tasks that run backwards: they can be solved, and the solutions are right."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.files import list_examples, load_example
from explorer.model import AttentionInputs, Place, attend
from explorer.model.backwards import BackwardsTask, backwards_task, goal_text, solve
from explorer.model.readers import differs_elsewhere, one_reader, with_cell

EXAMPLES = [example.name for example in list_examples()]


def first_task(scenario, turn=0):
    return backwards_task(scenario, attend(scenario.inputs), turn)


def test_the_first_task_is_the_one_of_the_issue(seed_scenario):
    task = first_task(seed_scenario)
    assert (task.array, task.row, task.target, task.goal) == (
        "key",
        2,
        Place("weights", 0, 2),
        0.5,
    )


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_task_is_unsolved_and_its_solution_solves_it(example):
    scenario = load_example(example)
    trace = attend(scenario.inputs)
    for turn in range(6):
        task = backwards_task(scenario, trace, turn)
        if task is None:
            continue
        assert not task.is_reached(trace.number(task.target))
        solution = solve(scenario.inputs, task)
        assert (solution.cell.array, solution.cell.row) == (task.array, task.row)
        solved = attend(with_cell(scenario.inputs, solution.cell, solution.value))
        assert task.is_reached(solved.number(task.target))


@pytest.mark.parametrize("example", EXAMPLES)
def test_every_example_has_a_task(example):
    assert first_task(load_example(example)) is not None


def test_one_after_the_other_asks_for_keys_values_and_queries(seed_scenario):
    arrays = [first_task(seed_scenario, turn).array for turn in range(4)]
    assert arrays == ["key", "value", "query", "key"]


def test_the_weight_of_an_only_source_cannot_be_moved():
    inputs = AttentionInputs([[1, 0]], [[1, 0]], [[10]])
    task = BackwardsTask("key", 0, Place("weights", 0, 0), 0.5)
    assert solve(inputs, task) is None


def test_a_query_of_zeros_gives_every_key_the_same_score():
    inputs = AttentionInputs([[0, 0]], [[1, 0], [0, 1]], [[1], [2]])
    assert solve(inputs, BackwardsTask("key", 0, Place("weights", 0, 0), 0.75)) is None


def test_a_blocked_source_gets_no_weight_whatever_its_key():
    inputs = AttentionInputs([[1]], [[1], [2]], [[1], [2]], allowed=[[True, False]])
    assert solve(inputs, BackwardsTask("key", 1, Place("weights", 0, 1), 0.5)) is None


def test_beyond_the_soft_cap_there_is_no_solution():
    inputs = AttentionInputs([[1]], [[1], [2]], [[1], [2]], softcap=0.1)
    assert solve(inputs, BackwardsTask("key", 1, Place("weights", 0, 1), 0.75)) is None


def test_a_solution_has_no_more_decimals_than_it_needs(seed_scenario):
    task = BackwardsTask("value", 2, Place("output", 0, 0), 20.0)
    inputs = with_cell(seed_scenario.inputs, Place("value", 2, 0), 37.123)
    assert solve(inputs, task).value == 30.0


def test_a_goal_says_how_near_is_near_enough():
    assert goal_text(BackwardsTask("key", 2, Place("weights", 0, 2), 0.5)) == "0.5 (± 0.005)"
    assert goal_text(BackwardsTask("value", 2, Place("output", 0, 0), 25.0)) == "25 (± 0.125)"


def test_one_reader_has_the_numbers_of_its_row():
    inputs = load_example("bias-and-cap").inputs
    whole, alone = attend(inputs), attend(one_reader(inputs, 2))
    np.testing.assert_allclose(alone.output[0], whole.output[2], rtol=1e-13)
    assert one_reader(inputs, 2).key is inputs.key


def test_a_change_elsewhere_is_told_from_one_in_the_row():
    inputs = load_example("asymmetric").inputs
    in_row = with_cell(inputs, Place("key", 2, 1), 9.0)
    assert not differs_elsewhere(inputs, in_row, "key", 2)
    assert differs_elsewhere(inputs, in_row, "key", 1)
    assert differs_elsewhere(inputs, in_row, "value", 2)
    assert differs_elsewhere(inputs, replace(inputs, scale=1.0), "key", 2)
    allowed = np.ones(inputs.shape, dtype=np.bool_)
    assert differs_elsewhere(inputs, replace(inputs, allowed=allowed), "key", 2)
