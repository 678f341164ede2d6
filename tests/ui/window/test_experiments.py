"""What the lesson claims about weights, scale and mask is done in the window and read off it."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QWidget

from explorer.files import load_example
from explorer.ui.heatmaps.heatmap_picture import unread_rows

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def open_example(driver, qtbot):
    """Open an example and a panel for it."""

    def open_example(name, panel):
        driver.session.load(load_example(name), None)
        driver.activate()
        driver.trigger(f"{panel}PanelAction")
        widget = getattr(driver.window.experiments, panel)
        qtbot.waitUntil(widget.isVisible)
        return widget

    return open_example


def heatmap(driver, stage):
    return next(view for view in driver.window.stage_flow.heatmaps if view.stage.name == stage)


def numbers(driver, stage, row=0):
    """The numbers of a row as the heatmap says them."""
    view = heatmap(driver, stage)
    array = driver.session.trace.arrays[stage]
    return [driver.window.look.number(float(value)) for value in array[row]][: view.grid.columns]


def drag(view, *cells):
    """Drag over the cells of a heatmap."""
    kinds = [QEvent.Type.MouseButtonPress, *[QEvent.Type.MouseMove] * (len(cells) - 1)]
    for kind, cell in zip(
        [*kinds, QEvent.Type.MouseButtonRelease], [*cells, cells[-1]], strict=True
    ):
        where = QPointF(view.cell_rect(*cell).center())
        none = Qt.MouseButton.NoButton
        pressed = none if kind is QEvent.Type.MouseMove else LEFT
        held = none if kind is QEvent.Type.MouseButtonRelease else LEFT
        everywhere = QPointF(view.mapToGlobal(where.toPoint()))
        modifiers = Qt.KeyboardModifier.NoModifier
        event = QMouseEvent(kind, where, everywhere, pressed, held, modifiers)
        QApplication.sendEvent(view.viewport(), event)


def test_weights_of_one_half_and_two_quarters_mix_ten_twenty_and_thirty_to_17_5(
    open_example, driver
):
    panel = open_example("weighted-mix", "hand")
    assert numbers(driver, "weights") == ["0.5", "0.25", "0.25"]
    assert numbers(driver, "output") == ["17.5"]
    assert heatmap(driver, "output").words.remark(0) == "0.5 × 10 + 0.25 × 20 + 0.25 × 30"
    assert panel.hand_card.bars.sum_lines(0) == ("Σ = 1",)


def test_a_larger_weight_takes_more_from_its_source(open_example, driver, qtbot):
    bars = open_example("weighted-mix", "hand").hand_card.bars
    bars.setFocus()
    bars.choose(0, 2)
    for _ in range(10):
        qtbot.keyClick(bars, Qt.Key.Key_Plus)
    assert numbers(driver, "weights") == ["0.5", "0.15", "0.35"]
    assert numbers(driver, "output") == ["18.5"]


def test_the_softmax_takes_over_from_weights_by_hand_and_is_compared(open_example, driver, qtbot):
    panel = open_example("one-query-three-sources", "hand")
    qtbot.mouseClick(panel.hand_card.take_over, LEFT)
    table = driver.window.inputs_panel.tables["weights"]
    for column, text in enumerate(("0.5", "0.25", "0.25")):
        assert table.matrix.setData(table.matrix.index(0, column), text)
    assert numbers(driver, "output") == ["17.5"]
    qtbot.mouseClick(panel.hand_card.softmax, LEFT)
    assert numbers(driver, "weights") == ["0.401", "0.198", "0.401"]
    assert numbers(driver, "output") == ["20"]
    assert panel.compare_card.verdict.text() == (
        "By hand, the output is 17.5; by the softmax it is 20, 2.5 more."
    )
    for _ in range(5):
        driver.trigger("undoAction")
    assert not driver.action("undoAction").isEnabled()


def type_cell(driver, array, row, column, text):
    matrix = driver.window.inputs_panel.tables[array].matrix
    assert matrix.setData(matrix.index(row, column), text)


def test_changing_only_value_three_leaves_the_weights_and_moves_the_output(driver):
    driver.activate()
    driver.trigger("pinAction")
    type_cell(driver, "value", 2, 0, "50")
    assert numbers(driver, "weights") == ["0.401", "0.198", "0.401"]
    assert numbers(driver, "output") == ["28.022"]
    assert driver.window.compare.panel.sentences.texts[1:] == [
        "Scores, scaled scores and weights do not depend on V: unchanged.",
        "Output changed in 1 of 1 rows: 20 → 28.022, because V changed.",
    ]


def test_changing_the_query_moves_the_weights(driver):
    driver.activate()
    driver.trigger("pinAction")
    type_cell(driver, "query", 0, 1, "1")
    assert numbers(driver, "scores") == ["1", "1", "2"]
    assert numbers(driver, "weights") != ["0.401", "0.198", "0.401"]
    told = driver.window.compare.panel.sentences.texts
    assert told[0] == "Q changed in row 1, column 2 (0 → 1)."
    assert told[3].startswith("Weights changed in 1 of 1 rows")
    assert told[3].endswith("because the scaled scores changed.")


def test_the_scale_keeps_scores_of_long_vectors_manageable(open_example, driver, qtbot):
    card = open_example("winner-takes-all-unscaled", "scale").scale_card
    assert numbers(driver, "scaled_scores") == numbers(driver, "scores") == ["8", "14", "0", "6"]
    assert float(driver.session.trace.weights.max()) > 0.997
    qtbot.mouseClick(card.root, LEFT)
    assert numbers(driver, "scores") == ["8", "14", "0", "6"]
    assert numbers(driver, "scaled_scores") == ["2", "3.5", "0", "1.5"]
    assert float(driver.session.trace.weights.max()) == pytest.approx(0.72, abs=0.005)
    assert card.remark.text() == "÷ √16 = 4"


def test_a_mask_painted_on_the_scores_leaves_the_scores_and_takes_the_weights(
    open_example, driver, qtbot
):
    panel = open_example("three-positions", "reading")
    scores = driver.session.trace.scores
    qtbot.mouseClick(panel.mask_card.paint, LEFT)
    drag(heatmap(driver, "scores"), (0, 1), (0, 2))
    assert driver.session.trace.scores is scores
    assert numbers(driver, "masked_scores")[1:] == ["−∞", "−∞"]
    assert numbers(driver, "weights") == ["1", "0", "0"]
    assert heatmap(driver, "weights").words.remark(0) == "Σ = 1"
    assert heatmap(driver, "scores").picture.is_blocked(0, 1)
    assert panel.mask_card.remark.text() == "2 of 9 cells are blocked"
    assert driver.action("undoAction").text() == "&Undo block 2 cells"


def test_a_query_that_may_read_nothing_is_painted_and_said_to_give_nothing(
    open_example, driver, qtbot
):
    panel = open_example("three-positions", "reading")
    qtbot.mouseClick(panel.mask_card.paint, LEFT)
    drag(heatmap(driver, "scores"), (1, 0), (1, 2))
    assert unread_rows(driver.session.trace).tolist() == [False, True, False]
    assert numbers(driver, "weights", 1) == ["0", "0", "0"]
    assert not driver.session.trace.output[1].any()
    assert "its weights and its output are 0" in panel.mask_card.status.text()


def test_the_same_token_farther_away_gets_less_with_a_penalty_for_distance(
    open_example, driver, qtbot
):
    panel = open_example("twelve-tokens", "reading")
    names = driver.session.scenario.sources
    first, *others = [index for index, name in enumerate(names) if name == "the"]
    before = driver.session.trace.weights[first]
    assert np.allclose(before[others], before[first])
    panel.bias_card.slope.setFocus()
    qtbot.keyClicks(panel.bias_card.slope, "1/2")
    after = driver.session.trace.weights[first][[first, *others]]
    assert (np.diff(after) < 0).all()
    assert heatmap(driver, "masked_scores").isVisibleTo(driver.window)


@pytest.mark.parametrize("zoom", [75, 100, 200])
@pytest.mark.parametrize("panel", ["scale", "reading", "hand"])
def test_up_to_twice_the_size_nothing_in_a_panel_is_wider_than_the_panel(
    open_example, driver, look, qapp, panel, zoom
):
    look.preferences.zoom = zoom
    driver.window.resize(1366, 768)
    widget = open_example("causal", panel)
    driver.window.experiments.reading.slip_card.try_it.click()
    if panel == "hand":
        driver.window.experiments.hand.hand_card.take_over.click()
    qapp.processEvents()
    assert widget.horizontalScrollBar().maximum() == 0
    for one in widget.widget().findChildren(QWidget):
        if one.isVisible() and one.parentWidget() is not None and not one.isWindow():
            assert one.geometry().right() <= one.parentWidget().width(), one.objectName()
