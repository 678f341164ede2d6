"""Another document on its way: read and worked out off the main thread where that takes long."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject, Signal

from explorer.app.course import LONG
from explorer.app.latest import Latest
from explorer.files import ScenarioFileError
from explorer.files.documents import is_large
from explorer.model import AttentionTrace, InputError, Scenario
from explorer.model.experiment import calculating, effort, steps
from explorer.model.stages import Stage


@dataclass(frozen=True, eq=False)
class Load:
    """A document to be read: what it is called, from where, and who takes it in.

    `read` raises ScenarioFileError or InputError; `failed` is told of it. `show` is given the
    trace too where it was worked out beforehand; otherwise working it out is quick.
    """

    name: str
    read: Callable[[], Scenario]
    show: Callable[[Scenario, AttentionTrace | None], object]
    failed: Callable[[ScenarioFileError | InputError], object]
    path: Path | None = None


class Loading(QObject):
    """Loads one document at a time; a newer one takes the place of one that is on its way.

    Signals
    -------
    changed()
        A document is on its way, a stage further, or no more.
    """

    changed = Signal()

    def __init__(self, parent: QObject | None = None) -> None:
        super().__init__(parent)
        self._work: Latest | None = None
        self._load: Load | None = None
        self._step: tuple[Stage, float] | None = None

    @property
    def is_busy(self) -> bool:
        """Whether a document is on its way."""
        return self._load is not None

    @property
    def text(self) -> str:
        """What is done; empty if nothing is."""
        return f"open {self._load.name}" if self._load else ""

    @property
    def stage(self) -> Stage | None:
        """The stage that is worked out; None while the file is being read."""
        return self._step[0] if self._step else None

    @property
    def progress(self) -> float:
        """How many of the stages are behind it, from 0 to 1."""
        return self._step[1] if self._step else 0.0

    def start(self, load: Load) -> None:
        """Load a document: on the spot if that is quick."""
        self.cancel()
        read = load.read
        if load.path is None or not is_large(load.path):
            try:
                scenario = load.read()
            except (ScenarioFileError, InputError) as error:
                load.failed(error)
                return
            if effort(scenario) < LONG:
                load.show(scenario, None)
                return
            read = lambda: scenario  # noqa: E731
        self._load = load
        self._worker().start(_loaded(read))
        self.changed.emit()

    def cancel(self) -> None:
        """Leave the document as it is."""
        if self._load is not None:
            self._worker().drop()
            self._end()

    def _worker(self) -> Latest:
        if self._work is None:
            self._work = Latest(self)
            self._work.came.connect(self._note)
            self._work.done.connect(self._take)
        return self._work

    def _end(self) -> None:
        self._load = self._step = None
        self.changed.emit()

    def _note(self, item: object) -> None:
        if isinstance(item, tuple) and isinstance(item[0], Stage):
            self._step = item
            self.changed.emit()

    def _take(self, items: list[Any]) -> None:
        load, found = self._load, items[-1]
        assert load is not None  # else it was dropped
        self._end()
        if isinstance(found, (ScenarioFileError, InputError)):
            load.failed(found)
        elif isinstance(found, Exception):
            raise found
        else:
            load.show(*found)


def _loaded(read: Callable[[], Scenario]) -> Iterator[Any]:
    """Stages with how much is behind, then scenario and trace; or else what went wrong."""
    try:
        scenario = read()
        for number, item in enumerate(calculating(scenario)):
            is_last = isinstance(item, AttentionTrace)
            yield (scenario, item) if is_last else (item, number / steps(scenario))
    except Exception as error:  # raised again where it is taken
        yield error
