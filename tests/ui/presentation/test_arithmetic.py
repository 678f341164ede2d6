"""Arithmetic for a projector: broken into lines and shortened, never made smaller."""

from dataclasses import replace

import numpy as np
import pytest

from explorer.files import load_example
from explorer.model import AttentionInputs, Place, attend, explain, explain_term
from explorer.model.expressions import Sum
from explorer.model.rendering import to_text
from explorer.ui.formulas.math_layout import style_of
from explorer.ui.presentation.arithmetic import BREVITIES, Brevity, Working, working_box

TRACE = attend(load_example("twelve-tokens").inputs)
SEED = attend(load_example("one-query-three-sources").inputs)
EVERYTHING, *_, SHORTEST = BREVITIES


@pytest.fixture
def style(look):
    return style_of(look)


def texts(box):
    return [placed.box.ink.text for placed in box.everything() if placed.box.ink is not None]


def lines(box):
    """How many lines there are, judged by the equals signs at their beginnings."""
    signs = {
        round(placed.baseline)
        for placed in box.everything()
        if placed.box.ink is not None and placed.box.ink.text in "=≈"
    }
    return len(signs)


def whole(trace, *place):
    return Working(explain(trace, *place))


def test_all_of_it_stands_on_one_line_where_that_is_wide_enough(style):
    box = working_box(whole(SEED, "weights", 0, 1), style, 100 * style.em, EVERYTHING)
    assert lines(box) == 1
    assert texts(box)[-2:] == ["≈", "0.198"]


@pytest.mark.parametrize("place", [("weights", 6, 6), ("output", 6, 1), ("scores", 1, 11)])
@pytest.mark.parametrize("brevity", BREVITIES)
@pytest.mark.parametrize("ems", [12, 16, 24, 32])
def test_it_keeps_to_the_width_and_to_its_size(style, place, brevity, ems):
    box = working_box(whole(TRACE, *place), style, ems * style.em, brevity)
    assert box.width <= ems * style.em
    sizes = {placed.box.ink.face.font.pointSizeF() for placed in box.everything() if placed.box.ink}
    assert max(sizes) == style.face.font.pointSizeF()
    assert all(placed.rect.right() <= ems * style.em for placed in box.everything())


def test_the_briefer_the_lower(style):
    heights = [
        working_box(whole(TRACE, "weights", 6, 6), style, 20 * style.em, brevity).height
        for brevity in BREVITIES
    ]
    assert heights == sorted(heights, reverse=True)
    assert heights[-1] < heights[0] / 2


def test_of_a_long_sum_it_is_said_how_much_is_left_out(style):
    box = working_box(whole(TRACE, "output", 6, 1), style, 100 * style.em, Brevity(6))
    assert "… 7 more …" in texts(box)
    assert texts(box).count("×") == 5


def test_of_a_sum_with_a_term_of_its_own_each_gap_is_counted(style):
    box = working_box(whole(TRACE, "weights", 6, 6), style, 100 * style.em, Brevity(6))
    assert texts(box).count("… 4 more …") == 4


def test_nothing_follows_on_a_line_below_which_a_sum_goes_on(style):
    box = working_box(whole(TRACE, "output", 6, 1), style, 16 * style.em, EVERYTHING)
    (result,) = [placed for placed in box.everything() if placed.box.frame is not None]
    terms = [placed for placed in box.everything() if placed.box.ink and placed.box.ink.text == "×"]
    assert result.rect.top() >= max(term.rect.bottom() for term in terms)


def test_the_definition_stays_longer_than_the_lines_on_the_way(style):
    derivation = explain(TRACE, "weights", 6, 6)
    everything, ends, last = (
        [to_text(line, 3, 4) for line in Brevity(4, most_lines=most).lines(derivation)]
        for most in (None, 2, 1)
    )
    assert len(everything) == 3
    assert ends == [everything[0], everything[2]]
    assert last == ["0.607 / 8.375"]


def test_a_product_is_framed_in_its_sum_and_worked_out_below(style):
    place = Place("output", 6, 1)
    product = explain_term(TRACE, place, 5)
    working = Working(explain(TRACE, "output", 6, 1), 5, product)
    assert working.shown is product
    box = working_box(working, style, 100 * style.em, Brevity(6))
    framed, result = [placed for placed in box.everything() if placed.box.frame is not None]
    assert texts(framed.box) == ["0.044", "×", "0"]
    assert texts(result.box) == ["0"]
    assert result.baseline > framed.baseline
    assert [text for text in texts(box) if "more" in text] == ["… 2 more …", "… 3 more …"]


@pytest.mark.parametrize("term", range(12))
def test_as_many_products_are_shown_and_counted_as_there_are(style, term):
    place = Place("output", 6, 1)
    working = Working(explain(TRACE, *("output", 6, 1)), term, explain_term(TRACE, place, term))
    written = texts(working_box(working, style, 100 * style.em, Brevity(6)))
    left_out = sum(int(text.split()[1]) for text in written if "more" in text)
    in_sum = written[: written.index("a")] if "a" in written else written
    shown = sum(text.count("×") for text in in_sum)
    assert shown + left_out == 12


def test_a_number_without_arithmetic_is_its_symbol_and_itself(style):
    causal = attend(load_example("causal").inputs)
    box = working_box(whole(causal, "masked_scores", 0, 1), style, 30 * style.em, EVERYTHING)
    assert texts(box) == ["u", "12", "=", "−∞"]


def test_the_digits_are_those_of_the_style(style):
    exact = replace(style, digits=None)
    box = working_box(whole(SEED, "weights", 0, 1), exact, 60 * style.em, EVERYTHING)
    assert texts(box)[-1] == "0.1977758146404282"


def test_a_sum_over_thousands_is_made_up_of_the_terms_shown(style):
    rng = np.random.default_rng(1)
    trace = attend(AttentionInputs([[1.0]], rng.normal(size=(4096, 1)), np.ones((4096, 1))))
    derivation = explain(trace, "output", 0, 0)
    assert isinstance(derivation.forms[0], Sum)
    box = working_box(Working(derivation), style, 40 * style.em, SHORTEST)
    assert "… 4094 more …" in texts(box)
