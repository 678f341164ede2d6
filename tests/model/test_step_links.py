"""Links to steps: a short text that leads back to the same step, or says what is wrong with it."""

import numpy as np
import pytest

from explorer.model import AttentionInputs, Granularity, InputError, Place, attend, walkthrough
from explorer.model.step_links import link_to, parse_link, resolve


@pytest.fixture
def trace():
    return attend(AttentionInputs(np.eye(2), np.ones((3, 2)), np.ones((3, 1))))


@pytest.mark.parametrize("granularity", Granularity)
def test_every_step_has_a_link_that_leads_back_to_it(trace, granularity):
    for step in walkthrough(trace, granularity):
        link = parse_link(str(link_to(granularity, step.place, step.term)))
        assert link.granularity is granularity
        assert resolve(link, trace) == step


@pytest.mark.parametrize(
    ("text", "granularity", "place"),
    [
        ("weights", Granularity.STAGE, Place("weights", 0, 0)),
        ("weights:2", Granularity.READER, Place("weights", 1, 0)),
        ("weights:2:3", Granularity.CELL, Place("weights", 1, 2)),
        ("output:2:1:3", Granularity.TERM, Place("output", 1, 0)),
    ],
)
def test_the_number_of_numbers_says_how_much_a_step_computes(trace, text, granularity, place):
    link = parse_link(text)
    assert (link.granularity, resolve(link, trace).place) == (granularity, place)


@pytest.mark.parametrize(
    ("text", "name"),
    [
        ("scaled:1:3", "scaled_scores"),
        ("scaled_scores:1:3", "scaled_scores"),
        ("exponentials:1:3", "exponentials"),
        (" scores:1:3\n", "scores"),
    ],
)
def test_a_table_goes_by_its_full_and_its_short_name(trace, text, name):
    assert resolve(parse_link(text), trace).place == Place(name, 0, 2)


@pytest.mark.parametrize(
    "text",
    [
        "",
        ":1:2",
        "scores:",
        "scores:0:1",
        "scores:-1:1",
        "scores:1.5:1",
        "scores:1:2:3:4",
        "scores:²:1",
        "scores:٣:1",
        "scores:1 :1",
        "scores:12345678901234567890:1",
    ],
)
def test_another_form_is_refused_with_an_example_of_the_right_one(text):
    with pytest.raises(InputError, match="such as scores:1:3, found"):
        parse_link(text)


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("query:1:1", 'expected one of scores, scaled_scores, row_maximum.*found "query"'),
        ("capped:1:1", 'expected one of scores.*found "capped"'),
        ("scores:3:1", "expected a row from 1 to 2, found 3"),
        ("scores:1:4", "expected a column from 1 to 3, found 4"),
        ("scores:1:1:3", "expected a product from 1 to 2, found 3"),
        ("row_maximum:1:2", "expected a column from 1 to 1, found 2"),
        ("weights:1:1:2", "expected a product from 1 to 1, found 2"),
    ],
)
def test_a_step_that_does_not_exist_is_refused_with_what_does(trace, text, complaint):
    with pytest.raises(InputError, match=complaint):
        resolve(parse_link(text), trace)
