"""Whether a file still holds what was read from it or written to it."""

from dataclasses import dataclass
from os import PathLike
from pathlib import Path

from explorer.files.documents import LARGEST_FILE


@dataclass(frozen=True, slots=True)
class Fingerprint:
    """What told a file from its other versions at one moment.

    `digest` is of all its bytes; empty for a file too large to be opened.
    """

    modified_ns: int
    size: int
    digest: str


def fingerprint(path: str | PathLike[str]) -> Fingerprint | None:
    """The fingerprint of an ordinary file; None for one that is gone or cannot be read."""
    path = Path(path)
    try:
        status = path.stat()
        if not path.is_file():
            return None
        digest = "" if status.st_size > LARGEST_FILE else _digest(path)
        return Fingerprint(status.st_mtime_ns, status.st_size, digest)
    except (OSError, ValueError):
        return None


def is_unchanged(path: str | PathLike[str], known: Fingerprint) -> bool:
    """Whether the file holds the bytes that `known` was taken of.

    A file as old and as long as then is not read again; one that was only touched is.
    """
    path = Path(path)
    try:
        status = path.stat()
    except (OSError, ValueError):
        return False
    if (status.st_mtime_ns, status.st_size) == (known.modified_ns, known.size):
        return True
    now = fingerprint(path) if status.st_size == known.size else None
    return now is not None and now.digest == known.digest


def _digest(path: Path) -> str:
    import hashlib  # all of OpenSSL: a start on an example reads no file

    with path.open("rb") as stream:
        return hashlib.file_digest(stream, "sha256").hexdigest()
