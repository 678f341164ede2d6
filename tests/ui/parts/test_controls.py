"""Readers and sources are chosen by their names."""

import pytest

from explorer.ui.parts.controls import NameChoice


@pytest.fixture
def choice(qtbot):
    choice = NameChoice("box", "Source")
    qtbot.addWidget(choice)
    return choice


def items(choice):
    return [choice.itemText(index) for index in range(choice.count())]


def test_a_name_twice_is_told_apart_by_its_position(choice):
    choice.offer(("the", "cat", "the"))
    assert items(choice) == ["the (1)", "cat", "the (3)"]


def test_what_is_chosen_stays_when_others_are_offered(choice):
    choice.offer(("a", "b", "c"))
    choice.choose(2)
    choice.offer(("a", "b", "x", "y"))
    assert choice.currentText() == "x"
    choice.offer(("a",))
    assert choice.currentText() == "a"
