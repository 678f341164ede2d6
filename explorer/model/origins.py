"""Where the numbers of a derivation come from, down to numbers someone typed in."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from itertools import chain, islice

from explorer.model.derivation import Derivation
from explorer.model.explanation import explain
from explorer.model.expressions import (
    Expression,
    Maximum,
    Number,
    Quotient,
    Sum,
    children,
    numbers,
)
from explorer.model.places import Place
from explorer.model.trace import AttentionTrace


@dataclass(frozen=True, slots=True)
class Origin:
    """One line of the answer: a number with its place, or the arithmetic that gave the line above.

    `level` counts how far it is from the result: 0 for the operands themselves. `place` is None
    for arithmetic on numbers that were typed in, and for a field of the inputs.
    """

    level: int
    content: Expression
    place: Place | None


def operands(derivation: Derivation) -> list[Number]:
    """The numbers of a derivation that have a place, each place once, in reading order."""
    return list(each_operand(derivation))


def each_operand(derivation: Derivation) -> Iterator[Number]:
    """The same one by one: of a sum over thousands of sources only what is asked for is made."""
    return _with_place(derivation.terms)


def behind(derivation: Derivation, most: int | None = None) -> tuple[list[Number], list[Number]]:
    """The numbers behind a result: those that stand in a cell, and fields of the inputs such as d.

    Each is there once. Cells begin with the first of the definition; those the result was really
    computed from come next, and then the others of the definition. No more than `most` cells are
    worked out, however many sources a sum goes over.
    """
    if not derivation.forms:
        return [], []
    fields = {number.field: number for number in _alike(derivation.forms[0]) if number.field}
    return list(islice(_cells_behind(derivation), most)), list(fields.values())


def count_behind(derivation: Derivation) -> int:
    """How many cells there are behind a result; as quick for thousands of them as for three."""
    if not derivation.forms:
        return 0
    definition, *others = derivation.forms
    arrays = {place.array for place in _places(_alike(definition))}
    further = _places(steps_before(derivation)) if others else set()
    return _count(definition) + sum(place.array not in arrays for place in further)


def _cells_behind(derivation: Derivation) -> Iterator[Number]:
    cells = each_operand(derivation)
    if len(derivation.forms) > 1:
        cells = _with_place(chain(islice(cells, 1), steps_before(derivation), cells))
    return cells


def steps_before(derivation: Derivation) -> list[Number]:
    """The numbers the result was really computed from, those of the last form, each place once.

    Of a weight these are its exponential and the sum of the row.
    """
    return list(_with_place(numbers(derivation.forms[-1]))) if derivation.forms else []


def unfolded(trace: AttentionTrace, place: Place, level: int = 1) -> Iterator[Origin]:
    """The chain behind a computed number, as long as each number follows from one other.

    It ends with the arithmetic on numbers that were typed in, or with the one that was taken over
    as it is, or where a number follows from several computed ones.
    """
    if not is_computed(trace, place):
        return
    derivation = explain(trace, place.array, place.row, place.column)
    if derivation.reads and not any(trace.computes(read.array) for read in derivation.reads):
        for form in derivation.forms[:1]:
            yield Origin(level, form, form.place if isinstance(form, Number) else None)
        return
    computed = (number for number in each_operand(derivation) if _follows(trace, number))
    first, second = next(computed, None), next(computed, None)
    if first is not None and first.place is not None and second is None:
        yield Origin(level, first, first.place)
        yield from unfolded(trace, first.place, level + 1)


def is_computed(trace: AttentionTrace, place: Place) -> bool:
    """Whether a stage of the calculation computes the cell, so that the walk has a step for it."""
    return trace.computes(place.array)


def _count(expression: Expression) -> int:
    """How many places the numbers of an expression have.

    The terms of a sum are all alike, but for the last: a bias may be added there.
    """
    match expression:
        case Quotient(_, Sum(own=int()) as whole):  # the numerator is one of its terms
            return _count(whole)
        case Sum(terms) | Maximum(terms) if len(terms) > 1:
            first, second, last = (_places(numbers(terms[index])) for index in (0, 1, -1))
            shared = first & second
            own = len(first - shared) * (len(terms) - 1) + len(last - shared)
            return len(shared) + own
        case _:
            return len(_places(numbers(expression)))


def _alike(expression: Expression) -> Iterator[Number]:
    """The numbers of an expression; of a sum those of one term, to which the others are alike."""
    if isinstance(expression, Number):
        yield expression
    parts = children(expression)
    for part in parts[:1] if isinstance(expression, Sum | Maximum) else parts:
        yield from _alike(part)


def _places(found: Iterable[Number]) -> set[Place]:
    return {number.place for number in found if number.place is not None}


def _with_place(found: Iterable[Number]) -> Iterator[Number]:
    seen: set[Place] = set()
    for number in found:
        if number.place is not None and number.place not in seen:
            seen.add(number.place)
            yield number


def _follows(trace: AttentionTrace, number: Number) -> bool:
    return number.place is not None and trace.computes(number.place.array)
