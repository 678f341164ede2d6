"""What these numbers cannot show, in the panel of mistakes, in practice and in the gallery."""

import threading

import numpy as np
import pytest
from PySide6.QtCore import Qt

from explorer.app import edits
from explorer.files import load_example
from explorer.model import Place, Scenario
from explorer.ui.diagnosis.coverage_card import CHOOSE, HIDDEN, NEVER, NO_CHANGE
from explorer.ui.diagnosis.diagnosis_panel import DiagnosisPanel

TIE = (
    "For Query 1 the weights of Source 1 and Source 3 tie, and their values have the same mean as "
    "the others (20): how much they get together changes nothing."
)


@pytest.fixture
def card(diagnosing):
    return diagnosing.coverage


def test_the_mistakes_that_do_not_show_in_the_output_stand_under_the_reason(card):
    assert card.status.text() == "15 mistakes can be made here; 7 would not show in the output."
    assert card.list.texts == [
        TIE,
        "• K reshaped column by column, not transposed",
        "• The scale left out",
        "• Divided by d",
        "• Multiplied by √d",
        "• √ of the number of sources",
        "• Shares without the exponential",
        "• Softmax twice",
    ]
    assert card.proposal.text() == CHOOSE
    assert not card.apply.isVisible()


def test_one_click_proposes_the_smallest_change_that_shows_a_mistake(diagnosing, card):
    diagnosing.choose_mistake("The scale left out")
    assert card.proposal.text() == (
        "Change the value of Source 1, component 1, from 10 to 11.\n"
        "The output of Query 1, component 1, is then 20.4011 without a mistake; "
        "The scale left out 20.4223."
    )
    assert card.apply.text() == "Set V₁,₁ to 11"


def test_the_change_is_made_as_one_undo_entry_and_the_list_follows(diagnosing, card):
    diagnosing.choose_mistake("The scale left out")
    diagnosing.click(card.apply)
    assert diagnosing.session.scenario.value[0, 0] == 11
    assert diagnosing.session.undo_stack.undoText() == "set V₁,₁ to 11"
    assert card.status.text() == "15 mistakes can be made here; each would show in the output."
    assert not card.list.isVisible()
    diagnosing.session.undo_stack.undo()
    diagnosing.settle()
    assert card.list.texts[0] == TIE


def test_arrow_keys_skip_the_reasons(diagnosing, card, qtbot):
    card.list.setFocus()
    card.list.setCurrentRow(2)
    qtbot.keyClick(card.list, Qt.Key.Key_Down)
    diagnosing.settle()
    assert card.list.current.title == "Divided by d"
    assert "Divided by d 20.3837" in card.proposal.text()
    qtbot.keyClick(card.list, Qt.Key.Key_Up)
    diagnosing.settle()
    assert card.list.current.title == "The scale left out"


def test_in_the_weights_a_mistake_made_after_them_never_shows(diagnosing, card):
    diagnosing.click(card.buttons["weights"])
    assert card.status.text().endswith("would not show in the weights.")
    assert "It is made only after the weights." in card.list.texts
    diagnosing.choose_mistake("Keys mixed in place of values")
    assert card.proposal.text() == NEVER
    assert not card.apply.isVisible()


def test_one_reader_hides_what_another_shows(diagnosing, card, three_queries):
    diagnosing.load(three_queries)
    assert card.status.text() == "20 mistakes can be made here; each would show in the output."
    diagnosing.click(card.buttons["reader"])
    assert card.status.text().endswith("would not show in the output of Query 1.")
    assert TIE in card.list.texts
    diagnosing.choose_mistake("The scale left out")
    assert "The output of Query 1, component 1, is then" in card.proposal.text()
    card.reader.setCurrentIndex(1)
    card.reader.activated.emit(1)
    diagnosing.settle()
    assert card.status.text().endswith("each would show in the output of Query 2.")


def test_with_a_single_reader_there_is_none_to_choose(diagnosing, card, three_queries):
    diagnosing.load(three_queries)
    diagnosing.click(card.buttons["reader"])
    assert card.reader.isVisible()
    diagnosing.load(load_example("one-query-three-sources"))
    assert not card.reader.isVisible()
    assert not card.buttons["reader"].isVisible()
    assert card.buttons["output"].isChecked()


def test_what_no_number_shows_is_said(diagnosing, card):
    diagnosing.load(load_example("alibi"))
    diagnosing.choose_mistake("The query of the next reader")
    assert card.proposal.text() == NO_CHANGE
    assert not card.apply.isVisible()


def test_nothing_is_told_while_results_are_hidden(diagnosing, card):
    diagnosing.session.reveal.predicting = True
    assert card.status.text() == HIDDEN
    assert not card.list.isVisible()
    diagnosing.session.reveal.predicting = False
    diagnosing.settle()
    assert card.list.isVisible()
    assert card.list.texts[0] == TIE


def test_a_large_table_is_worked_out_while_the_window_goes_on(diagnosing, card, qtbot):
    numbers = np.random.default_rng(0)
    names = tuple(str(index) for index in range(128))
    query, key, value = (numbers.normal(size=(128, 8)) for _ in range(3))
    scenario = Scenario(query=query, key=key, value=value, queries=names, sources=names)
    diagnosing.session.load(scenario, None)
    assert card.remark.text() == "working it out …"
    assert diagnosing.session.edit(edits.set_number, Place("query", 0, 0), 1.0)
    diagnosing.settle()
    assert card.status.text().endswith("each would show in the output.")


def test_a_panel_that_goes_away_while_it_works_leaves_no_thread(qtbot, session, look):
    before = set(threading.enumerate())
    panel = DiagnosisPanel(session, look, lambda: None)
    panel.show()
    panel.own_numbers.given.fields["output"].edit.setPlainText("20")
    assert set(threading.enumerate()) > before
    with qtbot.waitSignal(panel.destroyed):
        panel.deleteLater()
    assert set(threading.enumerate()) <= before


def test_it_stands_beside_the_exercises_too(diagnosing, driver):
    driver.trigger("practicePanelAction")
    card = driver.window.docks.panels["practice"].coverage
    assert card.isVisible()
    diagnosing.settle()
    assert card.status.text() == "15 mistakes can be made here; 7 would not show in the output."
