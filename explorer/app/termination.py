"""Signals that ask the program to end, delivered where Qt's event loop sees them."""

import signal
import socket
from typing import Any

from PySide6.QtCore import QObject, QSocketNotifier, Signal

ENDINGS = tuple(
    getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)
)
"""Ctrl+C in the terminal, a polite kill, a terminal that was closed."""


class TerminationSignals(QObject):
    """Tells of signals while the event loop runs; without it, Python would act on none of them.

    Those that the program was started to ignore, as `nohup` does, it goes on to ignore.

    Signals
    -------
    received(int)
        The program was asked to end, by the signal of that number.
    """

    received = Signal(int)

    def __init__(self) -> None:
        super().__init__()
        self._reader, self._writer = socket.socketpair()
        for end in (self._reader, self._writer):
            end.setblocking(False)
        self._notifier = QSocketNotifier(self._reader.fileno(), QSocketNotifier.Type.Read, self)
        self._notifier.activated.connect(self._read)
        self._wakeup = signal.set_wakeup_fd(self._writer.fileno(), warn_on_full_buffer=False)
        self._handlers: dict[int, Any] = {
            number: signal.signal(number, _wake)
            for number in ENDINGS
            if signal.getsignal(number) is not signal.SIG_IGN
        }

    def close(self) -> None:
        """Put back what was there before."""
        self._notifier.setEnabled(False)
        signal.set_wakeup_fd(self._wakeup)
        for number, handler in self._handlers.items():
            signal.signal(number, handler)
        for end in (self._reader, self._writer):
            end.close()

    def _read(self) -> None:
        for number in self._reader.recv(64):
            if number in ENDINGS:
                self.received.emit(number)


def _wake(number: int, frame: object) -> None:
    """Nothing: that Python has a handler at all makes the number go down the socket."""
