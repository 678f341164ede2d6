"""Every symbol of a formula has a meaning, whatever the calculation consists of."""

import pytest

from explorer.files import list_examples, load_example
from explorer.model import attend
from explorer.model.explanation import formula
from explorer.model.expressions import Symbol
from explorer.model.glossary import meaning_of, size_of, symbol_table
from explorer.model.rendering import to_text

EXAMPLES = [example.name for example in list_examples()]


def symbols(expression):
    """Every symbol in an expression."""
    if isinstance(expression, Symbol):
        yield expression
    for name in getattr(expression, "__dataclass_fields__", {}):
        content = getattr(expression, name)
        for part in content if isinstance(content, tuple) else (content,):
            yield from symbols(part)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_symbol_of_the_formula_is_in_the_symbol_table(name):
    trace = attend(load_example(name).inputs)
    used = set(symbols(formula(trace)))
    assert used
    assert {to_text(symbol) for symbol in used if meaning_of(trace, symbol) is None} == set()


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_line_of_the_symbol_table_has_a_size_and_stands_there_once(name):
    trace = attend(load_example(name).inputs)
    lines = symbol_table(trace)
    written = [to_text(line.symbol) for line in lines]
    assert len(set(written)) == len(written)
    assert all(line.meaning and size_of(trace, line) for line in lines)
    assert all(line.array in trace.arrays for line in lines if line.array is not None)
