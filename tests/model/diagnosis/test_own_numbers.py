"""How exactly brought numbers are known: from their digits, or from the type they had."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model import InputError, OwnNumbers
from explorer.model.diagnosis import own_numbers
from explorer.model.diagnosis.own_numbers import Precision

EXACT = [[20.0, 23.374319882155]]


def allowance(values):
    return own_numbers("output", values).allowance.tolist()


@pytest.mark.parametrize(
    ("values", "expected"),
    [
        ([[23.37]], [[0.005]]),
        ([[23.3742, 20]], [[5e-5, 0.5]]),
        ([[0.4, 0.198, 0]], [[0.05, 0.0005, 0.0005]]),
        ([[1200, 35]], [[50, 0.5]]),
        ([[1200, 35.12]], [[0.5, 0.005]]),
        ([[1.23e-17]], [[5e-20]]),
        ([[7]], [[0.05 * 7]]),
        ([[1, 0]], [[0.05, 0.05]]),
    ],
)
def test_rounded_numbers_stand_for_half_a_unit_of_their_last_digit(values, expected):
    np.testing.assert_allclose(allowance(values), expected, rtol=1e-9)
    assert own_numbers("output", values).is_written


@given(st.floats(-1e6, 1e6), st.integers(2, 6))
def test_a_number_rounded_to_decimals_or_digits_allows_for_what_it_was(value, digits):
    for shown in (round(value, digits), float(f"{value:.{digits - 1}e}")):
        (allowed,) = own_numbers("output", [shown]).allowance
        noise = max(10 * np.spacing(abs(value)), 1e-289)
        assert abs(shown - value) <= allowed + noise


@pytest.mark.parametrize(
    ("values", "precision"),
    [
        (EXACT, Precision.DOUBLE),
        (np.array(EXACT, dtype=np.float32), Precision.SINGLE),
        (np.array(EXACT, dtype=np.float32).astype(np.float64), Precision.SINGLE),
        (np.array([[0.4011]], dtype=np.float16), Precision.HALF),
        (np.array([[0.4011, 0.1977]], dtype=np.float16).astype(np.float32), Precision.HALF),
        (np.array([[0.400390625, 23.375]], dtype=np.float32), Precision.BRAIN),
    ],
)
def test_stored_numbers_count_with_every_digit(values, precision):
    own = own_numbers("output", values)
    assert own.precision is precision
    assert not own.is_written
    assert not own.allowance.any()


def test_beside_exact_doubles_a_round_number_is_exact_too():
    assert allowance(EXACT) == [[0, 0]]


def test_beside_large_numbers_rounded_ones_stay_rounded():
    own = own_numbers("output", [[round(2973462990000.123, 5), -0.03799]])
    assert own.allowance[0, 1] == pytest.approx(5e-6)
    assert own.allowance[0, 0] <= 0.01


def test_whole_numbers_and_lists_are_taken_as_they_are():
    assert own_numbers("output", np.array([[20, 24]])).values.tolist() == [[20.0, 24.0]]
    assert own_numbers("output", [1, 2]).values.shape == (2,)


def test_leading_axes_of_length_one_are_left_out():
    assert own_numbers("output", np.ones((1, 1, 3, 2))).values.shape == (3, 2)
    assert own_numbers("output", np.ones((1, 4))).values.shape == (1, 4)


def test_numbers_read_before_stay_as_they_are():
    own = OwnNumbers(np.array([[1.5]]), np.array([[0.05]]))
    assert own_numbers("output", own).allowance.tolist() == [[0.05]]


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ([[1, 2], [3]], r"output\[1\]: expected 2 cells"),
        ([["a"]], "output: expected real numbers in every cell"),
        ([[True]], "output: expected real numbers in every cell"),
        (np.ones((2, 3, 4)), r"3 dimensions \(2 × 3 × 4\)"),
        (3.0, "output: expected a table with rows and columns, found one number"),
        (np.ones((0, 3)), "an empty table"),
        ([[1j]], "real numbers"),
    ],
)
def test_anything_but_a_table_of_numbers_is_refused_by_name(values, message):
    with pytest.raises(InputError, match=message):
        own_numbers("output", values)
