"""Qt without a display, settings in a folder of the test, and a session on the seed's example."""

import os

os.environ["QT_QPA_PLATFORM"] = "offscreen"

import numpy as np
import pytest


def pytest_addoption(parser):
    """How long the long runs are; the defaults are a fraction of what a release is tried with."""
    group = parser.getgroup("attention explorer")
    group.addoption("--seed", type=int, default=0, help="of the random runs")
    group.addoption("--kills", type=int, default=4, help="processes killed at random instants")
    group.addoption("--mutations", type=int, default=5000, help="damaged files tried")
    group.addoption("--actions", type=int, default=300, help="random actions in a window")


@pytest.fixture(autouse=True)
def settings_of_the_test(tmp_path, monkeypatch):
    """Nothing reads or writes what belongs to the person who runs the tests."""
    for variable in ("XDG_CONFIG_HOME", "XDG_DATA_HOME", "XDG_CACHE_HOME", "XDG_STATE_HOME"):
        monkeypatch.setenv(variable, str(tmp_path / variable.lower()))


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
def preferences(qapp, tmp_path):
    from PySide6.QtCore import QSettings

    from explorer.app.preferences import Preferences

    return Preferences(QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat))


@pytest.fixture
def look(preferences):
    from explorer.ui.looks.look import Look

    return Look(preferences, theme_override="light")
