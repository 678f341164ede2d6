"""A document on its way to its file: off the main thread where that takes long, and whole."""

import threading

import numpy as np
import pytest

from explorer.app import saving
from explorer.app.saving import Saving
from explorer.files import ScenarioFileError, load_scenario
from explorer.model import Scenario
from explorer.model.masks import CellMask


@pytest.fixture
def saver(qapp):
    return Saving()


def test_a_small_scenario_is_written_on_the_spot(saver, seed_scenario, tmp_path):
    told = []
    saver.start(seed_scenario, tmp_path / "a.attn", told.append)
    assert told == [None]
    assert load_scenario(tmp_path / "a.attn").title == seed_scenario.title


def test_a_large_one_is_written_off_the_main_thread(qtbot, saver, seed_scenario, tmp_path, disk):
    told = []
    saver.start(seed_scenario, tmp_path / "a.attn", told.append)
    assert saver.is_busy
    assert saver.text == "save a.attn"
    assert told == []
    disk.may_write.release()
    qtbot.waitUntil(lambda: not saver.is_busy)
    assert told == [None]
    assert disk.written == [(seed_scenario, tmp_path / "a.attn")]
    assert threading.main_thread() not in disk.threads


def test_what_went_wrong_is_told(qtbot, saver, seed_scenario, tmp_path, disk):
    told = []
    disk.error = ScenarioFileError("the disk is full", tmp_path)
    saver.start(seed_scenario, tmp_path / "a.attn", told.append)
    disk.may_write.release()
    qtbot.waitUntil(lambda: not saver.is_busy)
    assert told == [disk.error]


@pytest.mark.parametrize("many", [0, 10**6], ids=["beside", "on the spot"])
def test_what_nobody_expected_is_told_and_raised_and_ends_the_saving(
    qtbot, saver, seed_scenario, tmp_path, disk, monkeypatch, many
):
    told = []
    disk.error = RuntimeError("a mistake of the program")
    disk.may_write.release()
    monkeypatch.setattr(saving, "MANY_NUMBERS", many)
    with qtbot.captureExceptions() as raised:
        try:
            saver.start(seed_scenario, tmp_path / "a.attn", told.append)
        except RuntimeError as error:
            raised.append((RuntimeError, error, None))
        qtbot.waitUntil(lambda: not saver.is_busy)
    assert [error for _, error, _ in raised] == [disk.error]
    (error,) = told
    assert str(error).startswith("not saved: something unexpected happened")


@pytest.mark.parametrize("what", ["tables", "mask"])
def test_what_is_large_is_told_by_all_its_numbers(qtbot, saver, tmp_path, what):
    rows, columns = (100, 80) if what == "tables" else (150, 1)
    numbers = np.ones((rows, columns))
    names = tuple(f"row {row}" for row in range(rows))
    mask = None if what == "tables" else CellMask(np.ones((rows, rows), dtype=np.bool_))
    scenario = Scenario(
        query=numbers, key=numbers, value=numbers, queries=names, sources=names, mask=mask
    )
    saver.start(scenario, tmp_path / "a.attn", lambda _error: None)
    assert saver.is_busy
    qtbot.waitUntil(lambda: not saver.is_busy)
    assert len(load_scenario(tmp_path / "a.attn").queries) == rows
