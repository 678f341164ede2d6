"""From the start of a process to the window, against the least that shows an image."""

import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from tests.benchmarks.measuring import Row, row_of_pairs

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


def rows(rounds: int) -> list[Row]:
    with tempfile.TemporaryDirectory() as folder:
        environment = {name: text for name, text in os.environ.items() if name not in _LEFT_OUT}
        environment |= {"PYTHONPATH": str(ROOT), "PYTHONPYCACHEPREFIX": f"{folder}/bytecode"}
        environment |= {"QT_QPA_PLATFORM": "offscreen", "XDG_CONFIG_HOME": f"{folder}/settings"}
        return _windows(environment, rounds) + _versions(environment, rounds)


_LEFT_OUT = ("PYTHONDONTWRITEBYTECODE", "DISPLAY", "WAYLAND_DISPLAY")


def _windows(environment: dict[str, str], rounds: int) -> list[Row]:
    runs = []
    for _ in range(rounds + 1):
        ours = _moments("shown_window.py", environment)
        (theirs,) = _moments("shown_image.py", environment)
        runs.append((*ours, theirs))
    painted = [(painted, theirs) for painted, _, theirs in runs[1:]]
    usable = [(usable, theirs) for _, usable, theirs in runs[1:]]
    against = "against a bare script with one pyqtgraph image"
    return [
        row_of_pairs(f"start to the first painted window, {against}", 1.0, painted),
        row_of_pairs(f"start to everything usable, {against}", 1.15, usable),
    ]


def _moments(script: str, environment: dict[str, str]) -> list[float]:
    """Seconds from the start of a script to the moments it prints."""
    start = time.monotonic()
    done = subprocess.run(
        [sys.executable, HERE / script], env=environment, capture_output=True, text=True, check=True
    )
    return [float(moment) - start for moment in done.stdout.split()]


def _versions(environment: dict[str, str], rounds: int) -> list[Row]:
    ours = ["-c", "import sys; from explorer.__main__ import main; sys.exit(main(['--version']))"]
    pairs = [
        (_lifetime(ours, environment), _lifetime(["-c", "pass"], environment))
        for _ in range(4 * rounds)
    ]
    what = "attention-explorer --version, against python -c pass"
    return [row_of_pairs(what, 3, pairs[1:])]


def _lifetime(arguments: list[str], environment: dict[str, str]) -> float:
    start = time.monotonic()
    command = [sys.executable, *arguments]
    subprocess.run(command, env=environment, stdout=subprocess.DEVNULL, check=True)
    return time.monotonic() - start
