"""The catalogue of slips: what each gives, when it applies, and which of them gives a number."""

import re
from itertools import product

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model import AttentionInputs, Place, attend, explain
from explorer.model.errors import InputError
from explorer.model.explanation import equations
from explorer.model.expressions import evaluate, numbers
from explorer.model.glossary import symbol_table
from explorer.model.readers import one_reader
from explorer.model.rendering import to_text
from explorer.model.slips.catalogue import SLIPS
from explorer.model.slips.matching import slips_matching
from explorer.model.slips.pairs import MEETINGS, PAIRS
from explorer.model.slips.projections import PROJECTION_SLIPS
from explorer.model.slips.slip import together

KEYS, VALUES = [[1, 0], [0, 1], [1, 1]], [[10], [20], [30]]
ASYMMETRIC = AttentionInputs([[1, 0], [0, 2], [1, -1]], KEYS, VALUES)
SEED = AttentionInputs([[1, 0]], KEYS, VALUES)
BY_NAME = {slip.name: slip for slip in SLIPS}


def softmax(scores, axis=1):
    with np.errstate(invalid="ignore"):
        powers = np.exp(scores - scores.max(axis=axis, keepdims=True))
    return powers / powers.sum(axis=axis, keepdims=True)


def random_inputs(
    seed=0, n_query=3, n_key=3, d=3, d_value=3, mask="random", scale=None, softcap=None, bias=None
):
    random = np.random.default_rng(seed)
    shape = (n_query, n_key)
    arrays = [random.normal(size=size) for size in ((n_query, d), (n_key, d), (n_key, d_value))]
    return AttentionInputs(
        *arrays,
        allowed=mask_of(mask, random, shape),
        bias=random.normal(size=shape) if bias or (bias is None and mask) else None,
        scale=scale,
        softcap=softcap,
    )


def mask_of(kind, random, shape):
    allowed = random.random(shape) < 0.6
    allowed[:, 0] = True
    allowed[0, -1] = False
    if kind == "causal":
        return np.tri(*shape, dtype=bool)
    if kind == "a row of nothing":
        allowed[-1] = False
    return allowed if kind else None


def projected_inputs(seed=0, n=3, d_model=3, d=3, d_value=2, sinusoidal=True, biased=True):
    random = np.random.default_rng(seed)
    tables = {
        "embeddings": (n, d_model),
        "query_projection": (d_model, d),
        "key_projection": (d_model, d),
        "value_projection": (d_model, d_value),
    }
    biases = {"query_bias": (1, d), "key_bias": (1, d), "value_bias": (1, d_value)}
    shapes = tables | (biases if biased else {})
    return AttentionInputs(
        **{name: random.normal(size=shape) for name, shape in shapes.items()},
        sinusoidal=sinusoidal,
    )


def waves(n, d_model, first=0):
    """The position vectors, cell by cell from the formula."""
    return np.array(
        [
            [
                (np.cos if column % 2 else np.sin)(position / 10000 ** (column // 2 * 2 / d_model))
                for column in range(d_model)
            ]
            for position in range(first, first + n)
        ]
    )


def after_vectors(i, vectors, query=None, biased=True, turned=False):
    """The output of a text with these vectors; `turned`: square projections transposed."""
    made = []
    for role in ("query", "key", "value"):
        projection = getattr(i, f"{role}_projection")
        square = projection.shape[0] == projection.shape[1]
        projection = projection.T if turned and square else projection
        made.append(vectors @ projection + (getattr(i, f"{role}_bias") if biased else 0))
    query = made[0] if query is None else query
    return softmax(query @ made[1].T / np.sqrt(query.shape[1])) @ made[2]


def with_positions(i, first=0):
    return i.embeddings + waves(i.n, i.d_model, first)


def after_scores(scores, inputs):
    return after_scaling(scores / np.sqrt(inputs.query.shape[1]), inputs)


def after_scaling(scaled, inputs):
    bias = 0 if inputs.bias is None else inputs.bias
    return softmax(np.where(inputs.allowed, scaled + bias, -np.inf)) @ inputs.value


def masked(inputs, allowed=None):
    return np.where(inputs.allowed if allowed is None else allowed, unmasked(inputs), -np.inf)


def unmasked(inputs):
    return scaled(inputs) + inputs.bias


def scaled(inputs):
    return inputs.query @ inputs.key.T / np.sqrt(inputs.query.shape[1])


def causal(inputs, further):
    return np.arange(inputs.shape[1]) <= np.arange(inputs.shape[0])[:, None] + further


def renormalised(inputs):
    weights = softmax(unmasked(inputs)) * inputs.allowed
    return weights / weights.sum(axis=1, keepdims=True)


def rolled(array, by):
    return np.concatenate([array[by:], array[:by]])


def shares(scores):
    read = np.where(scores == -np.inf, 0, scores)
    return read / read.sum(axis=1, keepdims=True)


ORACLE = {
    "positions-from-one": lambda i: after_vectors(i, with_positions(i, 1)),
    "positions-left-out": lambda i: after_vectors(i, i.embeddings),
    "projections-transposed": lambda i: after_vectors(i, with_positions(i), turned=True),
    "projection-bias-left-out": lambda i: after_vectors(i, with_positions(i), biased=False),
    "key-projection-for-queries": lambda i: after_vectors(
        i, with_positions(i), query=with_positions(i) @ i.key_projection + i.query_bias
    ),
    "next-key": lambda i: after_scores(i.query @ rolled(i.key, 1).T, i),
    "previous-key": lambda i: after_scores(i.query @ rolled(i.key, -1).T, i),
    "next-query": lambda i: after_scores(rolled(i.query, 1) @ i.key.T, i),
    "previous-query": lambda i: after_scores(rolled(i.query, -1) @ i.key.T, i),
    "query-and-key-swapped": lambda i: after_scores((i.query @ i.key.T).T, i),
    "key-not-transposed": lambda i: after_scores(i.query @ i.key, i),
    "values-compared": lambda i: after_scores(i.query @ i.value.T, i),
    "scale-left-out": lambda i: after_scaling(i.query @ i.key.T, i),
    "divided-by-d": lambda i: after_scaling(i.query @ i.key.T / i.query.shape[1], i),
    "multiplied-by-root-d": lambda i: after_scaling(
        i.query @ i.key.T * np.sqrt(i.query.shape[1]), i
    ),
    "root-of-value-width": lambda i: after_scaling(
        i.query @ i.key.T / np.sqrt(i.value.shape[1]), i
    ),
    "scaled-twice": lambda i: after_scaling(i.query @ i.key.T * i.scale**2, i),
    "mask-left-out": lambda i: softmax(unmasked(i)) @ i.value,
    "mask-after-softmax": lambda i: (softmax(unmasked(i)) * i.allowed) @ i.value,
    "blocked-score-zero": lambda i: softmax(np.where(i.allowed, unmasked(i), 0)) @ i.value,
    "mask-inverted": lambda i: np.nan_to_num(
        softmax(np.where(i.allowed, -np.inf, unmasked(i))) @ i.value
    ),
    "bias-left-out": lambda i: (
        softmax(np.where(i.allowed, unmasked(i) - i.bias, -np.inf)) @ i.value
    ),
    "softmax-by-column": lambda i: np.nan_to_num(softmax(masked(i), axis=0)) @ i.value,
    "softmax-over-all-cells": lambda i: softmax(masked(i), axis=(0, 1)) @ i.value,
    "exponential-not-divided": lambda i: np.exp(masked(i)) @ i.value,
    "shifted-exponential-not-divided": lambda i: (
        np.exp(masked(i) - masked(i).max(axis=1, keepdims=True)) @ i.value
    ),
    "softmax-without-exponential": lambda i: shares(masked(i)) @ i.value,
    "keys-mixed": lambda i: softmax(masked(i)) @ i.key,
    "key-reshaped": lambda i: after_scores(
        i.query @ np.ravel(i.key).reshape(i.query.shape[1], len(i.key)), i
    ),
    "key-reshaped-by-column": lambda i: after_scores(
        (np.ravel(i.key.T).reshape(len(i.key), i.query.shape[1]) @ i.query.T).T, i
    ),
    "root-of-source-count": lambda i: after_scaling(i.query @ i.key.T / np.sqrt(len(i.key)), i),
    "bias-scaled-too": lambda i: (
        softmax(
            np.where(i.allowed, (i.query @ i.key.T + i.bias) / np.sqrt(i.query.shape[1]), -np.inf)
        )
        @ i.value
    ),
    "cap-left-out": lambda i: softmax(masked(i)) @ i.value,
    "cap-after-mask": lambda i: softmax(i.softcap * np.tanh(masked(i) / i.softcap)) @ i.value,
    "mask-transposed": lambda i: np.nan_to_num(softmax(masked(i, i.allowed.T))) @ i.value,
    "causal-one-too-far": lambda i: softmax(masked(i, causal(i, 1))) @ i.value,
    "causal-one-short": lambda i: np.nan_to_num(softmax(masked(i, causal(i, -1)))) @ i.value,
    "causal-from-the-end": lambda i: softmax(masked(i, causal(i, 2))) @ i.value,
    "scores-times-mask": lambda i: softmax(scaled(i) * i.allowed + i.bias) @ i.value,
    "blocked-score-large-negative": lambda i: (
        softmax(np.where(i.allowed, unmasked(i), -1e9)) @ i.value
    ),
    "large-negative-added": lambda i: softmax(unmasked(i) - 1e9 * ~i.allowed) @ i.value,
    "mask-after-softmax-renormalised": lambda i: renormalised(i) @ i.value,
    "mask-and-bias-left-out": lambda i: softmax(scaled(i)) @ i.value,
    "softmax-twice": lambda i: softmax(softmax(masked(i))) @ i.value,
    "weights-transposed": lambda i: softmax(masked(i)).T @ i.value,
    "next-value": lambda i: softmax(masked(i)) @ rolled(i.value, 1),
    "previous-value": lambda i: softmax(masked(i)) @ rolled(i.value, -1),
}

DIFFERENT_INPUTS = {
    "root-of-value-width": {"d_value": 2},
    "root-of-source-count": {"n_key": 4},
    "key-reshaped": {"n_key": 4},
    "key-reshaped-by-column": {"n_key": 4},
    "scaled-twice": {"scale": 0.3},
    "cap-left-out": {"softcap": 0.7},
    "cap-after-mask": {"softcap": 0.7},
    "causal-one-too-far": {"mask": "causal"},
    "causal-one-short": {"mask": "causal"},
    "causal-from-the-end": {"mask": "causal", "n_key": 5},
    "blocked-score-large-negative": {"mask": "a row of nothing"},
    "large-negative-added": {"mask": "a row of nothing"},
}


def inputs_for(slip, seed=2):
    """Inputs that the slip applies to."""
    if slip in PROJECTION_SLIPS:
        return projected_inputs(seed)
    return random_inputs(seed, **DIFFERENT_INPUTS.get(slip.name, {}))


def test_the_oracle_knows_every_slip():
    assert ORACLE.keys() == BY_NAME.keys()


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_a_slip_gives_what_an_independent_calculation_gives(slip):
    inputs = inputs_for(slip)
    assert slip.applies(inputs)
    tolerance = 1e-6 if slip.name == "large-negative-added" else 1e-12  # digits lost beside 1e9
    np.testing.assert_allclose(
        slip.forward(inputs).output, ORACLE[slip.name](inputs), rtol=tolerance, atol=tolerance
    )


@pytest.mark.parametrize(
    ("name", "output"),
    [
        ("scale-left-out", [20, 24.0493, 15.7949]),
        ("divided-by-d", [20, 22.6696, 18.0072]),
        ("multiplied-by-root-d", [20, 24.5694, 14.1878]),
        ("softmax-by-column", [16.0984, 33.9306, 9.9710]),
        ("softmax-over-all-cells", [5.6799, 12.1132, 3.3781]),
    ],
)
def test_the_published_figures_of_the_asymmetric_example_appear(name, output):
    np.testing.assert_allclose(BY_NAME[name].forward(ASYMMETRIC).output.ravel(), output, atol=5e-5)


def test_without_a_slip_the_asymmetric_example_is_right():
    np.testing.assert_allclose(attend(ASYMMETRIC).output.ravel(), [20, 23.3742, 17.0802], atol=5e-5)


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_before_its_stage_a_slip_leaves_everything_as_it_is(slip):
    inputs = inputs_for(slip)
    right, wrong = attend(inputs), slip.forward(inputs)
    names = [stage.name for stage in right.stages]
    for name in names[: names.index(slip.stage)]:
        np.testing.assert_array_equal(right.arrays[name], wrong.arrays[name])
    if slip.is_right:
        np.testing.assert_allclose(right.output, wrong.output, rtol=1e-12)
    else:
        assert not _same(right.arrays[slip.stage], wrong.arrays[slip.stage]) or len(slip.wrong) > 1
        assert not _same(right.output, wrong.output)


def _same(left, right):
    return left.shape == right.shape and np.allclose(left, right, rtol=1e-9, atol=1e-9)


def test_only_the_mask_after_the_softmax_with_the_division_is_right():
    assert [slip.name for slip in SLIPS if slip.is_right] == ["mask-after-softmax-renormalised"]


@given(st.integers(0, 2**32 - 1), st.integers(1, 4), st.integers(1, 4), st.integers(1, 3))
def test_whatever_applies_can_be_computed_and_is_finite_where_it_should_be(
    seed, n_query, n_key, width
):
    mask = (None, "random", "causal", "a row of nothing")[seed % 4]
    typed_in = random_inputs(seed, n_query, n_key, d=width, d_value=2, mask=mask)
    projected = projected_inputs(seed, n_key, n_query, width, 2, seed % 3 == 0, seed % 2 == 0)
    for slip, inputs in product(SLIPS, (typed_in, projected)):
        if slip.applies(inputs):
            trace = slip.forward(inputs)
            assert np.isfinite(trace.output).all()
            assert not trace.output.flags.writeable


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_every_number_under_a_slip_is_explained_by_what_was_really_computed(slip):
    trace = slip.forward(inputs_for(slip))
    own = {stage.name for stage in slip.wrong}
    for stage in trace.stages:
        for row, column in np.ndindex(trace.arrays[stage.name].shape):
            derivation = explain(trace, stage.name, row, column)
            assert derivation.text()
            assert derivation.latex()
            assert derivation.forms or derivation.note
            for form in derivation.lines:
                assert evaluate(form) == pytest.approx(derivation.result, rel=1e-9, abs=1e-12)
                for number in numbers(form):
                    assert number.place is None or trace.number(number.place) == number.value
            if stage.name in own and derivation.forms:
                reads = derivation.reads
                places = [n.place for n in derivation.terms if n.place is not None]
                assert all(any(read.contains(place) for read in reads) for place in places)


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_the_formula_and_the_signs_under_a_slip_are_its_own(slip):
    inputs = inputs_for(slip)
    trace, right = slip.forward(inputs), attend(inputs)
    assert written(trace) != written(right) or slip.name in SAME_FORMULA
    for wrong in slip.wrong:
        is_same = _same(trace.arrays[wrong.name], right.arrays[wrong.name])
        assert is_same or wrong.operator(inputs) != right.stage(wrong.name).operator(inputs)
        read = {tensor.array for tensor in wrong.tensors(inputs, trace.before(wrong))}
        assert read >= set(wrong.operands(inputs, trace.before(wrong)))


def written(trace):
    return [to_text(equation.right) for equation in equations(trace)]


SAME_FORMULA = {"mask-left-out"}
"""Mask and bias share one symbol: with the bias alone the letter is another, nothing else."""


def test_explanations_and_powers_survive_scores_beyond_the_range_of_the_exponential():
    inputs = AttentionInputs([[800.0], [-900.0]], [[1.0], [2.0]], [[1.0], [2.0]], scale=1.0)
    for name in ("softmax-by-column", "softmax-over-all-cells", "shifted-exponential-not-divided"):
        trace = BY_NAME[name].forward(inputs)
        for row, column in np.ndindex(2, 2):
            (form,) = explain(trace, "weights", row, column).forms
            assert evaluate(form) == pytest.approx(trace.weights[row, column], abs=1e-300)


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_a_reader_alone_is_enough_unless_the_slip_says_otherwise(slip):
    inputs = inputs_for(slip)
    whole = slip.forward(inputs)
    for row in range(inputs.shape[0]):
        if not slip.needs_all_rows:
            alone = slip.forward(one_reader(inputs, row))
            for name in (stage.name for stage in whole.stages):
                np.testing.assert_allclose(
                    alone.arrays[name][0], whole.arrays[name][row], rtol=1e-12
                )


@pytest.mark.parametrize("pair", PAIRS, ids=lambda pair: pair.name)
def test_two_slips_together_are_wrong_where_either_is(pair):
    first, second = pair.parts
    inputs = next(
        inputs
        for inputs in map(inputs_for, (first, second, BY_NAME["causal-one-short"]))
        if pair.applies(inputs)
    )
    trace, alone = pair.forward(inputs), first.forward(inputs)
    assert first.stage == pair.stage
    for stage in first.wrong:
        np.testing.assert_array_equal(trace.arrays[stage.name], alone.arrays[stage.name])
    wrong = {stage.name for stage in pair.wrong}
    assert wrong == {stage.name for slip in pair.parts for stage in slip.wrong}
    assert not _same(trace.output, alone.output)
    assert not _same(trace.output, second.forward(inputs).output)


def test_every_pair_stands_for_a_reason():
    assert len({pair.name for pair in PAIRS}) == len(PAIRS) >= 30
    assert all(meeting.why.endswith(".") for meeting in MEETINGS)


def test_two_slips_in_the_same_stage_cannot_be_made_together():
    with pytest.raises(ValueError, match="change the same stage"):
        together(BY_NAME["divided-by-d"], BY_NAME["scale-left-out"])


@pytest.mark.parametrize("slip", SLIPS, ids=lambda slip: slip.name)
def test_the_symbols_of_masks_are_those_of_the_formula(slip):
    trace = slip.forward(inputs_for(slip))
    formula = " ".join(to_text(line.right) for line in equations(trace))
    listed = {to_text(line.symbol) for line in symbol_table(trace)}
    assert listed & {"M", "M′"} == set(re.findall("M′|M", formula))


def test_a_mask_that_comes_late_is_told_as_what_it_is_multiplied_with():
    slip = BY_NAME["mask-after-softmax"]
    lines = symbol_table(slip.forward(inputs_for(slip)))
    (meaning,) = [line.meaning for line in lines if to_text(line.symbol) == "M"]
    assert meaning == "the mask: 1 where a source may be read, 0 where not"


def test_an_inverted_mask_is_not_called_turned_round():
    """To turn a matrix round is to transpose it."""
    assert BY_NAME["mask-inverted"].title == "The mask inverted"
    for slip in SLIPS:
        assert "turned round" not in f"{slip.title} {slip.done} {slip.why}".lower()


def test_names_are_unique_and_texts_are_there():
    assert len(BY_NAME) == len(SLIPS) >= 40
    for slip in SLIPS:
        assert slip.title[0].isupper() or slip.title.startswith("√ ")
        assert slip.done[0].islower() or slip.done.startswith("K ")
        assert not slip.done.endswith(".")
        assert slip.why.endswith((".", ".)"))


@pytest.mark.parametrize(
    ("name", "inputs"),
    [
        ("softmax-by-column", SEED),
        ("positions-left-out", SEED),
        ("key-projection-for-queries", SEED),
        ("positions-left-out", projected_inputs(sinusoidal=False)),
        ("projection-bias-left-out", projected_inputs(biased=False)),
        ("projections-transposed", projected_inputs(d=2)),
        ("next-query", SEED),
        ("key-not-transposed", SEED),
        ("values-compared", SEED),
        ("query-and-key-swapped", SEED),
        ("mask-left-out", SEED),
        ("bias-left-out", SEED),
        ("scaled-twice", SEED),
        ("divided-by-d", AttentionInputs([[2]], [[1], [3]], VALUES[:2])),
        ("scale-left-out", AttentionInputs([[1, 0]], KEYS, VALUES, scale=1.0)),
        ("mask-left-out", AttentionInputs([[1, 0]], KEYS, VALUES, allowed=[[True] * 3])),
        ("scale-left-out", AttentionInputs(None, None, VALUES, weights=[[0.5, 0.25, 0.25]])),
        ("keys-mixed", AttentionInputs(None, None, VALUES, weights=[[0.5, 0.25, 0.25]])),
        (
            "exponential-not-divided",
            AttentionInputs([[1, 0]], KEYS, VALUES, weights=[[0.5, 0.25, 0.25]]),
        ),
    ],
)
def test_a_slip_that_cannot_be_made_does_not_apply(name, inputs):
    assert not BY_NAME[name].applies(inputs)


def matching(inputs, place, guess, tolerance=0.0005):
    return [slip.name for slip in slips_matching(attend(inputs), place, guess, tolerance)]


@pytest.mark.parametrize(
    ("place", "guess", "first"),
    [
        (Place("scores", 1, 0), 2, "next-key"),
        (Place("scores", 1, 1), 0, "previous-key"),
        (Place("scores", 0, 1), 2, "next-query"),
        (Place("scaled_scores", 1, 1), 2, "scale-left-out"),
        (Place("scaled_scores", 1, 1), 1, "divided-by-d"),
        (Place("scaled_scores", 1, 1), 2.828, "multiplied-by-root-d"),
        (Place("exponentials", 0, 1), 0.368, "scale-left-out"),
        (Place("weights", 0, 0), 2.028, "exponential-not-divided"),
        (Place("weights", 0, 1), 0.493, "shifted-exponential-not-divided"),
        (Place("weights", 0, 0), 0.5, "softmax-without-exponential"),
        (Place("output", 0, 0), 0.802, "keys-mixed"),
        (Place("output", 1, 0), 24.049, "scale-left-out"),
        (Place("output", 1, 0), 33.931, "softmax-by-column"),
        (Place("output", 1, 0), 12.113, "softmax-over-all-cells"),
    ],
)
def test_a_number_is_traced_back_to_the_slip_that_gives_it(place, guess, first):
    assert matching(ASYMMETRIC, place, guess)[0] == first


def test_the_right_number_matches_no_slip_even_where_slips_give_it_too():
    assert BY_NAME["scale-left-out"].forward(SEED).output[0, 0] == pytest.approx(20)
    assert matching(SEED, Place("output", 0, 0), 20) == []


def test_a_number_out_of_thin_air_matches_nothing():
    assert matching(ASYMMETRIC, Place("output", 1, 0), 7.7777) == []
    assert matching(ASYMMETRIC, Place("output", 1, 0), float("-inf")) == []


def test_a_slip_after_the_place_is_no_explanation():
    found = matching(ASYMMETRIC, Place("scores", 0, 1), 2)
    assert all(BY_NAME[name].stage == "scores" for name in found)


def test_what_departs_nearest_to_the_place_comes_first():
    inputs = AttentionInputs([[1, 0], [0, 1]], [[1, 0], [0, 1]], [[1], [3]])
    found = [BY_NAME[name].stage for name in matching(inputs, Place("output", 0, 0), 2.34, 0.01)]
    assert found[0] == "output"
    assert "scores" in found


@pytest.mark.parametrize("inputs", [random_inputs(), projected_inputs()])
def test_one_reader_is_enough_for_slips_that_work_row_by_row(inputs):
    for slip in SLIPS:
        if not slip.applies(inputs):
            continue
        wrong = slip.forward(inputs).output[1, 0]
        right = attend(inputs).output[1, 0]
        if abs(wrong - right) > 1e-6:
            assert slip.name in matching(inputs, Place("output", 1, 0), wrong, 1e-9)


@pytest.mark.parametrize(
    ("place", "name"),
    [
        (Place("positions", 1, 0), "positions-from-one"),
        (Place("positioned", 2, 1), "positions-left-out"),
        (Place("query", 1, 2), "key-projection-for-queries"),
        (Place("key", 2, 1), "projections-transposed"),
        (Place("value", 2, 1), "projection-bias-left-out"),
    ],
)
def test_a_wrong_vector_is_traced_back_to_its_slip(place, name):
    inputs = projected_inputs()
    wrong = BY_NAME[name].forward(inputs).number(place)
    assert name in matching(inputs, place, wrong, 1e-9)


@pytest.mark.parametrize("sign", [1, -1])
def test_a_wrong_score_that_is_too_large_to_store_is_refused_and_not_taken_for_blocked(sign):
    inputs = AttentionInputs([[1e200]], [[1]], [[sign * 1e200]])
    with pytest.raises(InputError, match=r"^scores\[0\]\[0\]: .* too large to store$"):
        BY_NAME["values-compared"].forward(inputs)


def test_in_a_very_large_table_slips_that_need_every_reader_are_left_out(monkeypatch):
    monkeypatch.setattr("explorer.model.slips.matching.MOST_CELLS", 8)
    assert matching(ASYMMETRIC, Place("output", 1, 0), 33.9306) == []
    assert matching(ASYMMETRIC, Place("output", 1, 0), 24.0493) == ["scale-left-out"]
