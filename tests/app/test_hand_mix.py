"""Weights by hand are remembered while the softmax has taken over; locks belong to them."""

import numpy as np
import pytest

from explorer.app import edits
from explorer.app.hand_mix import HandMix, take_over
from explorer.app.session import Session
from explorer.app.weight_edits import let_softmax_take_over, move_share, take_over_by_hand
from explorer.model.places import Axis
from explorer.model.slips.mistakes import MISTAKES


@pytest.fixture
def session(qapp, square):
    return Session(square)


@pytest.fixture
def mix(session):
    return HandMix(session)


def test_there_are_no_weights_by_hand_before_someone_makes_some(mix):
    assert mix.weights is None
    assert not mix.is_in_use


def test_weights_by_hand_are_remembered_when_the_softmax_takes_over(session, mix):
    session.edit(take_over_by_hand)
    session.edit(move_share, 0, 0, 1, 0.1)
    made = session.scenario.weights
    session.edit(let_softmax_take_over)
    assert mix.weights is made
    assert not mix.is_in_use


def test_other_sizes_leave_nothing_to_remember(session, mix):
    session.edit(take_over_by_hand)
    mix.set_locked(0, 1, True)
    session.edit(let_softmax_take_over)
    session.edit(edits.insert, Axis.SOURCES, 3)
    assert mix.weights is None
    assert mix.locked == frozenset()


def test_weights_that_grow_with_the_sources_stay_but_lose_their_locks(session, mix):
    session.edit(take_over_by_hand)
    mix.set_locked(0, 1, True)
    session.edit(edits.insert, Axis.SOURCES, 3)
    assert mix.weights.shape == (3, 4)
    assert mix.locked == frozenset()


def test_another_document_is_not_compared_with_the_last_one(session, mix, seed_scenario, square):
    session.edit(take_over_by_hand)
    mix.set_locked(0, 1, True)
    session.load(square, None)
    assert mix.weights is None
    assert mix.locked == frozenset()


def test_shares_are_locked_one_by_one_and_said_so_once(session, mix, qtbot):
    said = []
    mix.changed.connect(lambda: said.append(mix.locked))
    mix.set_locked(1, 2, True)
    mix.set_locked(1, 2, True)
    mix.set_locked(0, 0, True)
    mix.set_locked(1, 2, False)
    assert said == [{(1, 2)}, {(0, 0), (1, 2)}, {(0, 0)}]
    assert mix.locked_in(0) == {0}
    assert mix.locked_in(1) == frozenset()


def test_saving_forgets_nothing(session, mix, tmp_path):
    session.edit(take_over_by_hand)
    session.edit(let_softmax_take_over)
    mix.set_locked(0, 0, True)
    session.mark_saved(tmp_path / "a.attn")
    assert mix.weights is not None
    assert mix.locked == {(0, 0)}
    assert np.isfinite(mix.weights).all()


def test_weights_are_taken_over_as_they_are_shown(session):
    shown = session.trace.weights
    assert take_over(session)
    assert session.scenario.weights is shown


def test_beside_a_mistake_the_right_weights_are_taken_over(session):
    right = session.trace.weights
    session.laboratory.choose(MISTAKES["softmax-by-column"])
    assert take_over(session)
    assert np.array_equal(session.scenario.weights, right)


def test_no_weights_are_taken_over_while_others_are_worked_out(session, work, refused):
    session.edit(edits.set_scale, 2.0)
    assert not take_over(session)
    assert "Not yet" in refused[0]
    assert session.pending.newest.weights is None
