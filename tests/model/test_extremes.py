"""The extremes of a table are those of all its cells, whatever was changed in it before."""

import gc
from weakref import getweakrefcount

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.model import extremes as module
from explorer.model.extremes import extremes, largest_size
from explorer.model.tables import part_of, with_part


def of_all(cells, counted=None):
    """By the plain definition."""
    shown = cells[np.isfinite(cells) if counted is None else np.isfinite(cells) & counted]
    return (shown.min(), shown.max()) if shown.size else (np.inf, -np.inf)


@given(st.integers(0, 2**32 - 1), st.lists(st.sampled_from(["rows", "columns", "cells"])))
def test_they_are_found_again_after_any_changes(seed, changes):
    numbers = np.random.default_rng(seed)
    table = numbers.normal(size=(40, 30))
    table[numbers.random(table.shape) < 0.1] = -np.inf
    counted = numbers.random(table.shape) < 0.7
    for change in changes:
        rows = None if change == "columns" else np.unique(numbers.integers(0, 40, 2))
        columns = None if change == "rows" else np.unique(numbers.integers(0, 30, 2))
        size = 40 if rows is None else len(rows), 30 if columns is None else len(columns)
        table = with_part(table, rows, columns, numbers.normal(0, 3, size=size))
        assert extremes(table) == of_all(part_of(table, np.arange(40)))
        assert extremes(table, counted) == of_all(part_of(table, np.arange(40)), counted)


def test_of_a_table_that_shares_its_rows_only_the_others_are_gone_through(monkeypatch):
    whole = np.random.default_rng(1).normal(size=(500, 300))
    extremes(whole)
    seen, ends = [], module._ends
    monkeypatch.setattr(
        module, "_ends", lambda cells, on: seen.append(cells.shape) or ends(cells, on)
    )
    table = with_part(whole, np.array([7]), None, np.full((1, 300), 9.0))
    assert extremes(table) == (whole.min(), 9.0)
    assert seen == [(1, 300)]


@pytest.mark.parametrize(
    ("cells", "size"), [([[-np.inf, -3, 2]], 3), ([[-np.inf, np.nan]], 0), ([[0.0]], 0)]
)
def test_blocked_and_unknown_cells_do_not_count(cells, size):
    assert largest_size(np.array(cells, dtype=float)) == size


def test_a_table_none_of_whose_cells_counts_has_no_extremes():
    assert extremes(np.ones((2, 2)), np.zeros((2, 2), dtype=bool)) == (np.inf, -np.inf)


def test_nothing_is_kept_of_arrays_that_are_gone():
    kept = len(module._KEPT)
    array, counted = np.ones((3, 3)), np.ones((3, 3), dtype=bool)
    extremes(array, counted), extremes(array)
    assert len(module._KEPT) == kept + 1
    del array
    gc.collect()
    assert len(module._KEPT) == kept


def test_a_mask_that_stays_keeps_nothing_of_the_tables_that_were_seen_with_it():
    counted = np.ones((3, 3), dtype=bool)
    for turn in range(5):
        assert extremes(np.full((3, 3), float(turn)), counted) == (turn, turn)
    gc.collect()
    assert getweakrefcount(counted) == 0


def test_of_one_table_and_several_masks_each_has_its_own_extremes():
    array = np.array([[1.0, 2.0, 3.0]])
    first, second = np.array([[True, True, False]]), np.array([[False, True, True]])
    for counted, expected in ((first, (1, 2)), (second, (2, 3)), (first, (1, 2)), (None, (1, 3))):
        assert extremes(array, counted) == expected
