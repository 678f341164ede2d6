"""Which results are hidden: those the walk has not come to, or the one to be predicted."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.app import edits
from explorer.app.session import Session
from explorer.model import Granularity, Place
from explorer.model.places import Axis

STAGE, READER, CELL, TERM = Granularity
STAGES = ("scores", "scaled_scores", "weights", "output")


@pytest.fixture
def session(qapp, seed_scenario):
    """Two readers and three sources, cells showing as the walk computes them."""
    session = Session(replace(seed_scenario, query=np.eye(2), queries=("First", "Second")))
    session.reveal.as_we_go = True
    return session


def shown(session):
    """How many cells of each stage show."""
    return [session.reveal.first_hidden(stage) for stage in STAGES]


def test_nothing_is_hidden_unless_asked(session):
    session.reveal.as_we_go = False
    assert shown(session) == [6, 6, 6, 2]
    assert not session.reveal.hides(Place("output", 1, 0))


@pytest.mark.parametrize(
    ("granularity", "place", "expected"),
    [
        (CELL, Place("scores", 0, 0), [1, 0, 0, 0]),
        (CELL, Place("weights", 1, 0), [6, 6, 4, 0]),
        (CELL, Place("output", 1, 0), [6, 6, 6, 2]),
        (READER, Place("weights", 0, 2), [6, 6, 3, 0]),
        (STAGE, Place("scaled_scores", 1, 2), [6, 6, 0, 0]),
        (TERM, Place("scores", 0, 1), [1, 0, 0, 0]),
        (TERM, Place("row_maximum", 1, 0), [6, 6, 3, 0]),
        (TERM, Place("weights", 1, 1), [6, 6, 5, 0]),
    ],
)
def test_cells_show_up_to_the_step(session, granularity, place, expected):
    session.set_granularity(granularity)
    session.go_to(place)
    assert shown(session) == expected


def test_a_sum_shows_once_its_last_product_is_added(session):
    session.set_granularity(TERM)
    session.go_to(Place("scores", 1, 0))
    assert shown(session)[0] == 3
    session.go_to_position(session.position + 1)
    assert shown(session)[0] == 4


def test_going_back_hides_again(session):
    session.go_to(Place("output", 1, 0))
    session.go_to(Place("scores", 0, 1))
    assert shown(session) == [2, 0, 0, 0]


def test_what_was_typed_in_is_never_hidden(session):
    assert not session.reveal.hides(Place("key", 2, 1))
    assert not session.reveal.hides(Place("query", 1, 1))


@pytest.mark.parametrize(("column", "hidden"), [(0, False), (1, False), (2, True)])
def test_the_small_steps_of_the_softmax_are_hidden_like_its_weights(session, column, hidden):
    session.set_granularity(TERM)
    session.go_to(Place("differences", 0, 1))
    assert session.reveal.hides(Place("differences", 0, column)) is hidden
    assert session.reveal.hides(Place("exponentials", 0, 0))
    assert not session.reveal.hides(Place("row_maximum", 0, 0))


def test_a_part_without_a_step_of_its_own_does_not_show_the_weight_it_leads_to(session):
    session.go_to(Place("row_maximum", 1, 0))
    assert shown(session) == [6, 6, 3, 0]
    assert not session.reveal.hides(Place("row_maximum", 1, 0))


def test_a_prediction_hides_the_result_until_it_is_opened(session):
    session.reveal.as_we_go = False
    session.reveal.predicting = True
    session.go_to(Place("weights", 0, 1))
    assert shown(session) == [6, 6, 1, 0]
    session.reveal.open()
    assert shown(session) == [6, 6, 2, 0]
    session.go_to_position(session.position + 1)
    assert shown(session) == [6, 6, 2, 0]


def test_the_result_of_a_prediction_does_not_bring_those_of_later_steps_with_it(session):
    session.reveal.as_we_go = False
    session.reveal.predicting = True
    session.reveal.open()
    assert shown(session) == [1, 0, 0, 0]
    assert session.reveal.hides(Place("scores", 0, 1))
    assert session.reveal.hides(Place("row_maximum", 0, 0))
    session.reveal.predicting = False
    assert shown(session) == [6, 6, 6, 2]


def test_whoever_draws_is_told_once_for_each_step_and_choice(session, qtbot):
    told = []
    session.reveal.changed.connect(lambda: told.append(shown(session)))
    session.go_to_position(1)
    session.reveal.as_we_go = True
    session.reveal.as_we_go = False
    assert told == [[2, 0, 0, 0], [6, 6, 6, 2]]


def test_fewer_cells_after_an_edit_are_counted_anew(session):
    session.go_to(Place("weights", 1, 2))
    session.edit(edits.remove, Axis.SOURCES, [0])
    assert shown(session) == [4, 4, 4, 0]
