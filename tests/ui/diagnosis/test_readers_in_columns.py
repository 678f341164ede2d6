"""Own numbers while the screen has readers in columns, and files that have them in either."""

import numpy as np
import pytest

from explorer.files.matrix_text import format_matrix
from explorer.model import attend
from explorer.model.convention import Convention
from explorer.ui.diagnosis.answer_view import FORMS


@pytest.fixture
def weights(three_queries):
    """The right weights, as the screen shows them with readers in columns."""
    return attend(three_queries.inputs).weights.T


@pytest.fixture
def turned(diagnosing, driver, three_queries):
    """The panel with readers in columns on the screen."""
    diagnosing.load(three_queries)
    driver.trigger("turnConventionAction")
    diagnosing.settle()
    return diagnosing


@pytest.mark.parametrize(
    ("text", "problem"),
    [
        ("1 x 3\n4 5 6\n7 8 9", "Row 1, column 2: expected a number"),
        ("1 2 3\n4 5", "Row 2: expected 3 cells as in row 1, found 2 cells."),
    ],
)
def test_what_cannot_be_read_is_named_as_it_stands(turned, tmp_path, text, problem):
    assert problem in turned.give(text, "weights")
    path = tmp_path / "x.csv"
    path.write_text(text.replace(" ", ","))
    said = turned.give_file(path, "weights")
    assert f"x.csv: {problem[0].lower()}{problem[1:]}" in said
    assert said.endswith(FORMS)


@pytest.mark.parametrize("text", ["0.40 0.20 0.40", "[[0.40, 0.20, 0.40]]"])
def test_a_shape_that_is_not_wanted_is_told_as_given(turned, text):
    expected = "The weights should be 3 rows × 3 columns, not 1 row × 3 columns."
    assert turned.give(text, "weights").startswith(expected)


def test_the_shape_wanted_is_that_of_the_screen(turned):
    turned.card.given.choose("output")
    assert turned.card.given.wanted.text() == (
        "Wanted: 1 row × 3 columns of output; columns are readers, rows components of the values."
    )


def test_a_place_in_text_is_that_of_the_text(turned, weights):
    wrong = weights.copy()
    wrong[2, 0] += 0.25
    said = turned.give(format_matrix(wrong), "weights")
    assert said.startswith("Different: first in the weights, row 3, column 1 (1 of 9 cells)")
    assert "The weights of this column add up to 1.25" in said


@pytest.mark.parametrize("kind", ["csv", "npy", "npz"])
def test_a_file_is_read_the_way_round_the_screen_has_it(turned, weights, tmp_path, kind):
    path = tmp_path / f"mine.{kind}"
    match kind:
        case "csv":
            np.savetxt(path, weights, delimiter=",")
        case "npy":
            np.save(path, weights)
        case "npz":
            np.savez(path, weights=weights)
    assert turned.give_file(path, "weights").startswith("Right, all 9 cells")


def test_a_file_the_other_way_round_is_judged_anew_at_once(turned, weights, tmp_path):
    path = tmp_path / "mine.npy"
    np.save(path, weights.T)
    said = turned.give_file(path, "weights")
    assert said.startswith("The right weights, but rows and columns are swapped.")
    assert "A column is who reads, a row who is read from" in said
    field = turned.card.given.fields["weights"]
    assert field.readers[Convention.COLUMNS].isChecked()
    turned.click(field.readers[Convention.ROWS])
    assert turned.said.startswith("Right, all 9 cells")
    assert turned.card.given.wanted.text().endswith("rows are readers, columns sources.")


def test_a_place_in_a_file_is_that_of_the_file(diagnosing, three_queries, weights, tmp_path):
    diagnosing.load(three_queries)
    path = tmp_path / "mine.npy"
    wrong = weights.copy()
    wrong[2, 0] += 0.25
    np.save(path, wrong)
    diagnosing.give_file(path, "weights")
    diagnosing.click(diagnosing.card.given.fields["weights"].readers[Convention.COLUMNS])
    assert diagnosing.said.startswith("Different: first in the weights, row 3, column 1 ")


def test_a_file_stays_as_it_is_when_the_screen_is_turned(turned, driver, weights, tmp_path):
    path = tmp_path / "mine.npy"
    np.save(path, weights)
    turned.give_file(path, "weights")
    driver.trigger("turnConventionAction")
    turned.settle()
    assert turned.said.startswith("Right, all 9 cells")
    assert turned.card.given.fields["weights"].readers[Convention.COLUMNS].isChecked()


def test_a_file_moved_to_another_table_keeps_its_readers(diagnosing, tmp_path):
    path = tmp_path / "mine.npy"
    np.save(path, np.array([[0.4011], [0.1978], [0.4011]]))
    diagnosing.give_file(path)
    diagnosing.click(diagnosing.card.given.fields["output"].readers[Convention.COLUMNS])
    diagnosing.click(diagnosing.card.answer.move_numbers)
    assert diagnosing.said.startswith("Right except for rounding to 4 decimals")


def test_keys_reshaped_in_place_of_transposed_are_recognised(turned, three_queries):
    """As NumPy reshapes K with a source in each column: `K.reshape(3, 2) @ Q`."""
    query, key = three_queries.query.T, three_queries.key.T
    said = turned.give(format_matrix(key.reshape(3, 2) @ query), "scores")
    assert said.startswith("Matches: K reshaped row by row, not transposed (all 9 cells")
    assert "K is only cut into rows of another length" in said


def test_a_line_of_text_can_be_given_as_weights(diagnosing, driver):
    driver.trigger("turnConventionAction")
    diagnosing.settle()
    assert diagnosing.give("0.4011 0.1978 0.4011").startswith("The output should be 1 row × 1")
    diagnosing.click(diagnosing.card.answer.move_numbers)
    assert diagnosing.said.startswith("Right except for rounding to 4 decimals")
