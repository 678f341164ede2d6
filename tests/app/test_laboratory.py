"""The mistake laboratory of a session: on, off, undone, and never anything else changed."""

import threading
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from explorer.app import edits
from explorer.app.session import Session
from explorer.app.stage_view import Showing
from explorer.files import list_examples, load_example
from explorer.files.scenario_format import encode_scenario
from explorer.model import Experiment, Place, attend
from explorer.model.slips.mistakes import MISTAKES
from explorer.model.where import EVERYWHERE

SCALE, COLUMN = MISTAKES["scale-left-out"], MISTAKES["softmax-by-column"]
SMALL = [
    example.name
    for example in list_examples()
    if np.prod(load_example(example.name).inputs.shape) <= 40
]


@pytest.fixture
def three(qapp):
    return Session(load_example("three-positions"))


def change_value(session, number=50.0):
    return session.edit(edits.set_cells, "value", 2, 0, np.array([[number]]))


def test_outside_everything_is_as_ever(session):
    laboratory = session.laboratory
    assert not laboratory.is_on
    assert laboratory.heading == laboratory.obstacle == laboratory.problem == ""
    assert laboratory.right_trace is session.trace
    assert laboratory.right_result == session.derivation.result
    assert not session.comparing.is_comparing


def test_choosing_a_mistake_makes_it_and_keeps_the_right_numbers_beside_it(three):
    assert three.laboratory.choose(COLUMN)
    assert three.trace.weights.sum(axis=0) == pytest.approx(np.ones(3))
    assert three.laboratory.right_trace.weights.sum(axis=1) == pytest.approx(np.ones(3))
    assert three.laboratory.heading == "Deliberately wrong: Softmax over the column"
    assert three.laboratory.shows_wrong
    assert three.scenario.inputs.key is three.trace.arrays["key"]


def test_what_depends_on_no_mistake_is_not_computed_anew(three):
    before = three.trace
    three.laboratory.choose(COLUMN)
    for name in ("query", "key", "value", "scores", "scaled_scores"):
        assert three.trace.arrays[name] is before.arrays[name]


def test_leaving_at_once_leaves_no_trace_in_the_history(three):
    scenario = three.scenario
    three.laboratory.choose(COLUMN)
    assert three.is_modified
    three.laboratory.choose(SCALE)
    three.laboratory.leave()
    assert three.scenario is scenario
    assert not three.is_modified
    assert three.undo_stack.count() == 0


def test_choosing_one_after_the_other_is_one_entry_of_the_history(three):
    three.laboratory.choose(COLUMN)
    three.laboratory.choose(SCALE)
    assert three.undo_stack.undoText() == "make a mistake: The scale left out"
    three.undo_stack.undo()
    assert not three.laboratory.is_on
    three.undo_stack.redo()
    assert three.laboratory.slip is SCALE


def test_after_an_edit_leaving_is_an_entry_of_its_own_and_keeps_the_edit(three):
    three.laboratory.choose(COLUMN)
    change_value(three)
    three.laboratory.leave()
    assert three.scenario.value[2, 0] == 50
    assert not three.laboratory.is_on
    three.undo_stack.undo()
    assert three.laboratory.slip is COLUMN
    three.undo_stack.undo()
    assert three.scenario.value[2, 0] == 30


def test_a_mistake_chosen_after_an_edit_keeps_the_edit(three):
    three.laboratory.choose(COLUMN)
    change_value(three)
    three.laboratory.choose(SCALE)
    assert three.scenario.value[2, 0] == 50
    three.undo_stack.undo()
    assert three.laboratory.slip is COLUMN
    assert three.scenario.value[2, 0] == 50


def test_an_edit_moves_right_and_wrong_together(three):
    three.laboratory.choose(COLUMN)
    heard = []
    three.comparing.changed.connect(lambda: heard.append(three.laboratory.right_trace.output[2, 0]))
    change_value(three)
    right = attend(three.scenario.inputs)
    assert heard[-1] == right.output[2, 0]
    assert three.trace.output[2, 0] == pytest.approx(three.trace.weights[2] @ [10, 20, 50])


def test_a_mistake_that_can_no_longer_be_made_gives_right_numbers_and_says_why(qapp):
    session = Session(load_example("causal"))
    session.laboratory.choose(MISTAKES["mask-left-out"])
    session.edit(edits.set_mask, None, "remove the mask")
    laboratory = session.laboratory
    assert laboratory.is_on
    assert not laboratory.shows_wrong
    assert laboratory.obstacle == "there is neither a mask nor a bias"
    assert laboratory.heading == "Right after all, it cannot be made here: The mask left out"
    assert session.comparing.comparison is None
    assert session.comparing.mark_of("weights") == ""


def test_a_mistake_whose_numbers_grow_too_large_is_refused_by_its_name(qapp):
    session = Session(load_example("ten-thousands"))
    heard = []
    session.refused.connect(heard.append)
    assert not session.laboratory.choose(MISTAKES["exponential-not-divided"])
    assert "under “The exponential without the division”" in heard[0]
    assert "too large to store" in heard[0]
    assert not session.laboratory.is_on
    assert not session.is_modified


def test_the_right_calculation_takes_the_place_of_the_pin(three):
    three.comparing.pin("before")
    change_value(three)
    three.laboratory.choose(COLUMN)
    three.comparing.show(Showing.THEN)
    stage = three.laboratory.right_trace.stage("weights")
    view = three.comparing.view_of(stage)
    assert view.array is three.laboratory.right_trace.weights
    assert view.word == "right"
    three.laboratory.leave()
    three.comparing.show(Showing.THEN)
    assert three.comparing.comparison.before.scenario is three.scenario.pins[0].scenario


def test_only_tables_that_came_out_wrong_carry_the_mark(three):
    three.laboratory.choose(COLUMN)
    marks = {name: three.comparing.mark_of(name) for name in three.trace.arrays}
    heading = "Deliberately wrong: Softmax over the column"
    assert {name for name, mark in marks.items() if mark} == {"weights", "output"}
    assert set(marks.values()) == {"", heading}


def test_what_is_right_after_all_carries_no_mark(qapp):
    session = Session(load_example("causal"))
    session.laboratory.choose(MISTAKES["mask-after-softmax-renormalised"])
    assert not session.laboratory.shows_wrong
    assert session.laboratory.heading.startswith("Another way, and right:")
    assert session.comparing.mark_of("weights") == ""


def test_results_are_judged_by_the_right_calculation(three):
    three.go_to(Place("weights", 1, 2))
    right = three.derivation.result
    three.laboratory.choose(COLUMN)
    assert three.derivation.result == pytest.approx(0.848, abs=1e-3)
    assert three.laboratory.right_result == right


def test_a_cell_that_only_the_mistake_has_has_no_right_result(session):
    session.laboratory.choose(MISTAKES["keys-mixed"])
    session.go_to(Place("output", 0, 1))
    assert session.laboratory.right_result is None


def test_an_experiment_is_made_as_soon_as_it_is_opened(three, seed_scenario):
    three.load(replace(load_example("three-positions"), experiment=Experiment(COLUMN.name)), None)
    assert three.laboratory.slip is COLUMN
    assert not three.is_modified
    three.load(seed_scenario, None)
    assert not three.laboratory.is_on


def test_leaving_an_opened_experiment_is_an_edit(qapp):
    marked = replace(load_example("three-positions"), experiment=Experiment(COLUMN.name))
    session = Session(marked)
    session.laboratory.choose(SCALE)
    session.laboratory.leave()
    assert not session.laboratory.is_on
    assert session.is_modified
    session.undo_stack.undo()
    session.undo_stack.undo()
    assert session.laboratory.slip is COLUMN


# Where it takes long


def settle(qtbot, session):
    qtbot.waitUntil(lambda: not session.pending.is_busy)


def test_a_mistake_that_takes_long_is_shown_when_it_is_there_with_the_right_numbers(
    qtbot, three, work
):
    before, landed = three.trace, []
    three.changed.connect(lambda: landed.append(three.laboratory.is_landing))
    assert three.laboratory.choose(COLUMN)
    assert not three.laboratory.is_on
    assert three.trace is before
    work.let_go()
    settle(qtbot, three)
    assert three.laboratory.slip is COLUMN
    assert landed == [True]
    assert not three.laboratory.is_landing
    assert three.laboratory.right_trace.weights is before.weights
    change_value(three)
    work.let_go()
    settle(qtbot, three)
    assert landed == [True, False]
    right = attend(three.scenario.inputs)
    np.testing.assert_allclose(three.laboratory.right_trace.output, right.output, rtol=1e-12)
    assert threading.main_thread() not in work.threads


def test_of_mistakes_chosen_while_one_is_worked_out_the_newest_is_made(qtbot, three, work):
    for slip in (COLUMN, SCALE, MISTAKES["divided-by-d"]):
        three.laboratory.choose(slip)
    work.let_go(3)
    settle(qtbot, three)
    assert [scenario.experiment.slip for scenario in work.scenarios] == [
        COLUMN,
        MISTAKES["divided-by-d"],
    ]
    assert three.undo_stack.count() == 1
    three.laboratory.leave()
    settle(qtbot, three)
    assert three.undo_stack.count() == 0


def test_leaving_needs_no_time(qtbot, three, work):
    three.laboratory.choose(COLUMN)
    work.let_go()
    settle(qtbot, three)
    change_value(three)
    work.let_go()
    settle(qtbot, three)
    three.laboratory.leave()
    assert not three.laboratory.is_on
    np.testing.assert_allclose(three.trace.output, attend(three.scenario.inputs).output)
    assert three.trace.right is None


def test_leaving_before_the_mistake_is_there_leaves_nothing(qtbot, three, work):
    scenario = three.scenario
    three.laboratory.choose(COLUMN)
    work.wait()
    three.laboratory.leave()
    work.let_go()
    assert not three.pending.is_busy
    assert three.scenario is scenario
    assert not three.is_modified


def test_a_mistake_that_was_cancelled_can_be_chosen_again(qtbot, three, work):
    three.laboratory.choose(COLUMN)
    three.pending.cancel()
    three.laboratory.choose(COLUMN)
    work.let_go(2)
    settle(qtbot, three)
    assert three.laboratory.slip is COLUMN
    three.laboratory.leave()
    assert not three.is_modified


def test_an_edit_leads_from_right_and_wrong_to_right_and_wrong(three):
    """Each from its own numbers before, and the change is that of what is shown."""
    three.laboratory.choose(COLUMN)
    heard = []
    three.changed.connect(heard.append)
    change_value(three)
    three.laboratory.leave()
    edited, left = heard
    assert edited.arrays == {"value", "output"}
    assert left.arrays == {"weights", "output"}
    assert left.where["weights"] is EVERYWHERE


@settings(max_examples=40, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(
    example=st.sampled_from(SMALL),
    names=st.lists(st.sampled_from(list(MISTAKES)), min_size=1, max_size=4),
    edited=st.booleans(),
)
def test_turning_it_on_and_off_changes_nothing_in_the_file(qapp, example, names, edited):
    session = Session(load_example(example))
    plain = Session(load_example(example))
    for name in names:
        session.laboratory.choose(MISTAKES[name])
        if edited:
            for one in (session, plain):
                one.edit(edits.set_cells, "value", 0, 0, np.array([[float(len(name))]]))
    session.laboratory.leave()
    assert encode_scenario(session.scenario) == encode_scenario(plain.scenario)
    assert (session.trace.output == plain.trace.output).all()
    assert session.is_modified == plain.is_modified or edited
