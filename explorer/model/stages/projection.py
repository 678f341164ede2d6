"""Queries, keys and values made of the vectors of a text by learned linear layers."""

from explorer.model.arrays import Matrix
from explorer.model.derivation import Derivation
from explorer.model.expressions import Expression, LazyTerms, Product, StagePart, Sum, Symbol
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis, Region
from explorer.model.stages.quantity import number_at
from explorer.model.stages.stage import (
    ColourScale,
    Gradients,
    Operand,
    Stage,
    SymbolMeaning,
    finite,
)
from explorer.model.trace import AttentionTrace

_FIXED = "learned, the same for every text"
_ABOUT = (
    "Matching components of the vector and of one column of the projection are multiplied and the "
    "products added up. The projection was learned and stays the same for every text; what comes "
    "out belongs to this one."
)


def _glossary(letter: str, name: str, plural: str) -> tuple[SymbolMeaning, ...]:
    return (
        SymbolMeaning(Symbol("X"), "the vectors of the text, one a position", "embeddings"),
        SymbolMeaning(
            Symbol(f"W_{letter}"), f"the projection to {plural}: {_FIXED}", f"{name}_projection"
        ),
        SymbolMeaning(
            Symbol(f"b_{letter}"), f"what is added to every {name}: {_FIXED}", f"{name}_bias"
        ),
    )


class Projection(Stage):
    """X·W, with a bias vector added to each row where there is one.

    The name of the stage is that of its result: query, key or value.
    """

    colours = ColourScale.QUIET
    product_reason = "component {term} of the vector times row {term} of the projection"
    terms_along = Axis.MODEL_COMPONENTS

    def takes_part(self, inputs: AttentionInputs) -> bool:
        return inputs.is_projected

    def operands(self, inputs: AttentionInputs, before: str | None) -> tuple[str, ...]:
        vectors = "positioned" if inputs.adds_positions else "embeddings"
        bias = (self._bias,) if getattr(inputs, self._bias) is not None else ()
        return (vectors, self._projection, *bias)

    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        vectors, projection, *bias = operands  # (n, d_model), (d_model, d), (1, d)
        return finite(self.name, sum(bias, start=vectors @ projection))  # (n, d)

    def terms(self, trace: AttentionTrace) -> int:
        return trace.inputs.d_model + (self._bias in trace.arrays)

    def term_reason(self, trace: AttentionTrace, term: int) -> str:
        is_bias = term == trace.inputs.d_model
        return "the bias vector, the same for every position" if is_bias else self.product_reason

    def backward(self, trace: AttentionTrace, upstream: Matrix) -> Gradients:
        operands = self.operands(trace.inputs, trace.before(self))
        vectors, projection, *_ = (trace.arrays[name] for name in operands)
        gradients = (upstream @ projection.T, vectors.T @ upstream)
        of_bias = upstream.sum(axis=0, keepdims=True)
        return dict(zip(operands, (*gradients, of_bias), strict=False))

    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        vectors, projection, *bias = self.operands(trace.inputs, trace.before(self))
        d_model = trace.inputs.d_model

        def term(index: int) -> Expression:
            if index == d_model:
                return number_at(trace, self._bias, 0, column)
            component = number_at(trace, vectors, row, index)
            return Product((component, number_at(trace, projection, index, column)))

        reads = (
            Region(vectors, row=row),
            Region(projection, column=column),
            *(Region(name, 0, column) for name in bias),
        )
        form = Sum(LazyTerms(self.terms(trace), term))
        return self.derivation(trace, row, column, (form,), reads)

    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        assert self.result is not None  # every projection
        letter = self.result.name
        vectors = Symbol("H" if inputs.adds_positions else "X")
        product = Product((vectors, Symbol(f"W_{letter}")))
        has_bias = getattr(inputs, self._bias) is not None
        content = Sum((product, Symbol(f"b_{letter}"))) if has_bias else product
        return StagePart(self.name, content)

    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        vectors, projection, *bias = self.operands(inputs, before)
        return " + ".join((f"{vectors} @ {projection}", *bias))

    def torch_code(self, inputs: AttentionInputs, before: str | None) -> str:
        return self.numpy_code(inputs, before)

    def tensors(self, inputs: AttentionInputs, before: str | None) -> tuple[Operand, ...]:
        operands = self.operands(inputs, before)
        return tuple(map(Operand, operands, ("", "·", "+")))

    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        vectors = "H" if inputs.adds_positions else "X"
        assert self.result is not None  # every projection
        bias = f" + b_{self.result.name}" if getattr(inputs, self._bias) is not None else ""
        return f"{vectors} · W_{self.result.name}{bias}"

    @property
    def _projection(self) -> str:
        return f"{self.name}_projection"

    @property
    def _bias(self) -> str:
        return f"{self.name}_bias"


class QueryProjection(Projection):
    """Q = X·W_Q: what each position compares the sources with."""

    name = "query"
    short_name = "query"
    title = "Queries Q"
    action = "Query projection"
    about = _ABOUT
    reason = "A learned projection, the same for every text, makes the query of {row}."
    cell_name = "query of {row}, {column}"
    sentence = "the query of {row}, {column}, is {value}"
    cell_symbol = "q"
    rows = Axis.QUERIES
    columns = Axis.COMPONENTS
    independent_along = frozenset({Axis.COMPONENTS})
    result = Symbol("Q")
    glossary = _glossary("Q", "query", "queries")


class KeyProjection(Projection):
    """K = X·W_K: what each position offers to be compared with."""

    name = "key"
    short_name = "key"
    title = "Keys K"
    action = "Key projection"
    about = _ABOUT
    reason = "A learned projection, the same for every text, makes the key of {row}."
    cell_name = "key of {row}, {column}"
    sentence = "the key of {row}, {column}, is {value}"
    cell_symbol = "k"
    rows = Axis.SOURCES
    columns = Axis.COMPONENTS
    independent_along = frozenset({Axis.COMPONENTS})
    result = Symbol("K")
    glossary = _glossary("K", "key", "keys")


class ValueProjection(Projection):
    """V = X·W_V: what each position passes on."""

    name = "value"
    short_name = "value"
    title = "Values V"
    action = "Value projection"
    about = _ABOUT
    reason = "A learned projection, the same for every text, makes the value of {row}."
    cell_name = "value of {row}, {column}"
    sentence = "the value of {row}, {column}, is {value}"
    cell_symbol = "v"
    rows = Axis.SOURCES
    columns = Axis.VALUE_COMPONENTS
    independent_along = frozenset({Axis.VALUE_COMPONENTS})
    result = Symbol("V")
    glossary = _glossary("V", "value", "values")
