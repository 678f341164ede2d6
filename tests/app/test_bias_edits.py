"""A bias table is added, made a distance penalty and taken away again."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.app.bias_edits import add_bias, penalise_distance, remove_bias
from explorer.model import InputError, attend


def test_a_bias_of_zeros_changes_no_weight(square):
    edit = add_bias(square)
    assert edit.scenario.bias.tolist() == [[0, 0, 0]] * 3
    assert edit.text == "add a bias table"
    assert np.array_equal(attend(edit.scenario.inputs).weights, attend(square.inputs).weights)


def test_a_bias_that_is_there_stays(square):
    scenario = replace(square, bias=np.eye(3))
    assert add_bias(scenario).scenario is scenario


def test_a_distance_penalty_takes_the_slope_off_for_each_position(square):
    edit = penalise_distance(square, 0.5)
    assert edit.scenario.bias.tolist() == [[0, -0.5, -1], [-0.5, 0, -0.5], [-1, -0.5, 0]]
    assert edit.text == "set the bias to −0.5 per position away"
    masked = attend(edit.scenario.inputs).masked_scores
    assert masked[0, 2] == attend(square.inputs).scaled_scores[0, 2] - 1


def test_the_same_penalty_again_gives_the_same_scenario(square):
    scenario = penalise_distance(square, 0.5).scenario
    assert penalise_distance(scenario, 0.5).scenario is scenario


def test_the_bias_is_taken_away(square):
    scenario = penalise_distance(square, 0.5).scenario
    edit = remove_bias(scenario)
    assert edit.scenario.bias is None
    assert edit.text == "remove the bias"
    assert remove_bias(square).scenario is square


def test_a_slope_too_large_for_the_distance_is_refused(square):
    with pytest.raises(InputError, match=r"bias.*finite"):
        penalise_distance(square, 1e308)
