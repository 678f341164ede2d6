"""Where one has been by following numbers: back and forward as in a browser."""

from dataclasses import dataclass

from explorer.model import Place


@dataclass(frozen=True, slots=True)
class _Left:
    """A place left by following a number; `begins` a trail if one did not come there by one."""

    place: Place
    begins: bool


class History:
    """The places left by following a number, and those left by going back."""

    def __init__(self) -> None:
        self._behind: list[_Left] = []
        self._ahead: list[Place] = []
        self._is_at_start = True

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
        """The places one came through to the current one by following numbers, first to last."""
        trail: list[Place] = []
        for left in () if self._is_at_start else reversed(self._behind):
            trail.append(left.place)
            if left.begins:
                break
        return tuple(reversed(trail))

    def leave(self, place: Place) -> None:
        """`place` was left by following a number."""
        self._go_on(place)
        self._ahead.clear()

    def start_elsewhere(self) -> None:
        """The current place is one that no number was followed to."""
        self._is_at_start = True

    def back(self, here: Place, places: int = 1) -> Place | None:
        """The place to return to from `here`, so many places back; None if there is none."""
        if not self._behind:
            return None
        for _ in range(min(places, len(self._behind))):
            self._ahead.append(here)
            left = self._behind.pop()
            here, self._is_at_start = left.place, left.begins
        return here

    def forward(self, here: Place) -> Place | None:
        """The place to go to again from `here`; None if there is none."""
        if not self._ahead:
            return None
        self._go_on(here)
        return self._ahead.pop()

    def _go_on(self, here: Place) -> None:
        self._behind.append(_Left(here, self._is_at_start))
        self._is_at_start = False
