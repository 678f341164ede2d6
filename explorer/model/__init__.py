"""The computation: numpy and the standard library only, no files and no Qt."""

from explorer.model.attention import AttentionGradients, attend, gradients
from explorer.model.derivation import Derivation
from explorer.model.errors import InputError
from explorer.model.explanation import explain, explain_term
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Place, Region
from explorer.model.scenario import Scenario
from explorer.model.trace import AttentionTrace
from explorer.model.walkthrough import Granularity, Step, Walkthrough, walkthrough

__all__ = [
    "AttentionGradients",
    "AttentionInputs",
    "AttentionTrace",
    "Derivation",
    "Granularity",
    "InputError",
    "Place",
    "Region",
    "Scenario",
    "Step",
    "Walkthrough",
    "attend",
    "explain",
    "explain_term",
    "gradients",
    "walkthrough",
]
