"""Weights are dragged, typed, locked, normalised and compared with the softmax's: in the window."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from explorer.app import edits
from explorer.app.weight_edits import put_weights_back
from explorer.files import load_example, load_scenario, save_scenario
from explorer.model import Place, Scenario
from explorer.model.scenario import default_names
from explorer.ui.by_hand.hand_card import BY_SOFTMAX
from explorer.ui.by_hand.share_bars import TOO_MANY

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
SHIFT, CTRL = Qt.KeyboardModifier.ShiftModifier, Qt.KeyboardModifier.ControlModifier
Key = Qt.Key


@pytest.fixture
def open_panel(driver, qtbot):
    def open_panel(document=None):
        if document is not None:
            driver.session.load(document, None)
        driver.activate()
        panel = driver.window.experiments.hand
        if not panel.isVisible():
            driver.trigger("handPanelAction")
            qtbot.waitUntil(panel.isVisible)
        return panel

    return open_panel


@pytest.fixture
def panel(open_panel):
    return open_panel()


@pytest.fixture
def by_hand(open_panel, seed_scenario):
    """The weights 0.5, 0.25 and 0.25 in place of the softmax's."""

    def by_hand(*weights):
        rows = np.array(weights or ((0.5, 0.25, 0.25),), dtype=float)
        return open_panel(put_weights_back(seed_scenario, rows).scenario)

    return by_hand


@pytest.fixture
def click(qtbot, driver):
    def click(name):
        qtbot.mouseClick(driver.window.experiments.hand.findChild(QWidget, name), LEFT)

    return click


def send(bars, kind, where, modifiers=NONE):
    pressed = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseMove else LEFT
    held = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseButtonRelease else LEFT
    everywhere = QPointF(bars.mapToGlobal(where.toPoint()))
    event = QMouseEvent(kind, where, everywhere, pressed, held, modifiers)
    QApplication.sendEvent(bars, event)


def drag(bars, handle, *by, row=0, modifiers=NONE, release=True):
    """Drag a handle by these amounts of weight, one after another."""
    start = bars.handle_position(row, handle)
    pixels = bars.bar(row).width / bars.bar(row).whole
    send(bars, QEvent.Type.MouseButtonPress, start)
    where = start
    for amount in by:
        where = start + QPointF(amount * pixels, 0)
        send(bars, QEvent.Type.MouseMove, where, modifiers)
    if release:
        send(bars, QEvent.Type.MouseButtonRelease, where)


def weights(driver, row=0):
    return driver.session.trace.weights[row].tolist()


# Taking over and giving back


def test_weights_are_taken_over_as_they_are_and_given_back(click, panel, driver):
    before, output = driver.session.trace.weights, driver.session.trace.output
    assert panel.hand_card.remark.text() == "by the softmax"
    assert panel.hand_card.status.text() == BY_SOFTMAX
    click("takeOverButton")
    assert np.array_equal(driver.session.scenario.weights, before)
    assert np.array_equal(driver.session.trace.output, output)
    assert panel.hand_card.remark.text() == "typed in"
    assert panel.hand_card.bars.hasFocus()
    assert driver.window.inputs_panel.tables["weights"].isVisible()
    assert driver.action("undoAction").text() == "&Undo take the weights over by hand"
    click("softmaxTakesOverButton")
    assert panel.hand_card.take_over.hasFocus()
    assert driver.session.scenario.weights is None
    assert driver.session.undo_stack.count() == 2


def test_the_mix_by_hand_stands_beside_the_softmax_s_with_the_difference(click, by_hand, driver):
    panel = by_hand()
    table = panel.compare_card.table
    assert [[table.text(row, column) for column in range(5)] for row in range(3)] == [
        ["0.5", "0.25", "0.25", "1", "17.5"],
        ["0.401", "0.198", "0.401", "1", "20"],
        ["−0.099", "−0.052", "0.151", "0", "2.5"],
    ]
    click("softmaxTakesOverButton")
    assert driver.session.trace.output.tolist() == [[20]]
    assert table.text(0, 4) == "17.5"
    assert panel.compare_card.verdict.text() == (
        "By hand, the output is 17.5; by the softmax it is 20, 2.5 more."
    )
    click("weightsBackButton")
    assert weights(driver) == [0.5, 0.25, 0.25]
    assert driver.session.trace.output.tolist() == [[17.5]]


def test_before_anything_was_made_by_hand_there_is_nothing_to_compare(panel):
    assert "Take the weights over by hand" in panel.compare_card.verdict.text()
    assert panel.compare_card.table.isHidden()
    assert panel.hand_card.back.isHidden()


def test_weights_and_values_alone_have_no_softmax(open_panel):
    panel = open_panel(load_example("weighted-mix"))
    assert not panel.hand_card.softmax.isEnabled()
    assert "no softmax to compare with" in panel.compare_card.verdict.text()
    assert panel.hand_card.bars.can_move


def test_the_comparison_gives_no_hidden_number_away(click, panel, driver):
    click("takeOverButton")
    driver.session.reveal.as_we_go = True
    driver.session.go_to(Place("scores", 0, 0))
    assert panel.compare_card.table.isHidden()


# The bar


def test_a_drag_moves_weight_to_the_neighbour_and_keeps_the_sum(by_hand, driver):
    bars = by_hand().hand_card.bars
    seen = []
    driver.session.changed.connect(lambda _change: seen.append(weights(driver)))
    drag(bars, 0, -0.1, -0.2)
    assert seen == [[0.4, 0.35, 0.25], [0.3, 0.45, 0.25]]
    assert driver.session.trace.output[0, 0] == pytest.approx(3 + 9 + 7.5)
    assert driver.session.undo_stack.count() == 1
    assert driver.action("undoAction").text() == "&Undo set A₁,₁ to 0.3 and A₁,₂ to 0.45"
    driver.trigger("undoAction")
    assert weights(driver) == [0.5, 0.25, 0.25]


def test_with_ctrl_a_drag_is_ten_times_finer(by_hand, driver):
    bars = by_hand().hand_card.bars
    drag(bars, 0, -0.0144)
    assert weights(driver) == [0.49, 0.26, 0.25]
    driver.trigger("undoAction")
    drag(bars, 0, -0.0144, modifiers=CTRL)
    assert weights(driver) == pytest.approx([0.486, 0.264, 0.25])


def test_a_share_gives_no_more_than_it_has(by_hand, driver):
    bars = by_hand().hand_card.bars
    drag(bars, 0, 0.9)
    assert weights(driver) == [0.75, 0, 0.25]


@pytest.mark.parametrize(("way", "result"), [(0.1, [0.5, 0.1, 0.4]), (-0.1, [0.4, 0.1, 0.5])])
def test_an_empty_share_takes_from_the_side_it_is_dragged_to(by_hand, driver, way, result):
    bars = by_hand((0.5, 0, 0.5)).hand_card.bars
    drag(bars, 0, way)
    assert weights(driver) == result


def test_a_locked_share_keeps_its_weight_and_is_skipped(by_hand, click, driver):
    panel = by_hand()
    bars = panel.hand_card.bars
    bars.choose(0, 1)
    click("lockShareButton")
    assert panel.hand_card.lock.isChecked()
    drag(bars, 0, -0.2)
    assert weights(driver) == [0.3, 0.25, 0.45]
    bars.choose(0, 1)
    click("lockShareButton")
    assert bars.locked_in(0) == frozenset()


def test_a_handle_with_locked_shares_alone_on_one_side_does_not_move(by_hand, driver):
    bars = by_hand().hand_card.bars
    bars.choose(0, 0)
    bars.toggle_lock()
    drag(bars, 0, 0.2)
    assert weights(driver) == [0.5, 0.25, 0.25]


def test_esc_takes_a_drag_back(by_hand, driver, qtbot):
    bars = by_hand().hand_card.bars
    bars.setFocus()
    drag(bars, 0, -0.2, release=False)
    qtbot.keyClick(bars, Key.Key_Escape)
    assert weights(driver) == [0.5, 0.25, 0.25]
    assert driver.session.undo_stack.count() == 0


def test_undo_in_the_middle_of_a_drag_ends_it(by_hand, driver):
    bars = by_hand().hand_card.bars
    drag(bars, 0, -0.2, release=False)
    driver.session.undo_stack.undo()
    send(bars, QEvent.Type.MouseMove, QPointF(20, 5))
    assert weights(driver) == [0.5, 0.25, 0.25]


def test_a_click_chooses_a_share_and_its_weight_becomes_the_step(by_hand, driver, qtbot):
    bars = by_hand().hand_card.bars
    left, right = bars.bar(0).span(2)
    where = QPointF((left + right) / 2, bars.bar_rect(0).center().y())
    qtbot.mouseClick(bars, LEFT, pos=where.toPoint())
    assert bars.chosen == (0, 2)
    assert driver.session.step == Place("weights", 0, 2)
    assert driver.session.undo_stack.count() == 0
    qtbot.mouseDClick(bars, LEFT, pos=where.toPoint())
    assert bars.locked_in(0) == {2}


def test_nothing_moves_while_the_softmax_works_the_weights_out(panel, driver):
    bars = panel.hand_card.bars
    before = driver.session.scenario
    assert not bars.can_move
    drag(bars, 0, -0.2)
    QTest.keyClick(bars, Key.Key_Plus)
    bars.toggle_lock()
    assert driver.session.scenario is before
    assert not driver.window.notice_bar.text.startswith("weights")
    assert bars.locked_in(0) == frozenset()
    assert panel.hand_card.lock.isHidden()


def test_an_open_editor_that_cannot_be_closed_keeps_the_weights(by_hand, driver):
    bars = by_hand().hand_card.bars
    driver.session.register_editor(lambda: False)
    drag(bars, 0, -0.2)
    QTest.keyClick(bars, Key.Key_Plus)
    assert weights(driver) == [0.5, 0.25, 0.25]
    driver.session.register_editor(None)


# Keys


@pytest.mark.parametrize(
    ("chosen", "key", "modifiers", "result"),
    [
        (0, Key.Key_Plus, NONE, [0.51, 0.24, 0.25]),
        (0, Key.Key_Minus, NONE, [0.49, 0.26, 0.25]),
        (2, Key.Key_Plus, NONE, [0.5, 0.24, 0.26]),
        (2, Key.Key_Minus, NONE, [0.5, 0.26, 0.24]),
        (0, Key.Key_Right, SHIFT, [0.51, 0.24, 0.25]),
        (1, Key.Key_Left, SHIFT, [0.5, 0.24, 0.26]),
        (0, Key.Key_Right, SHIFT | CTRL, [0.501, 0.249, 0.25]),
    ],
)
def test_keys_move_weight_between_the_chosen_share_and_a_neighbour(
    by_hand, driver, chosen, key, modifiers, result
):
    bars = by_hand().hand_card.bars
    bars.choose(0, chosen)
    QTest.keyClick(bars, key, modifiers)
    assert weights(driver) == result
    assert driver.session.undo_stack.count() == 1


def test_a_key_held_down_is_one_undo_entry(by_hand, driver):
    bars = by_hand().hand_card.bars
    for kind, is_repeat in (
        (QEvent.Type.KeyPress, False),
        (QEvent.Type.KeyPress, True),
        (QEvent.Type.KeyPress, True),
        (QEvent.Type.KeyRelease, False),
    ):
        QApplication.sendEvent(bars, QKeyEvent(kind, Key.Key_Plus, NONE, "+", is_repeat))
    assert weights(driver) == [0.53, 0.22, 0.25]
    assert driver.session.undo_stack.count() == 1


def test_growing_takes_from_a_share_that_has_something(by_hand, driver):
    bars = by_hand((0.5, 0, 0.5)).hand_card.bars
    bars.choose(0, 0)
    QTest.keyClick(bars, Key.Key_Plus)
    assert weights(driver) == [0.51, 0, 0.49]


def test_arrow_keys_choose_and_l_locks(open_panel, driver):
    bars = open_panel(load_example("three-positions")).hand_card.bars
    driver.window.experiments.hand.hand_card.take_over.click()
    bars.choose(0, 0)
    for key in (Key.Key_Right, Key.Key_Down, Key.Key_Left, Key.Key_Left):
        QTest.keyClick(bars, key)
    assert bars.chosen == (1, 0)
    QTest.keyClick(bars, Key.Key_L)
    assert bars.locked_in(1) == {0}
    before = driver.session.scenario
    QTest.keyClick(bars, Key.Key_Plus)
    assert driver.session.scenario is before


def test_the_chosen_share_is_told_to_screen_readers(by_hand, driver):
    bars = by_hand().hand_card.bars
    bars.choose(0, 1)
    bars.toggle_lock()
    assert bars.accessibleDescription().startswith("Query 1 takes 0.25 of Source 2, locked. ")
    assert bars.accessibleName() == "Shares of the weights"


# Rows that are no shares of one


@pytest.mark.parametrize(
    ("row", "lines"),
    [
        ((0.5, 0.25, 0.1), ("Σ = 0.85", "0.15 missing")),
        ((0.5, 0.5, 0.2), ("Σ = 1.2", "0.2 too much")),
        ((0.5, 0.25, 0.25), ("Σ = 1",)),
        ((1 / 3, 1 / 3, 1 / 3), ("Σ = 1",)),
        ((0, 0, 0), ("Σ = 0", "1 missing")),
    ],
)
def test_a_row_that_does_not_add_up_to_one_is_shown_as_such(by_hand, driver, row, lines):
    bars = by_hand(row).hand_card.bars
    assert bars.sum_lines(0) == lines
    assert weights(driver) == list(row)


def test_weights_are_typed_in_the_table_and_not_mended(by_hand, driver):
    bars = by_hand().hand_card.bars
    table = driver.window.inputs_panel.tables["weights"]
    assert table.matrix.setData(table.matrix.index(0, 0), "0.7")
    assert weights(driver) == [0.7, 0.25, 0.25]
    assert bars.sum_lines(0) == ("Σ = 1.2", "0.2 too much")
    assert driver.session.trace.output[0, 0] == pytest.approx(19.5)


def test_negative_weights_are_mixed_but_not_drawn_as_shares(by_hand, driver):
    bars = by_hand((1.5, -0.5, 0)).hand_card.bars
    assert driver.session.trace.output.tolist() == [[5]]
    assert bars.bar(0) is None
    assert bars.reason(0) == "a negative weight is no share of a bar"
    before = driver.session.scenario
    for key, modifiers in ((Key.Key_Plus, NONE), (Key.Key_Minus, NONE), (Key.Key_Right, SHIFT)):
        QTest.keyClick(bars, key, modifiers)
    assert driver.session.scenario is before


def test_a_row_is_normalised_around_its_locked_shares(by_hand, click, driver):
    bars = by_hand((0.5, 1, 1)).hand_card.bars
    bars.choose(0, 0)
    bars.toggle_lock()
    click("normaliseRowButton")
    assert weights(driver) == [0.5, 0.25, 0.25]
    assert driver.action("undoAction").text() == "&Undo normalise row 1 of A"


def test_what_cannot_be_normalised_is_refused_in_the_window(by_hand, click, driver):
    by_hand((0, 0, 0))
    click("normaliseRowButton")
    assert "weights that add up to 0" in driver.window.notice_bar.text
    assert driver.session.undo_stack.count() == 0


def test_every_row_is_normalised_at_once(open_panel, click, driver):
    open_panel(load_example("three-positions"))
    click("takeOverButton")
    doubled = driver.session.scenario.weights * 2
    driver.session.edit(put_weights_back, doubled)
    click("normaliseAllButton")
    assert np.allclose(driver.session.trace.weights.sum(axis=1), 1)
    assert driver.session.undo_stack.count() == 3


# Sizes


def many(readers, sources):
    return Scenario(
        value=np.ones((sources, 1)),
        weights=np.full((readers, sources), 1 / sources),
        queries=default_names("Query", readers),
        sources=default_names("Source", sources),
    )


def test_a_bar_of_twelve_sources_can_be_dragged(open_panel, driver):
    bars = open_panel(many(1, 12)).hand_card.bars
    drag(bars, 5, 0.05)
    row = weights(driver)
    assert row[5] == 0.13
    assert row[5] + row[6] == pytest.approx(2 / 12)


def test_more_than_thirty_sources_leave_the_table_and_say_so(open_panel):
    card = open_panel(many(1, 30)).hand_card
    assert card.bars.bar(0) is not None
    card = open_panel(many(1, 31)).hand_card
    assert TOO_MANY in card.status.text()
    assert card.bars.sizeHint().height() == 0
    assert card.bars.reason(0) == "too many sources for a bar"
    assert card.normalise_row.isVisible()
    assert card.lock.isHidden()


def test_many_queries_have_the_bar_of_the_step_s_query(open_panel, driver):
    card = open_panel(many(20, 3)).hand_card
    driver.session.go_to(Place("weights", 13, 1))
    assert list(card.bars.rows) == [13]
    drag(card.bars, 0, -0.1, row=13)
    assert weights(driver, 13)[0] == 0.23
    assert weights(driver, 12)[0] == 1 / 3
    assert "choose another in a heatmap" in card.status.text()


def test_weights_by_hand_are_saved_with_the_scenario(by_hand, driver, tmp_path):
    drag(by_hand().hand_card.bars, 0, -0.2)
    save_scenario(driver.session.scenario, tmp_path / "a.attn")
    assert load_scenario(tmp_path / "a.attn").weights.tolist() == [[0.3, 0.45, 0.25]]


def test_a_source_added_elsewhere_gets_a_share_of_nothing(by_hand, driver):
    bars = by_hand().hand_card.bars
    driver.session.edit(edits.duplicate, edits.Axis.SOURCES, 0)
    assert weights(driver) == [0.5, 0.5, 0.25, 0.25]
    assert bars.sum_lines(0) == ("Σ = 1.5", "0.5 too much")
