"""A scenario before and after edits, compared the way the window does."""

import pytest

from explorer.model import attend
from explorer.model.comparison.compare import compare, state_beside
from explorer.model.comparison.sentences import sentences
from explorer.model.comparison.sides import State


def compared(before, after):
    now = State(after, attend(after.inputs))
    return compare(state_beside(before, now), now)


def edited(scenario, *steps):
    """What edits, each (operation, *arguments), make of a scenario."""
    for operation, *arguments in steps:
        scenario = operation(scenario, *arguments).scenario
    return scenario


@pytest.fixture
def comparison():
    """The comparison of two scenarios."""
    return compared


@pytest.fixture
def after():
    """The comparison of a scenario with what edits make of it."""
    return lambda scenario, *steps: compared(scenario, edited(scenario, *steps))


@pytest.fixture
def said():
    """The same in sentences."""

    def said(scenario, *steps, digits=3):
        comparison = compared(scenario, edited(scenario, *steps))
        return [sentence.text for sentence in sentences(comparison, digits)]

    return said
