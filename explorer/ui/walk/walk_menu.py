"""The Walk menu: everything that moves through the calculation."""

from PySide6.QtWidgets import QMenu

from explorer.ui.walk.step_panel import StepPanel


def fill_walk_menu(menu: QMenu, panel: StepPanel) -> None:
    """Put the actions of the walk of `panel` into `menu`."""
    actions, options = panel.actions_of_walk, panel.walk_options
    menu.addActions(list(actions.all))
    menu.addSeparator()
    menu.addActions(list(actions.jumps))
    menu.addSeparator()
    fineness = menu.addMenu("Step &by")
    fineness.addActions(list(options.granularities.values()))
    menu.addActions([options.reveal, options.predict])
    menu.addSeparator()
    speed = menu.addMenu("Spee&d")
    speed.addActions(list(options.speeds.values()))
    menu.addAction(options.loop)
    menu.addAction(options.pause_here)
    pauses = menu.addMenu("Pause &at")
    pauses.setObjectName("pauseMenu")
    pauses.aboutToShow.connect(lambda: _fill_pauses(pauses, panel))
    menu.addSeparator()
    menu.addAction(options.copy_link)


def _fill_pauses(menu: QMenu, panel: StepPanel) -> None:
    for action in menu.actions():
        menu.removeAction(action)
        action.deleteLater()
    menu.addActions(panel.walk_options.pause_actions(menu))
