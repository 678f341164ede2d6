"""How everything is drawn at the moment: theme, size, digits and convention."""

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QFontMetrics, QPixmapCache
from PySide6.QtWidgets import QApplication

from explorer.app.preferences import Preferences
from explorer.model.convention import Convention
from explorer.model.number_format import format_number
from explorer.ui.looks.face import Face
from explorer.ui.looks.motion import Motion
from explorer.ui.looks.theme import DARK, LIGHT, THEMES, Theme

BASE_POINT_SIZE = 10.0


class Look(QObject):
    """Turns the preferences into a theme, a font and a number format, and applies them.

    Every size on the screen is a multiple of `em`, so that zooming zooms everything. `motion` says
    whether things may move.

    Signals
    -------
    changed()
        Theme, size, digits, whether derivations show all of them, or the convention are new:
        draw again.
    """

    changed = Signal()

    def __init__(self, preferences: Preferences, theme_override: str | None = None) -> None:
        super().__init__()
        self.preferences = preferences
        self.motion = Motion(preferences)
        self._override = theme_override
        self.theme: Theme = LIGHT
        self._all_digits = False
        preferences.theme_changed.connect(self._theme_chosen)
        preferences.zoom_changed.connect(self.apply)
        preferences.digits_changed.connect(self.changed)
        preferences.convention_changed.connect(self.changed)
        QApplication.styleHints().colorSchemeChanged.connect(self.apply)
        self.apply()

    @property
    def chosen_theme(self) -> str:
        """The name of the theme: the one of the command line until another is chosen."""
        return self._override or self.preferences.theme

    def choose_theme(self, name: str) -> None:
        """Use a theme from now on."""
        self.preferences.theme = name
        if self._override is not None:  # it was the stored one already
            self._theme_chosen()

    @property
    def digits(self) -> int:
        """How many decimals numbers show."""
        return self.preferences.digits

    @property
    def all_digits(self) -> bool:
        """Whether derivations show every number with all its digits."""
        return self._all_digits

    @all_digits.setter
    def all_digits(self, all_digits: bool) -> None:
        if all_digits != self._all_digits:
            self._all_digits = all_digits
            self.changed.emit()

    @property
    def derivation_digits(self) -> int | None:
        """How many decimals the numbers of a derivation show; None: all."""
        return None if self._all_digits else self.digits

    @property
    def convention(self) -> Convention:
        """Whether matrices have readers in rows or in columns."""
        return self.preferences.convention

    def words(self, text: str) -> str:
        """A text about readers in rows, as the convention has it."""
        return self.convention.words(text)

    @property
    def em(self) -> int:
        """Height of a line of text in pixels: the unit of all sizes."""
        return self._em

    @property
    def points(self) -> float:
        """The size of text at scale 1."""
        return BASE_POINT_SIZE * self.preferences.zoom / 100

    def font(self, scale: float = 1.0, bold: bool = False) -> QFont:
        """The program's font at `scale` times its size."""
        return self.face(scale, bold).font

    def face(self, scale: float = 1.0, bold: bool = False) -> Face:
        """That font with its measures, made once while the look is the same."""
        kept = self._faces.get((scale, bold))
        if kept is None:
            font = QFont(QApplication.font())
            font.setPointSizeF(self.points * scale)
            font.setBold(bold)
            kept = self._faces[scale, bold] = Face(font)
        return kept

    def number(self, value: float) -> str:
        """`value` with the digits chosen."""
        return format_number(value, self.digits)

    def apply(self) -> None:
        """Set the application's palette and font from the preferences."""
        self.theme = self._chosen_theme()
        if QApplication.style().name() != "fusion":
            QApplication.setStyle("Fusion")
        QApplication.setPalette(self.theme.palette())
        QPixmapCache.clear()  # of what the style drew in other colours and sizes nothing is shown
        self._measure()
        QApplication.setFont(self.font())
        self.changed.emit()

    def _measure(self) -> None:
        """Text may have another size from now on."""
        self._faces: dict[tuple[float, bool], Face] = {}
        self._em = QFontMetrics(self.font()).height()

    def _theme_chosen(self) -> None:
        self._override = None
        self.apply()

    def _chosen_theme(self) -> Theme:
        if self.chosen_theme in THEMES:
            return THEMES[self.chosen_theme]
        dark = QApplication.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return DARK if dark else LIGHT
