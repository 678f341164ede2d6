"""The View menu: size, theme, digits, convention, lines, motion, pixels, colours, and panels."""

from collections.abc import Callable, Iterable, Mapping

from PySide6.QtGui import QAction, QActionGroup
from PySide6.QtWidgets import QMenu, QWidget

from explorer.app.preferences import DIGITS, MOTIONS, THEMES, Preferences
from explorer.model.convention import Convention
from explorer.ui.looks.look import Look
from explorer.ui.parts.actions import make_action, make_choice

_THEME_NAMES = {
    "system": "As the &system",
    "light": "&Light",
    "dark": "&Dark",
    "high-contrast": "&High contrast",
}
_MOTION_NAMES = {
    "system": "As the system &asks",
    "full": "&Full motion",
    "less": "Less &motion: nothing moves",
}
_CONVENTION_NAMES = {
    Convention.ROWS: "Queries in &rows: Q·Kᵀ, each row adds up to one",
    Convention.COLUMNS: "Queries in &columns: Kᵀ·Q, each column adds up to one",
}
_AGGREGATION_NAMES = {
    "strongest": "The &strongest: a single one never disappears",
    "mean": "Their &mean",
}

_WEIGHT_COLOUR_NAMES = {
    "automatic": "Up to the largest weight in &large tables, up to 1 in others",
    "one": "Up to &1: the same for every table",
    "largest": "Up to the largest &weight there is",
}


def fill_view_menu(menu: QMenu, owner: QWidget, look: Look, panels: Iterable[QAction]) -> None:
    """Put everything that changes how things look into `menu`."""
    menu.addActions(_zoom_actions(owner, look.preferences))
    menu.addSeparator()
    menu.addMenu(_theme_menu(menu, owner, look))
    menu.addMenu(_digits_menu(menu, owner, look.preferences))
    menu.addMenu(_convention_menu(menu, owner, look.preferences))
    menu.addSeparator()
    menu.addAction(_lines_action(menu, owner, look.preferences))
    menu.addMenu(_motion_menu(menu, owner, look.preferences))
    menu.addMenu(_aggregation_menu(menu, owner, look.preferences))
    menu.addMenu(_weight_colours_menu(menu, owner, look.preferences))
    menu.addSeparator()
    menu.addActions(list(panels))


def _zoom_actions(owner: QWidget, preferences: Preferences) -> list[QAction]:
    def reset() -> None:
        preferences.zoom = 100

    def zoom(levels: int) -> Callable[[], None]:
        return lambda: preferences.zoom_by(levels)

    return [
        make_action(owner, "zoomInAction", "Zoom &in", zoom(1), "Ctrl++", "Ctrl+="),
        make_action(owner, "zoomOutAction", "Zoom &out", zoom(-1), "Ctrl+-"),
        make_action(owner, "zoomResetAction", "&Actual size", reset, "Ctrl+0"),
    ]


def _theme_menu(parent: QMenu, owner: QWidget, look: Look) -> QMenu:
    def choose(theme: str) -> Callable[[], None]:
        return lambda: look.choose_theme(theme)

    choices = {
        name: make_choice(owner, f"{name}ThemeAction", _THEME_NAMES[name], choose(name))
        for name in THEMES
    }
    menu = _choice_menu(parent, "&Theme", choices.values())
    menu.aboutToShow.connect(lambda: choices[look.chosen_theme].setChecked(True))
    return menu


def _digits_menu(parent: QMenu, owner: QWidget, preferences: Preferences) -> QMenu:
    def choose(digits: int) -> Callable[[], None]:
        return lambda: setattr(preferences, "digits", digits)

    choices = {
        digits: make_choice(owner, f"digits{digits}Action", f"&{digits} decimals", choose(digits))
        for digits in DIGITS
    }
    menu = _choice_menu(parent, "&Digits shown", choices.values())
    menu.aboutToShow.connect(lambda: choices[preferences.digits].setChecked(True))
    menu.addSeparator()
    for name, text, change, key in (
        ("moreDigitsAction", "&More digits", 1, "Ctrl+."),
        ("fewerDigitsAction", "&Fewer digits", -1, "Ctrl+,"),
    ):
        menu.addAction(make_action(owner, name, text, _add_digits(preferences, change), key))
    return menu


def _convention_menu(parent: QMenu, owner: QWidget, preferences: Preferences) -> QMenu:
    def choose(convention: Convention) -> Callable[[], None]:
        return lambda: setattr(preferences, "convention", convention)

    def turn() -> None:
        preferences.convention = preferences.convention.other

    choices = {
        one: make_choice(owner, f"{one}ConventionAction", text, choose(one))
        for one, text in _CONVENTION_NAMES.items()
    }
    menu = _choice_menu(parent, "Matri&ces", choices.values())
    menu.aboutToShow.connect(lambda: choices[preferences.convention].setChecked(True))
    menu.addSeparator()
    text = "&Turn all matrices round"
    menu.addAction(make_action(owner, "turnConventionAction", text, turn, "Ctrl+T"))
    return menu


def _lines_action(menu: QMenu, owner: QWidget, preferences: Preferences) -> QAction:
    def toggle() -> None:
        preferences.lines = not preferences.lines

    text = "&Lines between operands and result"
    action = make_choice(owner, "linesAction", text, toggle, "Ctrl+Shift+J")
    action.setChecked(preferences.lines)
    menu.aboutToShow.connect(lambda: action.setChecked(preferences.lines))
    return action


def _motion_menu(parent: QMenu, owner: QWidget, preferences: Preferences) -> QMenu:
    names = {f"{name}MotionAction": (name, _MOTION_NAMES[name]) for name in MOTIONS}
    return _kept_menu(parent, owner, preferences, "&Motion", "motion", names)


def _aggregation_menu(parent: QMenu, owner: QWidget, preferences: Preferences) -> QMenu:
    title = "Where a pi&xel covers several cells"
    names = {f"{name}AggregationAction": (name, text) for name, text in _AGGREGATION_NAMES.items()}
    return _kept_menu(parent, owner, preferences, title, "aggregation", names)


def _weight_colours_menu(parent: QMenu, owner: QWidget, preferences: Preferences) -> QMenu:
    names = {
        f"{name}WeightColoursAction": (name, text) for name, text in _WEIGHT_COLOUR_NAMES.items()
    }
    return _kept_menu(parent, owner, preferences, "Colours of &weights", "weight_colours", names)


def _kept_menu(
    parent: QMenu,
    owner: QWidget,
    preferences: Preferences,
    title: str,
    preference: str,
    names: Mapping[str, tuple[str, str]],
) -> QMenu:
    """The choices of a preference; `names` has the value and the text of each action."""

    def choose(value: str) -> Callable[[], None]:
        return lambda: setattr(preferences, preference, value)

    choices = {
        value: make_choice(owner, name, text, choose(value))
        for name, (value, text) in names.items()
    }
    menu = _choice_menu(parent, title, choices.values())
    menu.aboutToShow.connect(lambda: choices[getattr(preferences, preference)].setChecked(True))
    return menu


def _add_digits(preferences: Preferences, change: int) -> Callable[[], None]:
    return lambda: setattr(preferences, "digits", preferences.digits + change)


def _choice_menu(parent: QMenu, title: str, choices: Iterable[QAction]) -> QMenu:
    menu = QMenu(title, parent)
    group = QActionGroup(menu)
    for action in choices:
        group.addAction(action)
        menu.addAction(action)
    return menu
