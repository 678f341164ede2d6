"""Slips on the way from the vectors of a text to its queries, keys and values."""

from dataclasses import dataclass

import numpy as np

from explorer.model.arrays import Matrix
from explorer.model.derivation import Derivation
from explorer.model.expressions import (
    Expression,
    Function,
    LazyTerms,
    Product,
    StagePart,
    Sum,
    Symbol,
    Transposed,
)
from explorer.model.inputs import PROJECTION_BIASES, PROJECTIONS, AttentionInputs
from explorer.model.places import Region
from explorer.model.slips.slip import Slip, Wrong, WrongReading, always
from explorer.model.stages.positioning import Positioning
from explorer.model.stages.projection import (
    KeyProjection,
    Projection,
    QueryProjection,
    ValueProjection,
)
from explorer.model.stages.quantity import number_at
from explorer.model.stages.sinusoids import Angles, Sinusoids, sinusoids
from explorer.model.stages.stage import Operand
from explorer.model.trace import AttentionTrace


class AnglesFromOne(Angles):
    """The angle of each position, the first of them counted as 1."""

    first = 1


class SinusoidsFromOne(Wrong, Sinusoids):
    """Every position gets the vector of the next."""

    parts = (AnglesFromOne(),)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        """The sinusoids, counted in another way."""
        return StagePart(self.name, Function("sinusoids from 1", Symbol("n")))


class WithoutPositions(WrongReading, Positioning):
    """The vectors of the tokens, taken over as they are."""

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        """The number that was taken over."""
        form = number_at(trace, "embeddings", row, column)
        reads = (Region("embeddings", row, column),)
        return self.derivation(trace, row, column, (form,), reads)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        """The vectors alone."""
        return StagePart(self.name, Symbol("X"))

    def tensors(self, inputs: AttentionInputs, before: str | None) -> tuple[Operand, ...]:
        """The vectors alone."""
        return (Operand("embeddings"),)


@dataclass(frozen=True, eq=False, kw_only=True)
class WrongProjection(Wrong, Projection):
    """Vectors projected in another way.

    `role` is the one whose projection is taken, its own if empty; `is_transposed`: where the
    projection is square; `has_bias`: whether the bias vector is added where there is one.
    """

    role: str = ""
    is_transposed: bool = False
    has_bias: bool = True

    def operands(self, inputs: AttentionInputs, before: str | None) -> tuple[str, ...]:
        """Names of the arrays it reads."""
        vectors, _own, *bias = super().operands(inputs, before)
        return (vectors, f"{self._role}_projection", *(bias if self.has_bias else ()))

    def terms(self, trace: AttentionTrace) -> int:
        """How many products one cell adds up, with the bias if it is added."""
        _vectors, _projection, *bias = self.operands(trace.inputs, None)
        return trace.inputs.d_model + len(bias)

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        """The products that were really added up."""
        vectors, projection, *bias = self.operands(trace.inputs, None)
        d_model = trace.inputs.d_model
        is_turned = self._is_turned(trace.inputs)

        def term(index: int) -> Expression:
            if index == d_model:
                return number_at(trace, bias[0], 0, column)
            cell = (column, index) if is_turned else (index, column)
            component = number_at(trace, vectors, row, index)
            return Product((component, number_at(trace, projection, *cell)))

        line = Region(projection, row=column) if is_turned else Region(projection, column=column)
        reads = (Region(vectors, row=row), line, *(Region(name, 0, column) for name in bias))
        form = Sum(LazyTerms(self.terms(trace), term))
        return self.derivation(trace, row, column, (form,), reads)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        """The formula as it was really computed."""
        vectors, projection, *bias = self._symbols(inputs)
        turned = Transposed(projection) if self._is_turned(inputs) else projection
        product = Product((vectors, turned))
        return StagePart(self.name, Sum((product, *bias)) if bias else product)

    def tensors(self, inputs: AttentionInputs, before: str | None) -> tuple[Operand, ...]:
        """The arrays it reads, the projection as it was laid."""
        vectors, projection, *bias = self.operands(inputs, before)
        laid = Operand(projection, "·", self._is_turned(inputs))
        return (Operand(vectors), laid, *(Operand(name, "+") for name in bias))

    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        """The product that was really computed, with what makes it wrong."""
        vectors, projection, *bias = (symbol.name for symbol in self._symbols(inputs))
        turned = "ᵀ" if self._is_turned(inputs) else ""
        return " + ".join((f"{vectors} · {projection}{turned}", *bias)) + self.sign

    def _symbols(self, inputs: AttentionInputs) -> tuple[Symbol, ...]:
        letter = self.name[0].upper()
        vectors, _projection, *bias = self.operands(inputs, None)
        return (
            Symbol("H" if vectors == "positioned" else "X"),
            Symbol(f"W_{self._role[0].upper()}"),
            *(Symbol(f"b_{letter}") for _ in bias),
        )

    def _is_turned(self, inputs: AttentionInputs) -> bool:
        projection: Matrix = getattr(inputs, f"{self._role}_projection")
        return self.is_transposed and _is_square(projection)

    @property
    def _role(self) -> str:
        return self.role or self.name


class WrongQueries(WrongProjection, QueryProjection):
    """Queries made of the vectors in another way."""


class WrongKeys(WrongProjection, KeyProjection):
    """Keys made of the vectors in another way."""


class WrongValues(WrongProjection, ValueProjection):
    """Values made of the vectors in another way."""


def _counted_from_one(inputs: AttentionInputs) -> Matrix:
    n, d_model = inputs.vectors_shape
    return sinusoids(n + 1, d_model)[1:]


def _projected(
    inputs: AttentionInputs, vectors: Matrix, projection: Matrix, *bias: Matrix
) -> Matrix:
    return sum(bias, start=vectors @ projection)


def _transposed(
    inputs: AttentionInputs, vectors: Matrix, projection: Matrix, *bias: Matrix
) -> Matrix:
    return sum(bias, start=vectors @ (projection.T if _is_square(projection) else projection))


def _is_square(projection: Matrix) -> bool:
    rows, columns = projection.shape
    return bool(rows == columns)


def _some_is_turned(inputs: AttentionInputs) -> bool:
    """Whether a projection fits both ways and is not its own mirror image."""
    projections = [getattr(inputs, name) for name in PROJECTIONS]
    return any((one != one.T).any() for one in projections if _is_square(one))


def _has_bias(inputs: AttentionInputs) -> bool:
    biases = [getattr(inputs, name) for name in PROJECTION_BIASES]
    return any(one is not None and one.any() for one in biases)


def _projections_differ(inputs: AttentionInputs) -> bool:
    assert inputs.query_projection is not None  # takes_part
    assert inputs.key_projection is not None
    return not np.array_equal(inputs.query_projection, inputs.key_projection)


_ROLES = (WrongQueries, WrongKeys, WrongValues)

PROJECTION_SLIPS = (
    Slip(
        name="positions-from-one",
        title="Positions counted from 1",
        done="the positions in the sines and cosines are counted from 1",
        why="The first position is 0, so that its sines are 0 and its cosines 1.",
        wrong=(
            SinusoidsFromOne(
                compute=_counted_from_one, sign="sine and cosine of the position, from 1"
            ),
        ),
        fits=always,
        needs_all_rows=True,
    ),
    Slip(
        name="positions-left-out",
        title="The positions left out",
        done="the position vectors are not added",
        why="Without them the same token has the same vector at every place.",
        wrong=(
            WithoutPositions(
                compute=lambda inputs, embeddings: embeddings,
                reads=("embeddings",),
                sign="X",
            ),
        ),
        fits=always,
        needs_all_rows=True,
    ),
    Slip(
        name="projections-transposed",
        title="The projection transposed",
        done="the vectors are multiplied by the projection transposed",
        why=(
            "Here a row of the projection belongs to a component of the vector. Some libraries "
            "store a linear layer the other way round; that the shapes fit is chance."
        ),
        wrong=tuple(kind(compute=_transposed, sign="", is_transposed=True) for kind in _ROLES),
        fits=_some_is_turned,
        needs="a square projection other than its own transpose",
        needs_all_rows=True,
    ),
    Slip(
        name="projection-bias-left-out",
        title="The bias of the projection left out",
        done="the bias vector of the projection is not added",
        why="The bias vector belongs to the linear layer: it is added to every row.",
        wrong=tuple(kind(compute=_projected, sign=", no bias", has_bias=False) for kind in _ROLES),
        fits=_has_bias,
        needs="a bias vector other than 0",
        needs_all_rows=True,
    ),
    Slip(
        name="key-projection-for-queries",
        title="Queries made with the projection of keys",
        done="the queries are made with the projection of the keys",
        why="Each of the three roles has a projection of its own.",
        wrong=(WrongQueries(compute=_projected, sign="", role="key"),),
        fits=_projections_differ,
        needs="projections of queries and keys that differ",
        needs_all_rows=True,
    ),
)
