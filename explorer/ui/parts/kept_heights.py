"""How high a widget is for each width its layout has asked about."""

from collections.abc import Callable


class KeptHeights:
    """Heights by width, kept while the widget shows the same.

    A layout asks for the same few again and again, and keeps what it was told: it has to be done
    anew only where one of those heights has become another.
    """

    def __init__(self, work_out: Callable[[int], int]) -> None:
        self._work_out = work_out
        self._told: dict[int, int] = {}

    def at(self, width: int) -> int:
        """The height for a width."""
        if width not in self._told:
            self._told[width] = self._work_out(width)
        return self._told[width]

    def renew(self) -> bool:
        """Something else is shown: whether the layout was told otherwise, or nothing yet."""
        told, self._told = self._told, {}
        return not told or any(self.at(width) != height for width, height in told.items())

    def forget(self) -> None:
        """The widget has another size or look: what the layout was told counts no more."""
        self._told.clear()
