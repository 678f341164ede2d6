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
        self._end: Place | None = None

    @property
    def can_go_back(self) -> bool:
        """Whether there is a place to go back to."""
        return bool(self._behind)

    @property
    def can_go_forward(self) -> bool:
        """Whether there is a place to go forward to."""
        return bool(self._ahead)

    def trail_to(self, here: Place) -> tuple[Place, ...]:
        """The places one came through to `here` by following numbers, first to last."""
        trail: list[Place] = []
        for left in reversed(self._behind) if here == self._end else ():
            trail.append(left.place)
            if left.begins:
                break
        return tuple(reversed(trail))

    def leave(self, here: Place, there: Place) -> None:
        """A number was followed from `here` to `there`."""
        self._go_on(here, there)
        self._ahead.clear()

    def back(self, here: Place, places: int = 1) -> Place | None:
        """The place to return to from `here`, so many places back; None if there is none."""
        if not self._behind:
            return None
        for _ in range(min(places, len(self._behind))):
            self._ahead.append(here)
            left = self._behind.pop()
            here, self._end = left.place, None if left.begins else left.place
        return here

    def forward(self, here: Place) -> Place | None:
        """The place to go to again from `here`; None if there is none."""
        if not self._ahead:
            return None
        there = self._ahead.pop()
        self._go_on(here, there)
        return there

    def _go_on(self, here: Place, there: Place) -> None:
        self._behind.append(_Left(here, begins=here != self._end))
        self._end = there
