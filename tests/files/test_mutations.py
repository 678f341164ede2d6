"""Damaged files: cut off at every byte, or mutated at random. Each is a scenario or one sentence.

`--mutations 100000` tries as many as a release asks for; `--seed` repeats a run.
"""

import io
import random

import numpy as np
import pytest

from explorer.files import ScenarioFileError, list_examples, resources_folder
from explorer.files.archive import decode_archive
from explorer.files.recovery_format import load_unsaved
from explorer.files.scenario_format import decode_scenario, encode_scenario
from explorer.model import InputError, Scenario, attend

TOKENS = [
    *(b"NaN", b"Infinity", b"-Infinity", b"1e999", b"-1e999", b"1e-999", b"0x10", b"01", b"1_0"),
    *(b'"x"', b'""', b"null", b"true", b"[]", b"{}", b"[[]]", b"[[[1]]]", b"{", b"]", b",", b":"),
    *(b'"\\ud800"', b'"\\u0000"', b"\xff", b"\xef\xbb\xbf", b"\xff\xfe", b"\x00", b"\r", b"\\"),
    *(b'"query": [[1]], ', b'"view": {"a": 1e999}, ', b'"version": 2, ', b'"unknown": 3, '),
    *(b"9" * 400, b"-" + b"9" * 5000, b"[" * 5000, b'{"a":' * 3000, b"1." + b"0" * 4000),
]

EXAMPLES = {example.name: example for example in list_examples()}


def content_of(name):
    return (resources_folder() / "scenarios" / f"{name}.attn").read_bytes()


def archive_of(scenario):
    """An archive with the arrays of a scenario."""
    stream = io.BytesIO()
    np.savez(stream, query=scenario.query, key=scenario.key, value=scenario.value)
    return stream.getvalue()


def mutated(content, chance):
    """`content` with one to four accidents."""
    data = bytearray(content)
    for _ in range(chance.choice([1, 1, 1, 2, 4])):
        start = chance.randrange(len(data) + 1)
        end = min(len(data), start + chance.choice([0, 1, 1, 2, 8, 64]))
        match chance.randrange(5):
            case 0:
                data[start:end] = bytes(chance.randrange(256) for _ in range(end - start))
            case 1:
                del data[start:end]
            case 2:
                data[start:end] = chance.choice(TOKENS)
            case 3:
                data[start:start] = data[start:end]
            case 4 if data:
                data[min(start, len(data) - 1)] ^= 1 << chance.randrange(8)
    return bytes(data)


def outcome(read, data):
    """The scenario in `data`, or the one sentence why there is none."""
    try:
        scenario = read(data)
    except ScenarioFileError as error:
        sentence = str(error)
        assert sentence
        assert len(sentence) < 600
        assert not any(mark in sentence for mark in ("Traceback", "\n", "object at 0x"))
        return sentence
    assert isinstance(scenario, Scenario)
    try:
        trace = attend(scenario.inputs)
    except InputError as error:  # the calculation grows too large to store
        return str(error)
    assert not any(np.isnan(array).any() for array in trace.arrays.values())
    assert encode_scenario(decode_scenario(encode_scenario(scenario))) == encode_scenario(scenario)
    return scenario


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_cut_off_at_any_byte_is_refused(name):
    content = content_of(name)
    for length in range(len(content.rstrip())):
        assert isinstance(outcome(decode_scenario, content[:length]), str), length


def test_an_archive_cut_off_at_any_byte_is_refused(seed_scenario):
    content = archive_of(seed_scenario)
    for length in range(len(content)):
        assert isinstance(outcome(decode_archive, content[:length]), str), length


@pytest.mark.timeout(7200)
def test_mutated_files_are_scenarios_or_one_sentence(pytestconfig):
    count, seed = pytestconfig.getoption("--mutations"), pytestconfig.getoption("--seed")
    sources = [content_of(name) for name in EXAMPLES]
    outcomes = {str: 0, Scenario: 0}
    for number in range(count):
        chance = random.Random(f"{seed} {number}")
        data = mutated(chance.choice(sources), chance)
        outcomes[type(outcome(decode_scenario, data))] += 1
    assert outcomes[str] > outcomes[Scenario] > 0  # the accidents are neither mild nor all fatal


@pytest.mark.timeout(7200)
def test_mutated_archives_are_scenarios_or_one_sentence(pytestconfig, seed_scenario):
    count, seed = pytestconfig.getoption("--mutations") // 10, pytestconfig.getoption("--seed")
    content = archive_of(seed_scenario)
    refused = 0
    for number in range(count):
        chance = random.Random(f"archive {seed} {number}")
        refused += isinstance(outcome(decode_archive, mutated(content, chance)), str)
    assert refused > count / 2


def test_a_mutated_recovery_file_is_a_document_or_one_sentence(
    pytestconfig, tmp_path, recovery_file
):
    count, seed = pytestconfig.getoption("--mutations") // 10, pytestconfig.getoption("--seed")
    content = recovery_file.read_bytes()
    path = tmp_path / "mutated.recovery"

    def read(data):
        path.write_bytes(data)
        return load_unsaved(path).scenario

    for number in range(count):
        outcome(read, mutated(content, random.Random(f"recovery {seed} {number}")))
