"""Where two tables differ, and where a change of several things reaches."""

import numpy as np
import pytest

from explorer.model.places import Axis
from explorer.model.where import EVERYWHERE, difference, grid, positions_in, union

AXES = (Axis.QUERIES, Axis.SOURCES)
BEFORE = np.arange(12.0).reshape(3, 4)


def changed(*cells, before=BEFORE):
    after = before.copy()
    for row, column in cells:
        after[row, column] = ~after[row, column] if before.dtype == bool else 99
    return plain(difference(before, after, AXES))


def plain(where):
    return where and {axis: positions.tolist() for axis, positions in where.items()}


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        ([(1, 2)], {Axis.QUERIES: [1], Axis.SOURCES: [2]}),
        ([(0, 3), (2, 1)], {Axis.QUERIES: [0, 2], Axis.SOURCES: [1, 3]}),
        ([(1, 0), (1, 1), (1, 2), (1, 3)], {Axis.QUERIES: [1]}),
        ([(0, 2), (1, 2), (2, 2)], {Axis.SOURCES: [2]}),
        ([(0, 0), (1, 1), (2, 2), (2, 3)], {}),
        ([], None),
    ],
)
@pytest.mark.parametrize("before", [BEFORE, BEFORE > 5], ids=["numbers", "booleans"])
def test_a_difference_names_the_rows_and_columns_that_hold_it(cells, expected, before):
    assert changed(*cells, before=before) == expected


def test_tables_of_other_shape_differ_everywhere():
    assert difference(BEFORE, BEFORE[:2], AXES) == EVERYWHERE


def test_zero_and_minus_zero_differ():
    where = difference(np.array([[0.0, 0.0]]), np.array([[0.0, -0.0]]), AXES)
    assert plain(where) == {Axis.SOURCES: [1]}


def test_a_union_names_an_axis_only_if_every_change_does():
    query = {Axis.QUERIES: np.array([3])}
    cell = {Axis.QUERIES: np.array([1, 3]), Axis.SOURCES: np.array([0])}
    assert plain(union([query, cell])) == {Axis.QUERIES: [1, 3]}
    assert plain(union([cell, cell])) == plain(cell)
    assert union([cell, EVERYWHERE]) == EVERYWHERE


def test_an_axis_that_is_not_named_counts_whole():
    where = {Axis.SOURCES: np.array([1, 3]), Axis.COMPONENTS: np.array([0])}
    rows, columns = positions_in(AXES, where)
    assert rows is None
    np.testing.assert_array_equal(BEFORE[grid(rows, columns)], BEFORE[:, [1, 3]])
    np.testing.assert_array_equal(BEFORE[grid(np.array([2]), columns)], [[9, 11]])
