"""An experiment: a scenario that is calculated with a mistake on purpose, and says so."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from difflib import get_close_matches
from types import MappingProxyType
from typing import TYPE_CHECKING

from explorer.model import attention
from explorer.model.attention import attending
from explorer.model.errors import InputError
from explorer.model.slips import MODEL_WIDTH_SLIPS, PAIRS, SLIPS, Slip
from explorer.model.trace import AttentionTrace

if TYPE_CHECKING:
    from explorer.model.scenario import Scenario
    from explorer.model.stages import Stage

MISTAKES: Mapping[str, Slip] = MappingProxyType(
    {slip.name: slip for slip in (*SLIPS, *MODEL_WIDTH_SLIPS, *PAIRS)}
)
"""Everything that can be done wrong on purpose, by name: one slip, or two that commonly meet."""
_LONGEST_NAME = 80
"""Letters of an unknown name that are compared with the known ones."""
_MOST_NEAR = 3


@dataclass(frozen=True, slots=True)
class Experiment:
    """Marks a scenario that is calculated with a mistake; `mistake` is its name.

    Raises InputError, with the names that come near, where there is no such mistake.
    """

    mistake: str

    def __post_init__(self) -> None:
        if self.mistake not in MISTAKES:
            found = self.mistake[:_LONGEST_NAME]
            names = ", ".join(f'"{name}"' for name in _near(found))
            expected = f"the name of a mistake, such as {names}"
            raise InputError("experiment.mistake", expected, f'"{found}"')

    @property
    def slip(self) -> Slip:
        """What is done wrong."""
        return MISTAKES[self.mistake]


def calculate(scenario: "Scenario", previous: AttentionTrace | None = None) -> AttentionTrace:
    """Every number as the scenario shows it: with the mistake of its experiment, if it has one.

    A mistake that cannot be made with these numbers is not made. What has to be right whatever a
    scenario shows goes by `attend` of its inputs. Raises InputError if a number on the way grows
    too large to store.
    """
    *_, trace = calculating(scenario, previous)
    assert isinstance(trace, AttentionTrace)  # the last
    return trace


def calculating(
    scenario: "Scenario", previous: AttentionTrace | None = None
) -> Iterator["Stage | AttentionTrace"]:
    """What `calculate` does, in steps: each stage as it begins, and the trace last of all.

    Whoever goes no further computes no further; with a mistake it is a single step.
    """
    slip = made_in(scenario)
    if slip is None:
        yield from attending(scenario.inputs, previous)
    else:
        yield slip.forward(scenario.inputs, previous)


def effort(scenario: "Scenario", previous: AttentionTrace | None = None) -> int:
    """How much `calculate` would have to do, told without doing it; with a mistake, at the most."""
    is_right = made_in(scenario) is None
    return attention.effort(scenario.inputs, previous if is_right else None)


def made_in(scenario: "Scenario") -> Slip | None:
    """The mistake that the numbers of a scenario are calculated with; None where there is none."""
    experiment = scenario.experiment
    if experiment is None or not experiment.slip.applies(scenario.inputs):
        return None
    return experiment.slip


def _near(name: str) -> list[str]:
    """Names of mistakes that look like `name`; the first ones there are if none does."""
    single = [slip.name for slip in SLIPS]
    among = list(MISTAKES) if "+" in name else single
    return get_close_matches(name, among, n=_MOST_NEAR, cutoff=0.3) or single[:_MOST_NEAR]
