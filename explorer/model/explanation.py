"""Why a number of a trace is what it is: the entry to the explanations of the stages."""

from explorer.model.derivation import Derivation
from explorer.model.expressions import Expression, Product, Sum, Symbol, evaluate, numbers
from explorer.model.places import Place, Region
from explorer.model.trace import AttentionTrace

TYPED_IN_SYMBOLS = {"query": "q", "key": "k", "value": "v", "bias": "b"}


def formula(trace: AttentionTrace) -> Expression:
    """The whole formula of a trace's output, its parts marked with the stage they belong to."""
    expression = None
    for stage in trace.stages:
        expression = stage.formula(trace.inputs, expression)
    assert expression is not None  # every calculation ends with mixing
    return expression


def explain(trace: AttentionTrace, stage: str, row: int, column: int) -> Derivation:
    """How one number of the trace follows from others; rows and columns count from 0.

    `stage` names a table: of a stage, of a part of one (`row_maximum`, `differences`,
    `exponentials`, `row_sum`), of an aside (`powers`), or `query`, `key`, `value`, `bias`. Raises
    KeyError for a table the trace does not have, IndexError for a cell outside it.
    """
    rows, columns = trace.shape_of(stage)
    if not (0 <= row < rows and 0 <= column < columns):
        raise IndexError(f"{stage}[{row}][{column}]: {stage} is {rows} × {columns}")
    if stage in TYPED_IN_SYMBOLS:
        place = Place(stage, row, column)
        note = "This number was typed in."
        return Derivation(place, symbol_of(trace, place), (), trace.number(place), note=note)
    return trace.quantity(stage).explain(trace, row, column)


def symbol_of(trace: AttentionTrace, place: Place) -> Expression:
    """One cell as the formula writes it: q₁₂, a₁₃."""
    if place.array in TYPED_IN_SYMBOLS:
        return Symbol(TYPED_IN_SYMBOLS[place.array], (place.row + 1, place.column + 1))
    return trace.quantity(place.array).symbol(trace, place.row, place.column)


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
        note=f"Product {term + 1} of {len(form.terms)}.",
    )


def running_sum(trace: AttentionTrace, place: Place, term: int) -> float:
    """The products of a cell added up, up to and with the given one."""
    form = explain(trace, place.array, place.row, place.column).forms[0]
    assert isinstance(form, Sum)  # explain_term
    return evaluate(Sum(form.terms[: term + 1]))
