"""Where the numbers of a derivation come from, down to numbers someone typed in."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from explorer.model.derivation import Derivation
from explorer.model.explanation import explain
from explorer.model.expressions import Expression, Number, numbers
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
    return _with_place(derivation.terms)


def behind(derivation: Derivation) -> tuple[list[Number], list[Number]]:
    """The numbers behind a result: those that stand in a cell, and fields of the inputs such as d.

    Each is there once. Cells begin with the first of the definition; those the result was really
    computed from come next, and then the others of the definition.
    """
    if not derivation.forms:
        return [], []
    defined = list(derivation.terms)
    fields = {number.field: number for number in defined if number.field is not None}
    cells = _with_place(defined)
    if len(derivation.forms) > 1:
        cells = _with_place([*cells[:1], *steps_before(derivation), *cells])
    return cells, list(fields.values())


def steps_before(derivation: Derivation) -> list[Number]:
    """The numbers the result was really computed from, those of the last form, each place once.

    Of a weight these are its exponential and the sum of the row.
    """
    return _with_place(numbers(derivation.forms[-1])) if derivation.forms else []


def unfolded(trace: AttentionTrace, place: Place, level: int = 1) -> Iterator[Origin]:
    """The chain behind a computed number, as long as each number follows from one other.

    It ends with the arithmetic on numbers that were typed in, or where a number follows from
    several computed ones.
    """
    if not is_computed(trace, place):
        return
    derivation = explain(trace, place.array, place.row, place.column)
    found = operands(derivation)
    computed = [number for number in found if _follows(trace, number)]
    if found and not computed:
        yield Origin(level, derivation.forms[0], None)
    elif len(computed) == 1:
        (number,) = computed
        assert number.place is not None  # operands
        yield Origin(level, number, number.place)
        yield from unfolded(trace, number.place, level + 1)


def is_computed(trace: AttentionTrace, place: Place) -> bool:
    """Whether a stage of the calculation computes the cell, so that the walk has a step for it."""
    try:
        trace.owner(place.array)
    except KeyError:
        return False
    return True


def _with_place(found: Iterable[Number]) -> list[Number]:
    return list({number.place: number for number in found if number.place is not None}.values())


def _follows(trace: AttentionTrace, number: Number) -> bool:
    return number.place is not None and is_computed(trace, number.place)
