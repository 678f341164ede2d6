"""Moving through the walk: by steps, readers and stages, to its ends, and playing it."""

from collections.abc import Callable

from PySide6.QtCore import QObject, Qt
from PySide6.QtGui import QAction, QKeyEvent
from PySide6.QtWidgets import QWidget

from explorer.app.session import Session
from explorer.ui.looks.look import Look
from explorer.ui.parts.actions import make_action
from explorer.ui.parts.icons import icon
from explorer.ui.walk.player import Player, go_to_step

_Key = Qt.Key
_ARROWS = {_Key.Key_Left: "previous", _Key.Key_Up: "previous"}
_ARROWS |= {_Key.Key_Right: "next", _Key.Key_Down: "next"}
_KEYS = {_Key.Key_Home: "first", _Key.Key_End: "last", _Key.Key_Space: "play"}
_KEYS |= {_Key.Key_PageUp: "previous_reader", _Key.Key_PageDown: "next_reader"}
_SHIFTED_KEYS = {_Key.Key_PageUp: "previous_stage", _Key.Key_PageDown: "next_stage"}


class StepActions(QObject):
    """The actions of the walk, for menus and buttons alike, kept in step with the session."""

    def __init__(self, session: Session, look: Look, owner: QWidget) -> None:
        super().__init__(owner)  # the session may live longer than the buttons do
        self._session = session
        self._look = look
        self.player = Player(session, owner)
        self.first = self._action("first", "&First step", self._to(0), "Alt+Home")
        self.previous = self._action("previous", "&Previous step", self._by(-1), "Alt+PgUp")
        self.next = self._action("next", "&Next step", self._by(1), "Alt+PgDown")
        self.last = self._action("last", "&Last step", self._to(-1), "Alt+End")
        self.play = make_action(owner, "playAction", "Pla&y", self.player.toggle, "F5")
        self.all = (self.first, self.previous, self.play, self.next, self.last)
        self._make_jumps(owner)
        self.player.playing_changed.connect(self._restyle)
        session.step_changed.connect(self._follow)
        session.changed.connect(self._follow)
        look.changed.connect(self._restyle)
        self._restyle()
        self._follow()

    def for_key(self, event: QKeyEvent, with_arrows: bool = True) -> QAction | None:
        """The action a key starts where the walk has the focus: arrows, Home, End, Page, Space."""
        modifiers = event.modifiers() & ~Qt.KeyboardModifier.KeypadModifier
        names: dict[Qt.Key, str] = {}
        if modifiers == Qt.KeyboardModifier.NoModifier:
            names = {**_KEYS, **(_ARROWS if with_arrows else {})}
        elif modifiers == Qt.KeyboardModifier.ShiftModifier:
            names = _SHIFTED_KEYS
        name = names.get(Qt.Key(event.key()))
        return None if name is None else getattr(self, name)

    def _make_jumps(self, owner: QWidget) -> None:
        def jump(name: str, text: str, key: str) -> QAction:
            beside = name.removeprefix("previous").removeprefix("next").lower()
            by = -1 if name.startswith("previous") else 1
            return make_action(owner, f"{name}Action", text, self._beside(beside, by), key)

        self.previous_reader = jump("previousReader", "Previous &reader", "Alt+Shift+PgUp")
        self.next_reader = jump("nextReader", "Next r&eader", "Alt+Shift+PgDown")
        self.previous_stage = jump("previousStage", "Previous &stage", "Ctrl+PgUp")
        self.next_stage = jump("nextStage", "Next s&tage", "Ctrl+PgDown")
        self.jumps = (
            self.previous_reader,
            self.next_reader,
            self.previous_stage,
            self.next_stage,
        )

    def _action(self, name: str, text: str, go: Callable[[], None], key: str) -> QAction:
        owner = self.parent()
        assert isinstance(owner, QWidget)  # __init__
        action = make_action(owner, f"{name}StepAction", text, go, key)
        action.setData(name)
        return action

    def _to(self, index: int) -> Callable[[], None]:
        return lambda: go_to_step(self._session, index % len(self._session.walk))

    def _by(self, steps: int) -> Callable[[], None]:
        return lambda: go_to_step(self._session, self._session.position + steps)

    def _beside(self, what: str, by: int) -> Callable[[], None]:
        def go() -> None:
            session = self._session
            walk = session.walk
            find = walk.reader_beside if what == "reader" else walk.stage_beside
            go_to_step(session, find(session.position, by))

        return go

    def _follow(self) -> None:
        walk, position = self._session.walk, self._session.position
        last = len(walk) - 1
        for action in (self.first, self.previous, self.previous_reader, self.previous_stage):
            action.setEnabled(position > 0)
        for action in (self.next, self.last):
            action.setEnabled(position < last)
        self.next_reader.setEnabled(walk.reader_beside(position, 1) > position)
        self.next_stage.setEnabled(walk.stage_beside(position, 1) > position)

    def _restyle(self) -> None:
        colour = self._look.theme.text
        playing = self.player.is_playing
        self.play.setText("Pause" if playing else "Pla&y")
        self.play.setIcon(icon("pause" if playing else "play", colour))
        for action in (self.first, self.previous, self.next, self.last):
            action.setIcon(icon(action.data(), colour))
