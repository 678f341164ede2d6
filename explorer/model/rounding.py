"""Where rounded numbers, taken as they are shown, do not give the rounded result.

The numbers as shown are decimal fractions, so they are added up and multiplied exactly; what a
person gets with a pencil is compared, not what floating point makes of it.
"""

import math
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction

from explorer.model.convention import Convention
from explorer.model.derivation import Derivation
from explorer.model.expressions import (
    Difference,
    Exponential,
    Expression,
    Function,
    Maximum,
    Number,
    Product,
    Quotient,
    SquareRoot,
    Sum,
    children,
    evaluate,
)
from explorer.model.number_format import format_number, is_rounded
from explorer.model.rendering import to_text
from explorer.model.trace import AttentionTrace

MOST_TERMS = 64
"""Nobody adds up more numbers than these by hand."""
_MOST_WRITTEN = 4
_MOST_DIGITS = 17
_NOISE = 1e-12
"""Relative; powers of e and roots of rounded numbers are irrational and carry that much."""


@dataclass(frozen=True, slots=True)
class RoundingGap:
    """What the numbers as shown give, and what the same arithmetic gives with all digits.

    `line` is the arithmetic; None: the weights of a row, added up.
    """

    from_shown: float
    unrounded: float
    digits: int
    line: Expression | None = None

    def sentence(self, convention: Convention = Convention.ROWS) -> str:
        """The gap in one sentence."""
        shown, unrounded = self.from_shown_text, self.unrounded_text
        if self.line is None:
            subject = f"Rounded to {self.digits} decimals, the weights of this row add up to"
            text = f"{subject} {shown}; unrounded they add up to {unrounded}."
            return convention.words(text)
        line = to_text(self.line, self.digits, _MOST_WRITTEN, convention)
        rounded = f"With the numbers rounded to {self.digits} decimals"
        return f"{rounded}, {line} gives {shown}; unrounded: {unrounded}."

    @property
    def from_shown_text(self) -> str:
        """With as many digits as it takes to tell it from the unrounded result."""
        texts = (format_number(self.from_shown, more) for more in self._precisions)
        return next((text for text in texts if text != self.unrounded_text), "")

    @property
    def unrounded_text(self) -> str:
        """The unrounded result with the digits chosen."""
        return format_number(self.unrounded, self.digits)

    @property
    def _precisions(self) -> range:
        return range(self.digits, _MOST_DIGITS)


def rounding_gap(derivation: Derivation, digits: int | None) -> RoundingGap | None:
    """The gap in the last line of a derivation that has one; None where the numbers work out.

    A rounded result works out if the numbers as shown round to it, an exact one only if they
    give it exactly. Nothing is rounded where `digits` is None.
    """
    if digits is None:
        return None
    for line in reversed(derivation.lines):
        shown = _as_shown(line, digits) if _is_short(line) else None
        if shown is not None and not _works_out(shown, derivation.result, digits):
            return RoundingGap(float(shown), derivation.result, digits, line)
    return None


def row_gap(trace: AttentionTrace, row: int, digits: int | None) -> RoundingGap | None:
    """The gap between the weights of a row as shown, added up, and their sum; None: no gap."""
    if digits is None or trace.inputs.shape[1] > MOST_TERMS:
        return None
    weights = [float(weight) for weight in trace.row("weights", row)]
    shown = sum((_shown(weight, digits) for weight in weights), Fraction())
    total = math.fsum(weights)
    if abs(shown - Fraction(total)) <= Fraction(1, 2 * 10**digits):
        return None
    return RoundingGap(float(shown), total, digits)


def _works_out(shown: Fraction, result: float, digits: int) -> bool:
    """Whether `shown` is the result as it stands there, or rounds to it."""
    noise = Fraction(_NOISE) * abs(Fraction(result))
    half = _half_unit(result, digits) if is_rounded(result, digits) else Fraction()
    return abs(shown - _shown(result, digits)) <= half + noise


def _half_unit(value: float, digits: int) -> Fraction:
    """Half of the last digit `value` is shown with."""
    text = format_number(value, digits)
    exponent = int(text.partition("e")[2].replace("−", "-") or 0)
    return Fraction(10) ** (exponent - digits) / 2


def _as_shown(expression: Expression, digits: int) -> Fraction | None:
    """The value with every number as it is shown; None where that divides by nothing."""
    try:
        return _value(expression, digits)
    except (ArithmeticError, ValueError):
        return None


def _value(expression: Expression, digits: int) -> Fraction:
    match expression:
        case Number(number):
            return _shown(number, digits)
        case Sum(terms):
            return sum(_values(terms, digits), Fraction())
        case Maximum(terms):
            return max(_values(terms, digits))
        case Product(factors):
            return math.prod(_values(factors, digits), start=Fraction(1))
        case Difference(minuend, subtrahend):
            return _value(minuend, digits) - _value(subtrahend, digits)
        case Quotient(numerator, denominator):
            return _value(numerator, digits) / _value(denominator, digits)
        case Exponential(exponent):
            return Fraction(evaluate(Exponential(_rounded(exponent, digits))))
        case SquareRoot(radicand):
            return Fraction(evaluate(SquareRoot(_rounded(radicand, digits))))
        case Function(name, argument):
            return Fraction(evaluate(Function(name, _rounded(argument, digits))))
        case _:
            raise TypeError(f"{type(expression).__name__} has no value of its own")


def _values(expressions: Sequence[Expression], digits: int) -> list[Fraction]:
    return [_value(expression, digits) for expression in expressions]


def _rounded(expression: Expression, digits: int) -> Number:
    return Number(float(_value(expression, digits)))


def _shown(value: float, digits: int) -> Fraction:
    text = format_number(value, digits).replace("−", "-")
    if "e" in text:
        return Fraction(text)
    whole, _, decimals = text.partition(".")  # several times as fast as to have it read
    return Fraction(int(whole + decimals), 10 ** len(decimals))


def _is_short(expression: Expression) -> bool:
    parts = children(expression)
    return len(parts) <= MOST_TERMS and all(map(_is_short, parts))
