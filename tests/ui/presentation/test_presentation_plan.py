"""Where table and text stand, decided from what they say they need. No screen."""

import pytest
from PySide6.QtCore import QRect

from explorer.ui.heatmaps.heatmap_geometry import Frame, Grid
from explorer.ui.presentation.arithmetic import BREVITIES
from explorer.ui.presentation.presentation_plan import READABLE, Screen, part_plan, whole_plan

SCREEN = Screen(QRect(0, 0, 1200, 600), 20, 1.0)


def table(rows, columns):
    """A table whose cells are 3 × 2 letters of the size asked for."""

    def grid(points, room):
        width, height = round(3 * points), round(2 * points)
        span = min(room.height() // height, rows) or 1, min(room.width() // width, columns) or 1
        part = None if span == (rows, columns) else span
        return Grid(rows, columns, width, height, Frame(0, 0), part=part)

    return grid


def text(lines, length=10):
    """So many lines of letters; the longer the narrower, and shorter the briefer it may be."""

    def height(points, brevity, width):
        wrapped = -(-length * points // width)
        return round(lines * points * 1.5 * wrapped) * brevity.most_terms // 12

    return height


def test_numbers_are_as_large_as_table_and_text_allow():
    assert whole_plan(SCREEN, 1, [table(1, 3)], text(2)).points == 40
    assert whole_plan(SCREEN, 4, [table(4, 3)], text(12)).points == 32


def test_one_plan_for_several_tables_has_room_for_the_largest():
    plan = whole_plan(SCREEN, 2, [table(2, 2), table(2, 12)], text(2))
    assert plan.points == 32
    assert table(2, 12)(plan.points, plan.table.size()).size[0] <= plan.table.width()


def test_a_larger_screen_gets_larger_numbers():
    twice = Screen(QRect(0, 0, 2400, 1200), 40, 2.0)
    assert whole_plan(twice, 1, [table(1, 3)], text(2)).points == 80


@pytest.mark.parametrize(("rows", "below"), [(1, True), (4, True), (6, False)])
def test_the_text_stands_below_few_rows_and_beside_many(rows, below):
    assert whole_plan(SCREEN, rows, [table(rows, 3)], text(3)).is_below is below


def test_the_text_goes_to_the_other_side_where_it_fits_only_there():
    assert not whole_plan(SCREEN, 3, [table(3, 3)], text(14)).is_below
    assert whole_plan(SCREEN, 6, [table(6, 16)], text(2)).is_below


def test_arithmetic_is_shortened_before_a_table_is_cut():
    plan = whole_plan(SCREEN, 4, [table(4, 16)], text(14))
    assert plan.points == READABLE
    assert plan.brevity == BREVITIES[1]


def test_no_plan_shows_a_table_that_is_too_large_as_a_whole():
    assert whole_plan(SCREEN, 12, [table(12, 20)], text(2)) is None


@pytest.mark.parametrize("shape", [(12, 20), (200, 3), (3, 200), (200, 200)])
def test_of_a_large_table_a_part_in_readable_numbers_is_shown(shape):
    plan = part_plan(SCREEN, shape[0], table(*shape), text(2))
    shown = table(*shape)(plan.points, plan.table.size())
    assert plan.points == READABLE
    assert shown.is_part
    assert shown.size[0] <= plan.table.width()
    assert shown.size[1] <= plan.table.height()
    assert not plan.table.intersects(plan.text)


def test_a_high_and_narrow_table_has_its_text_beside_it():
    assert not part_plan(SCREEN, 200, table(200, 3), text(2)).is_below


def test_a_text_that_fits_nowhere_still_leaves_half_of_the_screen_to_the_table():
    plan = part_plan(SCREEN, 3, table(3, 3), text(1000))
    assert plan.brevity == BREVITIES[-1]
    assert plan.table.height() >= 280
    assert not plan.table.intersects(plan.text)
