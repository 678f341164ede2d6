"""What numbers cannot show: which mistakes, for whom, why, and the change that shows them."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.files import list_examples, load_example
from explorer.model import AttentionInputs, Place, attend, coverage, smallest_change
from explorer.model.diagnosis.change_words import change_sentence
from explorer.model.diagnosis.coverage import MOST_REASONS
from explorer.model.diagnosis.coverage_words import (
    count_sentence,
    reason_sentence,
    reason_sentences,
    unseen_sentences,
    unseen_summary,
)
from explorer.model.diagnosis.number_change import changes_tried
from explorer.model.diagnosis.reasons import ReasonKind
from explorer.model.readers import with_cell
from explorer.model.slips.catalogue import SLIPS

KEYS, VALUES = [[1, 0], [0, 1], [1, 1]], [[10], [20], [30]]
SEED = AttentionInputs([[1, 0]], KEYS, VALUES)
ASYMMETRIC = AttentionInputs([[1, 0], [0, 2], [1, -1]], KEYS, VALUES)
BY_NAME = {slip.name: slip for slip in SLIPS}


def found(inputs, name):
    (one,) = [one for one in coverage(inputs) if one.slip.name == name]
    return one


def unseen(inputs, table="output"):
    return {one.slip.name for one in coverage(inputs) if one.is_unseen_in(table)}


def kinds(inputs, name):
    return {row: reason.kind for row, reason in found(inputs, name).reasons.items()}


def test_the_seed_gives_twenty_under_several_mistakes_and_its_weights_show_them():
    assert {
        "scale-left-out",
        "divided-by-d",
        "multiplied-by-root-d",
        "softmax-without-exponential",
    } <= unseen(SEED)
    assert not found(SEED, "scale-left-out").is_unseen_in("weights")


def test_why_the_seed_does_not_show_a_missing_scale_is_read_from_its_numbers():
    (reason,) = found(SEED, "scale-left-out").reasons.values()
    assert reason.kind is ReasonKind.EVEN_VALUES
    assert reason.sources == (0, 2)
    assert reason.mean == pytest.approx(20)
    sentence = reason_sentence(reason, load_example("one-query-three-sources"), 0)
    assert sentence.startswith("For Query 1 the weights of Source 1 and Source 3 tie, and their")


def test_a_reader_that_does_not_show_it_is_named_where_others_do():
    one = found(ASYMMETRIC, "scale-left-out")
    assert one.hidden_readers == (0,)
    assert not one.is_unseen_in("output")


@pytest.mark.parametrize(
    ("inputs", "name", "kind"),
    [
        (AttentionInputs([[0, 0]], KEYS, VALUES), "scale-left-out", ReasonKind.TIED),
        (AttentionInputs([[1, 1]], KEYS[:2], VALUES[:2]), "divided-by-d", ReasonKind.TIED),
        (AttentionInputs([[1, 1]], KEYS[:2], VALUES[:2]), "next-value", ReasonKind.TIED),
        (AttentionInputs([[1, 0]], KEYS, [[7], [7], [7]]), "next-key", ReasonKind.EQUAL_VALUES),
        (AttentionInputs([[1, 0]], KEYS[:1], VALUES[:1]), "scale-left-out", ReasonKind.ONE_SOURCE),
        (
            AttentionInputs([[30, 0]], [[1, 0], [0, 1]], [[1], [5]]),
            "scale-left-out",
            ReasonKind.SURE_WEIGHT,
        ),
        (
            AttentionInputs([[1, 0]], KEYS, VALUES, bias=[[2, 2, 2]]),
            "bias-left-out",
            ReasonKind.SAME_TABLE,
        ),
        (
            AttentionInputs([[0, 0]], KEYS, VALUES, bias=[[0, 1, 5]]),
            "scale-left-out",
            ReasonKind.ZERO_SCORES,
        ),
        (
            AttentionInputs([[1, 0], [0, 1]], [[1, 2], [2, 1]], [[1], [5]]),
            "key-not-transposed",
            ReasonKind.SAME_TABLE,
        ),
    ],
)
def test_the_reason_is_the_one_that_holds(inputs, name, kind):
    assert kinds(inputs, name)[0] is kind


def test_weights_typed_in_hide_every_mistake_before_them():
    weights, nothing = [[0.5, 0.25, 0.25]], [[False] * 3]
    inputs = AttentionInputs([[1, 0]], KEYS, VALUES, allowed=nothing, weights=weights)
    assert kinds(inputs, "scale-left-out") == {0: ReasonKind.TYPED_WEIGHTS}
    assert smallest_change(inputs, BY_NAME["scale-left-out"]) is None


def test_masks_that_block_nothing_or_all_in_a_row_say_so():
    allowed = [[True, False], [True, True], [False, False]]
    inputs = AttentionInputs([[1, 0], [0, 2], [1, 1]], [[1, 0], [0, 1]], [[1], [5]], allowed)
    assert kinds(inputs, "mask-left-out") == {1: ReasonKind.NOTHING_BLOCKED}
    assert kinds(inputs, "blocked-score-large-negative") == {
        0: ReasonKind.ONE_SOURCE,
        1: ReasonKind.NOTHING_BLOCKED,
    }
    assert kinds(inputs, "scale-left-out") == {
        0: ReasonKind.ONE_SOURCE,
        2: ReasonKind.READS_NOTHING,
    }


def test_scores_moved_by_the_same_amount_leave_the_weights():
    inputs = AttentionInputs([[1.0], [2.0]], [[1.0], [4.0]], [[1.0], [5.0]], bias=[[3, 3], [0, 1]])
    one = found(inputs, "bias-left-out")
    assert one.hidden_readers == (0,)
    assert one.is_unseen_in("output") is False


def test_changes_that_cancel_say_that_they_do():
    inputs = AttentionInputs([[2.0]], [[0.0], [1.0], [3.0]], [[1.0], [4.0], [0.0]], scale=1.0)
    wrong = BY_NAME["softmax-twice"]
    own, other = attend(inputs), wrong.forward(inputs)
    change = other.weights[0] - own.weights[0]
    value = np.array([[1.0], [4.0], [-(change[0] + 4 * change[1]) / change[2]]])
    inputs = AttentionInputs(inputs.query, inputs.key, value, scale=1.0)
    assert kinds(inputs, "softmax-twice") == {0: ReasonKind.CANCELLED}


@given(st.integers(0, 10_000))
@settings(max_examples=40, deadline=None)
def test_a_mistake_is_unseen_exactly_where_the_numbers_shown_are_the_same(seed):
    rng = np.random.default_rng(seed)
    n_query, n_key, d = (int(size) for size in rng.integers(1, 4, size=3))
    shapes = ((n_query, d), (n_key, d), (n_key, 2))
    allowed = np.tri(n_query, n_key, dtype=bool) if seed % 2 else None
    inputs = AttentionInputs(*(rng.integers(-1, 2, size=s) for s in shapes), allowed=allowed)
    right = attend(inputs)
    for one in coverage(inputs):
        wrong = one.slip.forward(inputs)
        for table, hidden in one.hidden.items():
            if wrong.arrays[table].shape != right.arrays[table].shape:
                assert hidden == ()
                continue
            with np.errstate(invalid="ignore"):
                off = np.nan_to_num(np.abs(wrong.arrays[table] - right.arrays[table])).max(axis=1)
            assert [row in hidden for row in range(n_query)] == list(off <= 1e-3)
        assert set(one.reasons) <= set(one.hidden_readers)


def test_a_mistake_shows_in_a_number_so_small_that_it_has_a_power_of_ten():
    inputs = AttentionInputs([[0.0]], [[1.0], [1.0]], [[0.0009], [0.0009]])
    unseen = {one.slip.name: one.is_unseen_in("output") for one in coverage(inputs)}
    assert not unseen["exponential-not-divided"]  # 9e−4 and 1.8e−3
    assert unseen["softmax-twice"]


def test_vectors_whose_squares_are_too_large_to_store_show_a_mistake_all_the_same():
    query, key = [[1e200, 0], [0, -1e200]], [[1e-200, 0], [2e-200, 1e-200]]
    inputs = AttentionInputs(query, key, VALUES[:2])
    assert set(found(inputs, "scale-left-out").hidden.values()) == {()}


def test_vectors_too_long_for_an_estimate_of_rounding_are_judged_without_a_warning():
    query, key = [[1e200, 0]], [[0, 1e200], [0, 1e-200]]
    inputs = AttentionInputs(query, key, [[1e308], [-1e308]], scale=0.5)
    assert found(inputs, "scale-left-out").hidden == {
        "scaled_scores": (0,),
        "weights": (0,),
        "output": (0,),
    }


def test_every_reason_has_a_sentence_in_every_example():
    said = set()
    for example in list_examples():
        scenario = load_example(example.name)
        for one in coverage(scenario.inputs):
            sentences = reason_sentences(one, scenario)
            assert len(sentences) <= max(1, len(one.reasons))
            assert all(line.endswith(".") and line[0] != " " for line in sentences)
            said |= {reason.kind for reason in one.reasons.values()}
    assert len(said) >= 7


def test_a_reason_that_holds_for_every_reader_is_said_once():
    scenario = load_example("journey")
    one = found(scenario.inputs, "query-and-key-swapped")
    assert reason_sentences(one, scenario) == [
        "The scores of every reader come out the same with these numbers."
    ]


# The smallest change


def test_one_changed_number_shows_what_the_seed_hides():
    change = smallest_change(SEED, BY_NAME["scale-left-out"])
    assert (change.place, change.old, change.new) == (Place("value", 0, 0), 10, 11)
    assert change.seen == Place("output", 0, 0)
    changed = with_cell(SEED, change.place, change.new)
    assert attend(changed).output[0, 0] == pytest.approx(change.one)
    assert BY_NAME["scale-left-out"].forward(changed).output[0, 0] == pytest.approx(change.other)
    assert abs(change.one - change.other) >= 0.01


def is_shown_by_adding_one(inputs, name):
    """Whether one more in some cell of Q, K or V makes the mistake change the output."""
    tables = {table: getattr(inputs, table) for table in ("query", "key", "value")}
    return any(
        not found(with_cell(inputs, Place(table, *cell), number + 1), name).is_unseen_in("output")
        for table, numbers in tables.items()
        if numbers is not None
        for cell, number in np.ndenumerate(numbers)
    )


def test_every_unseen_mistake_of_the_examples_is_shown_by_one_number_if_one_can():
    shown = 0
    for example in list_examples():
        inputs = load_example(example.name).inputs
        for one in coverage(inputs):
            if one.is_unseen_in("output"):
                change = smallest_change(inputs, one.slip)
                if change is None:
                    assert not is_shown_by_adding_one(inputs, one.slip.name), example.name
                    continue
                seen = with_cell(inputs, change.place, change.new)
                assert not found(seen, one.slip.name).is_unseen_in("output")
                shown += 1
    assert shown >= 10


def test_tables_of_whole_numbers_keep_them():
    inputs = AttentionInputs([[1, 0]], KEYS, VALUES)
    for one in coverage(inputs):
        if one.is_unseen_in("output"):
            assert smallest_change(inputs, one.slip).new.is_integer()


def test_decimals_stay_short():
    change = smallest_change(
        AttentionInputs([[0.5, 0.0]], KEYS, [[0.1], [0.2], [0.3]]), BY_NAME["scale-left-out"]
    )
    assert len(repr(change.new)) <= 5


def test_a_mistake_that_cannot_be_made_or_that_no_number_shows_has_no_change():
    assert smallest_change(SEED, BY_NAME["softmax-by-column"]) is None
    open_rows = AttentionInputs([[1, 0]], KEYS, VALUES, allowed=[[True, False, True]])
    alike = BY_NAME["blocked-score-zero"], BY_NAME["scores-times-mask"]
    assert smallest_change(open_rows, *alike) is None


def test_two_mistakes_are_told_apart_by_one_number():
    change = smallest_change(SEED, BY_NAME["divided-by-d"], BY_NAME["scale-left-out"])
    changed = with_cell(SEED, change.place, change.new)
    assert BY_NAME["scale-left-out"].forward(changed).output[0, 0] == pytest.approx(change.one)
    assert BY_NAME["divided-by-d"].forward(changed).output[0, 0] == pytest.approx(change.other)


def test_in_a_large_table_the_search_looks_at_a_few_readers():
    rng = np.random.default_rng(0)
    query = np.zeros((40, 4))
    inputs = AttentionInputs(query, rng.normal(size=(40, 4)), rng.normal(size=(40, 2)))
    change = smallest_change(inputs, BY_NAME["scale-left-out"])
    seen = with_cell(inputs, change.place, change.new)
    assert not found(seen, "scale-left-out").is_unseen_in("output")


def test_the_change_is_said_with_the_names_of_the_cell():
    scenario = load_example("one-query-three-sources")
    trace = attend(scenario.inputs)
    change = smallest_change(scenario.inputs, BY_NAME["scale-left-out"])
    expected = "Change the value of Source 1, component 1, from 10 to 11."
    assert change_sentence(change, scenario, trace) == expected


# For one reader, and in short


def many_readers():
    """Ten readers, all of whom find every source tied."""
    return AttentionInputs(np.zeros((10, 2)), KEYS, VALUES)


def test_a_reader_that_is_asked_about_gets_a_reason_however_far_down():
    (one,) = [one for one in coverage(many_readers(), reader=9) if one.slip.name == "divided-by-d"]
    assert sorted(one.reasons) == [*range(MOST_REASONS), 9]
    assert one.reasons[9].kind is ReasonKind.TIED
    assert sorted(found(many_readers(), "divided-by-d").reasons) == [*range(MOST_REASONS)]


@pytest.mark.parametrize("reader", [0, 7])
def test_a_change_is_found_that_shows_in_the_row_of_one_reader(reader):
    inputs = many_readers()
    change = smallest_change(inputs, BY_NAME["scale-left-out"], reader=reader)
    assert change.seen.row == reader
    changed = with_cell(inputs, change.place, change.new)
    assert attend(changed).output[reader, 0] == pytest.approx(change.one)
    assert reader not in found(changed, "scale-left-out").hidden_readers


def test_of_a_few_readers_only_the_one_asked_about_counts():
    change = smallest_change(ASYMMETRIC, BY_NAME["scale-left-out"], reader=0)
    assert change.seen.row == 0
    assert smallest_change(ASYMMETRIC, BY_NAME["scale-left-out"]).seen.row != 0


def test_the_search_can_be_followed_change_by_change():
    tried = list(changes_tried(SEED, BY_NAME["scale-left-out"]))
    *nothing, change = tried
    assert set(nothing) <= {None}
    expected = smallest_change(SEED, BY_NAME["scale-left-out"])
    assert (change.place, change.new) == (expected.place, expected.new)


def test_how_many_do_not_show_is_said_in_a_sentence():
    mistakes = coverage(SEED)
    hidden = [one for one in mistakes if one.is_unseen_in("output")]
    where = "the output of Query 1"
    assert count_sentence(mistakes, hidden, where) == (
        "15 mistakes can be made here; 7 would not show in the output of Query 1."
    )
    assert count_sentence(hidden[:1], [], where) == (
        "1 mistake can be made here; each would show in the output of Query 1."
    )


def test_in_short_the_mistakes_that_do_not_show_are_named_up_to_a_few():
    assert unseen_summary(coverage(SEED)) == (
        "15 mistakes can be made here; 7 would not show in the output: K reshaped column by "
        "column, not transposed; The scale left out; Divided by d; Multiplied by √d; √ of the "
        "number of sources; Shares without the exponential; 1 more."
    )
    tied = coverage(many_readers())
    assert unseen_summary(tied).endswith("more.")
    seen = [one for one in tied if not one.is_unseen_in("output")]
    assert unseen_summary(seen).endswith("each would show in the output.")


def test_a_mistake_made_after_a_table_is_said_to_come_later():
    scenario = load_example("one-query-three-sources")
    later = found(SEED, "next-value")
    told = unseen_sentences(later, scenario, "weights", None)
    assert told == ["It is made only after the weights."]
