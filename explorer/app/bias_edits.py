"""Changes of the bias: pure functions from a scenario to an `Edit`, like those of `edits`."""

from dataclasses import replace

import numpy as np

from explorer.app.edits import Edit
from explorer.model.arrays import Matrix, frozen
from explorer.model.distance_bias import distance_penalty
from explorer.model.number_format import format_number
from explorer.model.scenario import Scenario


def add_bias(scenario: Scenario) -> Edit:
    """Give the scenario a bias table of zeros to type into; one that is there stays."""
    text = "add a bias table"
    if scenario.bias is not None:
        return Edit(text, scenario)
    return _with(scenario, frozen(np.zeros(scenario.inputs.shape)), text)


def remove_bias(scenario: Scenario) -> Edit:
    """Take the bias table away."""
    return _with(scenario, None, "remove the bias")


def penalise_distance(scenario: Scenario, slope: float) -> Edit:
    """Make the bias −slope for each position between reader and source.

    Raises InputError where that is too large to store.
    """
    bias = distance_penalty(*scenario.inputs.shape, slope)
    return _with(scenario, bias, f"set the bias to {format_number(-slope)} per position away")


def _with(scenario: Scenario, bias: Matrix | None, text: str) -> Edit:
    old = scenario.bias
    if old is bias or (old is not None and bias is not None and np.array_equal(old, bias)):
        return Edit(text, scenario)
    return Edit(text, replace(scenario, bias=bias))
