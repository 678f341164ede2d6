"""Which cells a step lights up."""

import numpy as np
import pytest

from explorer.app.marks import marks_of
from explorer.files import list_examples, load_example
from explorer.model import AttentionInputs, Granularity, Place, Region, attend, walkthrough
from explorer.model.places import Role

LARGEST_WALK = 150
"""Steps of one example that are looked at; of longer walks an even choice."""


@pytest.fixture
def trace(seed_scenario):
    return attend(seed_scenario.inputs)


@pytest.mark.parametrize(
    ("step", "term", "operands"),
    [
        (Region("scores", 0, 1), None, {Region("query", 0), Region("key", 1)}),
        (Region("scores", 0, 1), 1, {Region("query", 0, 1), Region("key", 1, 1)}),
        (Region("scaled_scores", 0, 1), None, {Region("scores", 0, 1)}),
        (Region("output", 0, 0), None, {Region("weights", 0), Region("value", None, 0)}),
        (Region("output", 0, 0), 2, {Region("weights", 0, 2), Region("value", 2, 0)}),
        (Region("output", 0), None, {Region("weights", 0), Region("value")}),
        (Region("output"), None, {Region("weights"), Region("value")}),
        (Region("scores", 0), None, {Region("query", 0), Region("key")}),
        (Region("scores"), None, {Region("query"), Region("key")}),
        (Region("row_maximum", 0, 0), None, {Region("scaled_scores", 0)}),
        (Region("exponentials", 0, 1), None, {Region("differences", 0, 1)}),
    ],
)
def test_a_step_marks_what_it_reads(trace, step, term, operands):
    assert set(marks_of(trace, step, term).operands) == operands


def test_a_weight_marks_the_scores_of_its_reader(trace):
    assert Region("scaled_scores", 0) in marks_of(trace, Region("weights", 0, 2)).operands


@pytest.mark.parametrize(
    ("step", "place", "role"),
    [
        (Region("scores", 0, 1), Place("scores", 0, 1), Role.RESULT),
        (Region("scores", 0, 1), Place("scores", 0, 0), None),
        (Region("scores", 0, 1), Place("query", 0, 1), Role.QUERY),
        (Region("scores", 0, 1), Place("key", 1, 0), Role.KEY),
        (Region("scores", 0, 1), Place("key", 0, 0), None),
        (Region("scores", 0, 1), Place("value", 1, 0), None),
        (Region("scaled_scores", 0, 1), Place("scores", 0, 1), Role.COMPUTED),
        (Region("output", 0, 0), Place("weights", 0, 2), Role.COMPUTED),
        (Region("output", 0, 0), Place("value", 2, 0), Role.VALUE),
        (Region("weights", 0), Place("weights", 0, 1), Role.RESULT),
        (Region("weights"), Place("weights", 0, 1), Role.RESULT),
    ],
)
def test_a_cell_has_the_role_it_plays_in_the_step(trace, step, place, role):
    assert marks_of(trace, step).role_at(place) is role


@pytest.mark.parametrize(
    ("place", "is_related"),
    [
        (Place("query", 0, 1), True),
        (Place("key", 1, 0), True),
        (Place("key", 2, 0), False),
        (Place("value", 1, 0), True),
        (Place("value", 0, 0), False),
        (Place("scaled_scores", 0, 1), True),
        (Place("weights", 0, 1), True),
        (Place("weights", 0, 0), False),
        (Place("output", 0, 0), True),
    ],
)
def test_the_rows_of_the_same_reader_and_source_belong_to_a_score(trace, place, is_related):
    assert marks_of(trace, Region("scores", 0, 1)).is_related(place) is is_related


def test_a_whole_stage_belongs_to_nobody(trace):
    assert marks_of(trace, Region("weights")).related == ()


@pytest.mark.parametrize(
    ("step", "array", "touched"),
    [
        (Region("scores", 0, 1), "query", True),
        (Region("scores", 0, 1), "value", True),
        (Region("scores"), "value", False),
        (Region("output"), "weights", True),
        (Region("output"), "query", False),
        (Region("output", 0, 0), "masked_scores", False),
    ],
)
def test_a_step_touches_the_arrays_that_have_a_marked_cell(trace, step, array, touched):
    assert marks_of(trace, step).touches(array) is touched


@pytest.fixture
def text_trace():
    """`the cat the` from tokens, with positions."""
    inputs = AttentionInputs(
        vocabulary=[[1, 0], [0, 1]],
        tokens=[0, 1, 0],
        positions=np.ones((3, 2)),
        query_projection=[[1, 2], [3, 4]],
        key_projection=[[1, 2], [3, 4]],
        value_projection=[[1], [2]],
        query_bias=[1, 2],
    )
    return attend(inputs)


@pytest.mark.parametrize(
    ("step", "operands"),
    [
        (Region("embeddings", 2, 1), {Region("vocabulary", 0, 1)}),
        (Region("embeddings", 2), {Region("vocabulary", 0)}),
        (Region("positioned", 1), {Region("embeddings", 1), Region("positions", 1)}),
        (
            Region("query", 1, 0),
            {
                Region("positioned", 1),
                Region("query_projection", None, 0),
                Region("query_bias", 0, 0),
            },
        ),
        (
            Region("query", 1),
            {Region("positioned", 1), Region("query_projection"), Region("query_bias", 0)},
        ),
        (Region("value", 2), {Region("positioned", 2), Region("value_projection")}),
        (Region("key"), {Region("positioned"), Region("key_projection")}),
    ],
)
def test_a_vector_marks_what_it_is_made_of(text_trace, step, operands):
    assert set(marks_of(text_trace, step).operands) == operands


@pytest.mark.parametrize(
    ("step", "related", "others"),
    [
        (
            Region("key", 1, 0),
            [Place("positioned", 1, 0), Place("value", 1, 0), Place("weights", 0, 1)],
            [Place("query", 1, 0), Place("weights", 1, 0), Place("positioned", 0, 0)],
        ),
        (
            Region("query", 1, 0),
            [Place("embeddings", 1, 0), Place("output", 1, 0), Place("weights", 1, 2)],
            [Place("key", 1, 0), Place("weights", 0, 1)],
        ),
        (
            Region("positioned", 1, 0),
            [Place("query", 1, 0), Place("key", 1, 0), Place("output", 1, 0)],
            [Place("query", 0, 0)],
        ),
        (
            Region("scores", 0, 2),
            [Place("embeddings", 0, 0), Place("embeddings", 2, 0), Place("key", 2, 1)],
            [Place("embeddings", 1, 0), Place("query", 2, 0)],
        ),
    ],
)
def test_the_vectors_of_the_same_position_belong_together(text_trace, step, related, others):
    marks = marks_of(text_trace, step)
    assert [place for place in related if not marks.is_related(place)] == []
    assert [place for place in others if marks.is_related(place)] == []


@pytest.mark.parametrize("granularity", Granularity)
@pytest.mark.parametrize("name", [example.name for example in list_examples()])
def test_the_numbers_of_every_step_stand_in_marked_cells_that_exist(name, granularity):
    trace = attend(load_example(name).inputs)
    walk = walkthrough(trace, granularity)
    for position in np.unique(np.linspace(0, len(walk) - 1, LARGEST_WALK).astype(int)):
        step = walk[int(position)]
        marks = marks_of(trace, step.region, step.term)
        assert marks.role_at(step.place) is Role.RESULT
        for region in (*marks.operands, *marks.related):
            rows, columns = trace.shape_of(region.array)
            assert (region.row or 0) < rows
            assert (region.column or 0) < columns
        read = [number.place for number in step.derivation.terms if number.place is not None]
        assert [place for place in read if marks.role_at(place) is None] == []
