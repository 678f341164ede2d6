"""Scaled dot-product attention, forward and backward, as a fold over the stages.

Source: Vaswani et al., Attention Is All You Need (2017), section 3.2.1; the order of scale,
soft-cap, bias and mask follows the ONNX `Attention` operator.
"""

from dataclasses import dataclass
from types import MappingProxyType

import numpy as np
from numpy.typing import ArrayLike

from explorer.model.arrays import Matrix, matrix, require_shape
from explorer.model.inputs import AttentionInputs
from explorer.model.stages import Stage, stages_of
from explorer.model.stages.stage import finite
from explorer.model.trace import AttentionTrace

TYPED_IN = ("query", "key", "value", "bias")
"""The inputs whose numbers stand in the trace beside the computed ones."""


def attend(
    inputs: AttentionInputs,
    previous: AttentionTrace | None = None,
    stages: tuple[Stage, ...] | None = None,
) -> AttentionTrace:
    """Compute every stage of `inputs`; `stages` takes the place of the ones that belong to them.

    Arrays of `previous` that depend on nothing that changed are shared with the new trace.
    Raises InputError if a number on the way grows too large to store.
    """
    typed_in = {name: getattr(inputs, name) for name in TYPED_IN}
    arrays: dict[str, Matrix] = {
        name: array for name, array in typed_in.items() if array is not None
    }
    stages = stages or stages_of(inputs)
    before = None
    for stage in stages:
        operands = stage.operands(before)
        kept = None if previous is None else _kept(stage, operands, inputs, arrays, previous)
        if kept is None:
            kept = stage.forward(inputs, *(arrays[name] for name in operands))
        arrays[stage.name] = kept
        before = stage.name
    return AttentionTrace(inputs, stages, MappingProxyType(arrays))


def _kept(
    stage: Stage,
    operands: tuple[str, ...],
    inputs: AttentionInputs,
    arrays: dict[str, Matrix],
    previous: AttentionTrace,
) -> Matrix | None:
    """The array of `previous` if the same stage computed it from the same operands."""
    same = (
        stage in previous.stages
        and operands == stage.operands(previous.before(stage))
        and all(arrays[name] is previous.arrays.get(name) for name in operands)
        and all(
            _same(getattr(inputs, name), getattr(previous.inputs, name))
            for name in stage.parameters
        )
    )
    return previous.arrays[stage.name] if same else None


def _same(left: object, right: object) -> bool:
    return left is right or (isinstance(left, float) and left == right)


@dataclass(frozen=True, eq=False)
class AttentionGradients:
    """Gradients of a sum over the outputs, each of the shape of what it belongs to.

    None where a typed-in array takes no part.
    """

    query: Matrix | None
    key: Matrix | None
    value: Matrix
    bias: Matrix | None


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
    return AttentionGradients(flow.get("query"), flow.get("key"), flow["value"], flow.get("bias"))
