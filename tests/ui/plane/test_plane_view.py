"""The plane: arrows stand where the session's numbers say, and moving one edits the session."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from explorer.app import edits
from explorer.app.session import Session
from explorer.files import load_example
from explorer.model import Place, Scenario
from explorer.model.places import Axis
from explorer.model.scenario import default_names
from explorer.ui.plane.plane_painter import placed_labels
from explorer.ui.plane.plane_view import PlaneView

SCORE = Place("scores", 0, 2)
_LEFT = Qt.MouseButton.LeftButton


def scenario_of(query, key):
    query, key = np.array(query, dtype=float), np.array(key, dtype=float)
    names = default_names("Query", len(query)), default_names("Source", len(key))
    value = np.arange(1.0, len(key) + 1)[:, None]
    return Scenario(query=query, key=key, value=value, queries=names[0], sources=names[1])


@pytest.fixture
def show(qtbot, look):
    def show(session, place=SCORE):
        session.go_to(place)
        view = PlaneView(session, look)
        qtbot.addWidget(view)
        view.resize(400, 460)
        view.show()
        qtbot.waitUntil(lambda: view.canvas.width() > 300)
        view.activateWindow()
        view.canvas.setFocus()
        return view

    return show


@pytest.fixture
def view(show, session):
    return show(session)


def at(view, x, y):
    return view.canvas.geometry_of_plane.on_screen((x, y))


def test_computed_arrows_show_once_the_walk_has_come_to_them(qtbot, show):
    session = Session(load_example("same-token-twice"))
    view = show(session, Place("scores", 0, 0))
    assert view.is_applicable
    assert not view.canvas.content.can_move(view.chosen)
    session.reveal.as_we_go = True
    session.go_to(Place("key", 3, 0))
    qtbot.waitUntil(lambda: not view.is_applicable)
    session.go_to(Place("key", 3, 1))
    qtbot.waitUntil(lambda: view.is_applicable)


def drag(qtbot, view, start, *stops, modifier=Qt.KeyboardModifier.NoModifier, release=True):
    """Press at one point of the plane and move to others."""
    canvas = view.canvas
    positions = [at(view, *point).toPoint() for point in (start, *stops)]
    qtbot.mousePress(canvas, _LEFT, modifier, positions[0])
    for position in positions[1:]:
        move(canvas, position, modifier)
    if release:
        qtbot.mouseRelease(canvas, _LEFT, modifier, positions[-1])


def move(canvas, position, modifier=Qt.KeyboardModifier.NoModifier):
    """A move with the button held, which QTest cannot do together with modifiers."""
    where = QPointF(position)
    event = QMouseEvent(
        QEvent.Type.MouseMove, where, where, Qt.MouseButton.NoButton, _LEFT, modifier
    )
    QApplication.sendEvent(canvas, event)


def near(position, x, y):
    return (position - QPointF(x, y)).manhattanLength() < 1.5


def test_tips_stand_where_the_numbers_say(view):
    canvas, unit = view.canvas, at(view, 1, 0).x() - at(view, 0, 0).x()
    centre = QPointF(canvas.width() / 2, canvas.height() / 2)
    assert unit > 50
    assert near(canvas.tip_position("query", 0), centre.x() + unit, centre.y())
    assert near(canvas.tip_position("key", 1), centre.x(), centre.y() - unit)
    assert near(canvas.tip_position("key", 2), centre.x() + unit, centre.y() - unit)


def test_an_edit_moves_the_tip(view, session):
    session.edit(edits.set_cells, "key", 2, 0, np.array([[-1.0, 0.5]]))
    where = at(view, -1, 0.5)
    assert near(view.canvas.tip_position("key", 2), where.x(), where.y())


def test_the_pair_of_the_step_is_compared_in_words(view, session):
    assert view.caption.text() == (
        "q₁·k₃ = 1×1 + 0×1 = 1. Query 1 is 1 long and Source 3 reaches 1 in its direction: "
        "multiplied, that is their score."
    )
    session.go_to(Place("weights", 0, 1))
    assert view.caption.text().startswith("q₁·k₂ = 1×0 + 0×1 = 0.")


def test_a_score_to_be_predicted_is_not_given_away(view, session):
    session.reveal.predicting = True
    assert view.caption.text() == "The score of Query 1 and Source 3 is hidden for now."


@pytest.mark.parametrize(
    "scenario",
    [scenario_of([[1, 2, 3]], [[1, 2, 3]]), scenario_of([[1]], [[1]])],
    ids=["three components", "one component"],
)
def test_it_hides_where_there_are_not_two_components(view, session, seed_scenario, scenario):
    session.load(scenario, None)
    assert view.isHidden()
    session.load(seed_scenario, None)
    assert view.isVisible()


def test_a_weighted_mix_has_no_plane(show, session):
    view = show(session)
    session.load(load_example("weighted-mix"), None)
    assert view.isHidden()
    assert not view.is_applicable


def test_a_drag_of_a_tip_changes_both_numbers_as_one_undo_entry(qtbot, view, session):
    before = session.scenario
    drag(qtbot, view, (1, 1), (0.8, 0.8), (0.5, 1), (-0.5, 1.25))
    assert session.scenario.key[2].tolist() == [-0.5, 1.25]
    assert session.scenario.value is before.value
    assert session.scenario.query is before.query
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "move the arrow of Source 3 to (−0.5, 1.25)"
    session.undo_stack.undo()
    assert session.scenario.key.tolist() == before.key.tolist()


def test_a_drag_snaps_to_twentieths_and_with_ctrl_goes_freely(qtbot, view, session):
    start, target = (1, 1), (0.512, 0.738)
    drag(qtbot, view, start, target)
    x, y = session.scenario.key[2]
    assert [round(x / 0.05, 9) % 1, round(y / 0.05, 9) % 1] == [0, 0]
    session.undo_stack.undo()
    drag(qtbot, view, start, target, modifier=Qt.KeyboardModifier.ControlModifier)
    free = session.scenario.key[2]
    assert abs(free - target).max() < 0.02
    assert (free * 1000 == np.round(free * 1000)).all()


def test_esc_takes_a_drag_back(qtbot, view, session):
    before = session.scenario
    drag(qtbot, view, (1, 1), (0.5, 1), (-0.5, 1), release=False)
    assert session.scenario is not before
    qtbot.keyClick(view.canvas, Qt.Key.Key_Escape)
    assert session.scenario is before
    assert session.undo_stack.count() == 0
    move(view.canvas, QPoint(10, 10))
    assert session.scenario is before


def test_undo_in_the_middle_of_a_drag_ends_it(qtbot, view, session):
    before = session.scenario
    drag(qtbot, view, (1, 1), (0.5, 1), (-0.5, 1), release=False)
    session.undo_stack.undo()
    move(view.canvas, QPoint(10, 10))
    assert session.scenario.key.tolist() == before.key.tolist()
    assert session.undo_stack.index() == 0


def test_a_click_chooses_an_arrow_and_changes_nothing(qtbot, view, session):
    drag(qtbot, view, (0, 1))
    assert (view.chosen.array, view.chosen.row) == ("key", 1)
    assert session.undo_stack.count() == 0
    assert view.caption.text().startswith("q₁·k₂")
    assert session.step == SCORE


def test_an_open_editor_that_cannot_be_settled_keeps_arrows_where_they_are(qtbot, view, session):
    session.register_editor(lambda: False)
    drag(qtbot, view, (1, 1), (0.5, 1), (-0.5, 1))
    qtbot.keyClick(view.canvas, Qt.Key.Key_Right)
    assert session.undo_stack.count() == 0


def test_the_view_stays_while_a_tip_is_dragged_and_takes_it_in_afterwards(qtbot, view, session):
    reach = view.canvas.reach
    drag(qtbot, view, (1, 1), (1.2, 1.2), (1.45, 1.45), release=False)
    move(view.canvas, QPoint(5000, -5000))
    assert view.canvas.reach == reach
    assert view.canvas.rect().contains(view.canvas.tip_position("key", 2).toPoint())
    qtbot.mouseRelease(view.canvas, _LEFT)
    assert max(session.scenario.key[2]) <= view.canvas.reach


def test_a_number_typed_elsewhere_that_goes_out_of_sight_widens_the_view(view, session):
    session.edit(edits.set_cells, "key", 2, 0, np.array([[40.0]]))
    assert view.canvas.reach >= 40
    session.undo_stack.undo()
    assert view.canvas.reach == 1.5


@pytest.mark.parametrize("how", ["double click", "Home"])
def test_the_view_can_be_fitted_again(qtbot, view, session, how):
    session.edit(edits.set_cells, "key", 2, 0, np.array([[1.4]]))
    assert view.canvas.reach == 1.5
    if how == "Home":
        qtbot.keyClick(view.canvas, Qt.Key.Key_Home)
    else:
        qtbot.mouseDClick(view.canvas, _LEFT, pos=QPoint(20, 20))
    assert view.canvas.reach == 2


@pytest.mark.parametrize(
    ("key", "modifier", "expected"),
    [
        (Qt.Key.Key_Right, Qt.KeyboardModifier.NoModifier, [1.1, 0]),
        (Qt.Key.Key_Left, Qt.KeyboardModifier.NoModifier, [0.9, 0]),
        (Qt.Key.Key_Up, Qt.KeyboardModifier.NoModifier, [1, 0.1]),
        (Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier, [1, -0.01]),
    ],
)
def test_arrow_keys_move_the_chosen_tip(qtbot, view, session, key, modifier, expected):
    qtbot.keyClick(view.canvas, key, modifier)
    assert session.scenario.query[0].tolist() == expected
    assert session.undo_stack.count() == 1


def test_steps_add_up_in_decimals(qtbot, view, session):
    for _ in range(3):
        qtbot.keyClick(view.canvas, Qt.Key.Key_Up)
    assert session.scenario.query[0].tolist() == [1, 0.3]
    assert session.undo_stack.count() == 3


def test_a_key_held_down_is_one_undo_entry_and_esc_takes_it_back(view, session):
    before, right = session.scenario, Qt.Key.Key_Right

    def send(kind, key, is_repeat=False):
        modifier = Qt.KeyboardModifier.NoModifier
        QApplication.sendEvent(view.canvas, QKeyEvent(kind, key, modifier, "", is_repeat))

    for is_repeat in (False, True, True):
        send(QEvent.Type.KeyPress, right, is_repeat)
    assert session.scenario.query[0].tolist() == [1.3, 0]
    assert session.undo_stack.count() == 1
    send(QEvent.Type.KeyPress, Qt.Key.Key_Escape)
    assert session.scenario is before
    assert session.undo_stack.count() == 0


def test_steps_add_up_while_they_are_not_shown_yet(qtbot, view, session, work):
    before = session.scenario
    for _ in range(3):
        qtbot.keyClick(view.canvas, Qt.Key.Key_Up)
    assert session.scenario is before
    work.let_go(3)
    qtbot.waitUntil(lambda: not session.pending.is_busy)
    assert session.scenario.query[0].tolist() == [1, 0.3]
    assert session.undo_stack.count() == 3


def test_a_drag_goes_on_while_what_it_has_come_to_is_shown(qtbot, view, session, work):
    drag(qtbot, view, (1, 1), (0.5, 1), release=False)
    work.let_go()
    qtbot.waitUntil(lambda: not session.pending.is_busy)
    assert session.scenario.key[2].tolist() == [0.5, 1]
    move(view.canvas, at(view, -0.5, 1).toPoint())
    work.let_go()
    qtbot.waitUntil(lambda: not session.pending.is_busy)
    assert session.scenario.key[2].tolist() == [-0.5, 1]
    assert session.undo_stack.count() == 1


def test_esc_takes_back_a_drag_that_is_not_shown_yet(qtbot, view, session, work):
    before = session.scenario
    drag(qtbot, view, (1, 1), (0.5, 1), release=False)
    qtbot.keyClick(view.canvas, Qt.Key.Key_Escape)
    assert session.pending.newest is session.scenario is before
    assert session.undo_stack.count() == 0


def test_brackets_choose_arrows_round_and_round(qtbot, view):
    seen = []
    for _ in range(4):
        seen.append((view.chosen.array, view.chosen.row))
        qtbot.keyClick(view.canvas, Qt.Key.Key_BracketRight)
    assert seen == [("query", 0), ("key", 0), ("key", 1), ("key", 2)]
    assert (view.chosen.array, view.chosen.row) == ("query", 0)
    qtbot.keyClick(view.canvas, Qt.Key.Key_BracketLeft)
    assert (view.chosen.array, view.chosen.row) == ("key", 2)


def test_tab_goes_from_arrow_to_arrow_and_then_out(qtbot, look, session):
    view, window = PlaneView(session, look), QWidget()
    qtbot.addWidget(window)
    layout, before, after = QVBoxLayout(window), QLineEdit(), QLineEdit()
    for widget in (before, view, after):
        layout.addWidget(widget)
    window.show()
    window.activateWindow()
    before.setFocus()
    qtbot.waitUntil(before.hasFocus)
    qtbot.keyClick(before, Qt.Key.Key_Tab)
    seen = []
    while view.canvas.hasFocus() and len(seen) < 9:
        seen.append((view.chosen.array, view.chosen.row))
        qtbot.keyClick(view.canvas, Qt.Key.Key_Tab)
    assert seen == [("query", 0), ("key", 0), ("key", 1), ("key", 2)]
    assert after.hasFocus()
    qtbot.keyClick(after, Qt.Key.Key_Backtab)
    assert view.canvas.hasFocus()
    assert (view.chosen.array, view.chosen.row) == ("key", 2)


def test_enter_goes_to_the_score_of_the_two(qtbot, view, session):
    qtbot.keyClick(view.canvas, Qt.Key.Key_BracketRight)
    qtbot.keyClick(view.canvas, Qt.Key.Key_Return)
    assert session.step == Place("scores", 0, 0)


def test_the_chosen_arrow_is_said_to_screen_readers(qtbot, view):
    assert view.canvas.accessibleName() == "Queries and keys as arrows, query of Query 1: (1, 0)"
    qtbot.keyClick(view.canvas, Qt.Key.Key_Up)
    assert view.canvas.accessibleName().endswith("query of Query 1: (1, 0.1)")
    assert "Arrow keys move it by 0.1" in view.canvas.accessibleDescription()


def test_of_two_tips_at_one_place_the_chosen_one_is_held(view, session):
    place = view.canvas.tip_position("query", 0)
    assert view.canvas.arrow_at(place).array == "query"
    view.canvas.choose(next(a for a in view.canvas.content.arrows if a.array == "key"))
    assert view.canvas.arrow_at(place).array == "key"


def test_a_removed_source_is_no_longer_compared(view, session):
    view.canvas.choose(view.canvas.content.arrows[-1])
    session.edit(edits.remove, Axis.SOURCES, [2])
    assert (view.chosen.array, view.chosen.row) == ("key", 1)


def test_of_many_arrows_the_first_are_drawn_and_the_rest_is_counted(show):
    rng = np.random.default_rng(2)
    session = Session(scenario_of(rng.normal(size=(2, 2)), rng.normal(size=(300, 2))))
    view = show(session, Place("scores", 1, 200))
    assert len(view.canvas.content.arrows) == 2 + 64 + 1
    assert "the first 2 of 2 queries and 64 of 300 keys" in view.caption.text()
    assert not view.grab().isNull()


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_names_do_not_cover_each_other(show, look, theme):
    rng = np.random.default_rng(3)
    session = Session(scenario_of(rng.normal(size=(12, 2)), rng.normal(size=(12, 2))))
    view = show(session, Place("weights", 3, 4))
    look.choose_theme(theme)
    geometry = view.canvas.geometry_of_plane
    rects = [label.rect for _, label in placed_labels(look, geometry, view.canvas.content)]
    assert len(rects) > 12
    for index, rect in enumerate(rects[2:], start=2):
        assert not any(rect.intersects(other) for other in rects[:index])
    assert not view.grab().isNull()


def test_queries_of_zero_and_huge_numbers_are_drawn(show):
    for query, key in (([[0, 0]], [[0, 0]]), ([[1e150, 0]], [[1e150, 1e-150]])):
        view = show(Session(scenario_of(query, key)), Place("scores", 0, 0))
        assert not view.grab().isNull()
        assert view.caption.text()


def test_a_tool_tip_is_never_markup(view, session, seed_scenario):
    session.load(replace(seed_scenario, sources=("<b>", "b", "c")), None)
    assert view.canvas.content.sentence(view.canvas.content.arrows[1]) == "key of “<b>”: (1, 0)"
