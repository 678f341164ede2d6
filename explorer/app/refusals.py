"""Why numbers were refused, in the words of the window rather than those of the file."""

import re

from explorer.model import InputError, Scenario
from explorer.model.stages import STAGES
from explorer.model.wording import spoken_name

_CELL = re.compile(r"\b(\w+)\[(\d+)\]\[(\d+)\]")
_QUANTITIES = {one.name: one for stage in STAGES for one in stage.quantities}


def refusal(error: InputError, scenario: Scenario) -> str:
    """The message of `error`, a computed cell by its names: `Score of Query 1 and Source 1: …`.

    Other places, of tables that are typed in among them, stay as the error has them.
    """

    def named(found: re.Match[str]) -> str:
        quantity = _QUANTITIES.get(found[1])
        if quantity is None or getattr(scenario, quantity.name, None) is not None:
            return found[0]
        rows, columns = (scenario.names(axis) for axis in quantity.axes)
        row, column = spoken_name(rows, int(found[2])), spoken_name(columns, int(found[3]))
        return quantity.cell_name.format(row=row, column=column)

    place = _CELL.sub(named, error.place)
    if place != error.place:
        place = f"{place[:1].upper()}{place[1:]}"
    return f"{place}: expected {error.expected}, found {error.found}"
