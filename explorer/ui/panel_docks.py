"""The panels around the stages: where they dock, and how they share a narrow window."""

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QDockWidget, QMainWindow, QVBoxLayout, QWidget

from explorer.ui.look import Look

NARROW = 58
"""Below this many em the two side panels share one side, so that the stages keep their room."""
INPUTS_WIDTH, STEP_WIDTH = 19, 24


class PanelDocks:
    """Inputs on the left, the step on the right, notes below when asked for."""

    def __init__(
        self, window: QMainWindow, look: Look, inputs: QWidget, step: QWidget, notes: QWidget
    ) -> None:
        self._window = window
        self._look = look
        self._margins: list[QVBoxLayout] = []
        area = Qt.DockWidgetArea
        self.inputs = self._dock("inputs", "Inputs", inputs, area.LeftDockWidgetArea)
        self.step = self._dock("step", "Step", step, area.RightDockWidgetArea)
        self.notes = self._dock("notes", "Notes", notes, area.BottomDockWidgetArea)
        self.notes.hide()
        self.restyle()

    @property
    def toggle_actions(self) -> list[QAction]:
        """Shows or hides each panel."""
        return [dock.toggleViewAction() for dock in (self.inputs, self.step, self.notes)]

    @property
    def share_a_side(self) -> bool:
        """Whether inputs and step are tabs of one side."""
        return self.step in self._window.tabifiedDockWidgets(self.inputs)

    def give_default_widths(self) -> None:
        """Give the side panels the widths they are made for."""
        em = self._look.em
        widths = [INPUTS_WIDTH * em, STEP_WIDTH * em]
        self._window.resizeDocks([self.inputs, self.step], widths, Qt.Orientation.Horizontal)

    def fit(self) -> None:
        """Let the side panels share one side in a narrow window, and part in a wide one.

        A panel that floats or is closed stays as it is.
        """
        docks = (self.inputs, self.step)
        if any(dock.isFloating() or dock.isHidden() for dock in docks):
            return
        narrow = self._window.width() < NARROW * self._look.em
        if narrow and not self.share_a_side:
            self._window.tabifyDockWidget(self.inputs, self.step)
            self.inputs.raise_()
            self.give_default_widths()
        elif not narrow and self.share_a_side:
            self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.step)
            self.give_default_widths()

    def restyle(self) -> None:
        """Keep the panels off the edges by the margin of the look."""
        margin = self._look.em // 2
        for layout in self._margins:
            layout.setContentsMargins(margin, margin // 2, margin, margin)

    def _dock(self, name: str, title: str, panel: QWidget, area: Qt.DockWidgetArea) -> QDockWidget:
        framed = QWidget()
        layout = QVBoxLayout(framed)
        layout.addWidget(panel)
        self._margins.append(layout)
        dock = QDockWidget(title, self._window)
        dock.setObjectName(f"{name}Dock")
        dock.setWidget(framed)
        self._window.addDockWidget(area, dock)
        return dock
