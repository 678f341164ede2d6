"""Less motion: asked for by the setting, or by the system where the setting leaves it to it."""

from enum import Enum

import pytest
from PySide6.QtCore import QObject, Signal

from explorer.ui.looks.motion import Motion


class MotionPreference(Enum):
    """Qt's own from 6.12 on."""

    NoPreference = 0
    ReducedMotion = 1


class Hints(QObject):
    """What Qt tells from 6.12 on, for a system whose settings change."""

    motionPreferenceChanged = Signal()  # noqa: N815

    def __init__(self, asks_for_less):
        super().__init__()
        self._asks_for_less = asks_for_less

    def motionPreference(self):
        return MotionPreference(int(self._asks_for_less))

    def ask(self, for_less):
        self._asks_for_less = for_less
        self.motionPreferenceChanged.emit()


class OlderHints(QObject):
    """What Qt tells before 6.12: nothing about motion."""


def told(motion):
    times = []
    motion.changed.connect(lambda: times.append(motion.is_reduced))
    return times


@pytest.mark.parametrize(
    ("chosen", "asks_for_less", "is_reduced"),
    [
        ("system", False, False),
        ("system", True, True),
        ("full", True, False),
        ("full", False, False),
        ("less", False, True),
        ("less", True, True),
    ],
)
def test_the_setting_decides_and_leaves_it_to_the_system_at_first(
    preferences, chosen, asks_for_less, is_reduced
):
    preferences.motion = chosen
    assert Motion(preferences, Hints(asks_for_less)).is_reduced is is_reduced


def test_a_qt_that_does_not_tell_what_the_system_asks_for_leaves_the_setting(preferences):
    motion = Motion(preferences, OlderHints())
    assert not motion.is_reduced
    preferences.motion = "less"
    assert motion.is_reduced


def test_what_the_system_asks_for_is_followed_at_once(preferences):
    hints = Hints(asks_for_less=False)
    motion = Motion(preferences, hints)
    times = told(motion)
    hints.ask(for_less=True)
    hints.ask(for_less=True)
    hints.ask(for_less=False)
    assert times == [True, False]


def test_a_setting_that_changes_nothing_tells_nothing(preferences):
    motion = Motion(preferences, Hints(asks_for_less=True))
    times = told(motion)
    preferences.motion = "less"
    assert times == []
    preferences.motion = "full"
    assert times == [False]


def test_the_hints_of_this_qt_can_be_asked(preferences):
    assert Motion(preferences).is_reduced in (True, False)


def test_all_looks_of_a_program_share_what_may_move(look):
    from explorer.ui.presentation.scaled_look import ScaledLook

    assert ScaledLook(look, 12).motion is look.motion
