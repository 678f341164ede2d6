"""Which cells of a step are joined by a line."""

import numpy as np
import pytest

from explorer.app.connections import connections_of
from explorer.app.marks import marks_of
from explorer.files import list_examples, load_example
from explorer.model import Granularity, Region, attend, walkthrough
from explorer.model.places import Role

LARGEST_WALK = 150
"""Steps of one example that are looked at; of longer walks an even choice."""


@pytest.fixture
def trace(seed_scenario):
    return attend(seed_scenario.inputs)


def joined(trace, step, term=None):
    """(source, target) of every line of a step."""
    connections = connections_of(trace, marks_of(trace, step, term))
    return [(connection.source, connection.target) for connection in connections]


@pytest.mark.parametrize(
    ("step", "term", "sources"),
    [
        (Region("scores", 0, 2), 1, [Region("query", 0, 1), Region("key", 2, 1)]),
        (Region("scores", 0, 2), None, [Region("query", 0), Region("key", 2)]),
        (Region("scores", 0), None, [Region("query", 0), Region("key")]),
        (Region("scores"), None, [Region("query"), Region("key")]),
        (Region("scaled_scores", 0, 1), None, [Region("scores", 0, 1)]),
        (Region("weights", 0, 1), None, [Region("scaled_scores", 0)]),
        (Region("output", 0, 0), 2, [Region("weights", 0, 2), Region("value", 2, 0)]),
        (Region("output", 0, 0), None, [Region("weights", 0), Region("value", None, 0)]),
    ],
)
def test_a_line_leads_from_each_operand_to_the_result(trace, step, term, sources):
    assert joined(trace, step, term) == [(source, step) for source in sources]


@pytest.mark.parametrize(
    ("step", "source", "target"),
    [
        (Region("row_maximum", 0, 0), Region("scaled_scores", 0), Region("weights", 0)),
        (Region("differences", 0, 1), Region("scaled_scores", 0, 1), Region("weights", 0, 1)),
        (Region("exponentials", 0, 1), Region("scaled_scores", 0, 1), Region("weights", 0, 1)),
        (Region("row_sum", 0, 0), Region("scaled_scores", 0), Region("weights", 0)),
    ],
)
def test_a_part_of_a_stage_is_joined_where_its_stage_shows(trace, step, source, target):
    assert joined(trace, step) == [(source, target)]


def test_a_line_has_the_role_of_what_it_comes_from(trace):
    score = connections_of(trace, marks_of(trace, Region("scores", 0, 2)))
    output = connections_of(trace, marks_of(trace, Region("output", 0, 0)))
    assert [line.role for line in score] == [Role.QUERY, Role.KEY]
    assert [line.role for line in output] == [Role.COMPUTED, Role.VALUE]


def test_a_bias_is_an_operand_like_any_other():
    trace = attend(load_example("bias-and-cap").inputs)
    sources = [source.array for source, _target in joined(trace, Region("masked_scores", 1, 1))]
    assert sources == ["capped_scores", "bias"]


def test_a_weight_that_was_typed_in_comes_from_nowhere():
    trace = attend(load_example("weighted-mix").inputs)
    assert joined(trace, Region("weights", 0, 0)) == []


@pytest.mark.parametrize("granularity", Granularity)
@pytest.mark.parametrize("name", [example.name for example in list_examples()])
def test_every_line_of_every_step_joins_different_cells_of_tables_that_are_shown(name, granularity):
    trace = attend(load_example(name).inputs)
    stages = {stage.name for stage in trace.stages}
    walk = walkthrough(trace, granularity)
    for position in np.unique(np.linspace(0, len(walk) - 1, LARGEST_WALK).astype(int)):
        step = walk[int(position)]
        for source, target in joined(trace, step.region, step.term):
            assert source != target
            assert source.array in trace.arrays
            assert target.array in stages
            for region in (source, target):
                rows, columns = trace.shape_of(region.array)
                assert (region.row or 0) < rows
                assert (region.column or 0) < columns


def test_position_vectors_that_are_computed_come_from_no_table():
    trace = attend(load_example("same-token-two-places").inputs)
    assert joined(trace, Region("positions", 1, 0)) == []
    assert joined(trace, Region("angles", 1, 0)) == []


def test_a_vector_is_joined_with_the_row_of_its_token():
    trace = attend(load_example("same-token-twice").inputs)
    cell = Region("embeddings", 2, 1)
    assert joined(trace, cell) == [(Region("vocabulary", 0, 1), cell)]
