"""What a comparison says, as it stands on the screen."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.app.edits import insert, remove, rename, set_cells, set_mask, set_scale, set_softcap
from explorer.app.text_edits import (
    PositionVectors,
    keep_queries_keys_values,
    set_position_vectors,
)
from explorer.files import load_example
from explorer.model import Place, attend
from explorer.model.comparison.compare import compare
from explorer.model.comparison.input_wording import input_sentences
from explorer.model.comparison.sentences import sentences
from explorer.model.comparison.sides import State
from explorer.model.comparison.then_now import not_compared, then_and_now
from explorer.model.masks import CausalMask, WindowMask
from explorer.model.places import Axis

BY_K = "because K changed shape: not compared cell by cell."


def one(number):
    return np.array([[number]])


def test_changing_a_value(said, seed_scenario):
    assert said(seed_scenario, (set_cells, "value", 2, 0, one(50.0))) == [
        "V changed in row 3 (30 → 50).",
        "Scores, scaled scores and weights do not depend on V: unchanged.",
        "Output changed in 1 of 1 rows: 20 → 28.022, because V changed.",
    ]


def test_changing_a_query(said, seed_scenario):
    assert said(seed_scenario, (set_cells, "query", 0, 0, np.array([[0.0, 1.0]]))) == [
        "Q changed in row 1 (most in column 1: 1 → 0; 1 other cell moved as far).",
        "Scores changed in 1 of 1 rows, the most for Query 1 and Source 1: 1 → 0; "
        "1 other cell moved as far, because Q changed.",
        "Scaled scores changed in 1 of 1 rows, the most for Query 1 and Source 1: 0.707 → 0; "
        "1 other cell moved as far, because the scores changed.",
        "Weights changed in 1 of 1 rows, the most for Query 1 and Source 1: 0.401 → 0.198; "
        "1 other cell moved as far, because the scaled scores changed.",
        "Output changed in 1 of 1 rows: 20 → 22.033, because the weights changed.",
    ]


def test_changing_nothing(said, seed_scenario):
    assert said(seed_scenario) == ["Nothing differs."]


def test_changing_a_name(said, seed_scenario):
    assert said(seed_scenario, (rename, Axis.SOURCES, 1, "<b>a & b</b>")) == [
        "Row 2 of sources is called “<b>a & b</b>” now; it was “Source 2”. "
        "No number depends on a name."
    ]


def test_changing_a_name_that_reads_and_is_read(said):
    causal = load_example("causal")
    first, *_ = said(causal, (rename, Axis.SOURCES, 1, "cat"))
    assert first.startswith("Row 2 of queries and sources is called “cat” now")


def test_changing_many_names(said, seed_scenario):
    steps = [(rename, Axis.SOURCES, index, f"t{index}") for index in range(3)]
    (text,) = said(seed_scenario, *steps)
    assert text == "Names of sources changed in rows 1, 2 and 3. No number depends on a name."


def test_adding_a_source(said, seed_scenario):
    assert said(seed_scenario, (insert, Axis.SOURCES, 3)) == [
        "Sources: 3 then, 4 now (new: “Source 4”).",
        "K went from 3 × 2 to 4 × 2: not compared cell by cell.",
        "V went from 3 × 1 to 4 × 1: not compared cell by cell.",
        f"Scores went from 1 × 3 to 1 × 4, {BY_K}",
        f"Scaled scores went from 1 × 3 to 1 × 4, {BY_K.replace('K', 'the scores')}",
        f"Weights went from 1 × 3 to 1 × 4, {BY_K.replace('K', 'the scaled scores')}",
        "Output changed in 1 of 1 rows: 20 → 16.698, because the weights and V changed shape.",
    ]


def test_removing_many_sources(said):
    first, *_ = said(load_example("twelve-tokens"), (remove, Axis.SOURCES, range(4)))
    assert first == "Sources: 12 then, 8 now (4 gone)."


def test_a_new_component_of_zeros_changes_the_scale_alone(said, seed_scenario):
    texts = said(seed_scenario, (insert, Axis.COMPONENTS, 2))
    assert "The scale changed: 1/√2 ≈ 0.707 → 1/√3 ≈ 0.577." in texts
    assert "Scores did not change, although Q and K changed shape." in texts


def test_choosing_a_scale(said, seed_scenario):
    texts = said(seed_scenario, (set_scale, "none"))
    assert texts[:2] == [
        "The scale changed: 1/√2 ≈ 0.707 → 1.",
        "Scores do not depend on the scale: unchanged.",
    ]
    assert texts[-1] == "Output did not change, although the weights changed."


def test_setting_and_removing_a_soft_cap(said, seed_scenario):
    assert said(seed_scenario, (set_softcap, 2.0))[:3] == [
        "The soft-cap is new: 2.",
        "Scores and scaled scores do not depend on the soft-cap: unchanged.",
        "Capped scores are new, because the soft-cap is new.",
    ]
    capped = replace(seed_scenario, softcap=2.0)
    assert said(capped, (set_softcap, 3.0))[0] == "The soft-cap changed: 2 → 3."
    texts = said(capped, (set_softcap, None))
    assert texts[0] == "The soft-cap is gone; it was 2."
    assert texts[2] == "Capped scores are gone, because the soft-cap is gone."
    assert texts[3].endswith("because the capped scores are gone.")


def test_setting_and_changing_a_mask(said, seed_scenario):
    causal = load_example("causal")
    assert said(seed_scenario, (set_mask, CausalMask(), "mask"))[0] == (
        "The mask is new: it blocks 2 of 3 cells."
    )
    texts = said(causal, (set_mask, WindowMask(1, 0), "mask"))
    assert texts[0] == "The mask changed: 6 cells newly blocked."
    assert texts[2] == (
        "Masked scores changed in 3 of 5 rows: 6 cells newly blocked, because the mask changed."
    )
    assert (
        said(causal, (set_mask, None, "none"))[0] == "The mask is gone: it blocked 10 of 25 cells."
    )
    assert said(causal, (remove, Axis.SOURCES, [0]))[3] == (
        "The mask went from 5 × 5 to 5 × 4: not compared cell by cell."
    )


def test_a_bias_that_shifts_all_scores_alike(said):
    scenario = load_example("bias-and-cap")
    texts = said(scenario, (set_cells, "bias", 0, 0, scenario.bias + 1))
    assert texts[0] == (
        "The bias changed in rows 1, 2, 3 and 4 (most in row 1, column 1: 0 → 1; "
        "15 other cells moved as far)."
    )
    assert texts[3].startswith("Weights are the same up to rounding (no number differs by more ")
    assert texts[3].endswith(", although the masked scores changed.")


def test_many_changed_rows_are_counted(said):
    scenario = load_example("twelve-tokens")
    texts = said(scenario, (set_cells, "value", 0, 0, scenario.value[:8] + 1))
    assert texts[0].startswith("V changed in 8 of 12 rows (most in row ")


def test_a_change_smaller_than_the_digits_shown_shows_all_of_them(said, seed_scenario):
    texts = said(seed_scenario, (set_cells, "value", 0, 0, one(10.0001)))
    assert texts[0] == "V changed in row 1 (10 → 10.0001)."
    assert texts[-1].startswith("Output changed in 1 of 1 rows: 20 → 20.0000401")


def test_numbers_have_the_digits_asked_for(said, seed_scenario):
    texts = said(seed_scenario, (set_cells, "value", 2, 0, one(50.0)), digits=5)
    assert texts[-1] == "Output changed in 1 of 1 rows: 20 → 28.02224, because V changed."


def test_another_start(seed_scenario):
    mix = load_example("weighted-mix")
    states = [State(one, attend(one.inputs)) for one in (seed_scenario, mix)]
    texts = [sentence.text for sentence in sentences(compare(*states), 3)]
    assert texts == [
        "Row 1 of queries is called “Mix” now; it was “Query 1”.",
        "Q is gone; it was 1 × 2.",
        "K is gone; it was 3 × 2.",
        "The typed-in weights are new, 1 × 3.",
        "Scores are gone, because Q and K are gone.",
        "Scaled scores are gone, because the scores are gone.",
        "Weights changed in 1 of 1 rows, the most for “Mix” and Source 3: 0.401 → 0.25, "
        "because the scaled scores are gone and the typed-in weights are new.",
        "Output changed in 1 of 1 rows: 20 → 17.5, because the weights changed.",
    ]


def test_a_sentence_leads_to_the_cell_it_says_most_about(after, seed_scenario):
    told = sentences(after(seed_scenario, (set_cells, "value", 2, 0, one(50.0))), 3)
    assert [sentence.place for sentence in told] == [
        Place("value", 2, 0),
        None,
        Place("output", 0, 0),
    ]


def test_what_was_changed_can_be_told_alone(after, seed_scenario):
    told = input_sentences(after(seed_scenario, (set_cells, "value", 2, 0, one(50.0))), 3)
    assert [sentence.text for sentence in told] == ["V changed in row 3 (30 → 50)."]


@pytest.mark.parametrize(
    ("place", "text"),
    [
        (Place("value", 2, 0), "30 then, 50 now"),
        (Place("value", 0, 0), "10 then and now"),
        (Place("weights", 0, 0), "0.401 then and now"),
        (Place("output", 0, 0), "20 then, 28.022 now"),
    ],
)
def test_one_number_then_and_now(after, seed_scenario, place, text):
    result = after(seed_scenario, (set_cells, "value", 2, 0, one(50.0)))
    assert then_and_now(result, place, 3) == text


def test_what_is_not_compared_says_why(after, seed_scenario):
    result = after(seed_scenario, (insert, Axis.SOURCES, 3), (set_softcap, 2.0))
    assert not_compared(result, "scores") == "another shape then, 1 × 3"
    assert not_compared(result, "capped_scores") == "not there then"
    assert not_compared(result, "output") == ""
    assert then_and_now(result, Place("scores", 0, 0), 3) == ""
    back = after(result.after.scenario, (set_softcap, None))
    assert not_compared(back, "capped_scores") == "not there now"


def test_a_reader_with_no_source_is_told_without_infinities(said):
    scenario = load_example("reads-nothing")
    for mask in (None, CausalMask()):
        assert not any("∞" in text for text in said(scenario, (set_mask, mask, "mask")))


def test_a_row_of_the_vocabulary_changes_every_place_of_its_token(said):
    text = load_example("same-token-twice")
    heard = said(text, (set_cells, "vocabulary", 0, 0, one(2.0)))
    assert heard[:2] == [
        "The vocabulary changed in row 1, column 1 (1 → 2).",
        "X changed in 2 of 4 rows, the most for “the” (1), component 1: 1 → 2; "
        "1 other cell moved as far, because the vocabulary changed.",
    ]


def test_a_projection_of_values_leaves_the_weights_alone(said):
    heard = said(
        load_example("three-inputs-from-vectors"), (set_cells, "value_projection", 0, 0, one(1.0))
    )
    assert heard[0] == "W_V changed in row 1, column 1 (0 → 1)."
    assert heard[1] == "Q and K do not depend on W_V: unchanged."
    assert heard[2].startswith("V changed in 2 of 3 rows")
    assert heard[3] == "Scores, scaled scores and weights do not depend on W_V: unchanged."


def test_other_tokens_are_told_by_their_names_once(said):
    heard = said(load_example("same-token-twice"), (rename, Axis.QUERIES, 0, "cat"))
    assert heard[0] == "Token 1 is “cat” now; it was “the”."
    assert heard[1].endswith("because the tokens changed.")
    assert not any("is called" in sentence for sentence in heard)


def test_a_text_of_another_length_says_how_many_tokens_there_are(said):
    heard = said(load_example("same-token-twice"), (remove, Axis.QUERIES, [3]))
    assert heard[0] == "The text has 3 tokens now; it had 4."


def test_position_vectors_come_and_go(said):
    text = load_example("same-token-two-places")
    assert said(text, (set_position_vectors, PositionVectors.NONE))[:4] == [
        "The sinusoids are gone.",
        "X does not depend on the sinusoids: unchanged.",
        "P is gone, because the sinusoids are gone.",
        "H is gone, because P is gone.",
    ]


def test_keeping_what_was_computed_changes_nothing_after_it(said):
    assert said(load_example("three-inputs-from-vectors"), (keep_queries_keys_values,)) == [
        "Q, K and V are typed in now, no longer computed.",
        "X is gone; it was 3 × 4.",
        "W_Q is gone; it was 4 × 3.",
        "W_K is gone; it was 4 × 3.",
        "W_V is gone; it was 4 × 3.",
        "Q did not change, although X and W_Q are gone.",
        "K did not change, although X and W_K are gone.",
        "V did not change, although X and W_V are gone.",
        "Scores, scaled scores, weights and output follow only from what did not change: "
        "unchanged.",
    ]
