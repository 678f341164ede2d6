"""Moves of a document from one state to the next that have not landed yet."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TypeAlias

from explorer.app.edits import Edit
from explorer.app.gesture import Gesture
from explorer.model import Scenario
from explorer.model.scenario import ARRAY_AXES

BoundOperation: TypeAlias = Callable[[Scenario], Edit]


@dataclass(frozen=True, slots=True, eq=False)
class EditMove:
    """An edit of a gesture, and how to make it again from another state."""

    gesture: Gesture
    operation: BoundOperation
    edit: Edit

    @property
    def scenario(self) -> Scenario:
        """The document after it."""
        return self.edit.scenario

    @property
    def text(self) -> str:
        """What it does, as in the Undo menu."""
        return self.edit.text


@dataclass(frozen=True, slots=True, eq=False)
class Crossing:
    """Undo, or redo, of the next entry of the history, and the document after it."""

    is_undo: bool
    scenario: Scenario
    text: str


Move: TypeAlias = EditMove | Crossing


def is_of(move: Move, gesture: Gesture) -> bool:
    """Whether a move is an edit of a gesture."""
    return isinstance(move, EditMove) and move.gesture is gesture


def layout_of(scenario: Scenario) -> tuple[object, ...]:
    """Which rows and columns there are, and which pins: what an edit names by its place."""
    arrays = (getattr(scenario, name) for name in ARRAY_AXES)
    shapes = tuple(None if array is None else array.shape for array in arrays)
    return shapes, scenario.entries, scenario.pins
