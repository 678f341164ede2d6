"""Two states of a scenario side by side: what differs, and what each difference follows from.

Whether a stage can differ at all is read from what it is computed from, not from its numbers.
"""

from collections.abc import Iterator
from dataclasses import dataclass, fields, replace
from math import prod
from typing import Any

import numpy as np

from explorer.model.attention import attending
from explorer.model.comparison.changes import (
    Cause,
    Fate,
    InputChange,
    NamesChange,
    Reason,
    SettingChange,
    StageChange,
    TableChange,
    TokensChange,
    change_of,
    is_rounding,
)
from explorer.model.comparison.sides import THEN_NOW, Pair, Sides, State
from explorer.model.dependencies import inputs_behind, read_directly
from explorer.model.inputs import AttentionInputs
from explorer.model.places import Axis
from explorer.model.scenario import Scenario
from explorer.model.stages import Stage
from explorer.model.trace import AttentionTrace

NAMED_AXES = (Axis.QUERIES, Axis.SOURCES)
_UNSET = (None, False)


@dataclass(frozen=True, slots=True, eq=False, kw_only=True)
class Comparison(Pair):
    """Everything that differs between two states: names, what was typed in, stage by stage.

    `inputs` are the tables and settings that differ; `stages` all stages of either state.
    """

    names: tuple[NamesChange, ...]
    inputs: tuple[InputChange, ...]
    stages: tuple[StageChange, ...]

    @property
    def is_empty(self) -> bool:
        """Whether nothing differs."""
        return not self.names and not self.inputs

    @property
    def is_unmoved(self) -> bool:
        """Whether nothing differs, nor did anything come of another calculation."""
        return self.is_empty and all(one.fate.is_unmoved for one in self.stages)

    def table(self, name: str) -> TableChange | None:
        """The named table, of a stage or typed in; None if it is typed in and the same."""
        for stage in self.stages:
            if stage.table.name == name:
                return stage.table
        typed_in = (change for change in self.inputs if isinstance(change, TableChange))
        return next((change for change in typed_in if change.name == name), None)


def state_beside(scenario: Scenario, other: State) -> State:
    """The state of a scenario that shares with `other` what does not differ from it.

    Raises InputError if a number on the way grows too large to store.
    """
    *_, state = making_state(scenario, other)
    assert isinstance(state, State)  # the last
    return state


def making_state(scenario: Scenario, other: State) -> Iterator[Stage | State]:
    """What `state_beside` does, in steps: each stage as it begins, and the state last of all."""
    inputs, theirs = scenario.inputs, other.trace.inputs
    shared: dict[str, Any] = {
        field.name: getattr(theirs, field.name)
        for field in fields(AttentionInputs)
        if _same_bits(getattr(inputs, field.name), getattr(theirs, field.name))
    }
    for item in attending(replace(inputs, **shared), other.trace):
        yield State(scenario, item) if isinstance(item, AttentionTrace) else item


def compare(
    before: State, after: State, sides: Sides = THEN_NOW, known: Comparison | None = None
) -> Comparison:
    """Compare two states; with `state_beside` they share what is the same, and it costs less.

    RIGHT_WRONG: of one scenario, calculated in the right way and with a mistake. From `known` it
    takes what became of tables that were the same on both sides then already.
    """
    *_, comparison = comparing(before, after, sides, known)
    assert isinstance(comparison, Comparison)  # the last
    return comparison


def comparing(
    before: State, after: State, sides: Sides = THEN_NOW, known: Comparison | None = None
) -> Iterator[Stage | Comparison]:
    """What `compare` does, in steps: each stage as it begins, and the comparison last of all.

    Whoever goes no further compares no further.
    """
    inputs = tuple(_changed_inputs(before.trace, after.trace))
    stages = []
    for item in _stage_changes(before.trace, after.trace, inputs, known):
        if isinstance(item, StageChange):
            stages.append(item)
        else:
            yield item
    yield Comparison(
        before=before,
        after=after,
        sides=sides,
        names=tuple(_changed_names(before.scenario, after.scenario)),
        inputs=inputs,
        stages=tuple(stages),
    )


def effort(before: AttentionTrace, after: AttentionTrace, known: Comparison | None = None) -> int:
    """How many cells `compare` would have to look at, told without doing it; at the most."""
    cells = 0
    for name in before.arrays.keys() & after.arrays.keys():
        old, new = before.arrays.table(name), after.arrays.table(name)
        if old is not new and old.shape == new.shape:
            is_known = _known_table(name, before, after, known) is not None
            cells += 0 if is_known else prod(new.shape)
    return cells


def _changed_names(before: Scenario, after: Scenario) -> Iterator[NamesChange]:
    for axis in NAMED_AXES:
        old, new = before.names(axis), after.names(axis)
        if old != new:
            yield NamesChange(axis, old, new)


def _changed_inputs(before: AttentionTrace, after: AttentionTrace) -> Iterator[InputChange]:
    """A table that is typed in on one side and computed on the other is compared as a stage."""
    components = before.inputs.d, after.inputs.d
    for field in fields(AttentionInputs):
        old, new = getattr(before.inputs, field.name), getattr(after.inputs, field.name)
        change: InputChange
        if before.computes(field.name) != after.computes(field.name):
            continue
        if isinstance(old, np.ndarray) or isinstance(new, np.ndarray):
            change = change_of(field.name, old, new)
        else:
            fate = _setting_fate(field.name, before.inputs, after.inputs)
            if field.name == "tokens":
                change = TokensChange(field.name, old, new, fate)
            else:
                change = SettingChange(field.name, old, new, fate, components)
        if change.fate is not Fate.SAME:
            yield change


def _setting_fate(name: str, before: AttentionInputs, after: AttentionInputs) -> Fate:
    """A scale is never new or gone: without a number of its own it follows from d."""
    old, new = getattr(before, name), getattr(after, name)
    if name == "scale":
        follows_d = old is None and before.d and after.d
        return Fate.CHANGED if old != new or (follows_d and before.d != after.d) else Fate.SAME
    if old == new:
        return Fate.SAME
    if old in _UNSET or new in _UNSET:
        return Fate.NEW if old in _UNSET else Fate.GONE
    return Fate.CHANGED


def _stage_changes(
    before: AttentionTrace,
    after: AttentionTrace,
    inputs: tuple[InputChange, ...],
    known: Comparison | None,
) -> Iterator[Stage | StageChange]:
    """Each stage, then what became of it."""
    typed_in = {change.name: Cause(change.name, change.fate) for change in inputs}
    computed: dict[str, Cause] = {}
    for name in _in_order(before, after):
        traces = [trace for trace in (before, after) if name in _stage_names(trace)]
        yield traces[-1].stage(name)
        behind = frozenset().union(*(inputs_behind(trace, name) for trace in traces))
        reads = [read for trace in traces for read in read_directly(trace, name)]
        causes = _causes(name, reads, typed_in, computed)
        reason = Reason.CAUSED if causes else Reason.SETTLED
        if not all(trace.stage(name).is_usual for trace in traces):
            reason = Reason.DEPARTS
        elif not causes and behind.isdisjoint(typed_in):
            reason, causes = Reason.INDEPENDENT, tuple(typed_in.values())
        if reason not in (Reason.CAUSED, Reason.DEPARTS):
            table = TableChange(name, before.arrays.get(name), after.arrays.get(name), Fate.SAME)
        else:
            known_table = _known_table(name, before, after, known)
            table = known_table or _stage_table(name, before, after)
        if reason is Reason.CAUSED and table.fate.is_unmoved:
            reason = Reason.DESPITE
        computed[name] = Cause(name, table.fate, is_computed=True)
        yield StageChange(traces[-1].stage(name), table, reason, causes)


def _causes(
    name: str, reads: list[str], typed_in: dict[str, Cause], computed: dict[str, Cause]
) -> tuple[Cause, ...]:
    """What differs among what a stage reads; weights typed in are read by the stage they become."""
    found = [
        computed[read] if read in computed and read != name else typed_in.get(read)
        for read in dict.fromkeys(reads)
    ]
    return tuple(cause for cause in found if cause is not None and cause.fate is not Fate.SAME)


def _stage_table(name: str, before: AttentionTrace, after: AttentionTrace) -> TableChange:
    old, new = before.arrays.get(name), after.arrays.get(name)
    change = change_of(name, old, new, is_computed=True)
    if change.fate is Fate.CHANGED and is_rounding(change):
        return replace(change, fate=Fate.ROUNDED)
    return change


def _known_table(
    name: str, before: AttentionTrace, after: AttentionTrace, known: Comparison | None
) -> TableChange | None:
    """What became of a stage's table, if the two were compared before and did differ."""
    if known is None or not all(
        name in new.arrays
        and name in old.arrays
        and new.arrays.table(name) is old.arrays.table(name)
        for new, old in ((before, known.before.trace), (after, known.after.trace))
    ):
        return None
    tables = (change.table for change in known.stages if change.table.moves.count)
    return next((table for table in tables if table.name == name), None)


def _in_order(before: AttentionTrace, after: AttentionTrace) -> list[str]:
    """The stages of both: those of now, and each that is gone where it stood."""
    names = _stage_names(after)
    position = 0
    for name in _stage_names(before):
        if name not in names:
            names.insert(position, name)
        position = names.index(name) + 1
    return names


def _stage_names(trace: AttentionTrace) -> list[str]:
    return [stage.name for stage in trace.stages]


def _same_bits(one: object, other: object) -> bool:
    if not (isinstance(one, np.ndarray) and isinstance(other, np.ndarray)):
        return False
    return one is other or (one.shape == other.shape and one.tobytes() == other.tobytes())
