"""Scores of random vectors: what is measured agrees with the theory, and breaks where it says."""

import math
from itertools import product

import numpy as np
import pytest

from explorer.model import InputError, attend
from explorer.model.scaling_law import (
    LARGEST_D,
    MOST_SOURCES,
    Distribution,
    Population,
    measure,
    measurements,
    opened,
    theoretical_spread,
    widths,
)

MANY = 512


@pytest.mark.parametrize(
    ("distribution", "spread", "d"), [*product(Distribution, [0.5, 1.0, 3.0], [1, 4, 64, 1024])]
)
def test_the_spread_of_the_scores_is_the_root_of_d_times_the_variance(distribution, spread, d):
    population = Population(n_key=MANY, distribution=distribution, spread=spread)
    measured = measure(population, d)
    assert measured.theory == pytest.approx(spread**2 * math.sqrt(d))
    assert measured.spread == pytest.approx(measured.theory, rel=0.2)


@pytest.mark.parametrize("correlation", [0.1, 0.5, 0.9])
def test_correlated_components_spread_the_scores_as_the_theory_says(correlation):
    d, rho = 64, correlation
    squares = [
        measure(Population(n_key=MANY, correlation=rho, seed=seed), d).spread ** 2
        for seed in range(40)
    ]
    assert np.mean(squares) == pytest.approx(d + d * (d - 1) * rho**2, rel=0.15)


def test_components_have_the_correlation_and_the_variance_asked_for():
    queries = np.vstack(
        [Population(correlation=0.6, spread=2.0, seed=seed).draw(3)[0] for seed in range(400)]
    )
    covariance = np.cov(queries.T)
    assert np.diag(covariance) == pytest.approx([4, 4, 4], rel=0.05)
    assert covariance[0, 1] == pytest.approx(0.6 * 4, rel=0.05)


def test_without_scaling_the_softmax_saturates_as_d_grows_and_with_it_it_does_not():
    middle, large = measurements(Population(n_key=8), (64, 4096))
    assert large.unscaled.largest > 0.95
    assert large.unscaled.entropy < 0.2
    assert large.scaled.largest == pytest.approx(middle.scaled.largest, abs=0.05)
    assert large.scaled.entropy > 2


def test_scaling_does_not_help_where_components_go_with_each_other():
    apart, together = (measure(Population(n_key=8, correlation=rho), 4096) for rho in (0, 0.9))
    assert apart.scaled.largest < 0.4
    assert together.scaled.largest > 0.8


def test_equal_scores_have_an_entropy_of_log2_of_the_sources():
    population = Population(n_key=16, spread=1e-9)
    measured = measure(population, 4)
    assert measured.unscaled.entropy == pytest.approx(4)
    assert measured.unscaled.largest == pytest.approx(1 / 16)


def test_the_same_seed_gives_the_same_draw_and_another_seed_another():
    first, again, other = (Population(seed=seed).draw(8)[0] for seed in (1, 1, 2))
    assert np.array_equal(first, again)
    assert not np.array_equal(first, other)


def test_signs_have_two_values_and_uniform_ones_stay_within_the_root_of_three():
    signs, _ = Population(distribution=Distribution.SIGNS).draw(100)
    assert set(np.unique(signs)) == {-1, 1}
    uniform, _ = Population(distribution=Distribution.UNIFORM).draw(1000)
    assert np.abs(uniform).max() <= math.sqrt(3)


def test_a_draw_opens_as_a_scenario_with_the_weights_that_were_measured():
    population = Population(n_key=8, seed=3)
    scenario = opened(population, 64)
    query, key = population.draw(64)
    assert np.array_equal(scenario.key, key)
    assert np.array_equal(scenario.query, query[:4])
    assert attend(scenario.inputs).weights.sum(axis=1) == pytest.approx(np.ones(4))
    assert scenario.title == "Random vectors, d = 64, seed 3"


def test_the_widths_are_the_powers_of_two_to_the_largest():
    assert widths() == (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024, 2048, 4096)
    assert theoretical_spread(Population(), LARGEST_D) == 64


@pytest.mark.parametrize(
    ("choice", "place"),
    [
        ({"n_key": 1}, "sources"),
        ({"n_key": MOST_SOURCES + 1}, "sources"),
        ({"spread": 0.0}, "spread"),
        ({"spread": math.nan}, "spread"),
        ({"correlation": 1.0}, "correlation"),
        ({"correlation": -0.1}, "correlation"),
    ],
)
def test_a_population_outside_of_the_limits_is_refused(choice, place):
    with pytest.raises(InputError) as refused:
        Population(**choice)
    assert refused.value.place == place


@pytest.mark.parametrize("d", [0, LARGEST_D + 1])
def test_a_width_outside_of_the_limits_is_refused(d):
    with pytest.raises(InputError):
        measure(Population(), d)
