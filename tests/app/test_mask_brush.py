"""A stroke over scores blocks and allows, and all of it is one undo entry."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.app import edits
from explorer.app.mask_brush import MaskBrush, score_stages
from explorer.app.mask_edits import allowed_cells
from explorer.app.session import Session
from explorer.model import Scenario
from explorer.model.masks import CausalMask
from explorer.model.places import Axis


@pytest.fixture
def session(qapp, square):
    return Session(square)


@pytest.fixture
def brush(session):
    brush = MaskBrush(session)
    brush.is_taken_up = True
    return brush


def blocked(session):
    return [tuple(map(int, cell)) for cell in np.argwhere(~allowed_cells(session.scenario))]


def stroke(brush, *cells, **how):
    assert brush.begin(cells[0])
    for cell in cells[1:]:
        brush.go_on(cell, **how)
    brush.end()


def test_it_paints_the_stages_from_scores_to_weights_and_no_others(session, brush):
    session.edit(edits.set_mask, CausalMask(), "mask")
    names = [stage.name for stage in session.trace.stages if brush.paints(stage)]
    assert names == ["scores", "scaled_scores", "masked_scores"]
    brush.is_taken_up = False
    assert not any(brush.paints(stage) for stage in session.trace.stages)


def test_a_stroke_paints_every_cell_it_passes_and_is_one_undo_entry(session, brush):
    stroke(brush, (0, 0), (0, 1), (0, 2))
    assert blocked(session) == [(0, 0), (0, 1), (0, 2)]
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "block 3 cells"
    session.undo_stack.undo()
    assert session.scenario.mask is None


def test_a_quick_stroke_leaves_no_gap(session, brush):
    stroke(brush, (0, 0), (2, 2))
    assert blocked(session) == [(0, 0), (1, 1), (2, 2)]


def test_a_rectangle_lies_between_the_first_cell_and_the_last(session, brush):
    stroke(brush, (1, 1), (2, 2), (0, 2), as_rectangle=True)
    assert blocked(session) == [(0, 1), (0, 2), (1, 1), (1, 2)]


def test_the_first_cell_decides_for_all(session, brush):
    stroke(brush, (1, 1))
    stroke(brush, (1, 1), (1, 0))
    assert blocked(session) == []
    stroke(brush, (1, 0), (1, 1))
    assert blocked(session) == [(1, 0), (1, 1)]


def test_a_stroke_over_a_rule_makes_it_cell_by_cell_and_says_so(session, brush):
    session.edit(edits.set_mask, CausalMask(), "mask")
    stroke(brush, (0, 1))
    assert blocked(session) == [(0, 2), (1, 2)]
    assert session.undo_stack.undoText() == (
        "let “the” read “cat”; the causal mask becomes cell by cell"
    )
    session.undo_stack.undo()
    assert session.scenario.mask == CausalMask()


def test_a_stroke_that_is_taken_back_leaves_no_trace(session, brush):
    before = session.scenario
    brush.begin((0, 0))
    brush.go_on((2, 0))
    brush.cancel()
    assert session.scenario is before
    assert session.undo_stack.count() == 0
    assert not brush.is_painting


def test_undo_in_the_middle_of_a_stroke_ends_it(session, brush):
    brush.begin((0, 0))
    session.undo_stack.undo()
    assert not brush.is_painting
    brush.go_on((0, 2))
    assert session.scenario.mask is None


def test_an_open_editor_that_cannot_be_closed_keeps_the_mask(session, brush):
    session.register_editor(lambda: False)
    assert not brush.begin((0, 0))
    assert session.scenario.mask is None


def test_it_says_when_it_was_taken_up_and_when_a_stroke_ended(session):
    brush, said = MaskBrush(session), []
    brush.changed.connect(lambda: said.append(brush.is_taken_up))
    brush.stroke_ended.connect(lambda: said.append("stroke"))
    brush.is_taken_up = True
    brush.is_taken_up = True
    brush.begin((0, 0))
    brush.is_taken_up = False
    assert said == [True, "stroke", False]
    assert not brush.is_painting


def stroke_cells(brush):
    cells = brush.stroke
    return None if cells is None else [tuple(map(int, cell)) for cell in np.argwhere(cells)]


def test_the_last_stroke_is_known_until_something_comes_after_it(session, brush):
    assert brush.stroke is None
    stroke(brush, (0, 0), (0, 1))
    assert stroke_cells(brush) == [(0, 0), (0, 1)]
    stroke(brush, (1, 1))
    assert stroke_cells(brush) == [(1, 1)]
    session.undo_stack.undo()
    assert brush.stroke is None


def test_a_stroke_that_was_taken_back_or_whose_brush_was_put_down_is_not_known(session, brush):
    brush.begin((0, 0))
    brush.cancel()
    assert brush.stroke is None
    stroke(brush, (1, 1))
    brush.is_taken_up = False
    assert brush.stroke is None


def test_it_says_when_cells_come_to_a_stroke_and_when_it_is_taken_back(session, brush):
    heard = []
    brush.stroke_changed.connect(lambda: heard.append(stroke_cells(brush)))
    brush.begin((0, 0))
    brush.go_on((0, 1))
    brush.cancel()
    assert heard == [[(0, 0)], [(0, 0), (0, 1)], None]


def test_it_is_put_down_where_there_are_no_scores(session, brush):
    mix = Scenario(value=np.eye(2), weights=np.eye(2), queries=("a", "b"), sources=("a", "b"))
    session.load(mix, None)
    assert not brush.is_taken_up
    brush.is_taken_up = True
    assert not brush.is_taken_up
    assert score_stages(session.trace) == ()


def test_scores_can_be_masked_while_the_weights_are_by_hand(square, qapp):
    session = Session(replace(square, weights=np.eye(3)))
    brush = MaskBrush(session)
    brush.is_taken_up = True
    stroke(brush, (0, 1))
    assert session.trace.masked_scores[0, 1] == -np.inf
    assert np.array_equal(session.trace.weights, np.eye(3))


def test_a_stroke_that_takes_long_is_shown_when_it_has_ended(qtbot, session, brush, work):
    stroke(brush, (0, 0), (0, 1), (0, 2))
    assert blocked(session) == []
    assert not brush.is_painting
    work.let_go(2)
    qtbot.waitUntil(lambda: not session.pending.is_busy)
    assert blocked(session) == [(0, 0), (0, 1), (0, 2)]
    assert session.undo_stack.count() == 1


def test_a_stroke_goes_on_while_the_one_before_it_is_shown(qtbot, session, brush, work):
    stroke(brush, (0, 0), (0, 1))
    assert brush.begin((2, 0))
    work.let_go(2)
    qtbot.waitUntil(lambda: blocked(session) == [(0, 0), (0, 1)])
    assert brush.is_painting
    brush.go_on((2, 1))
    brush.end()
    work.let_go(2)
    qtbot.waitUntil(lambda: not session.pending.is_busy)
    assert blocked(session) == [(0, 0), (0, 1), (2, 0), (2, 1)]
    assert session.undo_stack.count() == 2


def test_a_stroke_that_is_not_shown_yet_can_be_taken_back(qtbot, session, brush, work):
    before = session.scenario
    brush.begin((0, 0))
    brush.go_on((2, 0))
    brush.cancel()
    assert session.pending.newest is session.scenario is before
    assert session.undo_stack.count() == 0


def test_undo_takes_back_a_stroke_that_is_not_shown_yet_and_ends_it(session, brush, work):
    brush.begin((0, 0))
    session.pending.undo()
    brush.go_on((0, 2))
    assert not brush.is_painting
    assert session.pending.newest.mask is None


def test_no_stroke_begins_while_rows_are_about_to_move(session, brush, work, refused):
    session.edit(edits.remove, Axis.SOURCES, [0])
    assert not brush.begin((2, 2))
    assert not brush.is_painting
    assert "Not yet" in refused[0]
