"""What the rows and columns of the tables are called in menus, buttons and questions."""

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.app.edits import LETTERS
from explorer.model.places import Axis
from explorer.model.scenario import ARRAY_AXES, Scenario


@dataclass(frozen=True, slots=True)
class AxisWords:
    """One of what an axis counts, and several; whether each has a name of its own.

    `can_change`: there may be more or fewer of them.
    """

    unit: str
    plural: str
    is_named: bool = False
    can_change: bool = True

    def counted(self, count: int) -> str:
        """`1 more source`, `2 more sources`."""
        return f"{count} more {self.unit if count == 1 else self.plural}"


WORDS: Mapping[Axis, AxisWords] = {
    Axis.QUERIES: AxisWords("query", "queries", is_named=True),
    Axis.SOURCES: AxisWords("source", "sources", is_named=True),
    Axis.COMPONENTS: AxisWords("component", "components"),
    Axis.VALUE_COMPONENTS: AxisWords("component", "components"),
    Axis.POSITIONS: AxisWords("position", "positions", is_named=True),
    Axis.MODEL_COMPONENTS: AxisWords("component of X", "components of X"),
    Axis.VOCABULARY: AxisWords("entry", "entries", is_named=True),
    Axis.EVERY_POSITION: AxisWords("row", "rows", can_change=False),
}


def sharing(scenario: Scenario, axis: Axis) -> str:
    """The tables of the scenario that have the axis, or one that counts the same: `K and V`."""
    alike = scenario.alike(axis)
    letters = [
        LETTERS[name]
        for name, axes in ARRAY_AXES.items()
        if not alike.isdisjoint(axes) and getattr(scenario, name) is not None
    ]
    return listed(letters)


def listed(words: list[str]) -> str:
    """The words as a phrase: `K, V and B`."""
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def addition(scenario: Scenario, axis: Axis) -> str:
    """What adding to an axis does, and to which tables: `Add a source (K and V)`."""
    return f"Add {article(WORDS[axis].unit)} ({sharing(scenario, axis)})"


def article(unit: str) -> str:
    """`a source`, `an entry`."""
    return f"{'an' if unit[0] in 'aeiou' else 'a'} {unit}"
