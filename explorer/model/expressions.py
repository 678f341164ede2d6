"""Arithmetic as data: what a derivation is made of, and its value.

Expressions say what is computed from what; how they look is the business of the renderings.
Sums over a whole row are lazy, so that an expression costs the same for 3 sources and for 4,096.
"""

import math
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from typing import TypeAlias, overload

from explorer.model.places import Place


@dataclass(frozen=True, slots=True)
class Number:
    """A number and what it comes from: a cell, or a field of the inputs such as the scale."""

    value: float
    place: Place | None = None
    field: str | None = None


@dataclass(frozen=True, slots=True)
class Symbol:
    """A name of the formula with its indices, counted from 1: q₁, a₁₃."""

    name: str
    indices: tuple[int, ...] = ()


@dataclass(frozen=True, slots=True)
class Sum:
    """The terms added up; `own` is the index of the one the calculation is about, if any."""

    terms: "Sequence[Expression]"
    own: int | None = None


@dataclass(frozen=True, slots=True)
class Maximum:
    """The largest of the terms."""

    terms: "Sequence[Expression]"


@dataclass(frozen=True, slots=True)
class Product:
    """The factors multiplied."""

    factors: "tuple[Expression, ...]"


@dataclass(frozen=True, slots=True)
class Difference:
    """One number less another."""

    minuend: "Expression"
    subtrahend: "Expression"


@dataclass(frozen=True, slots=True)
class Quotient:
    """One number divided by another."""

    numerator: "Expression"
    denominator: "Expression"


@dataclass(frozen=True, slots=True)
class Exponential:
    """e to a power; `value` is what it comes to, if that stands in a table."""

    exponent: "Expression"
    value: Number | None = None


@dataclass(frozen=True, slots=True)
class SquareRoot:
    """The square root of a number."""

    radicand: "Expression"


@dataclass(frozen=True, slots=True)
class Transposed:
    """A matrix with rows and columns swapped."""

    matrix: "Expression"


@dataclass(frozen=True, slots=True)
class Function:
    """A named function of one argument: tanh, softmax."""

    name: str
    argument: "Expression"


@dataclass(frozen=True, slots=True)
class Lookup:
    """The rows of a table that a list names, in the order of the list: E[tokens]."""

    table: "Expression"
    names: str


@dataclass(frozen=True, slots=True)
class StagePart:
    """The part of the whole formula that the named stage contributes."""

    stage: str
    content: "Expression"


Expression: TypeAlias = (
    Number
    | Symbol
    | Sum
    | Maximum
    | Product
    | Difference
    | Quotient
    | Exponential
    | SquareRoot
    | Transposed
    | Function
    | Lookup
    | StagePart
)


class LazyTerms(Sequence[Expression]):
    """`count` terms, each made by `term(index)` when it is asked for."""

    def __init__(self, count: int, term: Callable[[int], Expression]) -> None:
        self._count = count
        self._term = term

    def __len__(self) -> int:
        return self._count

    @overload
    def __getitem__(self, index: int) -> Expression: ...
    @overload
    def __getitem__(self, index: slice) -> list[Expression]: ...
    def __getitem__(self, index: int | slice) -> Expression | list[Expression]:
        positions = range(self._count)[index]
        if isinstance(positions, range):
            return [self._term(position) for position in positions]
        return self._term(positions)


_FUNCTIONS = {"tanh": math.tanh, "sin": math.sin, "cos": math.cos}


def evaluate(expression: Expression) -> float:
    """The value of an expression of numbers. Raises TypeError for symbols, which have none."""
    match expression:
        case Number(value):
            return value
        case Sum(terms):
            return math.fsum(map(evaluate, terms))
        case Maximum(terms):
            return max(map(evaluate, terms))
        case Product(factors):
            return math.prod(map(evaluate, factors))
        case Difference(minuend, subtrahend):
            return evaluate(minuend) - evaluate(subtrahend)
        case Quotient(numerator, denominator):
            return evaluate(numerator) / evaluate(denominator)
        case Exponential(exponent):
            return math.exp(evaluate(exponent))
        case SquareRoot(radicand):
            return math.sqrt(evaluate(radicand))
        case Function(name, argument) if name in _FUNCTIONS:
            return _FUNCTIONS[name](evaluate(argument))
        case _:
            raise TypeError(f"{type(expression).__name__} has no value of its own")


def has_powers(expression: Expression) -> bool:
    """Whether e to some power is part of the expression; the terms of one sum are all alike."""
    if isinstance(expression, Exponential):
        return True
    parts = children(expression)
    return any(map(has_powers, parts[:1] if isinstance(expression, Sum | Maximum) else parts))


def with_powers_evaluated(expression: Expression) -> Expression:
    """The expression with the value of each power of e in its place; sums stay lazy."""

    def each(terms: Sequence[Expression]) -> LazyTerms:
        return LazyTerms(len(terms), lambda index: with_powers_evaluated(terms[index]))

    match expression:
        case Exponential(_, value):
            return Number(evaluate(expression)) if value is None else value
        case Sum(terms, own):
            return Sum(each(terms), own)
        case Maximum(terms):
            return Maximum(each(terms))
        case Product(factors):
            return Product(tuple(map(with_powers_evaluated, factors)))
        case Quotient(numerator, denominator):
            return Quotient(with_powers_evaluated(numerator), with_powers_evaluated(denominator))
        case Difference(minuend, subtrahend):
            return Difference(with_powers_evaluated(minuend), with_powers_evaluated(subtrahend))
        case _:
            return expression


def children(expression: Expression) -> Sequence[Expression]:
    """The expressions directly inside `expression`, in reading order."""
    match expression:
        case Number() | Symbol():
            return ()
        case Sum(terms) | Maximum(terms):
            return terms
        case Product(factors):
            return factors
        case Difference(first, second) | Quotient(first, second):
            return (first, second)
        case (
            Exponential(inner)
            | SquareRoot(inner)
            | Transposed(inner)
            | Function(_, inner)
            | Lookup(inner, _)
            | StagePart(_, inner)
        ):
            return (inner,)


def numbers(expression: Expression) -> Iterator[Number]:
    """Every number in the expression, in reading order."""
    if isinstance(expression, Number):
        yield expression
    for child in children(expression):
        yield from numbers(child)
