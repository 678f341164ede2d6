"""Theme, size and digits: chosen at any time, and in force at once."""

import pytest
from PySide6.QtGui import QFontMetrics, QPalette
from PySide6.QtWidgets import QApplication, QLabel

from explorer.app.preferences import ZOOM_LEVELS
from explorer.ui.looks.look import Look
from explorer.ui.looks.theme import DARK, HIGH_CONTRAST, LIGHT, THEMES


@pytest.fixture
def free_look(preferences):
    """A look without a theme from the command line."""
    return Look(preferences)


def heard(look):
    """A list that gets an entry whenever the look is told to be new."""
    times = []
    look.changed.connect(lambda: times.append(True))
    return times


def window_colour():
    return QApplication.palette().color(QPalette.ColorRole.Window).name()


@pytest.mark.parametrize("theme", THEMES.values(), ids=list(THEMES))
def test_a_chosen_theme_is_in_force_at_once_and_told_once(free_look, preferences, theme):
    preferences.theme = "dark" if theme is LIGHT else "light"
    times = heard(free_look)
    free_look.choose_theme(theme.name)
    assert free_look.theme is theme
    assert free_look.chosen_theme == preferences.theme == theme.name
    assert window_colour() == theme.canvas
    assert times == [True]


def test_a_widget_that_is_there_already_takes_on_the_new_theme(qtbot, free_look):
    label = QLabel("text")
    qtbot.addWidget(label)
    label.show()

    def ink():
        return label.palette().color(QPalette.ColorRole.WindowText).name()

    for theme in (DARK, HIGH_CONTRAST, LIGHT):
        free_look.choose_theme(theme.name)
        qtbot.waitUntil(lambda theme=theme: ink() == theme.text)


def test_a_theme_chosen_in_the_preferences_is_in_force_too(free_look, preferences):
    preferences.theme = "dark"
    assert free_look.theme is DARK


def test_choosing_the_theme_that_is_chosen_tells_nothing(free_look):
    free_look.choose_theme("dark")
    times = heard(free_look)
    free_look.choose_theme("dark")
    assert times == []


def test_the_theme_of_the_command_line_holds_and_is_not_stored(preferences):
    preferences.theme = "light"
    look = Look(preferences, theme_override="high-contrast")
    assert look.theme is HIGH_CONTRAST
    assert look.chosen_theme == "high-contrast"
    assert preferences.theme == "light"
    preferences.zoom_by(1)
    assert look.theme is HIGH_CONTRAST


@pytest.mark.parametrize("chosen", ["light", "dark"])
def test_a_choice_ends_the_theme_of_the_command_line(preferences, chosen):
    preferences.theme = "light"
    look = Look(preferences, theme_override="high-contrast")
    look.choose_theme(chosen)
    assert look.theme is THEMES[chosen]
    assert look.chosen_theme == preferences.theme == chosen


def test_the_system_theme_is_light_or_dark(free_look):
    free_look.choose_theme("system")
    assert free_look.chosen_theme == "system"
    assert free_look.theme in (LIGHT, DARK)


def test_widgets_are_drawn_by_fusion(free_look):
    assert QApplication.style().name() == "fusion"


def test_everything_grows_with_each_level_of_zoom(free_look, preferences):
    preferences.zoom = ZOOM_LEVELS[0]
    sizes = []
    for zoom in ZOOM_LEVELS:
        preferences.zoom = zoom
        sizes.append((free_look.em, free_look.font().pointSizeF()))
        assert QApplication.font().pointSizeF() == pytest.approx(zoom / 10)
        assert free_look.em == QFontMetrics(QApplication.font()).height()
    assert sizes == sorted(set(sizes))


def test_a_zoom_is_told_once(free_look, preferences):
    times = heard(free_look)
    preferences.zoom_by(1)
    assert times == [True]


def test_a_font_is_as_large_and_bold_as_asked(free_look):
    plain, large, bold = free_look.font(), free_look.font(1.5), free_look.font(bold=True)
    assert large.pointSizeF() == pytest.approx(1.5 * plain.pointSizeF())
    assert not plain.bold()
    assert bold.bold()
    assert bold.pointSizeF() == plain.pointSizeF()


@pytest.mark.parametrize("letters", ["0", "−∞", "Q·Kᵀ", "√d", "a₁₃", "≈"])
def test_there_is_a_font_that_has_the_letters(free_look, letters):
    assert QFontMetrics(free_look.font()).horizontalAdvance(letters) > 0


def test_numbers_have_the_digits_chosen_and_a_change_of_them_is_told(free_look, preferences):
    assert free_look.number(2 / 3) == "0.667"
    times = heard(free_look)
    preferences.digits = 5
    assert free_look.digits == 5
    assert free_look.number(-2 / 3) == "−0.66667"
    assert times == [True]


def test_derivations_can_have_all_digits(free_look):
    times = heard(free_look)
    assert free_look.derivation_digits == 3
    free_look.all_digits = True
    free_look.all_digits = True
    assert free_look.derivation_digits is None
    assert free_look.digits == 3
    assert times == [True]
