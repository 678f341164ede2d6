"""Playing the walk: the timer moves the session, and what stops it."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QWidget

from explorer.app.session import Session
from explorer.model import Granularity, Place
from explorer.ui.walk.player import SPEEDS, Player


@pytest.fixture
def session(qapp, seed_scenario):
    return Session(replace(seed_scenario, query=np.eye(2), queries=("First", "Second")))


@pytest.fixture
def player(qtbot, session):
    owner = QWidget()
    qtbot.addWidget(owner)
    player = Player(session, owner)
    yield player
    player.pause()


@pytest.fixture
def play(player, session):
    def play(ticks):
        """Play for so many ticks of the timer; the positions it came through."""
        player.toggle()
        positions = []
        for _tick in range(ticks):
            if player.is_playing:
                player.timer.timeout.emit()
                positions.append(session.position)
        return positions

    return play


def test_each_tick_is_one_step(play):
    assert play(3) == [1, 2, 3]


@pytest.mark.parametrize("granularity", Granularity)
def test_it_stops_at_the_last_step_of_every_granularity(play, player, session, granularity):
    session.set_granularity(granularity)
    session.go_to_position(len(session.walk) - 3)
    positions = play(9)
    assert positions == [len(session.walk) - 2, len(session.walk) - 1]
    assert not player.is_playing


@pytest.mark.parametrize("speed", SPEEDS)
def test_a_speed_is_steps_a_second(player, speed):
    player.speed = speed
    assert player.timer.interval() == pytest.approx(1000 / speed)


def test_the_speeds_are_a_quarter_to_four_steps_a_second():
    assert SPEEDS == (0.25, 0.5, 1, 2, 4)


def test_a_loop_stays_with_one_reader_through_all_stages_and_begins_again(play, player, session):
    player.loops = True
    session.go_to(Place("scores", 1, 1))
    assert play(11) == [5, 9, 10, 11, 15, 16, 17, 19, 3, 4, 5]
    assert player.is_playing


def test_it_pauses_at_the_first_step_of_a_marked_stage(play, player, session):
    player.breakpoints.toggle("weights")
    session.go_to_position(10)
    assert play(9) == [11, 12]
    assert session.stage.name == "weights"
    assert not player.is_playing


def test_it_goes_on_from_a_marked_stage_when_played_again(play, player, session):
    player.breakpoints.toggle("weights")
    session.go_to_position(12)
    assert play(2) == [13, 14]


def test_a_mark_that_was_taken_away_stops_nothing(play, player, session):
    player.breakpoints.toggle("weights")
    player.breakpoints.toggle("weights")
    session.go_to_position(11)
    assert play(2) == [12, 13]


def test_a_loop_pauses_at_a_marked_stage_too(play, player, session):
    player.breakpoints.toggle("weights")
    player.loops = True
    session.go_to(Place("scaled_scores", 1, 2))
    assert play(4) == [15]
