"""The numbers of a stage and what of them is coloured: shared, not copied."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from explorer.files import load_example
from explorer.model import AttentionInputs, attend
from explorer.model.comparison.compare import compare
from explorer.model.comparison.sides import THEN_NOW, State
from explorer.model.experiment import calculate
from explorer.model.masks import CellMask
from explorer.model.slips.catalogue import SLIPS
from explorer.model.stages import ColourScale
from explorer.ui.heatmaps.heatmap_picture import picture_of, picture_of_difference

SIZES = st.integers(1, 6)


def masked(n_query, n_key, allowed, scale=1.0):
    """A trace in which the score of query i with source j is scale · (i + 1) · (−2)^j."""
    query = np.arange(1.0, n_query + 1)[:, None] * scale
    key = (-2.0) ** np.arange(n_key)[:, None]
    return attend(AttentionInputs(query, key, np.ones((n_key, 1)), allowed=allowed, scale=1.0))


@pytest.mark.parametrize("array", ["scores", "masked_scores", "weights", "output"])
@pytest.mark.parametrize("shows_mask", [False, True])
def test_the_numbers_of_a_picture_are_those_of_the_trace(array, shows_mask):
    trace = masked(3, 3, np.tri(3, dtype=bool))
    picture = picture_of(trace, trace.stage(array), shows_mask)
    assert picture.table is trace.arrays.table(array)
    assert picture.transposed.table.base is trace.arrays[array]


@given(n_query=SIZES, n_key=SIZES, seed=st.integers(0, 2**32 - 1), shows_mask=st.booleans())
def test_blocked_cells_have_no_colour_and_no_part_in_the_scale(n_query, n_key, seed, shows_mask):
    allowed = np.random.default_rng(seed).random((n_query, n_key)) < 0.6
    trace = masked(n_query, n_key, allowed)
    for array in ("scores", "masked_scores"):
        picture = picture_of(trace, trace.stage(array), shows_mask)
        is_blocked = shows_mask or array == "masked_scores"
        assert np.array_equal(np.isnan(picture.cells), ~allowed & is_blocked)
        read = np.abs(trace.scores[allowed])
        assert picture.high >= read.max(initial=0)
        assert picture.high <= 2 * read.max(initial=0.5)
        assert picture.exceeds == (
            not is_blocked and bool(np.abs(trace.scores).max() > picture.high)
        )


def test_a_cell_beyond_the_ends_has_the_colour_of_the_end():
    trace = masked(1, 6, np.array([[True, True, False, False, False, False]]))
    picture = picture_of(trace, trace.stage("scores"))
    assert picture.exceeds
    assert (picture.low, picture.high) == (-2, 2)
    assert picture.cells.tolist() == [[1, -2, 2, -2, 2, -2]]
    assert [picture.shade(0, column) for column in (4, 5)] == [255, 0]


def test_numbers_too_large_for_the_arithmetic_of_colours_are_coloured_by_their_share():
    trace = masked(2, 2, None, scale=2.0**1000)
    picture = picture_of(trace, trace.stage("scores"))
    assert picture.scale == picture.high > 1e300
    assert picture.levels == (-1, 1)
    assert np.array_equal(picture.cells, trace.scores / picture.high)


def test_a_difference_has_no_colour_where_a_cell_was_blocked(seed_scenario):
    then = replace(seed_scenario, mask=CellMask(np.array([[True, False, True]])))
    now = replace(then, query=np.array([[2.0, 0.0]]))
    comparison = compare(State(then, calculate(then)), State(now, calculate(now)), THEN_NOW)
    picture = picture_of_difference(comparison.table("masked_scores"))
    assert np.isnan(picture.cells).tolist() == [[False, True, False]]
    assert picture.is_blocked(0, 1)


@pytest.mark.parametrize("example", ["causal", "bias-and-cap", "reads-nothing"])
@pytest.mark.parametrize("shows_mask", [False, True])
def test_whatever_a_mistake_blocks_colours_have_ends(example, shows_mask):
    inputs = load_example(example).inputs
    applied = [slip for slip in SLIPS if slip.applies(inputs)]
    assert len(applied) > 5
    for slip in applied:
        trace = slip.forward(inputs)
        for stage in trace.stages:
            picture = picture_of(trace, stage, shows_mask)
            assert 0 < picture.high < np.inf
            if stage.colours is ColourScale.SHARES:
                continue  # the end has the colour of all beyond it
            shown = picture.cells[np.isfinite(picture.cells)]
            assert np.abs(shown).max(initial=0) <= picture.high


def test_what_a_mask_does_not_allow_is_blocked_from_the_masking_on():
    trace = attend(load_example("causal").inputs)
    blocked = ~trace.inputs.allowed
    for stage in trace.stages:
        picture = picture_of(trace, stage)
        if stage.name in ("masked_scores", "weights"):
            assert (picture.blocked == blocked).all()
        else:
            assert picture.blocked is None
    allows_all = replace(load_example("causal"), mask=CellMask(np.ones_like(blocked)))
    trace = attend(allows_all.inputs)
    assert all(picture_of(trace, stage).blocked is None for stage in trace.stages)
