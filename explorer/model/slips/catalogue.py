"""The list of slips: the only place that brings them together."""

from explorer.model.slips.masking import MASKING_SLIPS
from explorer.model.slips.mixing import MIXING_SLIPS
from explorer.model.slips.order import BIAS_SLIPS, CAP_SLIPS, LATE_MASK_SLIPS
from explorer.model.slips.projections import PROJECTION_SLIPS
from explorer.model.slips.scaling import SCALING_SLIPS
from explorer.model.slips.scores import SCORE_SLIPS
from explorer.model.slips.slip import Slip
from explorer.model.slips.softmax import SOFTMAX_SLIPS
from explorer.model.stages import STAGES

_STAGES = [stage.name for stage in STAGES]

SLIPS: tuple[Slip, ...] = tuple(
    sorted(
        (
            *PROJECTION_SLIPS,
            *SCORE_SLIPS,
            *SCALING_SLIPS,
            *CAP_SLIPS,
            *MASKING_SLIPS,
            *LATE_MASK_SLIPS,
            *BIAS_SLIPS,
            *SOFTMAX_SLIPS,
            *MIXING_SLIPS,
        ),
        key=lambda slip: _STAGES.index(slip.stage),
    )
)
"""In the order of the stages where they depart."""
