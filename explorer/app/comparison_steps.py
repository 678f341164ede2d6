"""What answers a question about two states; imported with the first one that takes long."""

from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from explorer.model.comparison.compare import Comparison, comparing, making_state
from explorer.model.comparison.sides import State
from explorer.model.stages import Stage

if TYPE_CHECKING:
    from explorer.app.comparison_work import Question


def answered(question: "Question") -> Iterator[Any]:
    """The stages as they begin, then the comparison; or else what went wrong."""
    try:
        yield from _compared(question)
    except Exception as error:  # raised again where it is taken
        yield error


def _compared(question: "Question") -> Iterator[Stage | Comparison]:
    then = question.then
    if then is None:
        for step in making_state(question.scenario, question.now):
            if isinstance(step, State):
                then = step
            else:
                yield step
    assert then is not None  # the last step
    for item in comparing(then, question.now, question.sides, question.known):
        if isinstance(item, Comparison) and question.with_differences:
            for change in item.stages:
                yield change.stage
                change.table.prepare_difference()
        yield item
