"""The walk at every granularity: each step against the trace, and moving among steps."""

import math
import tracemalloc

import numpy as np
import pytest

from explorer.files import list_examples, load_example
from explorer.model import (
    AttentionInputs,
    AttentionTrace,
    Granularity,
    Place,
    attend,
    explain,
    walkthrough,
)
from explorer.model.explanation import running_sum
from explorer.model.expressions import evaluate
from explorer.model.stages import stages_of
from explorer.model.tables import Tables

STAGE, READER, CELL, TERM = Granularity


def small_trace():
    """Two readers, three sources, two components: scores, scaled scores, weights, output."""
    return attend(AttentionInputs(np.eye(2), np.ones((3, 2)), [[1.0], [2.0], [3.0]]))


def cells(trace, step):
    """The cells a step computes."""
    rows, columns = trace.shape_of(step.stage)
    for row in range(rows) if step.row is None else [step.row]:
        for column in range(columns) if step.column is None else [step.column]:
            yield Place(step.stage, row, column)


def agrees(derivation):
    sizes = [abs(evaluate(term)) for form in derivation.forms[:1] for term in parts(form)]
    slack = 4e-16 * sum(sizes)
    return all(
        evaluate(form) == pytest.approx(derivation.result, rel=1e-12, abs=slack)
        for form in derivation.lines
    )


def parts(form):
    return getattr(form, "terms", None) or (form,)


@pytest.mark.parametrize("granularity", Granularity)
@pytest.mark.parametrize("name", [example.name for example in list_examples()])
def test_every_step_of_every_example_gives_the_numbers_of_the_trace(name, granularity):
    trace = attend(load_example(name).inputs)
    walk = walkthrough(trace, granularity)
    computed = {}
    for index, step in enumerate(walk):
        assert walk.position(step.place, step.term or 0) == index
        if step.term is not None:
            product = step.derivation
            assert agrees(product)
            whole = explain(trace, step.stage, step.row, step.column)
            assert product.result == evaluate(whole.forms[0].terms[step.term])
            if step.term < trace.quantity(step.stage).terms(trace) - 1:
                continue
            total = running_sum(trace, step.place, step.term)
            slack = 4e-16 * sum(abs(evaluate(term)) for term in whole.forms[0].terms)
            assert total == pytest.approx(trace.number(step.place), rel=1e-12, abs=slack)
        for place in cells(trace, step):
            derivation = explain(trace, place.array, place.row, place.column)
            assert derivation.result == trace.number(place)
            assert agrees(derivation)
            computed[place] = computed.get(place, 0) + 1
    stages = [(stage.name, trace.arrays[stage.name].shape) for stage in trace.stages]
    expected = {
        Place(stage, row, column) for stage, shape in stages for row, column in np.ndindex(*shape)
    }
    own = {place for place in computed if place.array in dict(stages)}
    assert own == expected
    assert set(computed.values()) == {1}


def test_a_walk_by_stages_has_a_step_a_stage():
    assert [step.stage for step in walkthrough(small_trace(), STAGE)] == [
        "scores",
        "scaled_scores",
        "weights",
        "output",
    ]


def test_a_walk_by_readers_has_a_step_a_row():
    steps = [(step.stage, step.row, step.column) for step in walkthrough(small_trace(), READER)]
    assert steps[:3] == [("scores", 0, None), ("scores", 1, None), ("scaled_scores", 0, None)]
    assert len(steps) == 8


def test_a_walk_by_terms_takes_each_product_and_each_step_of_the_softmax():
    trace = small_trace()
    names = [
        f"{step.stage}{'' if step.term is None else step.term}" for step in walkthrough(trace, TERM)
    ]
    scores = ["scores0", "scores1"] * 6
    softmax = ["row_maximum", *["differences"] * 3, *["exponentials"] * 3, "row_sum"]
    row = [*softmax, *["weights"] * 3]
    output = ["output0", "output1", "output2"] * 2
    assert names == [*scores, *["scaled_scores"] * 6, *row, *row, *output]


def test_a_part_without_a_step_of_its_own_is_where_its_row_is():
    trace = small_trace()
    assert walkthrough(trace, STAGE).position(Place("row_sum", 1, 0)) == 2
    assert walkthrough(trace, READER).position(Place("exponentials", 1, 2)) == 5
    assert walkthrough(trace, CELL).position(Place("exponentials", 1, 2)) == 6 + 6 + 5


@pytest.mark.parametrize("granularity", Granularity)
def test_a_huge_walk_costs_no_more_than_a_small_one(granularity):
    n, d = 4096, 128
    one = np.broadcast_to(1.0, (n, d))
    inputs = AttentionInputs(one, one, one)
    arrays = {name: getattr(inputs, name) for name in ("query", "key", "value")}
    for stage, number in (("scores", d), ("scaled_scores", math.sqrt(d)), ("weights", 1 / n)):
        arrays[stage] = np.broadcast_to(float(number), (n, n))
    trace = AttentionTrace(inputs, stages_of(inputs), Tables({**arrays, "output": one}))
    lengths = {
        STAGE: 4,
        READER: 4 * n,
        CELL: 3 * n * n + n * d,
        TERM: n * n * (d + 1) + n * (1 + n + n + 1 + n) + n * d * n,
    }
    tracemalloc.start()
    try:
        walk = walkthrough(trace, granularity)
        assert len(walk) == lengths[granularity]
        for index in (0, len(walk) // 3, len(walk) // 2, -1):
            step = walk[index]
            assert walk.position(step.place, step.term or 0) == index % len(walk)
            assert math.isfinite(step.derivation.result)
        assert tracemalloc.get_traced_memory()[1] < 1_000_000
    finally:
        tracemalloc.stop()


@pytest.mark.parametrize("granularity", Granularity)
def test_the_steps_done_say_which_cells_are_computed(granularity):
    trace = small_trace()
    walk = walkthrough(trace, granularity)
    for stage in trace.stages:
        done = 0
        assert walk.computed_cells(stage.name, -1) == 0
        for index, step in enumerate(walk):
            last_term = (stage.terms(trace) if step.stage == "scores" else 3) - 1
            if step.stage == stage.name and step.term in (None, last_term):
                done += len(list(cells(trace, step)))
            assert walk.computed_cells(stage.name, index) == done


@pytest.mark.parametrize(
    ("granularity", "start", "by", "end"),
    [
        (CELL, 0, 1, 6),
        (CELL, 7, 1, 12),
        (CELL, 7, -1, 6),
        (CELL, 6, -1, 0),
        (CELL, 0, -1, 0),
        (CELL, 19, 1, 19),
        (STAGE, 1, 1, 2),
        (STAGE, 1, -1, 0),
        (STAGE, 3, 1, 3),
        (TERM, 0, 1, 12),
    ],
)
def test_the_stage_beside_is_the_next_or_the_beginning_of_this_or_the_one_before(
    granularity, start, by, end
):
    assert walkthrough(small_trace(), granularity).stage_beside(start, by) == end


@pytest.mark.parametrize(
    ("granularity", "start", "by", "end"),
    [
        (CELL, 0, 1, 3),
        (CELL, 4, 1, 6),
        (CELL, 4, -1, 3),
        (CELL, 6, -1, 3),
        (CELL, 0, -1, 0),
        (CELL, 19, 1, 19),
        (READER, 1, 1, 2),
        (STAGE, 1, 1, 2),
        (TERM, 1, 1, 6),
        (TERM, 18, 1, 29),
    ],
)
def test_the_reader_beside_begins_the_next_row(granularity, start, by, end):
    assert walkthrough(small_trace(), granularity).reader_beside(start, by) == end


@pytest.mark.parametrize(
    ("granularity", "expected"),
    [
        (CELL, [3, 4, 5, 9, 10, 11, 15, 16, 17, 19, 3]),
        (READER, [1, 3, 5, 7, 1]),
        (STAGE, [1, 2, 3, 0, 1]),
    ],
)
def test_a_loop_goes_through_all_stages_of_one_reader_and_begins_again(granularity, expected):
    walk = walkthrough(small_trace(), granularity)
    steps = [expected[0]]
    while len(steps) < len(expected):
        steps.append(walk.looped(steps[-1]))
    assert steps == expected
