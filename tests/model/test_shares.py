"""Weight goes from one share to another and is normalised, and locked shares keep theirs."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from explorer.model import InputError
from explorer.model.shares import can_be_shares, neighbours, normalised, split

WEIGHTS = st.floats(0, 1, allow_subnormal=False)


def row(*weights):
    return np.array(weights, dtype=float)


@pytest.mark.parametrize(
    ("handle", "locked", "between"),
    [
        (0, (), (0, 1)),
        (2, (), (2, 3)),
        (1, (1,), (0, 2)),
        (1, (2,), (1, 3)),
        (1, (1, 2), (0, 3)),
        (0, (0,), None),
        (2, (3,), None),
        (1, (0, 1), None),
    ],
)
def test_a_handle_skips_locked_shares(handle, locked, between):
    assert neighbours(4, handle, locked) == between


@pytest.mark.parametrize(
    ("left", "right", "wanted", "result"),
    [
        (0.5, 0.25, 0.31, (0.31, 0.44)),
        (0.5, 0.25, -1.0, (0.0, 0.75)),
        (0.5, 0.25, 2.0, (0.75, 0.0)),
        (0.1, 0.2, 0.15, (0.15, 0.15)),
    ],
)
def test_what_one_share_gives_the_other_takes(left, right, wanted, result):
    assert split(left, right, wanted) == result


@given(left=WEIGHTS, right=WEIGHTS, wanted=st.floats(-2, 3))
def test_two_shares_keep_what_they_have_together(left, right, wanted):
    first, second = split(left, right, wanted)
    assert first >= 0
    assert second >= 0
    assert first + second == pytest.approx(left + right, rel=1e-15, abs=1e-300)


@pytest.mark.parametrize(
    ("weights", "can_be"),
    [
        ((0.5, 0.5), True),
        ((0, 2), True),
        ((0, 0), False),
        ((1.5, -0.5), False),
        ((1.5e308, 1.5e308), False),
    ],
)
def test_shares_are_not_negative_and_not_all_nothing(weights, can_be):
    assert can_be_shares(row(*weights)) == can_be


def test_normalising_keeps_the_proportions():
    assert normalised(row(1, 2, 1), ()).tolist() == [0.25, 0.5, 0.25]


def test_normalising_leaves_locked_shares_as_they_are():
    assert normalised(row(0.5, 1, 1), {0}).tolist() == [0.5, 0.25, 0.25]


@given(arrays.arrays(np.float64, st.integers(1, 8), elements=st.floats(1e-3, 1e3)), st.data())
def test_a_normalised_row_sums_to_one(weights, data):
    locked = data.draw(st.sets(st.integers(0, len(weights) - 1)))
    if locked:
        weights[list(locked)] /= 2 * weights.sum()
    free = len(locked) < len(weights)
    if free:
        new = normalised(weights, locked)
        assert new.sum() == pytest.approx(1)
        assert all(new[share] == weights[share] for share in locked)


@pytest.mark.parametrize(
    ("weights", "locked", "message"),
    [
        ((0, 0), (), "found weights that add up to 0"),
        ((1, -1), (), "found weights that add up to 0"),
        ((1, -3), (), "found weights that add up to -2"),
        ((0.5, 0.25), (0, 1), "found none: every share is locked"),
        ((1.5, 0.25), (0,), "locked shares of at most 1 in all, found 1.5"),
        ((1.5e308, 1.5e308), (), "whose sum can be stored, found one too large"),
    ],
)
def test_what_cannot_be_normalised_is_refused_and_says_why(weights, locked, message):
    with pytest.raises(InputError, match=message):
        normalised(row(*weights), locked)
