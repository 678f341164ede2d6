"""Changing a number by dragging it or turning the wheel over it; one gesture is one undo."""

import math
from decimal import Decimal

import numpy as np

from explorer.app import edits
from explorer.app.session import Session
from explorer.model import Place

SMALLEST, LARGEST = -12, 12
"""Powers of ten between which the step follows the size of the number."""


def scrub_step(value: float, fine: bool = False) -> Decimal:
    """How much one notch changes `value`: a tenth of its leading digit's place, 0.1 for zero."""
    power = 0 if value == 0 else math.floor(math.log10(abs(value)))
    power = min(max(power, SMALLEST), LARGEST) - (2 if fine else 1)
    return Decimal(1).scaleb(power)


class Scrub:
    """One continuous change of one number, counted in decimals so that 0.1 + 0.2 is 0.3."""

    def __init__(self, session: Session, place: Place) -> None:
        self.place = place
        self._gesture = session.gesture(may_lag=True)
        newest = session.pending.newest
        self._start = float(getattr(newest, place.array)[place.row, place.column])
        self._value = Decimal(repr(self._start))

    @property
    def is_landing(self) -> bool:
        """Whether what the session tells of at the moment comes of this change."""
        return self._gesture.is_landing

    def turn(self, notches: int, fine: bool = False) -> bool:
        """Go up or down by so many steps from where the number is. False: refused."""
        value = self._value + notches * scrub_step(self._start, fine)
        place, block = self.place, np.array([[float(value)]])
        done = self._gesture.edit(edits.set_cells, place.array, place.row, place.column, block)
        if done:
            self._value = value
        return done

    def cancel(self) -> None:
        """Take the whole change back."""
        self._gesture.cancel()
