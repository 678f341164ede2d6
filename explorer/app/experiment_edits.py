"""Marking a scenario as an experiment with a mistake, and taking the mark away, as edits."""

from dataclasses import replace

from explorer.app.edits import Edit
from explorer.model import Experiment, InputError, Scenario, calculate


def make_mistake(scenario: Scenario, name: str) -> Edit:
    """Calculate with the named mistake from now on.

    Raises InputError if there is none, or if a number grows too large to store with it.
    """
    experiment = Experiment(name)
    title = experiment.slip.title
    text = f"make a mistake: {title}"
    if scenario.experiment == experiment:
        return Edit(text, scenario)
    marked = replace(scenario, experiment=experiment)
    try:
        calculate(marked)
    except InputError as error:
        raise InputError(f"{error.place} under “{title}”", error.expected, error.found) from error
    return Edit(text, marked)


def leave_mistake(scenario: Scenario) -> Edit:
    """Calculate in the right way again."""
    text = "leave the mistake laboratory"
    return Edit(
        text, scenario if scenario.experiment is None else replace(scenario, experiment=None)
    )
