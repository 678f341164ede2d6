"""A scenario: the numbers of one calculation with the names that make it readable."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any, Literal, TypeAlias

from explorer.model.arrays import Matrix, describe, matrix, require_short
from explorer.model.errors import InputError
from explorer.model.experiment import Experiment
from explorer.model.inputs import INPUT_AXES, AttentionInputs
from explorer.model.masks import CellMask, Mask
from explorer.model.pins import LONGEST_NAME, Pin, require_fitting
from explorer.model.places import Axis
from explorer.model.stages import stages_of
from explorer.model.where import Axes

Scale: TypeAlias = Literal["sqrt_d", "none"] | float

ARRAY_AXES: Mapping[str, Axes] = {
    name: axes for name, axes in INPUT_AXES.items() if name != "allowed"
}
"""What the rows and columns of each typed-in array count."""

LONGEST_NOTES = 100_000
"""Characters of the notes: laid out in a second, unless they are made to take longer."""
LARGEST_TABLE = 2**24
"""Most cells of one computed table: 128 MiB as doubles, 4096 queries reading 4096 sources."""

_OF_POSITIONS = frozenset((Axis.QUERIES, Axis.SOURCES, Axis.POSITIONS))


@dataclass(frozen=True, eq=False, kw_only=True)
class Scenario:
    """One whole document value. Arrays are read-only and shared between scenarios.

    `queries` and `sources` name the readers and what they read from, one name a row of query and
    of key and value. A text that starts from vectors reads itself: both are its positions. With a
    `vocabulary` they are its tokens, each the name of one of its `entries`; an entry has a name of
    its own. `experiment` marks one that is calculated with a mistake on purpose: `inputs` are the
    same with it and without. `view` holds view state saved with the file. Raises InputError if
    the parts do not fit each other, or if what is computed of them would not fit into memory.
    """

    query: Matrix | None = None
    key: Matrix | None = None
    value: Matrix | None = None
    vocabulary: Matrix | None = None
    entries: tuple[str, ...] = ()
    embeddings: Matrix | None = None
    positions: Matrix | None = None
    sinusoidal: bool = False
    query_projection: Matrix | None = None
    key_projection: Matrix | None = None
    value_projection: Matrix | None = None
    query_bias: Matrix | None = None
    key_bias: Matrix | None = None
    value_bias: Matrix | None = None
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
    experiment: Experiment | None = None
    view: Mapping[str, Any] = field(default_factory=dict)

    def __post_init__(self) -> None:
        for name in ARRAY_AXES:
            array = getattr(self, name)
            if array is not None:
                object.__setattr__(self, name, matrix(name, array))
        require_short("title", self.title, LONGEST_NAME)
        require_short("notes", self.notes, LONGEST_NOTES)
        self._check_entries()
        require_few_pairs("queries", len(self.queries), len(self.sources))
        self._check_computed()
        n_query, n_key = self.inputs.shape
        owner = "position" if self.inputs.is_projected else "row of query"
        _require_names("queries", self.queries, n_query, owner)
        _require_names("sources", self.sources, n_key, "row of value")
        if self.inputs.is_projected and self.queries != self.sources:
            raise InputError("sources", "the names of queries: both are the positions", "others")
        require_fitting(self.pins, tuple(ARRAY_AXES))

    @property
    def tokens(self) -> tuple[str, ...] | None:
        """The tokens of the text, one a position; None without a vocabulary."""
        return None if self.vocabulary is None else self.queries

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
            embeddings=self.embeddings,
            vocabulary=self.vocabulary,
            tokens=self._token_rows,
            positions=self.positions,
            sinusoidal=self.sinusoidal,
            query_projection=self.query_projection,
            key_projection=self.key_projection,
            value_projection=self.value_projection,
            query_bias=self.query_bias,
            key_bias=self.key_bias,
            value_bias=self.value_bias,
        )

    def alike(self, axis: Axis) -> frozenset[Axis]:
        """The axes that count the same as `axis`: in a text that reads itself, all positions."""
        if self.inputs.is_projected and axis in _OF_POSITIONS:
            return _OF_POSITIONS
        return frozenset((axis,))

    def size(self, axis: Axis) -> int:
        """How many rows or columns `axis` counts."""
        return self.inputs.size(axis)

    def names(self, axis: Axis) -> tuple[str, ...]:
        """The names along `axis`; components are named by their number."""
        match axis:
            case Axis.QUERIES:
                return self.queries
            case Axis.SOURCES:
                return self.sources
            case Axis.POSITIONS:
                return self.queries if self.inputs.is_projected else ()
            case Axis.VOCABULARY:
                return self.entries
            case Axis.COMPONENTS | Axis.VALUE_COMPONENTS | Axis.MODEL_COMPONENTS:
                return tuple(f"component {index + 1}" for index in range(self.size(axis)))
            case Axis.WHOLE_ROW:
                return ("the whole row",)
            case Axis.EVERY_POSITION:
                return ("every position",)

    @property
    def _token_rows(self) -> tuple[int, ...] | None:
        """The row of the vocabulary of each token."""
        if self.tokens is None:
            return None
        rows = {entry: row for row, entry in enumerate(self.entries)}
        for index, token in enumerate(self.tokens):
            if token not in rows:
                raise InputError(f"tokens[{index}]", "an entry of the vocabulary", describe(token))
        return tuple(rows[token] for token in self.tokens)

    def _check_entries(self) -> None:
        rows = 0 if self.vocabulary is None else self.vocabulary.shape[0]
        _require_names("entries", self.entries, rows, "row of vocabulary")
        seen: set[str] = set()
        for index, entry in enumerate(self.entries):
            if entry in seen:
                raise InputError(f"entries[{index}]", "each entry once", f"{describe(entry)} again")
            seen.add(entry)

    def _check_computed(self) -> None:
        for stage in stages_of(self.inputs):
            rows, columns = (self.size(axis) for axis in stage.axes)
            if rows * columns > LARGEST_TABLE:
                expected = f"at most {LARGEST_TABLE} numbers to compute"
                raise InputError(stage.name, expected, f"{rows} × {columns}")

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


def require_few_pairs(place: str, n_query: int, n_key: int) -> None:
    """Raise InputError, naming `place`, for more scores than a table may have."""
    if n_query * n_key > LARGEST_TABLE:
        most = f"at most {LARGEST_TABLE} pairs of a query and a source"
        raise InputError(place, most, f"{n_query} × {n_key}")


def _require_names(field_name: str, names: tuple[str, ...], count: int, owner: str) -> None:
    if len(names) != count:
        raise InputError(field_name, f"{count} names, one for each {owner}", f"{len(names)}")
    if max(map(len, names), default=0) > LONGEST_NAME:
        for index, name in enumerate(names):
            require_short(f"{field_name}[{index}]", name, LONGEST_NAME)
