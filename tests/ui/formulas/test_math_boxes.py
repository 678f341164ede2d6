"""Arithmetic laid out in boxes."""

from dataclasses import replace

import pytest
from PySide6.QtGui import QImage, QPainter

from explorer.model.expressions import (
    Exponential,
    Function,
    Maximum,
    Number,
    Product,
    Quotient,
    SquareRoot,
    StagePart,
    Sum,
    Symbol,
    Transposed,
)
from explorer.model.places import Place, Role
from explorer.ui.formulas.math_boxes import (
    flow,
    fraction,
    links_among,
    paint_parts,
    root,
    row,
    stacked,
    text_box,
)
from explorer.ui.formulas.math_layout import style_of, typeset


@pytest.fixture
def style(look):
    return style_of(look)


@pytest.fixture
def letter(style):
    return text_box("x", style.face, "#000000")


def number(value, array="scores", row=0, column=0):
    return Number(value, Place(array, row, column))


def rect_of(box, expression):
    return next(part.rect for part in box.everything() if part.box.source is expression)


def test_a_row_is_as_wide_as_its_boxes_and_gaps(letter):
    assert row([letter, letter, letter], gap=5).width == pytest.approx(3 * letter.width + 10)


def test_stacked_boxes_stand_on_the_baseline_of_the_first(letter):
    box = stacked([letter, letter], gap=3)
    assert box.ascent == letter.ascent
    assert box.height == pytest.approx(2 * letter.height + 3)


def test_a_flow_goes_on_in_a_new_line_where_the_next_box_would_not_fit(letter):
    box = flow([letter] * 5, 2.5 * letter.width)
    assert box.width == pytest.approx(2 * letter.width)
    assert box.height == pytest.approx(3 * letter.height)


def test_the_numerator_is_above_the_bar_and_the_denominator_below(letter, style):
    box = fraction(letter, letter, style.axis, "#000000", 1)
    numerator, denominator = box.parts
    assert numerator.rect.bottom() < -style.axis < denominator.rect.top()
    assert numerator.rect.center().x() == pytest.approx(denominator.rect.center().x())


def test_a_root_has_room_for_its_sign(letter):
    box = root(letter, "#000000", 1)
    assert box.width > letter.width
    assert box.ascent > letter.ascent


def test_an_exponent_is_smaller_and_higher_than_its_base(style):
    exponent = number(0.707)
    box = typeset(Exponential(exponent), style)
    plain = typeset(exponent, style)
    raised = rect_of(box, exponent)
    assert raised.height() < plain.height
    assert raised.bottom() < plain.descent


def test_a_point_on_a_number_finds_that_number(style):
    first, second = number(1.0), number(2.0, column=1)
    box = typeset(Sum((first, second)), style)
    for source in (first, second):
        centre = rect_of(box, source).center()
        assert box.path(centre.x(), centre.y())[0] is source
    assert box.path(-10, 0) == []


def test_a_constant_is_no_link(style):
    box = typeset(Quotient(number(1.0), SquareRoot(Number(2.0))), style)
    assert [link.box.place for link in links_among(box.everything())] == [Place("scores", 0, 0)]


def test_a_point_finds_the_innermost_part_of_the_formula_first(style):
    query = Symbol("Q")
    inner = StagePart("scores", Product((query, Transposed(Symbol("K")))))
    outer = StagePart("weights", Function("softmax", inner))
    box = typeset(outer, style)
    centre = rect_of(box, query).center()
    assert box.path(centre.x(), centre.y()) == [query, inner.content, inner, outer.content, outer]


def test_only_the_marked_part_of_the_formula_has_a_frame(style):
    inner = StagePart("scores", Symbol("Q"))
    outer = StagePart("weights", Function("softmax", inner))
    box = typeset(outer, replace(style, marked="scores"))
    framed = [part.box.source for part in box.everything() if part.box.frame is not None]
    assert framed == [inner]


@pytest.mark.parametrize("array", ["query", "key", "value", "weights"])
def test_a_number_has_the_colour_of_its_role(style, array):
    roles = {"query": Role.QUERY, "key": Role.KEY, "value": Role.VALUE}
    box = typeset(number(1.0, array), style)
    assert box.ink.colour == style.theme.roles[roles.get(array, Role.COMPUTED)]


def test_a_long_sum_keeps_to_the_width(style):
    terms = tuple(Product((number(0.125, column=i), number(-1.5))) for i in range(20))
    width = 12 * style.em
    for expression in (Sum(terms), Quotient(Number(1.0), Sum(terms))):
        box = typeset(expression, style, width)
        assert box.width <= width
        assert all(part.rect.right() <= width for part in box.everything())


def test_a_long_sum_is_shortened_to_the_most_terms_asked_for(style):
    terms = tuple(number(float(i), column=i) for i in range(20))
    box = typeset(Sum(terms), replace(style, most_terms=6))
    assert [link.box.place.column for link in links_among(box.everything())] == [0, 1, 2, 3, 19]


def test_it_is_said_how_many_terms_are_left_out_where_that_is_asked_for(style):
    terms = tuple(number(float(i), column=i) for i in range(20))
    for expression in (Sum(terms), Maximum(terms)):
        for counts, shown in ((False, "…"), (True, "… 15 more …")):
            brief = replace(style, most_terms=6, counts_left_out=counts)
            boxes = (placed.box for placed in typeset(expression, brief).everything())
            assert shown in [box.ink.text for box in boxes if box.ink is not None]


def test_a_long_list_keeps_to_the_width(style):
    terms = tuple(number(float(i), column=i) for i in range(20))
    box = typeset(Maximum(terms), style, 10 * style.em)
    assert box.width <= 10 * style.em
    assert len(links_among(box.everything())) == 20


@pytest.mark.parametrize(
    "expression",
    [
        Quotient(Exponential(number(1.0)), Sum((number(1.0), Number(-2.0)))),
        Function("tanh", Quotient(number(1.0), SquareRoot(Number(2.0)))),
        StagePart("scores", Symbol("a", (1, 12))),
    ],
)
def test_nothing_is_painted_outside_the_box(style, expression):
    box = typeset(expression, style)
    pad = 20
    image = QImage(int(box.width) + 2 * pad, int(box.height) + 2 * pad, QImage.Format.Format_RGB32)
    image.fill(0xFFFFFFFF)
    painter = QPainter(image)
    paint_parts(painter, box.everything(pad, pad + box.ascent))
    painter.end()
    inked = [
        (x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixel(x, y) != 0xFFFFFFFF
    ]
    assert inked
    assert all(pad - 3 <= x <= pad + box.width + 3 for x, _ in inked)
    assert all(pad - 3 <= y <= pad + box.height + 3 for _, y in inked)
