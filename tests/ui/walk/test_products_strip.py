"""The strip under a score: its bars are the products of the session's step."""

import numpy as np
import pytest
from PySide6.QtCore import QPointF

from explorer.app import edits
from explorer.app.session import Session
from explorer.files import load_example
from explorer.model import Granularity, Place, Scenario
from explorer.model.scenario import default_names
from explorer.ui.walk.products_strip import ProductsStrip


def one_score(query, key):
    return Scenario(
        query=np.array([query], dtype=float),
        key=np.array([key], dtype=float),
        value=np.ones((1, 1)),
        queries=("Query 1",),
        sources=("Source 1",),
    )


@pytest.fixture
def show(qtbot, look):
    def show(session, width=340):
        strip = ProductsStrip(session, look)
        qtbot.addWidget(strip)
        strip.resize(width, 220)
        strip.show()
        return strip

    return show


def test_the_heights_of_the_bars_are_in_proportion_to_the_products(show):
    products = [2.0, -6.0, 1.0, 0.0, 4.0]
    strip = show(Session(one_score([1] * 5, products)))
    heights = [strip.bar_rect(index).height() for index in range(5)]
    assert heights == pytest.approx([abs(one) * heights[1] / 6 for one in products])
    assert heights[1] > strip.canvas.height() / 4


def test_positive_bars_stand_on_the_line_that_negative_ones_hang_from(show):
    strip = show(Session(one_score([1, 1], [3, -2])))
    assert strip.bar_rect(0).bottom() == pytest.approx(strip.bar_rect(1).top())
    assert strip.bar_rect(0).right() < strip.bar_rect(1).left()


def test_an_edit_changes_bars_and_words(show):
    session = Session(one_score([1, 3], [5, 1]))
    strip = show(session)
    assert strip.caption.text() == "Component 1 contributes most: 1×5 = 5."
    session.edit(edits.set_cells, "key", 0, 1, np.array([[2.0]]))
    assert strip.caption.text() == "Component 2 contributes most: 3×2 = 6."
    assert strip.bar_rect(1).height() == pytest.approx(strip.bar_rect(0).height() * 6 / 5)


def test_it_shows_only_at_steps_that_add_up_products_of_components(show, session):
    strip = show(session)
    assert strip.isVisible()
    for place in (Place("scaled_scores", 0, 0), Place("weights", 0, 1), Place("output", 0, 0)):
        session.go_to(place)
        assert strip.isHidden()
    session.go_to(Place("scores", 0, 2))
    assert strip.isVisible()


def test_a_result_to_be_predicted_is_not_given_away(show, session):
    strip = show(session)
    session.reveal.predicting = True
    assert strip.isHidden()
    session.reveal.open()
    assert strip.isVisible()


def test_a_weighted_mix_has_no_strip(show):
    assert show(Session(load_example("weighted-mix"))).is_applicable is False


def test_a_score_below_zero_asks_what_made_it_low(show):
    strip = show(Session(one_score([1, 1], [-3, 1])))
    assert strip.heading.text() == "Which component made it low"


def test_no_component_made_a_score_of_0_high(show):
    strip = show(Session(one_score([1, 1], [-3, 3])))
    assert strip.heading.text() == "What each component adds"


@pytest.mark.parametrize("width", [200, 340, 700])
def test_sixty_four_components_keep_a_bar_each(show, width):
    session = Session(load_example("two-scores-d64"))
    strip = show(session, width)
    assert len(strip.bins) in (32, 64)
    if width >= 340:
        assert len(strip.bins) == 64
        assert "Each bar" not in strip.caption.text()
    rights = [strip.bar_rect(index).right() for index in range(64)]
    assert max(rights) <= strip.canvas.width()


def test_more_bars_than_pixels_show_the_largest_product_of_each_and_say_so(show):
    products = np.ones(1024)
    products[700] = -8
    strip = show(Session(one_score(np.ones(1024), products)))
    width = strip.bins[0].last + 1
    assert width > 1
    assert f"Each bar stands for {width} components" in strip.caption.text().replace("\u200b", "")
    tall = strip.bar_rect(700)
    assert tall.height() == pytest.approx(8 * strip.bar_rect(0).height())
    tip = strip.canvas.tip_at(tall.center())
    assert tip.startswith("Components ")
    assert tip.endswith("Component 701: 1×(−8) = −8")


def test_a_tool_tip_says_a_product_with_all_digits(show):
    strip = show(Session(one_score([1 / 3, 1], [1, 1])))
    tip = strip.canvas.tip_at(strip.bar_rect(0).center())
    assert tip == "Component 1: 0.3333333333333333×1 = 0.3333333333333333"
    assert strip.canvas.tip_at(QPointF(strip.canvas.width() - 1, 5)) == ""


def test_the_values_on_the_bars_do_not_cover_each_other(show):
    rng = np.random.default_rng(5)
    for d in (2, 5, 12, 40, 300):
        strip = show(Session(one_score(rng.normal(size=d), rng.normal(size=d))))
        rects = strip.label_rects()
        assert rects
        for index, rect in enumerate(rects):
            assert strip.canvas.rect().contains(rect.toAlignedRect().adjusted(0, 0, -1, -1))
            assert not any(rect.intersects(other) for other in rects[:index])


def test_products_of_zero_have_bars_without_height(show):
    strip = show(Session(one_score([0, 0], [1, 2])))
    assert strip.bar_rect(0).height() == 0
    assert strip.caption.text() == "Every product is 0."
    strip.grab()


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_it_draws_the_product_the_step_is_about(show, look, session, theme):
    strip = show(session)
    session.set_granularity(Granularity.TERM)
    session.go_to_position(1)
    assert session.term == 1
    look.choose_theme(theme)
    assert not strip.grab().isNull()


def test_screen_readers_get_the_products_in_words(show, session):
    session.go_to(Place("scores", 0, 2))
    strip = show(session)
    assert strip.accessibleName() == "Which component made it high"
    description = strip.accessibleDescription()
    assert description == "Component 1 contributes most: 1×1 = 1. Component 1: 1; Component 2: 0."


def test_it_follows_the_digits_and_the_size(show, look, preferences):
    strip = show(Session(one_score([1 / 3, 0], [1, 1])))
    preferences.digits = 5
    assert "0.33333" in strip.caption.text()
    before = strip.canvas.sizeHint().height()
    preferences.zoom = 200
    assert strip.canvas.sizeHint().height() > 1.7 * before


def test_many_components_are_named_no_further_than_can_be_listened_to(show):
    names = default_names("Query", 1), default_names("Source", 1)
    ones = np.ones((1, 1024))
    scenario = Scenario(
        query=ones, key=ones, value=np.ones((1, 1)), queries=names[0], sources=names[1]
    )
    strip = show(Session(scenario))
    assert strip.accessibleDescription().endswith("; 1012 more.")
