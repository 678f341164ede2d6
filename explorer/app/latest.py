"""Working something out off the main thread, where only the newest question matters."""

from collections import deque
from collections.abc import Iterator
from functools import cached_property
from threading import Event
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, QTimer, Signal

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor


LOOK = 5
"""Milliseconds between two looks at what a worker has told.

It tells nothing through Qt: an event that comes from another thread may find that the object it is
for is being destroyed.
"""


class Latest(QObject):
    """Goes through one iterator at a time, in a thread of its own.

    A newer one takes the place of what waits and of what runs, which then stops at its next item.
    Nothing is told of what was replaced or dropped. The thread starts with the first question and
    has ended when the object is gone.

    Signals
    -------
    came(object)
        An item of the newest iterator, as soon as it is there.
    done(list)
        All the items of the newest iterator.
    """

    came = Signal(object)
    done = Signal(object)

    def __init__(self, parent: QObject) -> None:
        super().__init__(parent)
        self._stop = Event()
        self._newest: Future[list[Any]] | None = None
        self._told: deque[Any] = deque()
        self._timer = QTimer(self, interval=LOOK)
        self._timer.timeout.connect(self._look)
        self.destroyed.connect(lambda: self._end())  # a method of its own is disconnected by then
        application = QCoreApplication.instance()
        assert application is not None  # there are signals
        application.aboutToQuit.connect(self.drop)

    @property
    def is_busy(self) -> bool:
        """Whether there is something to come."""
        return self._newest is not None

    def start(self, items: Iterator[Any]) -> None:
        """Go through `items`, in place of what was asked before."""
        self.drop()
        self._stop, self._told = Event(), deque()
        self._newest = self._worker.submit(_go_through, items, self._stop, self._told)
        self._timer.start()

    def drop(self) -> None:
        """Nobody wants to know any more."""
        self._stop.set()
        self._timer.stop()
        if self._newest is not None:
            newest, self._newest = self._newest, None
            newest.cancel()

    def wait(self) -> None:
        """Let everything else wait until the newest question is answered, and tell the answer."""
        if self._newest is not None:
            from concurrent.futures import wait

            wait([self._newest])
            self._settle(self._newest)

    @cached_property
    def _worker(self) -> "ThreadPoolExecutor":
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(max_workers=1, thread_name_prefix="latest")

    def _look(self) -> None:
        """Pass on what has come, as long as nobody who is told of it asks something else."""
        newest, told = self._newest, self._told
        assert newest is not None  # the timer runs
        is_over = newest.done()  # before the last look at what it told
        while told and newest is self._newest:
            self.came.emit(told.popleft())
        if is_over:
            self._settle(newest)

    def _settle(self, ended: "Future[list[Any]]") -> None:
        if ended is self._newest:
            self._timer.stop()
            self._newest = None
            self.done.emit(ended.result())

    def _end(self) -> None:
        self._stop.set()
        if "_worker" in vars(self):
            self._worker.shutdown(wait=True, cancel_futures=True)


def _go_through(items: Iterator[Any], stop: Event, told: deque[Any]) -> list[Any]:
    """In the thread of the worker."""
    found = []
    for item in items:
        if stop.is_set():
            break
        found.append(item)
        told.append(item)
    return found
