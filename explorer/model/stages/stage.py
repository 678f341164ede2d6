"""What every stage of the calculation can do."""

import math
from abc import abstractmethod
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from explorer.model.arrays import BoolMatrix, Matrix, frozen
from explorer.model.errors import InputError
from explorer.model.expressions import Expression, Symbol
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis
from explorer.model.stages.quantity import Quantity
from explorer.model.trace import AttentionTrace

Gradients = Mapping[str, Matrix]


class ColourScale(StrEnum):
    """How the numbers of a stage map to colours."""

    SYMMETRIC = "symmetric around 0"
    SHARES = "from 0 to 1"
    QUIET = "symmetric around 0, in a quiet tint"
    DIFFERENCE = "one less the other, symmetric around 0"


@dataclass(frozen=True, slots=True)
class SymbolMeaning:
    """One line of the symbol table: the symbol, what it stands for, the array that holds it.

    A symbol that stands for one number names the field of the inputs with its value, or has a
    `number`, instead; one that stands for what is done has none of them.
    """

    symbol: Expression
    meaning: str
    array: str | None = None
    field: str | None = None
    number: float | None = None


@dataclass(frozen=True, slots=True)
class Operand:
    """An array a stage reads, as it stands in the formula: the sign before it, and its form."""

    array: str
    sign: str = ""
    is_transposed: bool = False


class Stage(Quantity):
    """One step of the calculation: its forward and backward computation and its explanation.

    Everything that lists, draws, explains or exports stages reads these attributes; a new stage
    is a new subclass in the ordered list of the package.
    """

    short_name: ClassVar[str]
    """Prefix of the object name of its heatmap."""
    title: ClassVar[str]
    """Heading of its heatmap."""
    colours: ClassVar[ColourScale] = ColourScale.SYMMETRIC
    badge: ClassVar[str] = ""
    """What is good to know about all of its numbers, in a few words."""
    row_sums: ClassVar[bool] = False
    """Whether the sums of rows and columns say something."""
    parameters: ClassVar[tuple[str, ...]] = ()
    """Fields of the inputs, besides arrays of the trace, that the forward step depends on."""
    independent_along: ClassVar[frozenset[Axis]] = frozenset()
    """Axes of its table along which each position is worked out on its own.

    From what it reads at some positions of these axes, `forward` makes its table at the same
    positions. Without any, the table is computed whole whenever something it reads has changed.
    """
    gives_shares: ClassVar[bool] = False
    """Whether a row of its table holds shares of one whole, taken of one row of what it reads.

    Where some of the row that it reads changed, all other shares are multiplied by one number.
    """
    summed_along: ClassVar[Axis | None] = None
    """The axis along which its numbers add up products, if it can do `with_other_terms`."""
    terms_along: ClassVar[Axis | None] = None
    """The axis that counts the products a cell is the sum of; None: it is no sum of them."""
    glossary: ClassVar[tuple[SymbolMeaning, ...]] = ()
    """The symbols of its part of the formula; those of tables that are not there are left out."""
    is_usual: ClassVar[bool] = True
    """Whether it is done as it should be; mistakes on purpose are done in another way."""
    result: ClassVar[Symbol | None] = None
    """The letter of its table, where the formula has an equation of its own for it."""

    parts: ClassVar[tuple[Quantity, ...]] = ()
    """Intermediate results of one row, in the order in which they are worked out."""
    asides: ClassVar[tuple[Quantity, ...]] = ()
    """What explanations mention though it is not worked out on the way: it has no steps."""

    @property
    def quantities(self) -> tuple[Quantity, ...]:
        """Every table of numbers the stage can explain: its parts, its asides, its own."""
        return (*self.parts, *self.asides, self)

    @property
    def tables(self) -> tuple[str, ...]:
        """The names of what it computes: of its parts, then its own."""
        return (*(part.name for part in self.parts), self.name)

    def number(self, trace: AttentionTrace, row: int, column: int) -> float:
        return trace.arrays.cell(self.name, row, column)

    @abstractmethod
    def takes_part(self, inputs: AttentionInputs) -> bool:
        """Whether the stage belongs to the calculation of `inputs`."""

    @abstractmethod
    def operands(self, inputs: AttentionInputs, before: str | None) -> tuple[str, ...]:
        """Names of the arrays it reads; `before` is what the stage before it computed."""

    @abstractmethod
    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        """Compute its array. Raises InputError where a number grows too large to store.

        Numpy is told beforehand to say nothing about overflow.
        """

    def with_other_terms(
        self, table: Matrix, before: Sequence[Matrix], after: Sequence[Matrix], are_shares: bool
    ) -> tuple[Matrix, NDArray[np.bool_]]:
        """Its table with other terms in the sums, and of which rows that must not be trusted.

        `before` and `after` are what it reads at the positions where the terms changed;
        `are_shares` says that it reads shares, so that all other terms changed with them.
        """
        raise NotImplementedError(f"{self.name} does not say what its sums run along")

    @abstractmethod
    def backward(self, trace: AttentionTrace, upstream: Matrix) -> Gradients:
        """Gradients of what it reads, given the gradient of its own array."""

    @abstractmethod
    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        """The formula up to and with this stage, given that up to the one before.

        `before` is None at the beginning of an equation.
        """

    @abstractmethod
    def torch_code(self, inputs: AttentionInputs, before: str | None) -> str:
        """The same as `numpy_code` for PyTorch; its parts may be left to one call."""

    def tensors(self, inputs: AttentionInputs, before: str | None) -> tuple[Operand, ...]:
        """Every array it reads, typed in or computed, in the order of the formula."""
        return tuple(Operand(name) for name in self.operands(inputs, before))

    @abstractmethod
    def operator(self, inputs: AttentionInputs, digits: int = 3) -> str:
        """What stands between the array before and this one: `÷ √2 ≈ 1.414`."""

    def remark(self, inputs: AttentionInputs) -> str:
        """What the formula does not say about the stage; empty if there is nothing to add."""
        return ""


def finite(name: str, array: Matrix, where: BoolMatrix | None = None) -> Matrix:
    """Return `array` read-only. Raises InputError for the first number too large to store.

    `where` is True for the cells that have to be finite; None: all.
    """
    if math.isfinite(np.vdot(array, array)):  # a sum of squares: the fastest way to ask them all
        return frozen(array)
    wrong = ~np.isfinite(array)
    if where is not None:
        wrong &= where
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        limit = f"a result below {np.finfo(np.float64).max:.1e}"
        raise InputError(f"{name}[{row}][{column}]", limit, "one too large to store")
    return frozen(array)
