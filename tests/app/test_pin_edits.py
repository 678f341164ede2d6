"""Pinning, letting go, renaming and swapping are edits of the document."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.app.edits import insert, set_cells
from explorer.app.pin_edits import pin_state, rename_pin, swap, unpin
from explorer.model import InputError
from explorer.model.places import Axis


@pytest.fixture
def document(seed_scenario):
    """A document with a pin, changed since."""
    titled = replace(seed_scenario, notes="Notes", view={"step": "weights:1:3"})
    kept = pin_state(titled, "Before").scenario
    return set_cells(kept, "value", 2, 0, np.array([[50.0]])).scenario


def test_pinning_keeps_the_state_under_a_name(seed_scenario):
    edit = pin_state(seed_scenario, "Before")
    assert edit.text == "pin this state as “Before”"
    (pin,) = edit.scenario.pins
    assert pin.name == "Before"
    assert pin.scenario.value is seed_scenario.value
    assert edit.scenario.value is seed_scenario.value


def test_pins_stay_as_they_are_through_any_edit(document):
    grown = insert(document, Axis.SOURCES, 1).scenario
    assert grown.pins is document.pins
    assert grown.pins[0].scenario.value.tolist() == [[10.0], [20.0], [30.0]]


def test_unpinning_lets_go_of_one(document):
    two = pin_state(document, "After").scenario
    edit = unpin(two, 0)
    assert edit.text == "unpin “Before”"
    assert [pin.name for pin in edit.scenario.pins] == ["After"]


def test_renaming_keeps_the_state(document):
    edit = rename_pin(document, 0, "Start")
    assert edit.text == "rename pin “Before” to “Start”"
    assert edit.scenario.pins[0].name == "Start"
    assert edit.scenario.pins[0].scenario is document.pins[0].scenario


def test_renaming_to_the_same_name_is_no_change(document):
    assert rename_pin(document, 0, "Before").scenario is document


@pytest.mark.parametrize("name", ["After", " "])
def test_a_name_that_is_taken_or_empty_is_refused(document, name):
    two = pin_state(document, "After").scenario
    with pytest.raises(InputError):
        rename_pin(two, 0, name)
    with pytest.raises(InputError):
        pin_state(two, name)


def test_swapping_exchanges_the_states_and_leaves_the_document_its_own(document):
    edit = swap(document, 0)
    after = edit.scenario
    assert edit.text == "swap with “Before”"
    assert after.value.tolist() == [[10.0], [20.0], [30.0]]
    assert after.pins[0].scenario.value.tolist() == [[10.0], [20.0], [50.0]]
    assert (after.title, after.notes, after.view) == (document.title, "Notes", document.view)
    assert [pin.name for pin in after.pins] == ["Before"]


def test_swapping_twice_is_where_one_was(document):
    twice = swap(swap(document, 0).scenario, 0).scenario
    assert twice.value is document.value
    assert twice.pins[0].scenario.value is document.pins[0].scenario.value
