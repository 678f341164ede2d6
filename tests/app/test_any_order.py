"""Whatever someone does in whatever order, numbers, history and files stay true."""

from pathlib import Path

import numpy as np
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays
from hypothesis.stateful import (
    RuleBasedStateMachine,
    initialize,
    invariant,
    precondition,
    rule,
    run_state_machine_as_test,
)

from explorer.app.bias_edits import add_bias, penalise_distance, remove_bias
from explorer.app.edits import (
    describe_document,
    duplicate,
    insert,
    move,
    paste,
    remove,
    rename,
    set_cells,
    set_mask,
    set_scale,
    set_softcap,
)
from explorer.app.mask_edits import invert_mask, paint_cells, paint_readers, paint_sources
from explorer.app.pin_edits import pin_state, rename_pin, swap, unpin
from explorer.app.session import Session
from explorer.app.stage_view import Showing
from explorer.app.text_edits import (
    PositionVectors,
    keep_queries_keys_values,
    keep_vectors,
    set_position_vectors,
    set_projection_biases,
    set_tokens,
)
from explorer.app.weight_edits import (
    let_softmax_take_over,
    move_share,
    normalise,
    take_over_by_hand,
)
from explorer.files.scenario_format import decode_scenario, encode_scenario
from explorer.model import Granularity, Scenario, attend
from explorer.model.comparison.sentences import sentences
from explorer.model.masks import CausalMask, CellMask, WindowMask
from explorer.model.places import Axis
from explorer.model.scenario import ARRAY_AXES, default_names

AXES = (
    Axis.QUERIES,
    Axis.SOURCES,
    Axis.COMPONENTS,
    Axis.VALUE_COMPONENTS,
    Axis.POSITIONS,
    Axis.MODEL_COMPONENTS,
    Axis.VOCABULARY,
)
LARGEST = 6
"""Rows or columns up to which tables grow."""

NUMBERS = st.floats(-1e3, 1e3) | st.sampled_from([0.0, -0.0, 1.0, 1e150, -1e150])
BLOCKS = arrays.arrays(np.float64, st.tuples(*[st.integers(1, 2)] * 2), elements=NUMBERS)
SHARES = st.floats(0, 1, exclude_max=True)
"""Picks one of a number of things that is known only when the rule runs."""


def picked(share, count):
    return int(share * count)


class AnyOrder(RuleBasedStateMachine):
    """A session, and what it must look like: the bytes of every state of its history."""

    @initialize(
        n_query=st.integers(1, 3),
        n_key=st.integers(1, 3),
        d=st.integers(0, 2),
        has_bias=st.booleans(),
        has_weights=st.booleans(),
        kind=st.sampled_from(["typed in", "vectors", "tokens"]),
    )
    def start(self, n_query, n_key, d, has_bias, has_weights, kind):
        numbers = np.random.default_rng(7)

        def matrix(rows, columns):
            return numbers.normal(size=(rows, columns)).round(2)

        def text():
            names = ("the", "cat", "the")[:n_key]
            vectors = {"embeddings": matrix(n_key, n_query)}
            if kind == "tokens":
                vectors = {"vocabulary": matrix(2, n_query), "entries": ("the", "cat")}
            return Scenario(
                **vectors,
                query_projection=matrix(n_query, d + 1),
                key_projection=matrix(n_query, d + 1),
                value_projection=matrix(n_query, 2),
                value_bias=matrix(1, 2) if has_weights else None,
                bias=matrix(n_key, n_key) if has_bias else None,
                queries=names,
                sources=names,
            )

        def typed_in():
            return Scenario(
                query=matrix(n_query, d) if d else None,
                key=matrix(n_key, d) if d else None,
                value=matrix(n_key, 2),
                bias=matrix(n_query, n_key) if has_bias else None,
                weights=matrix(n_query, n_key) if has_weights or not d else None,
                queries=default_names("Query", n_query),
                sources=default_names("Source", n_key),
            )

        self.session = Session(typed_in() if kind == "typed in" else text())
        self.states = [encode_scenario(self.session.scenario)]
        self.at = 0
        self.saved_at = 0
        self.refusals = 0
        self.seen = dict(self.session.trace.arrays)
        self.session.changed.connect(self.see)
        self.session.refused.connect(self.count_refusal)

    def see(self, change):
        """A view that takes over only the arrays a change names."""
        for name in change.arrays:
            self.seen[name] = self.session.trace.arrays.get(name)

    def count_refusal(self, why):
        assert why
        self.refusals += 1

    def pick_axis(self, share):
        axes = [axis for axis in AXES if self.session.scenario.size(axis)]
        return axes[picked(share, len(axes))]

    def pick_array(self, share):
        names = [name for name in ARRAY_AXES if getattr(self.session.scenario, name) is not None]
        return names[picked(share, len(names))]

    def edit(self, operation, *arguments, by=None):
        """Edit the session, and note the state that must stand in its history."""
        before, refusals = self.session.scenario, self.refusals
        made = (by or self.session).edit(operation, *arguments)
        assert made == (self.refusals == refusals)
        if not made:
            assert self.session.scenario is before
        return made

    def note(self, before):
        """A new state follows the one that was shown; those that were undone are gone."""
        if self.session.scenario is before:
            return
        if self.saved_at > self.at:
            self.saved_at = -1
        self.at += 1
        self.states[self.at :] = [encode_scenario(self.session.scenario)]

    def edit_once(self, operation, *arguments):
        before = self.session.scenario
        self.edit(operation, *arguments)
        self.note(before)

    @rule(array=SHARES, row=SHARES, column=SHARES, number=NUMBERS)
    def change_a_cell(self, array, row, column, number):
        name = self.pick_array(array)
        rows, columns = getattr(self.session.scenario, name).shape
        cell = picked(row, rows), picked(column, columns)
        self.edit_once(set_cells, name, *cell, np.array([[number]]))

    @rule(array=SHARES, row=SHARES, column=SHARES, numbers=st.lists(NUMBERS, max_size=4))
    def drag_a_cell(self, array, row, column, numbers):
        name = self.pick_array(array)
        rows, columns = getattr(self.session.scenario, name).shape
        cell = picked(row, rows), picked(column, columns)
        before, gesture = self.session.scenario, self.session.gesture()
        for number in numbers:
            self.edit(set_cells, name, *cell, np.array([[number]]), by=gesture)
        went_away = self.session.undo_stack.index() > self.at
        self.note(before)
        if self.session.scenario is before and self.saved_at > self.at:
            # the drag came back to where it began, but on its way it cut off what was undone
            self.saved_at = -1 if not self.session.undo_stack.canRedo() else self.saved_at
        assert went_away == (self.session.scenario is not before)
        if not self.session.undo_stack.canRedo():
            del self.states[self.at + 1 :]

    @rule(array=SHARES, row=SHARES, column=SHARES, block=BLOCKS)
    def paste_a_block(self, array, row, column, block):
        name = self.pick_array(array)
        rows, columns = getattr(self.session.scenario, name).shape
        if max(rows, columns) < LARGEST:
            self.edit_once(paste, name, picked(row, rows), picked(column, columns), block)

    @rule(axis=SHARES, at=SHARES, count=st.integers(1, 2))
    def insert_some(self, axis, at, count):
        axis = self.pick_axis(axis)
        size = self.session.scenario.size(axis)
        if size + count <= LARGEST:
            self.edit_once(insert, axis, picked(at, size + 1), count)

    @rule(axis=SHARES, index=SHARES, more=st.booleans())
    def remove_some(self, axis, index, more):
        axis = self.pick_axis(axis)
        size = self.session.scenario.size(axis)
        first = picked(index, size)
        self.edit_once(remove, axis, {first, (first + 1) % size} if more else {first})

    @rule(axis=SHARES, index=SHARES, to=SHARES)
    def move_one(self, axis, index, to):
        axis = self.pick_axis(axis)
        size = self.session.scenario.size(axis)
        self.edit_once(move, axis, picked(index, size), picked(to, size))

    @rule(axis=SHARES, index=SHARES)
    def duplicate_one(self, axis, index):
        axis = self.pick_axis(axis)
        size = self.session.scenario.size(axis)
        if size < LARGEST:
            self.edit_once(duplicate, axis, picked(index, size))

    @rule(
        axis=st.sampled_from([Axis.QUERIES, Axis.SOURCES, Axis.POSITIONS, Axis.VOCABULARY]),
        index=SHARES,
        name=st.sampled_from(["the", "cat", "dog"]) | st.text(max_size=5),
    )
    def rename_one(self, axis, index, name):
        size = self.session.scenario.size(axis)
        if size and self.session.scenario.size(Axis.VOCABULARY) < LARGEST:
            self.edit_once(rename, axis, picked(index, size), name)

    @rule(tokens=st.lists(st.sampled_from(["the", "cat", "dog"]), max_size=4))
    def type_a_text(self, tokens):
        self.edit_once(set_tokens, tokens)

    @rule(kind=st.sampled_from(PositionVectors))
    def choose_position_vectors(self, kind):
        self.edit_once(set_position_vectors, kind)

    @rule(present=st.booleans())
    def choose_bias_vectors(self, present):
        self.edit_once(set_projection_biases, present)

    @rule(operation=st.sampled_from([keep_vectors, keep_queries_keys_values]), share=SHARES)
    def convert_downwards(self, operation, share):
        if share < 0.1:  # there is no way back but undo
            self.edit_once(operation)

    @rule(scale=st.sampled_from(["sqrt_d", "none", 0.5, 0.0, -1.0, float("nan"), 1e300]))
    def choose_a_scale(self, scale):
        self.edit_once(set_scale, scale)

    @rule(softcap=st.sampled_from([None, 0.5, 30.0, 0.0, -1.0, float("inf")]))
    def choose_a_softcap(self, softcap):
        self.edit_once(set_softcap, softcap)

    @rule(mask=st.sampled_from([None, CausalMask(), WindowMask(1, 0), WindowMask(0, None)]))
    def choose_a_mask(self, mask):
        self.edit_once(set_mask, mask, "mask")

    @rule(bits=st.integers(0, 2 ** (LARGEST * LARGEST) - 1))
    def block_some_cells(self, bits):
        shape = self.session.scenario.inputs.shape
        cells = np.array([bits >> cell & 1 for cell in range(shape[0] * shape[1])], dtype=bool)
        self.edit_once(set_mask, CellMask(cells.reshape(shape)), "mask")

    @rule(bits=st.integers(0, 2 ** (LARGEST * LARGEST) - 1), allow=st.booleans())
    def paint_some_cells(self, bits, allow):
        shape = self.session.scenario.inputs.shape
        cells = np.array([bits >> cell & 1 for cell in range(shape[0] * shape[1])], dtype=bool)
        self.edit_once(paint_cells, cells.reshape(shape), allow)

    @rule(share=SHARES, allow=st.booleans(), paint=st.sampled_from([paint_sources, paint_readers]))
    def paint_a_row_or_column(self, share, allow, paint):
        count = self.session.scenario.inputs.shape[paint is paint_sources]
        self.edit_once(paint, [picked(share, count)], allow)

    @rule(operation=st.sampled_from([invert_mask, add_bias, remove_bias, take_over_by_hand]))
    def change_the_way_of_the_scores(self, operation):
        self.edit_once(operation)

    @rule(slope=st.sampled_from([0.5, 0.0, -1.0, 1e308]))
    def penalise_the_distance(self, slope):
        self.edit_once(penalise_distance, slope)

    @rule()
    def give_the_weights_back(self):
        self.edit_once(let_softmax_take_over)

    @rule(row=SHARES, left=SHARES, wanted=NUMBERS)
    def move_a_share(self, row, left, wanted):
        readers, sources = self.session.scenario.inputs.shape
        if sources > 1:
            handle = picked(left, sources - 1)
            self.edit_once(move_share, picked(row, readers), handle, handle + 1, wanted)

    @rule(row=SHARES)
    def normalise_a_row(self, row):
        self.edit_once(normalise, [picked(row, self.session.scenario.inputs.shape[0])])

    @rule(title=st.text(max_size=5))
    def give_a_title(self, title):
        self.edit_once(describe_document, title, "notes")

    @rule(name=st.sampled_from("AB"))
    def pin_the_state(self, name):
        self.edit_once(pin_state, name)

    @precondition(lambda self: self.session.scenario.pins)
    @rule(index=SHARES, operation=st.sampled_from([unpin, swap]))
    def unpin_or_swap(self, index, operation):
        self.edit_once(operation, picked(index, len(self.session.scenario.pins)))

    @precondition(lambda self: self.session.scenario.pins)
    @rule(index=SHARES, name=st.text(max_size=5))
    def rename_a_pin(self, index, name):
        self.edit_once(rename_pin, picked(index, len(self.session.scenario.pins)), name)

    @rule(showing=st.sampled_from(Showing))
    def show_then_now_or_the_difference(self, showing):
        self.session.comparing.show(showing)

    @rule()
    def cancel_a_drag(self):
        before, count = self.session.scenario, self.session.undo_stack.count()
        if count == self.at:  # nothing ahead that the drag would cut off
            gesture = self.session.gesture()
            name = self.pick_array(0)
            self.edit(set_cells, name, 0, 0, np.array([[123.0]]), by=gesture)
            gesture.cancel()
            assert self.session.scenario is before
            assert self.session.undo_stack.count() == count

    @precondition(lambda self: self.at > 0)
    @rule()
    def undo(self):
        assert self.session.undo_stack.canUndo()
        self.session.undo_stack.undo()
        self.at -= 1

    @precondition(lambda self: self.at < len(self.states) - 1)
    @rule()
    def redo(self):
        assert self.session.undo_stack.canRedo()
        self.session.undo_stack.redo()
        self.at += 1

    @rule()
    def undo_everything_and_redo_it(self):
        for _ in range(self.at):
            self.session.undo_stack.undo()
        assert not self.session.undo_stack.canUndo()
        assert encode_scenario(self.session.scenario) == self.states[0]
        for _ in range(self.at):
            self.session.undo_stack.redo()

    @rule()
    def save(self):
        self.session.mark_saved(Path("any.attn"))
        self.saved_at = self.at

    @rule(granularity=st.sampled_from(Granularity), position=SHARES)
    def go_somewhere(self, granularity, position):
        self.session.set_granularity(granularity)
        at = picked(position, len(self.session.walk))
        self.session.go_to_position(at)
        assert self.session.position == at

    @invariant()
    def the_history_holds_the_states_it_went_through(self):
        assert encode_scenario(self.session.scenario) == self.states[self.at]
        assert self.session.undo_stack.index() == self.at
        assert self.session.undo_stack.count() == len(self.states) - 1
        assert self.session.is_modified == (self.at != self.saved_at)

    @invariant()
    def shapes_and_names_agree(self):
        scenario, trace = self.session.scenario, self.session.trace
        for name, axes in ARRAY_AXES.items():
            array = getattr(scenario, name)
            assert array is None or array.shape == tuple(map(scenario.size, axes))
        for stage in trace.stages:
            assert trace.arrays[stage.name].shape == tuple(map(scenario.size, stage.axes))
        for axis in Axis:
            assert len(scenario.names(axis)) == scenario.size(axis)
        assert trace.inputs.allowed is None or trace.inputs.allowed.shape == scenario.inputs.shape

    @invariant()
    def the_trace_is_that_of_a_fresh_calculation(self):
        trace, fresh = self.session.trace, attend(self.session.scenario.inputs)
        assert trace.stages == fresh.stages
        assert trace.arrays.keys() == fresh.arrays.keys()
        for name, array in fresh.arrays.items():
            np.testing.assert_allclose(trace.arrays[name], array, rtol=1e-12, atol=1e-12)

    @invariant()
    def a_view_that_repaints_what_a_change_names_is_up_to_date(self):
        shown = {name: array for name, array in self.seen.items() if array is not None}
        assert shown.keys() == self.session.trace.arrays.keys()
        assert all(shown[name] is array for name, array in self.session.trace.arrays.items())

    @invariant()
    def a_file_of_it_reads_back_exactly(self):
        data = encode_scenario(self.session.scenario)
        again = decode_scenario(data)
        assert encode_scenario(again) == data
        for name in ARRAY_AXES:
            mine, read = getattr(self.session.scenario, name), getattr(again, name)
            assert (mine is None) == (read is None)
            assert mine is None or mine.tobytes() == read.tobytes()

    @invariant()
    def whatever_is_compared_can_be_told_and_shown(self):
        comparing = self.session.comparing
        assert comparing.baseline is None or comparing.baseline in self.session.scenario.pins
        if comparing.comparison is not None:
            assert all(sentence.text for sentence in sentences(comparing.comparison, 3))
        for stage in comparing.shown.trace.stages:
            assert not np.isnan(comparing.view_of(stage).array).any()

    @invariant()
    def there_is_a_step_and_it_can_be_explained(self):
        session = self.session
        assert 0 <= session.position < len(session.walk)
        assert session.derivation.place == session.step
        assert session.marks.result.contains(session.step)


def test_whatever_is_done_in_any_order_numbers_history_and_files_stay_true(qapp):
    run_state_machine_as_test(
        AnyOrder,
        settings=settings(
            max_examples=60,
            stateful_step_count=30,
            deadline=None,
            suppress_health_check=[HealthCheck.too_slow],
        ),
    )
