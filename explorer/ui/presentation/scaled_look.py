"""The look of the program in a size of its own, for a part of the screen."""

from PySide6.QtCore import QObject

from explorer.ui.looks.look import Look


class ScaledLook(Look):
    """Theme and digits of another look, text at `points` whatever the zoom is.

    It never touches the application's own font and palette.
    """

    def __init__(self, base: Look, points: float, parent: QObject | None = None) -> None:
        QObject.__init__(self, parent)  # not that of Look, which would apply itself to Qt
        self.preferences = base.preferences
        self.motion = base.motion
        self._base = base
        self._points = points
        base.changed.connect(self.apply)
        self.apply()

    @property
    def points(self) -> float:
        return self._points

    @points.setter
    def points(self, points: float) -> None:
        if points != self._points:
            self._points = points
            self.apply()

    @property
    def chosen_theme(self) -> str:
        return self._base.chosen_theme

    def choose_theme(self, name: str) -> None:
        self._base.choose_theme(name)

    def apply(self) -> None:
        """Take over what the other look shows."""
        self.theme = self._base.theme
        self._all_digits = self._base.all_digits
        self._measure()
        self.changed.emit()
