"""The calculation as shapes: the sizes of the trace, named as in papers."""

import pytest

from explorer.files import list_examples, load_example
from explorer.model import AttentionInputs, attend
from explorer.model.shapes import shapes_of

SEED = AttentionInputs([[1, 0]], [[1, 0], [0, 1], [1, 1]], [[10], [20], [30]])


def named(stage):
    """Operands and result with the names of their sizes."""
    operands = [f"{sign} {tensor.size_names}".strip() for sign, tensor in stage.operands]
    return f"{' '.join(operands)} → {stage.result.size_names}"


def test_the_seed_s_shapes_are_those_of_the_formula():
    assert [named(stage) for stage in shapes_of(SEED)] == [
        "n_query × d · d × n_key → n_query × n_key",
        "n_query × n_key → n_query × n_key",
        "n_query × n_key → n_query × n_key",
        "n_query × n_key · n_key × d_value → n_query × d_value",
    ]


def test_a_line_can_be_read_out():
    assert shapes_of(SEED)[0].text == (
        "Dot products: query Q (1 × 2, n_query × d) · key Kᵀ (2 × 3, d × n_key)"
        " → scores (1 × 3, n_query × n_key)"
    )


@pytest.mark.parametrize("name", [example.name for example in list_examples()])
def test_sizes_are_those_of_the_arrays_and_factors_fit(name):
    scenario = load_example(name)
    inputs = scenario.inputs
    trace = attend(inputs)
    shapes = shapes_of(inputs)
    assert [stage.stage for stage in shapes] == [stage.name for stage in trace.stages]
    for stage in shapes:
        assert stage.result.size == trace.arrays[stage.stage].shape
        for _sign, tensor in stage.operands:
            array = getattr(inputs, tensor.array, None)
            array = trace.arrays[tensor.array] if array is None else array
            assert tensor.size == (array.T if tensor.is_transposed else array).shape
        signs = [sign for sign, _tensor in stage.operands]
        if "·" in signs:
            (_sign, left), (_dot, right), *_bias = stage.operands
            assert left.size[1] == right.size[0]
            assert left.axes[1] == right.axes[0]
            # The positions of a text are its readers and its sources.
            assert stage.result.axes[0] in scenario.alike(left.axes[0])
            assert stage.result.axes[1] == right.axes[1]


def test_a_mask_and_a_bias_are_read_by_the_stage_between():
    inputs = AttentionInputs(
        SEED.query, SEED.key, SEED.value, bias=[[0, 1, 2]], allowed=[[True, True, False]]
    )
    masking = shapes_of(inputs)[2]
    assert [(sign, tensor.array) for sign, tensor in masking.operands] == [
        ("", "scaled_scores"),
        ("+", "bias"),
        ("where", "allowed"),
    ]


def test_each_stage_continues_from_the_one_before_except_where_weights_are_typed_in():
    assert [stage.continues for stage in shapes_of(SEED)] == [False, True, True, True]
    inputs = AttentionInputs(SEED.query, SEED.key, SEED.value, weights=[[0.5, 0.25, 0.25]])
    assert [stage.continues for stage in shapes_of(inputs)] == [False, True, False, True]
