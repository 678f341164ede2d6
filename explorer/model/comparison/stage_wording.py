"""What came of a change, stage by stage, in sentences that say why."""

from collections.abc import Iterator, Sequence
from decimal import ROUND_CEILING, Context
from itertools import groupby

from explorer.model.comparison.changes import Fate, Reason, StageChange
from explorer.model.comparison.compare import Comparison
from explorer.model.comparison.words import (
    SPOKEN,
    Sentence,
    as_far_text,
    blocked_text,
    called,
    capital,
    is_plural_form,
    listed,
    noun_of,
    reasons,
    size,
)
from explorer.model.number_format import format_number, told_apart
from explorer.model.places import Axis, Place
from explorer.model.scenario import Scenario
from explorer.model.wording import spoken_name


def stage_sentences(comparison: Comparison, digits: int) -> tuple[Sentence, ...]:
    """What came of it: one sentence a stage, or one for several in a row that did not change."""
    if not comparison.inputs:
        return ()
    return tuple(_stage_sentences(comparison, digits))


def _stage_sentences(comparison: Comparison, digits: int) -> Iterator[Sentence]:
    for reason, group in groupby(comparison.stages, _shared_reason):
        stages = list(group)
        if reason is Reason.INDEPENDENT:
            yield Sentence(_independent_text(stages))
        elif reason is Reason.SETTLED:
            names = _names_of(stages)
            verb = "follow" if is_plural_form(names) else "follows"
            yield Sentence(f"{capital(names)} {verb} only from what did not change: unchanged.")
        else:
            yield _stage_sentence(comparison, stages[0], digits)


def _shared_reason(change: StageChange) -> Reason | str:
    """Neighbours that are unchanged for one reason share a sentence; others have their own."""
    shared = change.reason in (Reason.INDEPENDENT, Reason.SETTLED)
    return change.reason if shared else change.table.name


def _independent_text(stages: list[StageChange]) -> str:
    names = _names_of(stages)
    verb = "do" if is_plural_form(names) else "does"
    changed = listed([noun_of(cause) for cause in stages[0].causes], "or")
    return f"{capital(names)} {verb} not depend on {changed}: unchanged."


def _names_of(stages: Sequence[StageChange]) -> str:
    return listed([called(stage.table.name) for stage in stages])


def _stage_sentence(comparison: Comparison, change: StageChange, digits: int) -> Sentence:
    table = change.table
    name = called(table.name)
    is_plural = is_plural_form(name)
    place = table.largest if table.is_comparable else None
    if place is None and table.after is not None:
        place = Place(table.name, 0, 0)
    if change.reason is Reason.DESPITE:
        return Sentence(f"{capital(name)} {_despite_text(change, is_plural)}.", place)
    because = reasons(change.causes, ", because ")
    match change.fate:
        case Fate.NEW | Fate.GONE:
            text = f"{SPOKEN[change.fate][is_plural]}{because}"
        case Fate.RESHAPED:
            assert table.before is not None
            assert table.after is not None
            sizes = f"{size(table.before.shape)} to {size(table.after.shape)}"
            text = f"went from {sizes}{because}: not compared cell by cell"
        case _:
            moved = _moved_text(comparison.after.scenario, change, digits)
            text = f"changed in {moved}{because}"
    return Sentence(f"{capital(name)} {text}.", place)


def _despite_text(change: StageChange, is_plural: bool) -> str:
    although = reasons(change.causes, ", although ")
    if change.fate is Fate.SAME:
        return f"did not change{although}"
    most = _at_most(change.table.furthest)
    verb = "are" if is_plural else "is"
    return f"{verb} the same up to rounding (no number differs by more than {most}){although}"


def _at_most(value: float) -> str:
    """A short number that is no smaller."""
    up = Context(prec=2, rounding=ROUND_CEILING).create_decimal(value)
    return format_number(float(up), 1)


def _moved_text(scenario: Scenario, change: StageChange, digits: int) -> str:
    """`1 of 3 rows, the most for Query 1 and Source 2: 0.2 → 0.3; 2 cells newly blocked`."""
    table = change.table
    before, after, place = table.before, table.after, table.largest
    assert before is not None
    assert after is not None
    text = f"{len(table.rows)} of {after.shape[0]} rows"
    blocked = blocked_text(table)
    if place is None:
        return f"{text}: {blocked}"
    old, new = told_apart(before[place.row, place.column], after[place.row, place.column], digits)
    if after.size > 1:
        moved = table.moves.moved - table.blocked - table.unblocked
        text += f", {'the most ' if moved > 1 else ''}for {where(scenario, change, place)}"
    return f"{text}: {old} → {new}{as_far_text(table)}" + (f"; {blocked}" if blocked else "")


def where(scenario: Scenario, change: StageChange, place: Place) -> str:
    """Whose number it is: `Query 1 and Source 2`, `Query 1, component 1`."""
    rows, columns = change.stage.axes
    row = spoken_name(scenario.names(rows), place.row)
    column = spoken_name(scenario.names(columns), place.column)
    return f"{row} and {column}" if columns is Axis.SOURCES else f"{row}, {column}"
