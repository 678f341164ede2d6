"""The one place where the unexpected ends up: logged, told once, and the program goes on."""

import sys
import threading
import traceback
from collections import Counter
from types import TracebackType

from PySide6.QtCore import QMessageLogContext, QObject, QtMsgType, Signal, qInstallMessageHandler

from explorer.app.logbook import LOG, Logbook, to_terminal, versions
from explorer.model.arrays import on_one_line

LOGGED_TIMES = 3
"""How often the same error is logged: one in a paint event comes back with every frame."""
LONGEST_LINE = 200
"""Letters of an error that are told in one line; the details have all of it."""


class ErrorBoundary(QObject):
    """Takes over what nobody caught, in any thread, and what Qt warns of.

    Signals
    -------
    caught(str, str)
        Something unexpected happened, for the first time at its place or again after the person
        did something else: one line for the person and the details for a report. Emitted in the
        thread this object lives in.
    """

    caught = Signal(str, str)
    _raised = Signal(str, str)

    def __init__(self, logbook: Logbook) -> None:
        super().__init__()
        self._logbook = logbook
        self._seen: Counter[str] = Counter()
        self._told: dict[str, tuple[str, ...]] = {}
        self._raised.connect(self._tell)

    def install(self) -> None:
        """Begin to catch."""
        self._hooks = sys.excepthook, threading.excepthook
        sys.excepthook = self._from_main
        threading.excepthook = self._from_thread
        self._handler = qInstallMessageHandler(self._from_qt)

    def uninstall(self) -> None:
        """Put back what was there before."""
        sys.excepthook, threading.excepthook = self._hooks
        qInstallMessageHandler(self._handler)

    def _from_main(
        self, kind: type[BaseException], error: BaseException, trace: TracebackType | None
    ) -> None:
        if isinstance(error, Exception):
            self._take(error)
        else:
            self._hooks[0](kind, error, trace)

    def _from_thread(self, report: threading.ExceptHookArgs) -> None:
        if isinstance(report.exc_value, Exception):
            self._take(report.exc_value)

    def _take(self, error: Exception) -> None:
        text = "".join(traceback.format_exception(error))
        said = on_one_line(str(error).partition("\n")[0], LONGEST_LINE)
        self._raised.emit(f"{type(error).__name__}: {said}", text)

    def _tell(self, line: str, text: str) -> None:
        done = self._logbook.last_actions
        actions = "\n".join(f"  {action}" for action in done) or "  nothing"
        details = f"{versions()}\n\nWhat was done last:\n{actions}\n\n{text}"
        self._seen[text] += 1
        if self._seen[text] <= LOGGED_TIMES:
            LOG.error("%s", details)
            to_terminal(f"attention-explorer: unexpected: {line}")
        if self._told.get(text) != done:
            self._told[text] = done
            self.caught.emit(line, details)

    def _from_qt(self, kind: QtMsgType, context: QMessageLogContext, text: str) -> None:
        if kind in (QtMsgType.QtWarningMsg, QtMsgType.QtCriticalMsg, QtMsgType.QtFatalMsg):
            LOG.warning("Qt: %s", text)
        to_terminal(text)
