"""Marking a scenario as an experiment with a mistake, and taking the mark away, as edits."""

from dataclasses import replace

from explorer.app.edits import Edit
from explorer.model import Experiment, Scenario


def make_mistake(scenario: Scenario, name: str) -> Edit:
    """Calculate with the named mistake from now on. Raises InputError if there is none."""
    experiment = Experiment(name)
    text = f"make a mistake: {experiment.slip.title}"
    is_made = scenario.experiment == experiment
    return Edit(text, scenario if is_made else replace(scenario, experiment=experiment))


def leave_mistake(scenario: Scenario) -> Edit:
    """Calculate in the right way again."""
    text = "leave the mistake laboratory"
    return Edit(
        text, scenario if scenario.experiment is None else replace(scenario, experiment=None)
    )
