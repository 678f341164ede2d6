"""Of an edit a heatmap paints anew what the edit touched: no less, and not much more."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QImage, QRegion
from PySide6.QtWidgets import QApplication

from explorer.app import edits
from explorer.app.session import Session
from explorer.model import Place, Scenario
from explorer.model.masks import CausalMask, WindowMask
from explorer.model.scenario import default_names
from explorer.ui.heatmaps.heatmap import HeatmapView

QUERY_ROW = ("query", 3, 1)
KEY_ROW = ("key", 2, 0)
VALUE_CELL = ("value", 5, 0)


class Painted(QObject):
    """What is painted of a widget from now on."""

    def __init__(self, widget):
        super().__init__(widget)
        self.region = QRegion()
        widget.installEventFilter(self)

    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            self.region = self.region + event.region()  # += would change what was read before
        return False


@pytest.fixture
def shown(qtbot, look):
    def shown(positions, stage, mask=None):
        numbers = np.random.default_rng(positions)
        tables = {name: numbers.normal(size=(positions, 3)) for name in ("query", "key", "value")}
        names = {
            "queries": default_names("Query", positions),
            "sources": default_names("Source", positions),
        }
        session = Session(Scenario(**tables, **names, mask=mask))
        session.go_to(Place("scores", positions - 1, positions - 1))
        view = HeatmapView(session, look, session.trace.stage(stage))
        qtbot.addWidget(view)
        view.show()
        QApplication.processEvents()
        return session, view

    return shown


def pixels(view):
    image = view.viewport().grab().toImage().convertToFormat(QImage.Format.Format_RGB32)
    rows = np.frombuffer(image.constBits(), dtype=np.uint32)
    return rows.reshape(image.height(), image.bytesPerLine() // 4)[:, : image.width()].copy()


def covered(region, shape):
    inside = np.zeros(shape, dtype=bool)
    for rect in region:
        inside[rect.top() : rect.bottom() + 1, rect.left() : rect.right() + 1] = True
    return inside


@pytest.mark.parametrize("positions", [6, 70])
@pytest.mark.parametrize("mask", [None, CausalMask()])
@pytest.mark.parametrize("stage", ["scores", "weights", "output"])
@pytest.mark.parametrize("edit", [QUERY_ROW, KEY_ROW, VALUE_CELL], ids=lambda edit: edit[0])
@pytest.mark.parametrize("number", [0.25, 40.0])
def test_what_looks_different_is_painted_as_if_all_were_drawn_anew(
    shown, look, positions, mask, stage, edit, number
):
    session, view = shown(positions, stage, mask)
    array, row, column = edit
    before, painted = pixels(view), Painted(view.viewport())
    session.edit(edits.set_cells, array, min(row, positions - 1), column, np.array([[number]]))
    QApplication.processEvents()
    region, after = painted.region, pixels(view)
    assert not ((before != after) & ~covered(region, before.shape)).any()
    look.changed.emit()
    assert (after == pixels(view)).all()


def test_a_mixture_is_written_anew_where_what_it_comes_to_stays(qtbot, look):
    tables = {"query": [[-1], *[[1]] * 7], "key": [[0], [5000]], "value": [[10], [20]]}
    session = Session(Scenario(**tables, queries=(*"abcdefgh",), sources=("i", "j")))
    view = HeatmapView(session, look, session.trace.stage("output"))
    view.set_grid(replace(view.grid, frame=replace(view.grid.frame, right=300)))
    qtbot.addWidget(view)
    view.show()
    qtbot.waitUntil(view.hasFocus)
    QApplication.processEvents()
    output, before, painted = session.trace.output, pixels(view), Painted(view.viewport())
    session.edit(edits.set_cells, "value", 0, 0, np.array([[0.25]]))
    QApplication.processEvents()
    assert session.trace.output[7] == output[7]
    region, after = painted.region, pixels(view)
    assert not ((before != after) & ~covered(region, before.shape)).any()


def test_another_query_has_its_row_painted_and_the_sums_of_columns(shown):
    session, view = shown(16, "weights")
    painted = Painted(view.viewport())
    session.edit(edits.set_cells, "query", 3, 1, np.array([[0.25]]))
    QApplication.processEvents()
    share = covered(painted.region, (view.height(), view.width())).mean()
    assert 0 < share < 0.2


@pytest.mark.parametrize("mask", [None, WindowMask(5, 5)])
def test_colours_up_to_the_largest_weight_are_others_everywhere_only_where_that_moved(
    shown, look, mask
):
    look.preferences.weight_colours = "largest"
    session, view = shown(70, "weights", mask)
    largest = int(session.trace.weights.max(axis=1).argmax())
    for row, is_all in ((largest, True), (largest - 9, False)):
        look.changed.emit()
        QApplication.processEvents()
        high, before, painted = view.picture.high, pixels(view), Painted(view.viewport())
        query = session.scenario.query[row : row + 1]
        session.edit(edits.set_cells, "query", row, 0, query / 2)
        QApplication.processEvents()
        region, after = painted.region, pixels(view)
        assert (view.picture.high != high) == is_all
        assert (covered(region, before.shape).mean() > 0.5) == is_all
        assert not ((before != after) & ~covered(region, before.shape)).any()
        look.changed.emit()
        assert (after == pixels(view)).all()


def test_texts_that_no_longer_fit_make_all_numbers_smaller(shown, look):
    session, view = shown(12, "scores")
    painted = Painted(view.viewport())
    session.edit(edits.set_cells, "query", 3, 1, np.array([[123456.5]]))
    QApplication.processEvents()
    assert painted.region.boundingRect() == view.viewport().rect()
    after = pixels(view)
    look.changed.emit()
    assert (after == pixels(view)).all()
