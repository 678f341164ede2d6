"""Taking one number through a range."""

import math
from dataclasses import replace

import numpy as np
import pytest

from explorer.app.swept import Swept
from explorer.files import load_example
from explorer.model import InputError, Place, attend
from explorer.model import sweep as sweep_module
from explorer.model.sweep import MOST_POINTS, evenly, sweep


@pytest.fixture
def change_of_value_3(seed_scenario):
    def change(number):
        return replace(seed_scenario, value=np.array([[10.0], [20.0], [number]]))

    return change


@pytest.fixture
def change_of_scale(seed_scenario):
    return lambda number: replace(seed_scenario, scale=number)


def test_each_point_is_what_the_whole_calculation_gives_there(change_of_scale):
    points = list(sweep(change_of_scale, evenly(-2, 2, 9), 0))
    assert [point.value for point in points] == [-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2]
    for point in points:
        trace = attend(change_of_scale(point.value).inputs)
        assert point.weights == pytest.approx(trace.weights[0], rel=1e-12)
        assert point.output == pytest.approx(trace.output[0], rel=1e-12)


def test_a_value_leaves_the_weights_alone_and_moves_the_output_in_a_line(change_of_value_3):
    points = list(sweep(change_of_value_3, evenly(0, 100), 0))
    weights = np.array([point.weights for point in points])
    assert np.ptp(weights, axis=0).tolist() == [0, 0, 0]
    steps = np.diff([point.output[0] for point in points])
    assert steps == pytest.approx(np.full(len(steps), weights[0, 2]), rel=1e-9)


def test_a_scale_of_zero_gives_every_source_the_same(change_of_scale):
    _, zero, _ = sweep(change_of_scale, evenly(-1, 1, 3), 0)
    assert zero.weights == pytest.approx([1 / 3] * 3)


def test_where_the_calculation_grows_too_large_the_value_is_named(seed_scenario):
    def change(number):
        return replace(seed_scenario, key=np.full((3, 2), number), query=np.full((1, 2), 1e200))

    points = sweep(change, evenly(1, 1e200, 2), 0)
    assert next(points).value == 1
    with pytest.raises(InputError, match=r"at 1e\+200"):
        next(points)


@pytest.fixture(params=["small", "large"])
def of_any_size(request, monkeypatch):
    """Only of large tables one row is worked out; here, of any."""
    if request.param == "large":
        monkeypatch.setattr(sweep_module, "FEWEST_CELLS", 1)


@pytest.mark.parametrize(
    "name", ["three-positions", "same-token-twice", "causal", "bias-and-cap", "weights-by-hand"]
)
def test_the_row_of_any_reader_is_that_of_the_whole_calculation(name, of_any_size):
    scenario = load_example(name)
    swept = Swept(Place("query_projection" if scenario.query is None else "query", 0, 0))
    for row in range(len(scenario.queries)):
        for point in sweep(lambda number: swept.put(scenario, number).scenario, (0.0, 1.5), row):
            trace = attend(swept.put(scenario, point.value).scenario.inputs)
            assert point.weights == pytest.approx(trace.weights[row], rel=1e-12)
            assert point.output == pytest.approx(trace.output[row], rel=1e-12)


def test_a_reader_whose_number_grows_too_large_is_named_by_its_own_row(of_any_size):
    scenario = load_example("three-positions")
    swept = Swept(Place("query", 2, 0))

    def change(number):
        huge = replace(scenario, key=np.full_like(scenario.key, 1e200))
        return swept.put(huge, number).scenario

    with pytest.raises(InputError, match=r"at 1e\+200: scores\[2\]"):
        list(sweep(change, (1.0, 1e200), 2))


@pytest.mark.parametrize(
    ("start", "end", "points"),
    [
        (1, 1, 5),
        (2, 1, 5),
        (math.nan, 1, 5),
        (0, math.inf, 5),
        (0, 1, 1),
        (0, 1, MOST_POINTS + 1),
        (1.0, math.nextafter(1.0, 2), 5),
    ],
)
def test_a_range_that_does_not_rise_is_refused(start, end, points):
    with pytest.raises(InputError):
        evenly(start, end, points)


def test_a_range_has_both_ends():
    assert evenly(-1, 1, 5) == (-1, -0.5, 0, 0.5, 1)
