"""What may be read is changed cell by cell, by source, by reader and as a whole."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis.extra import numpy as arrays

from explorer.app.mask_edits import (
    allowed_cells,
    invert_mask,
    paint_cells,
    paint_readers,
    paint_sources,
    set_window,
)
from explorer.model import InputError, Scenario, attend
from explorer.model.masks import CausalMask, CellMask, WindowMask

MASKS = arrays.arrays(np.bool_, (3, 3))


def touched(*cells):
    mask = np.zeros((3, 3), dtype=np.bool_)
    for cell in cells:
        mask[cell] = True
    return mask


def blocked(scenario):
    return [tuple(map(int, cell)) for cell in np.argwhere(~allowed_cells(scenario))]


def test_without_a_mask_every_source_may_be_read(square):
    assert allowed_cells(square).all()


def test_one_cell_is_blocked_and_named(square):
    edit = paint_cells(square, touched((1, 2)), allow=False)
    assert blocked(edit.scenario) == [(1, 2)]
    assert edit.text == "keep “cat” from reading “sat”"


def test_a_blocked_cell_is_allowed_again(square):
    once = paint_cells(square, touched((1, 2), (0, 0)), allow=False).scenario
    edit = paint_cells(once, touched((1, 2)), allow=True)
    assert blocked(edit.scenario) == [(0, 0)]
    assert edit.text == "let “cat” read “sat”"


def test_several_cells_are_counted(square):
    assert paint_cells(square, touched((0, 0), (0, 1)), allow=False).text == "block 2 cells"


@pytest.mark.parametrize(
    ("mask", "becomes"),
    [
        (CausalMask(), "; the causal mask becomes cell by cell"),
        (WindowMask(1, 0), "; the window becomes cell by cell"),
    ],
)
def test_a_mask_that_is_a_rule_becomes_cell_by_cell_and_the_edit_says_so(square, mask, becomes):
    scenario = replace(square, mask=mask)
    edit = paint_cells(scenario, touched((0, 1)), allow=True)
    assert edit.text == f"let “the” read “cat”{becomes}"
    assert isinstance(edit.scenario.mask, CellMask)
    assert (allowed_cells(edit.scenario) != allowed_cells(scenario)).sum() == 1


@pytest.mark.parametrize("mask", [None, CausalMask()])
def test_painting_what_is_so_already_gives_the_same_scenario(square, mask):
    scenario = replace(square, mask=mask)
    assert paint_cells(scenario, touched((2, 0)), allow=True).scenario is scenario


def test_a_padding_source_is_blocked_for_every_query(square):
    edit = paint_sources(square, [2], allow=False)
    assert blocked(edit.scenario) == [(0, 2), (1, 2), (2, 2)]
    assert edit.text == "block “sat” for every query"
    assert blocked(paint_sources(edit.scenario, [2], allow=True).scenario) == []


def test_several_sources_are_counted(square):
    edit = paint_sources(square, [0, 2], allow=False)
    assert edit.text == "block 2 sources for every query"
    assert allowed_cells(edit.scenario).any(axis=0).tolist() == [False, True, False]


def test_a_whole_row_is_blocked_and_then_reads_nothing(square):
    edit = paint_readers(square, [1], allow=False)
    assert edit.text == "block every source for “cat”"
    trace = attend(edit.scenario.inputs)
    assert trace.weights[1].tolist() == [0, 0, 0]
    assert trace.output[1].tolist() == [0]
    assert blocked(paint_readers(edit.scenario, [1], allow=True).scenario) == []


@given(MASKS)
def test_inverting_twice_gives_the_same_cells(cells):
    scenario = Scenario(
        query=np.eye(3),
        key=np.eye(3),
        value=np.eye(3),
        queries=("a", "b", "c"),
        sources=("a", "b", "c"),
        mask=CellMask(cells),
    )
    once = invert_mask(scenario).scenario
    assert np.array_equal(allowed_cells(once), ~cells)
    assert np.array_equal(allowed_cells(invert_mask(once).scenario), cells)


def test_inverting_no_mask_blocks_everything(square):
    assert len(blocked(invert_mask(square).scenario)) == 9


def test_a_window_is_open_where_nothing_is_given(square):
    assert set_window(square, 2.0, None).scenario.mask == WindowMask(2, None)


def test_a_window_may_reach_far_beyond_the_table(square):
    assert blocked(set_window(square, 999_999.0, 999_999.0).scenario) == []


@pytest.mark.parametrize(
    ("left", "right", "found"),
    [
        (-1.0, 0.0, "-1"),
        (0.0, 1.5, "1.5"),
        (1e6, None, "1000000"),
        (0.0, 1e300, "one of 301 digits"),
    ],
)
def test_what_is_no_number_of_positions_is_refused(square, left, right, found):
    with pytest.raises(InputError, match=f"whole number of positions.*found {found}$"):
        set_window(square, left, right)


@pytest.mark.parametrize(
    ("operation", "arguments"),
    [
        (paint_cells, (touched((0, 1)), False)),
        (paint_sources, ([1], False)),
        (paint_readers, ([1], False)),
        (invert_mask, ()),
    ],
)
def test_cells_are_read_only_and_the_scenario_before_stays(square, operation, arguments):
    edit = operation(square, *arguments)
    assert square.mask is None
    assert not edit.scenario.mask.cells.flags.writeable
    with pytest.raises(ValueError, match="read-only"):
        allowed_cells(square)[0, 0] = False
