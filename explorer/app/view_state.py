"""What of the view a scenario keeps when it is saved: the step, unless it is the first one, and
which pin it is compared with.

View state is no part of the document's history: it can be neither undone nor lost unsaved.
"""

from dataclasses import replace
from typing import TYPE_CHECKING

from explorer.app.stage_view import Showing
from explorer.model import Granularity, InputError, Place, Scenario
from explorer.model.step_links import StepLink, link_to, parse_link, resolve

if TYPE_CHECKING:
    from explorer.app.comparing import Comparing
    from explorer.app.session import Session

STEP = "step"
COMPARE, BASELINE, SHOW = "compare", "with", "show"
"""`{"with": "Pin 1", "show": "difference"}`; what is shown is left out where it is now."""


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
    """The scenario of a session as it is saved: with the step and the comparison on the screen."""
    scenario = session.scenario
    view = {name: kept for name, kept in scenario.view.items() if name not in (STEP, COMPARE)}
    link = link_to_step(session)
    first = Place(session.trace.stages[0].name, 0, 0)
    if link != link_to(Granularity.CELL, first):
        view[STEP] = str(link)
    if session.comparing.baseline is not None:
        view[COMPARE] = _compared(session.comparing)
    return scenario if view == scenario.view else replace(scenario, view=view)


def restore_view(session: "Session") -> None:
    """Show what the scenario of a session was saved with; what is not well formed is left out."""
    view = session.scenario.view
    _restore_step(session, view.get(STEP))
    compared = view.get(COMPARE)
    if isinstance(compared, dict):
        _restore_comparing(session, compared)


def _compared(comparing: "Comparing") -> dict[str, str]:
    assert comparing.baseline is not None  # with_view_state
    now = comparing.showing is Showing.NOW
    shown = {} if now else {SHOW: str(comparing.showing)}
    return {BASELINE: comparing.baseline.name, **shown}


def _restore_step(session: "Session", stored: object) -> None:
    if isinstance(stored, str):
        try:
            go_to_link(session, parse_link(stored))
        except InputError:
            return


def _restore_comparing(session: "Session", stored: dict[str, object]) -> None:
    pins = (pin for pin in session.scenario.pins if pin.name == stored.get(BASELINE))
    pin = next(pins, None)
    if pin is not None:
        session.comparing.choose(pin)
        shown = (one for one in Showing if one == stored.get(SHOW))
        session.comparing.show(next(shown, Showing.NOW))
