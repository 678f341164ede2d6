"""What came of a mistake made on purpose: one sentence a stage."""

from explorer.model.comparison.changes import Fate, Reason, StageChange
from explorer.model.comparison.compare import Comparison
from explorer.model.comparison.stage_wording import where
from explorer.model.comparison.words import (
    Sentence,
    as_far_text,
    called,
    capital,
    is_plural_form,
    listed,
    size,
)
from explorer.model.number_format import told_apart
from explorer.model.places import Place


def mistake_sentences(comparison: Comparison, digits: int) -> tuple[Sentence, ...]:
    """Stage by stage: the same, where it departs, what follows; for RIGHT_WRONG."""
    return tuple(_sentence(comparison, change, digits) for change in comparison.stages)


def what_became(comparison: Comparison, change: StageChange, digits: int) -> str:
    """The same of one stage, to stand under its name: `The same.`"""
    if change.fate.is_unmoved:
        return f"{capital(_unmoved(change))}."
    begins = "done in another way here, with " if change.reason is Reason.DEPARTS else ""
    return f"{capital(begins + _differs(comparison, change, digits))}."


def _sentence(comparison: Comparison, change: StageChange, digits: int) -> Sentence:
    name, text = capital(called(change.table.name)), what_became(comparison, change, digits)
    place = change.table.largest if change.table.is_comparable else None
    return Sentence(
        f"{name}: {text[:1].lower()}{text[1:]}", place or Place(change.table.name, 0, 0)
    )


def _unmoved(change: StageChange) -> str:
    but_for_rounding = "" if change.fate is Fate.SAME else " but for rounding"
    if change.reason is Reason.DEPARTS:
        return f"done in another way here, and yet the same{but_for_rounding}"
    if any(cause.fate is not Fate.ROUNDED for cause in change.causes):
        return f"the same{but_for_rounding}, although {_other(change)}"
    return f"the same{but_for_rounding}"


def _other(change: StageChange) -> str:
    """`the scores and the weights differ`."""
    names = listed([f"the {called(cause.name)}" for cause in change.causes])
    return f"{names} {'differ' if is_plural_form(names) else 'differs'}"


def _differs(comparison: Comparison, change: StageChange, digits: int) -> str:
    """`differs in 2 of 3 rows, the most for Query 1 and Source 2: right 0.2, wrong 0.3`."""
    table = change.table
    right, wrong = table.before, table.after
    assert right is not None
    assert wrong is not None
    because = "" if change.reason is Reason.DEPARTS else f", because {_other(change)}"
    if not table.is_comparable:
        return f"{size(right.shape)} when right, {size(wrong.shape)} when wrong{because}"
    text = f"other numbers in {len(table.rows)} of {right.shape[0]} rows{because}"
    counts = _blocked(table.blocked, "blocks"), _blocked(table.unblocked, "does not block")
    told = [count for count in counts if count]
    place = table.largest
    if place is not None:
        cell = place.row, place.column
        old, new = told_apart(float(right[cell]), float(wrong[cell]), digits)
        whose = where(comparison.after.scenario, change, place)
        as_far = as_far_text(table, "came out as far apart")
        told.insert(0, f"most of all for {whose}: right {old}, wrong {new}{as_far}")
    return "; ".join([text, *told])


def _blocked(count: int, verb: str) -> str:
    return f"it {verb} {count} {'cell' if count == 1 else 'cells'} by mistake" if count else ""
