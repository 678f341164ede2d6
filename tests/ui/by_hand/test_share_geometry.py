"""Where shares stand in a bar, and which handle is under the pointer."""

import numpy as np
import pytest

from explorer.ui.by_hand.share_geometry import MOST_SOURCES, bar_of


def bar(*weights, left=10.0, width=100.0):
    return bar_of(np.array(weights, dtype=float), left, width)


def test_shares_of_one_fill_the_bar():
    shares = bar(0.5, 0.25, 0.25)
    assert [shares.span(source) for source in range(3)] == [(10, 60), (60, 85), (85, 110)]
    assert [shares.handle(handle) for handle in range(2)] == [60, 85]


def test_less_than_one_leaves_the_rest_of_the_bar_empty():
    assert bar(0.25, 0.25).span(1) == (35, 60)


def test_more_than_one_fills_the_bar_and_one_lies_within():
    shares = bar(1, 1)
    assert shares.span(1) == (60, 110)
    assert shares.x(1.0) == 60


@pytest.mark.parametrize(
    ("x", "source"), [(9, None), (10, 0), (59, 0), (60, 1), (99, 2), (110, None)]
)
def test_a_place_belongs_to_the_share_that_is_there(x, source):
    assert bar(0.5, 0.25, 0.25).source_at(x) == source


def test_the_rest_belongs_to_no_share():
    assert bar(0.25, 0.25).source_at(80) is None


def test_a_handle_is_found_close_by_and_nowhere_else():
    shares = bar(0.5, 0.25, 0.25)
    assert shares.handles_at(62, 4) == [0]
    assert shares.handles_at(84, 4) == [1]
    assert shares.handles_at(70, 4) == []


def test_handles_round_an_empty_share_are_found_together():
    assert bar(0.5, 0, 0.5).handles_at(60, 4) == [0, 1]


def test_pixels_stand_for_weight():
    assert bar(0.5, 0.5).weight_of(25) == 0.25
    assert bar(1, 1).weight_of(25) == 0.5


@pytest.mark.parametrize(
    "weights", [(0.5, -0.5), (0, 0), [1 / (MOST_SOURCES + 1)] * (MOST_SOURCES + 1)]
)
def test_what_is_no_share_has_no_bar(weights):
    assert bar(*weights) is None


def test_without_room_there_is_no_bar():
    assert bar(0.5, 0.5, width=0) is None
