"""Larger, smaller or the same: the questions and the reasons."""

import numpy as np
import pytest

from explorer.files import list_examples, load_example
from explorer.model import Place, attend
from explorer.model.dependencies import arrays_behind, is_behind, way_between
from explorer.model.edit_question import EditQuestion, Outcome, edit_question, outcome, reason
from explorer.model.number_format import format_number
from explorer.model.readers import with_cell


@pytest.fixture
def trace(seed_scenario):
    return attend(seed_scenario.inputs)


def ask(scenario, target, turn, digits=3):
    return edit_question(scenario, attend(scenario.inputs), target, turn, digits)


def effect(scenario, question):
    inputs = with_cell(scenario.inputs, question.cell, question.new)
    before, after = attend(scenario.inputs), attend(inputs)
    return before.number(question.target), after.number(question.target)


def test_the_first_question_is_the_one_of_the_issue(seed_scenario):
    question = ask(seed_scenario, Place("output", 0, 0), 0)
    assert (question.cell, question.old, question.new) == (Place("value", 2, 0), 30.0, 50.0)


@pytest.mark.parametrize("example", [example.name for example in list_examples()])
def test_the_effect_of_every_question_can_be_seen_or_is_none(example):
    scenario = load_example(example)
    for stage in attend(scenario.inputs).stages:
        for turn in range(6):
            question = ask(scenario, Place(stage.name, 0, 0), turn)
            if question is None:
                continue
            before, after = effect(scenario, question)
            shows = format_number(before) != format_number(after)
            assert shows or outcome(before, after) is Outcome.SAME
            assert question.cell != question.target
            assert question.new != question.old


def test_the_same_turn_asks_the_same(seed_scenario):
    target = Place("weights", 0, 1)
    assert ask(seed_scenario, target, 4) == ask(seed_scenario, target, 4)


def test_in_turn_every_table_is_asked_about(seed_scenario):
    target = Place("output", 0, 0)
    asked = {ask(seed_scenario, target, turn).cell.array for turn in range(9)}
    assert asked == {"query", "key", "value"}


def test_edits_without_effect_are_asked_about_too_but_not_only(seed_scenario):
    outcomes = set()
    for turn in range(12):
        question = ask(seed_scenario, Place("scores", 0, 0), turn)
        outcomes.add(outcome(*effect(seed_scenario, question)))
    assert outcomes == set(Outcome)


@pytest.mark.parametrize(
    ("before", "after", "came_out"),
    [
        (1.0, 2.0, Outcome.LARGER),
        (1.0, -2.0, Outcome.SMALLER),
        (0.1 + 0.2, 0.3, Outcome.SAME),
        (float("-inf"), float("-inf"), Outcome.SAME),
        (float("-inf"), 0.0, Outcome.LARGER),
        (0.0, 0.0, Outcome.SAME),
    ],
)
def test_an_outcome_is_told_from_rounding(before, after, came_out):
    assert outcome(before, after) is came_out


def why(scenario, cell, target, came_out):
    question = EditQuestion(cell, 0.0, 1.0, target, 0)
    return reason(scenario, attend(scenario.inputs), question, came_out)


def test_a_value_does_not_reach_a_weight(seed_scenario):
    text = why(seed_scenario, Place("value", 2, 0), Place("weights", 0, 0), Outcome.SAME)
    assert text == (
        "The weights follow from the scaled scores, scores, queries and keys, not from the values."
    )


def test_a_value_reaches_the_output_and_leaves_the_weights(seed_scenario):
    text = why(seed_scenario, Place("value", 2, 0), Place("output", 0, 0), Outcome.LARGER)
    assert text == (
        "The change goes from the values to the output; the scores, scaled scores and weights "
        "stay as they are."
    )


def test_a_key_reaches_a_part_of_the_softmax_on_its_way(seed_scenario):
    text = why(seed_scenario, Place("key", 2, 0), Place("row_sum", 0, 0), Outcome.LARGER)
    assert text.endswith("to the scaled scores, from there to the row sum.")


def test_the_key_of_another_source_does_not_reach_a_score(seed_scenario):
    text = why(seed_scenario, Place("key", 2, 0), Place("scores", 0, 0), Outcome.SAME)
    assert text == (
        "The score of Query 1 and Source 1 is worked out without this number: "
        "key of Source 3, component 1."
    )


def test_a_factor_of_zero_lets_nothing_through(seed_scenario):
    text = why(seed_scenario, Place("key", 0, 1), Place("scores", 0, 0), Outcome.SAME)
    assert text.endswith("a factor on the way is 0, or effects cancel.")


def test_weights_typed_in_follow_from_nothing():
    scenario = load_example("weighted-mix")
    text = why(scenario, Place("value", 0, 0), Place("weights", 0, 0), Outcome.SAME)
    assert text == "The weights were typed in: no other number changes them."


def test_what_follows_from_what_is_read_from_the_stages(trace):
    assert arrays_behind(trace, "scaled_scores") == ("scores", "query", "key")
    assert arrays_behind(trace, "query") == ()
    assert way_between(trace, "key", "weights") == ("scores", "scaled_scores", "weights")


def test_a_mask_and_a_bias_are_behind_the_masked_scores():
    trace = attend(load_example("bias-and-cap").inputs)
    assert {"bias", "capped_scores", "query"} <= set(arrays_behind(trace, "masked_scores"))
    assert "bias" not in arrays_behind(trace, "capped_scores")


@pytest.mark.parametrize("example", ["asymmetric", "causal", "bias-and-cap", "reads-nothing"])
def test_a_number_that_moves_has_the_changed_one_behind_it(example):
    scenario = load_example(example)
    before = attend(scenario.inputs)
    for cell in (Place("query", 1, 0), Place("key", 1, 1), Place("value", 1, 0)):
        after = attend(with_cell(scenario.inputs, cell, 7.3))
        for stage in before.stages:
            moved = np.argwhere(before.arrays[stage.name] != after.arrays[stage.name])
            for row, column in moved:
                assert is_behind(before, cell, Place(stage.name, int(row), int(column)))
