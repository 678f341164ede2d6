"""The log file in the state folder, and what the person did last."""

import contextlib
import logging
import platform
import sys
from collections import deque
from functools import cached_property
from pathlib import Path

from PySide6.QtCore import qVersion

from explorer import __version__
from explorer.app.state_folder import state_folder
from explorer.files.ordinary import is_no_file

LOG = logging.getLogger("attention-explorer")
LARGEST_LOG = 512 * 1024
OLD_LOGS = 3
REMEMBERED = 30
"""How many of the last actions a report of an error lists."""


def log_file() -> Path:
    """Where errors are logged."""
    return state_folder() / "attention-explorer.log"


class Logbook:
    """Writes what went wrong to a file that starts anew when it is large."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or log_file()
        self._done: deque[str] = deque(maxlen=REMEMBERED)
        self._handler: logging.Handler = logging.NullHandler()

    def open(self) -> None:
        """Begin to write; where the folder cannot be used, nothing is written."""
        try:
            self.file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError:
            return
        self._handler = _LogFile(self.file)
        LOG.addHandler(self._handler)
        LOG.propagate = False
        LOG.setLevel(logging.INFO)

    def close(self) -> None:
        """Write no more."""
        LOG.removeHandler(self._handler)
        self._handler.close()

    def note(self, action: str) -> None:
        """Remember what the person did; it is written only with an error that follows."""
        self._done.append(action)

    @property
    def last_actions(self) -> tuple[str, ...]:
        """What the person did last, oldest first."""
        return tuple(self._done)


class _LogFile(logging.Handler):
    """Opens the file, and imports what turns it over, with the first record: few runs have any.

    A pipe or a device in its place is left alone: nothing is written.
    """

    def __init__(self, file: Path) -> None:
        super().__init__()
        self._path = file

    @cached_property
    def _file(self) -> logging.Handler:
        if is_no_file(self._path):
            return logging.NullHandler()
        from logging.handlers import RotatingFileHandler

        file = RotatingFileHandler(
            self._path, maxBytes=LARGEST_LOG, backupCount=OLD_LOGS, encoding="utf-8", delay=True
        )
        file.setFormatter(logging.Formatter("%(asctime)s %(levelname)s %(message)s"))
        return file

    def emit(self, record: logging.LogRecord) -> None:
        """Write a record."""
        self._file.emit(record)

    def close(self) -> None:
        """Close the file, if it was ever opened."""
        if "_file" in vars(self):
            self._file.close()
        super().close()


def to_terminal(line: str) -> None:
    """Write a line to standard error, where there is one and somebody still reads it."""
    if sys.stderr is not None:
        with contextlib.suppress(OSError, ValueError):
            print(line, file=sys.stderr, flush=True)


def versions() -> str:
    """The program, Python, Qt and the system, in one line."""
    return (
        f"Attention Explorer {__version__}, Python {platform.python_version()}, "
        f"Qt {qVersion()}, {platform.system()} {platform.release()}"
    )
