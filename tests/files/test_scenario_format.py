"""Scenario files: exact, in a fixed order, and strict about everything else."""

import json
import math
import os
import tracemalloc
from pathlib import Path
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from explorer.files import ScenarioFileError, load_scenario, save_scenario, strict_json
from explorer.files.scenario_format import decode_scenario, encode_scenario
from explorer.model import Scenario
from explorer.model.masks import CausalMask, CellMask, WindowMask

HEAD = {"format": "attention-explorer-scenario", "version": 1}
BASIC = {**HEAD, "query": [[1, 0]], "key": [[1, 0], [0, 1]], "value": [[10], [20]]}

DOCUMENTED = """{
  "format": "attention-explorer-scenario",
  "version": 1,
  "title": "Café",
  "notes": "Two lines\\nof “notes”",
  "queries": ["Query 1"],
  "sources": ["Katze", "猫"],
  "query": [
    [1, -0.0]
  ],
  "key": [
    [0.1, 1e-320],
    [1e+300, -2.5]
  ],
  "value": [
    [10],
    [20]
  ],
  "scale": 0.25,
  "mask": {
    "allowed": [
      [true, false]
    ]
  },
  "bias": [
    [0.5, 0]
  ],
  "softcap": 30,
  "weights": null,
  "view": {
    "step": 4,
    "zoom": 1.5
  }
}
"""


def encoded(fields: dict) -> bytes:
    return json.dumps(fields).encode()


def basic(**changes: object) -> bytes:
    return encoded({**BASIC, **changes})


def refusal(data: bytes) -> str:
    with pytest.raises(ScenarioFileError) as raised:
        decode_scenario(data)
    return str(raised.value)


def same_doubles(left: np.ndarray, right: np.ndarray) -> bool:
    return left.shape == right.shape and left.tobytes() == right.tobytes()


# Reading and writing


def test_a_file_with_every_field_is_written_again_byte_for_byte():
    assert encode_scenario(decode_scenario(DOCUMENTED.encode())) == DOCUMENTED.encode()


def test_every_field_arrives_in_the_scenario():
    scenario = decode_scenario(DOCUMENTED.encode())

    assert (scenario.title, scenario.notes) == ("Café", "Two lines\nof “notes”")
    assert (scenario.queries, scenario.sources) == (("Query 1",), ("Katze", "猫"))
    assert scenario.key.tolist() == [[0.1, 1e-320], [1e300, -2.5]]
    assert (scenario.scale, scenario.softcap) == (0.25, 30.0)
    assert scenario.mask.cells.tolist() == [[True, False]]
    assert scenario.bias.tolist() == [[0.5, 0.0]]
    assert scenario.weights is None
    assert scenario.view == {"step": 4, "zoom": 1.5}


def test_what_is_left_out_has_its_default():
    scenario = decode_scenario(basic())

    assert (scenario.title, scenario.notes) == ("", "")
    assert scenario.queries == ("Query 1",)
    assert scenario.sources == ("Source 1", "Source 2")
    assert scenario.scale == "sqrt_d"
    assert (scenario.mask, scenario.bias, scenario.softcap, scenario.weights) == (None,) * 4
    assert scenario.view == {}


def test_weights_and_values_alone_are_a_weighted_mix():
    scenario = decode_scenario(encoded({**HEAD, "weights": [[0.5, 0.5]], "value": [[10], [20]]}))

    assert scenario.query is None
    assert scenario.key is None
    assert b'"query"' not in encode_scenario(scenario)


def test_weights_beside_query_and_key_are_read_too():
    assert decode_scenario(basic(weights=[[0.25, 0.75]])).weights.tolist() == [[0.25, 0.75]]


@pytest.mark.parametrize(
    ("text", "mask"),
    [
        (None, None),
        ("causal", CausalMask()),
        ({"left": 2, "right": 0}, WindowMask(2, 0)),
        ({"left": None, "right": 1}, WindowMask(None, 1)),
    ],
)
def test_a_mask_survives_being_saved(text: object, mask: object):
    scenario = decode_scenario(basic(mask=text))

    assert scenario.mask == mask
    assert decode_scenario(encode_scenario(scenario)).mask == mask


def test_a_mask_cell_by_cell_survives_being_saved():
    scenario = decode_scenario(basic(mask={"allowed": [[False, True]]}))

    again = decode_scenario(encode_scenario(scenario)).mask
    assert isinstance(again, CellMask)
    assert again.cells.tolist() == [[False, True]]


@pytest.mark.parametrize("scale", ["sqrt_d", "none", 0.125, 2.0])
def test_a_scale_survives_being_saved(scale: object):
    scenario = decode_scenario(basic(scale=scale))
    assert decode_scenario(encode_scenario(scenario)).scale == scale


def test_a_byte_order_mark_of_utf_8_is_accepted():
    assert decode_scenario(b"\xef\xbb\xbf" + basic()).title == ""


def test_minus_zero_keeps_its_sign_in_either_spelling():
    scenario = decode_scenario(basic().replace(b"[[1, 0]]", b"[[-0, -0.0]]"))
    assert [math.copysign(1, number) for number in scenario.query[0]] == [-1, -1]


finite = st.floats(allow_nan=False, allow_infinity=False)
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=8)


@st.composite
def scenarios(draw: st.DrawFn) -> Scenario:
    n_query, n_key, d, d_value = (draw(st.integers(1, 4)) for _ in range(4))

    def matrix(rows: int, columns: int) -> np.ndarray:
        return draw(hnp.arrays(np.float64, (rows, columns), elements=finite))

    return Scenario(
        query=matrix(n_query, d),
        key=matrix(n_key, d),
        value=matrix(n_key, d_value),
        queries=tuple(draw(words) for _ in range(n_query)),
        sources=tuple(draw(words) for _ in range(n_key)),
        title=draw(words),
        notes=draw(words),
        scale=draw(st.sampled_from(["sqrt_d", "none"]) | finite),
        bias=matrix(n_query, n_key) if draw(st.booleans()) else None,
        softcap=draw(st.none() | st.floats(0, exclude_min=True, allow_infinity=False)),
        weights=matrix(n_query, n_key) if draw(st.booleans()) else None,
        view=draw(st.dictionaries(words, st.integers() | finite | words | st.none(), max_size=3)),
    )


@given(scenarios())
def test_any_scenario_saved_and_loaded_has_the_same_doubles_and_texts(scenario: Scenario):
    again = decode_scenario(encode_scenario(scenario))

    for name in ("query", "key", "value", "bias", "weights"):
        left, right = getattr(scenario, name), getattr(again, name)
        assert (left is None and right is None) or same_doubles(left, right)
    for name in ("queries", "sources", "title", "notes", "scale", "softcap", "view"):
        assert getattr(again, name) == getattr(scenario, name)


@given(scenarios())
def test_what_is_written_is_json_for_every_strict_reader(scenario: Scenario):
    text = encode_scenario(scenario).decode("utf-8")

    def refuse(constant: str) -> None:
        raise AssertionError(constant)

    json.loads(text, parse_constant=refuse)
    assert text.endswith("}\n")


# Refusals: the place, what was expected, what was found


class Refused(NamedTuple):
    """A change of the basic scenario and the sentence that answers it."""

    change: dict
    sentence: str


REFUSED = [
    Refused({"key": [[1, 0], ["x", 1]]}, 'key[1][0]: expected a number, found "x"'),
    Refused({"key": [[1, 0], [None, 1]]}, "key[1][0]: expected a number, found nothing (null)"),
    Refused({"key": [[1, True], [0, 1]]}, "key[0][1]: expected a number, found true"),
    Refused({"key": [[1, 0], [0]]}, "key[1]: expected 2 cells as in row 0, found 1"),
    Refused({"key": [[1, [0]], [0, 1]]}, "key[0][1]: expected a number, found a list"),
    Refused({"key": {}}, "key: expected a list of rows, found an object"),
    Refused({"query": None}, "query: expected a list of rows, found nothing (null)"),
    Refused({"query": []}, "query: expected at least one row and one column, found an empty table"),
    Refused({"query": [[1, 0, 0]]}, "key: expected 3 components in each row, as in query, found 2"),
    Refused({"value": [[1]]}, "value: expected 2 rows, one for each row of key, found 1"),
    Refused({"title": 5}, "title: expected text, found 5"),
    Refused({"notes": None}, "notes: expected text, found nothing (null)"),
    Refused({"queries": "Q"}, 'queries: expected a list of names, found "Q"'),
    Refused({"queries": [1]}, "queries[0]: expected text, found 1"),
    Refused({"sources": ["a"]}, "sources: expected 2 names, one for each row of value, found 1"),
    Refused({"scale": "sqrt"}, 'scale: expected "sqrt_d", "none" or a number, found "sqrt"'),
    Refused({"scale": True}, "scale: expected a number, found true"),
    Refused({"scale": math.inf}, "scale: expected a finite number, found inf"),
    Refused({"softcap": 0}, "softcap: expected a number above 0, found 0"),
    Refused({"softcap": "30"}, 'softcap: expected a number, found "30"'),
    Refused(
        {"mask": "Causal"},
        'mask: expected null, "causal", an object with left and right, or one with allowed, '
        'found "Causal"',
    ),
    Refused({"mask": {"left": 1, "right": 0, "top": 2}}, 'mask: unknown field "top"'),
    Refused(
        {"mask": {"left": -1, "right": 0}},
        "mask.left: expected a whole number from 0 to 999,999, or null, found -1",
    ),
    Refused(
        {"mask": {"left": 1, "right": 0.5}},
        "mask.right: expected a whole number from 0 to 999,999, or null, found 0.5",
    ),
    Refused(
        {"mask": {"left": 1, "right": 10**30}},
        f"mask.right: expected a whole number from 0 to 999,999, or null, found {10**30}",
    ),
    Refused(
        {"mask": {"allowed": [[1, True]]}},
        "mask.allowed[0][0]: expected true or false, found 1",
    ),
    Refused(
        {"mask": {"allowed": [[True]]}},
        "allowed: expected 1 × 2 (a row a query, a column a source), found 1 × 1",
    ),
    Refused(
        {"bias": [[0], [0]]},
        "bias: expected 1 × 2 (a row a query, a column a source), found 2 × 1",
    ),
    Refused({"view": []}, "view: expected an object, found a list"),
    Refused(
        {"view": {"zoom": [1, math.nan]}},
        "view.zoom[1]: expected a finite number, found not a number (NaN)",
    ),
    Refused({"sofcap": 3}, 'unknown field "sofcap" (did you mean "softcap"?)'),
    Refused({"heads": 3}, 'unknown field "heads"'),
    Refused(
        {"format": "notebook"},
        'format: expected "attention-explorer-scenario", found "notebook"',
    ),
    Refused({"version": "1"}, 'version: expected 1, found "1"'),
    Refused({"version": 1.0}, "version: expected 1, found 1.0"),
    Refused({"version": True}, "version: expected 1, found true"),
    Refused({"version": 0}, "version: expected 1, found 0"),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: json.dumps(case.change)[:40])
def test_a_wrong_field_is_refused_with_its_place(case: Refused):
    assert refusal(basic(**case.change)) == case.sentence


@pytest.mark.parametrize("number", ["NaN", "Infinity", "-Infinity", "1e999", "-1e999", "9" * 5000])
def test_a_number_that_is_no_finite_double_is_refused_in_its_cell(number: str):
    sentence = refusal(basic().replace(b"[0, 1]", f"[0, {number}]".encode()))
    assert sentence.startswith("key[1][1]: expected a finite number, found ")


def test_a_whole_number_just_beyond_the_doubles_is_refused_in_its_cell():
    sentence = refusal(basic().replace(b"[0, 1]", b"[0, 1" + b"9" * 308 + b"]"))
    assert sentence == "key[1][1]: expected a finite number, found one too large to store"


def test_a_newer_version_is_refused_with_a_sentence_that_says_so():
    sentence = refusal(basic(version=99, something_new={}))
    assert sentence.startswith("this file was written by a newer version of Attention Explorer")
    assert "99" in sentence


@pytest.mark.parametrize("name", list(HEAD))
def test_a_file_without_its_head_is_refused(name: str):
    fields = {key: content for key, content in BASIC.items() if key != name}
    assert refusal(encoded(fields)).startswith(f"{name}: expected")


@pytest.mark.parametrize(
    ("present", "found"),
    [
        (["query", "key"], "only query and key"),
        (["value"], "only value"),
        ([], "none of them"),
    ],
)
def test_an_incomplete_start_says_what_is_there(present: list[str], found: str):
    fields = {**HEAD, **{name: BASIC[name] for name in present}}
    assert refusal(encoded(fields)) == (
        "start: expected query, key and value, or embeddings and projections, or tokens, "
        f"vocabulary and projections, or weights and value, found {found}"
    )


def test_more_pairs_than_fit_in_memory_are_refused_before_they_are_computed():
    column = [[0]] * 5000
    sentence = refusal(encoded({**HEAD, "query": column, "key": column, "value": column}))
    assert sentence.startswith("query: expected at most 16777216 pairs of a query and a source")


@pytest.mark.parametrize("content", [[], 3, "text", None])
def test_a_file_that_holds_no_object_is_refused(content: object):
    assert refusal(json.dumps(content).encode()).startswith("file: expected one object")


def test_a_field_given_twice_is_refused_by_name():
    twice = basic().replace(b'"key"', b'"query"')
    assert refusal(twice) == '"query" stands more than once in one object'


def test_broken_json_is_refused_with_line_and_column():
    assert refusal(b'{\n  "format": oops\n}').startswith("line 2, column 13: not valid JSON")


@pytest.mark.parametrize("mark", ["[", '{"a":', '["]",'])
def test_a_hundred_thousand_lists_inside_each_other_are_refused(mark: str):
    sentence = refusal((mark * 100_000).encode())
    assert sentence == "line 1: more than 32 lists and objects inside each other"


def test_brackets_inside_texts_are_not_counted_as_nesting():
    assert decode_scenario(basic(notes='\\"[[{' * 1000)).notes.endswith("[[{")


@pytest.mark.parametrize("end", ['"', '\\"', "\\", '\\"\\'])
def test_a_text_without_an_end_is_refused_at_once(end: str):
    assert "not valid JSON" in refusal(b'{"title": "' + b'\\"' * 100_000 + end.encode())


def test_a_text_beyond_the_cap_is_refused_unparsed(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(strict_json, "LARGEST_TEXT", 2**20)
    assert refusal(b"[" * (2**20 + 1)) == "the file has more than 1 MiB of text"


@pytest.mark.parametrize("one", [b"[],", b"{},"])
def test_more_lists_and_objects_than_a_scenario_has_are_refused_unparsed(
    monkeypatch: pytest.MonkeyPatch, one: bytes
):
    monkeypatch.setattr(strict_json, "MOST_LISTS", 1000)
    sentence = "the file has more than 1000 lists and objects"
    assert refusal(b'{"query": [' + one * 1000) == sentence
    assert refusal(b'{"query": [' + one * 998) != sentence


def test_a_scenario_that_could_not_be_read_again_is_not_written(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
):
    path = tmp_path / "large.attn"
    path.write_text("as it was", encoding="utf-8")
    rows = 9000
    large = Scenario(
        query=np.full((1, 1), 1 / 3),
        key=np.full((rows, 1), 1 / 3),
        value=np.full((rows, 1), 1 / 3),
        queries=("q",),
        sources=("s",) * rows,
    )
    monkeypatch.setattr(strict_json, "LARGEST_TEXT", 2**16)
    with pytest.raises(ScenarioFileError, match=r"not saved: it takes \d MiB as text"):
        save_scenario(large, path)
    assert path.read_text(encoding="utf-8") == "as it was"


@pytest.mark.parametrize("codec", ["utf-16", "utf-16-le", "utf-16-be", "utf-32", "utf-32-be"])
def test_other_encodings_of_unicode_are_named(codec: str):
    sentence = refusal(basic().decode().encode(codec))
    assert sentence == "the text is UTF-16 or UTF-32; save it as UTF-8 and open it again"


def test_a_text_that_is_not_utf_8_is_refused_with_its_line():
    assert refusal(b'{\n"title": "caf\xe9"}').startswith("line 2: the text is not UTF-8")


@pytest.mark.parametrize(
    ("change", "place"),
    [
        ({"title": "a\ud800"}, "title"),
        ({"sources": ["a", "\udfff"]}, "sources[1]"),
        ({"view": {"a": ["\ud800"]}}, "view.a[0]"),
        ({"view": {"\ud800": 1}}, "a name in view"),
    ],
)
def test_half_a_surrogate_pair_is_refused_with_its_place(change: dict, place: str):
    assert refusal(basic(**change)).startswith(f"{place}: expected whole Unicode characters")


def test_a_whole_surrogate_pair_is_one_character():
    assert decode_scenario(basic(title="\U0001f600")).title == "\U0001f600"


# Writing what cannot be written


def small(**changes: object) -> Scenario:
    numbers = np.array([[1.0]])
    fields = {"value": numbers, "weights": numbers, "queries": ("q",), "sources": ("s",)}
    return Scenario(**(fields | changes))


@pytest.mark.parametrize(
    "change",
    [{"title": "\ud800"}, {"view": {"zoom": math.nan}}, {"view": {"zoom": object()}}],
    ids=["half a character", "not a number", "not plain"],
)
def test_a_scenario_that_cannot_be_written_leaves_the_old_file_whole(change: dict, tmp_path: Path):
    path = tmp_path / "lesson.attn"
    path.write_bytes(b"old")

    with pytest.raises(ScenarioFileError):
        save_scenario(small(**change), path)

    assert path.read_bytes() == b"old"
    assert list(tmp_path.iterdir()) == [path]


def test_an_archive_is_not_overwritten_by_text(tmp_path: Path):
    with pytest.raises(ScenarioFileError, match=r"end the name in \.attn"):
        save_scenario(small(), tmp_path / "tensors.npz")


# Files


def test_a_bad_file_is_named_in_the_error(tmp_path: Path):
    path = tmp_path / "bad.attn"
    path.write_bytes(b"{}")

    with pytest.raises(ScenarioFileError) as raised:
        load_scenario(path)

    assert raised.value.path == path


@pytest.mark.parametrize("name", ["missing.attn", "a\0b.attn", "."])
def test_a_file_that_cannot_be_read_is_the_same_kind_of_error(name: str, tmp_path: Path):
    with pytest.raises(ScenarioFileError):
        load_scenario(tmp_path / name)


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", "the file is empty"),
        (b"  \n", "the file is empty"),
        (b"\x93NUMPY\x01\x00", "a single array"),
    ],
)
def test_a_file_of_another_kind_is_named(content: bytes, sentence: str, tmp_path: Path):
    path = tmp_path / "some.attn"
    path.write_bytes(content)

    with pytest.raises(ScenarioFileError, match=sentence):
        load_scenario(path)


def test_saved_text_loads_under_any_name(tmp_path: Path):
    for name in ("a.attn", "a.json", "compute"):
        save_scenario(small(title=name), tmp_path / name)
        assert load_scenario(str(tmp_path / name)).title == name


def test_a_pipe_is_refused_instead_of_waited_for(tmp_path):
    pipe = tmp_path / "pipe.attn"
    os.mkfifo(pipe)
    with pytest.raises(ScenarioFileError, match="a device or a pipe"):
        load_scenario(pipe)


def test_a_file_that_is_too_large_is_refused_before_it_is_read(tmp_path):
    path = tmp_path / "huge.attn"
    path.touch()
    os.truncate(path, 2**40)
    tracemalloc.start()
    try:
        with pytest.raises(ScenarioFileError, match="larger than 512 MiB"):
            load_scenario(path)
        assert tracemalloc.get_traced_memory()[1] < 2**20
    finally:
        tracemalloc.stop()
