"""The walk: every number explained by arithmetic that gives it, lazily and in order."""

import math
import tracemalloc

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.model import AttentionInputs, Place, attend, explain, walkthrough
from explorer.model.expressions import Number, evaluate
from explorer.model.glossary import meaning_of, size_of, symbol_table
from explorer.model.origins import operands, unfolded
from explorer.model.rendering import to_text


@st.composite
def random_inputs(draw):
    rng = np.random.default_rng(draw(st.integers(0, 2**32)))
    n_query, n_key, d, d_value = (draw(st.integers(1, 6)) for _ in range(4))
    magnitude = draw(st.sampled_from([0.01, 1.0, 30.0]))
    optional = {
        "allowed": rng.random((n_query, n_key)) < 0.7,
        "bias": rng.normal(size=(n_query, n_key)),
        "scale": float(rng.normal()),
        "softcap": float(rng.uniform(0.5, 20)),
        "weights": rng.random((n_query, n_key)),
    }
    chosen = draw(st.sets(st.sampled_from(sorted(optional))))
    return AttentionInputs(
        rng.normal(size=(n_query, d)) * magnitude,
        rng.normal(size=(n_key, d)),
        rng.normal(size=(n_key, d_value)),
        **{name: optional[name] for name in chosen},
    )


def size_of_terms(derivation):
    """Of the numbers added up: what a sum that nearly cancels is rounded relative to."""
    form = derivation.forms[0]
    terms = getattr(form, "terms", None) or (form,)
    return sum(abs(evaluate(term)) for term in terms)


@settings(max_examples=60, deadline=None)
@given(random_inputs())
def test_every_derivation_evaluates_to_the_number_in_the_cell(inputs):
    trace = attend(inputs)
    for step in walkthrough(trace):
        derivation = step.derivation
        assert derivation.result == trace.arrays[step.stage][step.row, step.column]
        for form in derivation.lines:
            slack = 4e-16 * size_of_terms(derivation)
            assert evaluate(form) == pytest.approx(derivation.result, rel=1e-12, abs=slack)


@settings(max_examples=30, deadline=None)
@given(random_inputs())
def test_every_number_with_a_place_is_the_number_that_stands_there(inputs):
    trace = attend(inputs)
    for step in walkthrough(trace):
        for number in step.derivation.terms:
            if number.place is not None:
                place = number.place
                assert number.value == trace.number(place)


@settings(max_examples=30, deadline=None)
@given(random_inputs())
def test_what_a_step_reads_is_where_its_numbers_stand(inputs):
    trace = attend(inputs)
    for step in walkthrough(trace):
        derivation = step.derivation
        for number in operands(derivation):
            assert any(region.contains(number.place) for region in derivation.reads)


def test_the_steps_go_stage_by_stage_reader_by_reader_source_by_source():
    trace = attend(AttentionInputs(np.eye(2), np.eye(2), [[1.0], [2.0]]))
    places = [(step.stage, step.row, step.column) for step in walkthrough(trace)]
    cells = [(0, 0), (0, 1), (1, 0), (1, 1)]
    expected = [
        (stage, row, column)
        for stage in ("scores", "scaled_scores", "weights")
        for row, column in cells
    ]
    assert places == [*expected, ("output", 0, 0), ("output", 1, 0)]


def test_every_step_knows_its_own_position():
    trace = attend(AttentionInputs(np.eye(3), np.eye(3), np.eye(3), allowed=np.tri(3) > 0))
    walk = walkthrough(trace)
    assert [walk.position(step.place) for step in walk] == list(range(len(walk)))
    assert [walk[start].place for start in walk.stage_starts] == [
        Place(stage.name, 0, 0) for stage in trace.stages
    ]


def test_a_slice_and_a_negative_index_work_as_in_any_sequence():
    walk = walkthrough(attend(AttentionInputs(np.eye(2), np.eye(2), np.eye(2))))
    assert walk[-1].place == Place("output", 1, 1)
    assert [step.place for step in walk[:2]] == [Place("scores", 0, 0), Place("scores", 0, 1)]
    with pytest.raises(IndexError):
        walk[len(walk)]


def test_the_walk_of_a_large_calculation_stores_no_steps():
    rng = np.random.default_rng(0)
    n = 300
    trace = attend(AttentionInputs(*(rng.normal(size=(n, 8)) for _ in range(3))))
    tracemalloc.start()
    try:
        walk = walkthrough(trace)
        assert len(walk) == 3 * n * n + n * 8
        assert math.isfinite(walk[len(walk) // 2].derivation.result)
        assert tracemalloc.get_traced_memory()[1] < 100_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize(
    ("asked", "found"),
    [
        (Place("weights", 0, 1), Place("weights", 0, 1)),
        (Place("weights", 7, 9), Place("weights", 1, 2)),
        (Place("capped_scores", 0, 0), Place("scores", 0, 0)),
        (Place("query", 0, 0), Place("scores", 0, 0)),
    ],
)
def test_the_nearest_step_is_the_closest_cell_that_exists(asked, found):
    trace = attend(AttentionInputs(np.eye(2), np.ones((3, 2)), np.ones((3, 1))))
    assert walkthrough(trace).nearest(asked) == found


def test_a_place_without_a_step_has_no_position():
    trace = attend(AttentionInputs(np.eye(2), np.eye(2), np.eye(2)))
    with pytest.raises(KeyError):
        walkthrough(trace).position(Place("query", 0, 0))


def test_what_does_not_exist_cannot_be_explained():
    trace = attend(AttentionInputs(np.eye(2), np.eye(2), np.eye(2)))
    with pytest.raises(KeyError):
        explain(trace, "capped_scores", 0, 0)
    with pytest.raises(IndexError, match="weights is 2 × 2"):
        explain(trace, "weights", 2, 0)


def test_a_typed_in_number_says_so():
    trace = attend(AttentionInputs([[1.0, 0.5]], np.eye(2), np.eye(2)))
    derivation = explain(trace, "query", 0, 1)
    assert (derivation.text(), derivation.forms) == ("q₁₂ = 0.5", ())
    assert "typed in" in derivation.note


@pytest.mark.parametrize("allowed", [[[True, False]], [[False, False]]])
def test_a_blocked_source_has_a_note_in_place_of_arithmetic(allowed):
    trace = attend(AttentionInputs([[1.0]], [[1.0], [2.0]], np.eye(2), allowed=allowed))
    derivation = explain(trace, "weights", 0, 1)
    assert (derivation.result, derivation.forms) == (0.0, ())
    assert derivation.note


def test_large_scores_have_the_maximum_subtracted_and_it_has_a_place():
    trace = attend(AttentionInputs([[1.0]], [[10000.0], [9999.0]], np.eye(2)))
    derivation = explain(trace, "weights", 0, 1)
    assert to_text(derivation.forms[0]).startswith("e^(9999 − 10000)")
    assert all(number.place is not None for number in derivation.terms)
    assert derivation.note


def test_operands_name_each_place_once():
    trace = attend(AttentionInputs([[1.0, 0.0]], [[1.0, 0.0], [1.0, 1.0]], np.eye(2)))
    found = operands(explain(trace, "weights", 0, 1))
    assert [number.place.column for number in found] == [1, 0]


def test_a_scaled_score_unfolds_to_its_dot_product_and_what_was_typed_in():
    trace = attend(AttentionInputs([[1.0, 0.0]], [[1.0, 0.0], [1.0, 1.0]], np.eye(2)))
    chain = list(unfolded(trace, Place("scaled_scores", 0, 1)))
    assert [origin.level for origin in chain] == [1, 2]
    assert chain[0].content == Number(1.0, Place("scores", 0, 1))
    assert (to_text(chain[1].content), chain[1].place) == ("1×1 + 0×1", None)


@pytest.mark.parametrize("place", [Place("query", 0, 0), Place("weights", 0, 0)])
def test_a_typed_in_number_and_one_with_several_operands_unfold_no_further(place):
    trace = attend(AttentionInputs([[1.0]], [[1.0], [2.0]], np.eye(2)))
    assert list(unfolded(trace, place)) == []


def test_the_symbol_table_has_the_sizes_of_the_moment():
    trace = attend(AttentionInputs(np.ones((1, 2)), np.ones((3, 2)), np.ones((3, 1)), softcap=5))
    sizes = {to_text(line.symbol): size_of(trace, line) for line in symbol_table(trace)}
    assert sizes == {
        "Q": "1 × 2",
        "K": "3 × 2",
        "Kᵀ": "2 × 3",
        "Q·Kᵀ": "1 × 3",
        "d": "2",
        "c": "5",
        "tanh": "",
        "softmax": "",
        "e": "≈ 2.718",
        "max": "",
        "A": "1 × 3",
        "Σ": "",
        "V": "3 × 1",
        "Y": "1 × 1",
    }


def test_the_table_names_the_clash_of_the_letter_v():
    trace = attend(AttentionInputs(None, None, [[1.0]], weights=[[1.0]]))
    line = next(line for line in symbol_table(trace) if to_text(line.symbol) == "V")
    assert "vocabulary" in line.meaning
    assert meaning_of(trace, line.symbol) is line
    assert meaning_of(trace, Number(1.0)) is None
