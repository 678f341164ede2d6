"""Whether things on the screen may move: what the person chose, or what the system asks for."""

from typing import Any

from PySide6.QtCore import QObject, Signal
from PySide6.QtGui import QGuiApplication

from explorer.app.preferences import Preferences

_LESS = "ReducedMotion"
"""The name of Qt's Qt.MotionPreference that asks for less."""


class Motion(QObject):
    """Follows the setting, and the system where the setting leaves it to the system.

    Qt tells what the system asks for from 6.12 on, which Python 3.12 and newer get; before, there
    is no more than the setting. Qt's hints on effects and durations are no substitute: they say
    the same on every Linux desktop and on macOS, whatever the person has asked for there.

    Signals
    -------
    changed()
        Things may move now, or no longer.
    """

    changed = Signal()

    def __init__(self, preferences: Preferences, hints: Any = None) -> None:
        """`hints` are those of Qt on accessibility; by default what it has for the system."""
        super().__init__()
        self._preferences = preferences
        self._style_hints = QGuiApplication.styleHints()  # without it Python loses its hints
        self._hints: Any = hints or self._style_hints.accessibility()
        preferences.motion_changed.connect(self._follow)
        if hasattr(self._hints, "motionPreferenceChanged"):
            self._hints.motionPreferenceChanged.connect(self._follow)
        self._is_reduced = self._is_less_asked_for()

    @property
    def is_reduced(self) -> bool:
        """Whether nothing may move: what would move is at its end at once."""
        return self._is_reduced

    def _follow(self) -> None:
        is_reduced = self._is_less_asked_for()
        if is_reduced != self._is_reduced:
            self._is_reduced = is_reduced
            self.changed.emit()

    def _is_less_asked_for(self) -> bool:
        chosen = self._preferences.motion
        return chosen == "less" or (chosen == "system" and self._system_asks_for_less())

    def _system_asks_for_less(self) -> bool:
        asks = getattr(self._hints, "motionPreference", None)
        return asks is not None and asks().name == _LESS
