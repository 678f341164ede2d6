"""Pinning, comparing and swapping, done in the window and read from its views."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication, QLabel, QToolButton

from explorer.app.stage_view import Showing
from explorer.files import load_example, load_scenario
from explorer.model import Place, Scenario
from explorer.model.masks import CausalMask
from explorer.model.scenario import default_names
from explorer.ui.compare import compare_panel
from explorer.ui.heatmaps.heatmap_cells import fitting_numbers
from explorer.ui.looks.theme import THEMES

ON_VALUE_THREE = [
    "V changed in row 3 (30 → 50).",
    "Scores, scaled scores and weights do not depend on V: unchanged.",
    "Output changed in 1 of 1 rows: 20 → 28.022, because V changed.",
]


@pytest.fixture
def pinned(driver):
    """A shown window whose state was pinned with its menu."""
    driver.activate()
    driver.trigger("pinAction")
    return driver


def type_into(driver, array, row, column, text):
    matrix = driver.window.inputs_panel.tables[array].matrix
    assert matrix.setData(matrix.index(row, column), text)


def told(driver):
    return driver.window.compare.panel.sentences.texts


def heatmap(driver, stage):
    (view,) = (view for view in driver.window.stage_flow.heatmaps if view.stage.name == stage)
    return view


def numbers(driver, stage):
    content = heatmap(driver, stage).content
    return [text for _, text in sorted(fitting_numbers(content).texts.items())]


def bar(driver):
    return driver.window.compare.bar


def then_now(driver):
    return driver.window.findChild(QLabel, "thenNowText")


def test_before_anything_is_pinned_the_window_is_as_ever(driver):
    driver.activate()
    assert not bar(driver).isVisible()
    assert not driver.window.docks["compare"].isVisible()
    for name in ("showThenAction", "showDifferenceAction", "swapAction", "unpinAction"):
        assert not driver.action(name).isEnabled()
    assert driver.action("pinAction").isEnabled()


def test_pinning_opens_what_compares(pinned):
    assert bar(pinned).isVisible()
    assert pinned.window.docks["compare"].isVisible()
    assert told(pinned) == ["Nothing differs."]
    assert pinned.action("undoAction").text() == "&Undo pin this state as “Pin 1”"
    assert pinned.session.is_modified


def test_only_value_three_changed_leaves_the_weights_and_moves_the_output(pinned):
    """The claim of the text that the program teaches."""
    type_into(pinned, "value", 2, 0, "50")
    assert told(pinned) == ON_VALUE_THREE
    weights = {}
    for name in ("showThenAction", "showNowAction", "showDifferenceAction"):
        pinned.trigger(name)
        weights[name] = numbers(pinned, "weights"), numbers(pinned, "output")
    same = ["0.401", "0.198", "0.401"]
    assert weights == {
        "showThenAction": (same, ["20"]),
        "showNowAction": (same, ["28.022"]),
        "showDifferenceAction": (["0", "0", "0"], ["+8.022"]),
    }


def test_the_query_changed_moves_the_weights(pinned):
    """The claim that follows it."""
    pinned.session.go_to(Place("weights", 0, 1))
    type_into(pinned, "query", 0, 0, "0")
    type_into(pinned, "query", 0, 1, "1")
    assert (
        told(pinned)[0]
        == "Q changed in row 1 (most in column 1: 1 → 0; 1 other cell moved as far)."
    )
    assert told(pinned)[3] == (
        "Weights changed in 1 of 1 rows, the most for Query 1 and Source 1: 0.401 → 0.198; "
        "1 other cell moved as far, because the scaled scores changed."
    )
    assert then_now(pinned).text() == "“Pin 1”: 0.198 then, 0.401 now (+0.203)"


@pytest.mark.parametrize(
    ("showing", "key"),
    [(Showing.THEN, Qt.Key.Key_1), (Showing.NOW, Qt.Key.Key_2), (Showing.DIFFERENCE, Qt.Key.Key_3)],
)
def test_keys_choose_what_is_shown_wherever_the_focus_is(qtbot, pinned, showing, key):
    pinned.session.comparing.show(Showing.NOW if showing is not Showing.NOW else Showing.THEN)
    table = pinned.window.inputs_panel.tables["key"]
    table.setFocus()
    qtbot.keyClick(table, key, Qt.KeyboardModifier.AltModifier)
    assert pinned.session.comparing.showing is showing
    assert bar(pinned).buttons[showing].isChecked()


def test_the_bar_says_what_is_shown_and_is_heard(pinned):
    words = {}
    for showing, button in bar(pinned).buttons.items():
        button.click()
        words[showing] = bar(pinned).label.text()
        assert bar(pinned).accessibleDescription() == words[showing]
    assert words == {
        Showing.THEN: "Stages of “Pin 1”; tables and steps are as now",
        Showing.NOW: "Compared with “Pin 1”",
        Showing.DIFFERENCE: "Now less “Pin 1”",
    }


def test_without_room_beside_the_buttons_the_words_stand_below_or_in_the_tool_tip(qtbot, pinned):
    line, window = bar(pinned), pinned.window
    em = window.look.em
    window.resize(80 * em, 50 * em)
    qtbot.waitUntil(lambda: line.label.geometry().left() > line.beside.geometry().right())
    window.look.preferences.zoom = 200
    em = window.look.em
    window.resize(1366, 35 * em)
    qtbot.waitUntil(lambda: line.label.geometry().top() > line.beside.geometry().bottom())
    assert line.label.width() > 15 * em
    window.resize(1367, 768)
    qtbot.waitUntil(line.label.isHidden)
    assert line.toolTip() == "Compared with “Pin 1”"
    assert line.stop.geometry().right() > line.width() - 3 * em


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_then_and_difference_look_other_than_now_in_every_theme(pinned, theme):
    pinned.window.look.choose_theme(theme)
    pictures = {}
    for showing in Showing:
        pinned.session.comparing.show(showing)
        picture = bar(pinned).grab().toImage()
        pictures[showing] = picture.pixelColor(picture.width() - 2, 2).name()
    assert pictures[Showing.NOW] == THEMES[theme].card
    assert pictures[Showing.THEN] == pictures[Showing.DIFFERENCE] != pictures[Showing.NOW]


def test_typing_while_then_is_shown_goes_back_to_now(qtbot, pinned):
    pinned.trigger("showThenAction")
    editor = pinned.open_editor("7")
    assert pinned.session.comparing.showing is Showing.NOW
    assert pinned.action("showNowAction").isChecked()
    editor.cancel()


def test_an_open_editor_survives_the_comparison(qtbot, pinned):
    pinned.trigger("showDifferenceAction")
    editor = pinned.open_editor("7.2", row=1, column=0)
    assert editor.text() == "7.2"
    assert told(pinned)[0] == "K changed in row 2, column 1 (0 → 7.2)."
    qtbot.keyClick(editor, Qt.Key.Key_Escape)
    assert told(pinned) == ["Nothing differs."]


def test_swapping_and_undoing_it(pinned):
    type_into(pinned, "value", 2, 0, "50")
    pinned.trigger("swapAction")
    assert pinned.session.scenario.value[2, 0] == 30.0
    assert told(pinned)[0] == "V changed in row 3 (50 → 30)."
    assert told(pinned)[2] == "Output changed in 1 of 1 rows: 28.022 → 20, because V changed."
    pinned.trigger("undoAction")
    assert told(pinned) == ON_VALUE_THREE


def test_undo_takes_back_a_pin_and_redo_brings_it_again(pinned):
    pinned.trigger("undoAction")
    assert not bar(pinned).isVisible()
    assert not pinned.action("swapAction").isEnabled()
    assert pinned.window.compare.panel.hint.text() == compare_panel.NO_PIN
    pinned.trigger("redoAction")
    assert bar(pinned).isVisible()


def test_pins_are_saved_with_the_scenario_and_compared_with_again(pinned, tmp_path, dialogs):
    type_into(pinned, "value", 2, 0, "50")
    pinned.trigger("showDifferenceAction")
    dialogs.save_to = tmp_path / "compared.attn"
    pinned.trigger("saveAction")
    assert not pinned.session.is_modified
    stored = load_scenario(dialogs.save_to)
    assert [pin.name for pin in stored.pins] == ["Pin 1"]
    assert stored.pins[0].scenario.value[2, 0] == 30.0
    pinned.session.load(load_example("causal"), None)
    assert not bar(pinned).isVisible()
    pinned.window.documents.open_path(dialogs.save_to)
    assert bar(pinned).isVisible()
    assert pinned.action("showDifferenceAction").isChecked()
    assert told(pinned) == ON_VALUE_THREE
    assert not pinned.session.is_modified


def test_one_of_several_pins_is_chosen_in_the_panel_or_in_the_menu(pinned):
    type_into(pinned, "value", 2, 0, "50")
    pinned.trigger("pinAction")
    box = pinned.window.compare.panel.pins
    assert [box.itemText(index) for index in range(box.count())] == ["Pin 1", "Pin 2"]
    assert box.currentText() == "Pin 2"
    assert told(pinned) == ["Nothing differs."]
    box.activated.emit(0)
    assert told(pinned) == ON_VALUE_THREE
    menu = pinned.window.compare.actions.pins_menu
    menu.aboutToShow.emit()
    assert [(one.text(), one.isChecked()) for one in menu.actions()] == [
        ("Pin 1", True),
        ("Pin 2", False),
    ]
    menu.actions()[1].trigger()
    assert box.currentText() == "Pin 2"


def test_a_pin_is_renamed_and_let_go(pinned, dialogs):
    dialogs.given_text = "  Before & after\t"
    pinned.trigger("renamePinAction")
    assert dialogs.asked == ["Rename the pin Pin 1"]
    assert pinned.session.scenario.pins[0].name == "Before & after"
    assert bar(pinned).label.text() == "Compared with “Before & after”"
    menu = pinned.window.compare.actions.pins_menu
    menu.aboutToShow.emit()
    assert menu.actions()[0].text() == "Before && after"
    dialogs.given_text = None
    pinned.trigger("renamePinAction")
    pinned.trigger("unpinAction")
    assert pinned.session.scenario.pins == ()
    assert not bar(pinned).isVisible()


def test_a_name_that_is_taken_is_refused_in_the_window(pinned, dialogs):
    pinned.trigger("pinAction")
    dialogs.given_text = "Pin 1"
    pinned.trigger("renamePinAction")
    assert "expected a name no other pin has" in pinned.window.notice_bar.text
    assert [pin.name for pin in pinned.session.scenario.pins] == ["Pin 1", "Pin 2"]


def test_comparing_ends_and_the_pins_stay(pinned):
    bar(pinned).stop.click()
    assert not bar(pinned).isVisible()
    assert len(pinned.session.scenario.pins) == 1
    assert pinned.window.compare.panel.hint.text() == compare_panel.NOT_COMPARED
    pinned.window.compare.panel.pins.activated.emit(0)
    assert bar(pinned).isVisible()


def test_the_sentences_are_copied_as_text(qtbot, pinned):
    type_into(pinned, "value", 2, 0, "50")
    pinned.trigger("copyComparisonAction")
    expected = ["Compared with “Pin 1”:", *ON_VALUE_THREE]
    assert QGuiApplication.clipboard().text().splitlines() == expected
    sentences = pinned.window.compare.panel.sentences
    qtbot.keyClick(sentences, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().splitlines() == ON_VALUE_THREE
    sentences.setCurrentRow(2)
    qtbot.keyClick(sentences, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text() == ON_VALUE_THREE[2]


def test_a_sentence_leads_to_its_cell(qtbot, pinned):
    type_into(pinned, "value", 2, 0, "50")
    sentences = pinned.window.compare.panel.sentences
    sentences.setFocus()
    sentences.setCurrentRow(2)
    qtbot.keyClick(sentences, Qt.Key.Key_Return)
    assert pinned.session.step == Place("output", 0, 0)
    sentences.setCurrentRow(0)
    qtbot.keyClick(sentences, Qt.Key.Key_Return)
    table = pinned.window.inputs_panel.tables["value"]
    assert (table.currentIndex().row(), table.hasFocus()) == (2, True)
    step = pinned.session.step
    sentences.setFocus()
    sentences.setCurrentRow(1)
    qtbot.keyClick(sentences, Qt.Key.Key_Return)
    assert pinned.session.step == step


def test_whoever_reads_a_sentence_stays_there_while_numbers_change(pinned):
    type_into(pinned, "value", 2, 0, "50")
    sentences = pinned.window.compare.panel.sentences
    sentences.setCurrentRow(2)
    type_into(pinned, "value", 2, 0, "60")
    assert sentences.currentRow() == 2
    pinned.trigger("undoAction")
    pinned.trigger("undoAction")
    assert sentences.currentRow() == 0


def test_digits_reach_the_sentences(pinned):
    type_into(pinned, "value", 2, 0, "50")
    pinned.trigger("digits5Action")
    assert told(pinned)[2] == "Output changed in 1 of 1 rows: 20 → 28.02224, because V changed."


def test_while_results_are_hidden_only_what_was_changed_is_told(pinned):
    pinned.session.go_to(Place("output", 0, 0))
    type_into(pinned, "value", 2, 0, "50")
    assert then_now(pinned).text().startswith("“Pin 1”: 20 then")
    pinned.trigger("predictAction")
    assert told(pinned) == [ON_VALUE_THREE[0], compare_panel.HIDDEN]
    assert not then_now(pinned).isVisible()
    pinned.session.reveal.open()
    assert told(pinned) == ON_VALUE_THREE


def test_a_panel_that_is_not_seen_works_nothing_out(pinned, monkeypatch):
    pinned.window.docks["compare"].close()
    worked = []
    monkeypatch.setattr(compare_panel, "sentences", lambda *_: worked.append(1) or ())
    type_into(pinned, "value", 2, 0, "50")
    assert worked == []
    pinned.window.docks.open("compare")
    assert worked


def test_the_panel_is_closed_and_opened_with_a_key(qtbot, pinned):
    dock = pinned.window.docks["compare"]
    for is_open in (False, True):
        qtbot.keyClick(pinned.window, Qt.Key.Key_F4)
        assert dock.isVisible() == is_open


def test_without_a_pin_the_panel_says_what_it_is_for(driver):
    driver.activate()
    driver.trigger("comparePanelAction")
    panel = driver.window.compare.panel
    assert panel.hint.isVisible()
    assert panel.hint.text() == compare_panel.NO_PIN
    assert not panel.sentences.isVisible()
    assert not panel.pins.isEnabled()


def test_f6_reaches_the_bar_and_the_panel(qtbot, pinned):
    window, seen = pinned.window, set()
    for _ in range(10):
        window.focus_next_panel()
        focused = QApplication.focusWidget()
        seen |= {
            part.objectName()
            for part in (window.compare.bar, window.compare.panel)
            if part.isAncestorOf(focused)
        }
    assert seen == {"compareBar", "comparePanel"}


def test_everything_of_it_has_a_name_for_screen_readers(pinned):
    window = pinned.window
    for widget in (window.compare.bar, window.compare.panel):
        assert widget.accessibleName()
        for button in widget.findChildren(QToolButton):
            assert button.accessibleName() or button.text()
    assert window.compare.panel.pins.accessibleName()
    assert window.compare.panel.sentences.accessibleName()


@pytest.mark.parametrize("zoom", [100, 200])
@pytest.mark.parametrize("example", ["one-query-three-sources", "twelve-tokens"])
def test_nothing_is_cut_off(qtbot, driver, zoom, example):
    window = driver.window
    driver.session.load(load_example(example), None)
    window.look.preferences.zoom = zoom
    window.resize(1366, 768)
    driver.activate()
    driver.trigger("pinAction")
    type_into(driver, "value", 0, 0, "50")
    driver.trigger("showDifferenceAction")

    def check():
        for widget in (window.compare.bar, window.compare.panel):
            for button in widget.findChildren(QToolButton):
                assert button.isVisible()
                assert button.size().expandedTo(button.sizeHint()) == button.size()
                assert widget.rect().contains(button.geometry())

    qtbot.waitUntil(check, timeout=2000)
    assert window.menuBar().sizeHint().width() <= window.menuBar().width()


def test_a_step_that_was_not_there_then_says_so(pinned):
    pinned.session.go_to(Place("scores", 0, 0))
    assert then_now(pinned).text() == "“Pin 1”: 1 then and now"
    pinned.session.edit(_with_mask)
    pinned.session.go_to(Place("masked_scores", 0, 0))
    assert then_now(pinned).text() == "“Pin 1”: not there then"
    type_into(pinned, "key", 0, 0, "4")
    pinned.session.go_to(Place("row_maximum", 0, 0))
    assert then_now(pinned).text().endswith("then, 2.828 now (+2.121)")


def _with_mask(scenario):
    from explorer.app.edits import set_mask

    return set_mask(scenario, CausalMask(), "mask")


def test_a_pin_that_cannot_be_compared_with_says_why(driver):
    from dataclasses import replace

    from explorer.model.pins import Pin, pinned

    driver.activate()
    scenario = driver.session.scenario
    huge = replace(pinned(scenario), query=np.full((1, 2), 1e200), key=np.full((3, 2), 1e200))
    driver.session.load(replace(scenario, pins=(Pin("Huge", huge),)), None)
    driver.trigger("comparePanelAction")
    driver.window.compare.panel.pins.activated.emit(0)
    assert told(driver)[0].startswith("Score of Query 1 and Source 1: expected a result below")
    assert bar(driver).label.text() == told(driver)[0]
    driver.window.look.preferences.zoom = 200
    driver.window.resize(1366, 768)
    assert bar(driver).label.isVisible()
    driver.trigger("showDifferenceAction")
    assert driver.action("showNowAction").isChecked()


def test_tables_side_by_side_say_what_a_pixel_shows_where_it_covers_several_cells(qtbot, driver):
    numbers = np.random.default_rng(3)
    names = {
        "queries": default_names("Query", 420),
        "sources": default_names("Source", 420),
    }
    tables = {name: numbers.normal(size=(420, 2)) for name in ("query", "key", "value")}
    driver.session.load(Scenario(**tables, **names), None)
    driver.activate()
    driver.trigger("pinAction")
    type_into(driver, "query", 0, 0, "3")
    driver.trigger("showBesideAction")
    beside = driver.window.mistakes.beside
    qtbot.waitUntil(lambda: len(beside.cards) == 4 and not driver.window.work_bar.is_busy)
    sides = beside.cards[0].sides
    assert [side.pixels.text() for side in sides] == [side.view.pixel_words for side in sides]
    assert sides[0].pixels.text().startswith("each pixel: the strongest of up to")
    qtbot.waitUntil(sides[0].view.isVisible)
    driver.window.look.preferences.aggregation = "mean"
    assert sides[0].pixels.text().startswith("each pixel: the mean of up to")


def test_small_tables_side_by_side_have_no_line_about_pixels(pinned):
    type_into(pinned, "value", 2, 0, "50")
    pinned.trigger("showBesideAction")
    sides = [side for card in pinned.window.mistakes.beside.cards for side in card.sides]
    assert sides
    assert not any(side.pixels.isVisible() for side in sides)
