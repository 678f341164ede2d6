"""The computation: numpy and the standard library only, no files and no Qt.

The diagnosis is imported when one of its names is asked for: few programs that calculate need it.
"""

from typing import TYPE_CHECKING

from explorer.model.attention import AttentionGradients, attend, gradients
from explorer.model.derivation import Derivation
from explorer.model.errors import InputError
from explorer.model.experiment import Experiment, calculate
from explorer.model.explanation import explain, explain_term
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Place, Region
from explorer.model.scenario import Scenario
from explorer.model.trace import AttentionTrace
from explorer.model.walkthrough import Granularity, Step, Walkthrough, walkthrough

if TYPE_CHECKING:
    from explorer.model.diagnosis.coverage import Coverage, coverage
    from explorer.model.diagnosis.diagnose import diagnose
    from explorer.model.diagnosis.number_change import NumberChange, smallest_change
    from explorer.model.diagnosis.own_numbers import OwnNumbers
    from explorer.model.diagnosis.verdict import Diagnosis, Verdict

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


def __getattr__(name: str) -> object:
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    from explorer.model import diagnosis

    return getattr(diagnosis, name)
