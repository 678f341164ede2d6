"""The step a scenario was saved at: stored with it, restored with it, no part of its history."""

from dataclasses import replace

import pytest

from explorer.app.session import Session
from explorer.app.view_state import go_to_link, link_to_step, viewed_at, with_view_state
from explorer.files import load_scenario, save_scenario
from explorer.model import Granularity, Place
from explorer.model.step_links import parse_link

LINKS = ["weights:1:3", "weights", "scores:1", "output:1:1:2", "row_maximum:1:1:1", "row_sum:1:1"]


@pytest.mark.parametrize("text", LINKS)
def test_a_link_leads_to_its_step_and_the_step_has_that_link(session, text):
    go_to_link(session, parse_link(text))
    assert str(link_to_step(session)) == text


@pytest.mark.parametrize("text", LINKS)
def test_the_step_survives_saving_and_opening(session, seed_scenario, tmp_path, text):
    go_to_link(session, parse_link(text))
    save_scenario(with_view_state(session), tmp_path / "saved.attn")
    opened = Session(load_scenario(tmp_path / "saved.attn"))
    assert (opened.granularity, opened.step, opened.term) == (
        session.granularity,
        session.step,
        session.term,
    )
    session.load(seed_scenario, None)
    assert session.position == 0
    session.load(opened.scenario, None)
    assert session.step == opened.step


def test_the_first_step_is_not_written_down(session):
    assert with_view_state(session) is session.scenario


def test_the_first_step_of_a_coarser_walk_is(session):
    session.set_granularity(Granularity.READER)
    assert with_view_state(session).view == {"step": "scores:1"}


def test_other_view_state_stays_and_an_old_step_goes(qapp, seed_scenario):
    session = Session(replace(seed_scenario, view={"zoom": 2, "step": "weights:1:1"}))
    assert session.step == Place("weights", 0, 0)
    assert with_view_state(session) is session.scenario
    session.go_to_position(0)
    assert with_view_state(session).view == {"zoom": 2}


def test_the_step_neither_marks_the_document_as_modified_nor_can_it_be_undone(qapp, seed_scenario):
    session = Session(viewed_at(seed_scenario, parse_link("weights:1:2")))
    assert session.step == Place("weights", 0, 1)
    assert not session.is_modified
    assert not session.undo_stack.canUndo()


@pytest.mark.parametrize("stored", ["weights:9:9", "nonsense", "", 7, None, ["weights:1:1"], {}])
def test_a_step_that_is_none_counts_as_not_stored(qapp, seed_scenario, stored):
    session = Session(replace(seed_scenario, view={"step": stored}))
    assert session.position == 0
