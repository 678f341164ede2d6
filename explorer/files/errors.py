"""The one exception of the file readers and writers."""

from pathlib import Path


class ScenarioFileError(Exception):
    """A file that cannot be read or written.

    The message is one sentence with the place in the file; `path` names the file, where there
    is one.
    """

    def __init__(self, message: str, path: Path | None = None) -> None:
        super().__init__(message)
        self.path = path
