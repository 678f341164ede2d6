"""Working something out off the main thread, where only the newest question matters."""

from collections.abc import Iterator
from functools import cached_property
from threading import Event
from typing import TYPE_CHECKING, Any

from PySide6.QtCore import QCoreApplication, QObject, Qt, Signal

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor


class _Relay(QObject):
    """Takes what a worker tells to the main thread. It lives as long as the worker.

    Telling it on an object that is being destroyed meanwhile would crash.
    """

    came = Signal(object, object)
    ended = Signal(object)


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
        self._relay = _Relay()
        self._relay.came.connect(self._pass_on, Qt.ConnectionType.QueuedConnection)
        self._relay.ended.connect(self._settle, Qt.ConnectionType.QueuedConnection)
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
        self._stop, relay = Event(), self._relay
        self._newest = self._worker.submit(_go_through, items, self._stop, relay)
        self._newest.add_done_callback(lambda ended: relay.ended.emit(ended))

    def drop(self) -> None:
        """Nobody wants to know any more."""
        self._stop.set()
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

    def _pass_on(self, stop: Event, item: object) -> None:
        if stop is self._stop and self._newest is not None:
            self.came.emit(item)

    def _settle(self, ended: "Future[list[Any]]") -> None:
        if ended is self._newest:
            self._newest = None
            self.done.emit(ended.result())

    def _end(self) -> None:
        self._stop.set()
        if "_worker" in vars(self):
            self._worker.shutdown(wait=True, cancel_futures=True)


def _go_through(items: Iterator[Any], stop: Event, relay: _Relay) -> list[Any]:
    """In the thread of the worker."""
    found = []
    for item in items:
        if stop.is_set():
            break
        found.append(item)
        relay.came.emit(stop, item)
    return found
