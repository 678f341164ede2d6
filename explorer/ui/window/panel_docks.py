"""The panels around the stages: where they dock, and how they share a narrow window."""

from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QAction, QShowEvent
from PySide6.QtWidgets import QDockWidget, QMainWindow, QVBoxLayout, QWidget

from explorer.ui.looks.look import Look
from explorer.ui.window.dock_title import DockTitle

NARROW = 58
"""Below this many em the two side panels share one side, so that the stages keep their room."""
INPUTS_WIDTH, STEP_WIDTH, BELOW_HEIGHT = 20, 24, 18
"""In em: what the panels at the sides and below the stages are made for."""
HIGHEST_BELOW = 0.45
"""The share of a low window that a panel below the stages takes when it opens."""

Panel: TypeAlias = QWidget | Callable[[], QWidget]
"""A panel, or what builds it when it is shown for the first time."""


class PanelDocks:
    """Inputs on the left, the step on the right; more panels join hidden, until asked for."""

    def __init__(self, window: QMainWindow, look: Look, inputs: QWidget, step: QWidget) -> None:
        self._window = window
        self._look = look
        self._frames: dict[str, _Framed] = {}
        self._docks: dict[str, QDockWidget] = {}
        self._below: list[QDockWidget] = []
        self._is_squeezed = False
        self._em = look.em
        area, corner = Qt.DockWidgetArea, Qt.Corner
        window.setCorner(corner.BottomLeftCorner, area.LeftDockWidgetArea)
        window.setCorner(corner.BottomRightCorner, area.RightDockWidgetArea)
        self.inputs = self._dock("inputs", "Inputs", inputs, area.LeftDockWidgetArea)
        self.step = self._dock("step", "Step", step, area.RightDockWidgetArea)
        self.restyle()

    def add(self, name: str, title: str, panel: Panel, height: int = BELOW_HEIGHT) -> None:
        """Give `panel` a dock below the stages, `height` em high, hidden until it is asked for.

        Of a function that builds it, nothing is paid before that.
        """
        dock = self._dock(name, title, panel, Qt.DockWidgetArea.BottomDockWidgetArea)
        self._below.append(dock)
        dock.hide()
        dock.toggleViewAction().triggered.connect(lambda _checked: self._join(dock, height))
        self.restyle()

    def __getitem__(self, name: str) -> QDockWidget:
        return self._docks[name]

    @property
    def panels(self) -> dict[str, QWidget]:
        """The panel of each dock by name, in order; without those that were never shown."""
        panels = {name: frame.panel for name, frame in self._frames.items()}
        return {name: panel for name, panel in panels.items() if panel is not None}

    @property
    def toggle_actions(self) -> list[QAction]:
        """Shows or hides each panel."""
        return [dock.toggleViewAction() for dock in self._docks.values()]

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

        A panel that floats or is closed stays as it is, and so do panels that the person has put
        together in a wide window.
        """
        docks = (self.inputs, self.step)
        if any(dock.isFloating() or dock.isHidden() for dock in docks):
            return
        narrow = self._window.width() < NARROW * self._look.em
        if narrow and not self.share_a_side:
            self._window.tabifyDockWidget(self.inputs, self.step)
            self.inputs.raise_()
            self.give_default_widths()
        elif self._is_squeezed and not narrow and self.share_a_side:
            self._window.addDockWidget(Qt.DockWidgetArea.RightDockWidgetArea, self.step)
            self.give_default_widths()
        self._is_squeezed = narrow

    def restyle(self) -> None:
        """Let widths and margins grow and shrink with the look."""
        self._rescale_widths()
        margin = self._look.em // 2
        for frame in self._frames.values():
            frame.column.setContentsMargins(margin, margin // 2, margin, margin)

    def open(self, name: str) -> None:
        """Show a panel as if it had been asked for in the menu; one that is shown stays there."""
        if self._docks[name].isHidden():
            self._docks[name].toggleViewAction().trigger()

    def _join(self, asked_for: QDockWidget, height: int) -> None:
        """Panels below the stages share their place; the one that was asked for is in front."""
        shown = [dock for dock in self._below if not dock.isHidden() and not dock.isFloating()]
        for dock in shown[1:]:
            self._window.tabifyDockWidget(shown[0], dock)
        asked_for.raise_()
        height = min(height * self._look.em, round(HIGHEST_BELOW * self._window.height()))
        self._window.resizeDocks([asked_for], [height], Qt.Orientation.Vertical)

    def _rescale_widths(self) -> None:
        em, before = self._look.em, self._em
        self._em = em
        docks = [self.inputs, self.step]
        if em != before and self._window.isVisible():
            widths = [round(dock.width() * em / before) for dock in docks]
            self._window.resizeDocks(docks, widths, Qt.Orientation.Horizontal)
        elif em != before:
            self.give_default_widths()  # there are no widths yet to go by

    def _dock(self, name: str, title: str, panel: Panel, area: Qt.DockWidgetArea) -> QDockWidget:
        framed = self._frames[name] = _Framed(panel, title)
        dock = QDockWidget(title, self._window)
        dock.setObjectName(f"{name}Dock")
        dock.setWidget(framed)
        dock.setTitleBarWidget(DockTitle(dock, self._look))
        dock.toggleViewAction().setObjectName(f"{name}PanelAction")
        self._window.addDockWidget(area, dock)
        self._docks[name] = dock
        return dock


class _Framed(QWidget):
    """A panel off the edges; it may become smaller than its content would like to be."""

    def __init__(self, panel: Panel, title: str) -> None:
        super().__init__()
        self._title = title
        self.column = QVBoxLayout(self)
        self.panel: QWidget | None = None
        self._build = panel
        if isinstance(panel, QWidget):
            self._fill(panel)

    def showEvent(self, event: QShowEvent) -> None:
        if self.panel is None and not isinstance(self._build, QWidget):
            self._fill(self._build())
        super().showEvent(event)

    def _fill(self, panel: QWidget) -> None:
        self.panel = panel
        if not panel.accessibleName():
            panel.setAccessibleName(self._title)
        self.column.addWidget(panel)
        if not panel.testAttribute(Qt.WidgetAttribute.WA_WState_ExplicitShowHide):
            panel.show()  # Qt would do so later, after the frame was painted without it

    def minimumSizeHint(self) -> QSize:
        return QSize(1, 1)
