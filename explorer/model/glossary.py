"""The symbol table of a calculation: what each letter of its formula stands for right now."""

from explorer.model.expressions import Expression, Transposed
from explorer.model.number_format import exact_text
from explorer.model.stages import SymbolMeaning
from explorer.model.trace import AttentionTrace


def symbol_table(trace: AttentionTrace) -> tuple[SymbolMeaning, ...]:
    """Every symbol of the stages that take part, in the order of the calculation."""
    return tuple(meaning for stage in trace.stages for meaning in stage.glossary)


def meaning_of(trace: AttentionTrace, symbol: Expression) -> SymbolMeaning | None:
    """The line of the symbol table for `symbol`; None if it has none."""
    return next((line for line in symbol_table(trace) if line.symbol == symbol), None)


def size_of(trace: AttentionTrace, meaning: SymbolMeaning) -> str:
    """What the symbol amounts to at the moment: `3 × 2` for a table, `2` for a number."""
    if meaning.array is not None:
        rows, columns = trace.arrays[meaning.array].shape
        if isinstance(meaning.symbol, Transposed):
            rows, columns = columns, rows
        return f"{rows} × {columns}"
    return "" if meaning.field is None else exact_text(float(getattr(trace.inputs, meaning.field)))
