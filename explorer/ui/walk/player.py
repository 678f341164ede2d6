"""Playing the walk: the steps move on by themselves until something happens."""

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QToolButton

from explorer.app.breakpoints import Breakpoints
from explorer.app.session import Session

SPEEDS = (0.25, 0.5, 1.0, 2.0, 4.0)
"""Steps a second."""
_INPUT = (QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel)


def go_to_step(session: Session, index: int) -> None:
    """Go to a step, or to the nearer end of the walk; not while an open cell holds no number."""
    if session.settle():
        session.go_to_position(index)


class Player(QObject):
    """Goes one step further at a time until the last step, a marked stage or any input.

    Signals
    -------
    playing_changed(bool)
        Playing began or ended.
    speed_changed()
        The steps follow each other faster or slower.
    """

    playing_changed = Signal(bool)
    speed_changed = Signal()

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self._speed = 1.0
        self.loops = False
        """Whether the steps of one reader are played again and again."""
        self.breakpoints = Breakpoints(self)
        self.timer = QTimer(self)
        self.timer.setInterval(1000)
        self.timer.timeout.connect(self._advance)

    @property
    def is_playing(self) -> bool:
        """Whether the steps move on by themselves."""
        return self.timer.isActive()

    @property
    def speed(self) -> float:
        """Steps a second, one of SPEEDS."""
        return self._speed

    @speed.setter
    def speed(self, speed: float) -> None:
        self._speed = speed
        self.timer.setInterval(round(1000 / speed))
        self.speed_changed.emit()

    def toggle(self) -> None:
        """Play, from the first step if the last is shown; or pause."""
        if self.is_playing:
            self.pause()
        elif self._session.settle():
            self._play()

    def pause(self) -> None:
        """Stay at the step that is shown."""
        if self.is_playing:
            self.timer.stop()
            _application().removeEventFilter(self)
            self.playing_changed.emit(False)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        """Pause on any input; a space does no more than that."""
        if event.type() not in _INPUT or not watched.isWidgetType() or _plays(watched):
            return False
        self.pause()
        return isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space

    def _play(self) -> None:
        if not self.loops and self._is_at_end:
            go_to_step(self._session, 0)
        self.timer.start()
        _application().installEventFilter(self)
        self.playing_changed.emit(True)

    def _advance(self) -> None:
        session, before = self._session, self._session.stage
        here = session.position
        go_to_step(session, session.walk.looped(here) if self.loops else here + 1)
        arrives = session.stage is not before and session.stage.name in self.breakpoints
        if arrives or (self._is_at_end and not self.loops):
            self.pause()

    @property
    def _is_at_end(self) -> bool:
        return self._session.position == len(self._session.walk) - 1


def _plays(watched: QObject) -> bool:
    """Whether the widget is a button of the play action, which pauses by itself."""
    if not isinstance(watched, QToolButton):
        return False
    action = watched.defaultAction()
    return action is not None and action.objectName() == "playAction"


def _application() -> QObject:
    application = QApplication.instance()
    assert application is not None  # there is a timer running
    return application
