"""What every stage of the calculation can do."""

from abc import ABC, abstractmethod
from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import ClassVar

import numpy as np

from explorer.model.arrays import BoolMatrix, Matrix, frozen
from explorer.model.derivation import Derivation
from explorer.model.errors import InputError
from explorer.model.expressions import Expression, Number, Symbol
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis, Place, Region
from explorer.model.trace import AttentionTrace

Gradients = Mapping[str, Matrix]


class ColourScale(StrEnum):
    """How the numbers of a stage map to colours."""

    SYMMETRIC = "symmetric around 0"
    SHARES = "from 0 to 1"
    QUIET = "symmetric around 0, in a quiet tint"


@dataclass(frozen=True, slots=True)
class SymbolMeaning:
    """One line of the symbol table: the symbol, what it stands for, the array that holds it.

    A symbol that stands for one number names the field of the inputs with its value instead.
    """

    symbol: Expression
    meaning: str
    array: str | None = None
    field: str | None = None


class Stage(ABC):
    """One step of the calculation: its forward and backward computation and its explanation.

    Everything that lists, draws, explains or exports stages reads these attributes; a new stage
    is a new subclass in the ordered list of the package.
    """

    name: ClassVar[str]
    """Name of the array it computes: the attribute of the trace and the key in files."""
    short_name: ClassVar[str]
    """Prefix of the object name of its heatmap."""
    title: ClassVar[str]
    """Heading of its heatmap."""
    action: ClassVar[str]
    """What the stage does, as the heading of its steps."""
    about: ClassVar[str]
    """A sentence or two for learners on what the stage does and what stays the same."""
    cell_name: ClassVar[str]
    """Names one cell, with {row} and {column}."""
    sentence: ClassVar[str]
    """Says what one cell means, with {row}, {column} and {value}."""
    cell_symbol: ClassVar[str]
    """The letter of one cell in a derivation."""
    rows: ClassVar[Axis] = Axis.QUERIES
    columns: ClassVar[Axis] = Axis.SOURCES
    colours: ClassVar[ColourScale] = ColourScale.SYMMETRIC
    row_sums: ClassVar[bool] = False
    """Whether the sums of rows and columns say something."""
    parameters: ClassVar[tuple[str, ...]] = ()
    """Fields of the inputs, besides arrays of the trace, that the forward step depends on."""
    glossary: ClassVar[tuple[SymbolMeaning, ...]] = ()

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """What the rows and the columns of its array count."""
        return self.rows, self.columns

    @abstractmethod
    def takes_part(self, inputs: AttentionInputs) -> bool:
        """Whether the stage belongs to the calculation of `inputs`."""

    @abstractmethod
    def operands(self, before: str | None) -> tuple[str, ...]:
        """Names of the arrays it reads; `before` is what the stage before it computed."""

    @abstractmethod
    def forward(self, inputs: AttentionInputs, *operands: Matrix) -> Matrix:
        """Compute its array. Raises InputError where a number grows too large to store."""

    @abstractmethod
    def backward(self, trace: AttentionTrace, upstream: Matrix) -> Gradients:
        """Gradients of what it reads, given the gradient of its own array."""

    @abstractmethod
    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        """How one cell follows from what the stage reads; costs the same for any size."""

    @abstractmethod
    def formula(self, inputs: AttentionInputs, before: Expression | None) -> Expression:
        """The formula up to and with this stage, given the formula up to the one before."""

    @abstractmethod
    def operator(self, inputs: AttentionInputs) -> str:
        """What stands between the array before and this one: `÷ √2 ≈ 1.414`."""

    def remark(self, inputs: AttentionInputs) -> str:
        """What the formula does not say about the stage; empty if there is nothing to add."""
        return ""

    def derivation(
        self,
        trace: AttentionTrace,
        row: int,
        column: int,
        forms: tuple[Expression, ...],
        reads: tuple[Region, ...],
        note: str = "",
    ) -> Derivation:
        """A derivation of one of this stage's cells, named by the stage's letter."""
        return Derivation(
            place=Place(self.name, row, column),
            symbol=Symbol(self.cell_symbol, (row + 1, column + 1)),
            forms=forms,
            result=float(trace.arrays[self.name][row, column]),
            reads=reads,
            note=note,
        )


def number_at(trace: AttentionTrace, array: str, row: int, column: int) -> Number:
    """The number in one cell of a trace, with its place."""
    return Number(float(trace.arrays[array][row, column]), Place(array, row, column))


def finite(name: str, array: Matrix, where: BoolMatrix | None = None) -> Matrix:
    """Return `array` read-only. Raises InputError for the first number too large to store.

    `where` is True for the cells that have to be finite; None: all.
    """
    wrong = ~np.isfinite(array)
    if where is not None:
        wrong &= where
    if wrong.any():
        row, column = np.argwhere(wrong)[0]
        limit = f"a result below {np.finfo(np.float64).max:.1e}"
        raise InputError(f"{name}[{row}][{column}]", limit, "one too large to store")
    return frozen(array)
