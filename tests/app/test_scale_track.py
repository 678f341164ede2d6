"""The positions of a slider for the scale, and the stops between them."""

import math

import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.app.scale_track import ScaleTrack, divides_by_d, factor_of

DIMENSIONS = st.integers(1, 4096)


@given(DIMENSIONS, st.data())
def test_every_position_leads_back_to_itself(d, data):
    track = ScaleTrack(d)
    position = data.draw(st.integers(0, track.last))
    assert track.position(track.scale(position)) == position


@given(DIMENSIONS)
def test_the_usual_scales_have_stops_of_their_own(d):
    track = ScaleTrack(d)
    assert track.scale(track.root_stop) == "sqrt_d"
    assert 0 <= track.root_stop <= track.unscaled_stop <= track.last
    if d > 1:
        assert track.scale(track.unscaled_stop) == "none"


@given(DIMENSIONS)
def test_one_over_d_and_ten_lie_within(d):
    track = ScaleTrack(d)
    assert factor_of(track.scale(0), d) <= 1 / d * 1.0001 or d == 1
    assert track.scale(track.last) == 10


@pytest.mark.parametrize("scale", [0.0, -2.0, 1e-300])
def test_what_is_too_small_for_it_stands_at_the_left_end(scale):
    assert ScaleTrack(4).position(scale) == 0


def test_what_is_too_large_for_it_stands_at_the_right_end():
    assert ScaleTrack(4).position(1e9) == ScaleTrack(4).last


def test_close_to_a_stop_means_the_stop():
    track = ScaleTrack(64)
    assert track.drawn_to_stop(track.root_stop + 2) == track.root_stop
    assert track.drawn_to_stop(track.unscaled_stop - 3) == track.unscaled_stop
    assert track.drawn_to_stop(track.root_stop + 9) == track.root_stop + 9


def test_between_the_stops_factors_have_few_digits():
    assert ScaleTrack(64).scale(150) == 0.316


@pytest.mark.parametrize(
    ("scale", "d", "factor"), [("sqrt_d", 64, 1 / 8), ("none", 64, 1.0), (0.3, 64, 0.3)]
)
def test_a_scale_multiplies_by_its_factor(scale, d, factor):
    assert math.isclose(factor_of(scale, d), factor)


@pytest.mark.parametrize(
    ("scale", "d", "is_slip"),
    [(0.25, 4, True), (0.5, 4, False), ("sqrt_d", 4, False), (1.0, 1, False), ("none", 1, False)],
)
def test_dividing_by_d_is_told_from_the_right_scale(scale, d, is_slip):
    assert divides_by_d(scale, d) == is_slip
