"""Presentations on a screen of a given size."""

import pytest
from PySide6.QtCore import QSize
from PySide6.QtWidgets import QWidget

from explorer.ui.presentation.presentation import PROJECTOR, Presentation
from explorer.ui.walk.step_actions import StepActions


@pytest.fixture
def present(qtbot, look):
    """Shows a session to a class; a projector unless another size is given."""
    owner = QWidget()  # of the actions
    qtbot.addWidget(owner)

    def present(session, size: QSize = PROJECTOR):
        view = Presentation(session, look, StepActions(session, look, owner))
        qtbot.addWidget(view)
        view.resize(size)
        view.show()
        return view

    return present
