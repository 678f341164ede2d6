"""In front of a class: one stage large, nothing to edit, and the window as it was afterwards."""

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QWidget
from shiboken6 import delete

from explorer.app import edits
from explorer.app.session import Session
from explorer.app.stage_view import Showing
from explorer.files import load_example
from explorer.model import Granularity, Place
from explorer.ui.heatmaps.heatmap import HeatmapView
from explorer.ui.heatmaps.heatmap_words import part_words
from explorer.ui.presentation.presentation import Presentation
from explorer.ui.presentation.presentation_mode import PresentationMode
from explorer.ui.presentation.presentation_words import QUESTION
from explorer.ui.presentation.scaled_look import ScaledLook
from explorer.ui.tables.matrix_table import MatrixTable
from explorer.ui.walk.step_actions import StepActions


@pytest.fixture
def mode(qtbot, session, look):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(QLineEdit())
    steps = StepActions(session, look, window)
    window.resize(700, 500)
    window.show()
    return PresentationMode(window, session, look, steps)


def drawn(view):
    """The texts of the arithmetic, in reading order."""
    boxes = (placed.box for placed in view.text.working.box.everything())
    return [box.ink.text for box in boxes if box.ink is not None]


def stage_steps(session):
    return [Place(stage.name, 0, 0) for stage in session.trace.stages]


@pytest.mark.parametrize("zoom", [75, 300])
def test_the_zoom_of_the_window_does_not_matter(present, session, look, zoom):
    view = present(session)
    before = view.plan
    look.preferences.zoom = zoom
    assert view.plan == before
    assert view.heatmap_look.font().pointSizeF() == before.points


def test_a_larger_screen_gets_larger_numbers(present, session):
    small, large = present(session).plan, present(session, QSize(2560, 1600)).plan
    assert large.points == 2 * small.points


def part_of(view):
    grid = view.heatmap.grid
    return grid.visible_rows, grid.visible_columns


def test_of_a_table_that_does_not_fit_the_part_around_the_step_is_shown_and_said(present):
    session = Session(load_example("twelve-tokens"))
    view = present(session)
    session.go_to(Place("weights", 0, 0))
    rows, columns = part_of(view)
    assert columns == range(7)
    assert part_words(view.heatmap.grid) == f"rows 1–{len(rows)} of 12, columns 1–7 of 12"
    assert view.accessibleDescription().endswith(f"Shown: {part_words(view.heatmap.grid)}.")
    session.go_to(Place("weights", 11, 11))
    assert part_words(view.heatmap.grid).endswith("of 12, columns 6–12 of 12")


def test_a_table_that_fits_is_not_called_a_part(present, session):
    view = present(session)
    assert part_words(view.heatmap.grid) == ""
    assert "Shown" not in view.accessibleDescription()


def test_the_part_turns_before_the_step_reaches_its_edge_and_is_the_same_from_both_sides(present):
    session = Session(load_example("twelve-tokens"))
    view = present(session)
    session.go_to(Place("weights", 5, 0))
    first = session.position
    there, back = [], []
    for seen, positions in ((there, range(12)), (back, range(11, -1, -1))):
        for column in positions:
            session.go_to_position(first + column)
            seen.append(part_of(view))
    assert there == back[::-1]
    assert len(set(there)) == 2
    for column, (_rows, columns) in enumerate(there):
        assert columns[0] in (0, column - 1) or columns[0] < column - 1
        assert columns[-1] in (11, column + 1) or columns[-1] > column + 1


def test_nothing_moves_from_stage_to_stage_where_all_tables_fit(present, session):
    view = present(session)
    seen = set()
    for place in stage_steps(session):
        session.go_to(place)
        seen.add((view.plan.points, view.text.y(), view.heatmap.y()))
    assert len(seen) == 1


def test_a_step_of_a_whole_row_is_turned_page_by_page_before_the_next_one(present, qtbot):
    session = Session(load_example("twelve-tokens"))
    view = present(session)
    session.set_granularity(Granularity.READER)
    session.go_to(Place("weights", 2, 0))
    position = session.position
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert session.position == position
    assert part_of(view)[1][-1] == 11
    assert "columns 6–12 of 12" in view.accessibleDescription()
    qtbot.keyClick(view, Qt.Key.Key_PageUp)
    assert part_of(view)[1][0] == 0
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert session.position == position + 1
    assert part_of(view)[1][0] == 0
    qtbot.keyClick(view, Qt.Key.Key_PageUp)
    assert session.position == position


def test_the_parts_of_a_whole_table_are_turned_through_until_all_was_seen(present, qtbot):
    session = Session(load_example("twelve-tokens"))
    view = present(session)
    session.set_granularity(Granularity.STAGE)
    session.go_to(Place("weights", 0, 0))
    position, seen = session.position, set()
    while session.position == position:
        rows, columns = part_of(view)
        seen |= {(row, column) for row in rows for column in columns}
        qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert len(seen) == 144


def whole_tables(name="twelve-tokens"):
    session = Session(load_example(name))
    session.go_to(Place("weights", 11, 11))
    session.set_granularity(Granularity.STAGE)
    return session


def test_a_whole_table_begins_with_its_first_part_wherever_the_step_was(present, qtbot):
    view = present(whole_tables())
    rows, columns = part_of(view)
    assert (rows[0], columns[0]) == (0, 0)
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    turned = part_of(view)
    assert turned != (rows, columns)
    view.heatmap.select(Place("weights", turned[0][0], turned[1][-1]))
    assert part_of(view) == turned


def test_going_back_from_the_first_part_shows_the_last_one_of_the_step_before(present, qtbot):
    session = whole_tables()
    view = present(session)
    position = session.position
    qtbot.keyClick(view, Qt.Key.Key_PageUp)
    assert session.position == position - 1
    rows, columns = part_of(view)
    assert (rows[-1], columns[-1]) == (11, 11)
    assert f"Shown: {part_words(view.heatmap.grid)}." in view.accessibleDescription()


def test_steps_of_single_cells_never_wait_for_a_page(present, qtbot):
    session = Session(load_example("twelve-tokens"))
    view = present(session)
    session.go_to(Place("weights", 0, 0))
    position = session.position
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert session.position == position + 1


def test_the_application_keeps_its_own_font(present, session, look):
    before = QApplication.font().pointSizeF()
    present(session)
    assert QApplication.font().pointSizeF() == before
    assert look.font().pointSizeF() == before


@pytest.mark.parametrize("key", ["PageDown", "Right", "Down", "Space", "Return"])
def test_keys_of_people_and_of_presenter_remotes_go_on(present, session, qtbot, key):
    view = present(session)
    qtbot.keyClick(view, getattr(Qt.Key, f"Key_{key}"))
    assert session.step == Place("scores", 0, 1)


@pytest.mark.parametrize("key", ["PageUp", "Left", "Up", "Backspace"])
def test_keys_go_back(present, session, qtbot, key):
    view = present(session)
    session.go_to_position(5)
    qtbot.keyClick(view, getattr(Qt.Key, f"Key_{key}"))
    assert session.position == 4


def test_home_and_end_go_to_the_ends_of_the_walk(present, session, qtbot):
    view = present(session)
    qtbot.keyClick(view, Qt.Key.Key_End)
    assert session.position == len(session.walk) - 1
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert session.position == len(session.walk) - 1
    qtbot.keyClick(view, Qt.Key.Key_Home)
    assert session.position == 0


@pytest.mark.parametrize("key", ["F5", "Period", "B", "9", "Delete", "Z"])
def test_other_keys_do_nothing(present, session, qtbot, key):
    view = present(session)
    scenario = session.scenario
    for modifier in (Qt.KeyboardModifier.NoModifier, Qt.KeyboardModifier.ControlModifier):
        qtbot.keyClick(view, getattr(Qt.Key, f"Key_{key}"), modifier)
    assert session.scenario is scenario
    assert session.position == 0
    assert view.isVisible()


def test_there_is_nothing_to_edit(present, session):
    view = present(session)
    assert not view.findChildren(MatrixTable)
    assert not view.findChildren(QLineEdit)
    assert not view.actions()
    focusable = [w for w in view.findChildren(QWidget) if w.focusPolicy() & Qt.FocusPolicy.TabFocus]
    assert focusable == []


def test_a_click_on_a_cell_goes_to_its_step(present, session, qtbot):
    view = present(session)
    centre = view.heatmap.cell_rect(0, 2).center().toPoint()
    qtbot.mouseClick(view.heatmap.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert session.step == Place("scores", 0, 2)
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert session.step == Place("scaled_scores", 0, 0)


def test_the_stage_of_the_step_is_shown_and_the_one_before_deleted(present, session):
    view = present(session)
    for place in stage_steps(session):
        session.go_to(place)
        assert view.heatmap.stage is session.stage
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert view.findChildren(HeatmapView) == [view.heatmap]


def test_the_step_is_told_in_words(present, session):
    view = present(session)
    session.go_to(Place("weights", 0, 2))
    assert view.heading.text() == "Softmax"
    assert view.words.text() == "Query 1 reads from Source 3"
    assert view.text.sentence.text() == "Query 1 reads Source 3 with weight 0.401."
    assert view.position.text() == "step 9 of 10"
    assert view.reason.text() == (
        "The weight of Source 3 is its share of the row: the weights of Query 1 add up to one."
    )
    assert view.accessibleDescription() == f"{view.reason.text()} {view.text.sentence.text()}"


def test_the_steps_within_a_softmax_show_its_weights(present, session):
    view = present(session)
    session.set_granularity(Granularity.TERM)
    session.go_to(Place("row_maximum", 0, 0))
    assert view.heatmap.stage.name == "weights"
    assert view.heading.text() == "Largest score of the row"


def test_a_single_product_is_not_called_the_whole_score_before_the_last_one(present, session):
    view = present(session)
    session.set_granularity(Granularity.TERM)
    assert view.reason.text().startswith("Product 1 of 2: ")
    assert view.text.sentence.text() == "The sum so far = 1."
    assert "".join(drawn(view)) == "q1·k1=1×1+0×0q11·k11=1×1=1"
    session.go_to_position(1)
    assert view.text.sentence.text() == "Query 1 and Source 1 have the score 1."


def test_a_sum_so_far_that_is_rounded_says_so(present, session):
    view = present(session)
    session.set_granularity(Granularity.TERM)
    session.go_to(Place("output", 0, 0))
    assert view.text.sentence.text() == "The sum so far ≈ 4.011."


@pytest.mark.parametrize("granularity", [Granularity.STAGE, Granularity.READER])
def test_a_step_of_several_cells_is_told_as_a_whole(present, session, granularity):
    view = present(session)
    session.set_granularity(granularity)
    session.go_to(Place("weights", 0, 0))
    assert view.heading.text() == "Softmax"
    assert view.text.sentence.text() == session.stage.about
    assert view.text.working.isHidden()


def test_what_is_to_be_predicted_stays_hidden_until_the_next_key(present, session, qtbot):
    view = present(session)
    session.reveal.predicting = True
    assert view.text.sentence.text() == QUESTION
    assert drawn(view)[-1] == "?"
    assert "0" in drawn(view)[:-1]
    assert view.text.working.accessibleName() == "q₁·k₁ = 1×1 + 0×0 = ?"
    assert "show the result" in view.hint.text()
    assert view.text.sentence.font().pointSizeF() == view.plan.points
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert session.position == 0
    assert drawn(view)[-1] == "1"
    assert view.text.working.accessibleName() == "q₁·k₁ = 1×1 + 0×0 = 1"
    assert "next step" in view.hint.text()
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert session.position == 1
    assert view.text.sentence.text() == QUESTION


def test_an_edit_from_elsewhere_is_followed(present, session):
    view = present(session)
    session.edit(edits.set_cells, "key", 0, 0, np.array([[3.0]]))
    assert view.text.sentence.text() == "Query 1 and Source 1 have the score 3."
    session.edit(edits.set_softcap, 2.0)
    session.go_to(Place("capped_scores", 0, 0))
    assert view.heatmap.objectName() == "cappedHeatmap"


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_the_theme_is_that_of_the_window(present, session, look, theme):
    view = present(session)
    look.choose_theme(theme)
    corner = view.grab().toImage().pixelColor(2, 2).name()
    assert corner == look.theme.card


def test_the_action_starts_and_ends_a_presentation(mode, session, qtbot):
    action = mode.action
    assert action.objectName() == "presentationAction"
    assert action.shortcut().toString() == "F11"
    action.trigger()
    assert action.isChecked()
    assert mode.presentation.isFullScreen()
    mode.action.trigger()
    assert not action.isChecked()
    assert mode.presentation is None


@pytest.mark.parametrize("key", [Qt.Key.Key_Escape, Qt.Key.Key_F11])
def test_escape_returns_to_the_window_as_it_was(mode, session, qtbot, key):
    window = mode.parent()
    before = window.geometry(), window.saveState(), session.scenario
    mode.action.trigger()
    qtbot.keyClick(mode.presentation, Qt.Key.Key_PageDown)
    qtbot.keyClick(mode.presentation, key)
    assert mode.presentation is None
    assert not mode.action.isChecked()
    assert (window.geometry(), window.saveState(), session.scenario) == before
    assert window.isVisible()
    assert session.position == 1
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete)
    assert not window.findChildren(Presentation)


def test_an_open_cell_without_a_number_keeps_the_presentation_from_starting(mode, session):
    session.register_editor(lambda: False)
    mode.action.trigger()
    assert mode.presentation is None
    assert not mode.action.isChecked()


def test_a_presentation_ends_with_its_window(mode):
    mode.action.trigger()
    presentation = mode.presentation
    mode.parent().close()
    assert not presentation.isVisible()
    assert mode.presentation is None


def test_a_window_that_is_destroyed_takes_its_presentation_with_it(qtbot, session, look):
    """As at the end of the program, where nobody closes windows one by one."""
    window = QMainWindow()
    mode = PresentationMode(window, session, look, StepActions(session, look, window))
    window.show()
    mode.action.trigger()
    with qtbot.captureExceptions() as exceptions:
        delete(window)
    assert exceptions == []


def test_shortcuts_of_the_window_do_not_act_in_a_presentation(mode, session, qtbot):
    undo = QAction("Undo", mode.parent())
    undo.setShortcut("Ctrl+Z")
    undone = []
    undo.triggered.connect(lambda: undone.append(True))
    mode.parent().addAction(undo)
    mode.action.trigger()
    qtbot.keyClick(mode.presentation, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
    assert undone == []


def test_a_scaled_look_follows_theme_and_digits(look, qtbot):
    scaled = ScaledLook(look, 30)
    assert scaled.font(0.5).pointSizeF() == 15
    with qtbot.waitSignal(scaled.changed):
        look.preferences.digits = 5
    assert scaled.digits == 5
    look.choose_theme("dark")
    assert scaled.theme is look.theme
    assert scaled.em > look.em


def test_a_presentation_shows_now_whatever_the_window_shows(present, session):
    session.comparing.pin()
    session.edit(edits.set_cells, "value", 2, 0, np.array([[50.0]]))
    session.comparing.show(Showing.THEN)
    session.go_to(Place("output", 0, 0))
    heatmap = present(session).heatmap
    assert heatmap.shown.array is session.trace.output
    assert heatmap.sentence(session.step).startswith("the output of Query 1, component 1, is 28.0")
