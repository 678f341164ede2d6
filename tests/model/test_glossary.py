"""Every symbol of formulas and derivations has a meaning, whatever the calculation consists of."""

import re
from dataclasses import replace

import numpy as np
import pytest

from explorer.files import list_examples, load_example
from explorer.model import Granularity, Place, attend, walkthrough
from explorer.model.explanation import formula
from explorer.model.expressions import Exponential, Function, Maximum, Number, Symbol, children
from explorer.model.glossary import (
    cell_symbols,
    meaning_of,
    size_of,
    size_table,
    symbol_table,
)
from explorer.model.masks import CellMask
from explorer.model.rendering import SUBSCRIPTS, to_text
from explorer.model.scenario import Scenario
from explorer.model.shapes import shapes_of

EXAMPLES = [example.name for example in list_examples()]
MOST_STEPS = 60
DONE = {"softmax", "max", "tanh", "sin", "cos", "Σ"}
"""What is done to numbers has neither a size nor a value."""
_LEARNED = {
    f"{role}{part}": np.arange(1.0, 1 + rows * 2).reshape(rows, 2) / 10
    for role in ("query", "key", "value")
    for part, rows in (("_projection", 3), ("_bias", 1))
}
PROJECTED = Scenario(
    embeddings=np.arange(6.0).reshape(2, 3), queries=("a", "b"), sources=("a", "b"), **_LEARNED
)
TOKENS = Scenario(
    vocabulary=np.arange(1.0, 10).reshape(3, 3),
    entries=("x", "y", "z"),
    queries=("x", "z", "y"),
    sources=("x", "z", "y"),
    **_LEARNED,
)


def letters(expression):
    """What is written with letters: each name with the number of its indices."""
    match expression:
        case Symbol(name, indices):
            yield name, len(indices)
        case Exponential():
            yield "e", 0
        case Maximum():
            yield "max", 0
        case Function(name, _):
            yield name, 0
    for child in children(expression):
        yield from letters(child)


def words(text):
    """The runs of letters in a text without its numbers and indices."""
    plain = re.sub(rf"[{''.join(map(chr, SUBSCRIPTS.values()))},]", "", text)
    without_numbers = re.sub(r"[\d.]+(e−?\d+)?", " ", plain)
    return set(re.findall(r"[^\W\d]+", without_numbers))


def explained(scenario, trace, step):
    """The letters the table explains at a step."""
    lines = [*symbol_table(trace), *cell_symbols(scenario, trace, step.place, step.term)]
    symbols = (line.symbol for line in lines)
    return {(one.name, len(one.indices)) for one in symbols if isinstance(one, Symbol)}


def some_steps(trace, granularity):
    walk = walkthrough(trace, granularity)
    return walk[:: len(walk) // MOST_STEPS + 1]


def seed_cells(scenario, step, term=None):
    """What the table says of single cells: meaning and value by the text of the symbol."""
    trace = attend(scenario.inputs)
    lines = cell_symbols(scenario, trace, step, term)
    return {
        to_text(line.symbol): (
            line.meaning,
            line.size if line.place is None else round(trace.number(line.place), 3),
        )
        for line in lines
    }


@pytest.mark.parametrize("granularity", Granularity)
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_letter_of_every_derivation_is_in_the_table_of_its_step(name, granularity):
    scenario = load_example(name)
    trace = attend(scenario.inputs)
    for step in some_steps(trace, granularity):
        derivation = step.derivation
        known = explained(scenario, trace, step)
        for part in (derivation.symbol, *derivation.lines):
            assert set(letters(part)) <= known, to_text(part)
        assert words(derivation.text()) <= {letter for letter, _ in known}


@pytest.mark.parametrize("granularity", Granularity)
def test_a_text_with_projections_and_biases_has_a_line_for_every_letter_too(granularity):
    trace = attend(PROJECTED.inputs)
    for step in walkthrough(trace, granularity):
        lines = cell_symbols(PROJECTED, trace, step.place, step.term)
        for part in (step.derivation.symbol, *step.derivation.lines):
            assert set(letters(part)) <= explained(PROJECTED, trace, step), to_text(part)
        for line in lines:
            assert line.place is None or np.isfinite(trace.number(line.place))


def test_the_step_of_a_projection_is_about_its_position_and_its_product():
    lines = seed_cells(PROJECTED, Place("value", 1, 1), term=2)
    assert lines["x₂₃"][0] == "vector of “b”, component 3"
    assert lines["w_V₃₂"][0] == "value projection, component 3 in, component 2 out"
    assert lines["b_V₂"][0].startswith("value bias")
    assert lines["k₂"][0] == "row 2 of K, all its components: “b”"
    assert not [letter for letter in lines if lines[letter][0].startswith("row 2 of B")]


def test_the_entry_of_a_vocabulary_is_that_of_the_token():
    lines = seed_cells(TOKENS, Place("embeddings", 2, 1))
    (entry,) = [line for letter, line in lines.items() if letter.startswith("E")]
    assert entry[1] == 5


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_letters_of_parts_and_asides_are_in_the_table_too(name):
    scenario = load_example(name)
    trace = attend(scenario.inputs)
    for stage in trace.stages:
        for quantity in stage.quantities:
            place = Place(quantity.name, 0, 0)
            derivation = quantity.explain(trace, 0, 0)
            lines = [*symbol_table(trace), *cell_symbols(scenario, trace, place)]
            symbols = {line.symbol for line in lines}
            assert derivation.symbol in symbols
            known = {(one.name, len(one.indices)) for one in symbols if isinstance(one, Symbol)}
            for part in (derivation.symbol, *derivation.lines):
                assert set(letters(part)) <= known


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_symbol_of_the_formula_is_in_the_symbol_table(name):
    trace = attend(load_example(name).inputs)
    used = set(letters(formula(trace)))
    known = {line.symbol.name for line in symbol_table(trace) if isinstance(line.symbol, Symbol)}
    assert {letter for letter, _ in used} <= known
    assert words(to_text(formula(trace))) <= known | {"Kᵀ"}


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_size_in_the_diagram_of_shapes_is_in_the_symbol_table(name):
    trace = attend(load_example(name).inputs)
    known = {letter for letter, _, _ in size_table(trace.inputs)}
    known |= {to_text(line.symbol) for line in symbol_table(trace)}
    shapes = shapes_of(trace.inputs)
    tensors = [tensor for one in shapes for _, tensor in one.operands]
    for tensor in (*tensors, *(one.result for one in shapes)):
        assert words(tensor.size_names.replace("×", " ")) <= known


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_line_of_the_symbol_table_has_a_size_and_stands_there_once(name):
    scenario = load_example(name)
    trace = attend(scenario.inputs)
    step = walkthrough(trace)[-1].place
    cells = cell_symbols(scenario, trace, step)
    lines = symbol_table(trace)
    written = [to_text(line.symbol) for line in (*lines, *cells)]
    written += [letter for letter, _, _ in size_table(trace.inputs)]
    assert len(set(written)) == len(written)
    assert all(line.meaning for line in (*lines, *cells))
    assert {to_text(line.symbol) for line in lines if not size_of(trace, line)} <= DONE
    assert all(line.array in trace.arrays for line in lines if line.array is not None)
    assert all((line.place is None) != (not line.size) for line in cells)


@pytest.mark.parametrize("name", EXAMPLES)
def test_only_the_letters_of_tables_that_take_part_are_explained(name):
    scenario = load_example(name)
    trace = attend(scenario.inputs)
    for line in cell_symbols(scenario, trace, walkthrough(trace)[0].place):
        if line.place is not None:
            trace.number(line.place)  # KeyError if there is no such table


def test_a_plain_calculation_has_no_letters_of_mask_bias_and_soft_cap(seed_scenario):
    trace = attend(seed_scenario.inputs)
    known = explained(seed_scenario, trace, walkthrough(trace)[0])
    assert not {"t", "u", "b", "c", "B", "M", "tanh", "scale"} & {letter for letter, _ in known}


@pytest.mark.parametrize("bias", [None, [[1.0, 2.0, 3.0]]])
def test_a_weighted_mix_has_no_letters_of_queries_keys_bias_and_softmax(bias):
    scenario = replace(load_example("weighted-mix"), bias=bias)
    trace = attend(scenario.inputs)
    known = explained(scenario, trace, walkthrough(trace)[0])
    assert known == {("A", 0), ("Σ", 0), ("V", 0), ("Y", 0), ("v", 2), ("a", 2), ("y", 2)}


def test_cells_are_those_of_the_reader_and_the_source_of_the_step(seed_scenario):
    assert seed_cells(seed_scenario, Place("weights", 0, 1)) == {
        "q₁": ("row 1 of Q, all its components: Query 1", "1 × 2"),
        "k₂": ("row 2 of K, all its components: Source 2", "1 × 2"),
        "q₁₁": ("Query 1, component 1", 1),
        "k₂₁": ("key of Source 2, component 1", 0),
        "v₂₁": ("value of Source 2, component 1", 20),
        "q₁·k₂": ("score of Query 1 and Source 2", 0),
        "z₁₂": ("scaled score of Query 1 and Source 2", 0),
        "max₁": ("largest score of Query 1", 0.707),
        "δ₁₂": ("difference of Query 1 and Source 2 from the row's largest score", -0.707),
        "ε₁₂": ("exponential of Query 1 and Source 2", 0.493),
        "Σ₁": ("sum of the exponentials of Query 1", 2.493),
        "e^z₁₂": ("e to the score of Query 1 and Source 2", 1),
        "a₁₂": ("weight of Source 2 for Query 1", 0.198),
        "y₁₁": ("output of Query 1, component 1", 20),
    }


@pytest.mark.parametrize(
    ("step", "term", "symbols"),
    [
        (Place("output", 0, 0), None, {"a₁₁", "v₁₁", "y₁₁"}),
        (Place("output", 0, 0), 2, {"a₁₃", "v₃₁", "y₁₁"}),
        (Place("scores", 0, 2), 1, {"q₁₂", "k₃₂", "q₁·k₃"}),
        (Place("row_sum", 0, 0), None, {"Σ₁", "ε₁₁"}),
    ],
)
def test_a_product_is_about_its_own_source_or_component(seed_scenario, step, term, symbols):
    assert symbols <= set(seed_cells(seed_scenario, step, term))


def test_mask_bias_and_soft_cap_bring_letters_that_clash_with_no_other(seed_scenario):
    scenario = replace(
        seed_scenario,
        softcap=5.0,
        bias=np.array([[1.0, 2.0, 3.0]]),
        mask=CellMask(np.array([[True, True, False]])),
    )
    lines = {to_text(line.symbol): line for line in symbol_table(attend(scenario.inputs))}
    assert lines["B"].array == "bias"
    cells = seed_cells(scenario, Place("weights", 0, 2))
    assert cells["t₁₃"][0] == "capped score of Query 1 and Source 3"
    assert cells["u₁₃"] == ("masked score of Query 1 and Source 3", -np.inf)
    assert cells["b₁₃"] == ("bias of Query 1 and Source 3", 3)
    assert cells["e^u₁₃"] == ("e to the score of Query 1 and Source 3", 0)


@pytest.mark.parametrize(
    ("field", "changes", "symbol"),
    [("d", {}, "d"), ("scale", {"scale": 0.3}, "scale"), ("softcap", {"softcap": 2.0}, "c")],
)
def test_a_number_that_stands_for_a_field_has_the_meaning_of_the_field(
    seed_scenario, field, changes, symbol
):
    trace = attend(replace(seed_scenario, **changes).inputs)
    line = meaning_of(trace, Number(7.0, field=field))
    assert to_text(line.symbol) == symbol
    assert meaning_of(trace, Number(7.0)) is None
