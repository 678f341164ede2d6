"""What the window says of numbers that were refused."""

import pytest

from explorer.app.refusals import refusal
from explorer.files import load_example
from explorer.model import InputError


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("scores[0][2]", "Score of Query 1 and Source 3"),
        ("output[0][0]", "Output of Query 1, component 1"),
        ("at 3: scaled_scores[0][1]", "At 3: scaled score of Query 1 and Source 2"),
        ("softcap", "softcap"),
        ("query[0][1]", "query[0][1]"),
    ],
)
def test_a_computed_cell_is_called_by_its_names(seed_scenario, place, said):
    error = InputError(place, "a number", "nothing")
    assert refusal(error, seed_scenario) == f"{said}: expected a number, found nothing"


def test_a_query_that_is_computed_is_called_by_its_names_too():
    error = InputError("query[1][0]", "a number", "nothing")
    said = refusal(error, load_example("same-token-twice"))
    assert said == "Query of “cat”, component 1: expected a number, found nothing"
