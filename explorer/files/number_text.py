"""One number as a person types it in a cell: `0.5`, `0,5`, `−1½`, `1/3`, `sqrt(2)/2`, `2e-3`.

What could be read in two ways is refused rather than guessed. Most numbers are plain: what reads
formulas is imported with the first one.
"""

import math
import re
from collections.abc import Sequence

from explorer.model.number_format import exact_number

LONGEST_NUMBER = 200
LONGEST_QUOTE = 40
HINT = "Type a number such as 0.5, 1/3 or sqrt(2)/2"

LITERAL = r"[0-9.,]+(?:[eE][+\-−]?[0-9]+)?"
PLAIN = re.compile(r"[+-]?[0-9]{1,40}(?:\.[0-9]{1,40})?(?:[eE][+-]?[0-9]{1,4})?")
"""A number that needs no further look, unless it is too large or too small: most of them."""
PLAIN_ZERO = re.compile(r"[+-]?[0.]+(?:[eE].*)?")
SIGNED_LITERAL = re.compile(rf"([+\-−]?)({LITERAL})")
AMBIGUOUS_COMMA = re.compile(r"([1-9][0-9]{0,2}),([0-9]{3})")


class NumberTextError(ValueError):
    """Text that is not one number. `reason` says what was found and what to do about it."""

    def __init__(self, reason: str) -> None:
        super().__init__(reason)
        self.reason = reason


def parse_number(text: str) -> float:
    """The finite double that `text` stands for; a comma and a point both mark decimals.

    Raises NumberTextError for anything else: names, NaN, infinity, thousands separators, and
    results too large or too small for a double.
    """
    text = text.strip()
    if not text:
        raise NumberTextError("Nothing was typed. Type a number")
    if len(text) > LONGEST_NUMBER:
        raise NumberTextError(f"The text is longer than {LONGEST_NUMBER} characters. {HINT}")
    if numbers := plain_numbers((text,)):
        return numbers[0]
    if literal := SIGNED_LITERAL.fullmatch(text):
        value = literal_value(literal[2])
        return -value if literal[1] in ("-", "−") else value
    from explorer.files.number_formula import formula_value

    return formula_value(text)


def plain_numbers(texts: Sequence[str]) -> list[float]:
    """What `parse_number` gives for each of these, if it can be told at a glance; else nothing."""
    if not all(map(PLAIN.fullmatch, texts)):
        return []
    numbers = list(map(float, texts))
    if not all(map(math.isfinite, numbers)):
        return []
    pairs = () if all(numbers) else zip(texts, numbers, strict=True)
    zeros = (text for text, number in pairs if not number)
    return numbers if all(map(PLAIN_ZERO.fullmatch, zeros)) else []


def edit_text(value: float) -> str:
    """The text an editor opens with: `parse_number` reads it back to the same double, bit by bit.

    Infinity and NaN have no such text; they come out as `inf` and `nan`, which are refused.
    """
    return exact_number(value)


def shortened(text: str) -> str:
    """`text` as a message quotes it: at most about one short line."""
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


def literal_value(text: str) -> float:
    """The double that a plain number without a sign stands for. Raises NumberTextError."""
    digits = re.split("[eE]", text)[0]
    _refuse_unclear_marks(text, digits)
    try:
        value = float(text.replace(",", ".").replace("−", "-"))
    except ValueError:
        raise not_a_number(text) from None
    if math.isinf(value):
        raise too_large(text)
    if value == 0 and digits.strip("0.,"):
        raise too_small(text)
    return value


def _refuse_unclear_marks(text: str, digits: str) -> None:
    commas, points = digits.count(","), digits.count(".")
    if commas and points:
        raise NumberTextError(
            f"“{text}” has both a comma and a point. Type it with one decimal mark and no "
            "thousands separators"
        )
    if commas + points > 1:
        mark = "comma" if commas else "point"
        raise NumberTextError(f"“{text}” has more than one {mark}. Type one decimal mark at most")
    if both := AMBIGUOUS_COMMA.fullmatch(digits):
        raise NumberTextError(
            f"“{text}” can mean {both[1]}.{both[2]} or {both[1]}{both[2]}. Type one of these"
        )
    if digits.endswith(","):
        raise NumberTextError(f"“{text}” ends with a comma. Type digits after it, or leave it out")


def not_a_number(text: str) -> NumberTextError:
    """The error for what is neither a plain number nor a formula."""
    return NumberTextError(f"“{shortened(text)}” is not a number. {HINT}")


def too_large(text: str) -> NumberTextError:
    """The error for what comes to more than the largest double."""
    return NumberTextError(
        f"“{shortened(text)}” is larger than the largest number that can be stored"
    )


def too_small(text: str) -> NumberTextError:
    """The error for what is not 0 and comes to less than the smallest double."""
    return NumberTextError(
        f"“{shortened(text)}” is closer to zero than the smallest number that can be stored"
    )
