"""How many cells there is room for, with numbers of a given size."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QSize
from PySide6.QtGui import QFontMetricsF

from explorer.app import edits
from explorer.app.session import Session
from explorer.app.stage_view import now_of
from explorer.files import load_example
from explorer.model import Scenario
from explorer.model.convention import Convention
from explorer.model.number_format import format_number
from explorer.model.scenario import default_names
from explorer.model.slips.mistakes import MISTAKES
from explorer.ui.heatmaps.heatmap_words import HeatmapWords
from explorer.ui.presentation.scaled_look import ScaledLook
from explorer.ui.presentation.table_fit import TableFit

POINTS = 24.0


@pytest.fixture
def fit(look):
    probe = ScaledLook(look, POINTS)

    def fit(session, stage="weights"):
        return TableFit(session, probe, session.trace.stage(stage))

    return fit


def random_session(rows, columns, size=1.0):
    numbers = np.random.default_rng(2)
    return Session(
        Scenario(
            query=numbers.normal(size=(rows, 2)) * size,
            key=numbers.normal(size=(columns, 2)),
            value=numbers.normal(size=(columns, 1)),
            queries=default_names("Query", rows),
            sources=default_names("Source", columns),
        )
    )


def test_everything_fits_into_a_large_room(fit):
    grid = fit(Session(load_example("three-positions"))).grid(POINTS, QSize(1200, 500))
    assert not grid.is_part
    assert grid.size[0] <= 1200
    assert grid.size[1] <= 500
    assert grid.frame.sum_scale == 1


def test_the_sums_of_the_columns_make_way_for_the_last_row(fit):
    three = fit(Session(load_example("three-positions")))
    heights = range(200, 500, 10)
    grids = [three.grid(POINTS, QSize(1200, height)) for height in heights]
    kinds = [(grid.span[0], grid.frame.sum_scale) for grid in grids]
    assert (3, None) in kinds
    assert kinds.index((3, None)) < kinds.index((3, 1.0))


@pytest.mark.parametrize("room", [QSize(1200, 300), QSize(950, 560), QSize(1000, 700)])
def test_of_a_larger_table_as_many_whole_cells_are_shown_as_fit(fit, room):
    grid = fit(random_session(60, 70)).grid(POINTS, room)
    assert grid.is_part
    assert grid.size[0] <= room.width()
    assert grid.size[1] <= room.height()
    one_more = grid.cell_width + grid.area.width + grid.frame.left
    assert one_more > room.width() - grid.frame.right - grid.cell_width


def test_one_cell_is_shown_however_small_the_room(fit):
    grid = fit(random_session(60, 70)).grid(POINTS, QSize(50, 50))
    assert grid.span == (1, 1)
    assert grid.cell_width > 2 * POINTS


@pytest.mark.parametrize("size", [1.0, 1e-9, 1e5, 1e30])
@pytest.mark.parametrize("shape", [(5, 5), (90, 90)])
@pytest.mark.parametrize("digits", [2, 3, 8])
def test_cells_are_wide_enough_for_every_number(fit, look, shape, size, digits):
    look.preferences.digits = digits
    session = random_session(*shape, size=size)
    for stage in session.trace.stages:
        fitting = fit(session, stage.name)
        grid = fitting.grid(POINTS, QSize(1200, 500))
        metrics = QFontMetricsF(ScaledLook(look, POINTS).font(bold=True))
        texts = (format_number(float(n), digits) for n in session.trace.arrays[stage.name].flat)
        assert max(map(metrics.horizontalAdvance, texts)) < grid.cell_width


def test_a_short_number_nearest_to_zero_leaves_room_for_longer_ones(fit, look):
    bias = np.full((90, 90), -4.123e-5)
    bias[0, :3] = [-4e-5, -1, 1]
    session = Session(replace(random_session(90, 90, size=0.0).scenario, bias=bias))
    grid = fit(session, "masked_scores").grid(POINTS, QSize(1200, 500))
    metrics = QFontMetricsF(ScaledLook(look, POINTS).font(bold=True))
    assert metrics.horizontalAdvance("−4.123e−5") < grid.cell_width


def test_names_are_never_turned(fit):
    assert not fit(random_session(3, 40)).grid(POINTS, QSize(1200, 500)).frame.has_vertical_names


def test_there_is_room_for_every_sum_of_a_row_however_large(fit, look):
    look.preferences.convention = Convention.COLUMNS
    session = Session(load_example("asymmetric"))
    session.edit(edits.set_cells, "query", 1, 0, np.array([[8.0]]))
    session.laboratory.choose(MISTAKES["exponential-not-divided"])
    grid = fit(session).grid(POINTS, QSize(1200, 500))
    probe = ScaledLook(look, POINTS)
    words = HeatmapWords(session, probe, now_of(session, session.trace.stage("weights")))
    room = grid.size[0] - grid.frame.left - grid.area.width - 0.6 * probe.em
    metrics = QFontMetricsF(probe.font(1.0))
    sums = [words.remark(row) for row in range(3)]
    assert max(map(len, sums)) > len("100.000")
    assert all(metrics.horizontalAdvance(text) <= room for text in sums)
