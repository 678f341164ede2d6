"""Everything that can be done wrong on purpose, by name."""

from collections.abc import Mapping
from types import MappingProxyType

from explorer.model.slips.catalogue import SLIPS
from explorer.model.slips.pairs import PAIRS
from explorer.model.slips.scaling import MODEL_WIDTH_SLIPS
from explorer.model.slips.slip import Slip

MISTAKES: Mapping[str, Slip] = MappingProxyType(
    {slip.name: slip for slip in (*SLIPS, *MODEL_WIDTH_SLIPS, *PAIRS)}
)
"""One slip, or two that commonly meet."""
