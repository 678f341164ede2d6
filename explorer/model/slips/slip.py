"""What a slip is, and the calculation with wrong stages in place of right ones."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np

from explorer.model.arrays import Matrix
from explorer.model.attention import attend, attending
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis
from explorer.model.stages import STAGES, Stage, stages_of
from explorer.model.stages.stage import finite
from explorer.model.trace import AttentionTrace

_ORDER = {stage.name: index for index, stage in enumerate(STAGES)}
_NO_SCORES = "there are no queries and keys"
_NO_PROJECTIONS = "queries, keys and values are typed in"
_ABSENT = {
    "positions": "there are no sinusoidal position vectors",
    "positioned": "there are no position vectors",
    "query": _NO_PROJECTIONS,
    "key": _NO_PROJECTIONS,
    "value": _NO_PROJECTIONS,
    "scores": _NO_SCORES,
    "scaled_scores": _NO_SCORES,
    "capped_scores": "there is no soft-cap",
    "masked_scores": "there is neither a mask nor a bias",
    "weights": "the weights are typed in",
}
"""Why a stage takes no part, by its name."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Wrong(Stage):
    """Makes a stage wrong: put before the right stage among the bases of a class.

    `compute` gets the inputs and the arrays the stage reads; `sign` is what stands between the
    table before and this one. Each family says in `explain` how a cell really came about, so that
    a derivation of a wrong number evaluates to that number. The gradients are those of the right
    stage.
    """

    about = "This stage is not done in the usual way, on purpose. Its arithmetic is the real one."
    product_reason = "one number of each of the two tables, multiplied"
    independent_along: ClassVar[frozenset[Axis]] = frozenset()
    gives_shares: ClassVar[bool] = False
    summed_along: ClassVar[Axis | None] = None
    is_usual: ClassVar[bool] = False

    compute: Callable[..., Matrix]
    sign: str

    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        """Compute its array the wrong way. Raises InputError where a number grows too large."""
        with np.errstate(over="ignore", divide="ignore", invalid="ignore"):
            array = np.array(self.compute(inputs, *operands), order="C")
        blocks = "allowed" in self.parameters
        return finite(self.name, array, ~np.isneginf(array) if blocks else None)

    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        """What stands between the array before and this one."""
        return self.sign

    def remark(self, inputs: AttentionInputs) -> str:
        """Nothing: what the right stage says of itself does not hold."""
        return ""

    def why(self, trace: AttentionTrace, row: int | None, column: int | None) -> str:
        """What is really done: the reason of the right stage does not hold."""
        return f"On purpose, this is not done in the usual way: {self.operator(trace.inputs)}."


@dataclass(frozen=True, eq=False, kw_only=True)
class WrongReading(Wrong):
    """Makes a stage wrong that may read other arrays than the right one."""

    reads: tuple[str, ...]

    def operands(self, inputs: AttentionInputs, before: str | None) -> tuple[str, ...]:
        """Names of the arrays it reads."""
        return self.reads


@dataclass(frozen=True, eq=False, kw_only=True)
class Slip:
    """One way to get it wrong.

    `name` identifies it in files and on the command line; `title` heads it; `done` completes
    "what comes out when …"; `why` says in whole sentences why it is wrong. `wrong` holds the
    stages that are computed differently, each in place of the right one of the same name, in
    their order. `needs_all_rows` is set where the numbers of one reader depend on the others or
    on where it stands among them. `needs` completes "it needs …" where `fits` may fail. `is_right`
    marks what looks like a slip and is none: it always gives the right numbers. `parts` are the
    slips it is made of, where two are made together.
    """

    name: str
    title: str
    done: str
    why: str
    wrong: tuple[Stage, ...]
    fits: Callable[[AttentionInputs], bool]
    needs: str = ""
    needs_all_rows: bool = False
    is_right: bool = False
    parts: "tuple[Slip, ...]" = ()

    @property
    def stage(self) -> str:
        """The name of the stage where it departs from the right calculation."""
        return self.wrong[0].name

    def applies(self, inputs: AttentionInputs) -> bool:
        """Whether it can be made with these inputs and is something other than the right way."""
        return all(stage.takes_part(inputs) for stage in self.wrong) and self.fits(inputs)

    def obstacle(self, inputs: AttentionInputs) -> str:
        """Why it cannot be made with these inputs: `it needs a blocked source`; empty if it can."""
        if self.applies(inputs):
            return ""
        told = next(filter(None, (part.obstacle(inputs) for part in self.parts)), "")
        if told:
            return told
        absent = (_ABSENT[one.name] for one in self.wrong if not one.takes_part(inputs))
        return next(absent, f"it needs {self.needs}")

    def forward(
        self, inputs: AttentionInputs, previous: AttentionTrace | None = None
    ) -> AttentionTrace:
        """Every array under this slip. Only for inputs it applies to.

        Arrays of `previous`, a trace of the same inputs, are shared where they come out the same.
        Raises InputError if a number grows too large to store.
        """
        return attend_with(inputs, self.wrong, previous)

    def attending(
        self, inputs: AttentionInputs, previous: AttentionTrace | None = None
    ) -> Iterator[Stage | AttentionTrace]:
        """What `forward` does, in steps: each stage as it begins, and the trace last of all."""
        return attending(inputs, previous, _stages_with(inputs, self.wrong))


def attend_with(
    inputs: AttentionInputs, wrong: Iterable[Stage], previous: AttentionTrace | None = None
) -> AttentionTrace:
    """Compute every stage of `inputs`, some of them by other stages of the same name."""
    return attend(inputs, previous, _stages_with(inputs, wrong))


def _stages_with(inputs: AttentionInputs, wrong: Iterable[Stage]) -> tuple[Stage, ...]:
    replaced = {stage.name: stage for stage in wrong}
    return tuple(replaced.get(stage.name, stage) for stage in stages_of(inputs))


def computed_as(stage: Stage, compute: Callable[..., Matrix], sign: str = "") -> Stage:
    """A stage of the same kind and name whose array is made by `compute`; the rest is its own."""
    kind: Any = type(f"Other{type(stage).__name__}", (Wrong, type(stage)), {})
    other: Stage = kind(compute=compute, sign=sign)
    return other


def together(first: Slip, second: Slip) -> Slip:
    """Two slips made at the same time, the one that departs first in front.

    Raises ValueError if both change the same stage.
    """
    one, other = sorted((first, second), key=lambda slip: _ORDER[slip.stage])
    wrong = sorted((*one.wrong, *other.wrong), key=lambda stage: _ORDER[stage.name])
    if len({stage.name for stage in wrong}) < len(wrong):
        raise ValueError(f"{one.name} and {other.name} change the same stage")
    return Slip(
        name=f"{one.name}+{other.name}",
        title=f"{one.title} + {other.title}",
        done=f"{one.done}, and {other.done}",
        why=f"{one.why} {other.why}",
        wrong=tuple(wrong),
        fits=lambda inputs: one.fits(inputs) and other.fits(inputs),
        needs_all_rows=one.needs_all_rows or other.needs_all_rows,
        parts=(one, other),
    )


def always(inputs: AttentionInputs) -> bool:
    """For slips that can be made wherever their stage takes part."""
    return True
