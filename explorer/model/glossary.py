"""The symbol table of a calculation: what each letter of its formulas stands for right now."""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

from explorer.model.convention import Convention
from explorer.model.explanation import symbol_of
from explorer.model.expressions import Expression, Number, Symbol, Transposed, children
from explorer.model.inputs import AttentionInputs
from explorer.model.number_format import equals_sign, exact_text, format_number
from explorer.model.places import Axis, Place
from explorer.model.rendering import to_text
from explorer.model.scenario import ARRAY_AXES, Scenario
from explorer.model.shapes import SIZE_NAMES
from explorer.model.stages import SymbolMeaning, stages_of
from explorer.model.trace import AttentionTrace
from explorer.model.typed_arrays import TYPED_ARRAYS
from explorer.model.wording import place_name, spoken_name

_COUNTED = {
    Axis.QUERIES: "how many readers there are: one row of Y each",
    Axis.SOURCES: "how many sources there are: one row of V each",
    Axis.VALUE_COMPONENTS: "how many components one row of V, and one of Y, has",
    Axis.POSITIONS: "how many positions the text has: one row of Q, K and V each",
    Axis.MODEL_COMPONENTS: "how many components the vector of a position has",
    Axis.VOCABULARY: "how many entries the vocabulary has: one row of E each",
}


@dataclass(frozen=True, slots=True)
class CellSymbol:
    """The letter of the cell at `place`; without one that of a whole row of that `size`."""

    symbol: Expression
    meaning: str
    place: Place | None = None
    size: str = ""


def symbol_table(trace: AttentionTrace) -> tuple[SymbolMeaning, ...]:
    """Every symbol of the stages that take part, each once, in the order of the calculation.

    What is optional within a stage, such as a bias vector, is left out where it is not there.
    """
    lines = (
        line
        for stage in trace.stages
        for line in stage.glossary
        if (line.field is None or getattr(trace.inputs, line.field) is not None)
        and (line.array is None or line.array in trace.arrays)
    )
    return tuple({to_text(line.symbol): line for line in lines}.values())


def meaning_of(trace: AttentionTrace, symbol: Expression) -> SymbolMeaning | None:
    """The line of the symbol table for `symbol`; None if it has none."""
    return meaning_in(symbol_table(trace), symbol)


def meaning_in(table: Iterable[SymbolMeaning], symbol: Expression) -> SymbolMeaning | None:
    """The line of these for `symbol`; None if there is none.

    A number that stands for a field of the inputs has the line of that field.
    """
    field = symbol.field if isinstance(symbol, Number) else None
    return next(
        (
            line
            for line in table
            if line.symbol == symbol or (field is not None and line.field == field)
        ),
        None,
    )


def size_of(
    trace: AttentionTrace,
    meaning: SymbolMeaning,
    digits: int = 3,
    convention: Convention = Convention.ROWS,
) -> str:
    """What the symbol amounts to at the moment: `3 × 2` for a table, `2` for a number.

    Empty for what is done, such as the softmax.
    """
    if meaning.array is not None:
        rows, columns = convention.pair(trace.shape_of(meaning.array))
        if isinstance(meaning.symbol, Transposed):
            rows, columns = columns, rows
        return f"{rows} × {columns}"
    if meaning.number is not None:
        return rounded_text(meaning.number, digits)
    return "" if meaning.field is None else exact_text(float(getattr(trace.inputs, meaning.field)))


def size_table(inputs: AttentionInputs) -> tuple[tuple[str, str, int], ...]:
    """The letters of sizes: each with what it counts, and how many that are.

    Those that stand in a formula, as d does, are in the symbol table.
    """
    in_formulas = {to_text(line.symbol) for stage in stages_of(inputs) for line in stage.glossary}
    sizes = ((SIZE_NAMES[axis], words, inputs.size(axis)) for axis, words in _COUNTED.items())
    return tuple(size for size in sizes if size[2] and size[0] not in in_formulas)


def cell_symbols(
    scenario: Scenario,
    trace: AttentionTrace,
    step: Place,
    term: int | None = None,
    convention: Convention = Convention.ROWS,
) -> tuple[CellSymbol, ...]:
    """The letters of single cells in derivations, for the reader and the source of a step.

    Where the step has no source or component of its own, the first stands for all of them; with
    `term`, that of the product.
    """
    at = _indices(trace, step, term)
    read = {
        tensor.array
        for stage in trace.stages
        for tensor in stage.tensors(trace.inputs, trace.before(stage))
    }
    typed_in = [name for name in TYPED_ARRAYS if name in read]
    computed = [table.name for stage in trace.stages for table in stage.quantities]
    cells = []
    for name in dict.fromkeys([*typed_in, *computed]):
        rows, columns = _axes(trace, name)
        place = Place(name, at[rows], at[columns])
        words = place_name(scenario, trace, place)
        cells.append(CellSymbol(symbol_of(trace, place), words, place))
    return (*_rows(scenario, trace, cells, convention), *cells)


def rounded_text(value: float, digits: int) -> str:
    """A number with the digits chosen, `≈` before it where it was rounded."""
    sign = "≈ " if equals_sign(value, digits) == "≈" else ""
    return sign + format_number(value, digits)


def _rows(
    scenario: Scenario, trace: AttentionTrace, cells: list[CellSymbol], convention: Convention
) -> Iterator[CellSymbol]:
    """The symbols of whole rows that name a cell: q₁ and k₃ in q₁·k₃."""
    arrays = {
        typed.cell_letter: array
        for array, typed in TYPED_ARRAYS.items()
        if typed.axes[0] is not Axis.EVERY_POSITION  # the one index of a bias counts its columns
    }
    for cell in cells:
        for symbol in _symbols(cell.symbol):
            if symbol.name in arrays and len(symbol.indices) == 1:
                array, row = arrays[symbol.name], symbol.indices[0] - 1
                rows, columns = ARRAY_AXES[array]
                name = spoken_name(scenario.names(rows), row)
                words = f"row {row + 1} of {symbol.name.upper()}, all its components: {name}"
                size = " × ".join(convention.pair(("1", str(trace.inputs.size(columns)))))
                yield CellSymbol(symbol, words, size=size)


def _symbols(expression: Expression) -> Iterator[Symbol]:
    if isinstance(expression, Symbol):
        yield expression
    for child in children(expression):
        yield from _symbols(child)


def _axes(trace: AttentionTrace, name: str) -> tuple[Axis, Axis]:
    return ARRAY_AXES.get(name) or trace.quantity(name).axes


def _indices(trace: AttentionTrace, step: Place, term: int | None) -> dict[Axis, int]:
    """Which row or column along each axis the step is about."""
    rows, columns = _axes(trace, step.array)
    chosen = dict.fromkeys(Axis, 0)
    added = trace.owner(step.array).terms_along if trace.computes(step.array) else None
    if added is not None and term is not None and term < trace.inputs.size(added):
        chosen[added] = term  # what comes after the products is added to all of them alike
    if rows in (Axis.QUERIES, Axis.SOURCES, Axis.POSITIONS):
        chosen[Axis.POSITIONS] = step.row
    tokens = trace.inputs.tokens
    if tokens is not None:
        chosen[Axis.VOCABULARY] = tokens[chosen[Axis.POSITIONS]]
    return chosen | {rows: step.row, columns: step.column}
