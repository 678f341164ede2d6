"""What of the view a scenario keeps when it is saved: the step, unless it is the first one.

View state is no part of the document's history: it can be neither undone nor lost unsaved.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from explorer.model import Granularity, InputError, Place, Scenario
from explorer.model.step_links import StepLink, link_to, parse_link, resolve

if TYPE_CHECKING:
    from explorer.app.session import Session

STEP = "step"


def link_to_step(session: "Session") -> StepLink:
    """The link to the current step of a session."""
    return link_to(session.granularity, session.step, session.term)


def go_to_link(session: "Session", link: StepLink) -> None:
    """Go to the step of a link, with steps as fine as it asks for. Raises InputError."""
    step = resolve(link, session.trace)
    session.set_granularity(link.granularity)
    if step.term is None:
        session.go_to(step.place)
    else:
        session.go_to_position(session.walk.position(step.place, step.term))


def viewed_at(scenario: Scenario, link: StepLink) -> Scenario:
    """The scenario as it would have been saved at a step."""
    return replace(scenario, view={**scenario.view, STEP: str(link)})


def with_view_state(session: "Session") -> Scenario:
    """The scenario of a session as it is saved: with the step the person is at."""
    scenario = session.scenario
    view = {name: state for name, state in scenario.view.items() if name != STEP}
    link = link_to_step(session)
    first = Place(session.trace.stages[0].name, 0, 0)
    if link != link_to(Granularity.CELL, first):
        view[STEP] = str(link)
    return scenario if view == scenario.view else replace(scenario, view=view)


def restore_step(session: "Session") -> None:
    """Go to the step that the scenario of a session was saved at; a bad one counts as none."""
    stored = session.scenario.view.get(STEP)
    if isinstance(stored, str):
        try:
            go_to_link(session, parse_link(stored))
        except InputError:
            return
