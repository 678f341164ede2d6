"""Tasks that run backwards: which numbers of one row give the number asked for?"""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from explorer.model.dependencies import arrays_behind
from explorer.model.errors import InputError
from explorer.model.inputs import AttentionInputs
from explorer.model.nice_numbers import nice_step, shortest
from explorer.model.number_format import format_number
from explorer.model.places import Axis, Place
from explorer.model.readers import number_with
from explorer.model.scenario import ARRAY_AXES, Scenario
from explorer.model.stages import ColourScale
from explorer.model.trace import AttentionTrace

MOST_TRIES = 24
"""Tasks that are looked at until one is found that can be solved."""

NEAR = 0.005
"""How near is near enough, for numbers up to 1; above, the same share of the goal."""

_KINDS = (
    ("key", "weights"),
    ("value", "output"),
    ("query", "scores"),
    ("key", "scores"),
    ("query_projection", "query"),
    ("value_projection", "output"),
    ("key_projection", "scores"),
)
_SHARES = (0.5, 0.25, 0.75)
_MOST_COLUMNS = 32
_MOST_SOLVED = 3
_STEPS = tuple(sign * 2.0**power for power in range(-2, 7) for sign in (1, -1))


@dataclass(frozen=True, slots=True)
class BackwardsTask:
    """Choose a row of a typed-in array so that the number at `target` becomes `goal`.

    `turn` counts the tasks looked at; the next one starts after it.
    """

    array: str
    row: int
    target: Place
    goal: float
    turn: int = 0

    @property
    def tolerance(self) -> float:
        """How near to the goal counts as reached."""
        return NEAR * max(1.0, abs(self.goal))

    def is_reached(self, number: float) -> bool:
        """Whether a number counts as the goal."""
        return abs(number - self.goal) <= self.tolerance


@dataclass(frozen=True, slots=True)
class Solution:
    """One cell of the row of a task, and the number that solves it there."""

    cell: Place
    value: float


def backwards_task(scenario: Scenario, trace: AttentionTrace, turn: int) -> BackwardsTask | None:
    """A task that can be solved and is not solved yet, the same one for the same turn.

    None if there is none among those looked at.
    """
    for attempt in range(turn, turn + MOST_TRIES):
        for task in _tasks(scenario, trace, attempt):
            if solve(trace.inputs, task) is not None:
                return task
    return None


def solve(inputs: AttentionInputs, task: BackwardsTask) -> Solution | None:
    """A solution that changes one component of the row, with few decimals.

    Tries the components with the most effect, and widens the search until the goal lies between
    two numbers, then halves the interval. None if that does not reach the goal.
    """
    cells = [Place(task.array, task.row, column) for column in _columns(inputs, task)]
    effects = {cell: _effect(inputs, cell, task) for cell in cells}
    moving = [cell for cell in cells if effects[cell] > 0]
    for cell in sorted(moving, key=lambda cell: -effects[cell])[:_MOST_SOLVED]:
        value = _solved_along(inputs, cell, task)
        if value is not None:
            return Solution(cell, value)
    return None


def _tasks(scenario: Scenario, trace: AttentionTrace, turn: int) -> Iterator[BackwardsTask]:
    """The tasks of a turn, one for each goal that is not where the number is already."""
    kinds = [kind for kind in _KINDS if _is_possible(scenario, trace, *kind)]
    if not kinds:
        return
    array, stage = kinds[turn % len(kinds)]
    target, row = _position(trace, array, stage, turn // len(kinds))
    for goal in _goals(trace, target):
        yield BackwardsTask(array, row, target, goal, turn)


def _is_possible(scenario: Scenario, trace: AttentionTrace, array: str, stage: str) -> bool:
    typed_in = getattr(scenario, array) is not None
    has_stage = any(stage == own.name for own in trace.stages)
    return typed_in and has_stage and array in arrays_behind(trace, stage)


def _position(trace: AttentionTrace, array: str, stage: str, turn: int) -> tuple[Place, int]:
    """The target of a turn, going back from the last source, and the row to be chosen for it."""
    n_query, n_key = trace.inputs.shape
    reader, source = turn % n_query, (n_key - 1 - turn) % n_key
    columns = trace.shape_of(stage)[1]
    by_source = trace.stage(stage).columns is Axis.SOURCES
    target = Place(stage, reader, source if by_source else turn % columns)
    rows = ARRAY_AXES[array][0]
    own_rows = {Axis.SOURCES: source, Axis.QUERIES: reader}
    return target, own_rows.get(rows, turn % trace.inputs.size(rows))


def _goals(trace: AttentionTrace, target: Place) -> list[float]:
    now = trace.number(target)
    if trace.stage(target.array).colours is ColourScale.SHARES:
        return [goal for goal in _SHARES if abs(goal - now) > 10 * NEAR]
    step = nice_step(now) / 2
    return [step * (round(now / step) + by) for by in (1, -1)] if abs(now) < 1e9 else []


def _columns(inputs: AttentionInputs, task: BackwardsTask) -> range:
    if ARRAY_AXES[task.array][1] is Axis.VALUE_COMPONENTS:
        return range(task.target.column, task.target.column + 1)
    return range(min(_MOST_COLUMNS, getattr(inputs, task.array).shape[1]))


def _effect(inputs: AttentionInputs, cell: Place, task: BackwardsTask) -> float:
    """How much the target moves when the cell grows by 1."""
    off = _distance(inputs, cell, task)
    old = float(getattr(inputs, cell.array)[cell.row, cell.column])
    here, there = off(old), off(old + 1)
    return 0.0 if here is None or there is None else abs(there - here)


def _distance(
    inputs: AttentionInputs, cell: Place, task: BackwardsTask
) -> Callable[[float], float | None]:
    """How far above its goal the target is for a number in the cell; None if it is too large."""

    def off(value: float) -> float | None:
        try:
            number = number_with(inputs, cell, value, task.target)
        except InputError:
            return None
        return number - task.goal if abs(number) < float("inf") else None

    return off


def _solved_along(inputs: AttentionInputs, cell: Place, task: BackwardsTask) -> float | None:
    off = _distance(inputs, cell, task)
    old = float(getattr(inputs, cell.array)[cell.row, cell.column])
    interval = _interval(off, old)
    if interval is None:
        return None
    value = _halved(off, *interval)

    def is_good(rounded: float) -> bool:
        distance = off(rounded)
        return distance is not None and abs(distance) <= task.tolerance / 10

    good = shortest(value, is_good)
    return good if is_good(good) else None


def _interval(off: Callable[[float], float | None], old: float) -> tuple[float, float] | None:
    """Two numbers between which the goal lies: the present one, and another near it."""
    here = off(old)
    if here is None:
        return None
    for step in _STEPS:
        end = old + step * nice_step(old)
        there = off(end)
        if there is not None and (there > 0) != (here > 0):
            return old, end
    return None


def _halved(off: Callable[[float], float | None], start: float, end: float) -> float:
    """The number between start and end where the goal is reached, as near as doubles come."""
    start_is_above = (off(start) or 0.0) > 0
    for _ in range(60):
        middle = (start + end) / 2
        if ((off(middle) or 0.0) > 0) == start_is_above:
            start = middle
        else:
            end = middle
    return end


def goal_text(task: BackwardsTask) -> str:
    """The goal, and how near to it is near enough: `0.5 (± 0.005)`."""
    return f"{format_number(task.goal)} (± {format_number(task.tolerance)})"
