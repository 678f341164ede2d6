"""How near a prediction has to come, from the digits shown and the digits typed."""

import pytest

from explorer.model.guess import is_near, shown_half_unit, tolerance


def counts(text, result, digits=3):
    guess = float(text.replace(",", ".").replace("−", "-"))
    return is_near(guess, result, tolerance(text, guess, result, digits))


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("0.401", 0.4011120926797859),
        ("0.4", 0.4011120926797859),
        ("0,4", 0.4011120926797859),
        ("0.40111", 0.4011120926797859),
        ("0.2", 0.1977758146404282),
        ("−1.41", -1.4142135),
        ("24", 23.9),
        ("20", 20.0),
        ("0", 0.0),
        ("4.2e-5", 4.213e-5),
        ("1e9", 1e9),
    ],
)
def test_a_guess_that_rounds_to_the_result_counts(text, result):
    assert counts(text, result)


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("0.403", 0.4011120926797859),
        ("0.41", 0.4011120926797859),
        ("1", 0.6),
        ("0", 0.4),
        ("0", 0.0004),
        ("−0.4", 0.4011120926797859),
        ("24", 23.3742),
        ("24.05", 23.3742),
        ("2e1", 23.3742),
        ("4e-5", 4.213e-5),
        ("0.001", 0.00051),
    ],
)
def test_a_guess_that_does_not_is_not_near(text, result):
    assert not counts(text, result)


def test_a_blocked_score_is_only_guessed_as_blocked():
    infinity = float("-inf")
    assert is_near(infinity, infinity, tolerance("−∞", infinity, infinity, 3))
    assert not is_near(-1e300, infinity, tolerance("-1e300", -1e300, infinity, 3))
    assert not is_near(infinity, 1.0, tolerance("−∞", infinity, 1.0, 3))


@pytest.mark.parametrize(
    ("value", "digits", "half"),
    [(0.4, 3, 0.0005), (0, 2, 0.005), (4.2e-5, 3, 5e-9), (-2e8, 3, 5e4), (0.0005, 3, 5e-8)],
)
def test_half_a_unit_is_that_of_the_last_digit_shown(value, digits, half):
    assert shown_half_unit(value, digits) == pytest.approx(half)


def test_a_formula_has_no_digits_of_its_own():
    assert tolerance("1/3", 1 / 3, 0.3333, 3) == pytest.approx(0.0005)
