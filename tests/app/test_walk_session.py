"""The session's step at every granularity: where it lands, what it marks, what edits do to it."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.app import edits
from explorer.app.session import Session
from explorer.model import Granularity, Place, Region
from explorer.model.places import Axis

STAGE, READER, CELL, TERM = Granularity


@pytest.fixture
def two_readers(seed_scenario):
    return replace(seed_scenario, query=np.eye(2), queries=("First", "Second"))


@pytest.fixture
def session(qapp, two_readers):
    return Session(two_readers)


def here(session):
    return session.step, session.term


@pytest.mark.parametrize("granularity", Granularity)
def test_each_step_of_the_walk_is_where_its_position_leads(session, granularity):
    session.set_granularity(granularity)
    for position, step in enumerate(session.walk):
        session.go_to_position(position)
        assert session.position == position
        assert here(session) == (step.place, step.term)
        assert session.derivation.result == step.derivation.result


def test_a_position_beyond_the_ends_is_the_nearer_end(session):
    session.go_to_position(-5)
    assert session.position == 0
    session.go_to_position(10**9)
    assert session.position == len(session.walk) - 1


@pytest.mark.parametrize("granularity", Granularity)
def test_another_granularity_keeps_the_cell_and_coming_back_finds_it_again(session, granularity):
    place = Place("weights", 1, 2)
    session.go_to(place)
    session.set_granularity(granularity)
    assert session.step == place
    session.set_granularity(CELL)
    assert session.step == place


def test_a_cell_that_is_gone_to_by_terms_begins_with_its_first_product(session):
    session.set_granularity(TERM)
    session.go_to(Place("output", 1, 0))
    assert here(session) == (Place("output", 1, 0), 0)
    session.go_to_position(session.position + 1)
    assert here(session) == (Place("output", 1, 0), 1)


def test_of_every_table_there_is_the_cell_of_the_reader_and_source_chosen_last(session):
    session.go_to(Place("weights", 1, 2))
    assert session.place_in("output") == Place("output", 1, 0)
    session.go_to(Place("output", 0, 0))
    assert session.place_in("scores") == Place("scores", 0, 2)
    assert session.place_in("exponentials") == Place("exponentials", 0, 2)


def test_a_source_that_is_gone_is_not_chosen_any_more(session):
    session.go_to(Place("weights", 1, 2))
    session.go_to(Place("output", 1, 0))
    session.edit(edits.remove, Axis.SOURCES, [2])
    assert session.place_in("weights") == Place("weights", 1, 1)


def test_of_a_table_that_is_gone_there_is_the_first_step(session):
    session.edit(edits.set_softcap, 5.0)
    session.go_to(Place("capped_scores", 1, 2))
    session.edit(edits.set_softcap, None)
    assert session.step == Place("scores", 0, 0)
    assert session.place_in("capped_scores") == Place("scores", 0, 0)
    assert session.place_in("weights") == Place("weights", 0, 0)


def test_another_document_has_no_source_chosen(session, seed_scenario):
    session.go_to(Place("weights", 1, 2))
    session.load(seed_scenario, None)
    assert session.place_in("weights") == Place("weights", 0, 0)


def test_a_part_of_the_softmax_becomes_its_weight_where_it_has_no_step(session):
    session.set_granularity(TERM)
    session.go_to(Place("exponentials", 1, 2))
    session.set_granularity(READER)
    assert session.step == Place("weights", 1, 2)


def test_a_part_of_the_softmax_can_be_followed_at_every_granularity(session):
    for granularity in Granularity:
        session.set_granularity(granularity)
        session.follow(Place("row_sum", 1, 0))
        assert session.step == Place("row_sum", 1, 0)
        assert session.walk[session.position].place.row == (0 if granularity is STAGE else 1)
        session.go_back()


def test_an_edit_that_takes_products_away_leaves_the_last_one_that_is_left(session):
    session.set_granularity(TERM)
    session.go_to_position(session.walk.position(Place("scores", 1, 1), 1))
    session.edit(edits.remove, Axis.COMPONENTS, [0])
    assert here(session) == (Place("scores", 1, 1), None)
    assert session.derivation.forms
    session.undo_stack.undo()
    assert here(session) == (Place("scores", 1, 1), 0)


def test_another_document_begins_at_its_own_first_step_as_fine_as_before(session, seed_scenario):
    session.set_granularity(TERM)
    session.go_to_position(7)
    session.load(seed_scenario, None)
    assert (session.granularity, session.position, here(session)) == (
        TERM,
        0,
        (Place("scores", 0, 0), 0),
    )
    mixture = replace(seed_scenario, query=None, key=None, weights=np.array([[0.5, 0.25, 0.25]]))
    session.load(mixture, None)
    assert here(session) == (Place("weights", 0, 0), None)


@pytest.mark.parametrize("row", [0, 1])
def test_a_row_of_scores_reads_its_query_and_every_key(session, row):
    session.set_granularity(READER)
    session.go_to(Place("scores", row, 0))
    marks = session.marks
    assert marks.result == Region("scores", row)
    assert set(marks.operands) == {Region("query", row), Region("key")}


@pytest.mark.parametrize("row", [0, 1])
def test_a_row_of_outputs_reads_its_weights_and_every_value(session, row):
    session.set_granularity(READER)
    session.go_to(Place("output", row, 0))
    assert set(session.marks.operands) == {Region("weights", row), Region("value")}


def test_a_whole_stage_reads_whole_tables(session):
    session.set_granularity(STAGE)
    assert session.marks.result == Region("scores")
    assert set(session.marks.operands) == {Region("query"), Region("key")}


def test_a_product_lights_up_its_two_factors_and_moves_on(session):
    session.set_granularity(TERM)
    session.go_to(Place("scores", 1, 2))
    assert set(session.marks.operands) == {Region("query", 1, 0), Region("key", 2, 0)}
    session.go_to_position(session.position + 1)
    assert set(session.marks.operands) == {Region("query", 1, 1), Region("key", 2, 1)}
    session.go_to(Place("output", 1, 0))
    assert set(session.marks.operands) == {Region("weights", 1, 0), Region("value", 0, 0)}
