"""What is told about own numbers: right, a mistake by name, or the first cell that differs."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.files import numbers_from_text
from explorer.files.matrix_text import format_matrix
from explorer.model import (
    AttentionInputs,
    InputError,
    Place,
    Scenario,
    Verdict,
    attend,
    diagnose,
)
from explorer.model.convention import Convention
from explorer.model.diagnosis.comparing import Closeness
from explorer.model.diagnosis.words import (
    first_difference,
    sentences,
    sentences_without_values,
    summary,
    wanted,
)
from explorer.model.expressions import evaluate
from explorer.model.scenario import default_names
from explorer.model.slips.catalogue import SLIPS
from explorer.model.slips.pairs import PAIRS

KEYS, VALUES = [[1, 0], [0, 1], [1, 1]], [[10], [20], [30]]
ASYMMETRIC = AttentionInputs([[1, 0], [0, 2], [1, -1]], KEYS, VALUES)
SEED = AttentionInputs([[1, 0]], KEYS, VALUES)
NAN = float("nan")
BY_NAME = {slip.name: slip for slip in (*SLIPS, *PAIRS)}


def random_inputs(seed=0, n_query=4, n_key=4, d=3, d_value=2, **more):
    rng = np.random.default_rng(seed)
    shapes = ((n_query, d), (n_key, d), (n_key, d_value))
    return AttentionInputs(*(rng.normal(size=shape) for shape in shapes), **more)


def causal(n_query=4, n_key=4, **more):
    allowed = np.tri(n_query, n_key, dtype=bool)
    return random_inputs(n_query=n_query, n_key=n_key, allowed=allowed, **more)


def names(matches):
    return [match.slip.name for match in matches]


def words(inputs, diagnosis):
    scenario = Scenario(
        query=inputs.query,
        key=inputs.key,
        value=inputs.value,
        queries=default_names("Query", inputs.shape[0]),
        sources=default_names("Source", inputs.shape[1]),
    )
    return sentences(diagnosis, scenario, attend(inputs))


# Known mistakes


@pytest.mark.parametrize(
    ("output", "name"),
    [
        ([20, 24.0493, 15.7949], "scale-left-out"),
        ([20, 22.6696, 18.0072], "divided-by-d"),
        ([20, 24.5694, 14.1878], "multiplied-by-root-d"),
        ([16.0984, 33.9306, 9.9710], "softmax-by-column"),
        ([5.6799, 12.1132, 3.3781], "softmax-over-all-cells"),
    ],
)
def test_the_published_figures_are_traced_back_to_their_mistake(output, name):
    diagnosis = diagnose(ASYMMETRIC, output=output)
    assert diagnosis.verdict is Verdict.SLIP
    assert names(diagnosis.matches) == [name]
    (match,) = diagnosis.matches
    assert match.cells == 3
    assert match.largest_difference < 5e-5
    assert not diagnosis.is_right


def test_the_summary_names_the_mistake_the_cells_and_the_largest_difference():
    diagnosis = diagnose(ASYMMETRIC, output=[20, 24.0493, 15.7949])
    expected = "matches: The scale left out (all 3 cells, largest difference 2.48e−5)"
    assert summary(diagnosis) == expected
    assert words(ASYMMETRIC, diagnosis)[1].startswith(
        "These numbers come out when the scale is left out. Dot products grow"
    )


def test_two_mistakes_together_are_told_by_both_names():
    pair = BY_NAME["scale-left-out+softmax-by-column"]
    diagnosis = diagnose(ASYMMETRIC, output=np.round(pair.forward(ASYMMETRIC).output, 4))
    assert diagnosis.verdict is Verdict.TWO_SLIPS
    assert [slip.name for slip in diagnosis.matches[0].slip.parts] == [
        "scale-left-out",
        "softmax-by-column",
    ]


def test_mistakes_that_give_the_same_numbers_are_told_together_with_what_decides():
    inputs = causal(2, 2)
    diagnosis = diagnose(inputs, output=BY_NAME["mask-left-out"].forward(inputs).output)
    assert diagnosis.verdict is Verdict.SEVERAL
    assert names(diagnosis.matches) == ["mask-left-out", "causal-one-too-far"]
    assert diagnosis.tell_apart.table is None
    assert diagnosis.tell_apart.change is None
    assert "cannot be told here" in words(inputs, diagnosis)[-1]


def test_a_table_stored_in_single_precision_rules_out_no_mistake_by_its_rounding():
    """Both explain these shares next to 0 and 1; only the estimate for one of them is wider."""
    inputs = AttentionInputs(
        [[-3, -3, -6, 3, 9], [-6, -6, 6, -6, 0]],
        [[-9, -6, 3, 0, 0], [6, 6, 9, -9, -9]],
        [[0, 2, 0, -2], [-1, 2, -2, 3]],
        bias=[[-0.36, -0.5], [0.54, -0.64]],
    )
    trace = BY_NAME["bias-left-out"].forward(inputs)
    output = [[float(f"{number:.3e}") for number in row] for row in trace.output]
    diagnosis = diagnose(inputs, weights=trace.weights.astype(np.float32), output=output)
    assert names(diagnosis.matches) == ["bias-left-out", "shifted-exponential-not-divided"]


def test_another_table_is_asked_for_where_it_decides_between_mistakes():
    inputs = AttentionInputs([[1, 0]], KEYS, VALUES, allowed=[[True, False, True]])
    diagnosis = diagnose(inputs, output=[[20]])
    alike = names(diagnosis.alike)
    assert diagnosis.verdict is Verdict.RIGHT
    assert {"scale-left-out", "mask-left-out"} <= set(alike)
    assert diagnosis.tell_apart.change is not None or diagnosis.tell_apart.table is not None


def test_a_mistake_with_another_width_of_output_is_found_all_the_same():
    diagnosis = diagnose(ASYMMETRIC, output=BY_NAME["keys-mixed"].forward(ASYMMETRIC).output)
    assert names(diagnosis.matches) == ["keys-mixed"]


def test_numbers_that_agree_with_a_mistake_in_all_cells_but_one_are_not_that_mistake():
    inputs = random_inputs()
    output = BY_NAME["softmax-by-column"].forward(inputs).output.copy()
    output[3, 1] += 0.01
    assert diagnose(inputs, output=output).verdict is Verdict.DIFFERENT


def test_a_fault_in_a_reader_that_is_not_among_the_first_is_seen():
    inputs = random_inputs(n_query=64, n_key=64)
    wrong = BY_NAME["scale-left-out"].forward(inputs).output.copy()
    assert names(diagnose(inputs, output=wrong).matches) == ["scale-left-out"]
    wrong[37] = attend(inputs).output[37]
    assert diagnose(inputs, output=wrong).verdict is Verdict.DIFFERENT


# Right numbers


@pytest.mark.parametrize(
    ("output", "closeness"),
    [
        ([20, 23.3742, 17.0802], Closeness.DECIMALS),
        ([20, 23, 17], Closeness.DECIMALS),
        ([20, 23.4, 17.08], Closeness.WRITTEN),
        ([20, 23.37, 17.08], Closeness.DECIMALS),
        ([20, 23.3, 17.0], Closeness.CUT_OFF),
        (attend(ASYMMETRIC).output.astype(np.float32), Closeness.SINGLE),
        (attend(ASYMMETRIC).output.astype(np.float16), Closeness.HALF),
    ],
)
def test_rounded_numbers_are_right_except_for_rounding(output, closeness):
    diagnosis = diagnose(ASYMMETRIC, output=output)
    assert diagnosis.verdict is Verdict.ROUNDED
    assert diagnosis.closeness is closeness
    assert diagnosis.is_right
    assert summary(diagnosis).startswith("right except for ")


def test_exact_numbers_are_right():
    diagnosis = diagnose(ASYMMETRIC, output=attend(ASYMMETRIC).output)
    assert (diagnosis.verdict, diagnosis.largest_difference) == (Verdict.RIGHT, 0)
    assert summary(diagnosis) == "right, all 3 cells"


def test_the_order_of_summation_makes_nothing_wrong():
    inputs = random_inputs(n_query=30, n_key=40, d=64)
    query, key, value = (np.asarray(a)[:, ::-1] for a in (inputs.query, inputs.key, inputs.value))
    powers = np.exp(np.einsum("id,jd->ij", query, key) / 8)
    weights = powers / powers.sum(axis=1, keepdims=True)
    diagnosis = diagnose(inputs, weights=weights, output=(weights @ value)[:, ::-1])
    assert diagnosis.verdict is Verdict.RIGHT


def test_doubles_with_every_digit_are_not_taken_for_rounded_ones():
    output = attend(ASYMMETRIC).output + 1e-9
    assert diagnose(ASYMMETRIC, output=output).verdict is Verdict.ROUNDED  # single precision
    assert diagnose(ASYMMETRIC, output=output + 1e-3).verdict is Verdict.DIFFERENT


def test_numbers_rounded_on_the_way_are_right_and_say_where_they_were():
    diagnosis = diagnose(ASYMMETRIC, output=[20, 23.38, 17.0])
    assert diagnosis.verdict is Verdict.ROUNDED
    assert diagnosis.by_hand.name == "weights-rounded-3"
    assert "the weights are rounded to 3 decimals" in summary(diagnosis)


def test_right_numbers_say_which_mistakes_they_do_not_rule_out():
    diagnosis = diagnose(SEED, output=[[20.0]])
    assert diagnosis.verdict is Verdict.RIGHT
    assert {"scale-left-out", "divided-by-d", "multiplied-by-root-d"} <= set(names(diagnosis.alike))
    assert diagnosis.tell_apart.table == "weights"
    both = diagnose(SEED, output=[[20.0]], weights=attend(SEED).weights)
    assert names(both.alike) == []


def test_a_mistake_after_the_tables_given_is_not_mentioned():
    diagnosis = diagnose(ASYMMETRIC, scores=attend(ASYMMETRIC).scores)
    assert diagnosis.verdict is Verdict.RIGHT
    assert diagnosis.alike == ()


# Numbers that differ


def test_the_first_cell_that_differs_comes_with_the_derivation_of_the_right_value():
    diagnosis = diagnose(ASYMMETRIC, output=[20, 23.37, 17.99])
    found = diagnosis.difference
    assert diagnosis.verdict is Verdict.DIFFERENT
    assert found.place == Place("output", 2, 0)
    assert (found.given, found.count, found.cells) == (17.99, 1, 3)
    assert evaluate(found.derivation.forms[0]) == pytest.approx(found.right)


def test_the_first_stage_that_differs_comes_first_and_what_follows_from_it_is_no_other_fault():
    trace = attend(ASYMMETRIC)
    scores = trace.scores.copy()
    scores[2, 2] = 1.25
    scaled = scores / np.sqrt(2)
    weights = np.exp(scaled) / np.exp(scaled).sum(axis=1, keepdims=True)
    diagnosis = diagnose(ASYMMETRIC, scores=scores, weights=weights, output=weights @ VALUES)
    assert diagnosis.difference.place == Place("scores", 2, 2)
    assert diagnosis.difference.follows == ("weights", "output")
    assert any("the fault lies before" in line for line in words(ASYMMETRIC, diagnosis))


def test_a_last_digit_that_is_off_is_said_to_be():
    diagnosis = diagnose(ASYMMETRIC, output=[20, 23.37, 17.09])
    assert any("last digit only" in line for line in words(ASYMMETRIC, diagnosis))


def test_weights_that_do_not_add_up_to_one_are_said_not_to():
    diagnosis = diagnose(SEED, weights=[0.33, 0.2, 0.33])
    assert "The weights of this row add up to 0.86, not to 1." in words(SEED, diagnosis)
    fitting = diagnose(SEED, weights=[0.33, 0.34, 0.33])
    assert not any("add up" in line for line in words(SEED, fitting))


def test_square_weights_turned_round_are_recognised():
    inputs = random_inputs()
    diagnosis = diagnose(inputs, weights=attend(inputs).weights.T)
    assert (diagnosis.verdict, diagnosis.table) == (Verdict.TRANSPOSED, "weights")
    assert diagnosis.rest.is_right
    assert not diagnosis.is_right


@pytest.mark.parametrize("table", ["scores", "scaled_scores"])
def test_square_scores_turned_round_are_query_and_key_swapped(table):
    inputs = random_inputs()
    diagnosis = diagnose(inputs, **{table: attend(inputs).arrays[table].T})
    assert names(diagnosis.matches) == ["query-and-key-swapped"]
    name = table.replace("_", " ")
    assert summary(diagnosis).startswith(
        f"matches: Query and key swapped, or the right {name} with rows and columns swapped (all 16"
    )
    told = words(inputs, diagnosis)
    assert any("both explain these numbers equally" in line for line in told)
    assert told[-1] == "Which one it is would show in the weights: give these as well."


def test_the_weights_tell_swapped_scores_from_scores_turned_round():
    inputs = random_inputs()
    right = attend(inputs)
    swapped = BY_NAME["query-and-key-swapped"].forward(inputs)
    real = diagnose(inputs, scores=right.scores.T, weights=swapped.weights)
    assert (names(real.matches), real.turned_table) == (["query-and-key-swapped"], None)
    for weights in (right.weights, right.weights.T):
        turned = diagnose(inputs, scores=right.scores.T, weights=weights)
        assert (turned.verdict, turned.table) == (Verdict.TRANSPOSED, "scores")


def test_a_mistake_that_turning_does_not_explain_is_told_alone():
    diagnosis = diagnose(ASYMMETRIC, output=[20, 24.0493, 15.7949])
    assert diagnosis.turned_table is None
    assert not any("swapped" in line for line in words(ASYMMETRIC, diagnosis))


def test_a_table_of_the_wrong_shape_that_fits_turned_round_is_told_so():
    diagnosis = diagnose(ASYMMETRIC, output=[[20, 23.3742, 17.0802]])
    assert diagnosis.verdict is Verdict.TRANSPOSED
    assert diagnosis.rest.verdict is Verdict.ROUNDED


def test_several_tables_turned_round_are_turned_back_together():
    trace = attend(random_inputs(n_query=2, n_key=3))
    tables = {"weights": trace.weights.T, "output": trace.output}
    diagnosis = diagnose(trace.inputs, scores=trace.scores.T, **tables)
    assert (diagnosis.verdict, diagnosis.table) == (Verdict.TRANSPOSED, "scores")
    other = diagnose(trace.inputs, scores=np.ones((4, 4)), **tables)
    assert (other.verdict, other.table, other.rest) == (Verdict.SHAPE, "scores", None)


def test_a_mistake_in_a_table_turned_round_is_found_too():
    diagnosis = diagnose(ASYMMETRIC, output=[[20, 24.0493, 15.7949]])
    assert diagnosis.verdict is Verdict.SHAPE
    assert names(diagnosis.rest.matches) == ["scale-left-out"]


def test_a_flat_list_is_the_row_or_the_column_it_should_be():
    assert diagnose(ASYMMETRIC, output=[20, 23.3742, 17.0802]).is_right
    assert diagnose(SEED, weights=[0.401, 0.198, 0.401]).is_right


def test_the_numbers_of_another_table_are_recognised():
    trace = attend(ASYMMETRIC)
    diagnosis = diagnose(ASYMMETRIC, scores=trace.scaled_scores)
    assert (diagnosis.verdict, diagnosis.other_table) == (Verdict.OTHER_TABLE, "scaled_scores")
    assert summary(diagnosis) == "the right scaled scores, not the scores"
    weights_for_output = diagnose(ASYMMETRIC, output=trace.weights)
    assert weights_for_output.other_table == "weights"


def test_the_root_of_the_models_width_is_found_for_the_usual_numbers_of_heads():
    inputs = random_inputs(d=8)
    factor = 1 / np.sqrt(8 * 8)
    scaled = attend(inputs).scores * factor
    weights = np.exp(scaled) / np.exp(scaled).sum(axis=1, keepdims=True)
    diagnosis = diagnose(inputs, output=weights @ inputs.value)
    assert names(diagnosis.matches) == ["divided-by-d"]  # √(8·8) is 8 as well: the usual one first
    inputs = random_inputs(d=4)
    scaled = attend(inputs).scores / np.sqrt(8 * 4)
    weights = np.exp(scaled) / np.exp(scaled).sum(axis=1, keepdims=True)
    diagnosis = diagnose(inputs, output=weights @ inputs.value)
    assert names(diagnosis.matches) == ["root-of-model-width-8"]


def test_masked_scores_with_a_large_negative_number_are_recognised_too():
    inputs = causal()
    masked = attend(inputs).masked_scores
    diagnosis = diagnose(inputs, scores=np.where(np.isinf(masked), -1e9, masked))
    assert diagnosis.other_table == "masked_scores"


def test_masked_scores_given_for_scores_are_recognised_with_their_blocked_cells():
    inputs = causal()
    diagnosis = diagnose(inputs, scaled_scores=attend(inputs).masked_scores)
    assert diagnosis.other_table == "masked_scores"


def test_another_shape_is_told_with_both_shapes():
    diagnosis = diagnose(ASYMMETRIC, output=[[1, 2], [3, 4]])
    assert diagnosis.verdict is Verdict.SHAPE
    assert diagnosis.expected_shape == (3, 1)
    expected = "the output should be 3 rows × 1 column, not 2 rows × 2 columns"
    assert summary(diagnosis) == expected


@pytest.mark.parametrize(
    ("text", "readers_in", "expected"),
    [
        ("0.4 0.2 0.4", Convention.ROWS, "3 rows × 3 columns, not 1 row × 3 columns"),
        ("0.4 0.2 0.4", Convention.COLUMNS, "3 rows × 3 columns, not 1 row × 3 columns"),
        ("[[0.4, 0.2, 0.4]]", Convention.COLUMNS, "3 rows × 3 columns, not 1 row × 3 columns"),
        ("0.4\n0.2\n0.4", Convention.ROWS, "3 rows × 3 columns, not 3 rows × 1 column"),
        ("1 2 3\n4 5 6", Convention.COLUMNS, "3 rows × 3 columns, not 2 rows × 3 columns"),
    ],
)
def test_a_shape_is_told_as_it_was_given(text, readers_in, expected):
    diagnosis = diagnose(ASYMMETRIC, weights=numbers_from_text(text, (3, 3), readers_in))
    assert summary(diagnosis, readers_in) == f"the weights should be {expected}"


def test_the_shape_wanted_is_told_as_it_is_to_be_given():
    diagnosis = diagnose(
        ASYMMETRIC, output=numbers_from_text("1 2\n3 4", (3, 1), Convention.COLUMNS)
    )
    assert summary(diagnosis) == "the output should be 1 row × 3 columns, not 2 rows × 2 columns"
    assert wanted("output", (3, 1), Convention.COLUMNS) == (
        "1 row × 3 columns of output; columns are readers, rows components of the values"
    )


def test_a_cell_is_told_where_it_was_given_and_a_mistake_as_it_is_read():
    weights = attend(ASYMMETRIC).weights.copy()
    weights[0, 2] += 0.25
    text = format_matrix(weights.T)
    diagnosis = diagnose(ASYMMETRIC, weights=numbers_from_text(text, (3, 3), Convention.COLUMNS))
    first, *others = words(ASYMMETRIC, diagnosis)
    assert first.startswith("Different: first in the weights, row 3, column 1 ")
    assert "The weights of this column add up to 1.25, not to 1." in others
    assert any(line.startswith("a₁₃ = ") for line in others)
    swapped = diagnose(ASYMMETRIC, output=[16.0984, 33.9306, 9.9710])
    assert summary(swapped).startswith("matches: Softmax over the column")
    assert summary(swapped, Convention.COLUMNS).startswith("matches: Softmax over the row")


# Not numbers


def test_nan_is_told_with_its_place_and_the_other_rows_are_compared():
    diagnosis = diagnose(ASYMMETRIC, output=[20, NAN, 15.7949])
    assert diagnosis.verdict is Verdict.NOT_NUMBERS
    assert diagnosis.not_numbers == (Place("output", 1, 0),)
    assert not diagnosis.reads_nothing
    assert names(diagnosis.rest.matches) == ["scale-left-out"]


@pytest.mark.parametrize("name", ["scale-left-out", "softmax-by-column"])
def test_rows_with_nan_are_left_out_of_the_search_for_mistakes(name):
    inputs = random_inputs(n_query=12, n_key=12)
    output = BY_NAME[name].forward(inputs).output.copy()
    output[[0, 5, 11], 1] = NAN
    assert names(diagnose(inputs, output=output).rest.matches) == [name]


def test_nan_for_a_reader_that_may_read_nothing_is_explained():
    allowed = [[True] * 3, [False] * 3, [True] * 3]
    inputs = AttentionInputs([[1, 0], [0, 2], [1, -1]], KEYS, VALUES, allowed=allowed)
    diagnosis = diagnose(inputs, output=[20, NAN, 17.0802])
    assert diagnosis.reads_nothing
    assert diagnosis.rest.is_right
    assert any("divides 0 by 0" in line for line in words(inputs, diagnosis))


def test_nothing_but_nan_leaves_nothing_to_compare():
    diagnosis = diagnose(SEED, output=[[NAN]])
    assert (diagnosis.verdict, diagnosis.rest) == (Verdict.NOT_NUMBERS, None)


@pytest.mark.parametrize("value", [float("inf"), float("-inf")])
def test_infinity_is_no_output(value):
    assert diagnose(SEED, output=[[value]]).verdict is Verdict.NOT_NUMBERS


# What cannot be compared


def test_at_least_one_table_is_needed():
    with pytest.raises(InputError, match="at least one of scores, scaled_scores, weights, output"):
        diagnose(SEED)


def test_a_table_the_calculation_does_not_have_is_refused():
    mix = AttentionInputs(None, None, VALUES, weights=[[0.5, 0.25, 0.25]])
    with pytest.raises(InputError, match=r"scores: expected a table of this calculation"):
        diagnose(mix, scores=[[1, 0, 1]])
    assert diagnose(mix, output=[[17.5]]).is_right


def test_tables_too_large_for_mistakes_that_mix_readers_say_how_many_were_left_out(monkeypatch):
    monkeypatch.setattr("explorer.model.diagnosis.evidence.MOST_CELLS", 8)
    output = BY_NAME["softmax-by-column"].forward(ASYMMETRIC).output
    diagnosis = diagnose(ASYMMETRIC, output=output)
    assert diagnosis.verdict is Verdict.DIFFERENT
    assert diagnosis.untried > 5
    assert any("too large" in line for line in words(ASYMMETRIC, diagnosis))


@pytest.mark.parametrize("verdict", Verdict)
def test_every_verdict_has_its_sentences(verdict):
    trace = attend(ASYMMETRIC)
    square = random_inputs()
    pair = BY_NAME["scale-left-out+softmax-by-column"].forward(ASYMMETRIC)
    examples = {
        Verdict.RIGHT: (ASYMMETRIC, {"output": trace.output}),
        Verdict.ROUNDED: (ASYMMETRIC, {"output": np.round(trace.output, 3)}),
        Verdict.SLIP: (ASYMMETRIC, {"output": [20, 24.0493, 15.7949]}),
        Verdict.TWO_SLIPS: (ASYMMETRIC, {"output": pair.output}),
        Verdict.SEVERAL: (
            causal(),
            {"output": BY_NAME["blocked-score-zero"].forward(causal()).output},
        ),
        Verdict.TRANSPOSED: (square, {"weights": attend(square).weights.T}),
        Verdict.OTHER_TABLE: (ASYMMETRIC, {"scores": trace.scaled_scores}),
        Verdict.SHAPE: (ASYMMETRIC, {"output": [[1, 2]]}),
        Verdict.NOT_NUMBERS: (ASYMMETRIC, {"output": [20, NAN, 17.08]}),
        Verdict.DIFFERENT: (ASYMMETRIC, {"output": [1, 2, 3]}),
    }
    inputs, given = examples[verdict]
    diagnosis = diagnose(inputs, **given)
    assert diagnosis.verdict is verdict
    first, *_ = lines = words(inputs, diagnosis)
    assert first[0].isupper()
    assert all(line and not line.endswith("..") for line in lines)


@pytest.mark.parametrize("own", [[[19]], [[21]], [[-20]]])
def test_a_number_off_by_one_in_its_last_digit_is_not_one_with_digits_cut_off(own):
    """Where the right number is a whole one, none of its digits can be missing."""
    assert not diagnose(SEED, output=own).is_right


# Told in part


def test_the_arithmetic_can_be_left_out_for_who_draws_it():
    inputs = AttentionInputs([[1, 0]], KEYS, VALUES)
    diagnosis = diagnose(inputs, weights=[[0.401, 0.298, 0.401]])
    derived = first_difference(diagnosis).derivation.text()
    scenario = Scenario(
        query=inputs.query,
        key=inputs.key,
        value=inputs.value,
        queries=default_names("Query", 1),
        sources=default_names("Source", 3),
    )
    told = sentences(diagnosis, scenario, attend(inputs), arithmetic=False)
    assert derived in words(inputs, diagnosis)
    assert told == [sentence for sentence in words(inputs, diagnosis) if sentence != derived]


def test_the_difference_of_numbers_turned_round_is_the_one_left_when_turned_back():
    inputs = random_inputs(n_query=2, n_key=3)
    weights = attend(inputs).weights.copy()
    weights[1, 2] += 0.25
    diagnosis = diagnose(inputs, weights=weights.T)
    assert diagnosis.difference is None
    assert first_difference(diagnosis).place == Place("weights", 1, 2)
    assert first_difference(diagnose(SEED, output=[[20]])) is None


def test_without_values_the_verdict_and_the_mistake_are_told_and_no_right_number():
    told = sentences_without_values(diagnose(ASYMMETRIC, output=[20, 24.0493, 15.7949]))
    assert told[0].startswith("Matches: The scale left out (all 3 cells")
    assert told[1].startswith("These numbers come out when the scale is left out.")
    wrong = sentences_without_values(diagnose(SEED, weights=[[0.401, 0.298, 0.401]]))
    assert wrong == ["Different: first in the weights, row 1, column 2 (1 of 3 cells)."]
    inputs = random_inputs(n_query=2, n_key=3)
    turned = sentences_without_values(diagnose(inputs, weights=attend(inputs).weights.T))
    assert turned == [
        "The right weights, but rows and columns are swapped.",
        "Right, all 6 cells.",
    ]


def test_what_is_wanted_is_said_with_what_rows_and_columns_are():
    assert wanted("scaled_scores", (1, 3)) == (
        "1 row × 3 columns of scaled scores; rows are readers, columns sources"
    )
    assert wanted("output", (2, 1)) == (
        "2 rows × 1 column of output; rows are readers, columns components of the values"
    )


@given(st.integers(0, 10_000))
@settings(max_examples=60, deadline=None)
def test_numbers_of_any_size_that_can_be_stored_are_judged(seed):
    random = np.random.default_rng(seed)
    shapes = [(2, 2), (3, 2), (3, 1)]
    sizes = [0, 150, 300, 307, -150, -300]
    arrays = [random.uniform(-1, 1, one) * 10.0 ** random.choice(sizes, size=one) for one in shapes]
    try:
        right = attend(AttentionInputs(*arrays))
    except InputError:
        return
    for table in ("scores", "weights", "output"):
        numbers = right.arrays[table].copy()
        assert diagnose(right.inputs, **{table: numbers}).is_right
        numbers[random.integers(len(numbers)), 0] = 1.7e308 * random.choice([-1, 1])
        assert not diagnose(right.inputs, **{table: numbers}).is_right
