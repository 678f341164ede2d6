"""An experiment: a scenario that is calculated with a mistake on purpose, and says so.

The mistakes themselves are imported when one is made: few scenarios have any.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from explorer.model import attention
from explorer.model.attention import attending
from explorer.model.errors import InputError
from explorer.model.stages import stages_of
from explorer.model.trace import AttentionTrace

if TYPE_CHECKING:
    from collections.abc import Mapping

    from explorer.model.scenario import Scenario
    from explorer.model.slips.slip import Slip
    from explorer.model.stages import Stage

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
        if self.mistake not in _mistakes():
            found = self.mistake[:_LONGEST_NAME]
            names = ", ".join(f'"{name}"' for name in _near(found))
            expected = f"the name of a mistake, such as {names}"
            raise InputError("experiment.mistake", expected, f'"{found}"')

    @property
    def slip(self) -> "Slip":
        """What is done wrong."""
        return _mistakes()[self.mistake]


def calculate(scenario: "Scenario", previous: AttentionTrace | None = None) -> AttentionTrace:
    """Every number as the scenario shows it: with the mistake of its experiment, if it has one.

    A mistake that cannot be made with these numbers is not made. What has to be right whatever a
    scenario shows goes by `attend` of its inputs, which stands beside the mistake as `right`.
    Raises InputError, with the name of the mistake, if a number grows too large to store.
    """
    *_, trace = calculating(scenario, previous)
    assert isinstance(trace, AttentionTrace)  # the last
    return trace


def calculating(
    scenario: "Scenario", previous: AttentionTrace | None = None
) -> Iterator["Stage | AttentionTrace"]:
    """What `calculate` does, in steps: each stage as it begins, and the trace last of all.

    Whoever goes no further computes no further; with a mistake the right stages come first.
    """
    slip = made_in(scenario)
    if slip is None:
        yield from _right_after(scenario, previous)
        return
    right: AttentionTrace | InputError | None = None
    try:
        for step in _right_after(scenario, previous):
            if isinstance(step, AttentionTrace):
                right = step
            else:
                yield step
    except InputError as error:
        right = error.with_traceback(None)  # it would keep all that was worked out
    try:
        for step in slip.attending(scenario.inputs, previous):
            yield replace(step, right=right) if isinstance(step, AttentionTrace) else step
    except InputError as error:
        place = f"{error.place} under “{slip.title}”"
        raise InputError(place, error.expected, error.found) from error


def effort(scenario: "Scenario", previous: AttentionTrace | None = None) -> int:
    """How much `calculate` would have to do, told without doing it; with a mistake, at the most."""
    wrong = 0 if made_in(scenario) is None else attention.effort(scenario.inputs)
    return wrong + attention.effort(scenario.inputs, _right_beside(previous))


def steps(scenario: "Scenario") -> int:
    """How many stages `calculate` goes through, the right ones beside a mistake counted too."""
    return len(stages_of(scenario.inputs)) * (1 if made_in(scenario) is None else 2)


def _right_after(
    scenario: "Scenario", previous: AttentionTrace | None
) -> Iterator["Stage | AttentionTrace"]:
    """The right calculation, from the right one before."""
    base = _right_beside(previous)
    for step in attending(scenario.inputs, base):
        if isinstance(step, AttentionTrace) and base is not previous:
            step = replace(step, changes=None)  # what was shown before is another trace
        yield step


def _right_beside(trace: AttentionTrace | None) -> AttentionTrace | None:
    """The right calculation beside a trace; itself where that is right, or there is none."""
    return trace.right if trace is not None and isinstance(trace.right, AttentionTrace) else trace


def made_in(scenario: "Scenario") -> "Slip | None":
    """The mistake that the numbers of a scenario are calculated with; None where there is none."""
    experiment = scenario.experiment
    if experiment is None or not experiment.slip.applies(scenario.inputs):
        return None
    return experiment.slip


def _mistakes() -> "Mapping[str, Slip]":
    from explorer.model.slips.mistakes import MISTAKES

    return MISTAKES


def _near(name: str) -> list[str]:
    """Names of mistakes that look like `name`; the first ones there are if none does."""
    from difflib import get_close_matches

    from explorer.model.slips.catalogue import SLIPS

    single = [slip.name for slip in SLIPS]
    among = list(_mistakes()) if "+" in name else single
    return get_close_matches(name, among, n=_MOST_NEAR, cutoff=0.3) or single[:_MOST_NEAR]


def wrong_heading(slip: "Slip") -> str:
    """What stands with numbers wherever they go that are wrong on purpose."""
    return f"Deliberately wrong: {slip.title}"
