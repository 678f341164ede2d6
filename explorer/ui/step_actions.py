"""Moving through the walk: first, previous, next, last, and playing it."""

from collections.abc import Callable

from PySide6.QtCore import QEvent, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QApplication, QToolButton, QWidget

from explorer.app.session import Session
from explorer.ui.actions import make_action
from explorer.ui.icons import icon
from explorer.ui.look import Look

STEP_INTERVAL_MS = 1000
_INPUT = (QEvent.Type.KeyPress, QEvent.Type.MouseButtonPress, QEvent.Type.Wheel)


def go_to_step(session: Session, index: int) -> None:
    """Go to a step, or to the nearer end of the walk; not while an open cell holds no number."""
    if session.settle():
        walk = session.walk
        session.go_to(walk[min(max(index, 0), len(walk) - 1)].place)


class Player(QObject):
    """Goes one step further every second until the last step or any input.

    Signals
    -------
    playing_changed(bool)
        Playing began or ended.
    """

    playing_changed = Signal(bool)

    def __init__(self, session: Session, parent: QObject) -> None:
        super().__init__(parent)
        self._session = session
        self.timer = QTimer(self)
        self.timer.setInterval(STEP_INTERVAL_MS)
        self.timer.timeout.connect(self._advance)

    @property
    def is_playing(self) -> bool:
        """Whether the steps move on by themselves."""
        return self.timer.isActive()

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
        if self._session.step == self._session.walk[-1].place:
            go_to_step(self._session, 0)
        self.timer.start()
        _application().installEventFilter(self)
        self.playing_changed.emit(True)

    def _advance(self) -> None:
        walk = self._session.walk
        position = walk.position(self._session.step) + 1
        go_to_step(self._session, position)
        if position >= len(walk) - 1:
            self.pause()


def _plays(watched: QObject) -> bool:
    """Whether the widget is a button of the play action, which pauses by itself."""
    return isinstance(watched, QToolButton) and watched.defaultAction().objectName() == "playAction"


def _application() -> QObject:
    application = QApplication.instance()
    assert application is not None  # there is a timer running
    return application


class StepActions:
    """The actions of the walk, for menus and buttons alike, kept in step with the session."""

    def __init__(self, session: Session, look: Look, owner: QWidget) -> None:
        self._session = session
        self._look = look
        self.player = Player(session, owner)
        self.first = self._action(owner, "first", "&First step", self._to(0), "Alt+Home")
        self.previous = self._action(owner, "previous", "&Previous step", self._by(-1), "Alt+PgUp")
        self.next = self._action(owner, "next", "&Next step", self._by(1), "Alt+PgDown")
        self.last = self._action(owner, "last", "&Last step", self._to(-1), "Alt+End")
        self.play = make_action(owner, "playAction", "P&lay", self.player.toggle, "F5")
        self.all = (self.first, self.previous, self.play, self.next, self.last)
        self.player.playing_changed.connect(lambda _playing: self._restyle())
        session.step_changed.connect(self._follow)
        session.changed.connect(self._follow)
        look.changed.connect(self._restyle)
        self._restyle()
        self._follow()

    def _action(
        self, owner: QWidget, name: str, text: str, go: Callable[[], None], key: str
    ) -> QAction:
        action = make_action(owner, f"{name}StepAction", text, go, key)
        action.setData(name)
        return action

    def _to(self, index: int) -> Callable[[], None]:
        return lambda: go_to_step(self._session, index % len(self._session.walk))

    def _by(self, steps: int) -> Callable[[], None]:
        return lambda: go_to_step(self._session, self._position + steps)

    @property
    def _position(self) -> int:
        return self._session.walk.position(self._session.step)

    def _follow(self) -> None:
        position, last = self._position, len(self._session.walk) - 1
        for action in (self.first, self.previous):
            action.setEnabled(position > 0)
        for action in (self.next, self.last):
            action.setEnabled(position < last)

    def _restyle(self) -> None:
        colour = self._look.theme.text
        playing = self.player.is_playing
        self.play.setText("P&ause" if playing else "P&lay")
        self.play.setIcon(icon("pause" if playing else "play", colour))
        for action in (self.first, self.previous, self.next, self.last):
            action.setIcon(icon(action.data(), colour))
