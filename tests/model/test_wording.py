"""Cells in words, whatever their readers and sources are called."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model import Place, Scenario, attend
from explorer.model.scenario import default_names
from explorer.model.stages import STAGES
from explorer.model.wording import (
    cell_words,
    kind_name,
    place_name,
    place_sentence,
    position_words,
    spoken_name,
    spoken_names,
)

ODD_NAMES = ["{0}", "{row}", "{", "}}", "%s", "<s>", "&amp;", "\\n", "“quoted”", "", "日本"]


def scenario(queries=("Query 1", "Query 2"), sources=("cat", "sat", "cat"), **changes):
    parts = {
        "query": np.array([[1.0, 0.0], [0.0, 1.0]]),
        "key": np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
        "value": np.array([[10.0], [20.0], [30.0]]),
        "bias": np.array([[0.0, 0.5, 0.0], [0.0, 0.0, 0.0]]),
        "softcap": 5.0,
        "scale": "none",
    }
    return Scenario(**{**parts, **changes}, queries=queries, sources=sources)


def in_words(words, array, row, column, **changes):
    one = scenario(**changes)
    return words(one, attend(one.inputs), Place(array, row, column))


def every_table(one):
    """The tables of a calculation that have words: typed in, and all that stages can explain."""
    trace = attend(one.inputs)
    computed = [quantity for stage in trace.stages for quantity in stage.quantities]
    names = dict.fromkeys([*trace.arrays, *(quantity.name for quantity in computed)])
    return trace, list(names)


@pytest.mark.parametrize(
    ("array", "row", "column", "name"),
    [
        ("query", 1, 0, "Query 2, component 1"),
        ("key", 1, 1, "key of “sat”, component 2"),
        ("value", 2, 0, "value of “cat” (3), component 1"),
        ("bias", 0, 1, "bias of Query 1 and “sat”"),
        ("scores", 0, 1, "score of Query 1 and “sat”"),
        ("scaled_scores", 0, 0, "scaled score of Query 1 and “cat” (1)"),
        ("capped_scores", 1, 2, "capped score of Query 2 and “cat” (3)"),
        ("masked_scores", 0, 1, "masked score of Query 1 and “sat”"),
        ("row_maximum", 0, 0, "largest score of Query 1"),
        ("row_sum", 1, 0, "sum of the exponentials of Query 2"),
        ("weights", 0, 1, "weight of “sat” for Query 1"),
        ("output", 1, 0, "output of Query 2, component 1"),
    ],
)
def test_a_cell_is_called_by_the_names_of_its_row_and_column(array, row, column, name):
    assert in_words(place_name, array, row, column) == name


@pytest.mark.parametrize(
    ("array", "row", "column", "words"),
    [
        ("scores", 0, 1, "Query 1 reads from “sat”"),
        ("weights", 1, 2, "Query 2 reads from “cat” (3)"),
        ("row_maximum", 1, 0, "Query 2"),
        ("output", 0, 0, "Query 1, component 1"),
    ],
)
def test_the_row_reads_and_the_column_is_read_from(array, row, column, words):
    assert in_words(cell_words, array, row, column) == words


@pytest.mark.parametrize(
    ("array", "row", "column", "words"),
    [
        ("scores", 0, 1, "dot products · Query 1 · 2 of 3"),
        ("weights", 1, 2, "softmax · Query 2 · 3 of 3"),
        ("row_maximum", 1, 0, "largest score of the row · Query 2"),
        ("output", 0, 0, "mixing · Query 1"),
    ],
)
def test_a_position_is_counted_where_there_are_several(array, row, column, words):
    assert in_words(position_words, array, row, column) == words


@pytest.mark.parametrize(
    ("array", "row", "column", "digits", "sentence"),
    [
        ("query", 0, 0, 3, "Query 1, component 1: 1"),
        ("bias", 0, 1, 3, "bias of Query 1 and “sat”: 0.5"),
        ("scores", 0, 1, 3, "Query 1 and “sat” have the score 0"),
        ("output", 0, 0, 3, "the output of Query 1, component 1, is "),
        ("weights", 0, 1, 3, "Query 1 reads “sat” with weight "),
    ],
)
def test_a_sentence_says_what_a_cell_means(array, row, column, digits, sentence):
    one = scenario()
    said = place_sentence(one, attend(one.inputs), Place(array, row, column), digits)
    assert said.startswith(sentence)


def test_a_sentence_has_the_digits_asked_for_or_all_of_them():
    one = scenario(bias=None, softcap=None, scale="sqrt_d")
    trace = attend(one.inputs)
    place = Place("weights", 0, 0)
    assert place_sentence(one, trace, place, 3).endswith(" with weight 0.401")
    assert place_sentence(one, trace, place).endswith(f" with weight {float(trace.weights[0, 0])}")


def test_typed_in_weights_have_the_words_of_weights():
    changes = {"weights": np.array([[0.5, 0.25, 0.25], [0.0, 1.0, 0.0]]), "bias": None}
    assert in_words(place_name, "weights", 0, 1, **changes) == "weight of “sat” for Query 1"
    assert (
        in_words(place_sentence, "weights", 0, 1, **changes)
        == "Query 1 reads “sat” with weight 0.25"
    )


@pytest.mark.parametrize("name", ODD_NAMES)
def test_a_name_of_any_letters_stands_in_every_sentence_as_it_is(name):
    one = scenario(queries=(name, "other"), sources=(name, "b", "c"))
    trace, tables = every_table(one)
    assert len(tables) == 15
    for table in tables:
        place = Place(table, 0, 0)
        said = f"“{name}”"
        assert said in place_name(one, trace, place)
        assert said in place_sentence(one, trace, place)
        if table not in ("query", "key", "value", "bias"):
            assert said in cell_words(one, trace, place)
            assert said in position_words(one, trace, place)
            assert name == "" or name not in kind_name(trace, place)


@given(name=st.text(max_size=8), number=st.floats(-9, 9))
def test_a_name_never_changes_the_number_that_is_said(name, number):
    one = scenario(sources=(name, "b", "c"), value=np.array([[number], [0.0], [0.0]]))
    trace = attend(one.inputs)
    other = scenario(sources=("a", "b", "c"), value=one.value)
    place = Place("value", 0, 0)
    said, plain = (place_sentence(each, trace, place) for each in (one, other))
    assert said.rpartition(": ")[2] == plain.rpartition(": ")[2]


@pytest.mark.parametrize("stage", STAGES, ids=lambda stage: type(stage).__name__)
def test_every_stage_has_its_words(stage):
    for quantity in stage.quantities:
        words = {"row": "THE ROW", "column": "THE COLUMN", "value": "THE VALUE"}
        assert "THE ROW" in quantity.cell_name.format(**words)
        sentence = quantity.sentence.format(**words)
        assert "THE ROW" in sentence
        assert "THE VALUE" in sentence
        assert quantity.action
        assert quantity.about.endswith(".")


@pytest.mark.parametrize(
    ("array", "kind"),
    [("scaled_scores", "scaled score"), ("weights", "weight"), ("row_sum", None)],
)
def test_the_kind_of_a_number_leaves_the_names_out(array, kind):
    one = scenario()
    said = kind_name(attend(one.inputs), Place(array, 0, 0))
    assert "{" not in said
    assert kind in (None, said)


@pytest.mark.parametrize(
    ("names", "index", "spoken"),
    [
        (("cat", "sat"), 0, "“cat”"),
        (("cat", "sat", "cat"), 2, "“cat” (3)"),
        (("cat", "sat", "cat"), 1, "“sat”"),
        (default_names("Source", 3), 1, "Source 2"),
        (default_names("Query", 12), 11, "Query 12"),
        (("component 1",), 0, "component 1"),
        (("Source",), 0, "“Source”"),
        (("Source 1b",), 0, "“Source 1b”"),
        (("Source 1\n",), 0, "“Source 1\n”"),
        (("",), 0, "“”"),
    ],
)
def test_a_token_is_quoted_and_counted_and_a_numbered_name_is_not(names, index, spoken):
    assert spoken_name(names, index) == spoken
    assert spoken_names(names)[index] == spoken
