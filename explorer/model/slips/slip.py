"""What a slip is, and the calculation with wrong stages in place of right ones."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import ClassVar

import numpy as np

from explorer.model.arrays import Matrix
from explorer.model.attention import attend
from explorer.model.inputs import AttentionInputs
from explorer.model.stages import Stage, stages_of
from explorer.model.stages.stage import finite
from explorer.model.trace import AttentionTrace


@dataclass(frozen=True, eq=False)
class Wrong:
    """Makes a stage wrong: put before the right stage among the bases of a class.

    `compute` gets the inputs and the arrays the stage reads.
    """

    name: ClassVar[str]
    compute: Callable[..., Matrix]

    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        """Compute its array the wrong way. Raises InputError where a number grows too large."""
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            array = np.array(self.compute(inputs, *operands), order="C")
        return finite(self.name, array, ~np.isneginf(array))


@dataclass(frozen=True, eq=False)
class WrongReading(Wrong):
    """Makes a stage wrong that may read other arrays than the right one."""

    reads: tuple[str, ...]

    def operands(self, before: str | None) -> tuple[str, ...]:
        """Names of the arrays it reads."""
        return self.reads


@dataclass(frozen=True, eq=False, kw_only=True)
class Slip:
    """One way to get it wrong.

    `name` identifies it in files and on the command line; `title` heads it; `done` completes
    "what comes out when …"; `why` says in whole sentences why it is wrong. `wrong` holds the
    stages that are computed differently, each in place of the right one of the same name.
    `needs_all_rows` is set where the numbers of one reader depend on the others.
    """

    name: str
    title: str
    done: str
    why: str
    wrong: tuple[Stage, ...]
    fits: Callable[[AttentionInputs], bool]
    needs_all_rows: bool = False

    @property
    def stage(self) -> str:
        """The name of the stage where it departs from the right calculation."""
        return self.wrong[0].name

    def applies(self, inputs: AttentionInputs) -> bool:
        """Whether it can be made with these inputs and is something other than right."""
        return all(stage.takes_part(inputs) for stage in self.wrong) and self.fits(inputs)

    def forward(self, inputs: AttentionInputs) -> AttentionTrace:
        """Every array under this slip. Only for inputs it applies to.

        The numbers of the trace are meant to be read; the explanations of a wrong stage are
        those of the right one. Raises InputError if a number grows too large to store.
        """
        return attend_with(inputs, self.wrong)


def attend_with(inputs: AttentionInputs, wrong: Iterable[Stage]) -> AttentionTrace:
    """Compute every stage of `inputs`, some of them by other stages of the same name."""
    replaced = {stage.name: stage for stage in wrong}
    stages = tuple(replaced.get(stage.name, stage) for stage in stages_of(inputs))
    return attend(inputs, stages=stages)


def always(inputs: AttentionInputs) -> bool:
    """For slips that can be made wherever their stage takes part."""
    return True
