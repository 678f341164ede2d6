"""A document on its way to its file: written off the main thread where that takes long."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import fields
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from PySide6.QtCore import QObject, Signal

from explorer.app.latest import Latest
from explorer.files import ScenarioFileError, save_scenario
from explorer.model import Scenario
from explorer.model.masks import CellMask
from explorer.model.stages import Stage

MANY_NUMBERS = 20_000
"""Numbers from which on a scenario, or a table, is written off the main thread."""

Told: TypeAlias = Callable[[ScenarioFileError | None], object]


class Saving(QObject):
    """Writes one scenario at a time. A scenario is frozen: what is edited meanwhile is not in it.

    Signals
    -------
    changed()
        A scenario is being written, or no more.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work: Latest | None = None
        self._path: Path | None = None
        self._told: Told | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a scenario is being written."""
        return self._path is not None

    @property
    def text(self) -> str:
        """What is done; empty if nothing is."""
        return "" if self._path is None else f"save {self._path.name}"

    @property
    def stage(self) -> Stage | None:
        """Nothing is worked out."""
        return None

    @property
    def progress(self) -> float:
        """Not known before the end."""
        return 0.0

    def start(self, scenario: Scenario, path: Path, told: Told) -> None:
        """Write a scenario, on the spot if that is quick; `told` gets the error, or None."""
        assert not self.is_busy
        if _numbers(scenario) < MANY_NUMBERS:
            _pass_on(_written(scenario, path), told)
            return
        self._path, self._told = path, told
        if self._work is None:
            self._work = Latest(self)
            self._work.done.connect(self._take)
        self._work.start(_written(scenario, path))
        self.changed.emit()

    def _take(self, items: list[Any]) -> None:
        told = self._told
        self._path = self._told = None
        self.changed.emit()
        assert told is not None  # start
        _pass_on(items, told)


def _written(scenario: Scenario, path: Path) -> Iterator[Exception | None]:
    try:
        save_scenario(scenario, path)
    except Exception as error:  # one that is not expected is raised again where it is taken
        yield error
    else:
        yield None


def _pass_on(items: Iterable[Exception | None], told: Told) -> None:
    (error,) = items
    if error is not None and not isinstance(error, ScenarioFileError):
        told(ScenarioFileError("not saved: something unexpected happened; choose another place"))
        raise error
    told(error)


def _numbers(scenario: Scenario) -> int:
    """How many cells the tables of a scenario and of its pins have."""
    contents = (getattr(scenario, field.name) for field in fields(scenario))
    cells = (one.cells if isinstance(one, CellMask) else one for one in contents)
    own = sum(one.size for one in cells if isinstance(one, np.ndarray))
    return own + sum(_numbers(pin.scenario) for pin in scenario.pins)
