"""The stages of the calculation, in order: the only place that lists them."""

from explorer.model.inputs import AttentionInputs
from explorer.model.stages.dot_products import DotProducts
from explorer.model.stages.embedding import Embedding
from explorer.model.stages.manual_weights import ManualWeights
from explorer.model.stages.masking import Masking
from explorer.model.stages.mixing import Mixing
from explorer.model.stages.positioning import Positioning
from explorer.model.stages.projection import KeyProjection, QueryProjection, ValueProjection
from explorer.model.stages.scaling import Scaling
from explorer.model.stages.sinusoids import Sinusoids
from explorer.model.stages.soft_cap import SoftCap
from explorer.model.stages.softmax import Softmax
from explorer.model.stages.stage import ColourScale, Operand, Stage, SymbolMeaning

VECTOR_STAGES: tuple[Stage, ...] = (
    Embedding(),
    Sinusoids(),
    Positioning(),
    QueryProjection(),
    KeyProjection(),
    ValueProjection(),
)
"""What makes queries, keys and values of the vectors of a text."""

STAGES: tuple[Stage, ...] = (
    *VECTOR_STAGES,
    DotProducts(),
    Scaling(),
    SoftCap(),
    Masking(),
    Softmax(),
    ManualWeights(),
    Mixing(),
)


def stages_of(inputs: AttentionInputs) -> tuple[Stage, ...]:
    """The stages that take part in the calculation of `inputs`, in order."""
    return tuple([stage for stage in STAGES if stage.takes_part(inputs)])


__all__ = [
    "STAGES",
    "VECTOR_STAGES",
    "ColourScale",
    "Operand",
    "Stage",
    "SymbolMeaning",
    "stages_of",
]
