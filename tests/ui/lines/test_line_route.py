"""The way of a line: along borders within tables, and never across a number on a straight part."""

import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtCore import QPointF, QRectF

from explorer.ui.lines.line_route import LineEnd, Route, routes

CELL = (40.0, 20.0)
TURN = 30.0


def table_end(rows, columns, row, column, at=(0.0, 0.0), names=0.0):
    """A cell of a table, `names` pixels of which surround its cells; None: all of them."""
    width, height = CELL
    table = QRectF(*at, columns * width + 2 * names, rows * height + 2 * names)
    left = at[0] + names + (column or 0) * width
    top = at[1] + names + (row or 0) * height
    wide = columns * width if column is None else width
    high = rows * height if row is None else height
    return LineEnd(QRectF(left, top, wide, high), table, QRectF(left, top, width, height))


def route(source, target):
    return routes([(source, target)], TURN)[0]


def straight_parts(found):
    start, leaves, _, _, enters, end = found.points
    return (start, leaves), (enters, end)


def is_on_border(end, point, is_vertical):
    """Whether a point lies on a border between rows, or columns, of the cells of its table."""
    at, first = (point.x(), end.first.left()) if is_vertical else (point.y(), end.first.top())
    return ((at - first) / CELL[0 if is_vertical else 1]) % 1 == pytest.approx(0, abs=1e-9)


cells = st.tuples(st.integers(0, 5), st.integers(0, 5))


@given(cells, cells, st.sampled_from([(-400.0, 0.0), (400.0, 60.0), (0.0, 400.0), (30.0, -400.0)]))
def test_a_line_between_cells_runs_along_their_borders_out_of_one_table_and_into_another(
    one, other, away
):
    source = table_end(6, 6, *one, names=15)
    target = table_end(6, 6, *other, at=away, names=15)
    found = route(source, target)
    is_vertical = abs(away[1]) == 400
    for part, end in zip(straight_parts(found), (source, target), strict=True):
        for point in part:
            assert is_on_border(end, point, is_vertical)
    start, end = found.points[0], found.points[-1]
    assert source.cells.adjusted(0, 0, 1e-6, 1e-6).contains(start)
    assert target.cells.adjusted(0, 0, 1e-6, 1e-6).contains(end)
    enters, table = found.points[4], target.table
    sides = (table.top(), table.bottom()) if is_vertical else (table.left(), table.right())
    assert (enters.y() if is_vertical else enters.x()) in sides


@pytest.mark.parametrize("away", [(400.0, 0.0), (-400.0, 0.0), (0.0, 400.0), (0.0, -400.0)])
def test_a_line_leaves_the_side_that_faces_the_target_and_comes_to_the_facing_one(away):
    source, target = table_end(3, 3, 1, 1), table_end(3, 3, 1, 1, at=away)
    start, end = route(source, target).points[0], route(source, target).points[-1]
    way = QPointF(*away)
    assert QPointF.dotProduct(start - source.cells.center(), way) > 0
    assert QPointF.dotProduct(end - target.cells.center(), way) < 0


def test_a_line_turns_right_before_the_table_it_leads_to():
    found = route(table_end(3, 2, 0, 1), table_end(3, 3, 2, 0, at=(400, 0), names=20))
    _, leaves, *_, enters, _ = found.points
    assert (leaves.x(), enters.x()) == (400 - TURN, 400)
    assert leaves.y() == found.points[0].y()


def test_tables_that_almost_touch_leave_a_line_what_room_there_is():
    found = route(table_end(3, 2, 0, 1), table_end(3, 3, 2, 0, at=(90, 0)))
    assert (found.points[1].x(), found.points[4].x()) == (80, 90)


def test_lines_from_one_side_arrive_at_different_borders_in_the_order_they_come():
    target = table_end(4, 4, 2, 2, at=(400, 100))
    upper, lower = table_end(1, 2, 0, None), table_end(3, 2, 1, None, at=(0, 300))
    arrivals = [found.points[-1].y() for found in routes([(lower, target), (upper, target)], TURN)]
    assert arrivals == [target.cells.bottom(), target.cells.top()]


def test_a_row_above_is_left_where_its_column_leads_straight_to_the_target():
    found = route(table_end(4, 4, 1, None), table_end(4, 4, 2, 2, at=(0, 300), names=0))
    assert {point.x() for point in found.points} == {2 * CELL[0]}


def test_cells_at_the_edge_of_their_table_are_left_straight():
    source = table_end(3, 2, 1, None)
    found = route(source, table_end(3, 3, 1, 1, at=(300, 0)))
    assert found.points[0].x() == source.table.right()
    assert source.cells.top() < found.points[0].y() < source.cells.bottom()


def test_a_line_moves_from_where_it_was_to_where_it_leads():
    earlier = route(table_end(3, 3, 0, 0), table_end(3, 3, 0, 0, at=(300, 0)))
    later = route(table_end(3, 3, 2, 1), table_end(3, 3, 1, 2, at=(300, 0)))
    assert later.moved_from(earlier, 0.0) == earlier
    assert later.moved_from(earlier, 1.0) == later
    halfway = later.moved_from(earlier, 0.5)
    assert halfway.points[0] == (earlier.points[0] + later.points[0]) / 2


def test_a_new_line_grows_out_of_its_operand():
    found = route(table_end(3, 3, 0, 0), table_end(3, 3, 0, 0, at=(300, 0)))
    assert set(map(QPointF.toTuple, found.moved_from(None, 0.0).points)) == {
        found.points[0].toTuple()
    }
    assert found.moved_from(None, 1.0) == found


def test_the_path_begins_and_ends_with_the_points():
    points = tuple(QPointF(10 * index, index * index) for index in range(6))
    path = Route(points).path
    assert (path.pointAtPercent(0), path.pointAtPercent(1)) == (points[0], points[-1])
