"""Derivations are true: their terms, and their text read back, give the number they explain."""

import math
import re

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model import AttentionInputs, Place, attend, explain, explain_term
from explorer.model.expressions import Number, Sum, evaluate, numbers
from explorer.model.number_format import format_number
from explorer.model.origins import operands, steps_before
from explorer.model.rendering import to_text

SEED = attend(AttentionInputs([[1, 0]], [[1, 0], [0, 1], [1, 1]], [[10], [20], [30]]))


@st.composite
def traces(draw):
    """Random calculations with and without each of the optional stages."""
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    n_query, n_key, d, d_value = (draw(st.integers(1, 5)) for _ in range(4))
    size = draw(st.sampled_from([0.01, 1.0, 30.0]))
    shape = (n_query, n_key)
    return attend(
        AttentionInputs(
            rng.normal(size=(n_query, d)) * size,
            rng.normal(size=(n_key, d)),
            rng.normal(size=(n_key, d_value)),
            allowed=rng.random(shape) < 0.7 if draw(st.booleans()) else None,
            bias=rng.normal(size=shape) if draw(st.booleans()) else None,
            scale=draw(st.sampled_from([None, 1.0, 0.3])),
            softcap=draw(st.sampled_from([None, 2.0])),
            weights=rng.random(shape) if draw(st.integers(0, 4)) == 0 else None,
        )
    )


def derivations(trace):
    """The derivation of every cell of every stage, part and aside, and of every product."""
    for stage in trace.stages:
        for quantity in stage.quantities:
            for row, column in np.ndindex(trace.shape_of(quantity.name)):
                derivation = explain(trace, quantity.name, row, column)
                yield derivation
                if quantity.terms(trace) > 1 and derivation.forms:
                    yield explain_term(trace, derivation.place, 0)


def size_of(form):
    """What an error is relative to: the result, or the terms that cancel each other."""
    if isinstance(form, Sum):
        return math.fsum(abs(evaluate(term)) for term in form.terms)
    return abs(evaluate(form))


@st.composite
def projected_traces(draw):
    """Random texts that start from tokens or vectors, with and without what is optional."""
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    n, d_model, d, d_value, n_vocabulary = (draw(st.integers(1, 4)) for _ in range(5))
    start = {"embeddings": rng.normal(size=(n, d_model))}
    if draw(st.booleans()):
        vocabulary = rng.normal(size=(n_vocabulary, d_model))
        start = {"vocabulary": vocabulary, "tokens": rng.integers(0, n_vocabulary, n).tolist()}
    positions = draw(st.sampled_from([{}, {"sinusoidal": True}, {"positions": (n, d_model)}]))
    if "positions" in positions:
        positions = {"positions": rng.normal(size=(n, d_model))}
    widths = {"query": d, "key": d, "value": d_value}
    biased = draw(st.sets(st.sampled_from(sorted(widths))))
    return attend(
        AttentionInputs(
            **start,
            **positions,
            **{f"{role}_projection": rng.normal(size=(d_model, w)) for role, w in widths.items()},
            **{f"{role}_bias": rng.normal(size=widths[role]) for role in biased},
            allowed=np.tril(np.ones((n, n), dtype=bool)) if draw(st.booleans()) else None,
        )
    )


@given(traces() | projected_traces())
def test_every_form_of_every_number_evaluates_to_it(trace):
    for derivation in derivations(trace):
        for form in derivation.lines:
            error = abs(evaluate(form) - derivation.result)
            assert error <= 1e-12 * size_of(form), derivation.text()


@given(traces() | projected_traces())
def test_every_number_of_a_derivation_stands_where_it_says(trace):
    for derivation in derivations(trace):
        for form in derivation.lines:
            for number in numbers(form):
                assert number.place is None or trace.number(number.place) == number.value


def test_the_stages_and_parts_that_are_tried_are_all_there_are():
    names = {derivation.place.array for derivation in derivations(SEED)}
    assert names == {
        "scores",
        "scaled_scores",
        "row_maximum",
        "differences",
        "exponentials",
        "row_sum",
        "powers",
        "weights",
        "output",
    }


@given(traces(), st.sampled_from([3, 5, 8, None]))
def test_the_text_of_a_derivation_read_back_gives_the_result_within_its_rounding(
    read_back, trace, digits
):
    for derivation in derivations(trace):
        if not derivation.forms:
            continue
        _, *forms, result = re.split(" [=≈] ", derivation.text(digits))
        forms += [to_text(line, digits) for line in derivation.lines]
        shown = read_back(result, digits)
        assert shown.holds(derivation.result)
        for form in forms:
            size = size_of(derivation.forms[0]) if digits is None else 0.0
            assert read_back(form, digits).meets(shown.widened(size * 1e-12))


@pytest.mark.parametrize(("stage", "column"), [("weights", 1), ("output", 0), ("scores", 2)])
def test_reading_back_notices_a_wrong_number(read_back, stage, column):
    derivation = explain(SEED, stage, 0, column)
    form = re.split(" [=≈] ", derivation.text(8))[1]
    assert read_back(form, 8).holds(derivation.result)
    assert not read_back(form, 8).holds(derivation.result + 0.01)


@given(st.floats(allow_nan=False, allow_infinity=False))
def test_with_all_digits_a_number_reads_back_to_itself(value):
    text = format_number(value, None)
    assert float(text.replace("−", "-")) == value


def test_all_digits_are_shown_as_equal_in_every_rendering():
    derivation = explain(SEED, "scaled_scores", 0, 0)
    assert derivation.text(None) == "z₁₁ = 1 / √2 = 0.7071067811865475"
    assert derivation.latex(None) == r"z_{11} = \frac{1}{\sqrt{2}} = 0.7071067811865475"
    assert derivation.markdown(3) == r"$z_{11} = \frac{1}{\sqrt{2}} \approx 0.707$"


def test_powers_of_ten_with_all_digits_are_latex_too():
    tiny = attend(AttentionInputs([[1e-7]], [[1.0]], [[1e22]]))
    assert r"1 \cdot 10^{-7}" in explain(tiny, "scores", 0, 0).latex(None)
    assert r"1 \cdot 10^{22}" in explain(tiny, "output", 0, 0).latex(None)


@pytest.mark.parametrize(
    ("column", "shown"),
    [
        (0, "e^0 + e^1 + e^2 + e^3 + … + e^9"),
        (3, "e^0 + e^1 + e^2 + e^3 + … + e^9"),
        (6, "e^0 + e^1 + … + e^6 + … + e^9"),
        (8, "e^0 + e^1 + … + e^8 + e^9"),
        (9, "e^0 + e^1 + e^2 + e^3 + … + e^9"),
    ],
)
def test_a_shortened_softmax_sum_shows_the_own_term_of_the_source(column, shown):
    key = np.arange(10.0).reshape(10, 1)
    trace = attend(AttentionInputs([[1.0]], key, key, scale=1.0))
    text = explain(trace, "weights", 0, column).text(3, most_terms=6)
    assert text.split(" = ")[1] == f"e^{column} / ({shown})"


def test_the_own_term_is_counted_among_the_sources_that_may_be_read():
    key = np.arange(10.0).reshape(10, 1)
    allowed = np.arange(10) != 2
    trace = attend(AttentionInputs([[1.0]], key, key, scale=1.0, allowed=[allowed]))
    assert "… + e^7 + … + e^9" in explain(trace, "weights", 0, 7).text(3, most_terms=6)


def test_a_weight_was_really_computed_from_its_exponential_and_the_sum_of_the_row():
    weight = explain(SEED, "weights", 0, 1)
    assert [number.place.array for number in steps_before(weight)] == ["exponentials", "row_sum"]
    assert {number.place.array for number in operands(weight)} == {"scaled_scores"}


@given(traces())
def test_every_number_of_a_derivation_comes_from_a_cell_or_from_a_field_of_the_inputs(trace):
    for derivation in derivations(trace):
        for line in derivation.lines:
            for number in numbers(line):
                assert (number.place is None) != (number.field is None), derivation.text()
                if number.field is not None:
                    assert getattr(trace.inputs, number.field) == number.value


def test_a_power_of_the_definition_has_a_derivation_of_its_own():
    worked_out = list(numbers(explain(SEED, "weights", 0, 1).lines[1]))
    assert [number.place for number in worked_out] == [
        Place("powers", 0, column) for column in (1, 0, 1, 2)
    ]
    power = explain(SEED, "powers", 0, 0)
    assert power.text() == "e^z₁₁ = e^0.707 ≈ 2.028"
    assert [number.place for number in power.terms] == [Place("scaled_scores", 0, 0)]
    assert power.lines == power.forms


def test_powers_of_large_scores_are_the_exponentials_less_the_largest():
    trace = attend(AttentionInputs([[1.0]], [[1000.0], [999.0]], np.eye(2), scale=1))
    weight = explain(trace, "weights", 0, 1)
    assert [number.place for number in numbers(weight.lines[1])] == [
        Place("exponentials", 0, column) for column in (1, 0, 1)
    ]


def test_a_power_too_large_to_store_says_so():
    trace = attend(AttentionInputs([[1.0]], [[1000.0], [0.0]], np.eye(2), scale=1))
    power = explain(trace, "powers", 0, 0)
    assert (power.result, power.forms) == (math.inf, ())
    assert power.note.startswith("Too large to store.")
    assert explain(trace, "powers", 0, 1).text() == "e^z₁₂ = e^0 = 1"


def test_a_blocked_source_has_a_power_of_nothing():
    trace = attend(AttentionInputs([[1.0]], [[1.0], [0.0]], np.eye(2), allowed=[[False, True]]))
    power = explain(trace, "powers", 0, 0)
    assert (power.text(), power.note) == ("e^u₁₁ = 0", explain(trace, "exponentials", 0, 0).note)


def test_a_number_that_was_typed_in_was_computed_from_nothing():
    assert steps_before(explain(SEED, "query", 0, 0)) == []
    assert list(explain(SEED, "query", 0, 0).terms) == []
    assert [type(number) for number in explain(SEED, "scores", 0, 0).terms] == [Number] * 4
