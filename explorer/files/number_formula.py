"""One number typed as a formula: `−1½`, `1/3`, `sqrt(2)/2`, `2 × π`.

Formulas follow the rules of mathematics in double arithmetic: `-2^2` is −4 and `2^3^2` is 2^9.
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

from explorer.files.number_text import (
    HINT,
    LITERAL,
    NumberTextError,
    literal_value,
    not_a_number,
    shortened,
    too_large,
    too_small,
)

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


def formula_value(text: str) -> float:
    """The finite double that a formula comes to. Raises NumberTextError."""
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
        raise too_large(text) from None
    except ArithmeticError:
        raise too_small(text) from None
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise not_a_number(text) from None


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
    raise not_a_number(text)


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
    raise not_a_number(text)


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
            return repr(literal_value(text))
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
