"""What one attention calculation starts from."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from numpy.typing import ArrayLike

from explorer.model.arrays import (
    BoolMatrix,
    Matrix,
    bool_matrix,
    describe,
    finite_number,
    frozen,
    matrix,
    require_shape,
    row_vector,
)
from explorer.model.errors import InputError
from explorer.model.places import Axis
from explorer.model.typed_arrays import TYPED_ARRAYS
from explorer.model.where import Axes, Where, grid, positions_in

INPUT_AXES: Mapping[str, Axes] = {
    **{name: typed.axes for name, typed in TYPED_ARRAYS.items()},
    "allowed": (Axis.QUERIES, Axis.SOURCES),
}
"""What the rows and columns of each array of the inputs count."""

PROJECTIONS = ("query_projection", "key_projection", "value_projection")
PROJECTION_BIASES = ("query_bias", "key_bias", "value_bias")
"""What makes queries, keys and values of vectors, and what may be added to each row of them."""

BEFORE_PROJECTION = (
    *("embeddings", "vocabulary", "tokens", "positions", "sinusoidal"),
    *PROJECTIONS,
    *PROJECTION_BIASES,
)
"""Everything that queries, keys and values may be computed from."""

_TYPED_IN = ("query", "key", "value")


@dataclass(frozen=True, eq=False, init=False)
class AttentionInputs:
    """The typed-in numbers of a single-head calculation, checked and read-only.

    query (n_query, d), key (n_key, d), value (n_key, d_value); `allowed` (n_query, n_key), True
    where a query may read a key; `bias` (n_query, n_key), added after scaling and soft-cap;
    `scale` multiplies the dot products, None stands for 1/sqrt(d); `softcap` c > 0 bounds the
    scaled scores to c·tanh(·/c); `weights` (n_query, n_key) stand in place of the softmax's.
    With `weights`, query and key may both be None: a weighted mix.

    In place of query, key and value a text that reads itself, n = n_query = n_key, may start from
    its vectors: `embeddings` (n, d_model), or `tokens`, n row numbers of `vocabulary`
    (n_vocabulary, d_model). `query_projection` and `key_projection` (d_model, d) and
    `value_projection` (d_model, d_value) make queries, keys and values of them; `query_bias`,
    `key_bias` and `value_bias`, one number a column, are added if they are there. `positions`
    (n, d_model) are added to the vectors before; `sinusoidal` adds sines and cosines instead.

    Raises InputError with the place, what was expected and what was found.
    """

    query: Matrix | None
    key: Matrix | None
    value: Matrix | None
    allowed: BoolMatrix | None
    bias: Matrix | None
    scale: float | None
    softcap: float | None
    weights: Matrix | None
    embeddings: Matrix | None
    vocabulary: Matrix | None
    tokens: tuple[int, ...] | None
    positions: Matrix | None
    sinusoidal: bool
    query_projection: Matrix | None
    key_projection: Matrix | None
    value_projection: Matrix | None
    query_bias: Matrix | None
    key_bias: Matrix | None
    value_bias: Matrix | None

    def __init__(
        self,
        query: ArrayLike | None = None,
        key: ArrayLike | None = None,
        value: ArrayLike | None = None,
        allowed: ArrayLike | None = None,
        bias: ArrayLike | None = None,
        scale: float | None = None,
        softcap: float | None = None,
        weights: ArrayLike | None = None,
        *,
        embeddings: ArrayLike | None = None,
        vocabulary: ArrayLike | None = None,
        tokens: Sequence[int] | None = None,
        positions: ArrayLike | None = None,
        sinusoidal: bool = False,
        query_projection: ArrayLike | None = None,
        key_projection: ArrayLike | None = None,
        value_projection: ArrayLike | None = None,
        query_bias: ArrayLike | None = None,
        key_bias: ArrayLike | None = None,
        value_bias: ArrayLike | None = None,
    ) -> None:
        def put(name: str, content: object) -> None:
            object.__setattr__(self, name, content)

        tables = {
            "query": query,
            "key": key,
            "value": value,
            "bias": bias,
            "weights": weights,
            "embeddings": embeddings,
            "vocabulary": vocabulary,
            "positions": positions,
            "query_projection": query_projection,
            "key_projection": key_projection,
            "value_projection": value_projection,
        }
        rows = {"query_bias": query_bias, "key_bias": key_bias, "value_bias": value_bias}
        for name, values in tables.items():
            put(name, None if values is None else matrix(name, values))
        for name, values in rows.items():
            put(name, None if values is None else row_vector(name, values))
        put("allowed", None if allowed is None else bool_matrix("allowed", allowed))
        put("scale", None if scale is None else finite_number("scale", scale))
        put("softcap", None if softcap is None else finite_number("softcap", softcap))
        put("tokens", None if tokens is None else tuple(tokens))
        put("sinusoidal", bool(sinusoidal))
        self._check_start()
        self._check_shapes()

    @property
    def is_projected(self) -> bool:
        """Whether queries, keys and values are made of vectors by projections."""
        return self.query_projection is not None

    @property
    def has_scores(self) -> bool:
        """Whether queries are compared with keys: not in a weighted mix."""
        return self.query is not None or self.is_projected

    @property
    def adds_positions(self) -> bool:
        """Whether position vectors, of whatever kind, are added to the vectors."""
        return self.sinusoidal or self.positions is not None

    @property
    def d(self) -> int:
        """The number of components of one query and one key; 0 for a weighted mix."""
        return _width(self.query if self.query_projection is None else self.query_projection)

    @property
    def d_value(self) -> int:
        """The number of components of one value."""
        return _width(self.value if self.value_projection is None else self.value_projection)

    @property
    def d_model(self) -> int:
        """The number of components of one vector; 0 where Q, K and V are typed in."""
        return _width(self.embeddings if self.vocabulary is None else self.vocabulary)

    @property
    def n(self) -> int:
        """The number of positions of a text that starts from vectors; 0 for other starts."""
        if self.tokens is not None:
            return len(self.tokens)
        return 0 if self.embeddings is None else self.embeddings.shape[0]

    @property
    def vectors_shape(self) -> tuple[int, int]:
        """(n, d_model): the vectors of a text that starts from them."""
        return self.n, self.d_model

    @property
    def shape(self) -> tuple[int, int]:
        """(n_query, n_key): how many readers and how many sources."""
        if self.is_projected:
            return self.n, self.n
        rows = self.weights if self.query is None else self.query
        assert rows is not None  # _check_start
        assert self.value is not None  # _check_start
        return rows.shape[0], self.value.shape[0]

    def size(self, axis: Axis) -> int:
        """How many rows or columns `axis` counts."""
        match axis:
            case Axis.QUERIES:
                return self.shape[0]
            case Axis.SOURCES:
                return self.shape[1]
            case Axis.COMPONENTS:
                return self.d
            case Axis.VALUE_COMPONENTS:
                return self.d_value
            case Axis.POSITIONS:
                return self.n
            case Axis.MODEL_COMPONENTS:
                return self.d_model
            case Axis.VOCABULARY:
                return 0 if self.vocabulary is None else self.vocabulary.shape[0]
            case Axis.EVERY_POSITION | Axis.WHOLE_ROW:
                return 1

    def part(self, where: Where) -> "AttentionInputs":
        """The inputs at these positions alone; arrays that have none of the axes are shared."""
        part = object.__new__(type(self))  # what was checked once needs no check again
        part.__dict__.update(self.__dict__)
        for name, axes in INPUT_AXES.items():
            array = self.__dict__[name]
            if array is not None and (axes[0] in where or axes[1] in where):
                part.__dict__[name] = frozen(array[grid(*positions_in(axes, where))])
        return part

    def _check_start(self) -> None:
        if self._present(BEFORE_PROJECTION):
            self._check_projected_start()
        elif (self.query is None) != (self.key is None):
            missing = "query" if self.query is None else "key"
            raise InputError(missing, "query and key together", f"no {missing}")
        elif self.query is None and self.weights is None:
            raise InputError("query", "query and key, or weights", "neither")
        elif self.value is None:
            raise InputError("value", "rows, one for each source", describe(None))
        if self.softcap is not None and self.softcap <= 0:
            raise InputError("softcap", "a number above 0", f"{self.softcap:g}")

    def _check_projected_start(self) -> None:
        for name in self._present(_TYPED_IN):
            raise InputError(name, f"no {name} beside what it would be computed from", "one")
        if (self.tokens is None) != (self.vocabulary is None):
            missing = "tokens" if self.tokens is None else "vocabulary"
            raise InputError(missing, "tokens and vocabulary together", f"no {missing}")
        if (self.tokens is None) == (self.embeddings is None):
            found = "neither" if self.tokens is None else "both"
            raise InputError("embeddings", "embeddings, or tokens and vocabulary", found)
        for name in PROJECTIONS:
            if getattr(self, name) is None:
                raise InputError(name, "projections of queries, keys and values", f"no {name}")
        if self.sinusoidal and self.positions is not None:
            raise InputError("positions", "position vectors typed in or sinusoidal", "both")

    def _present(self, names: Sequence[str]) -> list[str]:
        """Which of the fields hold something."""
        contents = ((name, getattr(self, name)) for name in names)
        return [name for name, content in contents if content is not None and content is not False]

    def _check_shapes(self) -> None:
        if self.tokens is not None:
            self._check_tokens(self.tokens)
        if self.is_projected:
            self._check_projections()
        elif self.query is not None and self.key is not None:
            self._check_typed_in(self.query, self.key)
        for name in ("allowed", "bias", "weights"):
            array = getattr(self, name)
            if array is not None:
                require_shape(name, array, self.shape, "a row a query, a column a source")

    def _check_tokens(self, tokens: tuple[int, ...]) -> None:
        if not tokens:
            raise InputError("tokens", "at least one token", "none")
        most = self.size(Axis.VOCABULARY) - 1
        for index, token in enumerate(tokens):
            if type(token) is not int or not 0 <= token <= most:
                expected = f"the number of a row of vocabulary, 0 to {most}"
                raise InputError(f"tokens[{index}]", expected, describe(token))

    def _check_projections(self) -> None:
        d_model = self.d_model
        for name in PROJECTIONS:
            rows = getattr(self, name).shape[0]
            if rows != d_model:
                expected = f"{_counted(d_model, 'row')}, one for each component of a vector"
                raise InputError(name, expected, f"{rows}")
        assert self.key_projection is not None  # _check_projected_start
        if self.key_projection.shape[1] != self.d:
            expected = f"{_counted(self.d, 'column')}, as many as the projection of queries has"
            raise InputError("key_projection", expected, f"{self.key_projection.shape[1]}")
        for name, width in zip(PROJECTION_BIASES, (self.d, self.d, self.d_value), strict=True):
            array = getattr(self, name)
            if array is not None and array.shape != (1, width):
                expected = f"{_counted(width, 'number')}, one for each column of the projection"
                found = f"{array.shape[1]}" if len(array) == 1 else f"{len(array)} rows of them"
                raise InputError(name, expected, found)
        if self.positions is not None:
            meaning = "a row a position, a column a component of a vector"
            require_shape("positions", self.positions, self.vectors_shape, meaning)

    def _check_typed_in(self, query: Matrix, key: Matrix) -> None:
        assert self.value is not None  # _check_start
        if key.shape[1] != query.shape[1]:
            expected = f"{query.shape[1]} components in each row, as in query"
            raise InputError("key", expected, f"{key.shape[1]}")
        if self.value.shape[0] != key.shape[0]:
            expected = f"{key.shape[0]} rows, one for each row of key"
            raise InputError("value", expected, f"{self.value.shape[0]}")


def _counted(count: int, noun: str) -> str:
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def _width(array: Matrix | None) -> int:
    return 0 if array is None else array.shape[1]
