"""What a text makes of its vectors: queries, keys and values, computed or as numbers typed in."""

from dataclasses import replace
from typing import Any

from explorer.model.attention import attend
from explorer.model.inputs import BEFORE_PROJECTION, AttentionInputs
from explorer.model.stages import VECTOR_STAGES
from explorer.model.trace import AttentionTrace


def vectors_of(inputs: AttentionInputs) -> AttentionTrace:
    """The stages that make queries, keys and values of the vectors of a text, and no others.

    Raises InputError if a number on the way grows too large to store.
    """
    return attend(inputs, stages=tuple(one for one in VECTOR_STAGES if one.takes_part(inputs)))


def typed_in(trace: AttentionTrace) -> AttentionInputs:
    """The same calculation with its queries, keys and values typed in as they are."""
    if not trace.inputs.is_projected:
        return trace.inputs
    nothing: dict[str, Any] = dict.fromkeys(BEFORE_PROJECTION)
    return replace(trace.inputs, **nothing, query=trace.query, key=trace.key, value=trace.value)
