"""Numbers as text: rounded for the screen, exact for files and the clipboard."""

import math
from functools import lru_cache

_LARGEST_PLAIN = 1e7


def plain_sizes(digits: int) -> tuple[float, float]:
    """From and below which size `format_number` writes a number without a power of ten.

    From 1 in the last decimal on, and below ten million; a number that rounds to one of these
    counts as it, so that neither is ever written in two ways.
    """
    last_decimal = 10.0**-digits
    return last_decimal * (1 - 0.05 * last_decimal), _LARGEST_PLAIN - 0.5 * last_decimal


def exact_number(value: float) -> str:
    """The shortest ASCII text that reads back to the same double; whole numbers without `.0`."""
    if value == 0:
        return "-0.0" if math.copysign(1, value) < 0 else "0"
    text = repr(float(value))
    return text.removesuffix(".0")


def format_number(value: float, digits: int | None = 3) -> str:
    """`value` rounded to `digits` decimals, trailing zeros dropped, with a true minus sign.

    Numbers smaller than 1 in the last decimal, and those from ten million on, are written with a
    power of ten (`4.2e−5`) and `digits` decimals before it, so that no number other than zero
    shows as 0 or by a single digit of a rougher one. Minus infinity, a blocked score, is `−∞`.
    None for `digits`: all of them.
    """
    if digits is None and not math.isinf(value):
        return exact_text(value)
    return _rounded_text(value, digits or 0)


def exact_text(value: float) -> str:
    """`exact_number` for the screen: with a true minus sign, `−∞` for a blocked score."""
    return format_number(value) if math.isinf(value) else exact_number(value).replace("-", "−")


@lru_cache(maxsize=4096)
def _rounded_text(value: float, digits: int) -> str:
    """Kept: several views show the same numbers, and say them to screen readers."""
    if math.isinf(value):
        return "∞" if value > 0 else "−∞"
    if value == 0:
        return "0"
    smallest, too_large = plain_sizes(digits)
    if smallest <= abs(value) < too_large:
        text = _trimmed(f"{value:.{digits}f}")
    else:
        mantissa, exponent = f"{value:.{digits}e}".split("e")
        text = f"{_trimmed(mantissa)}e{int(exponent)}"
    return text.replace("-", "−")


def first_digit(value: float) -> float:
    """`value` rounded to its first digit: what is left of it where there is little room.

    A number that would become too large to store stays as it is.
    """
    rounded = float(f"{value:.0e}")
    return value if math.isinf(rounded) else rounded


def is_rounded(value: float, digits: int | None) -> bool:
    """Whether `format_number` shows something other than the exact value."""
    return float(format_number(value, digits).replace("−", "-").replace("∞", "inf")) != value


def format_difference(value: float, digits: int | None = 3) -> str:
    """A difference as `format_number` writes it, with its sign: `+0.2`, `−0.2`, `0`."""
    text = format_number(value, digits)
    return f"+{text}" if value > 0 else text


def told_apart(before: float, after: float, digits: int) -> tuple[str, str]:
    """Two numbers with so many decimals, or with all where they would look the same."""
    texts = format_number(before, digits), format_number(after, digits)
    if texts[0] == texts[1] and before != after:
        return format_number(before, None), format_number(after, None)
    return texts


def equals_sign(value: float, digits: int | None) -> str:
    """`=` where the text of `value` is exact, `≈` where it was rounded."""
    return "≈" if is_rounded(value, digits) else "="


def _trimmed(decimals: str) -> str:
    return decimals.rstrip("0").rstrip(".") if "." in decimals else decimals
