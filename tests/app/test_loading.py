"""Another document on its way: worked out off the main thread, and shown whole or not at all."""

import threading

import numpy as np
import pytest

from explorer.app import loading
from explorer.app.loading import Load, Loading
from explorer.files import documents, load_scenario, save_scenario
from explorer.model import InputError, Scenario, attend
from tests.slow_work import SlowWork


@pytest.fixture
def work(monkeypatch):
    """From here on every document is worked out off the main thread, and waits there."""
    work = SlowWork()
    monkeypatch.setattr(loading, "LONG", 0)
    monkeypatch.setattr(loading, "calculating", work)
    yield work
    work.let_go(100)


@pytest.fixture
def loader(qapp):
    return Loading()


class Taken:
    """What became of some loads."""

    def __init__(self):
        self.shown, self.problems, self.threads = [], [], []

    def load(self, scenario, name="it", path=None):
        def read():
            self.threads.append(threading.current_thread())
            return scenario() if callable(scenario) else scenario

        def show(scenario, trace):
            self.shown.append((name, scenario, trace))

        return Load(name, read, show, self.problems.append, path)


@pytest.fixture
def taken():
    return Taken()


def test_what_is_quick_is_shown_on_the_spot(loader, taken, seed_scenario):
    loader.start(taken.load(seed_scenario))
    assert taken.shown == [("it", seed_scenario, None)]
    assert not loader.is_busy


def test_what_takes_long_is_shown_with_its_trace_in_a_while(
    qtbot, loader, taken, seed_scenario, work
):
    loader.start(taken.load(seed_scenario))
    work.wait()
    assert loader.is_busy
    assert loader.text == "open it"
    assert taken.shown == []
    work.let_go()
    qtbot.waitUntil(lambda: not loader.is_busy)
    ((_name, scenario, trace),) = taken.shown
    assert scenario is seed_scenario
    assert trace.output.tolist() == attend(scenario.inputs).output.tolist()
    assert threading.main_thread() not in work.threads


def test_a_large_file_is_read_off_the_main_thread(
    qtbot, loader, taken, saved_file, seed_scenario, monkeypatch
):
    monkeypatch.setattr(documents, "LARGE_FILE", 1)
    loader.start(taken.load(lambda: load_scenario(saved_file), path=saved_file))
    qtbot.waitUntil(lambda: not loader.is_busy)
    assert taken.shown[0][1].title == seed_scenario.title
    assert threading.main_thread() not in taken.threads


def test_the_newest_document_is_shown_and_none_before_it(qtbot, loader, taken, seed_scenario, work):
    for name in ("first", "second", "third"):
        loader.start(taken.load(seed_scenario, name))
    work.let_go(3)
    qtbot.waitUntil(lambda: not loader.is_busy)
    assert [name for name, _scenario, _trace in taken.shown] == ["third"]


def test_nothing_is_shown_of_what_is_cancelled(qtbot, loader, taken, seed_scenario, work):
    loader.start(taken.load(seed_scenario, "first"))
    work.wait()
    loader.cancel()
    assert not loader.is_busy
    assert loader.text == ""
    loader.start(taken.load(seed_scenario, "second"))
    work.let_go(2)
    qtbot.waitUntil(lambda: not loader.is_busy)
    assert [name for name, _scenario, _trace in taken.shown] == ["second"]


def test_a_number_too_large_is_told(qtbot, loader, taken, work):
    huge = np.array([[1e200]])
    scenario = Scenario(query=huge, key=huge, value=huge, queries=("a",), sources=("b",))
    loader.start(taken.load(scenario))
    work.let_go()
    qtbot.waitUntil(lambda: not loader.is_busy)
    assert isinstance(taken.problems[0], InputError)
    assert taken.problems[0].place == "scores[0][0]"
    assert taken.shown == []


@pytest.mark.parametrize("large", [1, 10**9])
def test_a_file_that_cannot_be_read_is_told(qtbot, loader, taken, tmp_path, large, monkeypatch):
    monkeypatch.setattr(documents, "LARGE_FILE", large)
    path = tmp_path / "bad.attn"
    path.write_text("{", encoding="utf-8")
    loader.start(taken.load(lambda: load_scenario(path), path=path))
    qtbot.waitUntil(lambda: not loader.is_busy)
    assert len(taken.problems) == 1
    assert taken.shown == []


def test_an_unexpected_error_is_raised(qtbot, loader, taken, seed_scenario, work):
    work.failing = MemoryError()
    with qtbot.captureExceptions() as caught:
        loader.start(taken.load(seed_scenario))
        work.let_go()
        qtbot.waitUntil(lambda: not loader.is_busy)
    assert [kind for kind, _error, _trace in caught] == [MemoryError]


def test_the_stages_are_told_as_they_begin(qtbot, loader, taken, seed_scenario, work):
    told = []
    loader.changed.connect(lambda: told.append((loader.stage, loader.progress)))
    loader.start(taken.load(seed_scenario))
    work.let_go()
    qtbot.waitUntil(lambda: not loader.is_busy)
    stages = [(stage.name, share) for stage, share in told if stage is not None]
    assert stages[0] == ("scores", 0.0)
    assert stages[-1] == ("output", 0.75)
    assert told[0] == told[-1] == (None, 0.0)


def test_a_saved_large_scenario_is_the_one_that_is_read(qtbot, loader, taken, tmp_path):
    numbers = np.random.default_rng(1).normal(size=(300, 64))
    names = tuple(f"row {row}" for row in range(300))
    scenario = Scenario(query=numbers, key=numbers, value=numbers, queries=names, sources=names)
    path = tmp_path / "large.attn"
    save_scenario(scenario, path)
    loader.start(taken.load(lambda: load_scenario(path), path=path))
    assert loader.is_busy
    qtbot.waitUntil(lambda: not loader.is_busy)
    assert taken.shown[0][1].key.tobytes() == numbers.tobytes()
