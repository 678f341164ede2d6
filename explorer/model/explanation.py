"""Why a number of a trace is what it is: the entry to the explanations of the stages."""

from collections.abc import Iterator
from dataclasses import dataclass

from explorer.model.derivation import Derivation
from explorer.model.expressions import Expression, Product, Sum, Symbol, evaluate, numbers
from explorer.model.places import Axis, Place, Region
from explorer.model.stages.stage import Stage
from explorer.model.trace import AttentionTrace
from explorer.model.typed_arrays import TYPED_ARRAYS


@dataclass(frozen=True, slots=True)
class Equation:
    """One line of the formula: the letter of a table, and what it is made of.

    The parts of `right` are marked with the stages they belong to.
    """

    left: Symbol
    right: Expression


def equations(trace: AttentionTrace) -> tuple[Equation, ...]:
    """The formula of a trace line by line, in the order of the calculation; the last gives Y."""
    steps = _formula_by_stage(trace)
    return tuple(Equation(stage.result, right) for stage, right in steps if stage.result)


def equation_of(trace: AttentionTrace, stage: Stage) -> Equation:
    """The line of the formula that has a part of the stage in it."""
    from_here = trace.stages[trace.stages.index(stage) :]
    left = next(each.result for each in from_here if each.result is not None)
    return next(line for line in equations(trace) if line.left == left)


def formula(trace: AttentionTrace) -> Expression:
    """The formula of a trace's output, given queries, keys and values."""
    return equations(trace)[-1].right


def formula_up_to(trace: AttentionTrace, stage: Stage) -> Expression:
    """The equation a stage belongs to, up to and with the part of the stage."""
    return next(right for each, right in _formula_by_stage(trace) if each is stage)


def _formula_by_stage(trace: AttentionTrace) -> Iterator[tuple[Stage, Expression]]:
    """Each stage with its equation up to and with the part of the stage."""
    expression = None
    for stage in trace.stages:
        expression = stage.formula(trace.inputs, expression)
        yield stage, expression
        if stage.result is not None:
            expression = None


def explain(trace: AttentionTrace, stage: str, row: int, column: int) -> Derivation:
    """How one number of the trace follows from others; rows and columns count from 0.

    `stage` names a table: of a stage, of a part of one (`row_maximum`, `differences`,
    `exponentials`, `row_sum`), of an aside (`powers`), or `query`, `key`, `value`, `bias`. Raises
    KeyError for a table the trace does not have, IndexError for a cell outside it.
    """
    rows, columns = trace.shape_of(stage)
    if not (0 <= row < rows and 0 <= column < columns):
        raise IndexError(f"{stage}[{row}][{column}]: {stage} is {rows} × {columns}")
    if trace.computes(stage):
        return trace.quantity(stage).explain(trace, row, column)
    place = Place(stage, row, column)
    note = "This number was typed in."
    return Derivation(place, symbol_of(trace, place), (), trace.number(place), note=note)


def axes_of(trace: AttentionTrace, array: str) -> tuple[Axis, Axis]:
    """What the rows and columns of a table count, typed in or computed."""
    return trace.quantity(array).axes if trace.computes(array) else TYPED_ARRAYS[array].axes


def symbol_of(trace: AttentionTrace, place: Place) -> Expression:
    """One cell as the formula writes it: q₁₂, a₁₃."""
    if trace.computes(place.array):
        return trace.quantity(place.array).symbol(trace, place.row, place.column)
    typed = TYPED_ARRAYS[place.array]
    return Symbol(typed.cell_letter, typed.indices(place.row, place.column))


def explain_term(trace: AttentionTrace, place: Place, term: int) -> Derivation:
    """One product of the sum in a cell on its own. Raises IndexError if there is none.

    The place is that of the cell the product is added to.
    """
    whole = explain(trace, place.array, place.row, place.column)
    form = whole.forms[0] if whole.forms else None
    if not isinstance(form, Sum):
        raise IndexError(f"{place.array}[{place.row}][{place.column}] is not a sum")
    product = form.terms[term]
    places = [number.place for number in numbers(product) if number.place is not None]
    symbols = tuple(symbol_of(trace, factor) for factor in places)
    return Derivation(
        place=place,
        symbol=Product(symbols),
        forms=(product,),
        result=evaluate(product),
        reads=tuple(Region(at.array, at.row, at.column) for at in places),
        note=f"{term_word(trace, place, term).capitalize()} {term + 1} of {len(form.terms)}.",
    )


def term_word(trace: AttentionTrace, place: Place, term: int) -> str:
    """What the term of a sum is: a product, or a number added as it is."""
    form = explain(trace, place.array, place.row, place.column).forms[0]
    assert isinstance(form, Sum)  # explain_term
    return "product" if isinstance(form.terms[term], Product) else "term"


def running_sum(trace: AttentionTrace, place: Place, term: int) -> float:
    """The products of a cell added up, up to and with the given one."""
    form = explain(trace, place.array, place.row, place.column).forms[0]
    assert isinstance(form, Sum)  # explain_term
    return evaluate(Sum(form.terms[: term + 1]))
