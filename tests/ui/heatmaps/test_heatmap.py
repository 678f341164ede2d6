"""Heatmaps show the trace, say what a cell means, and lead to its step."""

import dataclasses
import sys

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, QRect, Qt
from PySide6.QtGui import QAccessible, QColor, QFont, QFontMetricsF, QMouseEvent, QWheelEvent
from PySide6.QtWidgets import QApplication

from explorer.app import edits
from explorer.app.session import Session
from explorer.files import load_example
from explorer.files.matrix_text import parse_matrix
from explorer.model import Place, Region, Scenario, attend
from explorer.model.arrays import matrix
from explorer.model.masks import CausalMask, CellMask
from explorer.model.places import Axis
from explorer.model.scenario import default_names
from explorer.ui.heatmaps.heatmap import HeatmapView
from explorer.ui.heatmaps.heatmap_cells import fitting_numbers
from explorer.ui.heatmaps.heatmap_content import HeatmapContent
from explorer.ui.heatmaps.heatmap_legend import HeatmapLegend
from explorer.ui.heatmaps.heatmap_picture import picture_of, round_limit
from explorer.ui.looks.colours import contrast, hex_colour, ink_on
from explorer.ui.looks.theme import THEMES


def mixture(weights, value=None, **names):
    """A scenario whose weights are typed in."""
    weights = np.array(weights, dtype=float)
    value = np.ones((weights.shape[1], 1)) if value is None else np.array(value, dtype=float)
    names = {
        "queries": default_names("Query", weights.shape[0]),
        "sources": default_names("Source", weights.shape[1]),
    } | names
    return Scenario(value=value, weights=weights, **names)


def attention(query, key, **more):
    query, key = np.array(query, dtype=float), np.array(key, dtype=float)
    names = {
        "queries": default_names("Query", len(query)),
        "sources": default_names("Source", len(key)),
    }
    value = np.ones((len(key), 1))
    return Scenario(query=query, key=key, value=value, **(names | more))


def three_by_three(**more):
    return attention(np.eye(3), [[1, 2, 3], [4, 5, 6], [7, 8, 9]], **more)


@pytest.fixture
def show(qtbot, look):
    def show(scenario_or_session, stage="weights"):
        session = scenario_or_session
        if isinstance(session, Scenario):
            session = Session(session)
        view = HeatmapView(session, look, session.trace.stage(stage))
        qtbot.addWidget(view)
        view.show()
        return session, view

    return show


def colour_in(view, row, column):
    """The colour near the corner of a cell, where neither number nor mark is."""
    box = view.cell_rect(row, column)
    point = box.topLeft() + QPointF(box.width() * 0.12, box.height() * 0.25)
    return view.grab().toImage().pixelColor(point.toPoint()).name()


def colours_in(view, row, column):
    picture, box = view.grab().toImage(), view.cell_rect(row, column).toRect()
    inside = box.adjusted(6, 6, -6, -6)
    return {
        picture.pixelColor(x, y).name()
        for x in range(inside.left(), inside.right())
        for y in range(inside.top(), inside.bottom())
    }


def centre(view, row, column):
    return view.cell_rect(row, column).center().toPoint()


def point_at(view, position):
    """Move the mouse there; QTest says nothing when the cursor is there already."""
    where, none = QPointF(position), Qt.MouseButton.NoButton
    everywhere = QPointF(view.mapToGlobal(position))
    moved = QMouseEvent(
        QEvent.Type.MouseMove, where, everywhere, none, none, Qt.KeyboardModifier.NoModifier
    )
    QApplication.sendEvent(view.viewport(), moved)


def test_a_row_is_who_reads_and_a_column_who_is_read_from(show, look):
    session, view = show(mixture([[0, 0, 1], [0, 0, 0]]))
    session.go_to(Place("output", 1, 0))
    ramp = look.theme.ramps[view.stage.colours]
    empty, full = hex_colour(tuple(ramp[0])), hex_colour(tuple(ramp[255]))
    assert colour_in(view, 0, 2) == full
    for cell in ((0, 0), (0, 1), (1, 0), (1, 2)):
        assert colour_in(view, *cell) == empty


def test_hovering_names_the_reader_and_the_source(show, qtbot):
    _session, view = show(three_by_three(), "scores")
    with qtbot.waitSignal(view.hovered) as said:
        point_at(view, centre(view, 0, 2))
    assert said.args == ["Query 1 and Source 3 have the score 7"]


def test_hovering_says_all_digits(show, qtbot, seed_scenario):
    _session, view = show(seed_scenario)
    with qtbot.waitSignal(view.hovered) as said:
        point_at(view, centre(view, 0, 2))
    assert said.args == ["Query 1 reads Source 3 with weight 0.4011120926797859"]


def test_leaving_a_cell_says_nothing_more(show, qtbot):
    _session, view = show(three_by_three())
    point_at(view, centre(view, 1, 1))
    with qtbot.waitSignal(view.hovered) as said:
        point_at(view, QPoint(1, 1))
    assert said.args == [""]


def test_cells_the_mask_blocks_do_not_stretch_the_scale():
    allowed = np.array([[True, False], [True, True]])
    scenario = attention([[100, 0], [1, 1]], [[0, 1], [100, 0]], mask=CellMask(allowed))
    trace = attend(scenario.inputs)
    assert trace.scores.max() == 10_000
    for stage in trace.stages[:3]:
        assert picture_of(trace, stage).high <= 100


def test_a_legend_says_when_a_blocked_cell_lies_beyond_it(show, look):
    allowed = np.array([[True, False], [True, True]])
    scenario = attention([[100, 0], [1, 1]], [[0, 1], [100, 0]], mask=CellMask(allowed))
    trace = attend(scenario.inputs)
    assert picture_of(trace, trace.stages[0]).exceeds
    assert not picture_of(trace, trace.stage("masked_scores")).exceeds


@pytest.mark.parametrize("value", [0.0, 1.0, -3.0, 1e300, 5e-324, -1e-310])
def test_a_constant_array_has_a_scale_around_zero_and_is_drawn(show, value):
    session, view = show(attention([[1]], [[value], [value]]), "scores")
    picture = view.picture
    assert picture.low == -picture.high
    assert picture.high >= abs(value)
    assert np.isfinite(picture.levels).all()
    assert picture.levels[0] < picture.levels[1]
    assert colour_in(view, 0, 1).startswith("#")
    assert session.trace.scores.shape == (1, 2)


def test_a_row_of_equal_weights_is_not_the_darkest(show, look):
    _session, view = show(mixture(np.full((7, 7), 1 / 7)))
    ramp = look.theme.ramps[view.stage.colours]
    assert colour_in(view, 3, 3) == hex_colour(tuple(ramp[int(256 / 7)]))


@pytest.mark.parametrize(
    ("largest", "limit"), [(0, 1), (1, 1), (0.707, 1), (1.2, 1.5), (5.07, 6), (64, 100), (3e5, 3e5)]
)
def test_the_scale_ends_at_a_round_number(largest, limit):
    assert round_limit(largest) == pytest.approx(limit)


@pytest.mark.parametrize("stage", ["masked_scores", "weights"])
def test_a_blocked_cell_is_hatched_on_card_and_not_coloured(show, look, stage):
    session, view = show(three_by_three(mask=CausalMask()), stage)
    session.go_to(Place("output", 2, 0))
    shades = {hex_colour(tuple(shade)) for shade in look.theme.ramps[view.stage.colours]}
    blocked = colours_in(view, 0, 2)
    assert {look.theme.card, look.theme.blocked} <= blocked
    assert not blocked & (shades - {look.theme.card, look.theme.blocked})
    assert colours_in(view, 2, 0) & shades


@pytest.mark.parametrize(("stage", "text"), [("masked_scores", "−∞"), ("weights", "0")])
def test_a_blocked_cell_shows_its_number(show, look, stage, text):
    session, view = show(three_by_three(mask=CausalMask()), stage)
    assert fitting_numbers(content_of(session, view, look)).texts[0, 2] == text


def content_of(session, view, look):
    array = session.trace.arrays[view.stage.name]
    parts = (look, view.stage, view.words, array, view.picture, view.grid, view.marks)
    return HeatmapContent(*parts, has_focus=False, first_hidden=array.size)


def test_a_blocked_score_is_still_a_score_before_the_mask(show):
    scenario = three_by_three(mask=CausalMask())
    _session, view = show(scenario, "scores")
    assert view.picture.blocked is None


def test_typed_in_weights_are_shown_even_where_the_mask_blocks():
    scenario = dataclasses.replace(mixture([[0.5, 0.5], [0, 1]]), mask=CausalMask())
    trace = attend(scenario.inputs)
    assert not picture_of(trace, trace.stages[0]).is_blocked(0, 1)


def test_a_click_makes_the_cell_the_step(show, qtbot):
    session, view = show(three_by_three())
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=centre(view, 1, 2))
    assert session.step == Place("weights", 1, 2)


def test_a_click_beside_the_cells_changes_nothing(show, qtbot):
    session, view = show(three_by_three())
    before = session.step
    qtbot.mouseClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(2, 2))
    assert session.step == before


def test_a_step_marks_its_result_and_what_it_reads(show, look):
    session, view = show(three_by_three())
    session.go_to(Place("weights", 0, 1))
    assert view.marks.result == Region("weights", 0, 1)
    accent = look.theme.roles["result"]
    box = view.cell_rect(0, 1)
    edge = view.grab().toImage().pixelColor(int(box.left()) + 1, int(box.center().y())).name()
    assert edge == accent


def test_a_step_elsewhere_leaves_no_result_mark(show, look):
    session, view = show(three_by_three(), "scores")
    session.go_to(Place("weights", 0, 1))
    picture = view.grab().toImage()
    box = view.cell_rect(0, 1)
    edge = picture.pixelColor(int(box.left()) + 1, int(box.center().y())).name()
    assert edge != look.theme.roles["result"]


@pytest.mark.parametrize(
    ("key", "row", "column"),
    [
        (Qt.Key.Key_Left, 1, 0),
        (Qt.Key.Key_Right, 1, 2),
        (Qt.Key.Key_Up, 0, 1),
        (Qt.Key.Key_Down, 2, 1),
        (Qt.Key.Key_Home, 1, 0),
        (Qt.Key.Key_End, 1, 2),
        (Qt.Key.Key_PageUp, 0, 1),
        (Qt.Key.Key_PageDown, 2, 1),
    ],
)
def test_keys_move_the_selection(show, qtbot, key, row, column):
    session, view = show(three_by_three())
    session.go_to(Place("weights", 1, 1))
    qtbot.keyClick(view, key)
    assert session.step == Place("weights", row, column)


def test_the_first_arrow_key_in_another_heatmap_moves_from_the_same_cell(show, qtbot):
    session, view = show(three_by_three(), "scores")
    session.go_to(Place("weights", 1, 1))
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert session.step == Place("scores", 1, 2)


def test_arrow_keys_go_on_from_the_source_that_was_chosen_before_the_output(show, qtbot):
    session, view = show(three_by_three(), "weights")
    session.go_to(Place("weights", 1, 1))
    session.go_to(Place("output", 2, 0))
    qtbot.keyClick(view, Qt.Key.Key_Right)
    assert session.step == Place("weights", 2, 2)


def test_the_selection_stops_at_the_edge(show, qtbot):
    session, view = show(three_by_three())
    session.go_to(Place("weights", 2, 2))
    for key in (Qt.Key.Key_Right, Qt.Key.Key_Down):
        qtbot.keyClick(view, key)
    assert session.step == Place("weights", 2, 2)


def test_focus_can_be_seen(show, qtbot):
    _session, view = show(three_by_three())
    view.clearFocus()
    qtbot.waitUntil(lambda: not view.hasFocus())
    without = view.grab().toImage()
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    assert view.grab().toImage() != without


@pytest.mark.parametrize("stage", ["scores", "weights"])
def test_the_frame_of_the_focus_goes_all_around_the_cells(show, qtbot, look, stage):
    session, view = show(three_by_three(), stage)
    session.go_to(Place("output", 0, 0))  # no mark has the colour of the frame
    view.activateWindow()
    view.setFocus()
    qtbot.waitUntil(view.hasFocus)
    picture, first, last = view.grab().toImage(), view.cell_rect(0, 0), view.cell_rect(2, 2)
    beyond = max(2, round(0.12 * look.em)) / 2 + 2
    middle = int(first.center().y()), int(first.center().x())
    left, top = int(first.left() - beyond), int(first.top() - beyond)
    right = int(min(last.right() + beyond, picture.width() - 1))
    bottom = int(last.bottom() + beyond)
    accent = QColor(look.theme.accent)
    for x, y in ((left, middle[0]), (right, middle[0]), (middle[1], top), (middle[1], bottom)):
        assert picture.pixelColor(x, y) == accent


def test_screen_readers_hear_the_selected_cell(show):
    session, view = show(three_by_three(), "scores")
    session.go_to(Place("scores", 1, 2))
    assert view.accessibleDescription() == "Query 2 and Source 3 have the score 8"
    interface = QAccessible.queryAccessibleInterface(view)
    assert interface.text(QAccessible.Text.Description) == view.accessibleDescription()
    assert interface.text(QAccessible.Text.Name) == "Scores Q·Kᵀ, heatmap"
    session.go_to(Place("weights", 0, 0))
    assert view.accessibleDescription() == "3 × 3, no cell selected"


def test_an_edit_of_a_value_redraws_the_output_alone(qtbot, look, seed_scenario):
    arrays = {
        name: matrix(name, getattr(seed_scenario, name)) for name in ("query", "key", "value")
    }
    session = Session(dataclasses.replace(seed_scenario, **arrays))
    views = [HeatmapView(session, look, stage) for stage in session.trace.stages]
    for view in views:
        qtbot.addWidget(view)
    pictures = [view.picture for view in views]
    session.edit(edits.set_cells, "value", 2, 0, np.array([[60.0]]))
    redrawn = [view.picture is not before for view, before in zip(views, pictures, strict=True)]
    assert redrawn == [stage.name == "output" for stage in session.trace.stages]


def test_an_edit_shows_at_once(show, session):
    _session, view = show(session, "scores")
    before = colour_in(view, 0, 0)
    session.edit(edits.set_cells, "key", 0, 0, np.array([[-1.0]]))
    assert colour_in(view, 0, 0) != before
    session.undo_stack.undo()
    assert colour_in(view, 0, 0) == before


def test_a_mask_set_later_is_hatched(show, look):
    session, view = show(three_by_three(mask=CausalMask()))
    session.edit(edits.set_mask, CellMask(np.eye(3, dtype=bool)), "set mask")
    assert view.picture.is_blocked(2, 0)


@pytest.mark.parametrize("theme", THEMES)
def test_numbers_are_readable_on_every_colour(theme):
    for ramp in THEMES[theme].ramps.values():
        for shade in ramp:
            background = hex_colour(tuple(shade))
            assert contrast(background, ink_on(background)) >= 4.5


def test_the_ink_of_a_cell_is_the_readable_one(show, look):
    session, view = show(mixture([[0.0, 1.0]]))
    content = content_of(session, view, look)
    assert content.ink(0, 0).name() == "#000000"
    assert content.ink(0, 1).name() == "#ffffff"


TOKENS = ("<s>", "a<b", "&amp;", "<b>bold</b>", "line\nbreak", "{row} %s", "猫👩‍👩‍👧é")


@pytest.mark.parametrize("token", TOKENS)
def test_a_name_is_never_markup(show, qtbot, token):
    session, view = show(mixture([[1.0, 0.0]], sources=(token, "b"), queries=(token,)))
    view.grab()
    with qtbot.waitSignal(view.hovered) as said:
        point_at(view, centre(view, 0, 0))
    assert said.args == [f"“{token}” reads “{token}” with weight 1"]
    for position in (centre(view, 0, 0), QPoint(5, centre(view, 0, 0).y())):
        tooltip = view.tooltip_at(position)
        assert "<s>" not in tooltip
        assert "<b>" not in tooltip
    assert session.trace.weights[0, 0] == 1


def test_a_name_that_is_a_sentence_is_elided_and_whole_in_the_tooltip(show):
    name = "the whole of a very long sentence that nobody would want as a heading " * 3
    _session, view = show(mixture([[1.0, 0.0]], queries=(name,), sources=(name, "b")))
    assert view.width() < 700
    assert name.strip() in view.tooltip_at(QPoint(5, centre(view, 0, 0).y()))
    assert name.strip() in view.tooltip_at(QPoint(centre(view, 0, 0).x(), 20))


def test_row_sums_are_said_and_a_reader_without_sources_is_named(show):
    allowed = np.array([[True, True], [False, False]])
    _session, view = show(attention(np.eye(2), np.eye(2), mask=CellMask(allowed)))
    assert view.words.remark(0) == "Σ = 1"
    assert view.words.remark(1) == "no source allowed"


def test_weights_that_do_not_add_up_say_so(show):
    _session, view = show(mixture([[0.5, 0.25, 0.2504], [0.1, 0.1, 0.1]]))
    assert view.words.remark(0) == "Σ ≈ 1"
    assert view.words.remark(1) == "Σ = 0.3"
    assert view.words.column_sums([0])[0] == "0.6"
    assert view.words.has_column_sums


def test_one_reader_needs_no_column_sums(show, session):
    _session, view = show(session)
    assert not view.words.has_column_sums


def test_an_output_of_one_component_says_what_was_mixed(show, session):
    _session, view = show(session, "output")
    assert view.words.remark(0) == "0.401 × 10 + 0.198 × 20 + 0.401 × 30"


def test_the_output_names_components_by_number(show, session):
    _session, view = show(session, "output")
    assert view.words.column_labels == ("1",)
    assert view.words.column_names == ("component 1",)
    assert (view.words.row_title, view.words.column_title) == ("reads ↓", "component →")


def test_a_legend_ends_at_the_numbers_of_the_scale(show, look, qtbot):
    session, view = show(three_by_three(mask=CausalMask()), "masked_scores")
    legend = HeatmapLegend(view, look)
    qtbot.addWidget(legend)
    assert legend.accessibleName() == (
        "Colours from −6 to 6, symmetric around 0; hatched: blocked by the mask"
    )
    before = legend.sizeHint()
    session.edit(edits.set_cells, "key", 0, 0, np.array([[-12345.0]]))
    assert "−" in legend.accessibleName()
    assert legend.sizeHint().width() > before.width()


def test_of_a_few_numbers_a_long_one_shrinks_all_and_is_not_left_out(show, look):
    session, view = show(mixture(np.array([[1 / 3, 1 / 3, -12345.678]])))
    content = content_of(session, view, look)
    grid = dataclasses.replace(content.grid, cell_width=4.6 * look.em)
    numbers = fitting_numbers(dataclasses.replace(content, grid=grid))
    bold = QFont(numbers.font)
    bold.setBold(True)
    widest = max(map(QFontMetricsF(bold).horizontalAdvance, numbers.texts.values()))
    assert widest <= grid.cell_width


def test_numbers_shrink_then_lose_digits_then_vanish(show, look):
    session, view = show(mixture(np.full((2, 2), 1 / 3)))
    content = content_of(session, view, look)
    em = look.em
    shown = {}
    for width in (7, 2.6, 2.0, 1.0):
        grid = dataclasses.replace(content.grid, cell_width=width * em)
        numbers = fitting_numbers(dataclasses.replace(content, grid=grid))
        shown[width] = numbers and (numbers.texts[0, 0], numbers.font.pointSizeF())
    assert shown[7] == ("0.333", pytest.approx(10))
    assert shown[2.6][1] < 10
    assert shown[2.0][0] == "0.33"
    assert shown[1.0] is None


def test_a_small_number_among_many_keeps_one_digit_in_a_narrow_cell(show, look):
    def picture(small):
        weights = np.full((9, 9), 0.111)
        weights[4, 4] = small
        session, view = show(mixture(weights))
        view.set_grid(dataclasses.replace(view.grid, cell_width=2.1 * look.em))
        numbers = fitting_numbers(content_of(session, view, look))
        assert numbers.digits == 2
        return view.grab(view.cell_rect(4, 4).toAlignedRect()).toImage()

    assert picture(0.0081) == picture(0.0084) != picture(0.0091)
    assert picture(0.0099) == picture(0.0100)


@pytest.mark.parametrize(
    ("number", "text"),
    [(0.0077, "8e−3"), (0.0099, "0.01"), (-12345678, "−1e7"), (sys.float_info.max, "1.8e308")],
)
def test_a_short_number_has_its_first_digit_and_is_never_infinite(show, look, number, text):
    session, view = show(mixture([[number]]))
    assert content_of(session, view, look).short_text(0, 0, 2) == text


def large():
    numbers = np.random.default_rng(3)
    return attention(numbers.normal(size=(70, 2)), numbers.normal(size=(70, 2)))


def wheel(view, position, steps, modifiers=Qt.KeyboardModifier.NoModifier):
    event = QWheelEvent(
        QPointF(position),
        QPointF(view.mapToGlobal(position)),
        QPoint(),
        QPoint(0, 120 * steps),
        Qt.MouseButton.NoButton,
        modifiers,
        Qt.ScrollPhase.NoScrollPhase,
        False,
    )
    view.wheelEvent(event)
    return event.isAccepted()


@pytest.fixture
def fitted_view(show, look):
    from explorer.ui.heatmaps.heatmap_geometry import Frame, fitted

    session, view = show(large())
    view.set_grid(fitted(70, 70, look.em, (600, 400), Frame(left=60, top=30)))
    return session, view


def test_the_wheel_zooms_a_large_matrix_around_the_mouse(fitted_view):
    _session, view = fitted_view
    position = centre(view, 30, 40)
    assert wheel(view, position, 10)
    assert view.grid.zoom > 3
    assert view.place_at(position) == Place("weights", 30, 40)


def test_a_zoomed_matrix_is_dragged_without_selecting(fitted_view, qtbot):
    session, view = fitted_view
    position = centre(view, 30, 40)
    wheel(view, position, 10)
    before, step = view.grid, session.step
    qtbot.mousePress(view.viewport(), Qt.MouseButton.LeftButton, pos=position)
    qtbot.mouseMove(view.viewport(), position + QPoint(60, 45))
    qtbot.mouseRelease(view.viewport(), Qt.MouseButton.LeftButton, pos=position + QPoint(60, 45))
    assert view.place_at(position + QPoint(60, 45)) == Place("weights", 30, 40)
    assert view.grid.first_row < before.first_row
    assert session.step == step


def test_a_double_click_shows_the_whole_again(fitted_view, qtbot):
    _session, view = fitted_view
    wheel(view, centre(view, 30, 40), 10)
    qtbot.mouseDClick(view.viewport(), Qt.MouseButton.LeftButton, pos=QPoint(200, 200))
    assert view.grid.zoom == 1
    assert view.grid.visible_rows == range(70)


def test_keys_bring_the_selection_into_a_zoomed_view(fitted_view, qtbot):
    session, view = fitted_view
    wheel(view, QPoint(61, 31), 10)
    session.go_to(Place("weights", 0, 0))
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert session.step == Place("weights", 0, 69)
    assert 69 in view.grid.visible_columns


def test_a_step_made_elsewhere_comes_into_a_zoomed_view_with_room_around_it(fitted_view):
    session, view = fitted_view
    wheel(view, QPoint(61, 31), 10)
    for row, column in [(50, 60), (50, 61), (49, 30), (0, 0), (69, 69)]:
        session.go_to(Place("weights", row, column))
        assert view.cells_rect().contains(view.cell_rect(row, column))
        for beside in (-1, 1):
            assert min(max(row + beside, 0), 69) in view.grid.visible_rows
            assert min(max(column + beside, 0), 69) in view.grid.visible_columns
    assert view.grid.zoom > 3


def test_a_step_that_is_in_view_moves_nothing(fitted_view):
    session, view = fitted_view
    wheel(view, centre(view, 30, 40), 10)
    before = view.grid
    session.go_to(Place("weights", 30, 40))
    assert view.grid == before
    session.go_to(Place("output", 69, 1))
    assert view.grid == before


def test_the_wheel_belongs_to_the_window_elsewhere(show, fitted_view, session):
    _session, small = show(session)
    assert not wheel(small, QPoint(100, 50), 1)
    _session, view = fitted_view
    control = Qt.KeyboardModifier.ControlModifier
    assert not wheel(view, centre(view, 30, 40), 1, control)
    assert view.grid.zoom == 1


def test_blocked_cells_stay_hatched_when_they_are_tiny(show, look):
    from explorer.ui.heatmaps.heatmap_geometry import Frame, fitted

    session, view = show(dataclasses.replace(large(), mask=CausalMask()), "masked_scores")
    view.set_grid(fitted(70, 70, look.em, (400, 400), Frame(left=20, top=20)))
    session.go_to(Place("output", 0, 0))
    picture, area = view.grab().toImage(), view.grid.region(range(5, 25), range(45, 65))
    colours = {
        picture.pixelColor(x, y).name()
        for x in range(int(area.x), int(area.x + area.width))
        for y in range(int(area.y), int(area.y + area.height))
    }
    assert {look.theme.card, look.theme.blocked} <= colours
    assert hex_colour(tuple(look.theme.ramps[view.stage.colours][0])) not in colours


@pytest.mark.parametrize("theme", ["dark", "high-contrast", "light"])
@pytest.mark.parametrize("zoom", [75, 300])
def test_theme_and_size_change_live(show, look, session, theme, zoom):
    _session, view = show(session)
    look.preferences.theme = theme
    look.preferences.zoom = zoom
    picture = view.grab().toImage()
    assert picture.pixelColor(1, 1).name() == look.theme.card


def test_component_names_belong_to_the_value(show):
    scenario = mixture([[1.0]], value=[[1, 2, 3]])
    _session, view = show(scenario, "output")
    assert view.stage.columns is Axis.VALUE_COMPONENTS
    assert view.grid.columns == 3


def test_a_heatmap_copies_its_whole_table_with_every_digit(show):
    session, view = show(mixture([[0.5, 1 / 3, 0.1]]))
    (copy,) = view.actions()
    assert copy.shortcut().toString() == "Ctrl+C"
    copy.trigger()
    pasted = parse_matrix(QApplication.clipboard().text())
    assert pasted.tobytes() == session.trace.weights.tobytes()


@pytest.mark.parametrize("example", ["causal", "twelve-tokens"])
def test_a_part_that_is_painted_again_looks_as_it_does_in_the_whole(show, example):
    session, view = show(load_example(example))
    session.go_to(Place("weights", 1, 1))
    viewport = view.viewport()
    whole = viewport.grab().toImage()
    width, height = whole.width(), whole.height()
    parts = [
        QRect(0, 0, width, 3),
        QRect(0, height // 2, width, 3),
        QRect(width // 2, 0, 3, height),
        QRect(0, height // 2, width // 5, height // 3),
        QRect(width // 3, height // 3, width // 4, height // 4),
    ]
    for part in parts:
        assert viewport.grab(part).toImage() == whole.copy(part)


def test_where_cells_stand_is_told_for_rows_columns_and_the_whole(show, session):
    _, view = show(session)
    cell, row = view.cell_rect(0, 1), view.cell_rect(0, 0) | view.cell_rect(0, 2)
    assert view.region_rect(Region("weights", 0, 1)) == cell
    assert view.region_rect(Region("weights", 0)) == view.region_rect(Region("weights")) == row
    assert view.region_rect(Region("weights", None, 1)) == cell
    assert view.cells_rect().contains(row)


def test_a_heatmap_of_another_shape_tells_no_place_of_cells(show, session):
    _, view = show(session)
    session.edit(edits.insert, Axis.SOURCES, 0)
    assert view.region_rect(Region("weights", 0, 1)) is None
