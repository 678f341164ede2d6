"""Of an edit the window lays out and paints anew what has become another, and leaves the rest."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication

from explorer.app import edits
from explorer.model import Place
from explorer.ui.walk.scrub_bar import ScrubBar
from explorer.ui.walk.step_panel import StepPanel


class Told(QObject):
    """Which widgets are told what, from now on."""

    def __init__(self):
        super().__init__()
        self._events = []
        QApplication.instance().installEventFilter(self)

    def eventFilter(self, watched, event):
        self._events.append((event.type(), watched))
        return False

    def end(self):
        QApplication.instance().removeEventFilter(self)

    def of(self, kind):
        return [watched for one, watched in self._events if one == kind]


@pytest.fixture
def told(driver):
    """What happens when a number is set that takes as much room as the one before."""
    driver.activate()
    session = driver.session
    session.go_to(Place("weights", 0, 1))
    set_to(session, 0.65)
    driver._qtbot.waitUntil(lambda: not driver.window.line_overlay.is_moving)
    QApplication.processEvents()
    told = Told()
    set_to(session, 0.7)
    QApplication.processEvents()
    told.end()
    return told


def set_to(session, number):
    session.edit(edits.set_cells, "query", 0, 0, np.array([[number]]))


def test_numbers_that_take_as_much_room_have_nothing_laid_out(told):
    assert told.of(QEvent.Type.LayoutRequest) == []


def test_the_arithmetic_is_painted_and_what_it_stands_on_is_not(driver, told):
    painted = told.of(QEvent.Type.Paint)
    assert driver.window.step_panel.derivation in painted
    below = (driver.window, driver.window.docks.step)
    assert not [one for one in painted if one in below or isinstance(one, StepPanel | ScrubBar)]
