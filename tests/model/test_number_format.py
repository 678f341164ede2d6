"""Numbers as text."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model.number_format import (
    equals_sign,
    exact_number,
    exact_text,
    first_digit,
    format_number,
    is_rounded,
)

finite = st.floats(allow_nan=False, allow_infinity=False)
near_the_last_decimal = (st.floats(1, 10), st.integers(-2, 1), st.integers(2, 8))


@pytest.mark.parametrize(
    ("value", "digits", "text"),
    [
        (0.4011120926797859, 3, "0.401"),
        (0.4011120926797859, 8, "0.40111209"),
        (20.0, 3, "20"),
        (-1.5, 3, "−1.5"),
        (0.0, 3, "0"),
        (-0.0, 3, "0"),
        (4.2e-5, 3, "4.2e−5"),
        (0.00043, 3, "4.3e−4"),
        (0.00051, 3, "5.1e−4"),
        (-0.00051, 3, "−5.1e−4"),
        (0.0051, 2, "5.1e−3"),
        (0.00051, 4, "0.0005"),
        (0.001, 3, "0.001"),
        (0.00099996, 3, "0.001"),
        (1234567.0, 3, "1234567"),
        (9999999.9999, 3, "1e7"),
        (3e200, 3, "3e200"),
        (math.inf, 3, "∞"),
        (-math.inf, 3, "−∞"),
    ],
)
def test_a_number_shows_the_digits_asked_for(value, digits, text):
    assert format_number(value, digits) == text


@given(finite, st.integers(2, 8))
def test_no_number_but_zero_shows_as_zero(value, digits):
    assert (format_number(value, digits) == "0") == (value == 0)


@given(*near_the_last_decimal)
def test_what_a_number_rounds_to_decides_whether_it_has_a_power_of_ten(size, power, digits):
    text = format_number(size * 10.0 ** (power - digits), digits)
    shown = abs(float(text.replace("−", "-")))
    assert ("e" in text) == (shown != 0 and not 10.0**-digits <= shown < 1e7)


@given(*near_the_last_decimal)
def test_no_number_shows_as_one_twice_or_half_its_size(size, power, digits):
    value = size * 10.0 ** (power - digits)
    shown = float(format_number(value, digits).replace("−", "-"))
    assert abs(shown - value) <= 0.34 * value


@given(finite)
def test_the_exact_text_reads_back_to_the_same_double(value):
    back = float(exact_number(value))
    assert back == value
    assert math.copysign(1, back) == math.copysign(1, value)


@given(finite)
def test_the_exact_text_for_the_screen_is_the_same_with_a_true_minus_sign(value):
    assert exact_text(value).replace("−", "-") == exact_number(value)


@pytest.mark.parametrize(
    ("value", "sign"), [(0.5, "="), (1 / 3, "≈"), (20.0, "="), (-math.inf, "="), (1e-300, "=")]
)
def test_only_a_rounded_number_is_called_approximate(value, sign):
    assert equals_sign(value, 3) == sign
    assert is_rounded(value, 3) == (sign == "≈")


@pytest.mark.parametrize(
    ("value", "rounded"),
    [(0.00772, 0.008), (0.0099, 0.01), (-12345678, -1e7), (0, 0), (1.7e308, 1.7e308)],
)
def test_the_first_digit_of_a_number_is_rounded_and_never_infinite(value, rounded):
    assert first_digit(value) == rounded
