"""Where the program keeps what it needs from one run to the next and a person never opens."""

from pathlib import Path

from PySide6.QtCore import QStandardPaths


def state_folder() -> Path:
    """The state folder of this person, made when something is first written into it."""
    location = QStandardPaths.StandardLocation.GenericStateLocation
    return Path(QStandardPaths.writableLocation(location)) / "attention-explorer"
