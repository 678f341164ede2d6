"""A button does what its action does."""

import pytest
from PySide6.QtCore import SIGNAL
from PySide6.QtGui import QAction

from explorer.ui.parts.actions import button_for


@pytest.fixture
def action(qapp):
    return QAction("Pin")


def test_a_button_shows_what_becomes_of_its_action(action, qtbot):
    button = button_for(action)
    qtbot.addWidget(button)
    action.setText("Unpin")
    action.setEnabled(False)
    assert button.text() == "Unpin"
    assert not button.isEnabled()
    action.setEnabled(True)
    assert button.isEnabled()


def test_a_button_is_connected_to_its_action_once_however_often_that_changes(action, qtbot):
    button = button_for(action)
    qtbot.addWidget(button)
    connections = action.receivers(SIGNAL("changed()"))
    for turn in range(10):
        action.setText(f"Pin {turn}")
    assert action.receivers(SIGNAL("changed()")) == connections
