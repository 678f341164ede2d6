"""Pins in scenario files: exact, strict, and absent where there are none."""

import json
from dataclasses import replace

import numpy as np
import pytest

from explorer.files import ScenarioFileError, list_examples, load_example, resources_folder
from explorer.files.scenario_format import decode_scenario, encode_scenario
from explorer.model.pins import MOST_PINS, Pin, pinned
from explorer.model.scenario import ARRAY_AXES

STARTS = (
    *("bias-and-cap", "weighted-mix", "reads-nothing", "causal", "window"),
    *("three-inputs-from-vectors", "same-token-two-places", "word-order"),
)


@pytest.fixture
def document(seed_scenario):
    pins = tuple(Pin(f"<{name}> “ä”\n", pinned(load_example(name))) for name in STARTS)
    return replace(seed_scenario, pins=pins, view={"step": "weights:1:3"})


@pytest.fixture
def content(document):
    """The file as plain data, to be spoilt."""
    return json.loads(encode_scenario(document))


def complaint(content):
    with pytest.raises(ScenarioFileError) as caught:
        decode_scenario(json.dumps(content).encode())
    return str(caught.value)


@pytest.mark.parametrize("example", [example.name for example in list_examples()])
def test_a_file_without_pins_is_written_as_it_was_read(example):
    data = (resources_folder() / "scenarios" / f"{example}.attn").read_bytes()
    assert encode_scenario(decode_scenario(data)) == data


def test_pins_read_back_exactly(document):
    data = encode_scenario(document)
    again = decode_scenario(data)
    assert encode_scenario(again) == data
    assert [pin.name for pin in again.pins] == [pin.name for pin in document.pins]
    for mine, read in zip(document.pins, again.pins, strict=True):
        for name in ARRAY_AXES:
            one, other = getattr(mine.scenario, name), getattr(read.scenario, name)
            assert (one is None) == (other is None)
            assert one is None or one.tobytes() == other.tobytes()
        assert read.scenario.queries == mine.scenario.queries
        assert (read.scenario.scale, read.scenario.softcap) == (
            mine.scenario.scale,
            mine.scenario.softcap,
        )


def test_a_pin_is_written_like_a_scenario_one_matrix_row_a_line(seed_scenario):
    document = replace(seed_scenario, pins=(Pin("Before", pinned(seed_scenario)),))
    text = encode_scenario(document).decode()
    assert text.endswith(
        """  "weights": null,
  "pins": [
    {
      "name": "Before",
      "queries": ["Query 1"],
      "sources": ["Source 1", "Source 2", "Source 3"],
      "query": [
        [1, 0]
      ],
      "key": [
        [1, 0],
        [0, 1],
        [1, 1]
      ],
      "value": [
        [10],
        [20],
        [30]
      ],
      "scale": "sqrt_d",
      "mask": null,
      "bias": null,
      "softcap": null,
      "weights": null
    }
  ]
}
"""
    )


def test_a_pin_needs_no_more_than_a_name_and_a_start(content):
    content["pins"] = [{"name": "Mix", "weights": [[0.5, 0.5]], "value": [[1], [3]]}]
    (pin,) = decode_scenario(json.dumps(content).encode()).pins
    assert pin.scenario.sources == ("Source 1", "Source 2")
    assert pin.scenario.query is None


def put(path, value):
    """Spoils a file: puts `value` at a path of keys and indexes."""
    *way, last = path

    def spoil(content):
        for key in way:
            content = content[key]
        content[last] = value

    return spoil


@pytest.mark.parametrize(
    ("spoil", "message"),
    [
        (put(["pins"], 3), "pins: expected a list of pins, found 3"),
        (
            put(["pins", 1], "x"),
            'pins[1]: expected an object with a name and a scenario, found "x"',
        ),
        (put(["pins", 1, "name"], None), "pins[1].name: expected text, found nothing (null)"),
        (put(["pins", 1, "name"], " "), "pins[1].name: expected a name for the pin, found nothing"),
        (put(["pins", 0, "title"], "x"), 'pins[0]: unknown field "title"'),
        (put(["pins", 0, "pins"], []), 'pins[0]: unknown field "pins"'),
        (put(["pins", 0, "vlaue"], []), 'pins[0]: unknown field "vlaue" (did you mean "value"?)'),
        (
            put(["pins", 0, "query", 0, 1], "2"),
            'pins[0].query[0][1]: expected a number, found "2"',
        ),
        (put(["pins", 0, "key"], [[1, 2]]), "pins[0].value: expected 1 rows, one for each row of"),
        (put(["pins", 0, "softcap"], 0), "pins[0].softcap: expected a number above 0, found 0"),
        (
            put(["pins", 2, "mask", "allowed", 0, 0], 1),
            "pins[2].mask.allowed[0][0]: expected true or false, found 1",
        ),
        (
            put(["pins", 1, "value"], None),
            "pins[1].value: expected a list of rows, found nothing (null)",
        ),
        (
            put(["pins"], [{"name": str(number)} for number in range(MOST_PINS + 1)]),
            "pins: expected at most 20 pins, found 21",
        ),
        (
            put(["pins"], [{"name": "A"}]),
            "pins[0].start: expected query, key and value, or embeddings",
        ),
    ],
)
def test_what_is_wrong_with_a_pin_is_said_with_its_place(content, spoil, message):
    spoil(content)
    assert complaint(content).startswith(message)


def test_two_pins_of_one_name_are_refused(content):
    content["pins"][1]["name"] = content["pins"][0]["name"]
    assert complaint(content).startswith("pins[1].name: expected a name no other pin has")


def test_a_number_that_is_not_finite_is_refused_in_a_pin(document, seed_scenario):
    data = encode_scenario(document).replace(b'"softcap": 3', b'"softcap": NaN')
    with pytest.raises(ScenarioFileError, match=r"pins\[0\].softcap: expected a finite number"):
        decode_scenario(data)


def test_a_pin_may_be_called_anything_that_is_text(seed_scenario):
    state = pinned(replace(seed_scenario, value=np.array([[1.0], [2.0], [3.0]])))
    document = replace(seed_scenario, pins=(Pin('"\\\n', state),))
    assert decode_scenario(encode_scenario(document)).pins[0].name == '"\\\n'
