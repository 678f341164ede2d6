"""Expressions as plain text, as LaTeX and as Markdown.

All round to the digits asked for (None: all digits), write a long sum as its first terms, an
ellipsis and its last one when `most_terms` is given, and set parentheses where reading order
would mislead. Symbols stand for the matrices as the convention shows them.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import assert_never

from explorer.model.convention import Convention
from explorer.model.expressions import (
    Difference,
    Exponential,
    Expression,
    Function,
    Lookup,
    Maximum,
    Number,
    Product,
    Quotient,
    SquareRoot,
    StagePart,
    Sum,
    Symbol,
    Transposed,
)
from explorer.model.number_format import format_number

SUBSCRIPTS = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")
_ADDITIVE = (Sum, Difference)


@dataclass(frozen=True, slots=True)
class LeftOut:
    """So many neighbouring terms that are not written down."""

    count: int


def subscript(indices: Sequence[int]) -> str:
    """`(1, 3)` as `₁₃`; with a comma where an index has two digits, `₁,₁₂`."""
    return index_text(indices).translate(SUBSCRIPTS)


def index_text(indices: Sequence[int]) -> str:
    """`(1, 3)` as `13`; with a comma where an index has two digits, `1,12`."""
    separator = "," if any(index > 9 for index in indices) else ""
    return separator.join(map(str, indices))


def name_parts(symbol: Symbol) -> tuple[str, str]:
    """The letter of a symbol and the label below it: W and Q of `W_Q`."""
    letter, _, label = symbol.name.partition("_")
    return letter, label


def shortened(
    terms: Sequence[Expression], most: int | None, own: int | None = None
) -> list[Expression | LeftOut]:
    """The terms to write down, that with the index `own` among them, and what is left out."""
    if most is None or len(terms) <= most:
        return list(terms)
    last = len(terms) - 1
    if own is None or own < most - 2 or own == last:
        return [*terms[: most - 2], LeftOut(last - most + 2), terms[last]]
    head = max(1, most - 4)
    before = [] if own == head else [LeftOut(own - head)]
    after = [] if own == last - 1 else [LeftOut(last - own - 1)]
    return [*terms[:head], *before, terms[own], *after, terms[last]]


def needs_parentheses(expression: Expression) -> bool:
    """Whether `expression` has to be bracketed as a factor or as what is subtracted."""
    bare = expression.content if isinstance(expression, StagePart) else expression
    return isinstance(bare, _ADDITIVE) or (isinstance(bare, Number) and bare.value < 0)


def is_matrix(factor: Expression) -> bool:
    """Whether a factor is a matrix, a vector or one of their numbers rather than a plain number."""
    return not isinstance(factor, Number) or factor.place is not None


def factors_of(product: Product, convention: Convention) -> list[Expression]:
    """The factors in the order in which the convention multiplies them."""
    return convention.factors(product.factors, is_matrix)


def multiplication_sign(factors: Sequence[Expression]) -> str:
    """`×` between numbers, `·` as soon as a symbol takes part."""
    return "×" if all(isinstance(factor, Number) for factor in factors) else "·"


def to_text(
    expression: Expression,
    digits: int | None = 3,
    most_terms: int | None = None,
    convention: Convention = Convention.ROWS,
) -> str:
    """The expression on one line: `1×1 + 0×1`, `e^0.707 / (e^0.707 + e^0 + e^0.707)`."""

    def text(part: Expression) -> str:
        return to_text(part, digits, most_terms, convention)

    def factor(part: Expression) -> str:
        return f"({text(part)})" if needs_parentheses(part) else text(part)

    def numerator_of(part: Expression) -> str:
        return f"({text(part)})" if isinstance(part, _ADDITIVE) else text(part)

    def denominator_of(part: Expression) -> str:
        return f"({text(part)})" if isinstance(part, Quotient | Product) else factor(part)

    match expression:
        case Number(value):
            return format_number(value, digits)
        case Symbol(name, indices):
            return name + subscript(convention.indices(indices))
        case Sum():
            return " + ".join(_added(expression, most_terms, text, factor))
        case Maximum(terms):
            return f"max({', '.join(_each(terms, most_terms, text))})"
        case Product(factors):
            ordered = factors_of(expression, convention)
            return multiplication_sign(factors).join(map(factor, ordered))
        case Difference(minuend, subtrahend):
            return f"{text(minuend)} − {factor(subtrahend)}"
        case Quotient(numerator, denominator):
            return f"{numerator_of(numerator)} / {denominator_of(denominator)}"
        case Exponential(exponent):
            simple = isinstance(exponent, Number | Symbol)
            return f"e^{text(exponent)}" if simple else f"e^({text(exponent)})"
        case SquareRoot(radicand):
            simple = isinstance(radicand, Number | Symbol)
            return f"√{text(radicand)}" if simple else f"√({text(radicand)})"
        case Transposed(matrix):
            return f"{factor(matrix)}ᵀ"
        case Function(name, argument):
            return f"{convention.words(name)}({text(argument)})"
        case Lookup(table, names):
            return f"{text(table)}[{convention.looked_up(names)}]"
        case StagePart(_, content):
            return text(content)
    assert_never(expression)


def to_latex(
    expression: Expression,
    digits: int | None = 3,
    most_terms: int | None = None,
    convention: Convention = Convention.ROWS,
) -> str:
    r"""The expression as LaTeX source for maths mode: `\frac{1}{\sqrt{2}}`."""

    def latex(part: Expression) -> str:
        return to_latex(part, digits, most_terms, convention)

    def factor(part: Expression) -> str:
        return rf"\left({latex(part)}\right)" if needs_parentheses(part) else latex(part)

    match expression:
        case Number(value):
            return latex_number(value, digits)
        case Symbol(name, indices):
            letter, label = name_parts(expression)
            index = index_text(convention.indices(indices))
            below = ",".join(filter(None, (label, index)))
            letter = letter if len(letter) == 1 else rf"\mathrm{{{letter}}}"
            return f"{letter}_{{{below}}}" if below else letter
        case Sum():
            return " + ".join(_added(expression, most_terms, latex, factor, r"\dots"))
        case Maximum(terms):
            inside = ", ".join(_each(terms, most_terms, latex, r"\dots"))
            return rf"\max\left({inside}\right)"
        case Product(factors):
            sign = r" \times " if multiplication_sign(factors) == "×" else r" \cdot "
            return sign.join(map(factor, factors_of(expression, convention)))
        case Difference(minuend, subtrahend):
            return f"{latex(minuend)} - {factor(subtrahend)}"
        case Quotient(numerator, denominator):
            return rf"\frac{{{latex(numerator)}}}{{{latex(denominator)}}}"
        case Exponential(exponent):
            return f"e^{{{latex(exponent)}}}"
        case SquareRoot(radicand):
            return rf"\sqrt{{{latex(radicand)}}}"
        case Transposed(matrix):
            return rf"{factor(matrix)}^\top"
        case Function(name, argument):
            name = convention.words(name)
            return rf"\operatorname{{{name}}}\left({latex(argument)}\right)"
        case Lookup(table, names):
            return rf"{latex(table)}[\mathrm{{{convention.looked_up(names)}}}]"
        case StagePart(_, content):
            return latex(content)
    assert_never(expression)


def latex_number(value: float, digits: int | None) -> str:
    r"""A number for LaTeX's maths mode: `-0.707`, `4.2 \cdot 10^{-5}`, `-\infty`."""
    text = format_number(value, digits).replace("−", "-").replace("∞", r"\infty")
    mantissa, _, exponent = text.partition("e")
    return rf"{mantissa} \cdot 10^{{{int(exponent)}}}" if exponent else text


def markdown_maths(latex: str) -> str:
    """LaTeX source within a paragraph of Markdown."""
    return f"${latex}$"


def _added(
    total: Sum,
    most: int | None,
    render_first: Callable[[Expression], str],
    render: Callable[[Expression], str],
    ellipsis: str = "…",
) -> list[str]:
    """The terms of a sum: all but the first in brackets where they are negative."""
    first, *others = shortened(total.terms, most, total.own)
    assert not isinstance(first, LeftOut)  # `shortened` keeps the first
    return [
        render_first(first),
        *(ellipsis if isinstance(term, LeftOut) else render(term) for term in others),
    ]


def _each(
    terms: Sequence[Expression],
    most: int | None,
    render: Callable[[Expression], str],
    ellipsis: str = "…",
) -> list[str]:
    return [
        ellipsis if isinstance(term, LeftOut) else render(term) for term in shortened(terms, most)
    ]
