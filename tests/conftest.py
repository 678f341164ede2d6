"""Qt without a display, settings of the test, the seed's example, and arithmetic read back."""

import gc
import math
import os
import re

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import numpy as np
import pytest
from hypothesis import settings

# No test measures time, and the same tests give the same answer twice; other examples are tried
# with --hypothesis-profile=searching.
settings.register_profile("repeatable", deadline=None, derandomize=True)
settings.register_profile("searching", deadline=None, max_examples=1000)
settings.load_profile("repeatable")

MUCH_GARBAGE = 100_000
"""Objects made and not gone since garbage was collected last."""


def pytest_addoption(parser):
    """How long the long runs are; the defaults are a fraction of what a release is tried with."""
    group = parser.getgroup("attention explorer")
    group.addoption("--seed", type=int, default=0, help="of the random runs")
    group.addoption("--kills", type=int, default=4, help="processes killed at random instants")
    group.addoption("--mutations", type=int, default=5000, help="damaged files tried")
    group.addoption("--actions", type=int, default=300, help="random actions in a window")
    group.addoption("--scenarios", type=int, default=2, help="scenarios an entry of the slips")


@pytest.fixture(autouse=True)
def settings_of_the_test(tmp_path, monkeypatch):
    """Nothing reads or writes what belongs to the person who runs the tests."""
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))


@pytest.fixture(autouse=True, scope="session")
def no_garbage_collected_in_other_threads():
    """As in the program: objects of Qt must not be deleted in the thread of a computation."""
    gc.disable()
    yield
    gc.enable()


@pytest.fixture(autouse=True)
def garbage(no_garbage_collected_in_other_threads):
    """Now and then what the tests left behind is collected, between two of them."""
    yield
    if gc.get_count()[0] > MUCH_GARBAGE:
        gc.collect()


@pytest.fixture(autouse=True)
def empty_clipboard():
    """Exiting while the clipboard holds a QMimeData made in Python ends with a crash offscreen."""
    yield
    import sys

    if "PySide6.QtGui" in sys.modules:
        from PySide6.QtGui import QGuiApplication

        if QGuiApplication.instance() is not None:
            QGuiApplication.clipboard().clear()


@pytest.fixture
def seed_scenario():
    """One query, three sources: the output is 20."""
    from explorer.model import Scenario

    return Scenario(
        query=np.array([[1.0, 0.0]]),
        key=np.array([[1.0, 0.0], [0.0, 1.0], [1.0, 1.0]]),
        value=np.array([[10.0], [20.0], [30.0]]),
        queries=("Query 1",),
        sources=("Source 1", "Source 2", "Source 3"),
        title="One query, three sources",
    )


@pytest.fixture
def saved_file(tmp_path, seed_scenario):
    """The seed's example in a file."""
    from explorer.files import save_scenario

    path = tmp_path / "seed.attn"
    save_scenario(seed_scenario, path)
    return path


@pytest.fixture
def session(qapp, seed_scenario):
    from explorer.app.session import Session

    return Session(seed_scenario)


@pytest.fixture
def work(monkeypatch):
    """From here on every computation of an edit leaves the main thread, and waits there."""
    from explorer.app import course, pending
    from tests.slow_work import SlowWork

    work = SlowWork()
    monkeypatch.setattr(pending, "LONG", 1)
    monkeypatch.setattr(course, "calculating", work)
    yield work
    work.let_go(100)


@pytest.fixture
def disk(monkeypatch):
    """From here on every document is written off the main thread, and waits there."""
    from explorer.app import saving
    from tests.slow_work import SlowDisk

    disk = SlowDisk()
    monkeypatch.setattr(saving, "MANY_NUMBERS", 0)
    monkeypatch.setattr(saving, "save_scenario", disk)
    yield disk
    disk.may_write.release(100)


@pytest.fixture
def preferences(qapp, tmp_path):
    from PySide6.QtCore import QSettings

    from explorer.app.preferences import Preferences

    return Preferences(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def look(preferences):
    from explorer.ui.looks.look import Look

    return Look(preferences, theme_override="light")


class Interval:
    """All the numbers a rounded text may stand for; arithmetic on them, ends included."""

    def __init__(self, low, high):
        self.low, self.high = low, high

    @classmethod
    def around(cls, values):
        values = list(values)
        return cls(min(values), max(values))

    def combine(self, other, operation):
        ends = [(a, b) for a in (self.low, self.high) for b in (other.low, other.high)]
        return Interval.around(operation(a, b) for a, b in ends)

    def through(self, function):
        """Under a function that grows."""
        return Interval(function(self.low), function(self.high))

    def through_a_wave(self, function):
        """Under a sine or cosine, which are nowhere steeper than 1."""
        middle, half = (self.low + self.high) / 2, (self.high - self.low) / 2
        return Interval(function(middle) - half, function(middle) + half)

    def widened(self, by):
        return Interval(self.low - by, self.high + by)

    def holds(self, value):
        return self.meets(Interval(value, value))

    def meets(self, other):
        noise = 1e-9 * max(1.0, abs(self.low), abs(self.high))
        return self.low <= other.high + noise and other.low <= self.high + noise


TOKEN = re.compile(r"\d+(?:\.\d+)?(?:e[−+]?\d+)?|e\^|tanh|sin|cos|max|[()+−×·/√,]")


class Reader:
    """Reads the arithmetic of a panel: numbers, + − × /, √, functions and parentheses."""

    def __init__(self, text, digits):
        self._tokens = TOKEN.findall(text)
        assert "".join(self._tokens) == text.replace(" ", "")
        self._digits = digits

    def value(self):
        result = self._sum()
        assert self._tokens == []
        return result

    def _next(self, *wanted):
        return self._tokens.pop(0) if self._tokens and self._tokens[0] in wanted else None

    def _sum(self):
        result = self._product()
        while sign := self._next("+", "−"):
            factor = 1 if sign == "+" else -1
            result = result.combine(self._product(), lambda a, b, factor=factor: a + factor * b)
        return result

    def _product(self):
        result = self._atom()
        while sign := self._next("×", "·", "/"):
            divides = sign == "/"
            result = result.combine(
                self._atom(), lambda a, b, divides=divides: a / b if divides else a * b
            )
        return result

    def _atom(self):
        if self._next("−"):
            inside = self._atom()
            return Interval(-inside.high, -inside.low)
        if self._next("e^"):
            return self._atom().through(math.exp)
        if self._next("√"):
            return self._atom().through(lambda x: math.sqrt(max(0.0, x)))
        if self._next("tanh"):
            return self._atom().through(math.tanh)
        if wave := self._next("sin", "cos"):
            return self._atom().through_a_wave(getattr(math, wave))
        if self._next("max"):
            return self._largest()
        if self._next("("):
            result = self._sum()
            assert self._next(")")
            return result
        return self._number(self._tokens.pop(0))

    def _largest(self):
        assert self._next("(")
        result = self._sum()
        while self._next(","):
            result = result.combine(self._sum(), max)
        assert self._next(")")
        return result

    def _number(self, text):
        value = float(text.replace("−", "-"))
        if self._digits is None:
            return Interval(value, value)
        exponent = int(text.partition("e")[2].replace("−", "-") or 0)
        half = 0.5 * 10.0 ** (exponent - self._digits)
        return Interval(value - half, value + half)


@pytest.fixture(scope="session")
def read_back():
    """Arithmetic written with so many digits (None: all), as the numbers it may stand for."""

    def read_back(text, digits):
        return Reader(text, digits).value()

    return read_back
