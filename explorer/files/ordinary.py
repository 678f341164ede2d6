"""Whether what stands under the name of a file can be opened like one."""

import stat
from pathlib import Path


def is_no_file(path: Path) -> bool:
    """Whether a folder, a pipe, a device or the like stands there: opening it may never end.

    Links are followed. False where nothing is there.
    """
    try:
        return not stat.S_ISREG(path.stat().st_mode)
    except (OSError, ValueError):
        return False
