"""How the walk is walked: how fine its steps are, how fast they play, where they pause."""

from collections.abc import Callable, Iterable

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QAction, QActionGroup, QGuiApplication
from PySide6.QtWidgets import QWidget

from explorer.app.session import Session
from explorer.model import Granularity
from explorer.ui.looks.look import Look
from explorer.ui.parts.actions import make_action, make_choice
from explorer.ui.parts.icons import icon
from explorer.ui.walk.player import SPEEDS, Player

GRANULARITY_WORDS = {
    Granularity.STAGE: "Stage: a whole table",
    Granularity.READER: "Reader: one row",
    Granularity.CELL: "Cell: one number",
    Granularity.TERM: "Term: one product",
}


class WalkOptions(QObject):
    """The choices of the walk as actions, checked as session and player are.

    Signals
    -------
    link_copied(str)
        The link to the step is on the clipboard; the text says what it is.
    """

    link_copied = Signal(str)

    def __init__(self, session: Session, player: Player, look: Look, owner: QWidget) -> None:
        super().__init__(owner)
        self._session, self._player, self._look = session, player, look
        self.granularities = {
            granularity: self._granularity_action(owner, granularity, number)
            for number, granularity in enumerate(Granularity, start=1)
        }
        self.speeds = {speed: self._speed_action(owner, speed) for speed in SPEEDS}
        for choices in (self.granularities.values(), self.speeds.values()):
            _exclusive(self, choices)
        self.loop = make_choice(owner, "loopAction", "L&oop over one reader", self._loop)
        self.pause_here = make_choice(
            owner, "pauseHereAction", "Pa&use at this stage", self._toggle_stage, "F9"
        )
        self.reveal = make_choice(
            owner, "revealAction", "Re&veal as we go", self._toggle_reveal, "F7"
        )
        self.predict = make_choice(
            owner, "predictAction", "Pred&ict first", self._toggle_predict, "F8"
        )
        self.copy_link = make_action(
            owner, "copyLinkAction", "&Copy link to this step", self._copy_link, "Ctrl+Shift+L"
        )
        look.preferences.convention_changed.connect(self._name_granularities)
        self._name_granularities()
        session.step_changed.connect(self._follow)
        session.changed.connect(self._follow)
        session.reveal.changed.connect(self._follow)
        player.speed_changed.connect(self._follow)
        player.breakpoints.changed.connect(self._follow)
        look.changed.connect(self._restyle)
        self._restyle()
        self._follow()

    @property
    def all(self) -> tuple[QAction, ...]:
        """Every action."""
        return (
            *self.granularities.values(),
            *self.speeds.values(),
            self.loop,
            self.pause_here,
            self.reveal,
            self.predict,
            self.copy_link,
        )

    def pause_actions(self, owner: QWidget) -> list[QAction]:
        """One choice for each stage of the moment: whether playing pauses at its first step."""
        breakpoints = self._player.breakpoints

        def toggle(stage: str) -> Callable[[], None]:
            return lambda: breakpoints.toggle(stage)

        actions = []
        for stage in self._session.trace.stages:
            name = f"{stage.short_name}PauseAction"
            action = make_choice(owner, name, f"{stage.action}", toggle(stage.name))
            action.setChecked(stage.name in breakpoints)
            actions.append(action)
        return actions

    def _granularity_action(self, owner: QWidget, granularity: Granularity, number: int) -> QAction:
        def choose() -> None:
            if self._session.settle():
                self._session.set_granularity(granularity)
            self._follow()

        text = f"&{GRANULARITY_WORDS[granularity]}"
        return make_choice(owner, f"{granularity}StepsAction", text, choose, f"Ctrl+{number}")

    def _name_granularities(self) -> None:
        """A reader has a row, or a column."""
        for granularity, action in self.granularities.items():
            action.setText(self._look.words(f"&{GRANULARITY_WORDS[granularity]}"))

    def _speed_action(self, owner: QWidget, speed: float) -> QAction:
        def choose() -> None:
            self._player.speed = speed

        unit = "step" if speed <= 1 else "steps"
        text = f"{speed:g} {unit} a second"
        return make_choice(owner, f"speed{speed:g}Action".replace(".", "_"), text, choose)

    def _loop(self) -> None:
        self._player.loops = not self._player.loops
        self._follow()

    def _toggle_stage(self) -> None:
        self._player.breakpoints.toggle(self._session.stage.name)

    def _toggle_reveal(self) -> None:
        reveal = self._session.reveal
        reveal.as_we_go = not reveal.as_we_go

    def _toggle_predict(self) -> None:
        if self._session.settle():
            reveal = self._session.reveal
            reveal.predicting = not reveal.predicting
        self._follow()

    def _copy_link(self) -> None:
        if not self._session.settle():
            return
        from explorer.app.step_command import command_to_step

        command = command_to_step(self._session)
        QGuiApplication.clipboard().setText(command.text)
        self.link_copied.emit(f"Copied: {command.text}\n{command.remark}".rstrip())

    def _follow(self) -> None:
        session, player = self._session, self._player
        self.granularities[session.granularity].setChecked(True)
        self.speeds[player.speed].setChecked(True)
        self.loop.setChecked(player.loops)
        self.pause_here.setChecked(session.stage.name in player.breakpoints)
        self.reveal.setChecked(session.reveal.as_we_go)
        self.predict.setChecked(session.reveal.predicting)

    def _restyle(self) -> None:
        self.reveal.setIcon(icon("reveal", self._look.theme.text))


def _exclusive(parent: QObject, choices: Iterable[QAction]) -> None:
    group = QActionGroup(parent)
    for action in choices:
        group.addAction(action)
