"""One number as a person types it in a cell: `0.5`, `0,5`, `−1½`, `1/3`, `sqrt(2)/2`, `2e-3`.

What could be read in two ways is refused rather than guessed. Formulas follow the rules of
mathematics in double arithmetic: `-2^2` is −4 and `2^3^2` is 2^9.
"""

import ast
import itertools
import math
import operator
import re
import unicodedata
from collections.abc import Callable
from fractions import Fraction
from typing import NoReturn

from explorer.model.number_format import exact_number

LONGEST_NUMBER = 200
LONGEST_QUOTE = 40
HINT = "Type a number such as 0.5, 1/3 or sqrt(2)/2"

VULGAR_FRACTIONS = {
    chr(code): Fraction(unicodedata.normalize("NFKC", chr(code)).replace("⁄", "/"))
    for code in (*range(0xBC, 0xBF), *range(0x2150, 0x215F), 0x2189)
}
CONSTANTS = {"pi": math.pi, "π": math.pi}
NOT_FINITE = frozenset({"nan", "inf", "infinity", "∞"})
PYTHON_OPERATORS = {
    "−": "-",
    "×": "*",
    "·": "*",
    "⋅": "*",
    "÷": "/",
    "⁄": "/",
    "∕": "/",
    "^": "**",
    "√": "sqrt",
}

LITERAL = r"[0-9.,]+(?:[eE][+\-−]?[0-9]+)?"
SIGNED_LITERAL = re.compile(rf"([+\-−]?)({LITERAL})")
AMBIGUOUS_COMMA = re.compile(r"([1-9][0-9]{0,2}),([0-9]{3})")
FRACTION_SIGNS = "".join(VULGAR_FRACTIONS)
NAME = r"[A-Za-zπ_][A-Za-z0-9_]*"
TOKEN = re.compile(
    rf"(?P<space>[ \t\u00a0\u2009\u202f]+)"
    rf"|(?P<fraction>[0-9]*[{FRACTION_SIGNS}])"
    rf"|(?P<literal>{LITERAL})"
    rf"|(?P<name>{NAME})"
    rf"|(?P<operator>\*\*|[-+*/^()−×·⋅÷⁄∕√])"
)
ROOT_OF_ONE_OPERAND = re.compile(rf"√\s*([0-9]*[{FRACTION_SIGNS}]|{LITERAL}|{NAME})")

Token = tuple[str, str]  # the kind, a group of TOKEN, and the text


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
    if literal := SIGNED_LITERAL.fullmatch(text):
        value = _literal_value(literal[2])
        return -value if literal[1] in ("-", "−") else value
    return _formula_value(text)


def edit_text(value: float) -> str:
    """The text an editor opens with: `parse_number` reads it back to the same double, bit by bit.

    Infinity and NaN have no such text; they come out as `inf` and `nan`, which are refused.
    """
    return exact_number(value)


def shortened(text: str) -> str:
    """`text` as a message quotes it: at most about one short line."""
    return text if len(text) <= LONGEST_QUOTE else text[:LONGEST_QUOTE] + "…"


def _literal_value(text: str) -> float:
    digits = re.split("[eE]", text)[0]
    _refuse_unclear_marks(text, digits)
    try:
        value = float(text.replace(",", ".").replace("−", "-"))
    except ValueError:
        raise _not_a_number(text) from None
    if math.isinf(value):
        raise _too_large(text)
    if value == 0 and digits.strip("0.,"):
        raise _too_small(text)
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


def _formula_value(text: str) -> float:
    tokens = _tokens(ROOT_OF_ONE_OPERAND.sub(r"√(\1)", text))
    _refuse_missing_operators(tokens)
    source = " ".join(_python(kind, part) for kind, part in tokens)
    try:
        return _value(ast.parse(source, mode="eval").body)
    except NumberTextError:
        raise
    except ZeroDivisionError:
        raise NumberTextError(f"“{shortened(text)}” divides by zero") from None
    except OverflowError:
        raise _too_large(text) from None
    except ArithmeticError:
        raise _too_small(text) from None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise _not_a_number(text) from None


def _tokens(text: str) -> list[Token]:
    tokens: list[Token] = []
    position = 0
    while position < len(text):
        match = TOKEN.match(text, position)
        if match is None:
            _refuse_character(text, text[position])
        if match.lastgroup == "name":
            _refuse_unknown_name(text, match[0])
        if match.lastgroup and match.lastgroup != "space":
            tokens.append((match.lastgroup, match[0]))
        position = match.end()
    return tokens


def _refuse_character(text: str, character: str) -> NoReturn:
    if character == "∞":
        _refuse_unknown_name(text, character)
    if character.isdigit() or character.isdecimal():
        raise NumberTextError(f"“{character}” is not one of the digits 0 to 9. {HINT}")
    if not character.isprintable():
        raise NumberTextError(
            f"The text holds the invisible character U+{ord(character):04X}. Type the number anew"
        )
    raise _not_a_number(text)


def _refuse_unknown_name(text: str, name: str) -> None:
    lowered = name.lower()
    if lowered in CONSTANTS or lowered in FUNCTIONS:
        return
    if lowered in NOT_FINITE:
        raise NumberTextError(f"“{shortened(text)}” is not a finite number. {HINT}")
    if "_" in name:
        raise NumberTextError(f"“{shortened(text)}” contains _. Type the number without it")
    if lowered == "e":
        name = f"“{shortened(text)}” uses the name e"
        raise NumberTextError(f"{name}. Type exp(1) for Euler's number")
    raise _not_a_number(text)


def _refuse_missing_operators(tokens: list[Token]) -> None:
    for (kind, left), (next_kind, right) in itertools.pairwise(tokens):
        ends_operand = kind != "operator" or left == ")"
        starts_operand = next_kind != "operator" or right in ("(", "√")
        is_call = right == "(" and left.lower() in FUNCTIONS
        if ends_operand and starts_operand and not is_call:
            raise NumberTextError(
                f"There is no operator between {left} and {right}. Type one number, or an "
                "operator such as × between them"
            )


def _python(kind: str, text: str) -> str:
    """The token in Python's notation; every number already is a double."""
    match kind:
        case "fraction":
            whole, sign = text[:-1] or "0", text[-1]
            return repr(float(int(whole) + VULGAR_FRACTIONS[sign]))
        case "literal":
            return repr(_literal_value(text))
        case "name":
            return text.lower()
        case _:
            return PYTHON_OPERATORS.get(text, text)


def _value(node: ast.expr) -> float:
    """The value of a formula made of the few things named here. Raises ValueError for others."""
    match node:
        case ast.Constant(value=float(number)):
            return number
        case ast.Name(id=name) if name in CONSTANTS:
            return CONSTANTS[name]
        case ast.UnaryOp(op=ast.USub(), operand=operand):
            return -_value(operand)
        case ast.UnaryOp(op=ast.UAdd(), operand=operand):
            return _value(operand)
        case ast.BinOp(left=left, op=symbol, right=right) if type(symbol) in OPERATIONS:
            return _finite(OPERATIONS[type(symbol)](_value(left), _value(right)))
        case ast.Call(func=ast.Name(id=name), args=[argument], keywords=[]) if name in FUNCTIONS:
            return FUNCTIONS[name](_value(argument))
        case _:
            raise ValueError(type(node).__name__)


def _finite(value: float) -> float:
    if math.isinf(value):
        raise OverflowError
    return value


def _not_vanished(value: float) -> float:
    """`value`, the result of a step that never gives zero. Raises FloatingPointError if it did."""
    if value == 0:
        raise FloatingPointError
    return value


def _times(left: float, right: float) -> float:
    return _not_vanished(left * right) if left and right else left * right


def _divided(left: float, right: float) -> float:
    return _not_vanished(left / right) if left else left / right


def _power(base: float, exponent: float) -> float:
    if base == 0:
        return float(base**exponent)
    if base < 0 and not exponent.is_integer():
        raise NumberTextError("A negative number has no such power among the real numbers")
    return _not_vanished(math.pow(base, exponent))


def _square_root(value: float) -> float:
    if value < 0:
        raise NumberTextError("A negative number has no square root among the real numbers")
    return math.sqrt(value)


def _exponential(value: float) -> float:
    return _not_vanished(math.exp(value))


OPERATIONS: dict[type[ast.operator], Callable[[float, float], float]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: _times,
    ast.Div: _divided,
    ast.Pow: _power,
}
FUNCTIONS: dict[str, Callable[[float], float]] = {"sqrt": _square_root, "exp": _exponential}


def _not_a_number(text: str) -> NumberTextError:
    return NumberTextError(f"“{shortened(text)}” is not a number. {HINT}")


def _too_large(text: str) -> NumberTextError:
    return NumberTextError(
        f"“{shortened(text)}” is larger than the largest number that can be stored"
    )


def _too_small(text: str) -> NumberTextError:
    return NumberTextError(
        f"“{shortened(text)}” is closer to zero than the smallest number that can be stored"
    )
