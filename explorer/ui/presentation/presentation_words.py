"""What a presentation says about the current step."""

from explorer.app.session import Session
from explorer.model import Granularity
from explorer.model.wording import place_sentence

QUESTION = "What will it be?"


def covers_several(session: Session) -> bool:
    """Whether the step computes a row or a table at once, of which one cell says too little."""
    return session.granularity in (Granularity.STAGE, Granularity.READER)


def heading(session: Session) -> str:
    """What is done in the step."""
    whole = covers_several(session)
    return (session.stage if whole else session.trace.quantity(session.step.array)).action


def sentence(session: Session, digits: int) -> str:
    """What came out of the step, or what is done in it; a question while it is hidden."""
    if session.reveal.hides_result:
        return QUESTION
    if covers_several(session):
        return session.stage.about
    derivation = session.derivation
    if session.term is not None:
        return derivation.note
    note = "" if derivation.forms else derivation.note
    said = place_sentence(session.scenario, session.trace, session.step, digits)
    return f"{said[:1].upper()}{said[1:]}. {note}".rstrip()
