"""The result of a calculation: every array of every stage."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, TypeAlias

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import Matrix
from explorer.model.errors import InputError
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Place
from explorer.model.tables import Tables
from explorer.model.where import Where

if TYPE_CHECKING:
    from explorer.model.stages.quantity import Quantity
    from explorer.model.stages.stage import Stage

Vector: TypeAlias = NDArray[np.float64]


@dataclass(frozen=True, eq=False)
class AttentionTrace:
    """All numbers of one calculation, read-only.

    `arrays` holds the typed-in and the computed arrays by name, `stages` the stages that took
    part, in order. An array whose stage took no part is None as an attribute. `changes` says
    where inputs and arrays differ from those of the trace this one was made from; None if it was
    made from none. `mended` counts, of an array whose sums were given other terms instead of being
    added up anew, how many times in a row. `right` is the right calculation beside one with a
    mistake on purpose, or why there is none: a number in it grows too large to store.
    """

    inputs: AttentionInputs
    stages: "tuple[Stage, ...]"
    arrays: Tables
    changes: Mapping[str, Where] | None = None
    mended: Mapping[str, int] = field(default_factory=dict)
    right: "AttentionTrace | InputError | None" = None

    @property
    def embeddings(self) -> Matrix | None:
        """Vectors of the text, (n, d_model); None where Q, K and V are typed in."""
        return self.arrays.get("embeddings")

    @property
    def positioned(self) -> Matrix | None:
        """Vectors with their position vectors added, (n, d_model); None without them."""
        return self.arrays.get("positioned")

    @property
    def query(self) -> Matrix | None:
        """Queries, typed in or computed, (n_query, d); None for a weighted mix."""
        return self.arrays.get("query")

    @property
    def key(self) -> Matrix | None:
        """Keys, typed in or computed, (n_key, d); None for a weighted mix."""
        return self.arrays.get("key")

    @property
    def value(self) -> Matrix:
        """Values, typed in or computed, (n_key, d_value)."""
        return self.arrays["value"]

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

    def owner(self, name: str) -> "Stage":
        """The stage that computes the named table, has it as a part or aside. Raises KeyError."""
        return _explained(self.stages)[name][0]

    def computes(self, name: str) -> bool:
        """Whether a stage computes the named table, or has it as a part; if not, it is typed in."""
        return name in _explained(self.stages)

    def quantity(self, name: str) -> "Quantity":
        """The stage of that name, or the part or aside of one. Raises KeyError if there is none."""
        return _explained(self.stages)[name][1]

    def number(self, place: Place) -> float:
        """The number in a cell: typed in, of a stage, or of a part of one."""
        if place.array in self.arrays:
            return self.arrays.cell(place.array, place.row, place.column)
        return self.quantity(place.array).number(self, place.row, place.column)

    def row(self, name: str, row: int) -> Vector:
        """One row of an array, without putting the whole together."""
        return self.arrays.row(name, row)

    def column(self, name: str, column: int) -> Vector:
        """One column of an array, without putting the whole together."""
        return self.arrays.part(name, columns=np.array([column]))[:, 0]

    def shape_of(self, name: str) -> tuple[int, int]:
        """Rows and columns of the named table. Raises KeyError if the trace has none."""
        if name in self.arrays:
            return self.arrays.shape(name)
        rows, columns = self.quantity(name).axes
        return self.inputs.size(rows), self.inputs.size(columns)

    def before(self, stage: "Stage") -> str | None:
        """The name of the array the stage before `stage` computed; None for the first."""
        index = self.stages.index(stage)
        return self.stages[index - 1].name if index else None


@lru_cache(maxsize=256)
def _explained(stages: "tuple[Stage, ...]") -> "dict[str, tuple[Stage, Quantity]]":
    """By name, what the stages explain: their tables, parts and asides, and whose each is."""
    found: dict[str, tuple[Stage, Quantity]] = {}
    for stage in stages:
        for quantity in stage.quantities:
            found.setdefault(quantity.name, (stage, quantity))
    return found
