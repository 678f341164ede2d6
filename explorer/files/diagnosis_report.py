"""What own numbers come to, and what the numbers of a scenario cannot show: as text and JSON.

In JSON a cell is written as links to steps are: `output:2:1` is row 2 and column 1, from 1, with
readers in rows, as shapes have them; sentences are told by the convention of the numbers.
"""

import json
import math
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from explorer.files.report import printable
from explorer.model import Diagnosis, OwnNumbers, Scenario, attend, diagnose
from explorer.model.convention import Convention
from explorer.model.diagnosis import Coverage, coverage, smallest_change
from explorer.model.diagnosis.change_words import change_sentence, seen_sentence
from explorer.model.diagnosis.coverage_words import (
    count_sentence,
    reason_sentence,
    reason_sentences,
)
from explorer.model.diagnosis.number_change import NumberChange
from explorer.model.diagnosis.verdict import Match
from explorer.model.diagnosis.words import sentences, summary
from explorer.model.places import Place
from explorer.model.slips.slip import Slip
from explorer.model.step_links import StepLink
from explorer.model.trace import AttentionTrace
from explorer.model.wording import spoken_name

INDENT = "  "

Json = dict[str, Any]


def diagnosed(
    scenario: Scenario,
    tables: Mapping[str, OwnNumbers],
    as_json: bool,
    convention: Convention = Convention.ROWS,
) -> tuple[Diagnosis, str]:
    """The diagnosis of own numbers, by the name of their table, and what to print of it.

    Raises InputError as `diagnose` does.
    """
    trace = attend(scenario.inputs)
    diagnosis = diagnose(scenario.inputs, **tables)
    told = sentences(diagnosis, scenario, trace, convention=convention)
    lines = [printable(line) for line in told]
    if as_json:
        return diagnosis, _json(_diagnosis(diagnosis, convention) | {"sentences": lines})
    return diagnosis, "\n".join(lines) + "\n"


def checked(scenario: Scenario, as_json: bool) -> str:
    """Which mistakes would go unnoticed in a scenario's numbers, why, and what would show them.

    Raises InputError if a number on the way grows too large to store.
    """
    trace = attend(scenario.inputs)
    found = coverage(scenario.inputs)
    unseen = [one for one in found if one.is_unseen_in("output")]
    changes = {one.slip.name: smallest_change(scenario.inputs, one.slip) for one in unseen}
    if as_json:
        mistakes = [_coverage(one, scenario, changes.get(one.slip.name)) for one in found]
        return _json({"title": scenario.title, "mistakes": mistakes})
    return "\n".join(map(printable, _check_lines(scenario, trace, found, changes))) + "\n"


def _check_lines(
    scenario: Scenario,
    trace: AttentionTrace,
    found: Sequence[Coverage],
    changes: Mapping[str, NumberChange | None],
) -> Iterable[str]:
    if scenario.title:
        yield from (scenario.title, "")
    yield count_sentence(found, changes, "the output")
    for alike in _alike(found, scenario):
        yield from ("", f"{_titles(alike)}: {_where_unseen(alike[0], scenario)}.")
        yield from (f"{INDENT}{line}" for line in reason_sentences(alike[0], scenario))
        yield from (f"{INDENT}{line}" for line in _shown_by(alike, changes, scenario, trace))
    seen = [one for one in found if not one.hidden_readers]
    if seen:
        yield from ("", f"These show in every row of the output: {_titles(seen)}.")


def _alike(found: Sequence[Coverage], scenario: Scenario) -> list[list[Coverage]]:
    """The mistakes that some reader does not show, put together where all of it is the same.

    Those that no reader shows come first.
    """
    groups: dict[tuple[str, ...], list[Coverage]] = {}
    for one in sorted(found, key=lambda one: not one.is_unseen_in("output")):
        if one.hidden_readers:
            key = (_where_unseen(one, scenario), *reason_sentences(one, scenario))
            groups.setdefault(key, []).append(one)
    return list(groups.values())


def _where_unseen(one: Coverage, scenario: Scenario) -> str:
    if one.is_unseen_in("output"):
        is_early = one.slip.stage != "output" and one.is_unseen_in("weights")
        return f"would not show in the {'weights or the output' if is_early else 'output'}"
    names = [spoken_name(scenario.queries, row) for row in one.hidden_readers]
    shown = names[: max(len(one.reasons), 1)]
    more = [f"{len(names) - len(shown)} more"] if len(names) > len(shown) else []
    return f"would not show for {', '.join([*shown, *more])}"


def _shown_by(
    alike: Sequence[Coverage],
    changes: Mapping[str, NumberChange | None],
    scenario: Scenario,
    trace: AttentionTrace,
) -> Iterable[str]:
    """The changes that show these mistakes, each with all it shows."""
    groups: dict[tuple[Place, float, Place], list[tuple[Coverage, NumberChange]]] = {}
    for one in alike:
        change = changes.get(one.slip.name)
        if change is not None:
            key = (change.place, change.new, change.seen)
            groups.setdefault(key, []).append((one, change))
    if unshown := [one for one in alike if changes.get(one.slip.name, ...) is None]:
        yield f"No change of a single number that was tried shows this: {_titles(unshown)}."
    for group in groups.values():
        names = {one.slip.title: change.other for one, change in group}
        yield change_sentence(group[0][1], scenario, trace)
        yield seen_sentence(group[0][1], names, scenario, trace)


def _titles(found: Sequence[Coverage]) -> str:
    return "; ".join(one.slip.title for one in found)


# As JSON


def _diagnosis(diagnosis: Diagnosis, convention: Convention) -> Json:
    return {
        "verdict": diagnosis.verdict.name.lower(),
        "right": diagnosis.is_right,
        "summary": summary(diagnosis, convention),
        "given": {name: list(own.values.shape) for name, own in diagnosis.given.items()},
        "largest_difference": diagnosis.largest_difference,
        "matches": [_match(match, convention) for match in diagnosis.matches],
        "not_ruled_out": [_match(match, convention) for match in diagnosis.alike],
        "tell_apart": _tell_apart(diagnosis),
        "difference": _difference(diagnosis, convention),
        "not_numbers": [_place(place) for place in diagnosis.not_numbers],
        "other_table": diagnosis.other_table,
        "turned_table": diagnosis.turned_table,
        "expected_shape": diagnosis.expected_shape and list(diagnosis.expected_shape),
        "rest": diagnosis.rest and _diagnosis(diagnosis.rest, convention),
        "untried": diagnosis.untried,
    }


def _match(match: Match, convention: Convention) -> Json:
    return {
        **_slip(match.slip, convention),
        "cells": match.cells,
        "largest_difference": match.largest_difference,
        "together": [_slip(part, convention) for part in match.slip.parts],
    }


def _slip(slip: Slip, convention: Convention = Convention.ROWS) -> Json:
    return {
        "name": slip.name,
        "title": convention.words(slip.title),
        "stage": slip.stage,
        "done": convention.words(slip.done),
        "why": convention.words(slip.why),
    }


def _tell_apart(diagnosis: Diagnosis) -> Json | None:
    found = diagnosis.tell_apart
    if found is None:
        return None
    return {"table": found.table, "change": _change(found.change)}


def _difference(diagnosis: Diagnosis, convention: Convention) -> Json | None:
    found = diagnosis.difference
    if found is None:
        return None
    return {
        "cell": _place(found.place),
        "given": "-inf" if found.given == -math.inf else found.given,
        "right": found.right,
        "cells_that_differ": found.count,
        "derivation": found.derivation.text(None, convention=convention),
        "follows": list(found.follows),
    }


def _coverage(one: Coverage, scenario: Scenario, change: NumberChange | None) -> Json:
    return {
        **_slip(one.slip),
        "unseen_in": [name for name in one.hidden if one.is_unseen_in(name)],
        "unseen_readers": [row + 1 for row in one.hidden_readers],
        "reasons": [
            {
                "reader": row + 1,
                "kind": reason.kind.name.lower(),
                "sentence": reason_sentence(reason, scenario, row),
            }
            for row, reason in one.reasons.items()
        ],
        "change": _change(change),
    }


def _change(change: NumberChange | None) -> Json | None:
    if change is None:
        return None
    return {
        "cell": _place(change.place),
        "from": change.old,
        "to": change.new,
        "seen_in": _place(change.seen),
        "one": change.one,
        "other": change.other,
    }


def _place(place: Place) -> str:
    return str(StepLink(place.array, (place.row, place.column)))


def _json(content: Json) -> str:
    return json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False) + "\n"
