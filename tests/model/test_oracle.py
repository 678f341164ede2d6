"""The model against the textbook formula evaluated with 50 digits, and properties of the formula.

Each stage is held against the exact result from the very doubles the stage before it left, so
that a bound speaks of the rounding of one stage. EPS is 2⁻⁵², the gap between 1 and the next
double; TINY 2⁻¹⁰⁷⁴, the smallest double above 0, bounds a rounding where numbers are too small for
a relative bound.
"""

import math
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from mpmath import mpf
from numpy.testing import assert_array_equal

from explorer.model import AttentionInputs, attend

EPS = 2.0**-52
TINY = 2.0**-1074
LARGEST = float(np.finfo(np.float64).max)

# A slow machine is not a wrong one: no deadline.
SMALLEST = np.nextafter(0.0, 1.0)
"""What a product near underflow may be wrong by."""
thoroughly = settings(max_examples=150, deadline=None)


# The oracle: softmax(c·tanh(QKᵀ·scale / c) + bias)·V, one row at a time, written from the formula.


@pytest.fixture(autouse=True, scope="module")
def _fifty_digits():
    with mpmath.workdps(50):
        yield


def exact_softmax(scores):
    """Weights of one row; -inf is blocked, a row of nothing else has weights 0."""
    open_scores = [mpf(score) for score in scores if score != -math.inf]
    if not open_scores:
        return [mpf(0)] * len(scores)
    largest = max(open_scores)
    powers = [
        mpf(0) if score == -math.inf else mpmath.exp(mpf(score) - largest) for score in scores
    ]
    total = sum(powers)
    return [power / total for power in powers]


def dot(left, right):
    return sum((mpf(a) * mpf(b) for a, b in zip(left, right, strict=True)), mpf(0))


def size_of_terms(left, right):
    return sum((abs(mpf(a) * mpf(b)) for a, b in zip(left, right, strict=True)), mpf(0))


def exact_attention(inputs):
    """(weights, output) from the typed-in numbers, without a double in between."""
    query, key, value = inputs.query.tolist(), inputs.key.tolist(), inputs.value.tolist()
    scale = 1 / mpmath.sqrt(len(query[0])) if inputs.scale is None else mpf(inputs.scale)
    weights, output = [], []
    for i, reader in enumerate(query):
        scores = []
        for j, source in enumerate(key):
            score = dot(reader, source) * scale
            if inputs.softcap is not None:
                score = inputs.softcap * mpmath.tanh(score / inputs.softcap)
            if inputs.bias is not None:
                score += mpf(float(inputs.bias[i, j]))
            blocked = inputs.allowed is not None and not inputs.allowed[i, j]
            scores.append(-math.inf if blocked else score)
        weights.append(exact_softmax(scores))
        output.append([dot(weights[-1], column) for column in zip(*value, strict=True)])
    return weights, output


def cells(array):
    return ((i, j, float(array[i, j])) for i, j in np.ndindex(array.shape))


def scores_before_softmax(trace):
    for array in (trace.masked_scores, trace.capped_scores, trace.scaled_scores):
        if array is not None:
            return array
    raise AssertionError("no scores")


# Random calculations


def matrices(rows, columns, elements):
    row = st.lists(elements, min_size=columns, max_size=columns)
    return st.lists(row, min_size=rows, max_size=rows)


ordinary = st.floats(-30, 30)
"""Scores up to some thousands: flat rows, ties, steep rows, weights that underflow."""
wide = st.one_of(ordinary, st.floats(-1e140, 1e140), st.floats(-1e-300, 1e-300))
dyadic = st.integers(-64, 64).map(lambda n: n / 8)
"""Multiples of 1/8: sums of products of a few of them are exact in any order."""


@st.composite
def calculations(draw, elements=ordinary, values=None, options=True, **fixed):
    n_query, n_key, d, d_value = (draw(st.integers(1, size)) for size in (4, 6, 5, 3))
    inputs = {
        "query": draw(matrices(n_query, d, elements)),
        "key": draw(matrices(n_key, d, elements)),
        "value": draw(matrices(n_key, d_value, elements if values is None else values)),
    }
    if options:
        inputs |= {
            "allowed": draw(st.none() | matrices(n_query, n_key, st.booleans())),
            "bias": draw(st.none() | matrices(n_query, n_key, elements)),
            "scale": draw(st.none() | st.floats(-2, 2)),
            "softcap": draw(st.none() | st.floats(0.01, 100)),
        }
    return AttentionInputs(**(inputs | fixed))


@given(calculations(wide))
@thoroughly
def test_scores_are_the_dot_products_of_the_queries_and_keys(inputs):
    """Within d·EPS of the sum of the sizes of the products, whatever the order of the sum."""
    trace = attend(inputs)

    assert trace.scores.shape == (len(inputs.query), len(inputs.key))
    for i, j, score in cells(trace.scores):
        query, key = inputs.query[i].tolist(), inputs.key[j].tolist()
        bound = inputs.d * (EPS * size_of_terms(query, key) + TINY)
        assert abs(score - dot(query, key)) <= bound


@given(calculations(wide))
@thoroughly
def test_scaled_scores_are_the_scores_times_the_scale(inputs):
    """Within 2·EPS, relative: the root, the quotient and the product round once each."""
    trace = attend(inputs)

    scale = 1 / mpmath.sqrt(inputs.d) if inputs.scale is None else mpf(inputs.scale)
    for i, j, scaled in cells(trace.scaled_scores):
        exact = mpf(float(trace.scores[i, j])) * scale
        assert abs(scaled - exact) <= 2 * EPS * abs(exact) + TINY


@given(calculations(wide, softcap=2.5))
@thoroughly
def test_capped_scores_are_within_the_cap_and_follow_the_formula(inputs):
    """Within 4·EPS, relative."""
    trace = attend(inputs)

    assert np.abs(trace.capped_scores).max() <= 2.5
    for i, j, capped in cells(trace.capped_scores):
        exact = mpmath.mpf("2.5") * mpmath.tanh(mpf(float(trace.scaled_scores[i, j])) / 2.5)
        assert abs(capped - exact) <= 4 * EPS * abs(exact) + 4 * TINY


@given(calculations(wide))
@thoroughly
def test_masked_scores_are_blocked_or_the_correctly_rounded_sum_with_the_bias(inputs):
    trace = attend(inputs)
    before = trace.scaled_scores if trace.capped_scores is None else trace.capped_scores

    if inputs.allowed is None and inputs.bias is None:
        assert trace.masked_scores is None
        return
    for i, j, masked in cells(trace.masked_scores):
        if inputs.allowed is not None and not inputs.allowed[i, j]:
            assert masked == -math.inf
        else:
            bias = 0.0 if inputs.bias is None else float(inputs.bias[i, j])
            assert masked == float(Fraction(float(before[i, j])) + Fraction(bias))


@given(calculations(wide))
@thoroughly
def test_weights_are_the_softmax_of_the_scores(inputs):
    """Within 4·EPS, absolute, of the exact softmax of the very doubles that went into it. No such
    relative bound holds for a tiny weight: its exponent, some −700, is rounded first."""
    trace = attend(inputs)

    scores = scores_before_softmax(trace)
    for i, row in enumerate(scores.tolist()):
        for weight, exact in zip(trace.weights[i].tolist(), exact_softmax(row), strict=True):
            assert abs(weight - exact) <= 4 * EPS
            assert weight >= 0


@given(calculations(wide))
@thoroughly
def test_each_row_of_weights_sums_to_one_or_to_zero_where_nothing_may_be_read(inputs):
    """Within max(4, n)·EPS of 1, summed exactly."""
    trace = attend(inputs)

    for i, row in enumerate(trace.weights.tolist()):
        if inputs.allowed is None or inputs.allowed[i].any():
            assert abs(sum(map(Fraction, row)) - 1) <= max(4, len(row)) * EPS
        else:
            assert row == [0.0] * len(row)
            assert trace.output[i].tolist() == [0.0] * inputs.value.shape[1]


@given(calculations(wide))
@thoroughly
def test_blocked_sources_have_weight_exactly_zero(inputs):
    if inputs.allowed is not None:
        assert_array_equal(attend(inputs).weights[~inputs.allowed], 0.0)


@given(calculations(ordinary, values=wide))
@thoroughly
def test_outputs_are_the_mix_of_the_values_in_the_weights_shown(inputs):
    """Within (n+4)·EPS·Σ|a·v| of the exact sum of the trace's own weights and values: true for all
    inputs, and what someone who checks the screen by hand would find."""
    trace = attend(inputs)

    n = inputs.key.shape[0]
    for i, j, output in cells(trace.output):
        weights, column = trace.weights[i].tolist(), inputs.value[:, j].tolist()
        bound = (n + 4) * EPS * size_of_terms(weights, column) + n * TINY
        assert abs(output - dot(weights, column)) <= bound


@given(calculations(ordinary, values=wide))
@thoroughly
def test_outputs_are_the_mix_of_the_values_in_the_exact_softmax(inputs):
    """Within Σ(n + 4 + m−s)·EPS·|a·v| of the exact sum with the exact softmax of the scores s of a
    row with maximum m. The plain (n+4)·EPS·Σ|a·v| cannot hold against exact weights: s−m is
    rounded, so a weight e to the −700 may be 256·EPS off, and where the other values are 0 so is
    the output."""
    trace = attend(inputs)

    n = inputs.key.shape[0]
    scores = scores_before_softmax(trace)
    for i, row in enumerate(scores.tolist()):
        weights, largest = exact_softmax(row), max(row)
        distances = [0.0 if score == -math.inf else largest - score for score in row]
        for j, column in enumerate(inputs.value.T.tolist()):
            bound = mpf(0)
            for weight, distance, value in zip(weights, distances, column, strict=True):
                # A weight below 2⁻¹⁰²² is rounded to a multiple of TINY, twice.
                rounded = 2 * TINY * abs(mpf(value)) if distance > 700 else 0
                bound += (n + 4 + distance) * EPS * weight * abs(mpf(value)) + rounded + TINY
            assert abs(float(trace.output[i, j]) - dot(weights, column)) <= bound


@given(calculations(st.floats(-2, 2)))
@thoroughly
def test_the_whole_calculation_follows_the_formula(inputs):
    """From typed-in numbers to weights and output, no double in between. Scores reach 40, summed
    from 5 products: an error of 200·EPS, which is one of at most 200·EPS in a weight, and of twice
    that in a mix of values up to 2."""
    trace = attend(inputs)

    weights, output = exact_attention(inputs)
    for i, j, weight in cells(trace.weights):
        assert abs(weight - weights[i][j]) <= 200 * EPS
    for i, j, mixed in cells(trace.output):
        assert abs(mixed - output[i][j]) <= 400 * EPS


# Properties of the formula


@given(calculations(dyadic, options=False, scale=0.5), st.data())
@thoroughly
def test_adding_a_constant_to_a_row_of_scores_changes_nothing(inputs, data):
    """To the last bit: all are multiples of 2⁻⁷ below 2¹⁷, so the sums are exact."""
    constants = data.draw(matrices(inputs.query.shape[0], 1, st.integers(-(2**16), 2**16)))
    plain = attend(inputs)
    bias = np.broadcast_to(np.array(constants, dtype=np.float64), plain.scores.shape)

    moved = attend(AttentionInputs(inputs.query, inputs.key, inputs.value, bias=bias, scale=0.5))

    assert_array_equal(moved.masked_scores - bias, plain.scaled_scores)
    assert_array_equal(moved.weights, plain.weights)
    assert_array_equal(moved.output, plain.output)


@given(calculations(dyadic, scale=0.5, softcap=None), st.data())
@thoroughly
def test_reordering_the_sources_reorders_the_columns_and_keeps_the_output(inputs, data):
    """Scores to the last bit; weights within twice the bound of weights, outputs within twice
    that of outputs, since sums may be taken in another order."""
    order = data.draw(st.permutations(range(inputs.key.shape[0])))
    plain = attend(inputs)

    reordered = attend(
        AttentionInputs(
            inputs.query,
            inputs.key[order],
            inputs.value[order],
            allowed=None if inputs.allowed is None else inputs.allowed[:, order],
            bias=None if inputs.bias is None else inputs.bias[:, order],
            scale=0.5,
        )
    )

    n = len(order)
    assert_array_equal(scores_before_softmax(reordered), scores_before_softmax(plain)[:, order])
    assert np.abs(reordered.weights - plain.weights[:, order]).max() <= 8 * EPS
    largest = np.abs(inputs.value).max()
    assert np.abs(reordered.output - plain.output).max() <= 8 * n * EPS * largest


@given(calculations(dyadic, scale=0.5, softcap=None), st.data())
@thoroughly
def test_a_reader_gets_the_same_alone_as_among_others(inputs, data):
    i = data.draw(st.integers(0, inputs.query.shape[0] - 1))
    together = attend(inputs)

    alone = attend(
        AttentionInputs(
            inputs.query[[i]],
            inputs.key,
            inputs.value,
            allowed=None if inputs.allowed is None else inputs.allowed[[i]],
            bias=None if inputs.bias is None else inputs.bias[[i]],
            scale=0.5,
        )
    )

    assert_array_equal(scores_before_softmax(alone)[0], scores_before_softmax(together)[i])
    assert_array_equal(alone.weights[0], together.weights[i])
    n, largest = inputs.key.shape[0], np.abs(inputs.value).max()
    assert np.abs(alone.output[0] - together.output[i]).max() <= 2 * n * EPS * largest


@given(calculations(dyadic, values=st.floats(-1e3, 1e3), scale=0.5))
@thoroughly
def test_outputs_lie_between_the_smallest_and_the_largest_value_read(inputs):
    trace = attend(inputs)

    for i, row in enumerate(trace.output):
        read = slice(None) if inputs.allowed is None else inputs.allowed[i]
        values = inputs.value[read]
        if len(values):
            rounded = 2 * len(inputs.value) + 8
            slack = rounded * (EPS * np.abs(values).max(axis=0) + SMALLEST)
            assert (values.min(axis=0) - slack <= row).all()
            assert (row <= values.max(axis=0) + slack).all()


# Figures worked out by others


def test_the_first_example_gives_exactly_twenty():
    trace = attend(AttentionInputs([[1, 0]], [[1, 0], [0, 1], [1, 1]], [[10], [20], [30]]))

    weights = [0.4011120926797859, 0.1977758146404282, 0.4011120926797859]
    assert trace.scores.tolist() == [[1.0, 0.0, 1.0]]
    assert trace.scaled_scores.tolist() == [[0.7071067811865475, 0.0, 0.7071067811865475]]
    assert trace.capped_scores is None
    assert trace.masked_scores is None
    assert trace.weights.tolist() == [weights]
    assert trace.weights.sum(axis=1).tolist() == [1.0]
    assert trace.output.tolist() == [[20.0]]


@pytest.mark.parametrize(
    ("query", "output"), [([1, 0], 20.0), ([0, 2], 23.3742), ([1, -1], 17.0802)]
)
def test_readers_that_differ_get_outputs_that_differ(query, output):
    key, value = [[1, 0], [0, 1], [1, 1]], [[10], [20], [30]]

    alone = attend(AttentionInputs([query], key, value))
    together = attend(AttentionInputs([[1, 0], [0, 2], [1, -1]], key, value))

    assert round(float(alone.output[0, 0]), 4) == output
    assert output in np.round(together.output, 4)


def test_the_softmax_goes_along_rows_and_not_along_columns():
    trace = attend(AttentionInputs([[1, 2], [4, 3]], [[1, 0], [0, 1]], [[0], [1]], scale=1))

    low, high = 0.2689414213699951, 0.7310585786300049  # 1/(1+e), e/(1+e)
    assert trace.scores.tolist() == [[1.0, 2.0], [4.0, 3.0]]
    np.testing.assert_allclose(trace.weights, [[low, high], [high, low]], rtol=0, atol=4 * EPS)
    trace = attend(AttentionInputs([[1, 2], [3, 4]], [[1, 0], [0, 1]], [[0], [1]], scale=1))
    np.testing.assert_allclose(trace.weights, [[low, high], [low, high]], rtol=0, atol=4 * EPS)


def test_a_score_of_two_from_four_components_is_scaled_to_one():
    trace = attend(AttentionInputs([[1, 1, 0, 0]], [[1, 1, 5, 5]], [[1]]))

    assert trace.scores.tolist() == [[2.0]]
    assert trace.scaled_scores.tolist() == [[1.0]]


@pytest.mark.parametrize(
    ("n_query", "n_key", "d", "d_value"),
    [(1, 1, 1, 1), (1, 5, 2, 3), (5, 1, 3, 2), (2, 3, 4, 1), (4, 2, 1, 6), (1, 3, 2, 1)],
)
def test_every_array_has_the_shape_of_its_axes(n_query, n_key, d, d_value):
    random = np.random.default_rng(7)
    inputs = AttentionInputs(
        random.normal(size=(n_query, d)),
        random.normal(size=(n_key, d)),
        random.normal(size=(n_key, d_value)),
        bias=random.normal(size=(n_query, n_key)),
        softcap=3.0,
    )

    trace = attend(inputs)

    for name in ("scores", "scaled_scores", "capped_scores", "masked_scores", "weights"):
        assert getattr(trace, name).shape == (n_query, n_key)
    assert trace.output.shape == (n_query, d_value)


# Extremes


@pytest.mark.parametrize(
    ("scores", "weights"),
    [
        ([1e300, -1e300], [1.0, 0.0]),
        ([1e300, 1e300, -1e300], [0.5, 0.5, 0.0]),
        ([-1e300, -1e300], [0.5, 0.5]),
        ([LARGEST, -LARGEST], [1.0, 0.0]),
        ([-LARGEST, -LARGEST, -LARGEST, -LARGEST], [0.25, 0.25, 0.25, 0.25]),
        ([TINY, -TINY], [0.5, 0.5]),
        ([2.0**-1022, 0.0, -(2.0**-1030), 5 * TINY], [0.25, 0.25, 0.25, 0.25]),
        ([1e300, TINY], [1.0, 0.0]),
        ([0.0, -1000.0], [1.0, 0.0]),
        ([1000.0, 1000.0], [0.5, 0.5]),
        ([-0.0, 0.0], [0.5, 0.5]),
    ],
)
def test_the_largest_and_smallest_scores_give_the_right_weights(scores, weights):
    key = [[score] for score in scores]

    trace = attend(AttentionInputs([[1]], key, key, scale=1))

    assert trace.scores.tolist() == [scores]
    assert trace.weights.tolist() == [weights]
    assert np.isfinite(trace.output).all()


def test_a_weight_too_small_for_full_precision_is_still_there():
    trace = attend(AttentionInputs([[1]], [[0], [-745]], [[0], [1e300]], scale=1))

    assert trace.weights.tolist() == [[1.0, TINY]]  # e⁻⁷⁴⁵ is 0.571 of TINY
    assert trace.output.tolist() == [[TINY * 1e300]]


def test_equal_values_as_large_as_can_be_stored_are_not_mixed_to_infinity():
    trace = attend(AttentionInputs([[0]], [[0], [0]], [[LARGEST], [LARGEST]]))

    assert trace.output.tolist() == [[LARGEST]]


# Masks


def test_the_huge_value_of_a_blocked_source_does_not_matter():
    query, key = [[1, 0], [0, 1]], [[1, 0], [5, 5], [0, 1]]
    allowed = [[True, False, True], [True, False, True]]
    absent = attend(AttentionInputs(query, [key[0], key[2]], [[10], [30]]))
    harmless = attend(AttentionInputs(query, key, [[10], [0], [30]], allowed=allowed))

    trace = attend(AttentionInputs(query, key, [[10], [LARGEST], [30]], allowed=allowed))

    assert_array_equal(trace.weights[:, [0, 2]], absent.weights)
    assert_array_equal(trace.weights[:, 1], 0.0)
    assert_array_equal(trace.output, harmless.output)
    np.testing.assert_allclose(trace.output, absent.output, rtol=4 * EPS)


def test_a_blocked_source_with_the_largest_score_does_not_matter():
    allowed = [[False, True, True]]

    trace = attend(AttentionInputs([[1]], [[1e300], [2], [2]], [[1], [2], [4]], allowed=allowed))

    assert trace.masked_scores.tolist() == [[-math.inf, 2.0, 2.0]]
    assert trace.weights.tolist() == [[0.0, 0.5, 0.5]]
    assert trace.output.tolist() == [[3.0]]


def test_a_reader_that_may_read_nothing_gets_zeros_and_the_others_what_they_would_get():
    query, key, value = [[1, 0], [0, 1]], [[1, 0], [0, 1]], [[10], [20]]
    plain = attend(AttentionInputs(query, key, value))

    trace = attend(AttentionInputs(query, key, value, allowed=[[False, False], [True, True]]))

    assert trace.masked_scores[0].tolist() == [-math.inf, -math.inf]
    assert trace.weights[0].tolist() == [0.0, 0.0]
    assert trace.output[0].tolist() == [0.0]
    assert_array_equal(trace.weights[1], plain.weights[1])
    assert_array_equal(trace.output[1], plain.output[1])


def test_true_lets_read_and_a_row_is_the_reader():
    trace = attend(
        AttentionInputs(
            [[1], [1], [1]],
            [[0], [0], [0]],
            [[1], [10], [100]],
            allowed=[[True, False, False], [True, True, False], [True, True, True]],
        )
    )

    assert trace.weights[0].tolist() == [1.0, 0.0, 0.0]
    assert trace.weights[1].tolist() == [0.5, 0.5, 0.0]
    assert trace.output[:2].tolist() == [[1.0], [5.5]]
    assert trace.output[2, 0] == pytest.approx(37, rel=4 * EPS)


def test_a_bias_of_minus_a_billion_on_a_whole_row_is_no_mask():
    trace = attend(AttentionInputs([[0]], [[1], [2]], [[10], [20]], bias=[[-1e9, -1e9]]))

    assert trace.weights.tolist() == [[0.5, 0.5]]
    assert trace.output.tolist() == [[15.0]]
