"""How much memory the process holds."""

import resource
import sys
from pathlib import Path

_STATUS = Path("/proc/self/status")


def resident_megabytes() -> float:
    """At the moment; where the system does not say, the most there has been."""
    if not _STATUS.exists():
        return peak_megabytes()
    (line,) = (line for line in _STATUS.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def peak_megabytes() -> float:
    """The most there has been since the process began."""
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return peak / 2**20 if sys.platform == "darwin" else peak / 1024
