"""From text and files to an answer, read as the command line reads them."""

import numpy as np
import pytest

from explorer.app.own_answer import Source, answers
from explorer.model import Verdict


@pytest.fixture
def answer(seed_scenario):
    def answer(**sources):
        (found,) = answers(seed_scenario.inputs, sources)
        return found

    return answer


def test_text_is_compared(answer):
    found = answer(output=Source("20"), weights=Source("0.401 0.198 0.401"))
    assert found.diagnosis.verdict is Verdict.ROUNDED
    assert (found.table, found.problem) == ("", "")


def test_a_file_goes_before_text(answer, tmp_path):
    path = tmp_path / "mine.npz"
    np.savez(path, weights=[[0.5, 0.0, 0.5]], output=[[20.0]])
    assert answer(output=Source("30.000", path)).diagnosis.is_right


def test_what_cannot_be_read_is_a_sentence_that_names_the_table(answer, tmp_path):
    found = answer(output=Source("20"), weights=Source("1 x 2"))
    assert (found.diagnosis, found.table) == (None, "weights")
    assert found.problem.startswith('Row 1, column 2: expected a number, found "x".')
    assert found.problem.endswith(".")


def test_a_file_that_is_not_there_is_named_as_it_is(answer, tmp_path):
    found = answer(output=Source(path=tmp_path / "mine.csv"))
    assert found.problem.startswith("mine.csv: ")
    assert found.table == "output"


def test_a_table_the_calculation_does_not_have_is_refused():
    from explorer.files import load_example

    (found,) = answers(load_example("weighted-mix").inputs, {"scores": Source("1 2 3")})
    assert found.table == "scores"
    assert "expected a table of this calculation (weights, output)" in found.problem.lower()


@pytest.mark.parametrize(
    ("source", "is_empty"),
    [(Source(), True), (Source(" \n"), True), (Source("1"), False)],
)
def test_blanks_are_no_numbers(source, is_empty):
    assert source.is_empty is is_empty
