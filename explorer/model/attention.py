"""Scaled dot-product attention, forward and backward, as a fold over the stages.

Source: Vaswani et al., Attention Is All You Need (2017), section 3.2.1; the order of scale,
soft-cap, bias and mask follows the ONNX `Attention` operator.
"""

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from explorer.model.arrays import Matrix, matrix, require_shape
from explorer.model.inputs import AttentionInputs
from explorer.model.recomputing import Recomputation
from explorer.model.stages import Stage, stages_of
from explorer.model.stages.stage import finite
from explorer.model.tables import Table, Tables, part_of
from explorer.model.trace import AttentionTrace
from explorer.model.typed_arrays import TYPED_ARRAYS

TYPED_IN = tuple(name for name in TYPED_ARRAYS if name != "weights")
"""The inputs whose numbers stand in the trace beside the computed ones; of weights typed in, the
stage that takes them over does."""


@np.errstate(over="ignore", invalid="ignore")
def attend(
    inputs: AttentionInputs,
    previous: AttentionTrace | None = None,
    stages: tuple[Stage, ...] | None = None,
) -> AttentionTrace:
    """Compute every stage of `inputs`; `stages` takes the place of the ones that belong to them.

    From `previous` the new trace takes what depends on nothing that changed. Every other number
    is computed from the inputs, never from the number it had before, so that no errors add up.
    Raises InputError if a number on the way grows too large to store.
    """
    tables: dict[str, Table] = {
        name: array for name in TYPED_IN if (array := getattr(inputs, name)) is not None
    }
    stages = stages or stages_of(inputs)
    recomputation = None if previous is None else Recomputation(inputs, previous)
    before = None
    for stage in stages:
        operands = stage.operands(inputs, before)
        table = recomputation.table(stage, operands, tables) if recomputation else None
        if table is None:
            table = stage.forward(inputs, *(part_of(tables[name]) for name in operands))
            if recomputation is not None:
                recomputation.computed(stage, table)
        tables[stage.name] = table
        before = stage.name
    changes = recomputation.changes if recomputation else None
    return AttentionTrace(inputs, stages, Tables(tables), changes)


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
        with np.errstate(over="ignore", invalid="ignore"):
            for name, gradient in stage.backward(trace, arriving).items():
                total = flow[name] + gradient if name in flow else gradient
                flow[name] = finite(f"gradient of {name}", total)
    others = {name: flow.get(name) for name in TYPED_IN if name != "value"}
    return AttentionGradients(value=flow["value"], **others)
