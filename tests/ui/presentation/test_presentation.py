"""In front of a class: one stage large, nothing to edit, and the window as it was afterwards."""

import numpy as np
import pytest
from PySide6.QtCore import QCoreApplication, QEvent, QSize, Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication, QLineEdit, QMainWindow, QWidget

from explorer.app import edits
from explorer.app.session import Session
from explorer.files import list_examples, load_example
from explorer.model import Granularity, Place, Scenario
from explorer.model.scenario import default_names
from explorer.ui.heatmaps.heatmap import HeatmapView
from explorer.ui.heatmaps.heatmap_cells import fitting_numbers
from explorer.ui.heatmaps.heatmap_content import HeatmapContent
from explorer.ui.presentation.presentation import Presentation
from explorer.ui.presentation.presentation_mode import PresentationMode
from explorer.ui.presentation.presentation_words import QUESTION
from explorer.ui.presentation.scaled_look import ScaledLook
from explorer.ui.tables.matrix_table import MatrixTable
from explorer.ui.walk.step_actions import StepActions

PROJECTOR = QSize(1280, 800)


@pytest.fixture
def present(qtbot, look):
    owner = QWidget()  # of the actions
    qtbot.addWidget(owner)

    def present(session, size=PROJECTOR):
        view = Presentation(session, look, StepActions(session, look, owner))
        qtbot.addWidget(view)
        view.resize(size)
        view.show()
        return view

    return present


@pytest.fixture
def mode(qtbot, session, look):
    window = QMainWindow()
    qtbot.addWidget(window)
    window.setCentralWidget(QLineEdit())
    steps = StepActions(session, look, window)
    window.resize(700, 500)
    window.show()
    return PresentationMode(window, session, look, steps)


def random_session(readers, sources):
    numbers = np.random.default_rng(4)
    return Session(
        Scenario(
            query=numbers.normal(size=(readers, 3)),
            key=numbers.normal(size=(sources, 3)),
            value=numbers.normal(size=(sources, 2)),
            queries=default_names("Query", readers),
            sources=default_names("Source", sources),
        )
    )


def shown_numbers(view, session):
    """The numbers of the heatmap as they are drawn, with their font; None if none are."""
    heatmap, look = view.heatmap, view.heatmap_look
    array = session.trace.arrays[heatmap.stage.name]
    drawn = (heatmap.stage, heatmap.words, array, heatmap.picture, heatmap.grid, heatmap.marks)
    content = HeatmapContent(look, *drawn, has_focus=False, first_hidden=array.size)
    return fitting_numbers(content)


def stage_steps(session):
    return [Place(stage.name, 0, 0) for stage in session.trace.stages]


def test_the_numbers_of_the_seed_have_24_points_on_a_projector(present, session):
    view = present(session)
    for place in stage_steps(session):
        session.go_to(place)
        numbers = shown_numbers(view, session)
        assert numbers.font.pointSizeF() >= 24
        assert numbers.texts[0, 0] == view.heatmap_look.number(session.trace.number(place))


@pytest.mark.parametrize("name", ["three-positions", "two-queries-five-sources", "bias-and-cap"])
def test_the_numbers_of_a_small_example_have_24_points(present, name):
    session = Session(load_example(name))
    view = present(session)
    for place in stage_steps(session):
        session.go_to(place)
        assert shown_numbers(view, session).font.pointSizeF() >= 24


@pytest.mark.parametrize("zoom", [75, 300])
def test_the_zoom_of_the_window_does_not_matter(present, session, look, zoom):
    view = present(session)
    before = shown_numbers(view, session).font.pointSizeF()
    look.preferences.zoom = zoom
    assert shown_numbers(view, session).font.pointSizeF() == before


def test_a_larger_screen_gets_larger_numbers(present, session):
    small = shown_numbers(present(session), session).font.pointSizeF()
    large = shown_numbers(present(session, QSize(2560, 1600)), session).font.pointSizeF()
    assert large == pytest.approx(2 * small, rel=0.1)


@pytest.mark.parametrize("name", [example.name for example in list_examples()])
@pytest.mark.parametrize("size", [PROJECTOR, QSize(1024, 768), QSize(1920, 1080)])
def test_everything_is_inside_the_screen_and_nothing_lies_over_the_heatmap(present, name, size):
    session = Session(load_example(name))
    view = present(session, size)
    for place in stage_steps(session):
        session.go_to(place)
        heatmap = view.heatmap.geometry()
        for widget in (view.derivation, view.sentence, view.hint, view.formula, view.heading):
            assert view.rect().contains(widget.geometry())
            assert not widget.geometry().intersects(heatmap)
        assert view.rect().contains(heatmap)


def test_a_large_matrix_is_shown_whole(present):
    session = random_session(128, 128)
    view = present(session)
    assert view.heatmap.grid.visible_rows == range(128)
    assert view.rect().contains(view.heatmap.geometry())


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
    assert view.sentence.text() == "Query 1 reads Source 3 with weight 0.401."
    assert view.position.text() == "step 9 of 10"
    assert view.accessibleDescription() == view.sentence.text()


def test_the_steps_within_a_softmax_show_its_weights(present, session):
    view = present(session)
    session.set_granularity(Granularity.TERM)
    session.go_to(Place("row_maximum", 0, 0))
    assert view.heatmap.stage.name == "weights"
    assert view.heading.text() == "Largest score of the row"


def test_a_single_product_is_not_called_the_whole_score(present, session):
    view = present(session)
    session.set_granularity(Granularity.TERM)
    session.go_to_position(1)
    assert view.sentence.text() == "Product 2 of 2."


@pytest.mark.parametrize("granularity", [Granularity.STAGE, Granularity.READER])
def test_a_step_of_several_cells_is_told_as_a_whole(present, session, granularity):
    view = present(session)
    session.set_granularity(granularity)
    session.go_to(Place("weights", 0, 0))
    assert view.heading.text() == "Softmax"
    assert view.sentence.text() == session.stage.about
    assert view.derivation.isHidden()


def test_what_is_to_be_predicted_stays_hidden_until_the_next_key(present, session, qtbot):
    view = present(session)
    session.reveal.predicting = True
    assert view.sentence.text() == QUESTION
    assert view.derivation.isHidden()
    assert view.sentence.font().pointSizeF() >= 20
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert session.position == 0
    assert not view.derivation.isHidden()
    qtbot.keyClick(view, Qt.Key.Key_PageDown)
    assert session.position == 1
    assert view.sentence.text() == QUESTION


def test_an_edit_from_elsewhere_is_followed(present, session):
    view = present(session)
    session.edit(edits.set_cells, "key", 0, 0, np.array([[3.0]]))
    assert view.sentence.text() == "Query 1 and Source 1 have the score 3."
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
