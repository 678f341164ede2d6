"""The three starts in files: tokens, vectors, or queries, keys and values."""

import io
import json
from typing import NamedTuple

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as hnp

from explorer.files import ScenarioFileError
from explorer.files.archive import decode_archive
from explorer.files.report import report, text_report
from explorer.files.scenario_format import decode_scenario, encode_scenario
from explorer.model import Scenario, attend
from explorer.model.typed_arrays import TYPED_ARRAYS

HEAD = {"format": "attention-explorer-scenario", "version": 1}
PROJECTIONS = {
    "query": [[1, 0], [0, 1], [1, 1]],
    "key": [[2, 0], [0, 1], [0, 1]],
    "value": [[1], [0], [2]],
}
VECTORS = {**HEAD, "embeddings": [[1, 0, 2], [0, 3, 1]], "projections": PROJECTIONS}
TOKENS = {
    **HEAD,
    "tokens": ["the", "cat", "the"],
    "vocabulary": {"the": [1, 0, 2], "cat": [0, 3, 1], "mat": [5, 5, 5]},
    "projections": PROJECTIONS,
}

DOCUMENTED = """{
  "format": "attention-explorer-scenario",
  "version": 1,
  "title": "",
  "notes": "",
  "tokens": ["the", "猫", "the"],
  "vocabulary": {
    "the": [1, -0.0],
    "猫": [0.1, 1e-320]
  },
  "positions": [
    [0, 0.5],
    [1, 0],
    [0, 0]
  ],
  "projections": {
    "query": [
      [1],
      [0]
    ],
    "key": [
      [0],
      [1]
    ],
    "value": [
      [1, 2],
      [3, 4]
    ],
    "query_bias": [0.5],
    "value_bias": [0, 1e+300]
  },
  "scale": "sqrt_d",
  "mask": "causal",
  "bias": null,
  "softcap": null,
  "weights": null
}
"""


def decoded(fields: dict) -> Scenario:
    return decode_scenario(json.dumps(fields).encode())


def refusal(fields: dict) -> str:
    with pytest.raises(ScenarioFileError) as raised:
        decoded(fields)
    return str(raised.value)


def test_a_text_that_starts_from_tokens_is_written_again_byte_for_byte():
    assert encode_scenario(decode_scenario(DOCUMENTED.encode())) == DOCUMENTED.encode()


def test_a_token_that_stands_twice_has_one_row_in_the_file_and_two_in_the_trace():
    scenario = decoded(TOKENS)

    assert scenario.tokens == scenario.queries == scenario.sources == ("the", "cat", "the")
    assert scenario.entries == ("the", "cat", "mat")
    assert attend(scenario.inputs).embeddings.tolist() == [[1, 0, 2], [0, 3, 1], [1, 0, 2]]


def test_a_text_that_starts_from_vectors_names_its_positions():
    scenario = decoded(VECTORS)
    assert scenario.queries == scenario.sources == ("Position 1", "Position 2")
    assert attend(scenario.inputs).query.tolist() == [[3, 2], [1, 4]]


@pytest.mark.parametrize("field", ["queries", "sources"])
def test_the_names_of_one_side_are_those_of_both(field: str):
    scenario = decoded({**VECTORS, field: ["a", "b"]})
    assert scenario.queries == scenario.sources == ("a", "b")


@pytest.mark.parametrize("name", ["queries", "sources"])
def test_the_tokens_may_stand_beside_themselves_as_names(name: str):
    assert decoded({**TOKENS, name: TOKENS["tokens"]}).tokens == ("the", "cat", "the")


def test_positions_may_be_sinusoidal_typed_in_or_null():
    assert decoded({**VECTORS, "positions": "sinusoidal"}).sinusoidal
    assert decoded({**VECTORS, "positions": [[1, 2, 3], [4, 5, 6]]}).positions.tolist() == [
        [1, 2, 3],
        [4, 5, 6],
    ]
    none = decoded({**VECTORS, "positions": None})
    assert (none.positions, none.sinusoidal) == (None, False)


def test_bias_vectors_are_lists_and_null_is_none():
    scenario = decoded(
        {**VECTORS, "projections": {**PROJECTIONS, "query_bias": [0.5, 0], "key_bias": None}}
    )
    assert scenario.query_bias.tolist() == [[0.5, 0]]
    assert scenario.key_bias is None


def test_weights_may_be_typed_in_beside_projections():
    scenario = decoded({**VECTORS, "weights": [[1, 0], [0.5, 0.5]]})
    assert attend(scenario.inputs).output.tolist() == [[5], [3.5]]


class Refused(NamedTuple):
    """A change of a scenario and the sentence that answers it."""

    start: dict
    change: dict
    sentence: str


def projections(**changes: object) -> dict:
    kept = {**PROJECTIONS, **changes}
    return {"projections": {name: table for name, table in kept.items() if table != "gone"}}


REFUSED = [
    Refused(
        TOKENS,
        {"tokens": ["the", "dog"]},
        'tokens[1]: expected an entry of the vocabulary, found "dog"',
    ),
    Refused(TOKENS, {"tokens": []}, "tokens: expected at least one token, found none"),
    Refused(TOKENS, {"tokens": ["the", 2]}, "tokens[1]: expected text, found 2"),
    Refused(TOKENS, {"tokens": "the cat"}, 'tokens: expected a list of names, found "the cat"'),
    Refused(
        TOKENS,
        {"vocabulary": {"the": [1, 0, 2], "cat": [0, 3]}},
        'vocabulary["cat"]: expected 3 numbers as in the first entry, found 2',
    ),
    Refused(
        TOKENS,
        {"vocabulary": {"the": [1, "x", 2]}},
        'vocabulary["the"][1]: expected a number, found "x"',
    ),
    Refused(
        TOKENS,
        {"vocabulary": {"the": [[1, 0, 2]]}},
        'vocabulary["the"][0]: expected a number, found a list',
    ),
    Refused(
        TOKENS,
        {"vocabulary": {"the": []}},
        'vocabulary["the"]: expected at least one row and one column, found an empty table',
    ),
    Refused(
        TOKENS,
        {"vocabulary": {}},
        "vocabulary: expected an object with a list of numbers for each token, found an empty one",
    ),
    Refused(
        TOKENS,
        {"vocabulary": [[1, 0, 2]]},
        "vocabulary: expected an object with a list of numbers for each token, found a list",
    ),
    Refused(
        TOKENS,
        {"vocabulary": {"the": [1], "cat": [2], "mat": [3]}},
        "projections.query: expected 1 row, one for each component of a vector, found 3",
    ),
    Refused(
        TOKENS,
        {"queries": ["a", "b", "c"]},
        "queries: expected the tokens, or none beside them, found other names",
    ),
    Refused(
        VECTORS,
        {"queries": ["a", "b"], "sources": ["a", "c"]},
        "sources: expected the names of queries: both are the positions, found others",
    ),
    Refused(
        VECTORS,
        {"queries": ["a"]},
        "queries: expected 2 names, one for each position, found 1",
    ),
    Refused(
        VECTORS,
        {"tokens": ["a", "b"]},
        "tokens: expected none beside embeddings and projections, found one",
    ),
    Refused(
        VECTORS,
        {"query": [[1, 0]]},
        "query: expected no query beside what it would be computed from, found one",
    ),
    Refused(
        VECTORS,
        {"embeddings": [[1, 0, 2], [0, 3]]},
        "embeddings[1]: expected 3 cells as in row 0, found 2",
    ),
    Refused(VECTORS, projections(value="gone"), "projections: expected query, key and value"),
    Refused(VECTORS, projections(querry=[[1]]), 'projections: unknown field "querry" (did you'),
    Refused(
        VECTORS,
        projections(key=[[1], [2], [3]]),
        "projections.key: expected 2 columns, as many as the projection of queries has, found 1",
    ),
    Refused(
        VECTORS,
        projections(value=[[1], [2]]),
        "projections.value: expected 3 rows, one for each component of a vector, found 2",
    ),
    Refused(
        VECTORS,
        projections(key=[[1, 2], [2, 1], [3]]),
        "projections.key[2]: expected 2 cells as in row 0, found 1",
    ),
    Refused(
        VECTORS,
        projections(key_bias=[1]),
        "projections.key_bias: expected 2 numbers, one for each column of the projection, found 1",
    ),
    Refused(
        VECTORS,
        projections(key_bias=[1, None]),
        "projections.key_bias[1]: expected a number, found nothing (null)",
    ),
    Refused(VECTORS, {"projections": []}, "projections: expected an object with query, key and"),
    Refused(
        VECTORS,
        {"positions": "sinusoid"},
        'positions: expected null, "sinusoidal" or rows of numbers, found "sinusoid"',
    ),
    Refused(
        VECTORS,
        {"positions": [[1, 2, 3]]},
        "positions: expected 2 × 3 (a row a position, a column a component of a vector), found 1",
    ),
    Refused(
        {**HEAD, "query": [[1]], "key": [[1]], "value": [[1]]},
        {"positions": "sinusoidal"},
        "positions: expected none beside query, key and value, found one",
    ),
    Refused(
        {**HEAD, "query": [[1]], "key": [[1]], "value": [[1]]},
        projections(),
        "projections: expected none beside query, key and value, found one",
    ),
    Refused(
        {**HEAD, "tokens": ["a"], "vocabulary": {"a": [1]}},
        {},
        "start: expected query, key and value, or embeddings and projections, or tokens, "
        "vocabulary and projections, or weights and value, found only tokens and vocabulary",
    ),
]


@pytest.mark.parametrize("case", REFUSED, ids=lambda case: case.sentence[:60])
def test_what_does_not_fit_is_refused_with_place_expectation_and_finding(case: Refused):
    assert refusal({**case.start, **case.change}).startswith(case.sentence)


def test_an_entry_that_stands_twice_in_the_vocabulary_is_refused():
    text = json.dumps(TOKENS).replace('"mat"', '"cat"')
    with pytest.raises(ScenarioFileError, match='"cat" stands more than once in one object'):
        decode_scenario(text.encode())


def test_more_positions_than_fit_in_memory_are_refused_before_they_are_computed():
    sentence = refusal({**TOKENS, "tokens": ["the"] * 5000})
    assert sentence.startswith("tokens: expected at most 16777216 pairs of a query and a source")


finite = st.floats(allow_nan=False, allow_infinity=False)
words = st.text(st.characters(codec="utf-8"), max_size=8)


@st.composite
def texts(draw: st.DrawFn) -> Scenario:
    """Scenarios that start from tokens or vectors, with and without what is optional."""
    n, d_model, d, d_value, n_vocabulary = (draw(st.integers(1, 4)) for _ in range(5))

    def matrix(rows: int, columns: int) -> np.ndarray:
        return draw(hnp.arrays(np.float64, (rows, columns), elements=finite))

    entries = draw(st.lists(words, min_size=n_vocabulary, max_size=n_vocabulary, unique=True))
    if draw(st.booleans()):
        names = tuple(draw(st.sampled_from(entries)) for _ in range(n))
        start = {"vocabulary": matrix(n_vocabulary, d_model), "entries": tuple(entries)}
    else:
        names = tuple(draw(words) for _ in range(n))
        start = {"embeddings": matrix(n, d_model)}
    kind = draw(st.sampled_from(["none", "sinusoidal", "typed in"]))
    widths = {"query": d, "key": d, "value": d_value}
    biased = draw(st.sets(st.sampled_from(sorted(widths))))
    return Scenario(
        **start,
        **{f"{role}_projection": matrix(d_model, width) for role, width in widths.items()},
        **{f"{role}_bias": matrix(1, widths[role]) for role in biased},
        sinusoidal=kind == "sinusoidal",
        positions=matrix(n, d_model) if kind == "typed in" else None,
        queries=names,
        sources=names,
        bias=matrix(n, n) if draw(st.booleans()) else None,
    )


@given(texts())
def test_any_text_saved_and_loaded_has_the_same_doubles_names_and_bytes(scenario: Scenario):
    data = encode_scenario(scenario)
    again = decode_scenario(data)

    assert encode_scenario(again) == data
    for name in TYPED_ARRAYS:
        left, right = getattr(scenario, name), getattr(again, name)
        assert (left is None) == (right is None)
        assert left is None or (left.shape, left.tobytes()) == (right.shape, right.tobytes())
    for name in ("queries", "sources", "entries", "sinusoidal"):
        assert getattr(again, name) == getattr(scenario, name)


def archive(**arrays: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


TENSORS = {
    "embeddings": np.array([[1.0, 0, 2], [0, 3, 1]]),
    **{f"{name}_projection": np.array(table) for name, table in PROJECTIONS.items()},
}


def test_an_archive_may_start_from_vectors():
    scenario = decode_archive(
        archive(**TENSORS, query_bias=np.array([0.5, 0.25]), positions=np.ones((2, 3)))
    )
    assert scenario.query_bias.tolist() == [[0.5, 0.25]]
    assert attend(scenario.inputs).query.tolist() == [[5.5, 4.25], [3.5, 6.25]]


def test_queries_keys_and_values_beside_their_projections_are_computed_anew():
    wrong = np.full((2, 2), 99.0)
    scenario = decode_archive(archive(**TENSORS, query=wrong, key=wrong, value=wrong, output=wrong))
    assert scenario.query is None
    assert attend(scenario.inputs).query.tolist() == [[3, 2], [1, 4]]


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        (
            {"value_projection": np.ones((2, 2))},
            "value_projection: expected 3 rows, one for each component of a vector, found 2",
        ),
        (
            {"key_bias": np.ones(3)},
            "key_bias: expected 2 numbers, one for each column of the projection, found 3",
        ),
        ({"key_bias": np.ones((2, 1, 2))}, "key_bias: expected a table with rows and columns"),
        ({"embeddings": None}, "start: expected"),
        ({"vocabulary": np.ones((2, 3))}, 'unknown array "vocabulary.npy"'),
    ],
)
def test_an_archive_that_does_not_fit_is_refused_with_its_place(changes: dict, sentence: str):
    arrays = {name: array for name, array in {**TENSORS, **changes}.items() if array is not None}
    with pytest.raises(ScenarioFileError) as raised:
        decode_archive(archive(**arrays))
    assert str(raised.value).startswith(sentence)


def test_the_report_of_a_text_has_what_it_starts_from_and_then_every_stage():
    content = report(decoded({**TOKENS, "positions": "sinusoidal"}))

    assert content["tokens"] == ["the", "cat", "the"]
    assert content["vocabulary"]["cat"] == [0, 3, 1]
    assert content["query_projection"] == PROJECTIONS["query"]
    assert content["embeddings"][2] == [1, 0, 2]
    assert content["positions"][0] == [0, 1, 0]
    assert content["positioned"][0] == [1, 1, 2]
    assert content["query"][0] == [3, 3]
    assert list(content)[-4:] == ["scores", "scaled_scores", "weights", "output"]


def test_the_text_for_people_names_tokens_tables_and_every_position():
    lines = text_report(decoded({**TOKENS, **projections(query_bias=[0.5, 0])})).splitlines()

    assert lines[0] == "Tokens  the  cat  the"
    assert "Query projection" in lines
    assert "every position          0.5            0" in lines
    assert "Queries Q  (X · W_Q + b_Q)" in lines
