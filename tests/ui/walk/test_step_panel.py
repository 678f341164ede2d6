"""The step panel: the session's step is shown, and what is done here moves the session."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QToolButton, QWidget

from explorer.app import edits
from explorer.app.session import Session
from explorer.model import Place, Scenario
from explorer.model.masks import CellMask
from explorer.model.places import Axis
from explorer.model.scenario import default_names
from explorer.ui.walk.step_panel import StepPanel

WEIGHT = Place("weights", 0, 2)


@pytest.fixture
def panel(qtbot, session, look):
    panel = StepPanel(session, look)
    qtbot.addWidget(panel)
    panel.resize(370, 560)
    return panel


def large_scenario(n, d):
    rng = np.random.default_rng(1)
    query, key, value = (rng.normal(size=(n, d)) for _ in range(3))
    names = default_names("Position", n)
    return Scenario(query=query, key=key, value=value, queries=names, sources=names)


def names_of_rows(panel):
    return [row.accessibleName() for row in panel.origins.rows]


def test_it_shows_the_step_the_session_is_at(panel, session):
    session.go_to(WEIGHT)
    assert panel.heading.text() == "Softmax"
    assert panel.remark.text() == "step 9 of 10"
    assert panel.sentence.text() == "Query 1 reads from Source 3"
    assert panel.position.text() == "softmax · Query 1 · 3 of 3"
    assert panel.derivation.accessibleName().endswith("≈ 0.401")


def test_an_output_is_named_by_its_component(panel, session):
    session.go_to(Place("output", 0, 0))
    assert panel.sentence.text() == "Query 1, component 1"


def test_an_edit_keeps_the_step_and_shows_the_new_numbers(panel, session):
    session.go_to(Place("scores", 0, 2))
    session.edit(edits.set_cells, "key", 2, 0, np.array([[5.0]]))
    assert session.step == Place("scores", 0, 2)
    assert panel.derivation.accessibleName() == "q₁·k₃ = 1×5 + 0×1 = 5"


def test_names_are_shown_as_they_are_and_not_as_markup(panel, session):
    session.edit(edits.rename, Axis.QUERIES, 0, "<b>&amp;")
    assert panel.sentence.text().startswith("“<b>&amp;” reads from")
    for label in (panel.heading, panel.sentence, panel.position, panel.note, panel.about.label):
        assert label.textFormat() == Qt.TextFormat.PlainText


def test_a_blocked_cell_shows_its_note(panel, seed_scenario, session):
    assert panel.note.isHidden()
    mask = CellMask(np.array([[True, True, False]]))
    session.load(replace(seed_scenario, mask=mask), None)
    session.go_to(WEIGHT)
    assert not panel.note.isHidden()
    assert "blocks" in panel.note.text()


def test_where_the_numbers_come_from_is_listed_down_to_what_was_typed_in(panel, session):
    session.go_to(WEIGHT)
    assert names_of_rows(panel) == [
        "0.707, scaled score of Query 1 and Source 3",
        "1, score of Query 1 and Source 3",
        "1×1 + 0×1, from numbers typed in",
        "1, exponential of Query 1 and Source 3",
        "2.493, sum of the exponentials of Query 1",
        "0.707, scaled score of Query 1 and Source 1",
        "0, scaled score of Query 1 and Source 2",
    ]


def test_a_long_list_names_a_few_and_counts_the_rest(panel, session):
    session.load(large_scenario(3, 64), None)
    assert len(panel.origins.rows) == 6
    assert panel.origins.more.text() == "… 122 more"


@pytest.mark.parametrize(
    ("start", "action", "end"),
    [
        (0, "nextStepAction", 1),
        (4, "previousStepAction", 3),
        (4, "firstStepAction", 0),
        (4, "lastStepAction", 9),
    ],
)
def test_each_action_moves_the_step(panel, session, start, action, end):
    session.go_to(session.walk[start].place)
    actions = {one.objectName(): one for one in panel.step_actions}
    actions[action].trigger()
    assert session.step == session.walk[end].place


def test_actions_that_lead_nowhere_are_disabled(panel, session):
    enabled = {one.objectName(): one.isEnabled() for one in panel.step_actions}
    assert enabled == {
        "firstStepAction": False,
        "previousStepAction": False,
        "playAction": True,
        "nextStepAction": True,
        "lastStepAction": True,
    }
    session.go_to(session.walk[-1].place)
    assert not panel.actions_of_walk.next.isEnabled()
    assert panel.actions_of_walk.first.isEnabled()


def test_no_step_is_taken_while_an_open_cell_holds_no_number(panel, session):
    session.register_editor(lambda: False)
    panel.actions_of_walk.next.trigger()
    assert session.step == session.walk[0].place


def test_every_action_has_a_key_and_an_icon_and_every_button_a_name(panel):
    for action in panel.step_actions:
        assert action.shortcut().toString()
        assert not action.icon().isNull()
    assert all(button.text() for button in panel.findChildren(QToolButton))
    assert panel.scrub_bar.accessibleName()


def test_the_scrub_bar_follows_the_step_and_moves_it(panel, session):
    session.go_to(WEIGHT)
    assert panel.scrub_bar.value() == 8
    assert panel.scrub_bar.accessibleDescription() == "softmax · Query 1 · 3 of 3"
    panel.scrub_bar.setValue(3)
    assert session.step == Place("scaled_scores", 0, 0)
    assert panel.scrub_bar.ticks == (0, 3, 6, 9)


def test_the_scrub_bar_goes_where_it_is_clicked(panel, session, qtbot):
    bar = panel.scrub_bar
    panel.grab()
    point = bar.rect().center()
    point.setX(round(bar.x_of(6)))
    qtbot.mouseClick(bar, Qt.MouseButton.LeftButton, pos=point)
    assert session.step == Place("weights", 0, 0)


def test_the_keys_of_the_scrub_bar_go_to_neighbours_readers_and_ends(panel, session, qtbot):
    for key, step in (
        (Qt.Key.Key_Right, 1),
        (Qt.Key.Key_PageDown, 3),
        (Qt.Key.Key_Left, 2),
        (Qt.Key.Key_PageUp, 0),
        (Qt.Key.Key_End, 9),
        (Qt.Key.Key_Home, 0),
    ):
        qtbot.keyClick(panel.scrub_bar, key)
        assert session.step == session.walk[step].place


def test_following_a_computed_number_goes_to_its_step(panel, session):
    session.go_to(WEIGHT)
    panel.derivation.place_activated.emit(Place("scaled_scores", 0, 1))
    assert session.step == Place("scaled_scores", 0, 1)


def test_following_a_typed_in_number_asks_for_its_cell(panel, session, qtbot):
    with qtbot.waitSignal(panel.cell_requested) as asked:
        panel.origins.rows[0].click()
    assert asked.args == [Place("query", 0, 0)]
    assert session.step == session.walk[0].place


def test_playing_steps_until_the_last_step(panel, session, qtbot):
    player = panel.actions_of_walk.player
    player.timer.setInterval(0)
    panel.actions_of_walk.play.trigger()
    assert player.is_playing
    qtbot.waitUntil(lambda: not player.is_playing)
    assert session.step == session.walk[-1].place


def test_playing_at_the_last_step_begins_again(panel, session):
    session.go_to(session.walk[-1].place)
    panel.actions_of_walk.play.trigger()
    assert session.step == session.walk[0].place
    panel.actions_of_walk.player.pause()


def test_any_key_or_click_pauses(panel, qtbot):
    other = QLineEdit()
    qtbot.addWidget(other)
    player, play = panel.actions_of_walk.player, panel.actions_of_walk.play
    play.trigger()
    assert play.text() == "Pause"
    qtbot.keyClick(other, Qt.Key.Key_A)
    assert not player.is_playing
    assert play.text() == "Pla&y"
    play.trigger()
    qtbot.mouseClick(other, Qt.MouseButton.LeftButton)
    assert not player.is_playing


def test_space_plays_and_pauses(panel, qtbot):
    player = panel.actions_of_walk.player
    qtbot.keyClick(panel.scrub_bar, Qt.Key.Key_Space)
    assert player.is_playing
    qtbot.keyClick(panel.scrub_bar, Qt.Key.Key_Space)
    assert not player.is_playing


def test_the_play_button_pauses_what_it_played(panel, qtbot):
    play = panel.actions_of_walk.play
    (button,) = (b for b in panel.findChildren(QToolButton) if b.defaultAction() is play)
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert panel.actions_of_walk.player.is_playing
    qtbot.mouseClick(button, Qt.MouseButton.LeftButton)
    assert not panel.actions_of_walk.player.is_playing


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_it_fits_a_narrow_panel_at_double_size_in_every_theme(panel, session, look, theme):
    session.load(large_scenario(12, 64), None)
    look.preferences.theme = theme
    look.preferences.zoom = 200
    panel.resize(340, 560)
    panel.grab()
    assert panel.minimumSizeHint().width() <= 340
    for stage in session.trace.stages:
        session.go_to(Place(stage.name, 5, 7))
        panel.grab()
        inside = panel.derivation.parentWidget()
        assert inside.width() <= inside.parentWidget().width()
        assert panel.derivation.box.width <= panel.derivation.width()


def test_a_panel_on_a_weighted_mix_has_its_two_stages(qtbot, look):
    scenario = Scenario(
        value=np.array([[10.0], [20.0]]),
        weights=np.array([[0.5, 0.5]]),
        queries=("Mix",),
        sources=("A", "B"),
    )
    panel = StepPanel(Session(scenario), look)
    qtbot.addWidget(panel)
    assert panel.heading.text() == "Weights typed in"
    assert panel.origins.isHidden()
    assert isinstance(panel.findChild(QWidget, "derivationView"), QWidget)


def test_a_low_panel_keeps_its_room_for_the_arithmetic(panel, look, qtbot):
    panel.resize(24 * look.em, 40 * look.em)
    panel.show()
    assert panel.choice.isVisible()
    panel.resize(24 * look.em, 18 * look.em)
    assert not panel.choice.isVisible()
    qtbot.waitUntil(lambda: panel.content.height() >= 5 * look.em)
