"""A scenario: the numbers of one calculation with the names that make it readable."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeAlias

from explorer.model.arrays import Matrix, matrix
from explorer.model.errors import InputError
from explorer.model.inputs import INPUT_AXES, AttentionInputs
from explorer.model.masks import CellMask, Mask
from explorer.model.pins import Pin, require_fitting
from explorer.model.places import Axis
from explorer.model.where import Axes

Scale: TypeAlias = Literal["sqrt_d", "none"] | float

ARRAY_AXES: Mapping[str, Axes] = {
    name: axes for name, axes in INPUT_AXES.items() if name != "allowed"
}
"""What the rows and columns of each typed-in array count."""


@dataclass(frozen=True, eq=False, kw_only=True)
class Scenario:
    """One whole document value. Arrays are read-only and shared between scenarios.

    `queries` and `sources` name the readers and what they read from, one name a row of query and
    of key and value. `view` holds view state saved with the file. Raises InputError if the parts
    do not fit each other.
    """

    value: Matrix
    query: Matrix | None = None
    key: Matrix | None = None
    queries: tuple[str, ...]
    sources: tuple[str, ...]
    title: str = ""
    notes: str = ""
    scale: Scale = "sqrt_d"
    mask: Mask | None = None
    bias: Matrix | None = None
    softcap: float | None = None
    weights: Matrix | None = None
    pins: tuple[Pin, ...] = ()
    view: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ARRAY_AXES:
            array = getattr(self, name)
            if array is not None:
                object.__setattr__(self, name, matrix(name, array))
        n_query, n_key = self.inputs.shape
        _require_names("queries", self.queries, n_query, "row of query")
        _require_names("sources", self.sources, n_key, "row of value")
        require_fitting(self.pins, tuple(ARRAY_AXES))

    @cached_property
    def inputs(self) -> AttentionInputs:
        """The numbers of the calculation, checked. Raises InputError if they do not fit."""
        return AttentionInputs(
            self.query,
            self.key,
            self.value,
            allowed=self._allowed,
            bias=self.bias,
            scale=self._factor,
            softcap=self.softcap,
            weights=self.weights,
        )

    def size(self, axis: Axis) -> int:
        """How many rows or columns `axis` counts."""
        match axis:
            case Axis.QUERIES:
                return len(self.queries)
            case Axis.SOURCES:
                return len(self.sources)
            case Axis.COMPONENTS:
                return self.inputs.d
            case Axis.VALUE_COMPONENTS:
                return int(self.value.shape[1])
            case Axis.WHOLE_ROW:
                return 1

    def names(self, axis: Axis) -> tuple[str, ...]:
        """The names along `axis`; components are named by their number."""
        match axis:
            case Axis.QUERIES:
                return self.queries
            case Axis.SOURCES:
                return self.sources
            case Axis.COMPONENTS | Axis.VALUE_COMPONENTS:
                return tuple(f"component {index + 1}" for index in range(self.size(axis)))
            case Axis.WHOLE_ROW:
                return ("the whole row",)

    @property
    def _factor(self) -> float | None:
        match self.scale:
            case "sqrt_d":
                return None
            case "none":
                return 1.0
            case number:
                return number

    @property
    def _allowed(self) -> Any:
        if self.mask is None:
            return None
        if isinstance(self.mask, CellMask):
            return self.mask.cells
        return self.mask.allowed(len(self.queries), len(self.sources))


def default_names(word: str, count: int) -> tuple[str, ...]:
    """`Query 1`, `Query 2`, … for rows nobody has named."""
    return tuple(f"{word} {index + 1}" for index in range(count))


def _require_names(field_name: str, names: tuple[str, ...], count: int, owner: str) -> None:
    if len(names) != count:
        raise InputError(field_name, f"{count} names, one for each {owner}", f"{len(names)}")
