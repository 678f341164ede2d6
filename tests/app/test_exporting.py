"""Numbers on their way into a CSV file: beside the window where they are many."""

import numpy as np
import pytest

from explorer.app import exporting
from explorer.app.exporting import Exporting
from explorer.files import ScenarioFileError
from explorer.files.csv_text import Sheet

SHEET = Sheet(["a", "b"], [np.array([1 / 3, 2.0])])


@pytest.fixture
def exporter(qapp):
    return Exporting(qapp)


@pytest.fixture
def told():
    return []


@pytest.fixture
def many(monkeypatch):
    """From here on every sheet has many numbers."""
    monkeypatch.setattr(exporting, "MANY_NUMBERS", 0)


def test_a_few_numbers_are_written_at_once(exporter, told, tmp_path):
    exporter.start(SHEET, tmp_path / "sweep.csv", told.append)
    assert told == [None]
    assert (tmp_path / "sweep.csv").read_bytes() == SHEET.text().encode()


def test_many_are_written_in_a_while(qtbot, exporter, told, tmp_path, many):
    exporter.start(SHEET, tmp_path / "sweep.csv", told.append)
    assert exporter.text == "save sweep.csv"
    assert told == []
    qtbot.waitUntil(lambda: not exporter.is_busy)
    assert told == [None]
    assert (tmp_path / "sweep.csv").read_bytes() == SHEET.text().encode()


def test_a_file_that_cannot_be_written_is_told(qtbot, exporter, told, tmp_path, many):
    exporter.start(SHEET, tmp_path / "no" / "sweep.csv", told.append)
    qtbot.waitUntil(lambda: not exporter.is_busy)
    (error,) = told
    assert isinstance(error, ScenarioFileError)


def test_whoever_cannot_wait_has_it_written_on_the_spot(exporter, told, tmp_path, many):
    exporter.start(SHEET, tmp_path / "sweep.csv", told.append)
    exporter.finish()
    assert told == [None]
    assert (tmp_path / "sweep.csv").exists()
