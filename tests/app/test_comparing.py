"""Which pin is compared with and what is shown: view state that follows the document."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.app import pin_edits
from explorer.app.edits import describe_document, insert, rename, set_cells, set_mask, set_softcap
from explorer.app.session import Session
from explorer.app.stage_view import Showing, now_of
from explorer.app.view_state import with_view_state
from explorer.files import load_example
from explorer.files.scenario_format import decode_scenario, encode_scenario
from explorer.model import Place
from explorer.model.comparison.changes import Fate
from explorer.model.comparison.sentences import sentences
from explorer.model.masks import CausalMask
from explorer.model.pins import Pin, pinned
from explorer.model.places import Axis


@pytest.fixture
def comparing(session):
    return session.comparing


@pytest.fixture
def told(comparing):
    """How often the comparison said that it is another one."""
    count = []
    comparing.changed.connect(lambda: count.append(comparing.showing))
    return count


def put(session, number, array="value", row=2, column=0):
    return session.edit(set_cells, array, row, column, np.array([[number]]))


def name_of(pin):
    return None if pin is None else pin.name


def texts(comparing):
    return [sentence.text for sentence in sentences(comparing.comparison, 3)]


def test_nothing_is_compared_at_first(session, comparing):
    assert comparing.baseline is None
    assert comparing.comparison is None
    assert comparing.showing is Showing.NOW
    assert comparing.shown.trace is session.trace


def test_pinning_begins_a_comparison_and_is_one_undo_entry(session, comparing, told):
    assert comparing.pin()
    assert comparing.baseline.name == "Pin 1"
    assert comparing.comparison.is_empty
    assert session.undo_stack.undoText() == "pin this state as “Pin 1”"
    assert session.is_modified
    assert told


def test_an_edit_is_compared_with_the_pin(session, comparing):
    comparing.pin()
    put(session, 50.0)
    assert texts(comparing) == [
        "V changed in row 3 (30 → 50).",
        "Scores, scaled scores and weights do not depend on V: unchanged.",
        "Output changed in 1 of 1 rows: 20 → 28.022, because V changed.",
    ]


def test_a_comparison_is_worked_out_once_for_a_state(session, comparing):
    comparing.pin()
    put(session, 50.0)
    first = comparing.comparison
    assert comparing.comparison is first
    put(session, 60.0)
    assert comparing.comparison is not first


def test_the_state_that_was_pinned_is_not_computed_anew(session, comparing):
    output = session.trace.output
    comparing.pin()
    put(session, 50.0)
    assert comparing.comparison.before.trace.output is output


def test_what_is_shown_is_then_now_or_the_difference(session, comparing, told):
    comparing.pin()
    put(session, 50.0)
    (output,) = (stage for stage in session.trace.stages if stage.name == "output")
    seen = {}
    for showing in Showing:
        comparing.show(showing)
        view = comparing.view_of(output)
        seen[showing] = round(float(view.array.item()), 3)
        assert view.showing is showing
    assert seen == {Showing.THEN: 20.0, Showing.NOW: 28.022, Showing.DIFFERENCE: 8.022}
    assert now_of(session, output).array is session.trace.output


def test_showing_the_same_again_tells_nothing(comparing, told):
    comparing.pin()
    told.clear()
    comparing.show(Showing.NOW)
    assert told == []


def test_showing_something_compares_with_the_last_pin(session, comparing):
    comparing.pin("A")
    comparing.pin("B")
    comparing.choose(None)
    assert comparing.showing is Showing.NOW
    comparing.show(Showing.DIFFERENCE)
    assert comparing.baseline.name == "B"
    assert comparing.showing is Showing.DIFFERENCE


def test_without_a_pin_there_is_nothing_but_now(comparing):
    comparing.show(Showing.THEN)
    assert comparing.showing is Showing.NOW


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        (set_cells, ("value", 2, 0, np.array([[50.0]]))),
        (insert, (Axis.SOURCES, 1)),
        (rename, (Axis.SOURCES, 1, "cat")),
        (set_softcap, (2.0,)),
    ],
)
def test_whoever_edits_while_then_is_shown_is_taken_back_to_now(
    session, comparing, operation, arguments
):
    comparing.pin()
    comparing.show(Showing.THEN)
    session.edit(operation, *arguments)
    assert comparing.showing is Showing.NOW


def test_the_difference_stays_while_one_edits(session, comparing):
    comparing.pin()
    comparing.show(Showing.DIFFERENCE)
    put(session, 50.0)
    assert comparing.showing is Showing.DIFFERENCE


def test_then_stays_when_the_title_is_changed(session, comparing):
    comparing.pin()
    comparing.show(Showing.THEN)
    session.edit(describe_document, "Title", "notes")
    assert comparing.showing is Showing.THEN


def test_undoing_a_pin_ends_the_comparison_and_redoing_it_goes_on(session, comparing):
    comparing.pin()
    comparing.show(Showing.DIFFERENCE)
    session.undo_stack.undo()
    assert comparing.baseline is None
    assert comparing.showing is Showing.NOW
    session.undo_stack.redo()
    assert comparing.baseline.name == "Pin 1"
    assert comparing.showing is Showing.DIFFERENCE


def test_when_the_baseline_goes_the_last_other_pin_takes_its_place(session, comparing):
    comparing.pin("A")
    comparing.pin("B")
    comparing.unpin(comparing.baseline)
    assert comparing.baseline.name == "A"
    session.undo_stack.undo()
    assert comparing.baseline.name == "B"
    comparing.choose(session.scenario.pins[0])
    comparing.unpin(session.scenario.pins[1])
    assert comparing.baseline.name == "A"
    comparing.unpin(session.scenario.pins[0])
    assert comparing.baseline is None


def test_the_baseline_stays_the_same_under_another_name(session, comparing):
    comparing.pin("A")
    comparing.pin("B")
    comparing.choose(session.scenario.pins[0])
    assert comparing.rename(comparing.baseline, "C")
    assert comparing.baseline.name == "C"
    comparing.rename(session.scenario.pins[1], "A")
    assert comparing.baseline.name == "C"
    for name in ("C", "A"):
        session.undo_stack.undo()
        assert comparing.baseline.name == name
    session.undo_stack.redo()
    assert comparing.baseline.name == "C"


def test_a_name_that_is_taken_is_refused_and_changes_nothing(session, comparing):
    refusals = []
    session.refused.connect(refusals.append)
    comparing.pin("A")
    assert not comparing.pin("A")
    comparing.pin("B")
    assert not comparing.rename(comparing.baseline, "A")
    assert [name_of(pin) for pin in session.scenario.pins] == ["A", "B"]
    assert len(refusals) == 2


def test_swapping_goes_there_and_back(session, comparing):
    comparing.pin("A")
    put(session, 50.0)
    comparing.swap()
    assert session.scenario.value[2, 0] == 30.0
    assert texts(comparing)[0] == "V changed in row 3 (50 → 30)."
    assert session.undo_stack.undoText() == "swap with “A”"
    session.undo_stack.undo()
    assert session.scenario.value[2, 0] == 50.0
    assert texts(comparing)[0] == "V changed in row 3 (30 → 50)."
    session.undo_stack.redo()
    assert texts(comparing)[0] == "V changed in row 3 (50 → 30)."


def test_a_renamed_pin_is_swapped_and_stays_the_baseline(session, comparing):
    comparing.pin("A")
    comparing.pin("Other")
    comparing.choose(session.scenario.pins[0])
    comparing.rename(comparing.baseline, "B")
    put(session, 50.0)
    comparing.swap()
    assert comparing.baseline.name == "B"
    assert session.scenario.value[2, 0] == 30.0


def test_what_is_now_is_drawn_anew_beside_another_state(session, comparing):
    """On the scale of both."""
    for number, name in ((50.0, "A"), (60.0, "B")):
        put(session, number)
        comparing.pin(name)
    put(session, 70.0)
    drawn = []
    for pin in session.scenario.pins:
        comparing.choose(pin)
        drawn.append(comparing.beside("output")[Showing.NOW].drawn)
    assert drawn[0] != drawn[1]
    assert drawn[1] == comparing.beside("output")[Showing.NOW].drawn


def test_another_shape_is_shown_with_its_own_names_and_no_marks(session, comparing):
    comparing.pin()
    session.edit(insert, Axis.SOURCES, 0)
    comparing.show(Showing.THEN)
    (scores,) = (stage for stage in comparing.shown.trace.stages if stage.name == "scores")
    view = comparing.view_of(scores)
    assert view.array.shape == (1, 3)
    assert view.scenario.sources == ("Source 1", "Source 2", "Source 3")
    assert not view.is_aligned
    comparing.show(Showing.DIFFERENCE)
    view = comparing.view_of(scores)
    assert view.missing == "another shape then, 1 × 3"
    assert view.is_aligned


def test_stages_of_then_are_shown_though_they_are_gone(session, comparing):
    session.edit(set_mask, CausalMask(), "mask")
    comparing.pin()
    session.edit(set_mask, None, "none")
    comparing.show(Showing.THEN)
    assert "masked_scores" in [stage.name for stage in comparing.shown.trace.stages]
    comparing.show(Showing.DIFFERENCE)
    assert comparing.shown.trace is session.trace


def test_a_cell_of_a_table_knows_what_it_held_then(session, comparing):
    assert comparing.then_at(Place("value", 2, 0)) is None
    comparing.pin()
    put(session, 50.0)
    assert comparing.then_at(Place("value", 2, 0)) == 30.0
    assert comparing.then_at(Place("value", 1, 0)) is None
    assert comparing.then_at(Place("key", 1, 0)) is None
    assert comparing.shape_then("value") is None
    session.edit(insert, Axis.SOURCES, 3)
    assert comparing.then_at(Place("value", 2, 0)) is None
    assert comparing.shape_then("value") == (3, 1)


def test_another_document_is_not_compared_with_the_pins_of_the_one_before(session, comparing):
    comparing.pin()
    comparing.show(Showing.DIFFERENCE)
    other = load_example("causal")
    session.load(replace(other, pins=(Pin("Pin 1", pinned(other)),)), None)
    assert comparing.baseline is None
    assert comparing.showing is Showing.NOW


def reopened(session):
    return Session(decode_scenario(encode_scenario(with_view_state(session))))


@pytest.mark.parametrize("showing", Showing)
def test_a_saved_document_opens_with_its_pins_and_what_was_shown(session, comparing, showing):
    comparing.pin("A")
    comparing.pin("B")
    comparing.choose(session.scenario.pins[0])
    put(session, 50.0)
    comparing.show(showing)
    again = reopened(session)
    assert [pin.name for pin in again.scenario.pins] == ["A", "B"]
    assert again.comparing.baseline.name == "A"
    assert again.comparing.showing is showing
    assert texts(again.comparing) == texts(comparing)
    assert not again.is_modified


def test_a_document_that_is_not_compared_opens_so(session, comparing):
    comparing.pin()
    comparing.choose(None)
    again = reopened(session)
    assert again.comparing.baseline is None
    assert "compare" not in with_view_state(session).view


@pytest.mark.parametrize(
    "stored",
    [
        3,
        {"with": "Nobody"},
        {"with": 3},
        {"show": "then"},
        {},
    ],
)
def test_a_comparison_that_cannot_be_is_left_out(session, comparing, stored):
    comparing.pin()
    scenario = replace(session.scenario, view={"compare": stored})
    assert Session(scenario).comparing.baseline is None


def test_what_is_shown_falls_back_to_now(session, comparing):
    comparing.pin("A")
    for shown in (None, "later", 3, ["then"]):
        scenario = replace(session.scenario, view={"compare": {"with": "A", "show": shown}})
        again = Session(scenario)
        assert again.comparing.baseline.name == "A"
        assert again.comparing.showing is Showing.NOW


def test_a_pin_whose_numbers_grow_too_large_says_so(session, comparing):
    huge = pinned(replace(session.scenario, query=np.full((1, 2), 1e200)))
    huge = replace(huge, key=np.full((3, 2), 1e200))
    session.edit(lambda one: pin_edits.Edit("pin", replace(one, pins=(Pin("Huge", huge),))))
    comparing.choose(session.scenario.pins[0])
    assert comparing.comparison is None
    assert comparing.showing is Showing.NOW
    assert comparing.problem.startswith("Score of Query 1 and Source 1: expected a result below")
    assert put(session, 50.0)
    assert comparing.problem
    before = session.scenario
    comparing.swap()
    assert session.scenario is before


def test_arrays_of_a_pin_from_a_file_that_are_the_same_count_as_the_same(session, comparing):
    comparing.pin("A")
    again = reopened(session)
    assert again.comparing.comparison.is_empty
    assert {change.fate for change in again.comparing.comparison.stages} == {Fate.SAME}
