"""What `compute` prints: every stage by name, exact as JSON, aligned as text."""

import json
import unicodedata

import numpy as np
import pytest

from explorer.files import list_examples, load_example
from explorer.files.report import json_report, report, text_report
from explorer.files.scenario_format import decode_scenario
from explorer.model import InputError, Scenario, attend

NAMES = [example.name for example in list_examples()]
INPUTS = ["query", "key", "value", "allowed", "bias", "scale", "softcap"]


def mix(**changes: object) -> Scenario:
    fields = {
        "value": np.array([[10.0], [20.0]]),
        "weights": np.array([[0.25, 0.75]]),
        "queries": ("Mix",),
        "sources": ("one", "two"),
    }
    return Scenario(**(fields | changes))


def table(text: str, heading: str) -> list[str]:
    blocks = [block.splitlines() for block in text.split("\n\n")]
    [lines] = [lines for lines in blocks if lines[0].startswith(heading)]
    return lines[1:]


@pytest.mark.parametrize("name", NAMES)
def test_the_keys_are_the_inputs_and_the_stages_that_take_part_in_order(name: str):
    scenario = load_example(name)
    trace = attend(scenario.inputs)
    stages = [stage.name for stage in trace.stages]
    inputs = [name for name in INPUTS if name not in stages]
    of_a_text = [name for name in trace.arrays if name not in INPUTS and name not in stages]
    tokens = ["tokens"] if scenario.tokens else []
    assert list(report(scenario)) == [*tokens, *of_a_text, *inputs, *stages]


@pytest.mark.parametrize("name", NAMES)
def test_the_json_is_strict_and_holds_the_same_doubles(name: str):
    scenario = load_example(name)

    read = json.loads(json_report(scenario), parse_constant=pytest.fail)

    trace = attend(scenario.inputs)
    assert read.get("tokens") == (list(scenario.tokens) if scenario.tokens else None)
    if scenario.tokens:
        assert list(read["vocabulary"]) == list(scenario.entries)
        read["vocabulary"] = list(read["vocabulary"].values())
    for array, content in trace.arrays.items():
        numbers = [[float(cell) for cell in row] for row in read[array]]
        assert np.array(numbers).tobytes() == content.tobytes()
    assert json.loads(json_report(scenario)) == report(scenario)


def test_a_blocked_score_is_the_text_minus_inf():
    content = report(load_example("reads-nothing"))
    assert content["masked_scores"][2] == ["-inf"] * 3
    assert content["allowed"][0] == [True, True, False]
    assert '["-inf", "-inf", "-inf"]' in json_report(load_example("reads-nothing"))


def test_one_matrix_row_is_one_line():
    lines = json_report(load_example("one-query-three-sources")).splitlines()
    assert "    [0.4011120926797859, 0.1977758146404282, 0.4011120926797859]" in lines
    assert lines[-3:] == ["    [20]", "  ]", "}"]


def test_what_is_not_set_is_null():
    content = report(load_example("one-query-three-sources"))
    assert [content[name] for name in ("allowed", "bias", "scale", "softcap")] == [None] * 4


def test_a_weighted_mix_has_no_query_no_key_and_two_stages():
    content = report(load_example("weighted-mix"))
    assert content["query"] is content["key"] is None
    assert list(content)[len(INPUTS) :] == ["weights", "output"]
    assert content["output"] == [[17.5]]


def test_a_number_too_large_to_store_is_said_with_its_place():
    huge = b"""{"format": "attention-explorer-scenario", "version": 1,
        "query": [[1e300]], "key": [[1e300]], "value": [[1]]}"""
    for show in (json_report, text_report):
        with pytest.raises(InputError, match=r"scores\[0\]\[0\]"):
            show(decode_scenario(huge))


# The text for people


def test_the_text_has_a_table_for_each_input_and_stage():
    headings = [
        block.splitlines()[0]
        for block in text_report(load_example("one-query-three-sources")).split("\n\n")
    ]
    assert headings == [
        "One query, three sources",
        "Query",
        "Key",
        "Value",
        "Scores Q·Kᵀ  (Q · Kᵀ)",
        "Scaled scores  (÷ √2 ≈ 1.414)",
        "Weights A  (softmax, row by row)",
        "Output Y  (· V)",
    ]


def test_a_table_names_rows_and_columns_and_aligns_the_numbers():
    assert table(text_report(load_example("one-query-three-sources")), "Weights") == [
        "         Source 1  Source 2  Source 3",
        "Query 1     0.401     0.198     0.401",
    ]


def test_the_number_of_digits_can_be_chosen():
    text = text_report(load_example("one-query-three-sources"), digits=5)
    assert "0.40111   0.19778   0.40111" in text


def test_columns_stay_aligned_under_wide_and_combining_letters():
    text = text_report(mix(sources=("ne\u0301e", "猫猫猫猫猫")))
    header, row = table(text, "Weights")

    def width(line: str) -> int:
        wide = sum(unicodedata.east_asian_width(letter) in "WF" for letter in line)
        return len(line) + wide - line.count("\u0301")

    assert width(header) == width(row)


def test_a_name_cannot_give_orders_to_the_terminal():
    text = text_report(mix(title="a\x1b[2Jb\nc", queries=("\x1b]0;x\x07",)))
    assert text.startswith("a�[2Jb�c\n\n")
    assert "\x1b" not in text
    assert "\x07" not in text
