"""Edits of the pins of a scenario: like all edits, pure functions that can be undone."""

from dataclasses import replace

from explorer.app.edits import Edit
from explorer.model.pins import Pin, pinned, put_back
from explorer.model.scenario import Scenario


def pin_state(scenario: Scenario, name: str) -> Edit:
    """Keep the state as it is under a name. Raises InputError if it is taken or no room is left."""
    pin = Pin(name, pinned(scenario))
    return Edit(f"pin this state as “{name}”", replace(scenario, pins=(*scenario.pins, pin)))


def unpin(scenario: Scenario, index: int) -> Edit:
    """Let go of a pin."""
    pins = list(scenario.pins)
    gone = pins.pop(index)
    return Edit(f"unpin “{gone.name}”", replace(scenario, pins=tuple(pins)))


def rename_pin(scenario: Scenario, index: int, name: str) -> Edit:
    """Call a pin something else. Raises InputError if another has that name."""
    old = scenario.pins[index]
    text = f"rename pin “{old.name}” to “{name}”"
    if name == old.name:
        return Edit(text, scenario)
    return Edit(text, _with_pin(scenario, index, replace(old, name=name)))


def swap(scenario: Scenario, index: int) -> Edit:
    """Go back to a pinned state; the pin keeps, in its place, the state that is left."""
    old = scenario.pins[index]
    document = _with_pin(scenario, index, replace(old, scenario=pinned(scenario)))
    return Edit(f"swap with “{old.name}”", put_back(document, old.scenario))


def _with_pin(scenario: Scenario, index: int, pin: Pin) -> Scenario:
    pins = list(scenario.pins)
    pins[index] = pin
    return replace(scenario, pins=tuple(pins))
