"""Size, theme and digits: everything follows at once and nothing is cut off."""

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel, QMenu, QScrollBar, QWidget

from explorer.app.preferences import AGGREGATIONS, MOTIONS, WEIGHT_COLOURS, ZOOM_LEVELS, Preferences
from explorer.files import load_example
from explorer.model import Place
from explorer.ui.looks.look import Look
from explorer.ui.looks.theme import THEMES

SMALL_SCREEN = QSize(1366, 768)
DIGIT = {2: "0.71", 3: "0.707", 8: "0.70710678"}


def show_at(qtbot, driver, zoom, example="one-query-three-sources"):
    driver.session.load(load_example(example), None)
    driver.window.look.preferences.zoom = zoom
    driver.window.resize(SMALL_SCREEN)
    driver.activate()
    driver.window.grab()
    return driver.window


def needed(widget):
    """The size that shows the whole text of a label or button."""
    if isinstance(widget, QLabel) and widget.wordWrap():
        longest = max(widget.text().split(), key=len, default="")
        height = widget.heightForWidth(widget.width())
        return QSize(widget.fontMetrics().size(0, longest).width(), height)
    return widget.sizeHint()


def is_behind(widget, window):
    """Whether it is in a panel behind the tab of another."""
    docks = (window.docks.inputs, window.docks.step)
    return any(dock.isAncestorOf(widget) and dock.visibleRegion().isEmpty() for dock in docks)


def cut_off(window):
    """(text, size needed, size) of every label and button that is shown too small."""
    widgets = [*window.findChildren(QLabel), *window.findChildren(QAbstractButton)]
    return [
        (widget.text(), needed(widget).toTuple(), widget.size().toTuple())
        for widget in widgets
        if widget.isVisible()
        and widget.text()
        and widget is not window._sentence
        and not is_behind(widget, window)
        and widget.size().expandedTo(needed(widget)) != widget.size()
    ]


def is_settled(widgets):
    """Whether they look the same after everything that waits to be done is done."""
    images = [widget.grab().toImage() for widget in widgets]
    QApplication.processEvents()
    return images == [widget.grab().toImage() for widget in widgets]


def expect_nothing_cut_off(qtbot, window):
    def check():
        assert cut_off(window) == []

    qtbot.waitUntil(check, timeout=2000)


# Zoom


def test_the_zoom_actions_go_through_the_levels_and_stop_at_the_ends(driver):
    preferences = driver.window.look.preferences
    seen = []
    for _ in range(9):
        driver.trigger("zoomInAction")
        seen.append(preferences.zoom)
    assert seen == [110, 125, 150, 175, 200, 250, 300, 300, 300]
    driver.trigger("zoomResetAction")
    assert preferences.zoom == 100
    for _ in range(4):
        driver.trigger("zoomOutAction")
    assert preferences.zoom == ZOOM_LEVELS[0] == 75


@pytest.mark.parametrize("key", [Qt.Key.Key_Plus, Qt.Key.Key_Equal])
def test_the_zoom_keys_work_wherever_the_focus_is(qtbot, driver, key):
    driver.activate()
    driver.table.setFocus()
    qtbot.keyClick(driver.table, key, Qt.KeyboardModifier.ControlModifier)
    assert driver.window.look.preferences.zoom == 110
    qtbot.keyClick(driver.table, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert driver.window.look.preferences.zoom == 100


def test_zooming_changes_the_size_of_everything(qtbot, driver):
    window = show_at(qtbot, driver, 100)
    driver.trigger("notesPanelAction")
    parts = (
        "queryTable",
        "weightsHeatmap",
        "formulaView",
        "derivationView",
        "stepPanel",
        "notesPanel",
        "noticeBar",
    )
    widgets = [window.findChild(QWidget, name) for name in parts]
    before = [widget.sizeHint().height() for widget in widgets]
    fonts = {type(w): w.font().pointSizeF() for w in window.findChildren(QWidget) if w.isVisible()}
    driver.window.look.preferences.zoom = 200
    qtbot.waitUntil(lambda: window.menuBar().font().pointSizeF() == 20.0)
    after = [widget.sizeHint().height() for widget in widgets]
    assert [name for name, a, b in zip(parts, before, after, strict=True) if b < 1.5 * a] == []
    unchanged = {
        type(widget).__name__
        for widget in window.findChildren(QWidget)
        if widget.isVisible()
        and not isinstance(widget, QScrollBar)
        and type(widget) in fonts
        and widget.font().pointSizeF() <= fonts[type(widget)]
        and widget.font().pointSizeF() < 14
    }
    assert unchanged == set()


@pytest.mark.parametrize("zoom", [75, 100, 150, 200])
@pytest.mark.parametrize("example", ["one-query-three-sources", "bias-and-cap", "twelve-tokens"])
def test_no_text_is_cut_off(qtbot, driver, zoom, example):
    window = show_at(qtbot, driver, zoom, example)
    assert window.size() == SMALL_SCREEN
    expect_nothing_cut_off(qtbot, window)
    driver.window.docks.step.raise_()
    expect_nothing_cut_off(qtbot, window)
    bar = window.menuBar()
    assert bar.sizeHint().width() <= bar.width()


def test_the_stages_keep_room_at_double_size(qtbot, driver):
    window = show_at(qtbot, driver, 200)
    assert window.stage_flow.width() >= 0.4 * SMALL_SCREEN.width()
    assert window.docks.share_a_side


def test_zooming_never_makes_the_window_wider(qtbot, driver):
    window = show_at(qtbot, driver, 100, "bias-and-cap")
    driver.trigger("fromStartAction")
    window.resize(1272, 700)
    widths = {}
    for zoom in (*ZOOM_LEVELS, 100):
        window.look.preferences.zoom = zoom
        qtbot.waitUntil(lambda: is_settled([window.formula_bar]))
        widths[zoom] = window.width()
    assert widths == dict.fromkeys(ZOOM_LEVELS, 1272)


@pytest.mark.parametrize("name", ["newAction", "examplesAction", "describeAction", "aboutAction"])
def test_dialogs_fit_a_small_screen_at_double_size(qtbot, driver, name):
    show_at(qtbot, driver, 200)
    driver.trigger(name)
    dialog = QApplication.activeModalWidget()
    smallest = dialog.minimumSizeHint()
    assert smallest.width() <= SMALL_SCREEN.width()
    assert smallest.height() <= SMALL_SCREEN.height()
    dialog.close()


def test_the_zoom_is_there_again_at_the_next_start(driver, tmp_path):
    from PySide6.QtCore import QSettings

    driver.trigger("zoomInAction")
    driver.trigger("digits5Action")
    driver.trigger("darkThemeAction")
    settings = QSettings(str(tmp_path / "settings.ini"), QSettings.Format.IniFormat)
    again = Preferences(settings)
    assert (again.zoom, again.digits, again.theme) == (110, 5, "dark")


# Themes


@pytest.mark.parametrize("name", ["dark", "high-contrast"])
def test_a_theme_recolours_every_part_at_once(qtbot, driver, name):
    window = show_at(qtbot, driver, 100)
    driver.trigger("notesPanelAction")
    qtbot.waitUntil(lambda: not window.docks.panels["notes"].visibleRegion().isEmpty())
    parts = [
        window.findChild(QWidget, part)
        for part in ("queryTable", "scoresHeatmap", "formulaBar", "stepPanel", "notesPanel")
    ]
    qtbot.waitUntil(lambda: is_settled(parts))
    before = [part.grab().toImage() for part in parts]

    def unchanged():
        images = zip(parts, before, strict=True)
        return [part.objectName() for part, image in images if part.grab().toImage() == image]

    driver.trigger(f"{name}ThemeAction")
    qtbot.waitUntil(lambda: unchanged() == [])
    theme = THEMES[name]
    assert window.look.theme is theme
    assert window.grab().toImage().pixelColor(3, window.height() - 3).name() == theme.canvas.lower()
    driver.trigger("lightThemeAction")
    qtbot.waitUntil(lambda: len(unchanged()) == len(parts))


def test_a_theme_of_the_command_line_gives_way_to_the_one_that_is_chosen(qtbot, preferences):
    preferences.theme = "dark"
    look = Look(preferences, theme_override="light")
    assert (look.chosen_theme, look.theme.name) == ("light", "light")
    look.choose_theme("dark")
    assert (look.chosen_theme, look.theme.name) == ("dark", "dark")


def test_the_theme_menu_shows_the_theme_in_use(driver):
    (menu,) = (m for m in driver.window.findChildren(QMenu) if m.title() == "&Theme")
    names = ("system", "light", "dark", "high-contrast")
    for theme in ("light", "dark"):
        driver.window.look.choose_theme(theme)
        menu.aboutToShow.emit()
        assert [n for n in names if driver.action(f"{n}ThemeAction").isChecked()] == [theme]


# Lines and motion


def menu_of(driver, title):
    (menu,) = (m for m in driver.window.findChildren(QMenu) if m.title() == title)
    return menu


def test_the_lines_are_ticked_while_they_are_shown(driver):
    preferences, action = driver.window.look.preferences, driver.action("linesAction")
    assert action.isChecked()
    driver.trigger("linesAction")
    assert (preferences.lines, action.isChecked()) == (False, False)
    preferences.lines = True  # in another window
    menu_of(driver, "&View").aboutToShow.emit()
    assert action.isChecked()


@pytest.mark.parametrize("motion", MOTIONS)
def test_the_motion_menu_chooses_and_shows_what_may_move(driver, motion):
    driver.trigger(f"{motion}MotionAction")
    assert driver.window.look.preferences.motion == motion
    menu_of(driver, "&Motion").aboutToShow.emit()
    names = [n for n in MOTIONS if driver.action(f"{n}MotionAction").isChecked()]
    assert names == [motion]


@pytest.mark.parametrize("aggregation", AGGREGATIONS)
def test_the_pixel_menu_chooses_and_shows_what_a_pixel_shows(driver, aggregation):
    driver.trigger(f"{aggregation}AggregationAction")
    assert driver.window.look.preferences.aggregation == aggregation
    menu_of(driver, "Where a pi&xel covers several cells").aboutToShow.emit()
    ticked = [n for n in AGGREGATIONS if driver.action(f"{n}AggregationAction").isChecked()]
    assert ticked == [aggregation]


@pytest.mark.parametrize("choice", WEIGHT_COLOURS)
def test_the_menu_of_weights_chooses_and_shows_what_their_colours_run_to(driver, choice):
    driver.trigger(f"{choice}WeightColoursAction")
    assert driver.window.look.preferences.weight_colours == choice
    menu_of(driver, "Colours of &weights").aboutToShow.emit()
    ticked = [n for n in WEIGHT_COLOURS if driver.action(f"{n}WeightColoursAction").isChecked()]
    assert ticked == [choice]


# Digits


@pytest.mark.parametrize("digits", [2, 3, 8])
def test_digits_change_live_in_heatmaps_panel_and_formula(driver, digits):
    window = driver.window
    driver.session.go_to(Place("scaled_scores", 0, 0))
    driver.activate()
    driver.trigger("digits5Action")
    heatmap = window.findChild(QWidget, "scaledHeatmap")
    before = heatmap.grab().toImage()
    driver.trigger(f"digits{digits}Action")
    assert heatmap.grab().toImage() != before
    assert DIGIT[digits] in window.step_panel.derivation.accessibleName()
    assert window._format.text().startswith(f"{digits} digits")


@pytest.mark.parametrize(("digits", "text"), [(2, "0.33"), (3, "0.333"), (8, "0.33333333")])
def test_digits_change_live_in_tables_and_never_what_is_stored(driver, digits, text):
    matrix = driver.table.matrix
    matrix.setData(matrix.index(0, 0), "1/3")
    driver.trigger(f"digits{digits}Action")
    assert matrix.index(0, 0).data() == text
    assert driver.session.scenario.key[0, 0] == 1 / 3


def test_more_and_fewer_digits_stop_at_eight_and_two(driver):
    preferences = driver.window.look.preferences
    for _ in range(8):
        driver.trigger("moreDigitsAction")
    assert preferences.digits == 8
    for _ in range(8):
        driver.trigger("fewerDigitsAction")
    assert preferences.digits == 2


# Panels


@pytest.mark.parametrize("panel", ["inputs", "step", "notes"])
def test_each_panel_is_shown_and_hidden_from_the_menu(driver, panel):
    driver.activate()
    dock = driver.window.docks[panel]
    was_visible = dock.isVisible()
    driver.trigger(f"{panel}PanelAction")
    assert dock.isVisible() != was_visible
    driver.trigger(f"{panel}PanelAction")
    assert dock.isVisible() == was_visible
