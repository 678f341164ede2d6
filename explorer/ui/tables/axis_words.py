"""What the rows and columns of the tables are called in menus, buttons and questions."""

from collections.abc import Mapping
from dataclasses import dataclass

from explorer.app.edits import LETTERS
from explorer.model.places import Axis
from explorer.model.scenario import ARRAY_AXES, Scenario


@dataclass(frozen=True, slots=True)
class AxisWords:
    """One of what an axis counts, and several; whether each has a name of its own."""

    unit: str
    plural: str
    is_named: bool = False

    def counted(self, count: int) -> str:
        """`1 more source`, `2 more sources`."""
        return f"{count} more {self.unit if count == 1 else self.plural}"


WORDS: Mapping[Axis, AxisWords] = {
    Axis.QUERIES: AxisWords("query", "queries", is_named=True),
    Axis.SOURCES: AxisWords("source", "sources", is_named=True),
    Axis.COMPONENTS: AxisWords("component", "components"),
    Axis.VALUE_COMPONENTS: AxisWords("component", "components"),
}


def sharing(scenario: Scenario, axis: Axis) -> str:
    """The tables of the scenario that have the axis: `K and V`."""
    letters = [
        LETTERS[name]
        for name, axes in ARRAY_AXES.items()
        if axis in axes and getattr(scenario, name) is not None
    ]
    return listed(letters)


def listed(words: list[str]) -> str:
    """The words as a phrase: `K, V and B`."""
    return " and ".join(part for part in (", ".join(words[:-1]), *words[-1:]) if part)


def addition(scenario: Scenario, axis: Axis) -> str:
    """What adding to an axis does, and to which tables: `Add a source (K and V)`."""
    return f"Add a {WORDS[axis].unit} ({sharing(scenario, axis)})"
