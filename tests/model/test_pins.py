"""Earlier states that a scenario keeps under names."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.model import InputError
from explorer.model.masks import CellMask
from explorer.model.pins import (
    MOST_PINNED_BYTES,
    MOST_PINS,
    Pin,
    free_pin_name,
    pinned,
    put_back,
)


@pytest.fixture
def document(seed_scenario):
    return replace(seed_scenario, notes="Notes", view={"step": "weights:1:3"})


def with_pins(scenario, *names, state=None):
    state = pinned(scenario) if state is None else state
    return replace(scenario, pins=tuple(Pin(name, state) for name in names))


def test_a_pin_keeps_the_calculation_and_not_the_document(document):
    state = pinned(with_pins(document, "A"))
    assert (state.title, state.notes, state.view, state.pins) == ("", "", {}, ())
    assert state.value is document.value
    assert state.sources == document.sources


def test_putting_a_state_back_leaves_the_document_its_own(document):
    document = with_pins(document, "A")
    state = pinned(replace(document, value=document.value + 1, scale="none"))
    after = put_back(document, state)
    assert (after.title, after.notes, after.view) == (document.title, "Notes", document.view)
    assert after.pins is document.pins
    assert after.value is state.value
    assert after.scale == "none"


def test_pins_are_numbered_by_the_first_free_number(document):
    assert free_pin_name(()) == "Pin 1"
    assert free_pin_name(with_pins(document, "Pin 1", "Pin 3").pins) == "Pin 2"


@pytest.mark.parametrize("name", ["", "  ", "\t"])
def test_a_pin_has_a_name(document, name):
    with pytest.raises(InputError, match="name: expected a name for the pin, found nothing"):
        Pin(name, pinned(document))


def test_no_two_pins_have_the_same_name(document):
    with pytest.raises(InputError, match=r'pins\[1\].name: expected a name no other pin .* "A"'):
        with_pins(document, "A", "A")


def test_there_are_not_too_many_pins(document):
    names = [f"Pin {number}" for number in range(MOST_PINS)]
    assert len(with_pins(document, *names).pins) == MOST_PINS
    with pytest.raises(InputError, match="pins: expected at most 20 pins, found 21"):
        with_pins(document, *names, "one more")


def test_pins_are_not_too_large_together(document):
    side = 2**10
    mask = CellMask(np.ones((1, side), dtype=bool))
    weights = np.full((1, side), 1.0)
    value = np.zeros((side, MOST_PINNED_BYTES // 8 // side // 2 - 2))
    sources = tuple(f"s{index}" for index in range(side))
    mixture = {"query": None, "key": None, "weights": weights, "value": value}
    state = pinned(replace(document, **mixture, sources=sources, mask=mask))
    assert len(with_pins(document, "A", "B", state=state).pins) == 2
    with pytest.raises(InputError, match=r"pins: expected at most 32 MiB of .* unpin one"):
        with_pins(document, "A", "B", "C", state=state)


def test_a_mask_painted_on_a_large_table_can_be_pinned(document):
    side = 2**11
    names = tuple(f"s{index}" for index in range(side))
    vectors, mask = np.ones((side, 64)), CellMask(np.tri(side, dtype=bool))
    parts = {"query": vectors, "key": vectors, "value": vectors, "mask": mask}
    state = pinned(replace(document, **parts, queries=names, sources=names))
    assert len(with_pins(document, "A", state=state).pins) == 1
