"""The window. `create_window` makes one for scripts and tests."""

from pathlib import Path

from PySide6.QtWidgets import QApplication

from explorer.app.preferences import Preferences
from explorer.app.session import Session
from explorer.files import load_example, load_scenario
from explorer.files.examples import FIRST_EXAMPLE
from explorer.ui.looks.look import Look
from explorer.ui.window.main_window import MainWindow


def create_window(path: Path | str | None = None) -> MainWindow:
    """The main window on a scenario file, or on the first example; not yet in an event loop.

    Needs a QApplication. Raises ScenarioFileError for a bad file, InputError if a number of its
    calculation grows too large to store.
    """
    if path is None:
        session = Session(load_example(FIRST_EXAMPLE))
    else:
        session = Session(load_scenario(Path(path)), Path(path))
    return MainWindow(session, _look())


def _look() -> Look:
    """The look that windows with the same preferences have already, so that they stay alike."""
    preferences = Preferences()
    windows = (one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow))
    looks = (window.look for window in windows if window.look.preferences.file == preferences.file)
    return next(looks, None) or Look(preferences)


__all__ = ["MainWindow", "create_window"]
