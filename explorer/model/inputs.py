"""What one attention calculation starts from."""

from collections.abc import Mapping
from dataclasses import dataclass

from numpy.typing import ArrayLike

from explorer.model.arrays import (
    BoolMatrix,
    Matrix,
    bool_matrix,
    finite_number,
    frozen,
    matrix,
    require_shape,
)
from explorer.model.errors import InputError
from explorer.model.places import Axis
from explorer.model.where import Axes, Where, grid, positions_in

INPUT_AXES: Mapping[str, Axes] = {
    "query": (Axis.QUERIES, Axis.COMPONENTS),
    "key": (Axis.SOURCES, Axis.COMPONENTS),
    "value": (Axis.SOURCES, Axis.VALUE_COMPONENTS),
    "allowed": (Axis.QUERIES, Axis.SOURCES),
    "bias": (Axis.QUERIES, Axis.SOURCES),
    "weights": (Axis.QUERIES, Axis.SOURCES),
}
"""What the rows and columns of each array of the inputs count."""


@dataclass(frozen=True, eq=False, init=False)
class AttentionInputs:
    """The typed-in numbers of a single-head calculation, checked and read-only.

    query (n_query, d), key (n_key, d), value (n_key, d_value); `allowed` (n_query, n_key), True
    where a query may read a key; `bias` (n_query, n_key), added after scaling and soft-cap;
    `scale` multiplies the dot products, None stands for 1/sqrt(d); `softcap` c > 0 bounds the
    scaled scores to c·tanh(·/c); `weights` (n_query, n_key) stand in place of the softmax's.
    With `weights`, query and key may both be None: a weighted mix.

    Raises InputError with the place, what was expected and what was found.
    """

    query: Matrix | None
    key: Matrix | None
    value: Matrix
    allowed: BoolMatrix | None
    bias: Matrix | None
    scale: float | None
    softcap: float | None
    weights: Matrix | None

    def __init__(
        self,
        query: ArrayLike | None,
        key: ArrayLike | None,
        value: ArrayLike,
        allowed: ArrayLike | None = None,
        bias: ArrayLike | None = None,
        scale: float | None = None,
        softcap: float | None = None,
        weights: ArrayLike | None = None,
    ) -> None:
        def put(name: str, content: object) -> None:
            object.__setattr__(self, name, content)

        put("query", None if query is None else matrix("query", query))
        put("key", None if key is None else matrix("key", key))
        put("value", matrix("value", value))
        put("allowed", None if allowed is None else bool_matrix("allowed", allowed))
        put("bias", None if bias is None else matrix("bias", bias))
        put("scale", None if scale is None else finite_number("scale", scale))
        put("softcap", None if softcap is None else finite_number("softcap", softcap))
        put("weights", None if weights is None else matrix("weights", weights))
        self._check_start()
        self._check_shapes()

    @property
    def d(self) -> int:
        """The number of components of one query and one key; 0 for a weighted mix."""
        return 0 if self.query is None else self.query.shape[1]

    @property
    def shape(self) -> tuple[int, int]:
        """(n_query, n_key): how many readers and how many sources."""
        rows = self.weights if self.query is None else self.query
        assert rows is not None  # _check_start
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
                return int(self.value.shape[1])
            case Axis.WHOLE_ROW:
                return 1

    def part(self, where: Where) -> "AttentionInputs":
        """The inputs at these positions alone; arrays that have none of the axes are shared."""
        part = object.__new__(type(self))  # what was checked once needs no check again
        part.__dict__.update(self.__dict__)
        for name, axes in INPUT_AXES.items():
            rows, columns = positions_in(axes, where)
            array = self.__dict__[name]
            if array is not None and (rows is not None or columns is not None):
                part.__dict__[name] = frozen(array[grid(rows, columns)])
        return part

    def _check_start(self) -> None:
        if (self.query is None) != (self.key is None):
            missing = "query" if self.query is None else "key"
            raise InputError(missing, "query and key together", f"no {missing}")
        if self.query is None and self.weights is None:
            raise InputError("query", "query and key, or weights", "neither")
        if self.softcap is not None and self.softcap <= 0:
            raise InputError("softcap", "a number above 0", f"{self.softcap:g}")

    def _check_shapes(self) -> None:
        if self.query is not None and self.key is not None:
            d, n_key = self.query.shape[1], self.key.shape[0]
            if self.key.shape[1] != d:
                expected = f"{d} components in each row, as in query"
                raise InputError("key", expected, f"{self.key.shape[1]}")
            if self.value.shape[0] != n_key:
                expected = f"{n_key} rows, one for each row of key"
                raise InputError("value", expected, f"{self.value.shape[0]}")
        for name in ("allowed", "bias", "weights"):
            array = getattr(self, name)
            if array is not None:
                require_shape(name, array, self.shape, "a row a query, a column a source")
