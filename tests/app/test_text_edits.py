"""Edits of a text that starts from tokens or vectors: everything that counts positions follows."""

import inspect
import re
from dataclasses import dataclass, fields, replace
from typing import Any, get_type_hints

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.app import text_edits
from explorer.app.edits import (
    Edit,
    cell_label,
    duplicate,
    insert,
    move,
    paste,
    remove,
    rename,
    set_cells,
)
from explorer.app.session import Session
from explorer.app.text_edits import (
    PositionVectors,
    keep_queries_keys_values,
    keep_vectors,
    position_vectors,
    set_position_vectors,
    set_projection_biases,
    set_tokens,
)
from explorer.files.scenario_format import encode_scenario
from explorer.model import InputError, Scenario, attend
from explorer.model.masks import CellMask
from explorer.model.places import Axis
from explorer.model.scenario import ARRAY_AXES

OF_POSITIONS = (Axis.POSITIONS, Axis.QUERIES, Axis.SOURCES)


def text(**changes):
    """`the cat the` with everything a text can have; the numbers say where they stand."""
    tokens = ("the", "cat", "the")
    parts = {
        "vocabulary": np.array([[1.0, 2], [3, 4]]),
        "entries": ("the", "cat"),
        "positions": np.array([[0.0, 1], [0, 2], [0, 3]]),
        "query_projection": np.array([[1.0, 2, 3], [4, 5, 6]]),
        "key_projection": np.array([[1.0, 1, 1], [2, 2, 2]]),
        "value_projection": np.array([[1.0], [2]]),
        "query_bias": np.array([[7.0, 8, 9]]),
        "bias": np.arange(9.0).reshape(3, 3),
        "mask": CellMask(np.eye(3, dtype=bool)),
        "queries": tokens,
        "sources": tokens,
        "title": "text",
    }
    return Scenario(**{**parts, **changes})


def from_vectors(**changes):
    names = ("a", "b", "c")
    return text(
        **{
            "vocabulary": None,
            "entries": (),
            "embeddings": np.array([[1.0, 2], [3, 4], [5, 6]]),
            "queries": names,
            "sources": names,
            **changes,
        }
    )


def same(first, second):
    return encode_scenario(first) == encode_scenario(second)


@dataclass(frozen=True)
class Case:
    """An operation on `text`, the words for it, and the fields it makes new."""

    operation: Any
    arguments: tuple
    words: str
    changed: dict[str, Any]


CASES = [
    Case(
        set_cells,
        ("query_bias", 0, 1, np.array([[5.0]])),
        "set b_Q₂ to 5",
        {"query_bias": [[7, 5, 9]]},
    ),
    Case(
        set_cells,
        ("vocabulary", 0, 1, np.array([[5.0]])),
        "set E₁,₂ to 5",
        {"vocabulary": [[1, 5], [3, 4]]},
    ),
    Case(
        insert,
        (Axis.POSITIONS, 1),
        "add position",
        {
            "positions": [[0, 1], [0, 0], [0, 2], [0, 3]],
            "bias": [[0, 0, 1, 2], [0, 0, 0, 0], [3, 0, 4, 5], [6, 0, 7, 8]],
            "mask": [
                [True, True, False, False],
                [True, True, True, True],
                [False, True, True, False],
                [False, True, False, True],
            ],
            "queries": ("the", "the", "cat", "the"),
            "sources": ("the", "the", "cat", "the"),
        },
    ),
    Case(
        remove,
        (Axis.QUERIES, [1]),
        "remove position",
        {
            "positions": [[0, 1], [0, 3]],
            "bias": [[0, 2], [6, 8]],
            "mask": [[True, False], [False, True]],
            "queries": ("the", "the"),
            "sources": ("the", "the"),
        },
    ),
    Case(
        move,
        (Axis.SOURCES, 0, 1),
        "move position 1",
        {
            "bias": [[4, 3, 5], [1, 0, 2], [7, 6, 8]],
            "mask": np.eye(3, dtype=bool).tolist(),
            "queries": ("cat", "the", "the"),
            "sources": ("cat", "the", "the"),
        },
    ),
    Case(
        insert,
        (Axis.MODEL_COMPONENTS, 2),
        "add component of X",
        {
            "vocabulary": [[1, 2, 0], [3, 4, 0]],
            "positions": [[0, 1, 0], [0, 2, 0], [0, 3, 0]],
            "query_projection": [[1, 2, 3], [4, 5, 6], [0, 0, 0]],
            "key_projection": [[1, 1, 1], [2, 2, 2], [0, 0, 0]],
            "value_projection": [[1], [2], [0]],
        },
    ),
    Case(
        remove,
        (Axis.COMPONENTS, [0]),
        "remove component of Q and K",
        {
            "query_projection": [[2, 3], [5, 6]],
            "key_projection": [[1, 1], [2, 2]],
            "query_bias": [[8, 9]],
        },
    ),
    Case(
        duplicate,
        (Axis.VALUE_COMPONENTS, 0),
        "duplicate component of V 1",
        {"value_projection": [[1, 1], [2, 2]]},
    ),
    Case(
        insert,
        (Axis.VOCABULARY, 0, 2),
        "add 2 entries of the vocabulary",
        {
            "vocabulary": [[0, 0], [0, 0], [1, 2], [3, 4]],
            "entries": ("token 1", "token 2", "the", "cat"),
        },
    ),
    Case(
        duplicate,
        (Axis.VOCABULARY, 0),
        "duplicate entry of the vocabulary 1",
        {"vocabulary": [[1, 2], [1, 2], [3, 4]], "entries": ("the", "the 2", "cat")},
    ),
    Case(
        move,
        (Axis.VOCABULARY, 1, 0),
        "move entry of the vocabulary 2",
        {"vocabulary": [[3, 4], [1, 2]], "entries": ("cat", "the")},
    ),
    Case(
        paste,
        ("vocabulary", 1, 0, np.array([[8.0, 9], [5, 6]])),
        "paste 2 × 2 into E",
        {"vocabulary": [[1, 2], [8, 9], [5, 6]], "entries": ("the", "cat", "token 1")},
    ),
    Case(
        rename,
        (Axis.QUERIES, 1, "the"),
        "put “the” in place of “cat”",
        {"queries": ("the",) * 3, "sources": ("the",) * 3},
    ),
    Case(
        rename,
        (Axis.SOURCES, 1, "dog"),
        "put “dog” in place of “cat”",
        {
            "queries": ("the", "dog", "the"),
            "sources": ("the", "dog", "the"),
            "entries": ("the", "cat", "dog"),
            "vocabulary": [[1, 2], [3, 4], [0, 0]],
        },
    ),
    Case(
        rename,
        (Axis.VOCABULARY, 0, "a"),
        "rename “the” to “a” in the vocabulary",
        {"queries": ("a", "cat", "a"), "sources": ("a", "cat", "a"), "entries": ("a", "cat")},
    ),
    Case(
        set_tokens,
        (("the", "dog", "cat"),),
        "change the text to “the dog cat”",
        {
            "queries": ("the", "dog", "cat"),
            "sources": ("the", "dog", "cat"),
            "entries": ("the", "cat", "dog"),
            "vocabulary": [[1, 2], [3, 4], [0, 0]],
        },
    ),
    Case(
        set_tokens,
        (("the", "the"),),
        "change the text to “the the”",
        {
            "positions": [[0, 1], [0, 3]],
            "bias": [[0, 2], [6, 8]],
            "mask": [[True, False], [False, True]],
            "queries": ("the", "the"),
            "sources": ("the", "the"),
        },
    ),
    Case(
        set_position_vectors,
        (PositionVectors.SINUSOIDAL,),
        "add sinusoidal position vectors",
        {"positions": None, "sinusoidal": True},
    ),
    Case(
        set_position_vectors,
        (PositionVectors.NONE,),
        "remove the position vectors",
        {"positions": None},
    ),
    Case(
        set_projection_biases,
        (True,),
        "add bias vectors",
        {"key_bias": [[0, 0, 0]], "value_bias": [[0]]},
    ),
    Case(set_projection_biases, (False,), "remove the bias vectors", {"query_bias": None}),
    Case(
        keep_vectors,
        (),
        "keep the vectors, without the vocabulary",
        {"vocabulary": None, "entries": (), "embeddings": [[1, 2], [3, 4], [1, 2]]},
    ),
    Case(
        keep_queries_keys_values,
        (),
        "keep Q, K and V, without what they come from",
        {
            "vocabulary": None,
            "entries": (),
            "positions": None,
            "query_projection": None,
            "key_projection": None,
            "value_projection": None,
            "query_bias": None,
            "query": [[20, 25, 30], [34, 44, 54], [28, 35, 42]],
            "key": [[7, 7, 7], [15, 15, 15], [11, 11, 11]],
            "value": [[7], [15], [11]],
        },
    ),
]


def case_id(case):
    return f"{case.operation.__name__}: {case.words}"


def plain(content):
    if isinstance(content, CellMask):
        return content.cells.tolist()
    return content.tolist() if isinstance(content, np.ndarray) else content


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_an_operation_changes_what_it_says_and_shares_the_rest(case):
    before = text()
    edit = case.operation(before, *case.arguments)

    assert edit.text == case.words
    assert {name: plain(getattr(edit.scenario, name)) for name in case.changed} == case.changed
    kept = [field.name for field in fields(Scenario) if field.name not in case.changed]
    assert [one for one in kept if getattr(edit.scenario, one) is not getattr(before, one)] == []
    assert same(before, text())


@pytest.mark.parametrize("case", CASES, ids=case_id)
def test_an_operation_is_one_undo_entry_and_undoing_it_gives_the_bytes_back(case, qapp):
    session = Session(text())
    before = encode_scenario(session.scenario)

    assert session.edit(case.operation, *case.arguments)
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == case.words
    session.undo_stack.undo()
    assert encode_scenario(session.scenario) == before


def test_every_operation_on_texts_has_a_case():
    operations = {
        function
        for name, function in inspect.getmembers(text_edits, inspect.isfunction)
        if not name.startswith("_")
        and function.__module__ == text_edits.__name__
        and get_type_hints(function).get("return") is Edit
    }
    assert operations == {
        case.operation for case in CASES if case.operation.__module__ == text_edits.__name__
    }


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        (set_tokens, (("the", "cat", "the"),)),
        (set_position_vectors, (PositionVectors.TYPED_IN,)),
        (rename, (Axis.VOCABULARY, 0, "the")),
        (rename, (Axis.POSITIONS, 1, "cat")),
    ],
)
def test_a_choice_that_was_made_already_gives_the_same_scenario(operation, arguments):
    scenario = text()
    assert operation(scenario, *arguments).scenario is scenario


def test_bias_vectors_that_are_there_already_give_the_same_scenario():
    scenario = set_projection_biases(text(), True).scenario
    assert set_projection_biases(scenario, True).scenario is scenario
    without = set_projection_biases(text(), False).scenario
    assert set_projection_biases(without, False).scenario is without


@pytest.mark.parametrize(
    ("scenario", "operation", "arguments", "message"),
    [
        (
            text(),
            remove,
            (Axis.VOCABULARY, [0]),
            'vocabulary: expected entries that no position has, found "the", '
            "which stands at 2 of the positions",
        ),
        (
            text(),
            rename,
            (Axis.VOCABULARY, 1, "the"),
            'entries[1]: expected each entry once, found "the" again',
        ),
        (text(), set_tokens, ((),), "tokens: expected at least one token, found none"),
        (
            from_vectors(),
            set_tokens,
            (("a",),),
            "tokens: expected a scenario that starts from tokens, found another start",
        ),
        (
            from_vectors(),
            keep_vectors,
            (),
            "tokens: expected a scenario that starts from tokens, found another start",
        ),
        (
            text(),
            paste,
            ("query_bias", 0, 0, np.ones((2, 3))),
            "b_Q: expected one vector at most, found 2",
        ),
        (
            text(),
            insert,
            (Axis.EVERY_POSITION, 0),
            "every position: expected rows or columns that can be added and removed, "
            "found one alone",
        ),
        (
            text(),
            remove,
            (Axis.POSITIONS, [0, 1, 2]),
            "position: expected at least one to stay, found all of them removed",
        ),
    ],
)
def test_what_would_be_no_text_is_refused(scenario, operation, arguments, message):
    with pytest.raises(InputError, match=rf"\A{re.escape(message)}\Z"):
        operation(scenario, *arguments)


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        (set_position_vectors, (PositionVectors.SINUSOIDAL,)),
        (set_projection_biases, (True,)),
        (keep_queries_keys_values, ()),
    ],
)
def test_queries_keys_and_values_that_are_typed_in_come_from_nothing(
    operation, arguments, seed_scenario
):
    with pytest.raises(InputError, match="a scenario that starts from tokens or vectors"):
        operation(seed_scenario, *arguments)


@pytest.mark.parametrize("scenario", [text(), from_vectors(), text(positions=None)])
def test_converting_downwards_leaves_every_number_that_follows(scenario):
    trace = attend(scenario.inputs)
    kept = keep_queries_keys_values(scenario).scenario

    after = attend(kept.inputs)
    assert after.stages[0].name == "scores"
    for stage in after.stages:
        assert after.arrays[stage.name].tobytes() == trace.arrays[stage.name].tobytes()
    assert kept.queries == scenario.queries
    assert kept.title == scenario.title


def test_after_the_vectors_are_kept_a_token_that_stands_twice_has_two_rows():
    kept = keep_vectors(text()).scenario
    changed = set_cells(kept, "embeddings", 0, 0, np.array([[99.0]])).scenario

    assert attend(changed.inputs).embeddings.tolist() == [[99, 2], [3, 4], [1, 2]]
    assert kept.tokens is None
    assert kept.queries == ("the", "cat", "the")


def test_position_vectors_that_are_typed_in_begin_with_those_that_were_added():
    waves = set_position_vectors(text(), PositionVectors.SINUSOIDAL).scenario
    typed_in = set_position_vectors(waves, PositionVectors.TYPED_IN).scenario
    assert typed_in.positions.tobytes() == attend(waves.inputs).arrays["positions"].tobytes()
    assert attend(typed_in.inputs).output.tobytes() == attend(waves.inputs).output.tobytes()

    without = set_position_vectors(text(), PositionVectors.NONE).scenario
    zeros = set_position_vectors(without, PositionVectors.TYPED_IN).scenario
    assert not zeros.positions.any()
    assert [position_vectors(one).value for one in (waves, without, zeros)] == [
        "sinusoidal",
        "none",
        "typed in",
    ]


def test_a_new_position_has_the_token_before_it_and_at_the_beginning_the_one_after():
    assert insert(text(), Axis.POSITIONS, 2).scenario.tokens == ("the", "cat", "cat", "the")
    assert insert(text(), Axis.POSITIONS, 0).scenario.tokens == ("the", "the", "cat", "the")
    assert insert(from_vectors(), Axis.POSITIONS, 3).scenario.queries[-1] == "Position 1"


@pytest.mark.parametrize(
    ("old", "new", "kept"),
    [
        ("a b c", "a b c d", [0, 1, 2, None]),
        ("a b c", "b c", [1, 2]),
        ("a b c", "a x b c", [0, None, 1, 2]),
        ("a b c", "c", [2]),
        ("a b c", "x", [0]),
        ("a", "x y", [0, None]),
        ("a a", "a a a", [0, 1, None]),
        ("a b", "b a", [0, 1]),
    ],
)
def test_what_belongs_to_positions_follows_the_tokens_that_stay(old, new, kept):
    old, new = tuple(old.split()), tuple(new.split())
    numbers = np.arange(1.0, len(old) + 1)
    scenario = text(
        queries=old,
        sources=old,
        entries=("a", "b", "c"),
        vocabulary=np.ones((3, 2)),
        positions=None,
        mask=None,
        bias=np.outer(numbers, np.ones(len(old))),
    )

    changed = set_tokens(scenario, new).scenario
    rows = [0 if index is None else index + 1 for index in kept]
    assert changed.bias.max(axis=1).tolist() == rows
    assert changed.tokens == new


def test_a_long_text_is_shortened_in_the_words_for_undo():
    words = set_tokens(text(), ["the"] * 200).text
    assert words == "change the text to “the the the the the the the the…”"


@pytest.mark.parametrize("axis", OF_POSITIONS)
@pytest.mark.parametrize("scenario", [text(), from_vectors()])
def test_readers_sources_and_positions_grow_together(scenario, axis):
    grown = insert(scenario, axis, 1, 2).scenario
    assert [grown.size(one) for one in OF_POSITIONS] == [5, 5, 5]
    assert grown.bias.shape == grown.mask.cells.shape == (5, 5)


@st.composite
def changes(draw):
    """An axis of one of the texts, and an index along it."""
    scenario = draw(st.sampled_from([text(), from_vectors(), text(positions=None, mask=None)]))
    axes = [axis for axis in Axis if scenario.size(axis) > 1]
    axis = draw(st.sampled_from(axes))
    return scenario, axis, draw(st.integers(0, scenario.size(axis) - 1))


@settings(deadline=None)
@given(changes(), st.integers(1, 3))
def test_inserting_and_removing_gives_the_same_text(change, count):
    scenario, axis, at = change
    grown = insert(scenario, axis, at, count).scenario
    assert all(
        getattr(grown, name).shape == tuple(map(grown.size, axes))
        for name, axes in ARRAY_AXES.items()
        if getattr(grown, name) is not None
    )
    assert same(remove(grown, axis, range(at, at + count)).scenario, scenario)


@settings(deadline=None)
@given(changes(), st.integers(0, 1))
def test_moving_there_and_back_gives_the_same_text(change, to):
    scenario, axis, index = change
    assert same(move(move(scenario, axis, index, to).scenario, axis, to, index).scenario, scenario)


@settings(deadline=None)
@given(changes())
def test_removing_a_duplicate_gives_the_same_text(change):
    scenario, axis, index = change
    doubled = duplicate(scenario, axis, index).scenario
    assert same(remove(doubled, axis, [index + 1]).scenario, scenario)


def test_position_vectors_stay_at_their_place_when_a_token_moves():
    moved = move(text(), Axis.POSITIONS, 0, 1).scenario
    assert moved.tokens == ("cat", "the", "the")
    assert moved.positions is not None
    before, after = attend(text().inputs), attend(moved.inputs)
    assert before.positioned[0].tolist() != after.positioned[1].tolist()


def test_the_names_of_a_text_of_vectors_are_those_of_both_sides():
    renamed = rename(from_vectors(), Axis.POSITIONS, 1, "x").scenario
    assert renamed.queries == renamed.sources == ("a", "x", "c")


def test_a_cell_of_a_bias_vector_is_counted_by_its_column():
    assert cell_label("value_bias", 0, 2) == "b_V₃"
    assert cell_label("value_projection", 0, 2) == "W_V₁,₃"


def test_a_scenario_with_a_new_token_can_be_taken_back_and_made_again(qapp):
    session = Session(replace(text(), mask=None, bias=None))
    session.edit(set_tokens, ("the", "dog"))
    assert session.scenario.entries == ("the", "cat", "dog")
    session.undo_stack.undo()
    assert session.scenario.entries == ("the", "cat")
    session.undo_stack.redo()
    assert session.scenario.tokens == ("the", "dog")
