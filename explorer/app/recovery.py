"""Recovery files: what is unsaved, kept where the next start finds it.

A window writes into a file of its own and holds a lock beside it for as long as it lives. A file
whose lock nobody holds belongs to a program that was killed.
"""

import contextlib
import os
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QLockFile, QObject, QTimer, Signal

from explorer.app.logbook import LOG
from explorer.app.session import Session
from explorer.app.view_state import with_view_state
from explorer.files.errors import ScenarioFileError
from explorer.files.fingerprint import Fingerprint
from explorer.files.ordinary import is_no_file
from explorer.files.recovery_format import Unsaved, load_unsaved, save_unsaved
from explorer.model.arrays import on_one_line

if TYPE_CHECKING:
    from concurrent.futures import Future, ThreadPoolExecutor

ENDING = ".recovery"
DAMAGED = ".damaged"
DELAY = 1000
"""Milliseconds from a change to the moment its writing begins."""
LONGEST_REASON = 160
"""Letters of an unexpected error that are told."""
PATIENCE = 10
"""How many times as long until a writing that failed is tried again."""


class RecoveryFile:
    """One recovery file that belongs to this process as long as its lock is held."""

    def __init__(self, path: Path, lock: QLockFile) -> None:
        self.path = path
        self._lock = lock

    @property
    def is_ours(self) -> bool:
        """Whether the lock still stands beside it: not if its folder was swept away."""
        return os.path.lexists(self._lock.fileName())

    def read(self) -> Unsaved:
        """The document in the file. Raises ScenarioFileError if it is damaged or gone."""
        return load_unsaved(self.path)

    def write(self, unsaved: Unsaved) -> None:
        """Replace the content, whole or not at all. Raises ScenarioFileError saying why not."""
        save_unsaved(unsaved, self.path)

    def clear(self) -> None:
        """Nothing is unsaved: remove the file. It may be written again."""
        with contextlib.suppress(OSError):
            self.path.unlink(missing_ok=True)

    def set_aside(self) -> Path:
        """Keep a file that cannot be read under another name, so that it is not offered again."""
        aside = self.path.with_suffix(DAMAGED)
        try:
            self.path.replace(aside)
        except OSError:
            aside = self.path
        self.release()
        return aside

    def release(self) -> None:
        """Give the file up; what it holds is for the next start."""
        self._lock.unlock()


class RecoveryFolder:
    """The recovery files of one person, of all windows and processes."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def claim(self) -> RecoveryFile:
        """A file that is nobody else's. Raises ScenarioFileError if the folder cannot be used."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        except OSError as error:
            raise ScenarioFileError(error.strerror or str(error), self.folder) from error
        file = self._locked(self.folder / f"{os.urandom(8).hex()}{ENDING}")
        if file is None:
            raise ScenarioFileError("files cannot be locked there", self.folder)
        return file

    def left_behind(self) -> Iterator[RecoveryFile]:
        """Claim, one after the other, the files of processes that are gone, newest first."""
        for path in self._files("*.lock"):
            if not path.with_suffix(ENDING).exists() and (file := self._locked(path)):
                file.release()  # of a process that was killed with nothing unsaved
        for path in sorted(self._files(f"*{ENDING}"), key=_age):
            file = self._locked(path)
            if file is not None and path.exists():
                yield file
            elif file is not None:
                file.release()

    def _files(self, pattern: str) -> list[Path]:
        try:
            return list(self.folder.glob(pattern))
        except OSError:
            return []

    def _locked(self, path: Path) -> RecoveryFile | None:
        standing = path.with_suffix(".lock")
        if is_no_file(standing) and not _is_removed(standing):
            return None
        lock = QLockFile(str(standing))
        lock.setStaleLockTime(0)  # a lock of a process that lives is never stale
        if lock.tryLock(0) or (_is_cleared(lock) and lock.tryLock(0)):
            return RecoveryFile(path, lock)
        return None


class Recovery(QObject):
    """Keeps the recovery file of one session up to date, off the main thread.

    Every change begins to be written a second later at the most. While nothing is unsaved there
    is no file. A `file` that the session was read from goes on as its own.

    Signals
    -------
    failed(str)
        The file could not be written, for the first time since it last could.
    """

    failed = Signal(str)
    _written = Signal(object)

    def __init__(
        self,
        session: Session,
        folder: RecoveryFolder,
        base: Callable[[], Fingerprint | None] = lambda: None,
        delay: int = DELAY,
        file: RecoveryFile | None = None,
    ) -> None:
        super().__init__(session)
        self._session = session
        self._folder = folder
        self._base = base
        self._file = file
        self._delay = delay
        self._is_failing = False
        self._pending: Future[None] | None = None
        self._content: tuple[object, ...] = ()
        self._timer = QTimer(self, singleShot=True)
        self._timer.timeout.connect(self._write_when_free)
        self._written.connect(self._settle)
        session.undo_stack.indexChanged.connect(self._note_change)
        session.document_changed.connect(self._note_change)
        self._note_change()

    @property
    def file(self) -> Path | None:
        """The recovery file; None before the first was needed."""
        return None if self._file is None else self._file.path

    def flush(self) -> None:
        """Write what is unsaved now, unless it is written already, and wait for it."""
        self._timer.stop()
        self._write()
        if self._pending is not None:
            self._settle(self._pending)

    def keep(self) -> None:
        """The program ends: leave what is unsaved for the next start."""
        self.flush()
        self._end()

    def drop(self) -> None:
        """The window was closed properly: leave nothing behind."""
        self._end(gives_up=True)

    @cached_property
    def _writer(self) -> "ThreadPoolExecutor":
        from concurrent.futures import ThreadPoolExecutor

        return ThreadPoolExecutor(max_workers=1, thread_name_prefix="recovery")

    def _note_change(self) -> None:
        is_soon = self._timer.isActive() and self._timer.remainingTime() <= self._delay
        if not is_soon:  # else not started anew: a long drag is written as it goes
            self._timer.start(self._delay)

    def _write_when_free(self) -> None:
        """The newest state, once the one before it is written: none in between piles up."""
        if self._pending is None or self._pending.done():
            self._write()
        else:
            self._timer.start(self._delay)

    def _write(self) -> None:
        try:
            self._begin_to_write()
        except Exception as error:  # whatever it is: the end of the program must not wait for it
            self._tell(error)

    def _begin_to_write(self) -> None:
        if not self._session.undo_stack.isClean():
            file = self._file = self._own_file()
            unsaved = self._unsaved()
            view = unsaved.scenario.view
            told = unsaved.name, unsaved.path, unsaved.base
            content = file, self._session.scenario, view, *told
            if not self._has(content, file):
                self._content = content
                self._submit(partial(file.write, unsaved))
        elif self._file is not None:
            self._content = ()
            self._submit(self._file.clear)

    def _own_file(self) -> RecoveryFile:
        """The file of this session: another one where nothing says any more whose it was."""
        if self._file is not None and self._file.is_ours:
            return self._file
        return self._folder.claim()

    def _has(self, content: tuple[object, ...], file: RecoveryFile) -> bool:
        """Whether the file holds that, or is about to."""
        if content != self._content or self._pending is None:
            return False
        if not self._pending.done():
            return True
        return self._pending.exception() is None and file.path.exists()

    def _unsaved(self) -> Unsaved:
        session = self._session
        return Unsaved(
            name=session.name,
            scenario=with_view_state(session),
            changed=datetime.now(UTC),
            path=session.path,
            base=self._base(),
        )

    def _submit(self, work: Callable[[], None]) -> None:
        self._pending = self._writer.submit(work)
        self._pending.add_done_callback(self._written.emit)

    def _settle(self, done: "Future[None]") -> None:
        """Say once that writing fails; said again only after it worked in between."""
        error = done.exception()
        if error is not None:
            self._tell(error)
        else:
            self._is_failing = False

    def _tell(self, error: BaseException) -> None:
        self._timer.start(self._delay * PATIENCE)
        if not self._is_failing:
            self._is_failing = True
            said = str(error)
            if not isinstance(error, ScenarioFileError):
                LOG.error("The recovery file was not written", exc_info=error)
                said = f"something unexpected happened ({on_one_line(repr(error), LONGEST_REASON)})"
            self.failed.emit(f"What is unsaved cannot be kept for a restart: {said}")

    def _end(self, gives_up: bool = False) -> None:
        self._timer.stop()
        self._timer.timeout.disconnect(self._write_when_free)  # what fails from now on is given up
        self._session.undo_stack.indexChanged.disconnect(self._note_change)
        self._session.document_changed.disconnect(self._note_change)
        if "_writer" in vars(self):
            self._writer.shutdown(wait=True, cancel_futures=gives_up)
        if self._file is not None and gives_up:
            self._file.clear()
        if self._file is not None:
            self._file.release()


def _is_removed(standing: Path) -> bool:
    """Clear away what is no lock: read to see whose it is, a pipe would never come to an end."""
    with contextlib.suppress(OSError):
        standing.unlink()
        return True
    return False


def _is_cleared(lock: QLockFile) -> bool:
    """Clear away a lock that names no process, as a loss of power leaves it; not one in use."""
    process, *_ = lock.getLockInfo()
    return process == 0 and lock.removeStaleLockFile()


def _age(path: Path) -> float:
    """Seconds for sorting: the newest file first."""
    try:
        return -path.stat().st_mtime
    except OSError:
        return 0.0
