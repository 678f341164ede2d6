"""Writing a file as a whole or not at all."""

import contextlib
import errno
import os
import stat
import time
from pathlib import Path

from explorer.files.errors import ScenarioFileError

TEMPORARY_PREFIX = ".attention-explorer-"
TEMPORARY_SUFFIX = ".tmp"
STALE_AFTER = 24 * 60 * 60
"""Seconds after which a temporary file of ours was left behind by a process that was killed."""

_BINARY = getattr(os, "O_BINARY", 0)
_EFFECTIVE_IDS = os.access in os.supports_effective_ids

_REASONS = {
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk quota is used up",
    errno.EACCES: "writing there is not permitted",
    errno.EPERM: "writing there is not permitted",
    errno.EROFS: "that disk can only be read",
    errno.ENOENT: "that folder does not exist",
    errno.ENOTDIR: "that folder does not exist",
    errno.EISDIR: "that is a folder",
    errno.ELOOP: "that is a symbolic link to itself",
    errno.ENXIO: "that is a device or a pipe, not an ordinary file",
    errno.ENAMETOOLONG: "that name is too long",
}


def write_atomically(path: Path, data: bytes) -> None:
    """Make `data` the content of `path`.

    A temporary file beside it takes its place once it is safely on the disk, so that at any
    moment the old or the new content is there, whole. A symbolic link is followed and kept, also
    one to a file yet to be made; permissions are kept, and the owner where the system allows it.

    Raises ScenarioFileError saying why, and what to do; the old file is untouched then.
    """
    try:
        _replace(Path(os.path.realpath(path)), data)
    except OSError as error:
        reason = _REASONS.get(error.errno or 0, error.strerror or str(error))
        raise ScenarioFileError(f"not saved: {reason}; choose another place", path) from error
    except ValueError as error:
        message = "not saved: a file name cannot contain that character; choose another name"
        raise ScenarioFileError(message, path) from error


def _replace(target: Path, data: bytes) -> None:
    old = _status(target)
    temporary = target.parent / f"{TEMPORARY_PREFIX}{os.urandom(8).hex()}{TEMPORARY_SUFFIX}"
    try:
        _write(temporary, data, old)
        temporary.replace(target)
    except BaseException:
        with contextlib.suppress(OSError):
            temporary.unlink(missing_ok=True)
        raise
    _settle(target.parent)


def _status(target: Path) -> os.stat_result | None:
    """The status of the file to replace; None for a new one. Raises OSError if it must stay."""
    try:
        status = target.lstat()
    except FileNotFoundError:
        return None
    if stat.S_ISLNK(status.st_mode):
        raise _refusal(errno.ELOOP)
    if stat.S_ISDIR(status.st_mode):
        raise _refusal(errno.EISDIR)
    if not stat.S_ISREG(status.st_mode):
        raise _refusal(errno.ENXIO)
    if not os.access(target, os.W_OK, effective_ids=_EFFECTIVE_IDS):
        raise _refusal(errno.EACCES)
    return status


def _refusal(code: int) -> OSError:
    return OSError(code, os.strerror(code))


def _write(temporary: Path, data: bytes, old: os.stat_result | None) -> None:
    mode = 0o666 if old is None else stat.S_IMODE(old.st_mode)
    descriptor = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | _BINARY, mode)
    try:
        _write_all(descriptor, data)
        if old is not None:
            _keep_owner_and_mode(temporary, old)
        os.fsync(descriptor)
    finally:
        os.close(descriptor)


def _write_all(descriptor: int, data: bytes) -> None:
    rest = memoryview(data)
    while rest:
        written = os.write(descriptor, rest)
        if written == 0:
            raise _refusal(errno.ENOSPC)
        rest = rest[written:]


def _keep_owner_and_mode(temporary: Path, old: os.stat_result) -> None:
    new = temporary.stat()
    if (new.st_uid, new.st_gid) != (old.st_uid, old.st_gid) and hasattr(os, "chown"):
        with contextlib.suppress(PermissionError):
            os.chown(temporary, old.st_uid, old.st_gid)
    temporary.chmod(stat.S_IMODE(old.st_mode))


def _settle(folder: Path) -> None:
    """Put the new entry of `folder` on the disk, and clear away what killed processes left."""
    with contextlib.suppress(OSError):
        if os.name == "posix":
            _sync_folder(folder)
        now = time.time()
        for left in folder.glob(f"{TEMPORARY_PREFIX}*{TEMPORARY_SUFFIX}"):
            if now - left.lstat().st_mtime > STALE_AFTER:
                left.unlink()


def _sync_folder(folder: Path) -> None:
    descriptor = os.open(folder, os.O_RDONLY)
    try:
        os.fsync(descriptor)
    finally:
        os.close(descriptor)
