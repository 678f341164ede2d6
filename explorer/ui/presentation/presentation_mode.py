"""Starting and ending a presentation from the main window."""

from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QObject
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QWidget
from shiboken6 import isValid

from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.parts.actions import make_choice
from explorer.ui.walk.step_actions import StepActions

if TYPE_CHECKING:
    from explorer.ui.presentation.presentation import Presentation


class PresentationMode(QObject):
    """The action that starts and ends a presentation of the window's session."""

    def __init__(self, window: QWidget, session: Session, look: Look, steps: StepActions) -> None:
        super().__init__(window)
        self._window = window
        self._parts = session, look, steps
        self.presentation: Presentation | None = None
        self.action: QAction = make_choice(
            window, "presentationAction", "&Presentation", self._toggle, "F11"
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """The presentation goes with the window."""
        if event.type() == QEvent.Type.Hide and self.presentation is not None:
            self.presentation.close()
        return False

    def _toggle(self) -> None:
        if self.presentation is not None:
            self.presentation.close()
        elif self._parts[0].settle():
            self._begin()
        self.action.setChecked(self.presentation is not None)

    def _begin(self) -> None:
        from explorer.ui.presentation.presentation import Presentation

        self.presentation = Presentation(*self._parts, parent=self._window)
        self.presentation.setWindowTitle(self._window.windowTitle())
        self.presentation.setWindowModified(self._window.isWindowModified())
        self.presentation.closed.connect(self._end)
        self._window.installEventFilter(self)
        self.presentation.setGeometry(self._window.screen().geometry())
        self.presentation.showFullScreen()
        self.presentation.activateWindow()
        self.presentation.setFocus()

    def _end(self) -> None:
        presentation, self.presentation = self.presentation, None
        if not isValid(self._window):  # the presentation goes down with it
            return
        self._window.removeEventFilter(self)
        if presentation is not None:
            presentation.deleteLater()
        self.action.setChecked(False)
        self._window.activateWindow()
