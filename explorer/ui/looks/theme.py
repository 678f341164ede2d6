"""The colours of the three themes."""

from collections.abc import Mapping
from dataclasses import dataclass

from PySide6.QtGui import QColor, QPalette

from explorer.model.places import Role
from explorer.model.stages import ColourScale
from explorer.ui.looks.colours import Ramp, mixed, ramp


@dataclass(frozen=True, eq=False)
class Theme:
    """Every colour of the program.

    `roles` colour text and marks of what is a query, a key, a value, another computed number or
    the result of the step; `ramps` colour the cells of heatmaps; `warning` is around what is wrong
    on purpose. Text keeps a contrast of 4.5 to
    1 with what it stands on, marks keep 3 to 1.
    """

    name: str
    canvas: str
    card: str
    border: str
    text: str
    muted: str
    accent: str
    blocked: str
    warning: str
    roles: Mapping[Role, str]
    ramps: Mapping[ColourScale, Ramp]
    is_dark: bool

    def tint(self, role: Role) -> str:
        """A quiet background in the colour of `role`, for text of the theme to stand on."""
        return mixed(self.card, self.roles[role], 0.24 if self.is_dark else 0.13)

    def palette(self) -> QPalette:
        """The palette for the standard widgets."""
        colours = {
            QPalette.ColorRole.Window: self.canvas,
            QPalette.ColorRole.WindowText: self.text,
            QPalette.ColorRole.Base: self.card,
            QPalette.ColorRole.AlternateBase: self.canvas,
            QPalette.ColorRole.Text: self.text,
            QPalette.ColorRole.Button: self.card,
            QPalette.ColorRole.ButtonText: self.text,
            QPalette.ColorRole.BrightText: self.text,
            QPalette.ColorRole.ToolTipBase: self.card,
            QPalette.ColorRole.ToolTipText: self.text,
            QPalette.ColorRole.PlaceholderText: self.muted,
            QPalette.ColorRole.Highlight: self.accent,
            QPalette.ColorRole.HighlightedText: self.card,
            QPalette.ColorRole.Accent: self.accent,
            QPalette.ColorRole.Link: self.accent,
            QPalette.ColorRole.LinkVisited: self.accent,
            QPalette.ColorRole.Light: mixed(self.card, self.text, 0.05),
            QPalette.ColorRole.Midlight: mixed(self.card, self.text, 0.1),
            QPalette.ColorRole.Mid: mixed(self.card, self.text, 0.3),
            QPalette.ColorRole.Dark: mixed(self.card, self.text, 0.4),
            QPalette.ColorRole.Shadow: mixed(self.card, self.text, 0.6),
        }
        palette = QPalette()
        for role, colour in colours.items():
            palette.setColor(role, QColor(colour))
        faded = QColor(mixed(self.card, self.text, 0.5))
        for role in (
            QPalette.ColorRole.WindowText,
            QPalette.ColorRole.Text,
            QPalette.ColorRole.ButtonText,
        ):
            palette.setColor(QPalette.ColorGroup.Disabled, role, faded)
        return palette


LIGHT = Theme(
    name="light",
    canvas="#f4f6f9",
    card="#ffffff",
    border="#dde1e8",
    text="#1e2230",
    muted="#5a6172",
    accent="#6f42a6",
    blocked="#868d9c",
    warning="#b3261e",
    roles={
        Role.QUERY: "#1f5fae",
        Role.KEY: "#a84d0d",
        Role.VALUE: "#187440",
        Role.COMPUTED: "#0b6a7d",
        Role.RESULT: "#6f42a6",
    },
    ramps={
        ColourScale.SYMMETRIC: ramp("#2166ac", "#92c0df", "#f4f4f6", "#f2b184", "#b2591a"),
        ColourScale.SHARES: ramp("#f5f6fb", "#a9b5da", "#5c6ea8", "#27305f"),
        ColourScale.QUIET: ramp("#dcc8ee", "#f6f6f7", "#bfe6cd"),
        ColourScale.DIFFERENCE: ramp("#762a83", "#c2a5cf", "#f7f7f7", "#a6dba0", "#1b7837"),
    },
    is_dark=False,
)

DARK = Theme(
    name="dark",
    canvas="#15171c",
    card="#1e2128",
    border="#3a404c",
    text="#e7e9ee",
    muted="#a4abb8",
    accent="#c2a3f2",
    blocked="#7a8291",
    warning="#ff8a80",
    roles={
        Role.QUERY: "#82b4ff",
        Role.KEY: "#f0a566",
        Role.VALUE: "#74d09a",
        Role.COMPUTED: "#6fcadc",
        Role.RESULT: "#c2a3f2",
    },
    ramps={
        ColourScale.SYMMETRIC: ramp("#8ec4f2", "#3a6d9c", "#2a2e37", "#9c5f30", "#f0ab6f"),
        ColourScale.SHARES: ramp("#262a36", "#46558c", "#8797cf", "#e3e8fb"),
        ColourScale.QUIET: ramp("#43375a", "#262931", "#29503b"),
        ColourScale.DIFFERENCE: ramp("#d8b4e8", "#7f4a93", "#2a2e37", "#2f7d48", "#a3e6b0"),
    },
    is_dark=True,
)

HIGH_CONTRAST = Theme(
    name="high-contrast",
    canvas="#000000",
    card="#000000",
    border="#ffffff",
    text="#ffffff",
    muted="#e2e2e2",
    accent="#ffe14d",
    blocked="#9a9a9a",
    warning="#ff7b72",
    roles={
        Role.QUERY: "#74b9ff",
        Role.KEY: "#ffa94d",
        Role.VALUE: "#5fe38c",
        Role.COMPUTED: "#66e0f5",
        Role.RESULT: "#ffe14d",
    },
    ramps={
        ColourScale.SYMMETRIC: ramp("#9fd0ff", "#1d5f9e", "#000000", "#a3560c", "#ffc08a"),
        ColourScale.SHARES: ramp("#000000", "#5a5a5a", "#a8a8a8", "#ffffff"),
        ColourScale.QUIET: ramp("#3d2a5c", "#000000", "#12482a"),
        ColourScale.DIFFERENCE: ramp("#e9c8ff", "#7a2f9e", "#000000", "#137a37", "#b8ffc8"),
    },
    is_dark=True,
)

THEMES: Mapping[str, Theme] = {theme.name: theme for theme in (LIGHT, DARK, HIGH_CONTRAST)}
