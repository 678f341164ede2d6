"""The bar under an output: its segments are the contributions of the sources."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from explorer.app import edits
from explorer.app.session import Session
from explorer.files import load_example
from explorer.model import Place, Scenario
from explorer.model.scenario import default_names
from explorer.ui.looks.colours import contrast, ink_on
from explorer.ui.walk.contributions_bar import ContributionsBar

OUTPUT = Place("output", 0, 0)


def mixture(weights, value, **names):
    weights, value = np.array([weights], dtype=float), np.array(value, dtype=float)[:, None]
    names = {"sources": default_names("Source", len(value))} | names
    return Scenario(weights=weights, value=value, queries=("Query 1",), **names)


@pytest.fixture
def show(qtbot, look):
    def show(session, place=OUTPUT, width=340):
        session.go_to(place)
        bar = ContributionsBar(session, look)
        qtbot.addWidget(bar)
        bar.resize(width, 160)
        bar.show()
        return bar

    return show


def test_the_widths_of_the_segments_are_in_proportion_to_the_contributions(show, session):
    bar = show(session)
    widths = [bar.segment_rect(source).width() for source in range(3)]
    parts = session.trace.weights[0] * session.trace.arrays["value"][:, 0]
    assert np.array(widths) / sum(widths) == pytest.approx(parts / parts.sum())
    assert bar.total - bar.zero == pytest.approx(sum(widths))


def test_what_is_taken_away_stands_left_of_zero(show):
    bar = show(Session(mixture([0.5, 0.25, 0.25], [8, -4, 8])))
    assert bar.segment_rect(1).right() == pytest.approx(bar.zero)
    assert bar.segment_rect(0).left() == pytest.approx(bar.zero)
    assert bar.segment_rect(2).left() == pytest.approx(bar.segment_rect(0).right())
    unit = bar.segment_rect(0).width() / 4
    assert bar.segment_rect(1).width() == pytest.approx(unit)
    assert bar.total == pytest.approx(bar.zero + 5 * unit)


def test_segments_carry_name_and_value_where_there_is_room(show):
    bar = show(Session(mixture([0.5, 0.35, 0.15], [10, 10, 2])))
    first, second, third = bar.segments
    assert bar.text_in(first) == ["Source 1", "5"]
    assert bar.text_in(second) == ["Source 2", "3.5"]
    assert bar.text_in(third) == []


def test_the_largest_is_named_in_words(show, session):
    bar = show(session)
    assert bar.caption.text() == "Source 3 contributes most: 0.401×30 ≈ 12.033."


def test_an_edit_moves_segments_and_words(show, session):
    bar = show(session)
    session.edit(edits.set_cells, "value", 0, 0, np.array([[60.0]]))
    assert bar.caption.text().startswith("Source 1 contributes most")
    assert bar.segment_rect(0).width() == pytest.approx(2 * bar.segment_rect(2).width())


def test_it_shows_only_at_outputs(show, session):
    bar = show(session)
    for place in (Place("scores", 0, 0), Place("weights", 0, 1)):
        session.go_to(place)
        assert bar.isHidden()
    session.go_to(OUTPUT)
    assert bar.isVisible()


def test_a_result_to_be_predicted_is_not_given_away(show, session):
    bar = show(session)
    session.reveal.predicting = True
    assert bar.isHidden()


def test_the_smallest_of_many_are_put_together_and_counted(show):
    value = [100, -100, 100, *[1] * 20, *[-1] * 10]
    bar = show(Session(mixture([1 / len(value)] * len(value), value)))
    names = [segment.name for segment in bar.segments]
    assert names == ["Source 1", "Source 3", "20 others", "Source 2", "10 others"]
    assert "The 30 smallest are put together." in bar.caption.text()
    others = bar.segments[2]
    assert others.rect.width() == pytest.approx(bar.segment_rect(0).width() / 5)
    tip = bar.canvas.tip_at(others.rect.center())
    assert tip.startswith("20 others together: 0.606060")


@pytest.mark.parametrize(
    ("width", "text"), [(340, []), (750, ["+20", "0.606"]), (1600, ["20 others", "0.606"])]
)
def test_several_put_together_are_never_labelled_like_one(show, width, text):
    value = [100, -100, 100, *[1] * 20, *[-1] * 10]
    bar = show(Session(mixture([1 / len(value)] * len(value), value)), width=width)
    assert bar.text_in(bar.segments[2]) == text


def test_sources_that_contribute_nothing_are_counted(show):
    bar = show(Session(mixture([0.5, 0, 0.5], [8, 4, 8])))
    assert [segment.name for segment in bar.segments] == ["Source 1", "Source 3"]
    assert "1 source contributes 0." in bar.caption.text()


def test_a_reader_that_may_read_nothing_has_an_empty_bar(show):
    session = Session(load_example("reads-nothing"))
    empty = int(np.flatnonzero(session.trace.weights.sum(axis=1) == 0)[0])
    bar = show(session, Place("output", empty, 0))
    assert bar.segments == []
    assert bar.caption.text() == "Every product is 0."
    bar.grab()


def test_tokens_that_repeat_are_told_apart(show):
    bar = show(Session(load_example("twelve-tokens")), Place("output", 2, 2))
    assert "“saw” (3)" in [segment.name for segment in bar.segments]


def test_a_tool_tip_says_a_contribution_with_all_digits(show, session):
    bar = show(session)
    tip = bar.canvas.tip_at(bar.segment_rect(2).center())
    assert tip == "Source 3: 0.4011120926797859×30 = 12.033362780393578"
    assert bar.canvas.tip_at(QPointF(5, bar.canvas.height() - 1)) == ""


def test_names_are_shown_as_they_are_and_not_as_markup(show, seed_scenario):
    bar = show(Session(replace(seed_scenario, sources=("a", "b", "<b>x</b>"))))
    assert bar.caption.text().startswith("“<b>x</b>” contributes most")


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_every_text_is_readable_on_its_segment(show, look, session, theme):
    bar = show(session)
    look.choose_theme(theme)
    for order in range(3):
        background = bar.canvas.background(order)
        assert contrast(ink_on(background), background) >= 4.5
    assert not bar.grab().isNull()


def test_screen_readers_get_the_contributions_in_words(show, session):
    bar = show(session)
    assert bar.accessibleName() == "What each source contributed"
    assert "Source 1: 4.011; Source 2: 3.956; Source 3: 12.033." in bar.accessibleDescription()
