"""The small control of how fast steps play, and whether those of one reader repeat."""

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QMenu, QToolButton

from explorer.ui.looks.look import Look
from explorer.ui.walk.player import Player
from explorer.ui.walk.walk_options import WalkOptions


class SpeedButton(QToolButton):
    """Shows the steps a second, `1/s`, and opens a menu with the speeds."""

    def __init__(self, player: Player, options: WalkOptions, look: Look) -> None:
        super().__init__()
        self.setObjectName("speedButton")
        self._player = player
        self._look = look
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        menu = QMenu(self)
        menu.addActions(list(options.speeds.values()))
        menu.addSeparator()
        menu.addActions([options.loop, options.pause_here])
        self.setMenu(menu)
        player.speed_changed.connect(self._follow)
        look.changed.connect(self._follow)
        self._follow()

    def _follow(self) -> None:
        speed = f"{self._player.speed:g}"
        self.setText(f"{speed}/s")
        self.setFont(self._look.font(0.9))
        self.setAccessibleName(f"Speed: {speed} steps a second")
        self.setToolTip(f"Plays {speed} steps a second")
