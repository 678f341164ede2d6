"""The card on score, scaled score and weight: in Help, and from the symbol table."""

from PySide6.QtWidgets import QDialogButtonBox

from explorer.model import Place
from explorer.model.slips.mistakes import MISTAKES
from explorer.ui.formulas.symbol_table import SymbolTable
from explorer.ui.formulas.vocabulary_card import HIDDEN, VocabularyCard


def opened(driver):
    driver.trigger("vocabularyAction")
    card = driver.window.findChild(VocabularyCard)
    assert card is not None
    return card


def test_the_card_tells_the_three_apart_with_the_numbers_of_the_step(driver):
    driver.activate()
    driver.session.go_to(Place("weights", 0, 2))
    text = opened(driver).text
    assert "score of Query 1 and Source 3: 1" in text
    assert "scaled score of Query 1 and Source 3: ≈ 0.707" in text
    assert "weight of Source 3 for Query 1: ≈ 0.401" in text
    assert "It is not the width of the model." in text
    assert "d = 2" in text


def test_the_card_follows_the_step_and_keeps_hidden_numbers_to_itself(driver):
    driver.activate()
    driver.session.go_to(Place("weights", 0, 2))
    card = opened(driver)
    driver.session.go_to(Place("weights", 0, 1))
    assert "weight of Source 2 for Query 1: ≈ 0.198" in card.text
    driver.session.reveal.predicting = True
    assert "0.198" not in card.text
    assert HIDDEN in card.text


def test_the_symbol_table_leads_to_the_card(driver):
    driver.activate()
    driver.trigger("symbolsAction")
    table = driver.window.findChild(SymbolTable)
    (button,) = (
        one
        for one in table.findChild(QDialogButtonBox).buttons()
        if one.text() == "Score or weight?"
    )
    button.click()
    assert driver.window.findChild(VocabularyCard).isVisible()


def test_card_and_symbol_table_say_that_numbers_are_wrong_on_purpose(driver):
    driver.activate()
    card = opened(driver)
    driver.trigger("symbolsAction")
    driver.session.laboratory.choose(MISTAKES["scale-left-out"])
    assert "Deliberately wrong: The scale left out" in card.text
    table = driver.window.findChild(SymbolTable)
    assert any("Deliberately wrong" in heading for heading, _ in table.groups())


def test_without_queries_the_card_has_no_numbers_for_what_is_not_there(driver):
    from explorer.files import load_example

    driver.activate()
    driver.session.load(load_example("weighted-mix"), None)
    text = opened(driver).text
    assert "d = " not in text
    assert "weight of" in text
