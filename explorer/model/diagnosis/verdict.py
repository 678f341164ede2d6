"""What a comparison of own numbers comes to, as data."""

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum

from explorer.model.derivation import Derivation
from explorer.model.diagnosis.comparing import Closeness
from explorer.model.diagnosis.number_change import NumberChange
from explorer.model.diagnosis.own_numbers import OwnNumbers
from explorer.model.places import Place
from explorer.model.slips.slip import Slip


class Verdict(StrEnum):
    """The answer in a word; the first two mean that nothing is wrong."""

    RIGHT = "right"
    ROUNDED = "right except for rounding"
    SLIP = "a mistake"
    TWO_SLIPS = "two mistakes together"
    SEVERAL = "several mistakes alike"
    TRANSPOSED = "right, but rows and columns are swapped"
    OTHER_TABLE = "right, but another table"
    SHAPE = "another shape"
    NOT_NUMBERS = "not numbers throughout"
    DIFFERENT = "different"


@dataclass(frozen=True, slots=True)
class Match:
    """A slip that gives the numbers in every cell compared, and how near it comes."""

    slip: Slip
    closeness: Closeness
    cells: int
    largest_difference: float


@dataclass(frozen=True, slots=True)
class TellApart:
    """What would decide between slips that explain the numbers alike.

    `table` is one more to give; otherwise `change` is a number to change, after which the tables
    given differ. Both None: with these inputs the slips give the same numbers at every stage.
    """

    table: str | None = None
    change: NumberChange | None = None


@dataclass(frozen=True, slots=True)
class Difference:
    """The first cell that no rounding explains, in the order of the stages and of reading.

    `count` of `cells` cells of its table differ. `follows` names the tables given after it that
    are right for the numbers given in it: the fault lies before them.
    """

    place: Place
    given: float
    right: float
    count: int
    cells: int
    derivation: Derivation
    follows: tuple[str, ...] = ()


@dataclass(frozen=True, eq=False, kw_only=True)
class Diagnosis:
    """What is known about own numbers after they were compared.

    `given` holds them by the name of their table, in the order of the stages. `matches` explain
    them: one slip, several that do so equally well, or two together as `parts` of one. `alike` are
    slips that right numbers do not rule out. `closeness` says in which way right numbers are
    right, `by_hand` how they were rounded on the way.

    `table` names one that is transposed, of another shape than `expected_shape`, or the right
    `other_table`. `not_numbers` are the first cells in their rows that hold NaN or infinity;
    `reads_nothing` says that these are just the readers that may read no source. `rest` is the
    diagnosis that holds apart from these: of the other rows, or of the table turned round.
    `turned_table` names one that is explained by `matches` and is also right when turned round.
    `untried` counts the slips left out because the tables are too large.
    """

    verdict: Verdict
    given: Mapping[str, OwnNumbers]
    matches: tuple[Match, ...] = ()
    alike: tuple[Match, ...] = ()
    closeness: Closeness | None = None
    by_hand: Slip | None = None
    largest_difference: float | None = None
    tell_apart: TellApart | None = None
    difference: Difference | None = None
    table: str | None = None
    other_table: str | None = None
    expected_shape: tuple[int, int] | None = None
    turned_table: str | None = None
    not_numbers: tuple[Place, ...] = ()
    reads_nothing: bool = False
    rest: "Diagnosis | None" = None
    untried: int = 0

    @property
    def is_right(self) -> bool:
        """Whether nothing is wrong with the numbers."""
        return self.verdict in (Verdict.RIGHT, Verdict.ROUNDED)

    @property
    def cells(self) -> int:
        """How many cells were given."""
        return sum(own.values.size for own in self.given.values())
