"""Scaled dot-product attention, forward and backward, as a fold over the stages.

Source: Vaswani et al., Attention Is All You Need (2017), section 3.2.1; the order of scale,
soft-cap, bias and mask follows the ONNX `Attention` operator.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from math import prod

import numpy as np
from numpy.typing import ArrayLike

from explorer.model.arrays import Matrix, matrix, require_shape
from explorer.model.inputs import INPUT_AXES, AttentionInputs
from explorer.model.recomputing import Recomputation, bytes_not_shared
from explorer.model.stages import Stage, stages_of
from explorer.model.stages.stage import finite
from explorer.model.tables import Table, Tables, part_of
from explorer.model.trace import AttentionTrace
from explorer.model.typed_arrays import TYPED_ARRAYS

TYPED_IN = tuple(name for name in TYPED_ARRAYS if name != "weights")
"""The inputs whose numbers stand in the trace beside the computed ones; of weights typed in, the
stage that takes them over does."""
_PRODUCTS_A_CELL = 64
"""So many products take about as long as everything else about a cell."""


def attend(
    inputs: AttentionInputs,
    previous: AttentionTrace | None = None,
    stages: tuple[Stage, ...] | None = None,
) -> AttentionTrace:
    """Compute every stage of `inputs`; `stages` takes the place of the ones that belong to them.

    From `previous` the new trace takes what depends on nothing that changed. Every other number
    is computed from the inputs, except that large sums of which few terms changed are given the
    new ones: only where no digits are lost, and only so many times in a row, so that errors do
    not add up to more than 1e-12 of a number.
    Raises InputError if a number on the way grows too large to store.
    """
    with _large_numbers_allowed():
        *_, trace = _computing(inputs, previous, stages)
    assert isinstance(trace, AttentionTrace)  # the last
    return trace


def attending(
    inputs: AttentionInputs,
    previous: AttentionTrace | None = None,
    stages: tuple[Stage, ...] | None = None,
) -> Iterator[Stage | AttentionTrace]:
    """What `attend` does, in steps: each stage as it begins, and the trace last of all.

    Whoever goes no further computes no further.
    """
    steps = _computing(inputs, previous, stages)
    while True:
        with _large_numbers_allowed():  # not while others have their turn
            step = next(steps, None)
        if step is None:
            return
        yield step


def _large_numbers_allowed() -> np.errstate:
    """Numpy says nothing about numbers too large to store: each stage does."""
    return np.errstate(over="ignore", invalid="ignore")


def _computing(
    inputs: AttentionInputs,
    previous: AttentionTrace | None,
    stages: tuple[Stage, ...] | None,
) -> Iterator[Stage | AttentionTrace]:
    typed_in = vars(inputs)
    tables: dict[str, Table] = {
        name: typed_in[name] for name in TYPED_IN if typed_in[name] is not None
    }
    stages = stages or stages_of(inputs)
    recomputation = None if previous is None else Recomputation(inputs, previous)
    before = None
    for stage in stages:
        yield stage
        operands = stage.operands(inputs, before)
        table = recomputation.table(stage, operands, tables) if recomputation else None
        if table is None:
            table = stage.forward(inputs, *[part_of(tables[name]) for name in operands])
            if recomputation is not None:
                recomputation.computed(stage, table)
        tables[stage.name] = table
        before = stage.name
    if recomputation is None:
        yield AttentionTrace(inputs, stages, Tables(tables))
    else:
        done = recomputation
        yield AttentionTrace(inputs, stages, Tables(tables), done.changes, done.mended)


def effort(inputs: AttentionInputs, previous: AttentionTrace | None = None) -> int:
    """How much `attend` would have to do, told without doing it: cells, and the sums behind them.

    A cell counts 1, and 1 more for every 64 products of its sum. Every 8 bytes of what is typed in
    that `previous` does not share count 1 as well: they are gone through for what differs.
    """
    recomputation = None if previous is None else Recomputation(inputs, previous)
    stages = stages_of(inputs)
    axes = {**INPUT_AXES, **{stage.name: stage.axes for stage in stages}}
    total = 0 if previous is None else bytes_not_shared(previous.inputs, inputs) // 8
    before = None
    for stage in stages:
        operands = stage.operands(inputs, before)
        if recomputation is None:
            cells = prod(inputs.size(axis) for axis in stage.axes)
        else:
            cells = recomputation.cells(stage, operands)
        summed = {axis for name in operands for axis in axes[name]} - {*stage.axes}
        products = prod(inputs.size(axis) for axis in summed) if summed else 0
        total += cells + cells * products // _PRODUCTS_A_CELL
        before = stage.name
    return total


@dataclass(frozen=True, eq=False)
class AttentionGradients:
    """Gradients of a sum over the outputs, each of the shape of what it belongs to.

    None where an array takes no part. Of queries, keys and values there are gradients whether
    they were typed in or computed.
    """

    query: Matrix | None
    key: Matrix | None
    value: Matrix
    bias: Matrix | None
    embeddings: Matrix | None
    vocabulary: Matrix | None
    positions: Matrix | None
    query_projection: Matrix | None
    key_projection: Matrix | None
    value_projection: Matrix | None
    query_bias: Matrix | None
    key_bias: Matrix | None
    value_bias: Matrix | None


def gradients(trace: AttentionTrace, d_output: ArrayLike) -> AttentionGradients:
    """Walk the stages backward from `d_output`, the gradient of the output, (n_query, d_value).

    Raises InputError if `d_output` does not have the shape of the output, or if a gradient grows
    too large to store.
    """
    upstream = matrix("d_output", d_output)
    shape = (trace.output.shape[0], trace.output.shape[1])
    require_shape("d_output", upstream, shape, "the shape of the output")
    flow: dict[str, Matrix] = {"output": upstream}
    for stage in reversed(trace.stages):
        arriving = flow.get(stage.name, np.zeros_like(trace.arrays[stage.name]))
        with _large_numbers_allowed():
            for name, gradient in stage.backward(trace, arriving).items():
                total = flow[name] + gradient if name in flow else gradient
                flow[name] = finite(f"gradient of {name}", total)
    others = {name: flow.get(name) for name in TYPED_IN if name != "value"}
    return AttentionGradients(value=flow["value"], **others)
