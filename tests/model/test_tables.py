"""A table that shares its cells with another is as good as a copy."""

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.model.tables import Tables, part_of, row_of, with_part
from explorer.model.where import grid

ROWS, COLUMNS = 40, 30


@st.composite
def positions(draw, size):
    """Some positions in ascending order, or None for all of them."""
    chosen = draw(st.none() | st.sets(st.integers(0, size - 1), min_size=1, max_size=3))
    return None if chosen is None else np.array(sorted(chosen))


PLACES = st.tuples(positions(ROWS), positions(COLUMNS)).filter(
    lambda place: any(along is not None for along in place)
)


def base():
    array = np.arange(float(ROWS * COLUMNS)).reshape(ROWS, COLUMNS)
    array.setflags(write=False)
    return array


@given(
    changes=st.lists(st.tuples(PLACES, st.booleans()), min_size=1, max_size=12),
    read=st.lists(PLACES, max_size=3),
)
@settings(deadline=None)
def test_a_patched_table_reads_like_a_changed_copy(changes, read):
    """Whether the whole was asked for in between or not."""
    table, copies = base(), [(base(), base())]
    for number, ((rows, columns), ask_for_all) in enumerate(changes):
        copy = copies[-1][1].copy()
        cells = np.full(copy[grid(rows, columns)].shape, -1.0 - number)
        copy[grid(rows, columns)] = cells
        table = with_part(table, rows, columns, cells)
        copies.append((table, copy))
        if ask_for_all:
            part_of(table)
    for table, copy in copies:
        for rows, columns in read:
            np.testing.assert_array_equal(part_of(table, rows, columns), copy[grid(rows, columns)])
            for row in [] if rows is None else rows:
                np.testing.assert_array_equal(row_of(table, row), copy[row])
        np.testing.assert_array_equal(Tables({"own": table}).cell("own", 5, 7), copy[5, 7])
        np.testing.assert_array_equal(part_of(table), copy)


def test_the_whole_of_a_table_is_put_together_once_and_cannot_be_written_to():
    tables = Tables({"own": with_part(base(), np.array([3]), None, np.zeros((1, COLUMNS)))})
    assert tables["own"] is tables["own"]
    with pytest.raises(ValueError, match="read-only"):
        tables["own"][0, 0] = 1.0


def test_asking_for_names_and_shapes_puts_nothing_together():
    patched = with_part(base(), np.array([3]), None, np.zeros((1, COLUMNS)))
    tables = Tables({"own": patched})
    patched.whole = None  # would raise if it were called
    assert "own" in tables
    assert list(tables) == ["own"]
    assert tables.shape("own") == (ROWS, COLUMNS)
    assert tables.cell("own", 3, 4) == 0.0


def test_tables_name_what_they_do_not_share():
    first, second = base(), base()
    tables = Tables({"own": first, "shared": second})
    other = Tables({"own": base(), "shared": second, "new": first})
    assert tables.different(other) == {"own", "new"}
