"""CSV for spreadsheets: exact numbers, and nothing in it that runs."""

import csv
import io

import numpy as np
import pytest

from explorer.files.csv_text import Sheet


def csv_text(headings, rows):
    return Sheet(headings, [np.array(row, dtype=float) for row in rows]).text()


def read(text):
    return list(csv.reader(io.StringIO(text)))


def test_numbers_keep_every_digit():
    (_, row) = read(csv_text(["a", "b"], [[1 / 3, 20.0]]))
    assert [float(cell) for cell in row] == [1 / 3, 20.0]
    assert row[1] == "20"


def test_a_sheet_comes_line_by_line_and_says_how_many_numbers_it_has():
    sheet = Sheet(["a", "b"], [np.array([1.0, 2.0]), np.array([-0.0, 1e300])])
    assert list(sheet.lines()) == ["a,b\r\n", "1,2\r\n", "-0.0,1e+300\r\n"]
    assert sheet.size == 4


@pytest.mark.parametrize("name", ["=1+1", "+1", "-1", "@SUM(A1)", "\t=1", "\r=1", " =1+1"])
def test_a_heading_that_would_run_as_a_formula_is_text(name):
    assert read(csv_text([name, "x"], []))[0] == [f"'{name}", "x"]


@pytest.mark.parametrize("name", ['a "quoted" name', "a, b", "two\nlines", "ü"])
def test_any_other_heading_reads_back_as_it_was(name):
    assert read(csv_text([name, "x"], [[1, 2]]))[0] == [name, "x"]


@pytest.mark.parametrize("separator", [";", "\t", "|"])
def test_no_formula_begins_where_another_separator_would_split_a_heading(separator):
    text = csv_text([f"a{separator}=1+1", "b"], [[1, 2]])
    (first, *_) = next(csv.reader(io.StringIO(text), delimiter=separator))
    assert first.startswith(f"a{separator}=1+1")
    assert read(text)[0] == [f"a{separator}=1+1", "b"]
