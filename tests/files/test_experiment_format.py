"""Experiments in scenario files: marked ones say so, all others are as ever."""

from dataclasses import replace

import pytest

from explorer.files import ScenarioFileError, list_examples, load_example
from explorer.files.report import experiment_note, report
from explorer.files.scenario_format import decode_scenario, encode_scenario
from explorer.model import Experiment
from explorer.model.slips.mistakes import MISTAKES


def marked(scenario, name="softmax-by-column"):
    return replace(scenario, experiment=Experiment(name))


def content(mistake, seed_scenario):
    """A file with this text after the field's name."""
    data = encode_scenario(marked(seed_scenario)).decode()
    return data.replace('{"mistake": "softmax-by-column"}', mistake).encode()


@pytest.mark.parametrize("name", MISTAKES)
def test_the_mark_is_read_back(seed_scenario, name):
    data = encode_scenario(marked(seed_scenario, name))
    assert decode_scenario(data).experiment == Experiment(name)
    assert encode_scenario(decode_scenario(data)) == data


@pytest.mark.parametrize("example", [example.name for example in list_examples()])
def test_without_the_mark_a_file_is_byte_for_byte_as_ever(example):
    scenario = load_example(example)
    data = encode_scenario(scenario)
    assert b"experiment" not in data.partition(b'"notes"')[2].partition(b"\n")[2]
    assert encode_scenario(replace(marked(scenario), experiment=None)) == data


def test_the_mark_is_one_line_of_the_file(seed_scenario):
    with_mark = encode_scenario(marked(seed_scenario)).decode().splitlines()
    without = encode_scenario(seed_scenario).decode().splitlines()
    line = '  "experiment": {"mistake": "softmax-by-column"}'
    assert [text.rstrip(",") for text in with_mark if text not in without] == [
        '  "weights": null',
        line,
    ]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('{"mistake": "softmax-by-colum"}', '"softmax-by-column"'),
        ('{"mistake": 3}', "experiment.mistake: expected text, found 3"),
        ("{}", "experiment.mistake: expected text, found nothing (null)"),
        ('"softmax-by-column"', "experiment: expected an object with the name of a mistake"),
        ("null", "experiment: expected an object with the name of a mistake"),
        ('{"mistake": "next-key", "twice": true}', 'experiment: unknown field "twice"'),
    ],
)
def test_a_mark_that_is_not_well_formed_is_refused_saying_why(seed_scenario, text, said):
    with pytest.raises(ScenarioFileError) as refused:
        decode_scenario(content(text, seed_scenario))
    assert said in str(refused.value)


def test_reports_go_by_the_right_calculation_and_say_so(seed_scenario):
    assert report(marked(seed_scenario, "exponential-not-divided"))["output"] == [[20.0]]
    assert "Softmax over the column" in experiment_note(marked(seed_scenario))
    assert experiment_note(seed_scenario) == ""
