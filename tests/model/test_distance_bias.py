"""The distance penalty of ALiBi and the slopes of its heads, against the figures of the paper."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model.distance_bias import distance_penalty, head_slopes, slope_of

SLOPES = st.floats(-1e6, 1e6, allow_subnormal=False)
SIZES = st.integers(1, 5)


def test_each_position_of_distance_costs_one_slope_on_both_sides():
    assert distance_penalty(3, 4, 0.5).tolist() == [
        [0, -0.5, -1, -1.5],
        [-0.5, 0, -0.5, -1],
        [-1, -0.5, 0, -0.5],
    ]


@given(n_query=SIZES, n_key=SIZES, slope=SLOPES)
def test_rows_and_columns_are_counted_from_the_top_left(n_query, n_key, slope):
    penalty = distance_penalty(n_query, n_key, slope)
    by_cell = [[0.0 - abs(j - i) * slope for j in range(n_key)] for i in range(n_query)]
    assert penalty.tolist() == by_cell
    assert not penalty.flags.writeable


def test_no_distance_costs_plus_zero():
    assert not np.signbit(distance_penalty(2, 2, 0.0)).any()


@given(n_query=SIZES, n_key=SIZES, slope=SLOPES)
def test_the_slope_is_read_off_its_own_penalty(n_query, n_key, slope):
    found = slope_of(distance_penalty(n_query, n_key, slope))
    assert found == (slope if (n_query, n_key) != (1, 1) else 0)


@pytest.mark.parametrize(
    "bias", [[[0.0, -1.0, -3.0]], [[1.0]], [[0.0, -1.0], [-2.0, 0.0]], [[0.0], [-1.0], [-1.0]]]
)
def test_any_other_table_has_no_slope(bias):
    assert slope_of(np.array(bias)) is None


def test_the_slopes_of_eight_heads_are_those_of_the_paper():
    assert head_slopes(8) == tuple(1 / 2**power for power in range(1, 9))


def test_the_slopes_of_sixteen_heads_interpolate_those_of_eight():
    slopes = head_slopes(16)
    assert slopes[1::2] == pytest.approx(head_slopes(8))
    assert slopes[0] == pytest.approx(2**-0.5)


def test_a_number_of_heads_that_is_no_power_of_two_takes_every_other_slope_of_twice_as_many():
    assert head_slopes(12) == pytest.approx((*head_slopes(8), *head_slopes(16)[0:8:2]))


@pytest.mark.parametrize("heads", [1, 2, 3, 4, 7, 8, 12, 32, 40])
def test_there_is_one_slope_a_head_and_no_two_are_alike(heads):
    slopes = head_slopes(heads)
    assert len(set(slopes)) == len(slopes) == heads
    assert all(0 < slope < 1 for slope in slopes)
