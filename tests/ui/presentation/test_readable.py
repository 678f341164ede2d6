"""Everybody in the room can read every number: measured on what is laid out, step by step."""

from itertools import combinations

import numpy as np
import pytest
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QFontMetrics, QFontMetricsF

from explorer.app.session import Session
from explorer.files import list_examples, load_example
from explorer.model import Granularity, Scenario
from explorer.model.expressions import Exponential, Quotient, Symbol
from explorer.model.scenario import default_names
from explorer.ui.heatmaps.heatmap_cells import fitting_numbers
from explorer.ui.heatmaps.heatmap_content import HeatmapContent
from explorer.ui.heatmaps.heatmap_frame import TITLE_SCALE, text_width
from explorer.ui.heatmaps.heatmap_words import part_words
from explorer.ui.presentation.presentation import PROJECTOR

READABLE = 24
"""Points on a projector of 1280 × 800."""
IN_FRACTIONS = 20
STAGE, READER, CELL, TERM = Granularity
NAMES = [example.name for example in list_examples()]
LONG_NAME = "a name that is longer than any line has room for"


def scale_of(view):
    return min(view.width() / PROJECTOR.width(), view.height() / PROJECTOR.height())


def drawn_numbers(view, session):
    """The numbers of the part of the table that is in view, with their font, as they are drawn."""
    heatmap = view.heatmap
    array = session.trace.arrays[heatmap.stage.name]
    drawn = (heatmap.stage, heatmap.words, array, heatmap.picture, heatmap.grid, heatmap.marks)
    content = HeatmapContent(view.heatmap_look, *drawn, has_focus=False, first_hidden=array.size)
    return fitting_numbers(content)


def written(box, inside=()):
    """Every run of text in a box, with the expressions it stands in."""
    inside = (*inside, type(box.source))
    if box.ink is not None:
        yield box.ink, inside
    for part in box.parts:
        yield from written(part.box, inside)


def check_table(view, session):
    numbers, grid, look = drawn_numbers(view, session), view.heatmap.grid, view.heatmap_look
    assert numbers.font.pointSizeF() >= READABLE * scale_of(view)
    assert grid.frame.remark_scale in (None, 1)
    assert grid.frame.sum_scale in (None, 1)
    assert not grid.frame.has_vertical_names
    assert look.font().pointSizeF() == numbers.font.pointSizeF()
    array = session.trace.arrays[view.heatmap.stage.name]
    bold = QFontMetricsF(look.font(bold=True))
    for (row, column), text in numbers.texts.items():
        assert text == look.number(float(array[row, column]))
        assert bold.horizontalAdvance(text) < grid.shown_cell[0]
    assert bold.height() <= grid.shown_cell[1]
    used = [text_width(look, TITLE_SCALE, [view.heatmap.words.column_title]), look.em]
    used.append(text_width(look, TITLE_SCALE, [part_words(grid)]))
    assert grid.frame.left + sum(used) <= grid.size[0]
    for visible in (grid.first_row, grid.first_column):
        assert visible == int(visible)


def check_arithmetic(view):
    working, sentence = view.text.working, view.text.sentence
    if not working.isHidden():
        for ink, inside in written(working.box):
            if Exponential in inside or Symbol in inside:
                continue
            least = IN_FRACTIONS if Quotient in inside else READABLE
            assert ink.face.font.pointSizeF() >= least * scale_of(view), ink.text
        assert working.box.width <= working.width()
        assert working.box.height <= working.height()
        assert working.geometry().bottom() < sentence.geometry().top()
    assert sentence.font().pointSizeF() >= READABLE * scale_of(view)
    room = QRect(0, 0, sentence.width(), 1 << 20)
    metrics = QFontMetrics(sentence.font())
    needed = metrics.boundingRect(room, int(Qt.TextFlag.TextWordWrap), sentence.text())
    assert needed.width() <= sentence.width()
    assert needed.height() <= sentence.height()
    assert view.text.rect().contains(sentence.geometry())


def check_places(view):
    """Nothing is outside the screen, and nothing lies over anything else."""
    parts = (view.heading, view.words, view.reason, view.formula)
    parts += (view.heatmap, view.text, view.hint)
    for part in parts:
        assert view.rect().contains(part.geometry())
    for one, other in combinations(parts, 2):
        assert not one.geometry().intersects(other.geometry())
    for label in (view.heading, view.words, view.reason):
        assert QFontMetrics(label.font()).horizontalAdvance(label.text()) <= label.width()


def whereabouts(view):
    """What has to stay as it is from one step of a stage to the next."""
    reason = view.reason.font().pointSizeF()
    return view.heatmap.geometry(), view.text.geometry(), view.heatmap.grid.span, reason


def walk(view, session, granularity):
    session.set_granularity(granularity)
    steady, tables = {}, set()
    for position in range(len(session.walk)):
        session.go_to_position(position)
        stage, grid = view.heatmap.stage.name, view.heatmap.grid
        if (stage, grid) not in tables:
            check_table(view, session)
            tables.add((stage, grid))
        assert session.step.row in grid.visible_rows
        assert session.step.column in grid.visible_columns
        check_arithmetic(view)
        check_places(view)
        assert steady.setdefault(stage, whereabouts(view)) == whereabouts(view)


@pytest.mark.parametrize("granularity", Granularity)
@pytest.mark.parametrize("name", NAMES)
def test_every_step_of_every_example_is_readable_on_a_projector(present, name, granularity):
    session = Session(load_example(name))
    walk(present(session), session, granularity)


@pytest.mark.parametrize("name", ["one-query-three-sources", "bias-and-cap", "window"])
@pytest.mark.parametrize("size", [QSize(1024, 768), QSize(1920, 1080), QSize(2560, 1440)])
def test_so_it_is_on_other_screens(present, name, size):
    session = Session(load_example(name))
    walk(present(session, size), session, CELL)


@pytest.mark.parametrize("name", ["three-positions", "bias-and-cap", "two-queries-five-sources"])
@pytest.mark.parametrize(("digits", "all_digits"), [(8, False), (3, True)])
def test_so_it_is_with_many_digits(present, look, name, digits, all_digits):
    look.preferences.digits = digits
    look.all_digits = all_digits
    session = Session(load_example(name))
    walk(present(session), session, TERM)


@pytest.mark.parametrize("size", [1.0, 1000.0, 1e60])
def test_so_it_is_with_numbers_of_any_size(present, size):
    session = random_session(3, 5, size=size)
    walk(present(session), session, CELL)


def test_so_it_is_with_more_cells_than_anybody_can_see_at_once(present):
    session = random_session(70, 90)
    view = present(session)
    for position in range(0, len(session.walk), 331):
        session.go_to_position(position)
        check_table(view, session)
        check_arithmetic(view)
        check_places(view)


def test_long_names_are_cut_short_in_sentences_and_can_be_read_whole_in_a_tool_tip(present):
    session = random_session(3, 4, name=LONG_NAME)
    view = present(session)
    for position in range(len(session.walk)):
        session.go_to_position(position)
        check_table(view, session)
        check_arithmetic(view)
        assert (
            QFontMetrics(view.reason.font()).horizontalAdvance(view.reason.text())
            <= view.reason.width()
        )
    session.go_to_position(0)
    assert LONG_NAME in view.words.toolTip()
    beside = view.heatmap.cell_rect(0, 0).center()
    beside.setX(5)
    assert view.heatmap.tooltip_at(beside) == f"{LONG_NAME} 1"


def random_session(readers, sources, size=1.0, name=None):
    numbers = np.random.default_rng(4)
    return Session(
        Scenario(
            query=numbers.normal(size=(readers, 3)) * size,
            key=numbers.normal(size=(sources, 3)),
            value=numbers.normal(size=(sources, 2)) * size,
            queries=default_names(name or "Query", readers),
            sources=default_names(name or "Source", sources),
        )
    )
