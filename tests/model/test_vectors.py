"""From tokens and vectors to queries, keys and values, against loops over the definition."""

import math
from dataclasses import replace
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from numpy.testing import assert_allclose, assert_array_equal

from explorer.model import (
    AttentionInputs,
    Granularity,
    InputError,
    Place,
    attend,
    explain,
    explain_term,
    gradients,
    walkthrough,
)
from explorer.model.explanation import equations, formula_up_to
from explorer.model.glossary import meaning_of, size_of, symbol_table
from explorer.model.readers import number_with
from explorer.model.rendering import to_latex, to_text
from explorer.model.stages.sinusoids import sinusoids
from explorer.model.vectors import typed_in, vectors_of

EPS = 2.0**-52
TINY = 2.0**-1074
ROLES = ("query", "key", "value")


def table(rows, columns, cells):
    row = st.lists(cells, min_size=columns, max_size=columns)
    return st.lists(row, min_size=rows, max_size=rows)


@st.composite
def texts(draw, cells, sinusoidal=True):
    """The arguments of a text that starts from tokens or from vectors."""
    n, d_model, d, d_value, n_vocabulary = (draw(st.integers(1, 4)) for _ in range(5))
    if draw(st.booleans()):
        tokens = draw(st.lists(st.integers(0, n_vocabulary - 1), min_size=n, max_size=n))
        start = {"vocabulary": draw(table(n_vocabulary, d_model, cells)), "tokens": tokens}
    else:
        start = {"embeddings": draw(table(n, d_model, cells))}
    added = [{}, {"positions": draw(table(n, d_model, cells))}]
    widths = {"query": d, "key": d, "value": d_value}
    projections = {
        f"{role}_projection": draw(table(d_model, w, cells)) for role, w in widths.items()
    }
    biases = draw(st.sets(st.sampled_from(ROLES)))
    rows = {f"{role}_bias": draw(table(1, widths[role], cells))[0] for role in sorted(biases)}
    positions = draw(st.sampled_from([*added, {"sinusoidal": True}] if sinusoidal else added))
    return {**start, **positions, **projections, **rows}


def vectors_by_hand(arguments):
    """The vectors that are projected, row by row, as fractions."""
    if "tokens" in arguments:
        rows = [arguments["vocabulary"][token] for token in arguments["tokens"]]
    else:
        rows = arguments["embeddings"]
    positions = arguments.get("positions")
    added = positions if positions is not None else [[0] * len(rows[0])] * len(rows)
    return [
        [Fraction(x) + Fraction(p) for x, p in zip(row, more, strict=True)]
        for row, more in zip(rows, added, strict=True)
    ]


def projected_by_hand(arguments, role):
    """X·W + b by two loops."""
    projection = arguments[f"{role}_projection"]
    bias = arguments.get(f"{role}_bias", [0] * len(projection[0]))
    return [
        [
            sum((x * Fraction(weights[column]) for x, weights in zip(row, projection, strict=True)))
            + Fraction(bias[column])
            for column in range(len(bias))
        ]
        for row in vectors_by_hand(arguments)
    ]


@given(texts(st.integers(-20, 20), sinusoidal=False))
def test_queries_keys_and_values_of_whole_numbers_are_exactly_those_of_the_definition(arguments):
    trace = attend(AttentionInputs(**arguments))

    for role in ROLES:
        assert trace.arrays[role].tolist() == projected_by_hand(arguments, role)


@settings(deadline=None)
@given(texts(st.floats(-100, 100), sinusoidal=False))
def test_projections_are_rounded_no_more_than_a_sum_of_products(arguments):
    """Within (d_model + 2)·EPS of the sum of the sizes of the terms, in whatever order."""
    trace = attend(AttentionInputs(**arguments))

    sizes = attend(AttentionInputs(**{name: of_sizes(part) for name, part in arguments.items()}))
    for role in ROLES:
        exact = projected_by_hand(arguments, role)
        for row, column in np.ndindex(trace.arrays[role].shape):
            bound = (trace.inputs.d_model + 3) * (EPS * sizes.arrays[role][row, column] + TINY)
            assert abs(Fraction(trace.arrays[role][row, column]) - exact[row][column]) <= bound


def of_sizes(part):
    """Every number without its sign; row numbers of the vocabulary have none."""
    return np.abs(part) if isinstance(part[0], list | float) else part


@settings(deadline=None)
@given(texts(st.floats(-3, 3)))
def test_what_follows_is_what_follows_from_the_same_queries_keys_and_values_typed_in(arguments):
    trace = attend(AttentionInputs(**arguments))

    again = attend(AttentionInputs(trace.query, trace.key, trace.value))
    assert [stage.name for stage in trace.stages][-4:] == [stage.name for stage in again.stages]
    for stage in again.stages:
        assert_array_equal(trace.arrays[stage.name], again.arrays[stage.name])


def text(**changes):
    """`the cat the`, as whole numbers."""
    arguments = {
        "vocabulary": [[1, 0, 2], [0, 3, 1]],
        "tokens": [0, 1, 0],
        "query_projection": [[1, 0], [0, 1], [1, 1]],
        "key_projection": [[2, 0], [0, 1], [0, 1]],
        "value_projection": [[1], [0], [2]],
    }
    return AttentionInputs(**{**arguments, **changes})


def names_of_stages(inputs):
    return [stage.name for stage in attend(inputs).stages]


@pytest.mark.parametrize(
    ("inputs", "first"),
    [
        (text(), ["embeddings", "query", "key", "value", "scores"]),
        (
            text(sinusoidal=True),
            ["embeddings", "positions", "positioned", "query", "key", "value", "scores"],
        ),
        (
            text(positions=np.ones((3, 3))),
            ["embeddings", "positioned", "query", "key", "value", "scores"],
        ),
        (
            text(vocabulary=None, tokens=None, embeddings=np.ones((2, 3))),
            ["query", "key", "value", "scores"],
        ),
    ],
)
def test_the_stages_that_take_part_follow_from_where_it_starts(inputs, first):
    assert names_of_stages(inputs)[: len(first)] == first


def test_the_same_token_has_one_vector_wherever_it_stands():
    trace = attend(text())

    for name in ("embeddings", "query", "key", "value", "scores", "output"):
        assert trace.arrays[name][0].tolist() == trace.arrays[name][2].tolist()
    assert trace.embeddings[0].tolist() == [1, 0, 2]


def test_changing_the_row_of_a_token_changes_every_position_it_stands_at_and_no_other():
    before = attend(text())
    after = attend(text(vocabulary=[[5, 0, 2], [0, 3, 1]]))

    changed = (before.embeddings != after.embeddings).any(axis=1)
    assert changed.tolist() == [True, False, True]
    assert (before.query != after.query).any(axis=1).tolist() == [True, False, True]


@pytest.mark.parametrize("positions", [{"sinusoidal": True}, {"positions": np.eye(3)}])
def test_with_position_vectors_the_same_token_differs_at_two_places(positions):
    trace = attend(text(**positions))

    assert trace.embeddings[0].tolist() == trace.embeddings[2].tolist()
    assert_array_equal(trace.positioned, trace.embeddings + trace.arrays["positions"])
    for name in ("positioned", "query", "output"):
        assert trace.arrays[name][0].tolist() != trace.arrays[name][2].tolist()


@given(st.integers(1, 30), st.integers(1, 12))
def test_sinusoids_follow_the_formula_of_the_paper(n, d_model):
    """PE(pos, 2i) = sin(pos/10000^(2i/d_model)), PE(pos, 2i+1) = cos of the same."""
    made = sinusoids(n, d_model)

    assert made.shape == (n, d_model)
    for position, column in np.ndindex(n, d_model):
        pair = column // 2
        wave = math.sin if column % 2 == 0 else math.cos
        expected = wave(position / 10000 ** (2 * pair / d_model))
        assert made[position, column] == pytest.approx(expected, rel=1e-13, abs=1e-15)


def test_sinusoids_have_the_published_first_rows():
    """sin 0 = 0 and cos 0 = 1; then sin 1 = 0.84147 and cos 1 = 0.54030, and a slower pair."""
    made = sinusoids(2, 4)

    assert made[0].tolist() == [0, 1, 0, 1]
    assert_allclose(made[1], [0.84147098, 0.54030231, 0.00999983, 0.99995], atol=5e-9)


def test_only_what_depends_on_a_change_is_worked_out_again():
    before = attend(text(sinusoidal=True))
    moved = replace(before.inputs, value_projection=[[2.0], [0.0], [2.0]])
    after = attend(moved, before)

    kept = [name for name in after.arrays if after.arrays[name] is before.arrays.get(name)]
    assert set(after.arrays) - set(kept) == {"value_projection", "value", "output"}


def test_other_tokens_give_other_vectors_also_when_computed_after_a_trace():
    before = attend(text())
    after = attend(replace(before.inputs, tokens=(1, 1, 0)), before)

    assert after.embeddings.tolist() == [[0, 3, 1], [0, 3, 1], [1, 0, 2]]
    same = attend(replace(before.inputs, tokens=(0, 1, 0)), before)
    assert same.embeddings is before.embeddings


@pytest.mark.parametrize(
    ("place", "written"),
    [
        (Place("embeddings", 2, 2), "x₃₃ = 2 = 2"),
        (Place("positions", 1, 0), "p₂₁ = sin(1) ≈ 0.841"),
        (Place("positions", 1, 1), "p₂₂ = cos(1) ≈ 0.54"),
        (Place("angles", 1, 2), "φ₂₃ = 1 / 464.159 ≈ 0.002"),
        (Place("positioned", 1, 0), "h₂₁ = 0 + 0.841 ≈ 0.841"),
        (Place("query", 0, 1), "q₁₂ = 1×0 + 1×1 + 2×1 + 0.5 = 3.5"),
        (Place("key", 0, 0), "k₁₁ = 1×2 + 1×0 + 2×0 = 2"),
        (Place("value", 0, 0), "v₁₁ = 1×1 + 1×0 + 2×2 = 5"),
        (Place("vocabulary", 1, 2), "E₂₃ = 1"),
        (Place("query_projection", 2, 0), "w_Q₃₁ = 1"),
        (Place("query_bias", 0, 1), "b_Q₂ = 0.5"),
    ],
)
def test_each_number_is_explained_by_its_arithmetic(place, written):
    trace = attend(text(sinusoidal=True, query_bias=[0, 0.5]))
    assert explain(trace, place.array, place.row, place.column).text() == written


def test_a_vector_leads_to_the_row_of_its_token_in_the_vocabulary():
    derivation = explain(attend(text()), "embeddings", 2, 1)

    assert [number.place for number in derivation.terms] == [Place("vocabulary", 0, 1)]


def test_a_product_of_a_projection_is_explained_on_its_own_and_so_is_the_bias():
    trace = attend(text(query_bias=[0, 0.5]))

    product = explain_term(trace, Place("query", 0, 1), 2)
    assert product.text() == "x₁₃·w_Q₃₂ = 2×1 = 2"
    assert product.note == "Product 3 of 4."
    bias = explain_term(trace, Place("query", 0, 1), 3)
    assert bias.result == 0.5
    assert bias.note == "Term 4 of 4."


def test_symbols_with_a_label_are_written_below_in_latex():
    trace = attend(text(query_bias=[0, 0.5]))

    assert explain(trace, "query_projection", 0, 1).latex() == "w_{Q,12} = 0"
    query = formula_up_to(trace, trace.stage("query"))
    assert to_latex(query) == r"X \cdot W_{Q} + b_{Q}"


def test_a_walk_goes_from_the_tokens_to_the_output_and_explains_every_step():
    trace = attend(text(sinusoidal=True, query_bias=[0, 0.5]))

    for granularity in Granularity:
        steps = walkthrough(trace, granularity)
        assert list(dict.fromkeys(trace.owner(step.stage).name for step in steps)) == [
            stage.name for stage in trace.stages
        ]
        for position, step in enumerate(steps):
            assert step.derivation.text()
            assert steps.position(step.place, step.term or 0) == position


def test_a_walk_by_products_counts_the_bias_as_one_step():
    steps = walkthrough(attend(text(query_bias=[0, 0.5])), Granularity.TERM)

    of_queries = [step for step in steps if step.stage == "query"]
    assert len(of_queries) == 3 * 2 * (3 + 1)


@pytest.mark.parametrize(
    ("inputs", "written"),
    [
        (
            text(),
            ["X = E[tokens]", "Q = X·W_Q", "K = X·W_K", "V = X·W_V", "Y = softmax(Q·Kᵀ / √d)·V"],
        ),
        (
            text(sinusoidal=True, key_bias=[1, 1]),
            [
                "X = E[tokens]",
                "P = sinusoids(n)",
                "H = X + P",
                "Q = H·W_Q",
                "K = H·W_K + b_K",
                "V = H·W_V",
                "Y = softmax(Q·Kᵀ / √d)·V",
            ],
        ),
        (AttentionInputs([[1]], [[1]], [[1]]), ["Y = softmax(Q·Kᵀ / √d)·V"]),
    ],
)
def test_the_formula_has_a_line_for_each_table_that_is_computed(inputs, written):
    lines = equations(attend(inputs))
    assert [f"{to_text(line.left)} = {to_text(line.right)}" for line in lines] == written


def test_the_symbol_table_has_the_symbols_that_take_part_and_their_sizes():
    trace = attend(text(query_bias=[0, 0.5]))
    sizes = {to_text(line.symbol): size_of(trace, line) for line in symbol_table(trace)}

    assert sizes["E"] == "2 × 3"
    assert sizes["X"] == "3 × 3"
    assert sizes["W_V"] == "3 × 1"
    assert sizes["b_Q"] == "1 × 2"
    assert not {"b_K", "P", "H"} & sizes.keys()
    assert all(meaning_of(trace, line.left) for line in equations(trace))


def test_the_same_calculation_with_its_vectors_typed_in_has_the_same_numbers():
    trace = attend(text(sinusoidal=True, query_bias=[0, 0.5], scale=0.3))
    frozen = typed_in(trace)

    assert not frozen.is_projected
    assert frozen.scale == 0.3
    assert_array_equal(attend(frozen).output, trace.output)
    assert typed_in(attend(frozen)) is frozen


CELLS = [
    Place("vocabulary", 0, 2),
    Place("positions", 1, 0),
    Place("query_projection", 2, 1),
    Place("key_bias", 0, 0),
    Place("value_projection", 0, 0),
    Place("bias", 1, 2),
]
TARGETS = [
    Place("embeddings", 2, 2),
    Place("positioned", 1, 0),
    Place("query", 1, 1),
    Place("key", 2, 0),
    Place("scores", 1, 2),
    Place("output", 2, 0),
]


@pytest.mark.parametrize("cell", CELLS, ids=lambda cell: cell.array)
@pytest.mark.parametrize("target", TARGETS, ids=lambda target: target.array)
def test_a_number_after_an_edit_is_that_of_the_whole_calculation(cell, target):
    inputs = text(positions=np.ones((3, 3)), key_bias=[1, 2], bias=np.zeros((3, 3)))
    changed = np.array(getattr(inputs, cell.array))
    changed[cell.row, cell.column] = 7.0

    expected = attend(replace(inputs, **{cell.array: changed})).number(target)
    assert number_with(inputs, cell, 7.0, target) == pytest.approx(expected, rel=1e-15)


def test_only_the_stages_before_the_scores_make_the_vectors():
    trace = vectors_of(text(sinusoidal=True))
    assert [stage.name for stage in trace.stages][-1] == "value"
    assert trace.scores is None


def test_the_gradients_agree_with_central_differences():
    random = np.random.default_rng(417)
    shapes = {
        "vocabulary": (3, 4),
        "positions": (4, 4),
        "query_projection": (4, 2),
        "key_projection": (4, 2),
        "value_projection": (4, 3),
        "query_bias": (1, 2),
        "key_bias": (1, 2),
        "value_bias": (1, 3),
        "bias": (4, 4),
    }
    arrays = {name: random.normal(size=shape) for name, shape in shapes.items()}
    upstream = random.normal(size=(4, 3))

    def loss(changed):
        inputs = AttentionInputs(**changed, tokens=[0, 2, 0, 1], scale=0.8)
        return float((attend(inputs).output * upstream).sum())

    computed = gradients(
        attend(AttentionInputs(**arrays, tokens=[0, 2, 0, 1], scale=0.8)), upstream
    )

    step = 2.0**-17
    for name, array in arrays.items():
        numeric = np.empty_like(array)
        for index in np.ndindex(array.shape):
            up, down = array.copy(), array.copy()
            up[index] += step
            down[index] -= step
            numeric[index] = (loss({**arrays, name: up}) - loss({**arrays, name: down})) / (
                2 * step
            )
        assert_allclose(getattr(computed, name), numeric, rtol=2e-8, atol=2e-8, err_msg=name)
        # Whatever is added to all keys alike is added to all scores of a row alike.
        assert np.abs(numeric).max() > 0.01 or name == "key_bias"


def test_the_gradient_of_a_token_that_stands_twice_is_the_sum_of_both():
    trace = attend(text())
    found = gradients(trace, [[1], [2], [3]])

    assert_allclose(found.vocabulary[0], found.embeddings[0] + found.embeddings[2])
    assert_allclose(found.vocabulary[1], found.embeddings[1])
    assert found.positions is None
    assert found.query.shape == trace.query.shape


def test_a_projection_that_grows_too_large_to_store_is_refused_with_its_place():
    with pytest.raises(InputError) as refusal:
        attend(text(vocabulary=[[1e200, 0, 0], [0, 0, 0]], query_projection=np.full((3, 2), 1e200)))
    assert refusal.value.place == "query[0][0]"


@pytest.mark.parametrize(
    ("tokens", "message"),
    [
        ([], "tokens: expected at least one token, found none"),
        ([0, 2], "tokens[1]: expected the number of a row of vocabulary, 0 to 1, found 2"),
        ([0, -1], "tokens[1]: expected the number of a row of vocabulary, 0 to 1, found -1"),
        ([True], "tokens[0]: expected the number of a row of vocabulary, 0 to 1, found true"),
        ([0.0], "tokens[0]: expected the number of a row of vocabulary, 0 to 1, found 0.0"),
    ],
)
def test_tokens_that_are_no_rows_of_the_vocabulary_are_refused(tokens, message):
    with pytest.raises(InputError) as refusal:
        text(tokens=tokens)
    assert str(refusal.value) == message


@pytest.mark.parametrize(
    ("changes", "message"),
    [
        ({"vocabulary": None}, "vocabulary: expected tokens and vocabulary together"),
        ({"tokens": None}, "tokens: expected tokens and vocabulary together"),
        (
            {"tokens": None, "vocabulary": None},
            "embeddings: expected embeddings, or tokens and vocabulary, found neither",
        ),
        (
            {"query_bias": ["1", 2]},
            'query_bias[0]: expected a number, found "1"',
        ),
        ({"query_bias": [1, math.inf]}, "query_bias[1]: expected a finite number, found inf"),
        ({"query_bias": 3}, "query_bias: expected a list of numbers, found 3"),
    ],
)
def test_a_start_that_is_not_complete_is_refused(changes, message):
    with pytest.raises(InputError) as refusal:
        text(**changes)
    assert str(refusal.value).startswith(message)


@pytest.mark.parametrize(
    "given", [[0.5, 0], (0.5, 0), np.array([0.5, 0]), np.array([[0.5, 0]])], ids=repr
)
def test_a_bias_vector_may_be_a_list_or_a_row(given):
    assert text(query_bias=given).query_bias.tolist() == [[0.5, 0]]
