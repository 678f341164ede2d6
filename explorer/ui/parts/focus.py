"""Telling that the keyboard focus has moved."""

from PySide6.QtCore import SIGNAL, SLOT, QObject, QTimer, Signal
from PySide6.QtWidgets import QApplication


class FocusWatch(QObject):
    """Says, a moment later, that another widget has the focus.

    Qt's own signal hands over the widget that loses the focus, which may be half destroyed; the
    program aborts when such a one is made into a Python object, even for a slot that takes no
    arguments. So the signal starts a timer inside Qt, and Python hears of nothing but the timer.

    Signals
    -------
    moved()
        QApplication.focusWidget() is another one, or none.
    """

    moved = Signal()

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._timer = QTimer(self)
        self._timer.setSingleShot(True)
        self._timer.timeout.connect(self.moved)
        application = QApplication.instance()
        assert application is not None  # there are widgets
        changed = SIGNAL("focusChanged(QWidget*,QWidget*)")
        QObject.connect(application, changed, self._timer, SLOT("start()"))
