"""What the window says of numbers that were refused."""

import pytest

from explorer.app.refusals import refusal
from explorer.model import InputError


@pytest.mark.parametrize(
    ("place", "said"),
    [
        ("scores[0][2]", "Score of Query 1 and Source 3"),
        ("output[0][0]", "Output of Query 1, component 1"),
        ("at 3: scaled_scores[0][1]", "At 3: scaled score of Query 1 and Source 2"),
        ("softcap", "softcap"),
        ("query[1][0]", "query[1][0]"),
    ],
)
def test_a_computed_cell_is_called_by_its_names(seed_scenario, place, said):
    error = InputError(place, "a number", "nothing")
    assert refusal(error, seed_scenario) == f"{said}: expected a number, found nothing"
