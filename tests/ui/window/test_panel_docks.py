"""Panels that are hidden until they are asked for are built no sooner, and once."""

import pytest
from PySide6.QtWidgets import QLineEdit, QMainWindow

from explorer.ui.window.panel_docks import PanelDocks

SIDE_PANELS = ("plane", "practice", "code", "notes")


@pytest.fixture
def built():
    return []


@pytest.fixture
def docks(qtbot, look, built):
    def build():
        built.append(QLineEdit())
        return built[-1]

    window = QMainWindow()
    qtbot.addWidget(window)
    docks = PanelDocks(window, look, QLineEdit(), QLineEdit())
    docks.add("late", "Late", build)
    docks.add("ready", "Ready", QLineEdit())
    window.show()
    return docks


def test_a_panel_is_built_when_it_is_shown_first_and_only_then(qtbot, docks, built):
    action = docks["late"].toggleViewAction()
    assert (built, list(docks.panels)) == ([], ["inputs", "step", "ready"])
    action.trigger()
    (panel,) = built
    assert panel.isVisible()
    assert docks.panels["late"] is panel
    action.trigger()
    action.trigger()
    assert built == [panel]
    assert panel.isVisible()


def test_panels_keep_the_order_of_their_docks_whenever_they_are_built(docks):
    docks["late"].show()
    assert list(docks.panels) == ["inputs", "step", "late", "ready"]


def test_a_panel_that_hides_itself_stays_hidden(qtbot, look):
    def build():
        panel = QLineEdit()
        panel.hide()
        return panel

    window = QMainWindow()
    qtbot.addWidget(window)
    docks = PanelDocks(window, look, QLineEdit(), QLineEdit())
    docks.add("late", "Late", build)
    window.show()
    docks["late"].show()
    assert docks.panels["late"].isHidden()


@pytest.mark.parametrize("name", SIDE_PANELS)
def test_the_window_builds_a_side_panel_when_it_is_asked_for(driver, name):
    driver.activate()
    assert name not in driver.window.docks.panels
    driver.trigger(f"{name}PanelAction")
    assert driver.window.docks.panels[name].isVisibleTo(driver.window)


def test_a_layout_that_is_restored_with_an_open_panel_builds_it(qtbot, driver, preferences):
    driver.activate()
    driver.trigger("notesPanelAction")
    driver.window.close()
    again = type(driver.window)(driver.session, driver.window.look)
    qtbot.addWidget(again)
    assert "notes" not in again.docks.panels
    again.show()
    assert again.docks.panels["notes"].isVisible()
