"""What may be read is painted on the heatmaps of scores, with the mouse and the keyboard."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication

from explorer.app import edits
from explorer.app.mask_brush import MaskBrush
from explorer.app.mask_edits import allowed_cells
from explorer.app.session import Session
from explorer.app.stage_view import Showing
from explorer.model import Place, Scenario
from explorer.model.masks import CausalMask, CellMask
from explorer.model.places import Axis
from explorer.model.scenario import default_names
from explorer.ui.heatmaps.heatmap_blocked import blocked_texts
from explorer.ui.heatmaps.heatmap_content import HeatmapContent
from explorer.ui.heatmaps.stage_flow import StageFlow

LEFT = Qt.MouseButton.LeftButton
NONE = Qt.KeyboardModifier.NoModifier
SHIFT = Qt.KeyboardModifier.ShiftModifier
Key = Qt.Key


def scenario(readers=4, sources=4, **more):
    numbers = np.random.default_rng(3)
    return Scenario(
        query=numbers.normal(size=(readers, 2)),
        key=numbers.normal(size=(sources, 2)),
        value=numbers.normal(size=(sources, 1)),
        queries=default_names("Query", readers),
        sources=default_names("Source", sources),
        **more,
    )


def press(view, key, modifiers=NONE, is_repeat=False):
    """A key goes down while those of `modifiers` are held."""
    event = QKeyEvent(QEvent.Type.KeyPress, key, modifiers, "", is_repeat)
    QApplication.sendEvent(view, event)


class Painter:
    """A stage flow with the brush taken up, and short words for what a test does with it."""

    def __init__(self, flow, session, brush, look):
        self.flow, self.session, self.brush, self.look = flow, session, brush, look

    def view(self, stage):
        return next(view for view in self.flow.heatmaps if view.stage.name == stage)

    def send(self, view, kind, row, column, modifiers=NONE, button=LEFT):
        where = QPointF(view.cell_rect(row, column).center())
        everywhere = QPointF(view.mapToGlobal(where.toPoint()))
        pressed = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseMove else button
        held = Qt.MouseButton.NoButton if kind is QEvent.Type.MouseButtonRelease else button
        event = QMouseEvent(kind, where, everywhere, pressed, held, modifiers)
        QApplication.sendEvent(view.viewport(), event)

    def drag(self, view, *cells, modifiers=NONE, release=True):
        self.send(view, QEvent.Type.MouseButtonPress, *cells[0], modifiers)
        for cell in cells[1:]:
            self.send(view, QEvent.Type.MouseMove, *cell, modifiers)
        if release:
            self.send(view, QEvent.Type.MouseButtonRelease, *cells[-1], modifiers)

    @property
    def blocked(self):
        cells = np.argwhere(~allowed_cells(self.session.scenario))
        return [tuple(map(int, cell)) for cell in cells]


@pytest.fixture
def painter(qtbot, look):
    def make(document=None, **size):
        session = Session(document or scenario())
        brush = MaskBrush(session)
        flow = StageFlow(session, look, brush)
        qtbot.addWidget(flow)
        flow.resize(size.get("width", 620), size.get("height", 700))
        flow.show()
        flow.activateWindow()
        qtbot.waitUntil(flow.isActiveWindow)
        brush.is_taken_up = True
        return Painter(flow, session, brush, look)

    return make


@pytest.mark.parametrize("stage", ["scores", "scaled_scores", "masked_scores"])
def test_a_click_blocks_a_cell_and_another_allows_it_again(painter, stage):
    painting = painter(scenario(mask=CausalMask()))
    painting.drag(painting.view(stage), (2, 1))
    assert (2, 1) in painting.blocked
    assert painting.session.step == Place(stage, 2, 1)
    painting.drag(painting.view(stage), (2, 1))
    assert (2, 1) not in painting.blocked
    assert painting.session.undo_stack.count() == 2


@pytest.mark.parametrize("showing", [Showing.THEN, Showing.DIFFERENCE])
def test_what_is_not_now_cannot_be_painted(painter, showing):
    """Then may even have cells that there are no longer."""
    painting = painter()
    painting.session.comparing.pin()
    painting.session.edit(edits.remove, Axis.SOURCES, [3])
    painting.session.comparing.show(showing)
    view = painting.view("scores")
    painting.drag(view, (0, view.grid.columns - 1), (0, 0))
    press(view, Key.Key_Space)
    assert painting.blocked == []
    assert view.viewport().cursor().shape() is Qt.CursorShape.ArrowCursor
    painting.session.comparing.show(Showing.NOW)
    painting.drag(painting.view("scores"), (0, 0))
    assert painting.blocked == [(0, 0)]


def test_a_drag_blocks_what_it_passes_as_one_undo_entry(painter):
    painting = painter()
    painting.drag(painting.view("scores"), (0, 0), (0, 1), (0, 3))
    assert painting.blocked == [(0, 0), (0, 1), (0, 2), (0, 3)]
    assert painting.session.undo_stack.count() == 1
    painting.session.undo_stack.undo()
    assert painting.session.scenario.mask is None


def test_with_shift_a_drag_paints_a_rectangle(painter):
    painting = painter()
    painting.drag(painting.view("scores"), (1, 1), (2, 3), modifiers=SHIFT)
    assert painting.blocked == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2), (2, 3)]


def test_a_drag_beyond_the_edge_paints_up_to_it(painter):
    painting = painter()
    view = painting.view("scores")
    painting.drag(view, (1, 2), release=False)
    outside = QPointF(view.width() + 50, view.cell_rect(1, 0).center().y())
    event = QMouseEvent(
        QEvent.Type.MouseMove, outside, outside, Qt.MouseButton.NoButton, LEFT, NONE
    )
    QApplication.sendEvent(view.viewport(), event)
    assert painting.blocked == [(1, 2), (1, 3)]


def test_a_press_beside_the_cells_paints_nothing(painter, qtbot):
    painting = painter()
    qtbot.mouseClick(painting.view("scores").viewport(), LEFT, pos=QPoint(2, 2))
    assert painting.session.undo_stack.count() == 0


def test_the_cells_stay_under_the_pointer_while_a_stage_appears(painter, qapp):
    painting = painter()
    view, cards = painting.view("scores"), painting.flow.cards
    before = view.mapToGlobal(QPoint(0, 0)), view.size()
    painting.drag(view, (0, 1), (0, 2), release=False)
    qapp.processEvents()
    assert painting.session.trace.masked_scores is not None
    assert painting.flow.cards == cards
    assert (view.mapToGlobal(QPoint(0, 0)), view.size()) == before
    painting.send(view, QEvent.Type.MouseButtonRelease, 0, 2)
    assert [card.stage for card in painting.flow.cards] == list(painting.session.trace.stages)
    assert painting.view("scores") is view


def test_weights_and_outputs_are_chosen_not_painted(painter):
    painting = painter(scenario(mask=CausalMask()))
    for stage in ("weights", "output"):
        painting.drag(painting.view(stage), (2, 0))
        assert painting.session.step == Place(stage, 2, 0)
    assert painting.session.undo_stack.count() == 0


def test_without_the_brush_a_click_chooses_a_cell(painter):
    painting = painter()
    painting.brush.is_taken_up = False
    painting.drag(painting.view("scores"), (2, 1))
    assert painting.session.step == Place("scores", 2, 1)
    assert painting.session.scenario.mask is None


def test_esc_takes_a_drag_back_and_then_puts_the_brush_down(painter, qtbot):
    painting = painter()
    view = painting.view("scores")
    view.setFocus()
    painting.drag(view, (0, 0), (3, 0), release=False)
    qtbot.keyClick(view, Key.Key_Escape)
    assert painting.session.scenario.mask is None
    painting.send(view, QEvent.Type.MouseMove, 3, 3)
    painting.send(view, QEvent.Type.MouseButtonRelease, 3, 3)
    assert painting.session.undo_stack.count() == 0
    assert painting.brush.is_taken_up
    qtbot.keyClick(view, Key.Key_Escape)
    assert not painting.brush.is_taken_up


@pytest.mark.parametrize("key", [Key.Key_Space, Key.Key_Return])
def test_a_key_turns_the_cell_of_the_step_over_and_the_focus_stays(painter, qtbot, key):
    painting = painter()
    painting.session.go_to(Place("scores", 1, 2))
    view = painting.view("scores")
    view.setFocus()
    qtbot.keyClick(view, key)
    assert painting.blocked == [(1, 2)]
    assert view.hasFocus()
    assert painting.session.step == Place("scores", 1, 2)
    qtbot.keyClick(view, key)
    assert painting.blocked == []


def test_arrow_keys_with_shift_paint_on_the_way_as_one_undo_entry(painter):
    painting = painter()
    painting.session.go_to(Place("scores", 1, 0))
    view = painting.view("scores")
    view.setFocus()
    QTest.keyClick(view, Key.Key_Space)
    for key in (Key.Key_Right, Key.Key_Right, Key.Key_Down):
        press(view, key, SHIFT)
    QTest.keyRelease(view, Key.Key_Shift)
    assert painting.blocked == [(1, 0), (1, 1), (1, 2), (2, 2)]
    assert painting.session.step == Place("scores", 2, 2)
    assert painting.session.undo_stack.count() == 2
    press(view, Key.Key_Right, SHIFT)
    assert painting.blocked[-1] == (2, 3)
    assert painting.session.undo_stack.count() == 3


def test_arrow_keys_with_shift_allow_where_the_cell_they_start_from_is_allowed(painter):
    painting = painter(scenario(mask=CausalMask()))
    painting.session.go_to(Place("scores", 0, 0))
    view = painting.view("scores")
    for _ in range(2):
        QTest.keyClick(view, Key.Key_Right, SHIFT)  # Shift is let go in between
    assert [cell for cell in painting.blocked if cell[0] == 0] == [(0, 3)]


def test_arrow_keys_alone_go_from_cell_to_cell(painter, qtbot):
    painting = painter()
    painting.session.go_to(Place("scores", 1, 0))
    view = painting.view("scores")
    view.setFocus()
    qtbot.keyClick(view, Key.Key_Right)
    assert painting.session.step == Place("scores", 1, 1)
    assert painting.session.scenario.mask is None


def test_a_key_held_down_turns_a_cell_over_once(painter):
    painting = painter()
    painting.session.go_to(Place("scores", 1, 2))
    view = painting.view("scores")
    for is_repeat in (False, True, True):
        press(view, Key.Key_Space, is_repeat=is_repeat)
    assert painting.blocked == [(1, 2)]


def test_blocked_cells_are_hatched_with_their_score_while_the_brush_is_up(painter):
    painting = painter(scenario(mask=CausalMask()))
    views = [painting.view(name) for name in ("scores", "scaled_scores", "masked_scores")]
    assert all(view.picture.is_blocked(0, 3) for view in views)
    assert not any(view.picture.is_blocked(3, 0) for view in views)
    painting.brush.is_taken_up = False
    assert [view.picture.is_blocked(0, 3) for view in views] == [False, False, True]


def texts_of_blocked_cells(painting, width):
    """What stands in the blocked cells of the masked scores when cells are so wide."""
    view, trace = painting.view("masked_scores"), painting.session.trace
    content = HeatmapContent(
        painting.look,
        view.stage,
        view.words,
        trace.masked_scores,
        view.picture,
        replace(view.grid, cell_width=width),
        view.marks,
        has_focus=False,
        first_hidden=trace.masked_scores.size,
        before=trace.scaled_scores,
    )
    numbers = dict.fromkeys(painting.blocked, "−∞") | {(0, 0): "1"}
    texts, _font = blocked_texts(content, numbers)
    return texts


def test_a_blocked_cell_of_the_masked_scores_shows_its_score_where_there_is_room(painter):
    painting = painter(scenario(mask=CellMask(np.eye(4, dtype=bool)), scale="none"))
    scores, number = painting.session.trace.scores, painting.look.number
    em = painting.look.em
    assert texts_of_blocked_cells(painting, 10 * em) == {
        cell: f"{number(float(scores[cell]))} → −∞" for cell in painting.blocked
    }
    assert texts_of_blocked_cells(painting, 3 * em) == {}


def test_a_cell_says_whether_it_is_blocked_and_what_its_score_is(painter):
    painting = painter(scenario(mask=CausalMask()))
    scaled = painting.session.trace.scaled_scores[0, 1]
    text = painting.view("scaled_scores").sentence(Place("scaled_scores", 0, 1))
    assert text.endswith("; blocked")
    assert painting.view("scores").sentence(Place("scores", 1, 0)).endswith("; may be read")
    masked = painting.view("masked_scores").sentence(Place("masked_scores", 0, 1))
    assert masked.endswith(f"; blocked, its score is {str(scaled).replace('-', '−')}")
    painting.brush.is_taken_up = False
    assert "blocked" not in painting.view("scores").sentence(Place("scores", 0, 1))
    assert painting.view("masked_scores").sentence(Place("masked_scores", 0, 1)) == masked


def test_the_pointer_shows_where_cells_can_be_painted(painter):
    painting = painter()
    cross = Qt.CursorShape.CrossCursor
    assert painting.view("scores").viewport().cursor().shape() == cross
    assert painting.view("weights").viewport().cursor().shape() != cross
    painting.brush.is_taken_up = False
    assert painting.view("scores").viewport().cursor().shape() != cross


def test_a_stroke_across_a_large_matrix_is_one_undo_entry(painter):
    painting = painter(scenario(100, 100, mask=CausalMask()))
    painting.session.go_to(Place("masked_scores", 0, 0))
    painting.drag(painting.view("masked_scores"), (0, 99), (99, 99), modifiers=SHIFT)
    assert painting.session.trace.inputs.allowed[:, 99].tolist() == [True] * 100
    assert painting.session.undo_stack.count() == 1


def test_taking_the_mask_away_leaves_the_other_cards_where_they_are(painter):
    painting = painter(scenario(mask=CausalMask()))
    before = {card.stage: card for card in painting.flow.cards}
    painting.session.edit(edits.set_mask, None, "no mask")
    after = {card.stage: card for card in painting.flow.cards}
    assert [stage.name for stage in before.keys() - after.keys()] == ["masked_scores"]
    assert all(before[stage] is card for stage, card in after.items())


def test_of_more_components_than_sources_each_is_told_under_a_mask(qtbot, look):
    """A component of the output is no source that the mask could block."""
    wide = replace(scenario(), value=np.arange(24.0).reshape(4, 6), mask=CausalMask())
    session = Session(wide)
    flow = StageFlow(session, look)
    qtbot.addWidget(flow)
    output = next(view for view in flow.heatmaps if view.stage.name == "output")
    session.go_to(Place("output", 0, 5))
    assert output.accessibleDescription() == output.sentence(Place("output", 0, 5))
    assert output.sentence(Place("output", 0, 5)).endswith("is 5")
