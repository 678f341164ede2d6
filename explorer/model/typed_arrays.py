"""The tables that can be typed in: what each is called, and what its rows and columns count."""

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.model.places import Axis


@dataclass(frozen=True, slots=True, kw_only=True)
class TypedArray:
    """One table of numbers.

    `name` is its attribute in scenarios and inputs and its key in a trace; `letter` names it in
    formulas and `cell_letter` one of its cells; `cell_name` is a cell in words, with {row} and
    {column}; `plural` is what its rows are called together. `is_learned`: training sets its
    numbers, and they are the same for every text.
    """

    name: str
    letter: str
    cell_letter: str
    cell_name: str
    plural: str
    axes: tuple[Axis, Axis]
    is_learned: bool = False

    def indices(self, row: int, column: int) -> tuple[int, ...]:
        """The numbers of a cell in formulas, from 1: row and column, or the one that counts."""
        single = self.axes[0] is Axis.EVERY_POSITION
        return (column + 1,) if single else (row + 1, column + 1)


def _projection(role: str, components: Axis) -> tuple[TypedArray, TypedArray]:
    """The table that makes queries, keys or values of vectors, and what is added to all of them."""
    letter = role[0].upper()
    return (
        TypedArray(
            name=f"{role}_projection",
            letter=f"W_{letter}",
            cell_letter=f"w_{letter}",
            cell_name=f"{role} projection, {{row}} in, {{column}} out",
            plural=f"{role} projection",
            axes=(Axis.MODEL_COMPONENTS, components),
            is_learned=True,
        ),
        TypedArray(
            name=f"{role}_bias",
            letter=f"b_{letter}",
            cell_letter=f"b_{letter}",
            cell_name=f"{role} bias for {{row}}, {{column}}",
            plural=f"{role} bias",
            axes=(Axis.EVERY_POSITION, components),
            is_learned=True,
        ),
    )


_ALL = (
    TypedArray(
        name="vocabulary",
        letter="E",
        cell_letter="E",
        cell_name="vocabulary row of {row}, {column}",
        plural="vocabulary",
        axes=(Axis.VOCABULARY, Axis.MODEL_COMPONENTS),
        is_learned=True,
    ),
    TypedArray(
        name="embeddings",
        letter="X",
        cell_letter="x",
        cell_name="vector of {row}, {column}",
        plural="vectors",
        axes=(Axis.POSITIONS, Axis.MODEL_COMPONENTS),
    ),
    TypedArray(
        name="positions",
        letter="P",
        cell_letter="p",
        cell_name="position vector of {row}, {column}",
        plural="position vectors",
        axes=(Axis.POSITIONS, Axis.MODEL_COMPONENTS),
    ),
    *_projection("query", Axis.COMPONENTS),
    *_projection("key", Axis.COMPONENTS),
    *_projection("value", Axis.VALUE_COMPONENTS),
    TypedArray(
        name="query",
        letter="Q",
        cell_letter="q",
        cell_name="{row}, {column}",
        plural="queries",
        axes=(Axis.QUERIES, Axis.COMPONENTS),
    ),
    TypedArray(
        name="key",
        letter="K",
        cell_letter="k",
        cell_name="key of {row}, {column}",
        plural="keys",
        axes=(Axis.SOURCES, Axis.COMPONENTS),
    ),
    TypedArray(
        name="value",
        letter="V",
        cell_letter="v",
        cell_name="value of {row}, {column}",
        plural="values",
        axes=(Axis.SOURCES, Axis.VALUE_COMPONENTS),
    ),
    TypedArray(
        name="bias",
        letter="B",
        cell_letter="b",
        cell_name="bias of {row} and {column}",
        plural="bias",
        axes=(Axis.QUERIES, Axis.SOURCES),
    ),
    TypedArray(
        name="weights",
        letter="A",
        cell_letter="a",
        cell_name="weight of {column} for {row}",
        plural="weights",
        axes=(Axis.QUERIES, Axis.SOURCES),
    ),
)

TYPED_ARRAYS: Mapping[str, TypedArray] = {typed.name: typed for typed in _ALL}
"""Every table that can be typed in, by name."""
