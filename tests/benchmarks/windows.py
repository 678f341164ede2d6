"""Windows to measure: the program's on a scenario, and one with nothing but images."""

import tempfile
from pathlib import Path

import numpy as np
from PySide6.QtCore import QSettings, QSize
from PySide6.QtWidgets import QApplication

from explorer.app.preferences import Preferences
from explorer.app.session import Session
from explorer.model import Scenario
from explorer.ui.looks.look import Look
from explorer.ui.window.main_window import HINT, MainWindow

SIZE = QSize(1280, 800)


def application() -> QApplication:
    return QApplication.instance() or QApplication([])


def settle() -> None:
    """Everything that was asked for is laid out and painted."""
    QApplication.processEvents()
    QApplication.processEvents()


def window_on(scenario: Scenario) -> MainWindow:
    """A window as it is after a first start, laid out and painted."""
    folder = Path(tempfile.mkdtemp())
    settings = QSettings(str(folder / "settings.ini"), QSettings.Format.IniFormat)
    preferences = Preferences(settings)
    preferences.dismiss(HINT)
    window = MainWindow(Session(scenario), Look(preferences, "light"))
    window.resize(SIZE)
    window.show()
    settle()
    return window


class Images:
    """A pyqtgraph window with as many images as `window` shows heatmaps, as large as they are."""

    def __init__(self, window: MainWindow) -> None:
        import pyqtgraph as pg

        shown = [view for view in window.stage_flow.heatmaps if not visible_part(view).isEmpty()]
        self.count = len(shown)
        self._window = pg.GraphicsLayoutWidget()
        self._images = []
        for view in shown:
            image = pg.ImageItem(axisOrder="row-major")
            box = self._window.addViewBox(row=len(self._images), col=0)
            box.addItem(image)
            self._images.append((image, (view.grid.rows, view.grid.columns)))
        width = max(visible_part(view).width() for view in shown)
        self._window.resize(width, sum(visible_part(view).height() for view in shown))
        self._window.show()
        settle()

    def change(self, numbers: np.random.Generator) -> list[np.ndarray]:
        """New arrays for the images; they are made before the time is taken."""
        return [numbers.normal(size=shape) for _, shape in self._images]

    def show(self, arrays: list[np.ndarray], ramp: np.ndarray) -> None:
        for (image, _), array in zip(self._images, arrays, strict=True):
            image.setImage(array, autoLevels=False, levels=(-3.0, 3.0), lut=ramp)
        settle()


def visible_part(view):
    """The part of a heatmap that is on the screen."""
    return view.viewport().visibleRegion().boundingRect()
