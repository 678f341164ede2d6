"""The result of a calculation: every array of every stage."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.model.arrays import Matrix
from explorer.model.inputs import AttentionInputs

if TYPE_CHECKING:
    from explorer.model.stages.stage import Stage


@dataclass(frozen=True, eq=False)
class AttentionTrace:
    """All numbers of one calculation, read-only.

    `arrays` holds the typed-in and the computed arrays by name, `stages` the stages that took
    part, in order. An array whose stage took no part is None as an attribute.
    """

    inputs: AttentionInputs
    stages: "tuple[Stage, ...]"
    arrays: Mapping[str, Matrix]

    @property
    def scores(self) -> Matrix | None:
        """Dot products of queries and keys, (n_query, n_key)."""
        return self.arrays.get("scores")

    @property
    def scaled_scores(self) -> Matrix | None:
        """Scores after scaling, (n_query, n_key)."""
        return self.arrays.get("scaled_scores")

    @property
    def capped_scores(self) -> Matrix | None:
        """Scaled scores after the soft-cap, (n_query, n_key); None without one."""
        return self.arrays.get("capped_scores")

    @property
    def masked_scores(self) -> Matrix | None:
        """Scores with the bias added and blocked cells at −∞; None without mask and bias."""
        return self.arrays.get("masked_scores")

    @property
    def weights(self) -> Matrix:
        """Attention weights, (n_query, n_key): each row sums to 1, or to 0 if it reads nothing."""
        return self.arrays["weights"]

    @property
    def output(self) -> Matrix:
        """The mixed values, (n_query, d_value)."""
        return self.arrays["output"]

    def stage(self, name: str) -> "Stage":
        """The stage that computed the named array. Raises KeyError if none did."""
        for stage in self.stages:
            if stage.name == name:
                return stage
        raise KeyError(name)

    def before(self, stage: "Stage") -> str | None:
        """The name of the array the stage before `stage` computed; None for the first."""
        index = self.stages.index(stage)
        return self.stages[index - 1].name if index else None
