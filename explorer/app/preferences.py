"""What a person chose about the program itself, kept between starts."""

import contextlib
import shutil
from collections.abc import Collection, Iterator, Mapping, Sequence
from enum import Enum, auto
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from PySide6.QtCore import QByteArray, QObject, QSettings, QStandardPaths, Signal

from explorer.files.ordinary import is_no_file
from explorer.model.convention import Convention

DIGITS = range(2, 9)
ZOOM_LEVELS = (75, 90, 100, 110, 125, 150, 175, 200, 250, 300)
THEMES = ("system", "light", "dark", "high-contrast")
MOTIONS = ("system", "full", "less")
AGGREGATIONS = ("strongest", "mean")
WEIGHT_COLOURS = ("automatic", "one", "largest")
RECENT_FILES = 10
ASIDE = ".old"
"""Added to the name of settings that are replaced by the defaults."""
_LOCK = ".lock"
"""Added to the name of the settings: QSettings locks them by such a file when it writes."""
_ALLOWED: Mapping[str, Collection[object]] = {
    "digits": DIGITS,
    "zoom": ZOOM_LEVELS,
    "theme": THEMES,
    "motion": MOTIONS,
    "aggregation": AGGREGATIONS,
    "weight_colours": WEIGHT_COLOURS,
    "convention": tuple(map(str, Convention)),
    "lines": ("true", "false"),
}


class Settings(Enum):
    """Which settings a start uses: those kept, defaults from now on, or defaults this once."""

    KEPT = auto()
    RESET = auto()
    SAFE = auto()


class Preferences(QObject):
    """Digits, theme, zoom, lines, motion, convention, recent files, hints, window layout.

    A stored value that is not one of the allowed ones counts as not stored. `note` says what was
    wrong with the file, which is kept aside then; empty if nothing was.

    Signals
    -------
    digits_changed(), theme_changed(), zoom_changed(), lines_changed(), motion_changed(),
    aggregation_changed(), weight_colours_changed(), convention_changed(), recent_changed()
        The value is new.
    """

    digits_changed = Signal()
    theme_changed = Signal()
    zoom_changed = Signal()
    lines_changed = Signal()
    motion_changed = Signal()
    aggregation_changed = Signal()
    weight_colours_changed = Signal()
    convention_changed = Signal()
    recent_changed = Signal()

    def __init__(self, settings: QSettings | None = None) -> None:
        super().__init__()
        self._settings = settings or QSettings(_standard_file(), QSettings.Format.IniFormat)
        self.note = self._mend()
        self._digits = self._stored_number("digits", DIGITS, 3)
        self._zoom = self._stored_number("zoom", ZOOM_LEVELS, 100)
        self._theme = self._stored_choice("theme", THEMES)
        self._motion = self._stored_choice("motion", MOTIONS)
        self._aggregation = self._stored_choice("aggregation", AGGREGATIONS)
        self._weight_colours = self._stored_choice("weight_colours", WEIGHT_COLOURS)
        self._convention = Convention(self._stored_choice("convention", tuple(Convention)))
        self._lines = bool(self._settings.value("lines") != "false")

    @property
    def file(self) -> Path:
        """Where the preferences are kept."""
        return Path(self._settings.fileName())

    @property
    def digits(self) -> int:
        """How many decimals numbers show, 2 to 8."""
        return self._digits

    @digits.setter
    def digits(self, digits: int) -> None:
        digits = min(max(digits, DIGITS[0]), DIGITS[-1])
        if digits != self._digits:
            self._digits = digits
            self._settings.setValue("digits", digits)
            self.digits_changed.emit()

    @property
    def theme(self) -> str:
        """One of THEMES."""
        return self._theme

    @theme.setter
    def theme(self, theme: str) -> None:
        if theme in THEMES and theme != self._theme:
            self._theme = theme
            self._settings.setValue("theme", theme)
            self.theme_changed.emit()

    @property
    def zoom(self) -> int:
        """Size of everything in percent, one of ZOOM_LEVELS."""
        return self._zoom

    @zoom.setter
    def zoom(self, zoom: int) -> None:
        if zoom in ZOOM_LEVELS and zoom != self._zoom:
            self._zoom = zoom
            self._settings.setValue("zoom", zoom)
            self.zoom_changed.emit()

    def zoom_by(self, levels: int) -> None:
        """Go `levels` zoom levels up, or down when negative."""
        index = ZOOM_LEVELS.index(self._zoom) + levels
        self.zoom = ZOOM_LEVELS[min(max(index, 0), len(ZOOM_LEVELS) - 1)]

    @property
    def lines(self) -> bool:
        """Whether lines lead from the operands of the step to its result."""
        return self._lines

    @lines.setter
    def lines(self, lines: bool) -> None:
        if lines != self._lines:
            self._lines = lines
            self._settings.setValue("lines", "true" if lines else "false")
            self.lines_changed.emit()

    @property
    def motion(self) -> str:
        """One of MOTIONS: whether things may move."""
        return self._motion

    @motion.setter
    def motion(self, motion: str) -> None:
        if motion in MOTIONS and motion != self._motion:
            self._motion = motion
            self._settings.setValue("motion", motion)
            self.motion_changed.emit()

    @property
    def aggregation(self) -> str:
        """One of AGGREGATIONS: what a pixel shows of several cells it covers."""
        return self._aggregation

    @aggregation.setter
    def aggregation(self, aggregation: str) -> None:
        if aggregation in AGGREGATIONS and aggregation != self._aggregation:
            self._aggregation = aggregation
            self._settings.setValue("aggregation", aggregation)
            self.aggregation_changed.emit()

    @property
    def weight_colours(self) -> str:
        """One of WEIGHT_COLOURS: the weight that the colours of weights run to.

        `automatic`: the largest one in large tables, 1 in others.
        """
        return self._weight_colours

    @weight_colours.setter
    def weight_colours(self, weight_colours: str) -> None:
        if weight_colours in WEIGHT_COLOURS and weight_colours != self._weight_colours:
            self._weight_colours = weight_colours
            self._settings.setValue("weight_colours", weight_colours)
            self.weight_colours_changed.emit()

    @property
    def convention(self) -> Convention:
        """Whether matrices have readers in rows or in columns."""
        return self._convention

    @convention.setter
    def convention(self, convention: Convention) -> None:
        if convention is not self._convention:
            self._convention = convention
            self._settings.setValue("convention", str(convention))
            self.convention_changed.emit()

    @property
    def recent_files(self) -> tuple[Path, ...]:
        """The files opened or saved last, newest first, missing ones included."""
        stored: Any = self._settings.value("recent", [])
        names = [stored] if isinstance(stored, str) else stored or []
        return tuple(Path(name) for name in names if isinstance(name, str))[:RECENT_FILES]

    def add_recent(self, path: Path) -> None:
        """Put `path` at the head of the recent files."""
        path = path.absolute()
        others = [str(other) for other in self.recent_files if other != path]
        self._settings.setValue("recent", [str(path), *others][:RECENT_FILES])
        self.recent_changed.emit()

    def clear_recent(self) -> None:
        """Forget the recent files."""
        self._settings.remove("recent")
        self.recent_changed.emit()

    def is_dismissed(self, hint: str) -> bool:
        """Whether the person closed the named hint for good."""
        return bool(self._settings.value(f"dismissed/{hint}") == "true")

    def dismiss(self, hint: str) -> None:
        """Never show the named hint again."""
        self._settings.setValue(f"dismissed/{hint}", "true")

    def stored_layout(self, part: str) -> QByteArray | None:
        """The stored geometry or state of the window; None if there is none."""
        stored: Any = self._settings.value(f"window/{part}")
        return stored if isinstance(stored, QByteArray) else None

    def store_layout(self, part: str, layout: QByteArray) -> None:
        """Keep the geometry or state of the window."""
        self._settings.setValue(f"window/{part}", layout)

    def _mend(self) -> str:
        """Set damaged settings aside and forget what cannot be used of them; say what it was."""
        if self._settings.status() is QSettings.Status.AccessError:
            return f"The settings in {self.file} cannot be opened; nothing is kept this time."
        keys = self._settings.allKeys()
        broken = self._settings.status() is not QSettings.Status.NoError or (
            not keys and _holds_something(self.file)
        )
        foreign = [key for key, allowed in _ALLOWED.items() if not self._fits(key, allowed)]
        if not broken and not foreign:
            return ""
        aside = self.file.with_name(f"{self.file.name}{ASIDE}")
        kept = f"The old file is kept as {aside}."
        try:
            shutil.copy2(self.file, aside)
            if broken:
                self.file.unlink()
        except OSError as error:
            kept = f"The old file cannot be kept: {error}."
        for key in keys if broken else foreign:
            self._settings.remove(key)
        what = "are damaged" if broken else f"hold unknown values ({', '.join(foreign)})"
        return f"The settings {what}: defaults are used instead. {kept}"

    def _fits(self, key: str, allowed: Collection[object]) -> bool:
        if not self._settings.contains(key):
            return True
        stored: Any = self._settings.value(key)
        return str(stored) in map(str, allowed)

    def _stored_choice(self, key: str, allowed: Sequence[str]) -> str:
        """The stored one of the allowed choices, the first of which is the usual one."""
        stored = self._settings.value(key)
        return stored if isinstance(stored, str) and stored in allowed else allowed[0]

    def _stored_number(self, key: str, allowed: Any, default: int) -> int:
        try:
            number = int(str(self._settings.value(key, default)))
        except ValueError:
            return default
        return number if number in allowed else default


@contextlib.contextmanager
def preferences_for(settings: Settings) -> Iterator[Preferences]:
    """The preferences a start asked for; those it resets are kept aside, or else not touched."""
    note = ""
    if settings is Settings.RESET:
        try:
            note = _put_aside(Path(_standard_file()))
        except OSError as error:
            note = f"The settings cannot be put aside: {error}. Defaults are used this once."
            settings = Settings.SAFE
    if settings is not Settings.SAFE and (problem := _why_not_opened(Path(_standard_file()))):
        note, settings = problem, Settings.SAFE
    if settings is Settings.SAFE:
        with TemporaryDirectory() as folder:
            file = str(Path(folder, "settings.ini"))
            preferences = Preferences(QSettings(file, QSettings.Format.IniFormat))
            preferences.note = note
            yield preferences
    else:
        preferences = Preferences()
        preferences.note = note or preferences.note
        yield preferences


def _why_not_opened(file: Path) -> str:
    """What stands in place of settings that cannot be opened without waiting; empty: nothing."""
    for path in (file, file.with_name(f"{file.name}{_LOCK}")):
        if is_no_file(path):
            return (
                f"The settings cannot be used: {path} is a folder, a pipe or a device, not a file. "
                "Defaults are used instead, and nothing is kept this time."
            )
    return ""


def _put_aside(file: Path) -> str:
    """Make room for defaults; say what became of the old settings. Raises OSError."""
    aside = file.with_name(f"{file.name}{ASIDE}")
    note = "The settings are the defaults again."
    with contextlib.suppress(FileNotFoundError):
        file.replace(aside)
        note = f"{note} The old ones are kept as {aside}."
    return note


def _standard_file() -> str:
    """In the folder for settings of the moment; QSettings itself would ask for it only once."""
    location = QStandardPaths.StandardLocation.GenericConfigLocation
    folder = Path(QStandardPaths.writableLocation(location))
    return str(folder / "attention-explorer" / "attention-explorer.ini")


def _holds_something(file: Path) -> bool:
    try:
        return bool(file.read_bytes().strip())
    except OSError:
        return False
