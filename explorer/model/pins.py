"""Pins: earlier states of a calculation that a scenario keeps under a name, to compare with."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from explorer.model.arrays import require_short
from explorer.model.errors import InputError
from explorer.model.masks import CellMask

if TYPE_CHECKING:
    from explorer.model.scenario import Scenario

LONGEST_NAME = 1000
"""Characters of a name or a title."""
MOST_PINS = 20
MOST_PINNED_BYTES = 2**25
"""What the tables and masks typed in of all pins of a scenario take up together: 32 MiB."""

OF_THE_DOCUMENT: Mapping[str, Any] = {
    "title": "",
    "notes": "",
    "view": {},
    "pins": (),
    "experiment": None,
}
"""The fields that belong to the document as a whole, as a pin has them: it holds the others."""


@dataclass(frozen=True, slots=True, eq=False)
class Pin:
    """A state under a name; its scenario has only what a calculation follows from.

    Raises InputError for a name without a letter to show, or one that is too long.
    """

    name: str
    scenario: "Scenario"

    def __post_init__(self) -> None:
        if not self.name.strip():
            raise InputError("name", "a name for the pin", "nothing")
        require_short("name", self.name, LONGEST_NAME)


def pinned(scenario: "Scenario") -> "Scenario":
    """What a pin keeps of a scenario: everything the calculation follows from, and its names."""
    return replace(scenario, **OF_THE_DOCUMENT)


def put_back(document: "Scenario", state: "Scenario") -> "Scenario":
    """The calculation of `state` in a document that keeps everything else of its own."""
    own = {name: getattr(document, name) for name in OF_THE_DOCUMENT}
    return replace(state, **own)


def free_pin_name(pins: Sequence[Pin]) -> str:
    """`Pin 1`, `Pin 2`, …: the first that no pin has."""
    taken = {pin.name for pin in pins}
    number = 1
    while f"Pin {number}" in taken:
        number += 1
    return f"Pin {number}"


def same_pin(pins: Sequence[Pin], pin: Pin) -> Pin | None:
    """A pin as a document has it now: renamed, or with the state it was swapped for."""
    same_state = [one for one in pins if one.scenario is pin.scenario]
    same_name = [one for one in pins if one.name == pin.name]
    return next(iter((*same_state, *same_name)), None)


def require_fitting(pins: Sequence[Pin], arrays: Sequence[str]) -> None:
    """Raise InputError for too many or too large pins, and for two with the same name.

    `arrays` are the fields of a scenario that hold numbers.
    """
    if len(pins) > MOST_PINS:
        raise InputError("pins", f"at most {MOST_PINS} pins", f"{len(pins)}")
    names = [pin.name for pin in pins]
    for index, name in enumerate(names):
        if name in names[:index]:
            raise InputError(f"pins[{index}].name", "a name no other pin has", f'"{name}"')
    total = sum(_bytes(pin.scenario, arrays) for pin in pins)
    if total > MOST_PINNED_BYTES:
        most = f"at most {MOST_PINNED_BYTES >> 20} MiB of tables and masks in all pins together"
        raise InputError("pins", most, f"{total / 2**20:.1f} MiB; unpin one to make room")


def _bytes(scenario: "Scenario", arrays: Sequence[str]) -> int:
    held = [getattr(scenario, name) for name in arrays]
    if isinstance(scenario.mask, CellMask):
        held.append(scenario.mask.cells)
    return sum(array.nbytes for array in held if array is not None)
