"""Arrows in a plane: shadows are dot products, and views and grids fit the numbers."""

from decimal import Decimal

import numpy as np
import pytest

from explorer.model.plane import (
    fitting_reach,
    grid_of,
    shadow,
    shadow_length,
    snapped,
    still_fits,
    tick_step,
)


def test_length_times_shadow_is_the_dot_product():
    rng = np.random.default_rng(4)
    for query, key in rng.normal(size=(50, 2, 2)):
        length = shadow_length(tuple(query), tuple(query))
        reach = shadow_length(tuple(query), tuple(key))
        assert length * reach == pytest.approx(query @ key, rel=1e-12, abs=1e-12)
        foot = np.array(shadow(tuple(query), tuple(key)))
        assert (key - foot) @ query == pytest.approx(0, abs=1e-12)
    assert shadow((0, 0), (1, 1)) is None


@pytest.mark.parametrize(
    ("largest", "reach"), [(0, 1.5), (1, 1.5), (2, 3), (7, 10), (0.02, 0.03), (900, 1500)]
)
def test_the_view_goes_to_a_round_number_beyond_the_longest_arrow(largest, reach):
    assert fitting_reach([(largest, 0), (0, -largest)]) == pytest.approx(reach)
    assert still_fits(fitting_reach([(largest, 0)]), [(0, largest)])


@pytest.mark.parametrize("reach", [1.5, 2, 3, 4, 5, 6, 8, 10, 0.03, 1500, 1e-200, 1e200])
def test_axes_have_a_few_numbers(reach):
    assert 1.999 < reach / tick_step(reach) < 5


@pytest.mark.parametrize(
    ("reach", "grid"), [(1.5, "0.05"), (20, "0.05"), (300, "0.5"), (0.15, "0.005")]
)
def test_tips_snap_in_proportion_to_the_numbers(reach, grid):
    assert grid_of(reach) == Decimal(grid)


def test_snapped_numbers_are_short():
    assert snapped((0.1499, -0.01), Decimal("0.05")) == (0.15, 0)
    assert str(snapped((0.1, -0.01), Decimal("0.05"))[1]) == "0.0"
