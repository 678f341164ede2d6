"""Colour arithmetic: contrast, ramps of 256 colours, and ink that is readable on them."""

import math
from typing import TypeAlias

import numpy as np
from numpy.typing import NDArray

Ramp: TypeAlias = NDArray[np.uint8]
"""256 opaque colours, (256, 4) RGBA."""

BLACK, WHITE = "#000000", "#ffffff"
_TURNING_POINT = math.sqrt(0.05 * 1.05) - 0.05
"""The luminance that is as far from black as from white."""


def rgb(colour: str) -> tuple[int, int, int]:
    """The three channels of `#rrggbb`, 0 to 255."""
    return int(colour[1:3], 16), int(colour[3:5], 16), int(colour[5:7], 16)


def hex_colour(channels: tuple[int, ...]) -> str:
    """The first three channels as `#rrggbb`."""
    return "#{:02x}{:02x}{:02x}".format(*channels[:3])


def luminance(colour: str) -> float:
    """Relative luminance after WCAG 2, 0 for black to 1 for white."""
    linear = [
        channel / 12.92 if channel <= 0.04045 else ((channel + 0.055) / 1.055) ** 2.4
        for channel in (value / 255 for value in rgb(colour))
    ]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(first: str, second: str) -> float:
    """Contrast ratio after WCAG 2, from 1 to 21."""
    dark, light = sorted((luminance(first), luminance(second)))
    return (light + 0.05) / (dark + 0.05)


def ink_on(background: str) -> str:
    """Black or white, whichever stands out more from `background`: at least 4.58 to 1."""
    return WHITE if luminance(background) < _TURNING_POINT else BLACK


def ramp(*stops: str) -> Ramp:
    """256 colours from the first stop to the last, the stops equally far apart."""
    positions = np.linspace(0, 255, len(stops))
    channels = [
        np.interp(np.arange(256), positions, [rgb(stop)[channel] for stop in stops])
        for channel in range(3)
    ]
    opaque = np.full(256, 255.0)
    return np.ascontiguousarray(np.rint(np.stack([*channels, opaque], axis=1)), dtype=np.uint8)


def mixed(first: str, second: str, share: float) -> str:
    """`first` with `share` (0 to 1) of `second` mixed in."""
    channels = zip(rgb(first), rgb(second), strict=True)
    return hex_colour(tuple(round(a + (b - a) * share) for a, b in channels))
