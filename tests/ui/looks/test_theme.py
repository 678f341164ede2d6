"""Colours can be told apart and text can be read, in every theme and by every eye."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from PySide6.QtGui import QPalette

from explorer.model.places import Role
from explorer.model.stages import ColourScale
from explorer.ui.looks.colours import (
    BLACK,
    WHITE,
    contrast,
    hex_colour,
    ink_on,
    luminance,
    mixed,
    ramp,
)
from explorer.ui.looks.theme import THEMES
from explorer.ui.tables.cell_delegate import SELECTED_SHARE

TEXT, MARK = 4.5, 3.0
"""Contrast that text and marks need at least (WCAG 2, level AA)."""

each_theme = pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
each_role = pytest.mark.parametrize("role", Role)
each_scale = pytest.mark.parametrize("scale", ColourScale)

# Machado, Oliveira and Fernandes (2009), severity 1.0, for linear RGB.
EYES = {
    "protanopia": np.array(
        [
            [0.152286, 1.052583, -0.204868],
            [0.114503, 0.786281, 0.099216],
            [-0.003882, -0.048116, 1.051998],
        ]
    ),
    "deuteranopia": np.array(
        [
            [0.367322, 0.860646, -0.227968],
            [0.280085, 0.672501, 0.047413],
            [-0.011820, 0.042940, 0.968881],
        ]
    ),
    "normal": np.eye(3),
}
XYZ_OF_LINEAR_RGB = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
each_eye = pytest.mark.parametrize("eye", EYES)
CLEARLY_DIFFERENT = 15.0
"""Distance in CIELAB; 2.3 is just noticeable side by side."""
APART = {ColourScale.SYMMETRIC: 40.0, ColourScale.QUIET: 10.0}
"""Distance of the two ends of a ramp from each other; halfway to the middle it is half of that."""
each_diverging_scale = pytest.mark.parametrize("scale", APART)


def lab(colours, eye):
    """Colours (n, 3) of 0 to 255 as an eye sees them, in CIELAB under D65."""
    channels = np.asarray(colours, dtype=float)[:, :3] / 255
    linear = np.where(channels <= 0.04045, channels / 12.92, ((channels + 0.055) / 1.055) ** 2.4)
    seen = np.clip(linear @ EYES[eye].T, 0, 1)
    ratio = seen @ XYZ_OF_LINEAR_RGB.T / XYZ_OF_LINEAR_RGB.sum(axis=1)
    x, y, z = np.where(ratio > 0.008856, np.cbrt(ratio), 7.787 * ratio + 16 / 116).T
    return np.stack([116 * y - 16, 500 * (x - y), 200 * (y - z)], axis=1)


def distances(first, second, eye):
    return np.linalg.norm(lab(first, eye) - lab(second, eye), axis=1)


def rgb_rows(*colours):
    return np.array([[int(colour[i : i + 2], 16) for i in (1, 3, 5)] for colour in colours])


def backgrounds(theme):
    """What the text of a theme may stand on."""
    tints = {role: theme.tint(role) for role in Role}
    selected = {
        f"selected {role}": mixed(tint, theme.accent, SELECTED_SHARE)
        for role, tint in tints.items()
    }
    selected["selected card"] = mixed(theme.card, theme.accent, SELECTED_SHARE)
    return {"card": theme.card, "canvas": theme.canvas, **tints, **selected}


@each_theme
def test_text_can_be_read_on_everything_it_stands_on(theme):
    faint = {
        name: contrast(theme.text, background)
        for name, background in backgrounds(theme).items()
        if contrast(theme.text, background) < TEXT
    }
    assert faint == {}


@each_theme
@pytest.mark.parametrize("background", ["card", "canvas"])
def test_quiet_text_can_be_read_too(theme, background):
    assert contrast(theme.muted, getattr(theme, background)) >= TEXT


@each_theme
@each_role
def test_text_in_the_colour_of_a_role_can_be_read_on_a_card(theme, role):
    assert contrast(theme.roles[role], theme.card) >= TEXT


@each_theme
@pytest.mark.parametrize("mark", ["accent", "blocked"])
def test_marks_stand_out_from_the_card(theme, mark):
    assert contrast(getattr(theme, mark), theme.card) >= MARK


@each_theme
@pytest.mark.parametrize("group", [QPalette.ColorGroup.Active, QPalette.ColorGroup.Inactive])
@pytest.mark.parametrize(
    ("ink", "background"),
    [
        (QPalette.ColorRole.WindowText, QPalette.ColorRole.Window),
        (QPalette.ColorRole.Text, QPalette.ColorRole.Base),
        (QPalette.ColorRole.Text, QPalette.ColorRole.AlternateBase),
        (QPalette.ColorRole.ButtonText, QPalette.ColorRole.Button),
        (QPalette.ColorRole.HighlightedText, QPalette.ColorRole.Highlight),
        (QPalette.ColorRole.ToolTipText, QPalette.ColorRole.ToolTipBase),
        (QPalette.ColorRole.PlaceholderText, QPalette.ColorRole.Base),
        (QPalette.ColorRole.Link, QPalette.ColorRole.Base),
        (QPalette.ColorRole.LinkVisited, QPalette.ColorRole.Base),
    ],
)
def test_the_text_of_standard_widgets_can_be_read(qapp, theme, group, ink, background):
    palette = theme.palette()
    colours = [palette.color(group, part).name() for part in (ink, background)]
    assert contrast(*colours) >= TEXT


@each_theme
@each_scale
def test_a_ramp_is_256_opaque_colours_of_bytes(theme, scale):
    colours = theme.ramps[scale]
    assert colours.dtype == np.uint8
    assert colours.shape == (256, 4)
    assert colours.flags.c_contiguous
    assert (colours[:, 3] == 255).all()


@each_theme
@each_scale
def test_the_number_on_a_cell_can_be_read_on_every_colour_of_a_ramp(theme, scale):
    cells = [hex_colour(tuple(int(channel) for channel in row)) for row in theme.ramps[scale]]
    assert min(contrast(ink_on(cell), cell) for cell in cells) >= TEXT


@each_theme
def test_a_larger_weight_is_always_further_from_the_paper(theme):
    cells = [hex_colour(tuple(map(int, row))) for row in theme.ramps[ColourScale.SHARES]]
    steps = np.diff([luminance(cell) for cell in cells])
    assert (steps >= 0).all() if theme.is_dark else (steps <= 0).all()
    assert abs(luminance(cells[-1]) - luminance(cells[0])) > 0.5
    away = [contrast(cells[index], theme.card) for index in (0, 85, 170, 255)]
    assert away == sorted(away)


@each_theme
@each_eye
@each_diverging_scale
def test_a_number_is_told_from_the_same_below_zero_by_every_eye(theme, eye, scale):
    colours = theme.ramps[scale]
    apart = distances(colours[:64], colours[:-65:-1], eye)  # the outer halves of both sides
    assert apart[0] >= APART[scale]
    assert apart.min() >= APART[scale] / 2


@each_theme
@each_eye
@each_diverging_scale
def test_both_ends_of_a_ramp_are_told_from_its_middle_by_every_eye(theme, eye, scale):
    colours = theme.ramps[scale]
    apart = distances(colours[[0, 255]], colours[[128, 128]], eye)
    assert apart.min() >= APART[scale] / 2


@each_theme
@each_role
def test_a_tint_is_told_from_the_card(theme, role):
    assert distances(rgb_rows(theme.tint(role)), rgb_rows(theme.card), "normal")[0] > 4


@each_theme
def test_the_colours_of_the_roles_are_told_apart(theme):
    colours = [theme.roles[role] for role in Role]
    assert len(set(colours)) == len(Role)
    for index, colour in enumerate(colours):
        others = colours[index + 1 :]
        if others:
            repeated = rgb_rows(*[colour] * len(others))
            assert distances(repeated, rgb_rows(*others), "normal").min() >= CLEARLY_DIFFERENT


@each_theme
def test_a_theme_is_dark_if_its_card_is(theme):
    assert theme.is_dark == (luminance(theme.card) < 0.2)


@given(st.tuples(*[st.integers(0, 255)] * 3))
def test_ink_can_be_read_on_any_colour(channels):
    colour = hex_colour(channels)
    assert ink_on(colour) in (BLACK, WHITE)
    assert contrast(ink_on(colour), colour) >= 4.58


@pytest.mark.parametrize(
    ("first", "second", "ratio"),
    [("#000000", "#ffffff", 21.0), ("#777777", "#777777", 1.0), ("#ffffff", "#767676", 4.54)],
)
def test_contrast_is_that_of_wcag_either_way_round(first, second, ratio):
    assert contrast(first, second) == pytest.approx(ratio, abs=0.005)
    assert contrast(second, first) == contrast(first, second)


def test_a_ramp_goes_from_its_first_stop_through_the_others_to_its_last():
    colours = ramp("#000000", "#ff0000", "#0000ff")
    assert colours[0].tolist() == [0, 0, 0, 255]
    assert colours[255].tolist() == [0, 0, 255, 255]
    middle = (colours[127] / 2 + colours[128] / 2).tolist()
    assert middle == pytest.approx([254, 0, 1, 255], abs=1)


@pytest.mark.parametrize(("share", "colour"), [(0, "#102030"), (1, "#f0e0d0"), (0.5, "#808080")])
def test_mixing_goes_from_one_colour_to_the_other(share, colour):
    assert mixed("#102030", "#f0e0d0", share) == colour
