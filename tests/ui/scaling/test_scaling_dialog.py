"""The scaling laboratory, as someone uses it."""

import math
from dataclasses import replace

import pytest
from PySide6.QtGui import QColor

from explorer.model.places import Role
from explorer.model.scaling_law import Distribution, measure, widths
from explorer.ui.scaling import scaling_dialog
from explorer.ui.scaling.scaling_dialog import ScalingDialog


@pytest.fixture
def dialog(qtbot, driver):
    driver.window.show()
    driver.trigger("scalingAction")
    qtbot.waitUntil(lambda: driver.window.findChild(ScalingDialog) is not None)
    dialog = driver.window.findChild(ScalingDialog)
    assert dialog.isVisible()
    qtbot.waitUntil(lambda: bool(dialog.spread_plot.lines))
    wait_for_all(qtbot, dialog)
    return dialog


def wait_for_all(qtbot, dialog):
    """Until every width is measured and drawn."""
    qtbot.waitUntil(lambda: all(len(one.x) == len(widths()) for one in dialog.spread_plot.lines))


def line(plot, name):
    (found,) = [one for one in plot.lines if one.name == name]
    return found


def test_the_plots_show_what_the_model_measures_beside_the_theory(dialog):
    measured = [measure(dialog.population, d) for d in widths()]
    assert line(dialog.spread_plot, "not scaled").y == [one.spread for one in measured]
    assert line(dialog.spread_plot, "theory").y == [math.sqrt(d) for d in widths()]
    assert line(dialog.largest_plot, "÷ √d").y == [one.scaled.largest for one in measured]
    assert line(dialog.entropy_plot, "not scaled").y == [one.unscaled.entropy for one in measured]


def test_the_words_give_the_measurement_at_the_chosen_width(dialog, look):
    dialog.width_box.setValue(1024)
    measured = measure(dialog.population, 1024)
    assert f"At d = 1024 the scores spread by {look.number(measured.spread)}" in (
        dialog.finding.text()
    )
    assert "the theory says 32." in dialog.finding.text()
    assert look.number(measured.unscaled.largest) in dialog.finding.text()


def test_breaking_the_assumption_is_said_and_keeping_it_says_nothing(dialog):
    assert dialog.breach.isHidden()
    dialog.spread.setValue(2)
    assert not dialog.breach.isHidden()
    assert "variance 4 instead of 1" in dialog.breach.text()
    assert "still spreads by 4 instead of 1" in dialog.breach.text()
    dialog.spread.setValue(1)
    dialog.correlation.setValue(0.5)
    assert "go with each other" in dialog.breach.text()
    dialog.correlation.setValue(0)
    assert dialog.breach.isHidden()


@pytest.mark.parametrize("name", ["sources", "seed", "correlation"])
def test_every_choice_is_measured_anew(qtbot, dialog, name):
    before = line(dialog.largest_plot, "not scaled").y
    box = getattr(dialog, name)
    box.setValue(box.value() + box.singleStep() * 3)
    qtbot.waitUntil(lambda: line(dialog.largest_plot, "not scaled").y[:1] != before[:1])


def test_another_look_tells_and_colours_anew_what_is_measured_already(
    qtbot, dialog, look, monkeypatch
):
    measured_at = []

    def counting(population, d):
        measured_at.append(d)
        return measure(population, d)

    monkeypatch.setattr(scaling_dialog, "measure", counting)
    (curve, *_) = dialog.spread_plot.plotItem.curves
    in_light = curve.opts["pen"].color()
    look.preferences.digits = 5
    look.preferences.theme = "dark"
    qtbot.waitUntil(lambda: not dialog._timer.isActive())
    assert set(measured_at) == {dialog.width_box.value()}
    told = look.number(measure(dialog.population, 64).spread)
    assert len(told.split(".")[1]) == 5
    assert told in dialog.finding.text()
    assert told in dialog.spread_plot.accessibleDescription()
    assert curve.opts["pen"].color() == QColor(look.theme.roles[Role.KEY]) != in_light
    assert dialog.spread_plot.plotItem.curves[0] is curve


def test_another_distribution_is_drawn_from(qtbot, dialog):
    dialog.distribution.setCurrentText("signs")
    assert dialog.population.distribution is Distribution.SIGNS
    qtbot.waitUntil(lambda: line(dialog.spread_plot, "not scaled").y[0] == 1)  # ±1 times ±1


def test_a_draw_opens_as_a_scenario(driver, dialog):
    dialog.width_box.setValue(16)
    dialog.open_button.click()
    assert driver.session.scenario.title == "Random vectors, d = 16, seed 0"
    assert driver.session.scenario.key.shape == (8, 16)
    _, key = dialog.population.draw(16)
    assert driver.session.scenario.key.tolist() == key.tolist()


def test_asking_again_brings_the_same_laboratory_back(driver, dialog):
    dialog.width_box.setValue(16)
    dialog.close()
    driver.trigger("scalingAction")
    assert driver.window.findChildren(ScalingDialog) == [dialog]
    assert dialog.isVisible()
    assert dialog.width_box.value() == 16


def test_nothing_is_measured_while_nobody_sees_it(qtbot, dialog):
    dialog.close()
    dialog.seed.setValue(5)
    qtbot.wait(50)
    assert line(dialog.spread_plot, "not scaled").y[0] == pytest.approx(
        measure(replace(dialog.population, seed=0), 1).spread
    )
