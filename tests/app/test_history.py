"""Following numbers: back and forward as in a browser."""

from explorer.app.history import History
from explorer.model import Place

FIRST, SECOND, THIRD, FOURTH = (Place("weights", 0, column) for column in range(4))
ELSEWHERE = Place("scores", 0, 0)


def followed_to_fourth():
    history = History()
    for here, there in ((FIRST, SECOND), (SECOND, THIRD), (THIRD, FOURTH)):
        history.leave(here, there)
    return history


def test_a_new_history_leads_nowhere():
    history = History()
    assert (history.can_go_back, history.can_go_forward) == (False, False)
    assert history.trail_to(FIRST) == ()
    assert history.back(FIRST) is None
    assert history.forward(FIRST) is None


def test_the_trail_names_the_places_one_came_through():
    assert followed_to_fourth().trail_to(FOURTH) == (FIRST, SECOND, THIRD)


def test_back_and_forward_undo_each_other():
    history = followed_to_fourth()
    assert history.back(FOURTH) == THIRD
    assert history.trail_to(THIRD) == (FIRST, SECOND)
    assert history.forward(THIRD) == FOURTH
    assert history.trail_to(FOURTH) == (FIRST, SECOND, THIRD)


def test_several_places_back_can_be_gone_forward_again_one_by_one():
    history = followed_to_fourth()
    assert history.back(FOURTH, 3) == FIRST
    assert history.trail_to(FIRST) == ()
    assert [history.forward(FIRST), history.forward(SECOND)] == [SECOND, THIRD]
    assert history.trail_to(THIRD) == (FIRST, SECOND)


def test_no_more_places_back_than_there_are():
    assert followed_to_fourth().back(FOURTH, 10) == FIRST


def test_following_another_number_forgets_what_was_ahead():
    history = followed_to_fourth()
    history.back(FOURTH)
    history.leave(THIRD, ELSEWHERE)
    assert not history.can_go_forward
    assert history.trail_to(ELSEWHERE) == (FIRST, SECOND, THIRD)


def test_no_trail_leads_to_a_place_that_was_chosen_and_another_begins_there():
    history = followed_to_fourth()
    assert history.trail_to(ELSEWHERE) == ()
    assert history.can_go_back
    history.leave(ELSEWHERE, SECOND)
    assert history.trail_to(SECOND) == (ELSEWHERE,)


def test_back_beyond_the_beginning_of_a_trail_is_the_trail_before():
    history = followed_to_fourth()
    history.leave(ELSEWHERE, SECOND)
    assert history.back(SECOND) == ELSEWHERE
    assert history.trail_to(ELSEWHERE) == ()
    assert history.back(ELSEWHERE) == THIRD
    assert history.trail_to(THIRD) == (FIRST, SECOND)


def test_the_session_s_trail_ends_where_a_step_is_chosen(session):
    session.follow(SECOND)
    assert session.trail == (session.walk[0].place,)
    session.go_to(SECOND)
    assert session.trail == (session.walk[0].place,)
    session.go_to_position(8)
    assert session.trail == ()
    session.follow(Place("scaled_scores", 0, 1))
    assert session.trail == (Place("weights", 0, 2),)
    session.go_back()
    assert session.trail == ()


def test_the_session_goes_back_several_places_and_names_its_trail(session):
    session.go_to(Place("output", 0, 0))
    for place in (SECOND, Place("exponentials", 0, 1), Place("differences", 0, 1)):
        session.follow(place)
    assert session.trail == (Place("output", 0, 0), SECOND, Place("exponentials", 0, 1))
    session.go_back(2)
    assert session.step == SECOND
    session.go_forward()
    assert session.step == Place("exponentials", 0, 1)
