"""What every computed number of the calculation has: names, words and an explanation."""

from abc import ABC, abstractmethod
from typing import ClassVar

from explorer.model.derivation import Derivation
from explorer.model.expressions import Expression, Number, Symbol
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis, Place, Region
from explorer.model.trace import AttentionTrace


class Quantity(ABC):
    """A table of computed numbers, each of which can be explained."""

    name: ClassVar[str]
    """Name of the table: of a stage the attribute of the trace and the key in files."""
    action: ClassVar[str]
    """What is done, as the heading of its steps."""
    about: ClassVar[str]
    """A sentence or two for learners on what is done and what stays the same."""
    reason: ClassVar[str]
    """Why it is worked out, in one line, with {query}, {row} and {column}."""
    product_reason: ClassVar[str] = ""
    """What one product of a cell is, with {term} and {source}, where a cell is a sum of them."""
    cell_name: ClassVar[str]
    """Names one cell, with {row} and {column}."""
    sentence: ClassVar[str]
    """Says what one cell means, with {row}, {column} and {value}."""
    cell_symbol: ClassVar[str]
    """The letter of one cell in a derivation."""
    rows: ClassVar[Axis] = Axis.QUERIES
    columns: ClassVar[Axis] = Axis.SOURCES

    @property
    def axes(self) -> tuple[Axis, Axis]:
        """What the rows and the columns of the table count."""
        return self.rows, self.columns

    @abstractmethod
    def number(self, trace: AttentionTrace, row: int, column: int) -> float:
        """The number in one cell."""

    def terms(self, trace: AttentionTrace) -> int:
        """How many products one cell adds up; 1 where a cell is worked out in one go."""
        return 1

    def why(self, trace: AttentionTrace, row: int | None, column: int | None) -> str:
        """`reason`, or what goes before it in a cell; None: in all rows, or columns, at once."""
        return self.reason

    def term_reason(self, trace: AttentionTrace, term: int) -> str:
        """What one term of a cell is, with {term} and {source}."""
        return self.product_reason

    @abstractmethod
    def explain(self, trace: AttentionTrace, row: int, column: int) -> Derivation:
        """How one cell follows from what it is computed from; costs the same for any size."""

    @abstractmethod
    def numpy_code(self, inputs: AttentionInputs, before: str | None) -> str:
        """The table as an expression of numpy; `before` is what the stage before it computed.

        Inputs and tables are variables of their own names. Empty where the table is an input.
        """

    def torch_code(self, inputs: AttentionInputs, before: str | None) -> str:
        """The same for PyTorch; empty where it has no line of its own there."""
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
        """A derivation of one of the cells, named by the letter of the table."""
        return Derivation(
            place=Place(self.name, row, column),
            symbol=self.symbol(trace, row, column),
            forms=forms,
            result=self.number(trace, row, column),
            reads=reads,
            note=note,
        )

    def symbol(self, trace: AttentionTrace, row: int, column: int) -> Expression:
        """One cell as the formula writes it."""
        single = self.columns is Axis.WHOLE_ROW
        return Symbol(self.cell_symbol, (row + 1,) if single else (row + 1, column + 1))


def number_at(trace: AttentionTrace, array: str, row: int, column: int) -> Number:
    """The number in one cell of a trace, with its place."""
    place = Place(array, row, column)
    return Number(trace.number(place), place)
