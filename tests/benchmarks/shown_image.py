"""The least that shows an image with pyqtgraph; prints when it was painted."""

import os
import sys
import time

import numpy as np
import pyqtgraph as pg
from PySide6.QtCore import QEvent, QObject, QTimer

application = pg.mkQApp()
window = pg.GraphicsLayoutWidget()
window.addViewBox().addItem(pg.ImageItem(np.random.default_rng(0).random((3, 3))))


class Watch(QObject):
    def eventFilter(self, watched, event):
        if event.type() == QEvent.Type.Paint:
            window.viewport().removeEventFilter(self)
            QTimer.singleShot(0, painted)
        return False


def painted():
    print(time.monotonic())
    sys.stdout.flush()
    os._exit(0)


watch = Watch()
window.viewport().installEventFilter(watch)
window.resize(1280, 800)
window.show()
application.exec()
