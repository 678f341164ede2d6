"""One reader under two ways: the mask at the right and the wrong time, by hand and by softmax."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.app.session import Session
from explorer.app.side_by_side import (
    hand_beside_softmax,
    reader_of_step,
    slip_beside,
    slip_named,
)
from explorer.model import Place, attend
from explorer.model.masks import CausalMask

SLIP = "mask-after-softmax"


@pytest.fixture
def causal(square):
    return attend(replace(square, mask=CausalMask()).inputs)


def test_the_mask_after_the_softmax_leaves_less_than_one(causal, square):
    shown = slip_beside(causal, SLIP, 1)
    unmasked = attend(square.inputs)
    assert shown.reader == 1
    assert shown.first.weights.sum() == pytest.approx(1)
    assert shown.second.weights.tolist() == [*unmasked.weights[1, :2].tolist(), 0]
    assert shown.second.output[0] == pytest.approx(unmasked.weights[1, :2] @ square.value[:2, 0])


def test_the_difference_is_what_the_slip_gives_more(causal):
    shown = slip_beside(causal, SLIP, 0)
    assert np.allclose(shown.difference.weights, shown.second.weights - shown.first.weights)
    assert np.allclose(shown.difference.output, shown.second.output - shown.first.output)
    assert not shown.is_same


def test_a_reader_for_whom_nothing_is_blocked_gets_the_same_both_ways(causal):
    assert slip_beside(causal, SLIP, 2).is_same


def test_without_a_mask_there_is_nothing_to_compare(square):
    assert slip_beside(attend(square.inputs), SLIP, 0) is None


def test_the_slip_is_one_of_the_catalogue():
    assert slip_named(SLIP).name == SLIP
    assert slip_named("divided-by-d").stage == "scaled_scores"


def test_weights_by_hand_stand_beside_those_of_the_softmax(square):
    by_hand = np.array([[0.0, 0.0, 1.0]] * 3)
    shown = hand_beside_softmax(square.inputs, by_hand, 1)
    softmax = attend(square.inputs)
    assert shown.first.weights.tolist() == [0, 0, 1]
    assert shown.first.output.tolist() == [30]
    assert np.allclose(shown.second.weights, softmax.weights[1])
    assert np.allclose(shown.second.output, softmax.output[1])


def test_the_softmax_is_that_of_the_scores_even_while_weights_are_by_hand(square):
    by_hand = np.eye(3)
    shown = hand_beside_softmax(replace(square, weights=by_hand).inputs, by_hand, 0)
    assert np.allclose(shown.second.weights, attend(square.inputs).weights[0])


def test_weights_and_values_alone_have_no_softmax_beside_them(square):
    mix = replace(square, query=None, key=None, weights=np.eye(3))
    assert hand_beside_softmax(mix.inputs, np.eye(3), 0) is None


def test_what_is_only_rounded_differently_is_no_difference(square):
    softmax = attend(square.inputs).weights
    shown = hand_beside_softmax(square.inputs, softmax * (1 + 2e-16), 0)
    assert shown.is_same
    assert shown.difference.numbers.tolist() == [0] * 5


def test_a_line_has_weights_then_their_sum_then_the_output(square):
    shown = hand_beside_softmax(square.inputs, np.array([[0.5, 0.25, 0.5]] * 3), 0)
    assert shown.first.numbers.tolist() == [0.5, 0.25, 0.5, 1.25, 25]


def test_the_reader_is_that_of_the_step(qapp, square):
    session = Session(square)
    session.go_to(Place("output", 2, 0))
    assert reader_of_step(session) == 2
