"""The one mutable object: edits, undo, gestures, steps, files and the open editor."""

from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from explorer.app.change import Change
from explorer.app.edits import (
    describe_document,
    insert,
    remove,
    rename,
    set_cells,
    set_mask,
    set_scale,
    set_softcap,
)
from explorer.app.session import Session
from explorer.files.scenario_format import encode_scenario
from explorer.model import Granularity, InputError, Place, Region, Scenario, attend
from explorer.model.masks import CausalMask, CellMask
from explorer.model.places import Axis


class Recorder:
    """What a session says, in the order in which it says it."""

    def __init__(self, session):
        self.changes: list[Change] = []
        self.refusals: list[str] = []
        self.steps: list[Place] = []
        self.documents: list[bool] = []
        session.changed.connect(self.changes.append)
        session.refused.connect(self.refusals.append)
        session.step_changed.connect(lambda: self.steps.append(session.step))
        session.document_changed.connect(lambda: self.documents.append(session.is_modified))


@pytest.fixture
def said(session):
    return Recorder(session)


def put(session_or_gesture, number, array="value", row=2, column=0):
    return session_or_gesture.edit(set_cells, array, row, column, np.array([[number]]))


def value_three(session):
    return session.scenario.value[2, 0]


def test_a_new_session_is_unmodified_at_the_first_step_with_nothing_to_undo(session):
    assert session.trace.output.tolist() == [[20.0]]
    assert session.step == Place("scores", 0, 0)
    assert session.position == 0
    assert session.path is None
    assert not session.is_modified
    assert not session.undo_stack.canUndo()


def test_an_edit_makes_a_new_scenario_a_new_trace_and_one_undo_entry(session):
    before = session.scenario
    assert put(session, 50.0)
    assert session.scenario is not before
    assert session.trace.output[0, 0] == pytest.approx(28.022, abs=5e-4)
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "set V₃,₁ to 50"


def test_an_edit_is_told_once_with_what_it_changed(session, said):
    put(session, 50.0)
    assert said.changes == [Change(frozenset({"value", "output"}), False, False, False)]
    assert said.refusals == []


def test_when_a_change_is_told_the_session_shows_the_new_state(session):
    seen = []
    session.changed.connect(lambda _: seen.append((value_three(session), session.is_modified)))
    put(session, 50.0)
    assert seen[0][0] == 50.0


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        (set_cells, ("value", 2, 0, np.array([[30.0]]))),
        (rename, (Axis.SOURCES, 0, "Source 1")),
        (set_scale, ("sqrt_d",)),
        (set_softcap, (None,)),
        (describe_document, ("One query, three sources", "")),
    ],
)
def test_an_edit_that_changes_nothing_is_no_undo_entry(session, said, operation, arguments):
    assert session.edit(operation, *arguments)
    assert session.undo_stack.count() == 0
    assert said.changes == []


@pytest.mark.parametrize(
    ("operation", "arguments", "why"),
    [
        (set_cells, ("value", 0, 0, np.array([[np.nan]])), "value[0][0]: expected a finite number"),
        (set_cells, ("key", 2, 1, np.ones((1, 2))), "key: expected 3 × 2"),
        (remove, (Axis.QUERIES, [0]), "query: expected at least one to stay"),
        (set_softcap, (-1.0,), "softcap: expected a number above 0"),
        (set_softcap, (float("nan"),), "softcap: expected a finite number"),
        (set_scale, (float("nan"),), "scale: expected a finite number"),
        (set_scale, (float("inf"),), "scale: expected a finite number"),
    ],
)
def test_an_edit_that_cannot_be_is_refused_and_changes_nothing(
    session, said, operation, arguments, why
):
    before = session.scenario, session.trace
    assert session.edit(operation, *arguments) is False
    (refusal,) = said.refusals
    assert refusal.startswith(why)
    assert (session.scenario, session.trace) == before
    assert session.undo_stack.count() == 0
    assert said.changes == []


def test_an_edit_whose_calculation_grows_too_large_is_refused(session, said):
    put(session, 1e200, "key", 0, 0)
    before = session.scenario, session.trace
    assert put(session, 1e200, "query", 0, 0) is False
    assert said.refusals == [
        "Score of Query 1 and Source 1: expected a result below 1.8e+308, "
        "found one too large to store"
    ]
    assert (session.scenario, session.trace) == before
    assert session.undo_stack.count() == 1


def test_a_mistake_in_an_operation_is_raised_and_leaves_no_undo_entry(session):
    def broken(scenario):
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        session.edit(broken)
    assert session.undo_stack.count() == 0


def test_undo_and_redo_show_the_scenarios_of_before_and_after_to_the_bit(session, said):
    before = encode_scenario(session.scenario)
    put(session, 50.0)
    after = encode_scenario(session.scenario)
    session.undo_stack.undo()
    assert encode_scenario(session.scenario) == before
    assert session.trace.output.tolist() == [[20.0]]
    session.undo_stack.redo()
    assert encode_scenario(session.scenario) == after
    assert session.trace.output[0, 0] == pytest.approx(28.022, abs=5e-4)
    assert said.changes == [Change(frozenset({"value", "output"}), False, False, False)] * 3


def test_separate_edits_of_one_cell_are_separate_undo_entries(session):
    put(session, 40.0)
    put(session, 50.0)
    session.undo_stack.undo()
    assert value_three(session) == 40.0


def test_a_trace_shares_what_does_not_depend_on_the_edit(session):
    weights = session.trace.weights
    put(session, 50.0)
    assert session.trace.weights is weights
    session.undo_stack.undo()
    assert session.trace.weights is weights


ONE_SOURCE = CellMask(np.array([[True, False, False]]))


@pytest.mark.parametrize(
    ("there", "back"),
    [
        ((set_mask, CausalMask(), "mask"), (set_mask, None, "no mask")),
        ((set_mask, ONE_SOURCE, "mask"), (set_mask, None, "no mask")),
        ((set_softcap, 0.1), (set_softcap, None)),
        ((set_scale, "none"), (set_scale, "sqrt_d")),
    ],
)
@pytest.mark.parametrize("others", [{}, {"softcap": 0.5}, {"mask": ONE_SOURCE}])
def test_what_is_switched_on_and_off_again_leaves_no_number_behind(
    qapp, seed_scenario, there, back, others
):
    """A stage reads another table when the one before it comes or goes, and is computed anew."""
    session = Session(replace(seed_scenario, **others))
    session.edit(*there)
    session.edit(*back)
    for turn in (session.undo_stack.undo, session.undo_stack.undo, session.undo_stack.redo):
        fresh = attend(session.scenario.inputs)
        assert session.trace.stages == fresh.stages
        for name, array in fresh.arrays.items():
            assert session.trace.arrays[name].tobytes() == array.tobytes(), name
        turn()


def test_marks_and_walk_are_the_same_objects_while_no_other_cells_are_marked(session):
    session.go_to(Place("weights", 0, 1))
    marks = session.marks
    session.edit(set_cells, "query", 0, 0, np.array([[3.5]]))
    assert session.marks is marks
    assert session.walk is session.walk
    session.go_to(Place("weights", 0, 2))
    assert session.marks != marks


class TestGesture:
    """A drag or typing: many edits, one undo entry."""

    def test_many_edits_become_one_undo_entry_named_by_the_last(self, session, said):
        start = encode_scenario(session.scenario)
        gesture = session.gesture()
        for number in (31.0, 32.0, 33.0):
            assert put(gesture, number)
            assert value_three(session) == number
        assert len(said.changes) == 3
        assert session.undo_stack.count() == 1
        assert session.undo_stack.undoText() == "set V₃,₁ to 33"
        session.undo_stack.undo()
        assert encode_scenario(session.scenario) == start

    def test_each_edit_starts_from_where_the_gesture_began(self, session):
        gesture = session.gesture()
        put(gesture, 31.0, row=0)
        put(gesture, 32.0, row=1)
        assert session.scenario.value.tolist() == [[10.0], [32.0], [30.0]]

    def test_two_gestures_are_two_undo_entries(self, session):
        put(session.gesture(), 31.0)
        put(session.gesture(), 32.0)
        assert session.undo_stack.count() == 2

    def test_a_gesture_that_is_cancelled_leaves_nothing(self, session):
        start = session.scenario
        gesture = session.gesture()
        put(gesture, 31.0)
        put(gesture, 32.0)
        gesture.cancel()
        assert session.scenario is start
        assert session.undo_stack.count() == 0
        assert not session.is_modified

    def test_a_gesture_that_ends_where_it_began_leaves_nothing(self, session):
        start = session.scenario
        gesture = session.gesture()
        put(gesture, 31.0)
        put(gesture, 30.0)
        assert session.scenario is start
        assert session.undo_stack.count() == 0
        assert not session.is_modified

    def test_a_gesture_goes_on_after_it_was_back_where_it_began(self, session):
        gesture = session.gesture()
        for number in (31.0, 30.0, 32.0, 33.0):
            put(gesture, number)
        assert value_three(session) == 33.0
        assert session.undo_stack.count() == 1
        session.undo_stack.undo()
        assert value_three(session) == 30.0

    def test_cancelling_what_has_not_begun_does_nothing(self, session, said):
        gesture = session.gesture()
        put(gesture, 30.0)
        gesture.cancel()
        gesture.cancel()
        assert said.changes == []
        assert session.undo_stack.count() == 0

    def test_what_is_refused_in_between_leaves_the_last_number(self, session, said):
        gesture = session.gesture()
        put(gesture, 31.0)
        assert put(gesture, float("inf")) is False
        assert value_three(session) == 31.0
        assert len(said.refusals) == 1
        gesture.cancel()
        assert session.undo_stack.count() == 0

    def test_an_earlier_entry_survives_a_cancelled_gesture(self, session):
        put(session, 40.0)
        gesture = session.gesture()
        put(gesture, 41.0)
        gesture.cancel()
        assert session.undo_stack.count() == 1
        assert value_three(session) == 40.0
        session.undo_stack.undo()
        assert value_three(session) == 30.0

    def test_saving_within_a_gesture_keeps_the_saved_state_reachable(self, session, tmp_path):
        gesture = session.gesture()
        put(gesture, 31.0)
        session.mark_saved(tmp_path / "a.attn")
        put(gesture, 32.0)
        put(gesture, 33.0)
        assert session.is_modified
        assert session.undo_stack.count() == 2
        session.undo_stack.undo()
        assert value_three(session) == 31.0
        assert not session.is_modified
        session.undo_stack.undo()
        assert value_three(session) == 30.0
        assert session.is_modified

    def test_a_gesture_after_a_save_is_cancelled_back_to_the_saved_state(self, session, tmp_path):
        put(session, 40.0)
        session.mark_saved(tmp_path / "a.attn")
        gesture = session.gesture()
        put(gesture, 41.0)
        assert session.is_modified
        gesture.cancel()
        assert not session.is_modified
        assert value_three(session) == 40.0

    def test_cancelling_after_the_gesture_was_undone_leaves_nothing(self, session):
        gesture = session.gesture()
        put(gesture, 31.0)
        session.undo_stack.undo()
        gesture.cancel()
        assert value_three(session) == 30.0
        assert not session.undo_stack.canUndo()

    def test_cancelling_after_more_than_the_gesture_was_undone_leaves_what_is_shown(self, session):
        put(session, 40.0)
        gesture = session.gesture()
        put(gesture, 41.0)
        session.undo_stack.undo()
        session.undo_stack.undo()
        gesture.cancel()
        assert value_three(session) == 30.0
        assert session.undo_stack.redoText() == "set V₃,₁ to 40"


class TestSteps:
    """The step stays where it is, as far as there is such a cell."""

    def test_an_edit_of_the_same_shape_leaves_the_step(self, session, said):
        session.go_to(Place("weights", 0, 2))
        put(session, 50.0)
        assert session.step == Place("weights", 0, 2)
        assert said.steps == [Place("weights", 0, 2)]

    @pytest.mark.parametrize(
        ("array", "column", "removed", "shown"),
        [
            ("weights", 2, [2], Place("weights", 0, 1)),
            ("weights", 2, [0, 1], Place("weights", 0, 0)),
            ("weights", 0, [2], Place("weights", 0, 0)),
            ("output", 0, [2], Place("output", 0, 0)),
        ],
    )
    def test_a_step_whose_cell_is_gone_moves_to_the_closest(
        self, session, said, array, column, removed, shown
    ):
        session.go_to(Place(array, 0, column))
        said.steps.clear()
        session.edit(remove, Axis.SOURCES, removed)
        assert session.step == shown
        assert said.steps == ([shown] if shown.column != column else [])

    def test_a_step_whose_stage_is_gone_moves_to_the_first(self, session):
        session.edit(set_softcap, 5.0)
        session.go_to(Place("capped_scores", 0, 1))
        session.edit(set_softcap, None)
        assert session.step == Place("scores", 0, 0)
        session.undo_stack.undo()
        assert "capped_scores" in session.trace.arrays

    @pytest.mark.parametrize("granularity", Granularity)
    def test_every_position_of_the_walk_can_be_gone_to(self, session, granularity):
        session.set_granularity(granularity)
        for position in range(len(session.walk)):
            session.go_to_position(position)
            assert session.position == position
            assert session.step == session.walk[position].place
            assert session.derivation.place == session.step
            assert session.marks.result.contains(session.step)

    def test_positions_beyond_the_ends_are_the_ends(self, session):
        session.go_to_position(10**6)
        assert session.position == len(session.walk) - 1
        session.go_to_position(-5)
        assert session.position == 0

    def test_going_where_one_is_tells_nothing(self, session, said):
        session.go_to(session.step)
        session.go_to_position(0)
        session.set_granularity(session.granularity)
        assert said.steps == []

    def test_steps_are_no_changes_of_the_document(self, session, said):
        session.go_to(Place("output", 0, 0))
        session.set_granularity(Granularity.TERM)
        session.follow(Place("weights", 0, 1))
        session.go_back()
        assert not session.undo_stack.canUndo()
        assert said.changes == []
        assert not session.is_modified

    def test_the_stage_of_a_part_is_the_one_it_belongs_to(self, session):
        session.go_to(Place("row_maximum", 0, 0))
        assert session.step == Place("row_maximum", 0, 0)
        assert session.stage.name == "weights"

    def test_a_step_covers_as_much_as_the_granularity_says(self, session):
        session.go_to(Place("weights", 0, 0))
        regions = {}
        for granularity in Granularity:
            session.set_granularity(granularity)
            session.go_to(Place("weights", 0, 0))
            regions[granularity] = session.marks.result
        cell = Region("weights", 0, 0)
        assert regions == {
            Granularity.STAGE: Region("weights"),
            Granularity.READER: Region("weights", 0),
            Granularity.CELL: cell,
            Granularity.TERM: cell,
        }

    def test_a_product_that_is_gone_is_the_last_that_is_left(self, session):
        session.set_granularity(Granularity.TERM)
        session.go_to_position(session.walk.position(Place("output", 0, 0), 2))
        assert session.term == 2
        session.edit(remove, Axis.SOURCES, [2])
        assert session.term == 1
        session.edit(remove, Axis.SOURCES, [1])
        assert session.step == Place("output", 0, 0)
        assert session.derivation.result == session.trace.output[0, 0]


class TestDocument:
    """Files: what counts as modified, and what a load forgets."""

    def test_undo_back_to_the_saved_state_is_unmodified(self, session, tmp_path):
        put(session, 40.0)
        session.mark_saved(tmp_path / "a.attn")
        assert session.path == tmp_path / "a.attn"
        assert not session.is_modified
        put(session, 50.0)
        assert session.is_modified
        session.undo_stack.undo()
        assert not session.is_modified
        session.undo_stack.undo()
        assert session.is_modified
        session.undo_stack.redo()
        assert not session.is_modified

    def test_an_edit_of_the_cell_that_was_just_saved_is_modified(self, session, tmp_path):
        put(session, 40.0)
        session.mark_saved(tmp_path / "a.attn")
        put(session, 41.0)
        session.undo_stack.undo()
        put(session, 42.0)
        assert session.is_modified
        session.undo_stack.undo()
        assert not session.is_modified

    def test_a_saved_state_that_can_no_longer_be_reached_leaves_it_modified(
        self, session, tmp_path
    ):
        put(session, 40.0)
        session.mark_saved(tmp_path / "a.attn")
        session.undo_stack.undo()
        put(session, 41.0)
        session.undo_stack.undo()
        assert session.is_modified

    def test_the_unsaved_mark_is_told_when_it_changes_and_not_at_each_edit(
        self, session, said, tmp_path
    ):
        put(session, 40.0)
        put(session, 50.0)
        assert said.documents == [True]
        session.mark_saved(tmp_path / "a.attn")
        assert said.documents[-1] is False

    def test_the_first_save_tells_the_path_even_if_nothing_was_changed(
        self, session, said, tmp_path
    ):
        session.mark_saved(tmp_path / "a.attn")
        assert said.documents == [False]

    def test_a_load_forgets_history_and_step_and_is_unmodified(self, session, said, mix):
        put(session, 50.0)
        session.go_to(Place("output", 0, 0))
        session.follow(Place("weights", 0, 2))
        session.load(mix, Path("mix.attn"))
        assert session.scenario is mix
        assert session.path == Path("mix.attn")
        assert not session.undo_stack.canUndo()
        assert not session.undo_stack.canRedo()
        assert not session.is_modified
        assert not session.can_go_back
        assert session.step == Place("weights", 0, 0)
        assert said.changes[-1].structure
        assert said.documents[-1] is False

    def test_a_load_of_the_same_stages_starts_at_the_first_step_too(self, session, seed_scenario):
        session.go_to(Place("output", 0, 0))
        session.load(seed_scenario, None)
        assert session.step == Place("scores", 0, 0)
        assert session.path is None

    def test_a_load_that_cannot_be_calculated_leaves_everything(self, session, said, seed_scenario):
        put(session, 50.0)
        before = session.scenario
        large = np.full((1, 2), 1e200)
        impossible = Scenario(
            query=large,
            key=large,
            value=np.ones((1, 1)),
            queries=("Query 1",),
            sources=("Source 1",),
        )
        with pytest.raises(InputError, match="too large to store"):
            session.load(impossible, Path("large.attn"))
        assert session.scenario is before
        assert session.path is None
        assert session.undo_stack.canUndo()
        assert said.documents == [True]

    @pytest.mark.parametrize("granularity", Granularity)
    def test_a_load_at_any_granularity_shows_a_step_of_the_new_walk(
        self, session, mix, granularity
    ):
        session.set_granularity(granularity)
        session.go_to_position(len(session.walk) - 1)
        session.load(mix, None)
        assert session.position == 0
        assert session.marks.result.contains(session.step)
        assert session.derivation.place == session.step

    @pytest.fixture
    def mix(self):
        """A weighted mix: no query, no key, no scores."""
        return Scenario(
            weights=np.array([[0.25, 0.75]]),
            value=np.array([[1.0, 2.0], [3.0, 4.0]]),
            queries=("reader",),
            sources=("a", "b"),
        )


class TestOpenEditor:
    """A cell editor that is open is asked before anything reads the document."""

    def test_without_an_editor_there_is_nothing_to_settle(self, session):
        assert not session.is_editing
        assert session.settle()

    @pytest.mark.parametrize("holds_a_number", [True, False])
    def test_settling_asks_the_editor(self, session, holds_a_number):
        asked = []

        def settle():
            asked.append(True)
            return holds_a_number

        session.register_editor(settle)
        assert session.is_editing
        assert session.settle() is holds_a_number
        assert asked == [True]

    def test_a_closed_editor_is_not_asked(self, session):
        session.register_editor(lambda: False)
        session.register_editor(None)
        assert not session.is_editing
        assert session.settle()

    def test_a_load_closes_the_editor_for_the_session(self, session, seed_scenario):
        session.register_editor(lambda: False)
        session.load(seed_scenario, None)
        assert not session.is_editing


def test_two_sessions_know_nothing_of_each_other(qapp, seed_scenario):
    first, second = Session(seed_scenario), Session(seed_scenario)
    put(first, 50.0)
    assert value_three(second) == 30.0
    assert not second.undo_stack.canUndo()


def test_growing_and_shrinking_keeps_trace_and_scenario_of_one_size(session):
    session.edit(insert, Axis.QUERIES, 1, 2)
    session.edit(insert, Axis.SOURCES, 0)
    assert session.trace.weights.shape == (3, 4)
    assert session.trace.output.tolist() == attend(session.scenario.inputs).output.tolist()
    session.undo_stack.undo()
    session.undo_stack.undo()
    assert session.trace.output.tolist() == [[20.0]]
