"""The list of slips: the only place that brings them together."""

from explorer.model.slips.masking import MASKING_SLIPS
from explorer.model.slips.mixing import MIXING_SLIPS
from explorer.model.slips.scaling import SCALING_SLIPS
from explorer.model.slips.scores import SCORE_SLIPS
from explorer.model.slips.slip import Slip
from explorer.model.slips.softmax import SOFTMAX_SLIPS

SLIPS: tuple[Slip, ...] = (
    *SCORE_SLIPS,
    *SCALING_SLIPS,
    *MASKING_SLIPS,
    *SOFTMAX_SLIPS,
    *MIXING_SLIPS,
)
"""In the order of the stages where they depart."""
