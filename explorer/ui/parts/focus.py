"""Telling that the keyboard focus has moved."""

from PySide6.QtCore import SIGNAL, SLOT, QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication, QWidget

PASSING = (Qt.FocusReason.PopupFocusReason, Qt.FocusReason.ActiveWindowFocusReason)
"""Reasons for losing the focus that do not end typing: a menu, or another window."""


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


def holds(panel: QWidget, widget: QWidget | None) -> bool:
    """Whether a widget is the panel or stands in it."""
    return widget is not None and (panel is widget or panel.isAncestorOf(widget))


def first_focusable(panel: QWidget, preferred: QWidget) -> QWidget | None:
    """The first widget of a panel that takes the focus; the preferred one where it is inside."""
    wanted = [preferred] if panel.isAncestorOf(preferred) else []
    candidates = [*wanted, panel, *panel.findChildren(QWidget)]
    return next(
        (
            widget
            for widget in candidates
            if widget.isVisible()
            and widget.isEnabled()
            and widget.focusPolicy() & Qt.FocusPolicy.TabFocus
        ),
        None,
    )
