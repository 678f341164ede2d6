"""The bundled examples: complete, well formed, and true to the figures they quote."""

import json
import re
from dataclasses import replace
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest

from explorer.files import list_examples, load_example, load_scenario, save_scenario
from explorer.model import AttentionTrace, Scenario, attend
from explorer.model.distance_bias import head_slopes, slope_of

SCENARIOS = Path(__file__).parents[2] / "resources" / "scenarios"
NAMES = [entry["name"] for entry in json.loads((SCENARIOS / "index.json").read_text("utf-8"))]
LEVELS = ["first steps", "whole texts", "what may be read", "numbers at the edge"]
ONE_WAY_ROUND = re.compile(r"\b(rows?|columns?|(right|left) of|(its|the) (right|left))\b", re.I)
PHRASES_OF_A_MIND = ["looks at", "pays attention", "understands"]


class Printed(NamedTuple):
    """One row of a stage as its source prints it; the text fixes how many digits are compared."""

    example: str
    stage: str
    row: int
    digits: str


PUBLISHED = [
    # The seed text, "What our position vectors are still missing": section "First, a weighted mix".
    Printed("weighted-mix", "output", 0, "17.5"),
    # The same text, "Comparing query and key" to "Computing the new output".
    Printed("one-query-three-sources", "scores", 0, "1 0 1"),
    Printed("one-query-three-sources", "scaled_scores", 0, "0.707 0 0.707"),
    Printed("one-query-three-sources", "weights", 0, "0.401 0.198 0.401"),
    Printed("one-query-three-sources", "output", 0, "20"),
    # S. Raschka, Build a Large Language Model (From Scratch), section 3.3: the second token.
    Printed("journey", "scores", 1, "0.9544 1.4950 1.4754 0.8434 0.7070 1.0865"),
    Printed("journey", "weights", 1, "0.1385 0.2379 0.2333 0.1240 0.1082 0.1581"),
    Printed("journey", "output", 1, "0.4419 0.6515 0.5683"),
    # R. Karim, Illustrated: Self-Attention.
    Printed("three-inputs-projected", "scores", 0, "2 4 4"),
    Printed("three-inputs-projected", "scores", 1, "4 16 12"),
    Printed("three-inputs-projected", "scores", 2, "4 12 10"),
    Printed("three-inputs-projected", "weights", 0, "6.3379e-02 4.6831e-01 4.6831e-01"),
    Printed("three-inputs-projected", "weights", 1, "6.0337e-06 9.8201e-01 1.7986e-02"),
    Printed("three-inputs-projected", "weights", 2, "2.9539e-04 8.8054e-01 1.1917e-01"),
    Printed("three-inputs-projected", "output", 0, "1.9366 6.6831 1.5951"),
    Printed("three-inputs-projected", "output", 1, "2.0000 7.9640 0.0540"),
    Printed("three-inputs-projected", "output", 2, "1.9997 7.7599 0.3584"),
    Printed("three-inputs-from-vectors", "query", 0, "1 0 2"),
    Printed("three-inputs-from-vectors", "query", 1, "2 2 2"),
    Printed("three-inputs-from-vectors", "query", 2, "2 1 3"),
    Printed("three-inputs-from-vectors", "key", 1, "4 4 0"),
    Printed("three-inputs-from-vectors", "value", 1, "2 8 0"),
    Printed("three-inputs-from-vectors", "output", 0, "1.9366 6.6831 1.5951"),
    # J. Alammar, The Illustrated Transformer.
    Printed("two-scores-d64", "scores", 0, "112 96"),
    Printed("two-scores-d64", "scaled_scores", 0, "14 12"),
    Printed("two-scores-d64", "weights", 0, "0.88 0.12"),
]

# Computed once with numpy alone, outside this project, for the figures the notes quote.
QUOTED_IN_NOTES = [
    Printed("asymmetric", "output", 0, "20.000"),
    Printed("asymmetric", "output", 1, "23.374"),
    Printed("asymmetric", "output", 2, "17.080"),
    Printed("all-tied", "scores", 0, "2 2 2 2"),
    Printed("all-tied", "weights", 0, "0.2500 0.2500 0.2500 0.2500"),
    Printed("all-tied", "output", 0, "16.0000"),
    Printed("winner-takes-all-unscaled", "scores", 0, "8 14 0 6"),
    Printed("winner-takes-all-unscaled", "output", 0, "19.98"),
    Printed("winner-takes-all-scaled", "scaled_scores", 0, "2.0 3.5 0.0 1.5"),
    Printed("winner-takes-all-scaled", "weights", 0, "0.16 0.72 0.02 0.10"),
    Printed("causal", "weights", 0, "1 0 0 0 0"),
    Printed("causal", "output", 0, "10 0"),
    Printed("window", "weights", 7, "0.000 0.000 0.000 0.000 0.000 0.318 0.644 0.038"),
    Printed("weights-by-hand", "output", 0, "17.5"),
    Printed("padding", "scores", 1, "2 1 2 6"),
    Printed("padding", "weights", 0, "0.58 0.14 0.28 0"),
    Printed("padding", "weights", 2, "0.11 0.45 0.45 0"),
    Printed("alibi", "masked_scores", 4, "-0.586 -0.086 0.414 0.914 1.414"),
    Printed("alibi", "weights", 4, "0.058 0.096 0.158 0.260 0.429"),
    Printed("alibi", "output", 4, "39.06"),
    Printed("reads-nothing", "weights", 2, "0 0 0"),
    Printed("reads-nothing", "output", 2, "0 0"),
    Printed("ten-thousands", "scores", 0, "30000 29998 29990"),
    Printed("ten-thousands", "scores", 1, "-30000 -29998 -29990"),
    Printed("ten-thousands", "weights", 0, "0.727 0.268 0.005"),
    Printed("ten-thousands", "weights", 1, "0.007 0.018 0.976"),
    Printed("bias-and-cap", "scores", 0, "4 20 2 -2"),
    Printed("bias-and-cap", "capped_scores", 0, "2.610 3.000 1.748 -1.748"),
    Printed("bias-and-cap", "masked_scores", 0, "2.610 2.500 0.748 -3.248"),
    Printed("bias-and-cap", "output", 0, "15.916"),
    Printed("same-token-twice", "embeddings", 2, "1 0"),
    Printed("same-token-twice", "scores", 0, "0 2 0 1"),
    Printed("same-token-twice", "output", 0, "4.95 12.60"),
    Printed("same-token-twice", "output", 2, "4.95 12.60"),
    Printed("causal-text", "output", 0, "10 0"),
    Printed("causal-text", "output", 2, "3.27 13.46"),
    Printed("scaled-and-not", "scores", 0, "12 8 4 0"),
    Printed("scaled-and-not", "output", 0, "10.19"),
    Printed("only-value-three", "output", 0, "28.02"),
    Printed("padded-text", "weights", 0, "0.670 0.330 0 0"),
    Printed("one-projection-for-both", "scores", 0, "4 4 4"),
    Printed("one-projection-for-both", "scores", 2, "4 6 8"),
    Printed("one-projection-for-both", "weights", 0, "0.333 0.333 0.333"),
    Printed("one-projection-for-both", "weights", 2, "0.045 0.187 0.768"),
    Printed("same-token-two-places", "embeddings", 2, "1 0"),
    Printed("same-token-two-places", "positioned", 0, "1 1"),
    Printed("same-token-two-places", "positioned", 2, "1.909 -0.416"),
]


def trace_of(name: str) -> AttentionTrace:
    return attend(load_example(name).inputs)


def printed_like(number: float, digits: str) -> str:
    """The number in the notation of `digits`: as many decimals, with or without an exponent."""
    mantissa, exponent_mark, _ = digits.partition("e")
    decimals = len(mantissa.partition(".")[2])
    return f"{number:.{decimals}{'e' if exponent_mark else 'f'}}"


def bundled_texts(name: str) -> list[str]:
    scenario = load_example(name)
    example = next(example for example in list_examples() if example.name == name)
    return [scenario.title, scenario.notes, example.title, example.notice]


def test_every_entry_of_the_index_has_a_file_and_every_file_an_entry():
    assert sorted(NAMES) == sorted(path.stem for path in SCENARIOS.glob("*.attn"))


def test_the_list_has_the_entries_of_the_index_in_teaching_order():
    examples = list_examples()
    assert [example.name for example in examples] == NAMES
    positions = [LEVELS.index(example.level) for example in examples]
    assert positions == sorted(positions)


def test_there_are_at_least_twelve_examples_and_some_at_each_level():
    examples = list_examples()
    assert len(examples) >= 12
    assert {example.level for example in examples} == set(LEVELS)


@pytest.mark.parametrize("name", NAMES)
def test_an_example_has_a_title_notes_and_one_line_to_notice(name: str):
    assert all(text.strip() for text in bundled_texts(name))
    example = next(example for example in list_examples() if example.name == name)
    assert example.title == load_example(name).title
    assert "\n" not in example.notice


@pytest.mark.parametrize("name", NAMES)
def test_no_text_of_an_example_speaks_of_a_mind(name: str):
    texts = " ".join(bundled_texts(name)).lower()
    assert [phrase for phrase in PHRASES_OF_A_MIND if phrase in texts] == []


@pytest.mark.parametrize("name", NAMES)
def test_the_texts_of_an_example_hold_whichever_way_matrices_are_turned(name: str):
    """They are shown as they are: readers, sources and entries are named in place of rows."""
    assert [ONE_WAY_ROUND.findall(text) for text in bundled_texts(name)] == [[]] * 4


@pytest.mark.parametrize("name", NAMES)
def test_an_example_gives_finite_weights_and_outputs_named_on_both_sides(name: str):
    scenario, trace = load_example(name), trace_of(name)
    assert trace.weights.shape == (len(scenario.queries), len(scenario.sources))
    assert np.isfinite(trace.weights).all()
    assert np.isfinite(trace.output).all()


@pytest.mark.parametrize("name", NAMES)
def test_saving_an_example_again_gives_the_same_bytes(name: str, tmp_path: Path):
    original, again = SCENARIOS / f"{name}.attn", tmp_path / f"{name}.attn"
    save_scenario(load_scenario(original), again)
    assert again.read_bytes() == original.read_bytes()


@pytest.mark.parametrize(
    "case", PUBLISHED + QUOTED_IN_NOTES, ids=lambda case: f"{case.example}-{case.stage}-{case.row}"
)
def test_an_example_reproduces_the_figures_to_their_printed_digits(case: Printed):
    row = getattr(trace_of(case.example), case.stage)[case.row]
    expected = case.digits.split()
    computed = [printed_like(n, text) for n, text in zip(row, expected, strict=True)]
    assert computed == expected


def test_scaling_alone_separates_the_two_winner_takes_all_examples():
    unscaled, scaled = (
        trace_of(f"winner-takes-all-{name}").weights for name in ("unscaled", "scaled")
    )
    assert unscaled.max() > 0.997
    assert 0.7 < scaled.max() < 0.75
    assert unscaled.argmax() == scaled.argmax()


def test_padding_would_take_most_of_the_weight_if_it_were_not_blocked():
    unmasked = attend(replace(load_example("padding"), mask=None).inputs).weights[:, 3]
    assert [round(100 * weight) for weight in (unmasked.min(), unmasked.max())] == [54, 88]
    assert not trace_of("padding").weights[:, 3].any()


def test_the_softmax_would_give_twenty_in_place_of_the_weights_by_hand():
    scenario = load_example("weights-by-hand")
    assert attend(replace(scenario, weights=None).inputs).output.tolist() == [[20]]


def test_the_penalty_takes_the_same_ratio_for_each_position_of_distance():
    scenario = load_example("alibi")
    weights = trace_of("alibi").weights[4]
    assert slope_of(scenario.bias) == head_slopes(8)[0]
    np.testing.assert_allclose(weights[:-1] / weights[1:], np.exp(-0.5))
    assert attend(replace(scenario, bias=None).inputs).output[4].tolist() == pytest.approx([30])


def test_the_three_inputs_give_the_queries_keys_and_values_of_the_example_before():
    made, typed_in = trace_of("three-inputs-from-vectors"), trace_of("three-inputs-projected")
    for name in ("query", "key", "value", "scores", "weights", "output"):
        assert made.arrays[name].tobytes() == typed_in.arrays[name].tobytes()


def test_with_positions_the_two_places_of_a_token_have_other_outputs():
    without, with_them = trace_of("same-token-twice"), trace_of("same-token-two-places")
    assert without.output[0].tolist() == without.output[2].tolist()
    assert with_them.embeddings.tolist() == without.embeddings.tolist()
    assert np.abs(with_them.output[0] - with_them.output[2]).max() > 1


def outputs_by_token(scenario: Scenario) -> dict[str, list[float]]:
    rows = attend(scenario.inputs).output.round(9).tolist()
    return dict(zip(scenario.queries, rows, strict=True))


def test_word_order_matters_only_with_position_vectors():
    dog_first = load_example("word-order")
    turned = ("man", "bites", "dog")
    man_first = replace(dog_first, queries=turned, sources=turned)
    assert outputs_by_token(dog_first) != outputs_by_token(man_first)

    nowhere = [replace(one, positions=np.zeros((3, 2))) for one in (dog_first, man_first)]
    assert outputs_by_token(nowhere[0]) == outputs_by_token(nowhere[1])


def test_equal_tokens_of_the_twelve_token_text_have_equal_outputs():
    names = load_example("twelve-tokens").queries
    output = trace_of("twelve-tokens").output
    rows_of_the = [row for row, name in enumerate(names) if name == "the"]
    assert len(rows_of_the) == 4
    np.testing.assert_allclose(output[rows_of_the], output[[rows_of_the[0]] * 4], rtol=1e-13)


def test_the_pins_of_examples_hold_the_states_their_notes_compare_with():
    (before,) = load_example("only-value-three").pins
    pinned = attend(before.scenario.inputs)
    np.testing.assert_array_equal(pinned.weights, trace_of("only-value-three").weights)
    assert pinned.output[0, 0] == pytest.approx(20)
    (scaled,) = load_example("scaled-and-not").pins
    pinned = attend(scaled.scenario.inputs)
    np.testing.assert_array_equal(pinned.scores, trace_of("scaled-and-not").scores)
    np.testing.assert_allclose(pinned.weights[0], [0.644, 0.237, 0.087, 0.032], atol=5e-4)
    assert pinned.output[0, 0] == pytest.approx(15.07, abs=5e-3)


def test_without_its_mask_the_padding_of_a_text_takes_most_of_the_weight():
    open_to_all = attend(replace(load_example("padded-text"), mask=None).inputs)
    assert open_to_all.weights[0, 2:].sum() == pytest.approx(0.73, abs=5e-3)
