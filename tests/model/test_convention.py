"""What a convention makes of formulas, sentences, shapes and cells."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.files import load_example
from explorer.files.examples import list_examples
from explorer.model import Place, Region, attend, explain, walkthrough
from explorer.model.convention import Convention
from explorer.model.explanation import equations
from explorer.model.expressions import (
    Difference,
    Exponential,
    Function,
    Lookup,
    Number,
    Product,
    Quotient,
    SquareRoot,
    StagePart,
    Sum,
    Symbol,
    Transposed,
)
from explorer.model.glossary import size_of, symbol_table
from explorer.model.rendering import factors_of, to_latex, to_text
from explorer.model.rounding import row_gap
from explorer.model.shapes import shapes_of
from explorer.model.slips.mistakes import MISTAKES
from explorer.model.stages import STAGES
from explorer.model.typed_arrays import TYPED_ARRAYS

ROWS, COLUMNS = Convention
EXAMPLES = [example.name for example in list_examples()]
SEED = attend(load_example("one-query-three-sources").inputs)
THREE = load_example("three-positions")
WORDS = ("row", "rows", "Row", "column", "Columns", "“row”", "Q·Kᵀ", "· V", "K₂,₁", "3 × 2 cells")


def matrices(trace, convention):
    """The value of each letter of the formula, as the convention shows it."""
    letters = {typed.letter: name for name, typed in TYPED_ARRAYS.items()}
    known = {
        letter: convention.matrix(trace.arrays[name])
        for letter, name in letters.items()
        if name in trace.arrays
    }
    for stage in trace.stages:
        if stage.result is not None:
            known[stage.result.name] = convention.matrix(trace.arrays[stage.name])
    return known


def value(expression, trace, convention):
    """A formula worked out with matrices, every product in the order it is written in."""

    def of(part):
        return value(part, trace, convention)

    match expression:
        case Number(number):
            return number
        case Symbol("d"):
            return trace.inputs.d
        case Symbol("M"):
            before = trace.arrays[trace.before(trace.stage("masked_scores"))]
            with np.errstate(invalid="ignore"):
                return convention.matrix(trace.arrays["masked_scores"] - before)
        case Symbol("n"):
            return trace.inputs.vectors_shape[0]
        case Symbol("scale" | "c" as name):
            return trace.inputs.scale if name == "scale" else trace.inputs.softcap
        case Symbol(name):
            return matrices(trace, convention)[name]
        case StagePart(_, content):
            return of(content)
        case Transposed(matrix):
            return of(matrix).T
        case Product():
            product, *others = map(of, factors_of(expression, convention))
            for factor in others:
                scalar = np.ndim(product) == 0 or np.ndim(factor) == 0
                product = product * factor if scalar else product @ factor
            return product
        case Sum(terms):
            return sum(map(of, terms))
        case Difference(first, second):
            return of(first) - of(second)
        case Quotient(first, second):
            return of(first) / of(second)
        case SquareRoot(inside):
            return np.sqrt(of(inside))
        case Exponential(exponent):
            return np.exp(of(exponent))
        case Function("softmax", scores):
            return softmax(of(scores), axis=0 if convention.is_turned else 1)
        case Function("tanh", argument):
            return np.tanh(of(argument))
        case Function("sinusoids", _):
            return convention.matrix(trace.arrays["positions"])
        case Lookup(table, names):
            tokens = list(trace.inputs.tokens)
            assert convention.looked_up(names) == (
                ":, tokens" if convention.is_turned else "tokens"
            )
            return of(table)[:, tokens] if convention.is_turned else of(table)[tokens]
    raise AssertionError(expression)


def softmax(scores, axis):
    largest = scores.max(axis=axis, keepdims=True)
    powers = np.exp(scores - np.where(np.isfinite(largest), largest, 0))
    total = powers.sum(axis=axis, keepdims=True)
    return np.divide(powers, total, out=np.zeros_like(powers), where=total > 0)


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_formula_worked_out_on_transposed_arrays_gives_the_transposed_result(name):
    trace = attend(load_example(name).inputs)
    for line in equations(trace):
        for convention in Convention:
            made = matrices(trace, convention)[line.left.name]
            worked_out = value(line.right, trace, convention)
            assert np.broadcast_to(worked_out, made.shape) == pytest.approx(made, abs=1e-9)


def test_the_formula_of_the_output_has_its_factors_in_the_other_order():
    line = equations(SEED)[-1].right
    assert to_text(line) == "softmax(Q·Kᵀ / √d)·V"
    assert to_text(line, convention=COLUMNS) == "V·softmax(Kᵀ·Q / √d)"
    assert to_latex(line, convention=COLUMNS).startswith(r"V \cdot \operatorname{softmax}")


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_number_of_a_derivation_is_the_same_either_way(name):
    trace = attend(load_example(name).inputs)
    for step in walkthrough(trace)[::7]:
        there, turned = (step.derivation.text(None, convention=one) for one in Convention)
        assert there.rpartition(" ")[2] == turned.rpartition(" ")[2]
        assert sorted(there) == sorted(turned)


def test_a_cell_has_its_row_first_whichever_way_round():
    weight = explain(SEED, "weights", 0, 2)
    assert weight.text(3).startswith("a₁₃ =")
    assert weight.text(3, convention=COLUMNS).startswith("a₃₁ =")
    score = explain(SEED, "scores", 0, 2)
    assert score.text(convention=COLUMNS) == "k₃·q₁ = 1×1 + 1×0 = 1"
    assert score.markdown(convention=COLUMNS).startswith(r"$k_{3} \cdot q_{1} =")
    assert score.question(convention=COLUMNS) == "k₃·q₁ = 1×1 + 1×0 = ?"


def test_a_plain_number_stays_where_it_is_in_a_product():
    product = Product((Symbol("A"), Number(2.0), Symbol("V")))
    assert to_text(product, convention=COLUMNS) == "V·2·A"


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_sizes_of_what_is_multiplied_fit_either_way(name):
    inputs = load_example(name).inputs
    for shapes in shapes_of(inputs):
        turned = shapes.shown(COLUMNS)
        assert turned.result.size == shapes.result.size[::-1]
        signs = [sign for sign, _ in turned.operands]
        for (_, first), (sign, second) in zip(turned.operands, turned.operands[1:], strict=False):
            assert sign != "·" or first.size[1] == second.size[0]
        assert sorted(signs) == sorted(sign for sign, _ in shapes.operands)
        assert shapes.shown(ROWS) == shapes


def test_the_symbol_table_has_the_sizes_that_are_shown():
    trace = attend(THREE.inputs)
    for line in symbol_table(trace):
        there, turned = (size_of(trace, line, convention=one) for one in Convention)
        assert turned == (" × ".join(there.split(" × ")[::-1]) if line.array else there)


def sentences():
    """Every sentence of the stages and of the mistakes."""
    for stage in STAGES:
        for one in stage.quantities:
            yield from (one.action, one.about, one.reason, one.sentence, one.cell_name)
        yield stage.title
        yield from (line.meaning for line in stage.glossary)
    for slip in MISTAKES.values():
        yield from (slip.title, slip.done, slip.why)


@pytest.mark.parametrize("text", sorted(set(sentences())))
def test_a_sentence_turned_twice_is_itself(text):
    assert COLUMNS.words(COLUMNS.words(text)) == text
    assert ROWS.words(text) == text


@pytest.mark.parametrize(
    ("text", "turned"),
    [
        ("softmax works row by row", "softmax works column by column"),
        ("down the column, not along the row", "along the row, not down the column"),
        ("Down a column the readers would compete.", "Along a row the readers would compete."),
        ("the row’s largest score", "the column’s largest score"),
        ("Scores Q·Kᵀ", "Scores Kᵀ·Q"),
        ("Aᵀ·V in place of A·V", "V·Aᵀ in place of V·A"),
        ("X · W_Q + b_Q", "W_Q · X + b_Q"),
        ("· V", "V ·"),
        ("set K₂,₁₂ to 3", "set K₁₂,₂ to 3"),
        ("set W_Q₂,₁ to 3", "set W_Q₁,₂ to 3"),
        ("paste 3 × 2 cells of K", "paste 2 × 3 cells of K"),
        ("“row” (2) of the row", "“row” (2) of the column"),
        ("row_maximum, narrow, arrows", "row_maximum, narrow, arrows"),
    ],
)  # fmt: skip
def test_words_turn_but_names_stay(text, turned):
    assert COLUMNS.words(text) == turned
    assert COLUMNS.words(turned) == text


@given(st.lists(st.sampled_from(WORDS) | st.text(max_size=6), max_size=8).map(" ".join))
def test_any_text_turned_twice_is_itself(text):
    assert COLUMNS.words(COLUMNS.words(text)) == text


@given(st.integers(0, 5), st.integers(0, 5))
def test_cells_and_regions_turned_twice_are_themselves(row, column):
    place, region = Place("scores", row, column), Region("scores", row)
    for convention in Convention:
        assert convention.place(convention.place(place)) == place
        assert convention.region(convention.region(region)) == region
        assert convention.other.other is convention
    assert COLUMNS.region(region) == Region("scores", column=row)


def test_the_sums_of_weights_as_shown_are_those_of_columns():
    thirds = attend(load_example("weighted-mix").inputs)
    gaps = [row_gap(thirds, row, 2) for row in range(thirds.inputs.shape[0])]
    for gap in filter(None, gaps):
        assert "of this column add up" in gap.sentence(COLUMNS)
