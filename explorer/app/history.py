"""Where one has been by following numbers: back and forward as in a browser."""

from explorer.model import Place


class History:
    """The places left by following a number, and those left by going back."""

    def __init__(self) -> None:
        self._behind: list[Place] = []
        self._ahead: list[Place] = []

    @property
    def can_go_back(self) -> bool:
        """Whether there is a place to go back to."""
        return bool(self._behind)

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a place to go forward to."""
        return bool(self._ahead)

    @property
    def trail(self) -> tuple[Place, ...]:
        """The places one came through, first to last."""
        return tuple(self._behind)

    def leave(self, place: Place) -> None:
        """`place` was left by following a number."""
        self._behind.append(place)
        self._ahead.clear()

    def back(self, here: Place, places: int = 1) -> Place | None:
        """The place to return to from `here`, so many places back; None if there is none."""
        if not self._behind:
            return None
        for _ in range(min(places, len(self._behind))):
            self._ahead.append(here)
            here = self._behind.pop()
        return here

    def forward(self, here: Place) -> Place | None:
        """The place to go to again from `here`; None if there is none."""
        if not self._ahead:
            return None
        self._behind.append(here)
        return self._ahead.pop()
