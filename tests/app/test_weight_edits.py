"""Weights are taken over by hand, moved, normalised and given back to the softmax."""

import numpy as np
import pytest

from explorer.app.weight_edits import (
    let_softmax_take_over,
    move_share,
    normalise,
    put_weights_back,
    take_over_by_hand,
)
from explorer.model import InputError, Scenario, attend


@pytest.fixture
def by_hand(square):
    weights = np.array([[0.5, 0.25, 0.25], [1.0, 1.0, 2.0], [0.0, 0.0, 0.5]])
    return put_weights_back(square, weights).scenario


@pytest.fixture
def mix():
    return Scenario(
        value=np.array([[10.0], [20.0]]),
        weights=np.array([[0.5, 0.5]]),
        queries=("Query 1",),
        sources=("a", "b"),
    )


def test_weights_by_hand_begin_with_those_of_the_softmax(square):
    edit = take_over_by_hand(square)
    before, after = attend(square.inputs), attend(edit.scenario.inputs)
    assert edit.text == "take the weights over by hand"
    assert np.array_equal(edit.scenario.weights, before.weights)
    assert np.array_equal(after.output, before.output)
    assert [stage.title for stage in after.stages][-2] == "Weights A, typed in"


def test_weights_that_are_by_hand_already_stay(by_hand):
    assert take_over_by_hand(by_hand).scenario is by_hand


def test_the_softmax_takes_over_again(square):
    back = let_softmax_take_over(take_over_by_hand(square).scenario)
    assert back.scenario.weights is None
    assert back.text == "let the softmax take over"


def test_without_scores_there_is_no_softmax_to_take_over(mix):
    with pytest.raises(InputError, match="queries and keys"):
        let_softmax_take_over(mix)


def test_what_one_source_gives_another_takes(by_hand):
    edit = move_share(by_hand, 0, 0, 2, 0.3)
    assert edit.scenario.weights[0].tolist() == [0.3, 0.25, 0.45]
    assert edit.text == "set A₁,₁ to 0.3 and A₁,₃ to 0.45"
    assert edit.scenario.weights[1:].tolist() == by_hand.weights[1:].tolist()


def test_a_share_takes_no_more_than_there_is(by_hand):
    assert move_share(by_hand, 0, 0, 1, 5).scenario.weights[0].tolist() == [0.75, 0, 0.25]


def test_one_row_is_normalised_and_the_others_stay(by_hand):
    edit = normalise(by_hand, [1])
    assert edit.text == "normalise row 2 of A"
    assert edit.scenario.weights.tolist() == [[0.5, 0.25, 0.25], [0.25, 0.25, 0.5], [0, 0, 0.5]]


def test_every_row_is_normalised_around_its_own_locked_shares(by_hand):
    edit = normalise(by_hand, [0, 1, 2], {(0, 0), (2, 0)})
    assert edit.text == "normalise every row of A"
    assert edit.scenario.weights.tolist() == [[0.5, 0.25, 0.25], [0.25, 0.25, 0.5], [0, 0, 1]]


def test_a_row_that_sums_to_one_stays_as_it_is(by_hand):
    assert normalise(by_hand, [0]).scenario is by_hand


def test_weights_of_the_softmax_cannot_be_moved(square):
    for operation, arguments in ((move_share, (0, 0, 1, 0.5)), (normalise, ([0],))):
        with pytest.raises(InputError, match="weights typed in by hand"):
            operation(square, *arguments)


def test_hand_made_weights_come_back_as_they_were(by_hand):
    weights = by_hand.weights
    back = put_weights_back(let_softmax_take_over(by_hand).scenario, weights)
    assert back.scenario.weights is weights
    assert back.text == "put the weights by hand back"


def test_new_weights_are_read_only_and_the_ones_before_stay(by_hand):
    before = by_hand.weights.copy()
    for edit in (move_share(by_hand, 0, 0, 1, 0.1), normalise(by_hand, [1])):
        assert not edit.scenario.weights.flags.writeable
    assert np.array_equal(by_hand.weights, before)
