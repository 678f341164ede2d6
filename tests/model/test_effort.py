"""How much there is to compute is told before it is computed, and a trace comes stage by stage."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.model import AttentionInputs, AttentionTrace, InputError, attend
from explorer.model.attention import attending, effort

N, D = 128, 64


@pytest.fixture(scope="module")
def inputs():
    numbers = np.random.default_rng(4)
    return AttentionInputs(*(numbers.normal(size=(N, D)) for _ in range(3)))


def changed(inputs, name):
    array = getattr(inputs, name).copy()
    array[5, 3] += 1.0
    arrays = {**{key: getattr(inputs, key) for key in ("query", "key", "value")}, name: array}
    return AttentionInputs(**arrays)


def test_all_there_is_counts_the_cells_of_every_stage_and_their_sums(inputs):
    scores, scaled, weights = N * N * (1 + D // 64), N * N, N * N
    assert effort(inputs) == scores + scaled + weights + N * D * (1 + N // 64)


def test_nothing_is_left_to_do_where_nothing_changed(inputs):
    assert effort(inputs, attend(inputs)) == 0


def test_a_query_costs_its_row_a_value_its_column_and_a_key_the_softmax(inputs):
    trace = attend(inputs)
    looking = N * D
    costs = {
        name: effort(changed(inputs, name), trace) - looking for name in ("query", "key", "value")
    }
    assert costs["query"] == 2 * N + N + N + D * (1 + N // 64)
    assert costs["value"] == N * (1 + N // 64)
    assert costs["key"] == 2 * N + N + N * N + N * D * (1 + N // 64)


def test_a_table_of_another_shape_costs_everything_and_a_look_at_it(inputs):
    more = AttentionInputs(np.ones((N + 1, D)), inputs.key, inputs.value)
    assert effort(more, attend(inputs)) == effort(more) + (N + 1) * D


def test_a_typed_in_table_that_is_another_one_costs_a_look_at_every_eight_bytes(inputs):
    bias, allowed = np.zeros((N, N)), np.ones((N, N), dtype=np.bool_)
    before = replace(inputs, bias=bias, allowed=allowed)
    trace = attend(before)
    assert effort(replace(before, bias=bias.copy()), trace) == N * N
    assert effort(replace(before, allowed=allowed.copy()), trace) == N * N // 8


def test_telling_changes_nothing_about_what_is_computed(inputs):
    trace = attend(inputs)
    after = changed(inputs, "key")
    effort(after, trace)
    np.testing.assert_allclose(
        attend(after, trace).output, attend(after).output, rtol=0, atol=1e-12
    )


def test_the_stages_come_in_order_and_the_trace_last(inputs):
    *stages, trace = attending(inputs)
    assert isinstance(trace, AttentionTrace)
    assert tuple(stages) == trace.stages
    assert trace.output.tobytes() == attend(inputs).output.tobytes()


def test_a_stage_is_told_before_it_is_computed():
    huge = np.array([[1e200]])
    steps = attending(AttentionInputs(huge, huge, huge))
    assert next(steps).name == "scores"
    with pytest.raises(InputError, match="scores"):
        next(steps)


def test_numpy_is_asked_to_be_silent_only_while_a_stage_is_computed(inputs):
    before = np.geterr()
    for _ in attending(inputs):
        assert np.geterr() == before
