"""Common slips: what people compute by mistake, as data, and which of them gives a number.

A slip is a wrong version of one stage, or of several that go together; everything else is
computed by the right stages. Two that commonly meet stand among the pairs; those that take a width
of the model, which a calculation of one head does not know, stand apart.
"""

from explorer.model.slips.catalogue import SLIPS
from explorer.model.slips.matching import slips_matching
from explorer.model.slips.pairs import MEETINGS, PAIRS, Meeting
from explorer.model.slips.scaling import MODEL_WIDTH_SLIPS
from explorer.model.slips.slip import Slip, attend_with, together

__all__ = [
    "MEETINGS",
    "MODEL_WIDTH_SLIPS",
    "PAIRS",
    "SLIPS",
    "Meeting",
    "Slip",
    "attend_with",
    "slips_matching",
    "together",
]
