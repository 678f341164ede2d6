"""The computation: numpy and the standard library only, no files and no Qt."""

from explorer.model.attention import AttentionGradients, attend, gradients
from explorer.model.derivation import Derivation
from explorer.model.diagnosis import (
    Coverage,
    Diagnosis,
    NumberChange,
    OwnNumbers,
    Verdict,
    coverage,
    diagnose,
    smallest_change,
)
from explorer.model.errors import InputError
from explorer.model.experiment import Experiment, calculate
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
    "Coverage",
    "Derivation",
    "Diagnosis",
    "Experiment",
    "Granularity",
    "InputError",
    "NumberChange",
    "OwnNumbers",
    "Place",
    "Region",
    "Scenario",
    "Step",
    "Verdict",
    "Walkthrough",
    "attend",
    "calculate",
    "coverage",
    "diagnose",
    "explain",
    "explain_term",
    "gradients",
    "smallest_change",
    "walkthrough",
]
