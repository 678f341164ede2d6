"""Numbers someone predicted: how near they have to come, from the digits shown and typed."""

import math
import re

from explorer.model.number_format import plain_sizes

LARGEST_ALLOWANCE = 0.025
"""However few digits a guess has, it has to come this near, as a share of itself."""

_SLACK = 1 + 1e-9
_DECIMAL = re.compile(r"[+\-−]?[0-9]*(?:[.,]([0-9]*))?(?:[eE]([+\-−]?[0-9]+))?")


def shown_half_unit(value: float, digits: int) -> float:
    """Half a unit of the last digit `format_number` shows of `value`."""
    half = 0.5 * math.pow(10.0, -digits)
    smallest, too_large = plain_sizes(digits)
    if value == 0 or smallest <= abs(value) < too_large:
        return half
    return half * math.pow(10.0, math.floor(math.log10(abs(value))))


def typed_allowance(text: str, guess: float) -> float:
    """How far off a guess may be for the digits it was typed with; 0 for formulas.

    `0.4` stands for everything that rounds to it, but never for more than 2.5 % either way: `1`
    is no prediction of 0.6.
    """
    unit = last_digit(text)
    if unit is None or not math.isfinite(guess):
        return 0.0
    return min(0.5 * unit, LARGEST_ALLOWANCE * abs(guess))


def last_digit(text: str) -> float | None:
    """What 1 in the last digit of a typed number is worth: 0.01 for `23.40`; None for formulas."""
    match = _DECIMAL.fullmatch(text.strip())
    if match is None:
        return None
    decimals, exponent = len(match[1] or ""), int((match[2] or "0").replace("−", "-"))
    return math.pow(10.0, max(-300, min(exponent - decimals, 300)))


def tolerance(text: str, guess: float, result: float, digits: int) -> float:
    """How near a typed guess has to come to a result that is shown with so many digits."""
    if not math.isfinite(result):
        return 0.0
    return (shown_half_unit(result, digits) + typed_allowance(text, guess)) * _SLACK


def is_near(guess: float, result: float, within: float) -> bool:
    """Whether a guess counts as the result; −∞, a blocked score, only if it was guessed."""
    return guess == result or abs(guess - result) <= within
