"""A layout hears of other heights, and of nothing else."""

import pytest

from explorer.ui.parts.kept_heights import KeptHeights


class Text:
    """As high as its length takes lines of a width."""

    def __init__(self, length):
        self.length, self.asked = length, []

    def height(self, width):
        self.asked.append(width)
        return -(-self.length // width)


@pytest.fixture
def text():
    return Text(length=100)


@pytest.fixture
def heights(text):
    return KeptHeights(text.height)


def test_a_height_is_worked_out_once_for_a_width(heights, text):
    assert [heights.at(30), heights.at(50), heights.at(30)] == [4, 2, 4]
    assert text.asked == [30, 50]


def test_other_text_that_is_as_high_changes_nothing_for_the_layout(heights, text):
    heights.at(30), heights.at(50)
    text.length = 95
    assert not heights.renew()


def test_the_layout_is_to_hear_of_one_other_height_among_those_it_was_told(heights, text):
    heights.at(30), heights.at(50)
    text.length = 85
    assert heights.renew()
    assert [heights.at(30), heights.at(50)] == [3, 2]


def test_a_layout_that_never_asked_is_told(heights):
    assert heights.renew()


def test_what_was_told_for_another_size_does_not_count(heights):
    heights.at(30)
    heights.forget()
    assert heights.renew()
