"""Collecting Python's garbage on the main thread only."""

import gc

from PySide6.QtCore import QObject, QTimer

EVERY = 1000
"""Milliseconds between two looks whether there is enough garbage to collect."""


class Garbage(QObject):
    """Collects garbage while the event loop runs, when Python itself would, but on this thread.

    Python does it in whichever thread happens to make the next object. Objects of Qt that are
    deleted in the thread of a computation while their own goes on crash the program.
    """

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        gc.disable()
        timer = QTimer(self, interval=EVERY)
        timer.timeout.connect(_collect)
        timer.start()


def _collect() -> None:
    """The oldest generation that is due, and with it all that are younger."""
    due = [made > limit for made, limit in zip(gc.get_count(), gc.get_threshold(), strict=True)]
    if any(due):
        gc.collect(max(generation for generation, is_due in enumerate(due) if is_due))
