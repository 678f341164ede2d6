"""Weights by hand: pure functions from a scenario to an `Edit`, like those of `edits`."""

from collections.abc import Collection, Sequence
from dataclasses import replace

import numpy as np

from explorer.app.edits import Edit, cell_label
from explorer.model.arrays import Matrix, frozen
from explorer.model.attention import attend
from explorer.model.errors import InputError
from explorer.model.number_format import format_number
from explorer.model.scenario import Scenario
from explorer.model.shares import split, with_normalised_rows
from explorer.model.where import bits


def take_over_by_hand(scenario: Scenario, weights: Matrix | None = None) -> Edit:
    """Type the weights in from now on, beginning with those of the softmax.

    `weights` are those, (n_query, n_key), if they are known already.
    """
    text = "take the weights over by hand"
    if scenario.weights is not None:
        return Edit(text, scenario)
    begin = attend(scenario.inputs).weights if weights is None else weights
    return _with(scenario, begin, text)


def let_softmax_take_over(scenario: Scenario) -> Edit:
    """Have the softmax work the weights out again. Raises InputError if there are no scores."""
    if not scenario.inputs.has_scores:
        expected = "queries and keys for the softmax to work from"
        raise InputError("weights", expected, "weights and values alone")
    return _with(scenario, None, "let the softmax take over")


def put_weights_back(scenario: Scenario, weights: Matrix) -> Edit:
    """Use these weights, (n_query, n_key), in place of the softmax's."""
    return _with(scenario, weights, "put the weights by hand back")


def move_share(scenario: Scenario, row: int, left: int, right: int, wanted: float) -> Edit:
    """Make the weight of source `left` `wanted`, and let source `right` give or take it.

    What the two have together stays; neither falls below 0.
    """
    new = _weights(scenario).copy()
    new[row, left], new[row, right] = split(
        float(new[row, left]), float(new[row, right]), float(wanted)
    )
    changed = [
        f"{cell_label('weights', row, share)} to {format_number(float(new[row, share]))}"
        for share in (left, right)
    ]
    return _with(scenario, frozen(new), f"set {changed[0]} and {changed[1]}")


def normalise(
    scenario: Scenario, rows: Sequence[int], locked: Collection[tuple[int, int]] = ()
) -> Edit:
    """Make these rows sum to 1; `locked` cells, (row, source), keep their weight."""
    whole = len(rows) > 1
    text = "normalise every row of A" if whole else f"normalise row {rows[0] + 1} of A"
    return _with(scenario, with_normalised_rows(_weights(scenario), rows, locked), text)


def _weights(scenario: Scenario) -> Matrix:
    if scenario.weights is None:
        raise InputError("weights", "weights typed in by hand", "those of the softmax")
    return scenario.weights


def _with(scenario: Scenario, weights: Matrix | None, text: str) -> Edit:
    old = scenario.weights
    same = old is weights or (
        old is not None and weights is not None and np.array_equal(bits(old), bits(weights))
    )
    return Edit(text, scenario if same else replace(scenario, weights=weights))
