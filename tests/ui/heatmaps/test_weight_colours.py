"""The colours of weights run to 1, or to the largest weight, and the legend says to which."""

import sys
from dataclasses import replace

import numpy as np
import pytest

from explorer.app import edits
from explorer.app.session import Session
from explorer.app.stage_view import Showing
from explorer.model import AttentionInputs, Place, Scenario, attend
from explorer.model.convention import Convention
from explorer.model.masks import CellMask
from explorer.model.number_format import format_number
from explorer.model.scenario import default_names
from explorer.model.stages import ColourScale
from explorer.ui.heatmaps.heatmap_image import pixels_of
from explorer.ui.heatmaps.heatmap_picture import Picture, picture_of
from explorer.ui.heatmaps.stage_card import StageCard
from explorer.ui.looks.theme import LIGHT

SIZE, MANY = 5, 60


def scenario(size=SIZE, **more):
    numbers = np.random.default_rng(8)
    return Scenario(
        query=numbers.normal(size=(size, 2)),
        key=numbers.normal(size=(size, 2)),
        value=numbers.normal(size=(size, 2)),
        queries=default_names("Query", size),
        sources=default_names("Source", size),
        **more,
    )


@pytest.fixture
def card(qtbot, look):
    """The weights of a scenario as a card, which runs to the largest of them."""

    def card(scenario=scenario(), choice="largest", name="weights"):  # noqa: B008  # it is frozen
        session = Session(scenario)
        look.preferences.weight_colours = choice
        card = StageCard(session, look, session.trace.stage(name))
        qtbot.addWidget(card)
        card.show()
        return session, card

    return card


def picture(card):
    return card.view.content.picture


@pytest.mark.parametrize("choice", ["automatic", "one"])
def test_they_run_to_1_unless_something_else_was_chosen(card, choice):
    session, shown = card(choice=choice)
    assert (picture(shown).low, picture(shown).high) == (0, 1)
    assert shown.legend.text == "Colours from 0 to 1, from 0 to 1"
    assert session.trace.weights.max() < 1


@pytest.mark.parametrize(("size", "is_to_largest"), [(SIZE, False), (MANY, True)])
def test_in_large_tables_they_run_to_the_largest_by_themselves(card, size, is_to_largest):
    session, shown = card(scenario(size), choice="automatic")
    assert picture(shown).is_to_largest is is_to_largest
    session.comparing.pin()
    session.edit(edits.set_cells, "query", 0, 0, np.array([[3.0]]))
    for showing in (Showing.THEN, Showing.NOW):
        session.comparing.show(showing)
        assert picture(shown).is_to_largest is is_to_largest


def test_the_choice_changes_colours_and_legend_at_once_and_back(look, card):
    session, shown = card(choice="one")
    pale = shown.view.grab().toImage()
    look.preferences.weight_colours = "largest"
    largest = session.trace.weights.max()
    assert (picture(shown).low, picture(shown).high) == (0, largest)
    assert shown.legend.text == f"Colours from 0 to {format_number(largest)}, the largest weight"
    assert shown.view.grab().toImage() != pale
    look.preferences.weight_colours = "one"
    assert shown.view.grab().toImage() == pale


def test_the_largest_weight_has_the_last_colour_and_no_other_has(card):
    session, shown = card()
    weights, seen = session.trace.weights, picture(shown)
    shades = np.array([[seen.shade(i, j) for j in range(SIZE)] for i in range(SIZE)])
    assert shades[np.unravel_index(weights.argmax(), weights.shape)] == 255
    assert np.count_nonzero(shades == 255) == 1


def test_where_there_is_no_room_the_number_stands_alone_and_the_tool_tip_says_what_it_is(card):
    _session, shown = card()
    shown.resize(900, 300)
    wide = shown.legend.sizeHint().width()
    for _ in range(2):
        shown.legend.fit(wide - 1)
        assert shown.legend.sizeHint().width() < wide
        assert shown.legend.toolTip().endswith(", the largest weight")
    shown.legend.fit(wide)
    assert shown.legend.sizeHint().width() == wide


@pytest.mark.parametrize("name", ["scores", "output"])
def test_only_shares_are_asked_about(card, look, name):
    _session, shown = card(name=name)
    before = picture(shown).levels
    look.preferences.weight_colours = "one"
    assert picture(shown).levels == before


def test_where_all_are_blocked_they_run_to_1(card):
    mask = CellMask(np.zeros((SIZE, SIZE), dtype=bool))
    _session, shown = card(scenario(mask=mask))
    assert picture(shown).high == 1
    assert shown.legend.text.startswith("Colours from 0 to 1, from 0 to 1; hatched")


def test_where_all_are_the_same_all_have_the_last_colour(card):
    _session, shown = card(replace(scenario(), query=np.zeros((SIZE, 2))))
    assert picture(shown).shade(2, 3) == 255
    assert shown.legend.text == "Colours from 0 to 0.2, the largest weight"


@pytest.mark.parametrize("number", [2.5, 1e-320, 1e305])
def test_of_weights_typed_in_it_is_the_largest_whatever_its_size(card, number):
    weights = np.full((SIZE, SIZE), number / 4)
    weights[1, 2] = number
    _session, shown = card(scenario(weights=weights))
    assert picture(shown).high == number
    assert picture(shown).shade(1, 2) == 255
    assert picture(shown).shade(0, 0) < 128


@pytest.mark.parametrize("number", [sys.float_info.max, -sys.float_info.max])
def test_a_weight_typed_in_far_beyond_the_end_has_the_colour_of_the_end(number):
    cells = np.array([[number, 0.5, 1.0 if number > 0 else 0.0]])
    picture = Picture(cells, None, 0.0, 1.0, ColourScale.SHARES)
    far, _middle, end = pixels_of(picture, LIGHT.ramps[ColourScale.SHARES])[0]
    assert far == end


def test_of_weights_typed_in_none_of_which_is_above_0_they_run_to_1(card):
    _session, shown = card(scenario(weights=np.full((SIZE, SIZE), -0.5)))
    assert picture(shown).high == 1


def test_with_readers_in_columns_it_is_the_same_number(look, card):
    session, shown = card()
    text = shown.legend.text
    look.preferences.convention = Convention.COLUMNS
    assert picture(shown).high == session.trace.weights.max()
    assert shown.legend.text == text


def test_it_follows_the_edits(card):
    session, shown = card()
    before = session.trace.weights.max()
    session.edit(edits.set_cells, "query", 2, 0, np.array([[40.0]]))
    assert picture(shown).high == session.trace.weights.max() > before
    session.undo_stack.undo()
    assert picture(shown).high == session.trace.weights.max() == before


def test_then_and_now_share_the_largest_of_both(card):
    session, shown = card()
    session.comparing.pin()
    then = session.trace.weights.max()
    session.edit(edits.set_cells, "query", 0, 0, np.zeros((SIZE, 2)))
    ends = {}
    for showing in (Showing.THEN, Showing.NOW):
        session.comparing.show(showing)
        ends[showing] = picture(shown).high
        text = f"Colours from 0 to {format_number(then)}, the largest weight then or now"
        assert shown.legend.text == text
    assert ends == dict.fromkeys(ends, then)


def test_differences_keep_a_scale_of_their_own(look, card):
    session, shown = card()
    session.comparing.pin()
    session.edit(edits.set_cells, "query", 2, 0, np.array([[4.0]]))
    session.comparing.show(Showing.DIFFERENCE)
    ends = picture(shown).levels
    look.preferences.weight_colours = "one"
    assert picture(shown).levels == ends
    assert "largest" not in shown.legend.text


def test_they_share_it_also_where_a_source_was_added():
    few, more = (
        attend(AttentionInputs([[1.0]], np.ones((count, 1)), np.ones((count, 1))))
        for count in (2, 5)
    )
    stage = few.stage("weights")
    for trace, other in ((few, more), (more, few)):
        assert picture_of(trace, stage, beside=other, to_largest=True).high == 0.5
    assert picture_of(few, few.stage("output"), beside=more, to_largest=True).high == 1


def test_while_weights_are_to_be_predicted_the_largest_is_not_given_away(card):
    session, shown = card()
    session.go_to(Place("weights", 1, 1))
    session.reveal.predicting = True
    assert picture(shown).high == 1
    assert shown.legend.text == "Colours from 0 to 1, from 0 to 1"
    session.reveal.predicting = False
    assert picture(shown).high == session.trace.weights.max()
