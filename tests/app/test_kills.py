"""A process killed at random instants during edits and saves.

`--kills 200` runs as many as a release asks for; the ordinary tests run a few. `--seed` repeats.
"""

import json
import os
import random
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from explorer.app.recovery import RecoveryFolder
from explorer.files import load_scenario

ROOT = Path(__file__).parents[2]
LONGEST_LOSS = 2.0
"""Seconds of edits that may be missing after a kill."""

WORK = """
import json, random, sys, time
from pathlib import Path
from PySide6.QtCore import QCoreApplication, QTimer
from explorer.app import edits
from explorer.app.recovery import Recovery, RecoveryFolder
from explorer.app.session import Session
from explorer.files import load_scenario, save_scenario

folder, document, log, seed = Path(sys.argv[1]), Path(sys.argv[2]), sys.argv[3], int(sys.argv[4])
application = QCoreApplication([])
session = Session(load_scenario(document), document)
recovery = Recovery(session, RecoveryFolder(folder))
chance = random.Random(seed)
log = open(log, "w", buffering=1)
number = 0

def work():
    global number
    number += 1
    session.edit(edits.set_cells, "value", 2, 0, [[float(number)]])
    saved = chance.random() < 0.05
    if saved:
        save_scenario(session.scenario, document)
        session.mark_saved(document)
    log.write(json.dumps([number, time.time(), saved]) + chr(10))
    QTimer.singleShot(chance.randrange(30), work)

QTimer.singleShot(0, work)
application.exec()
"""


def killed_after(seconds, folder, document, log, seed):
    """Edit and save until a kill, and return the moment of it."""
    process = subprocess.Popen(
        [sys.executable, "-c", WORK, *map(str, (folder, document, log, seed))],
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    deadline = time.monotonic() + 60
    while not (log.exists() and log.read_bytes().count(b"\n") > 1):
        assert process.poll() is None
        assert time.monotonic() < deadline
        time.sleep(0.01)
    time.sleep(seconds)
    process.send_signal(signal.SIGKILL)
    moment = time.time()
    process.wait()
    return moment


@pytest.mark.skipif(os.name != "posix", reason="there is no SIGKILL")
@pytest.mark.timeout(3600)
def test_a_killed_process_leaves_a_whole_file_and_loses_two_seconds_at_most(
    pytestconfig, tmp_path, saved_file
):
    chance = random.Random(pytestconfig.getoption("--seed"))
    for round_ in range(pytestconfig.getoption("--kills")):
        folder, log = tmp_path / f"state-{round_}", tmp_path / f"log-{round_}"
        moment = killed_after(3 * chance.random(), folder, saved_file, log, round_)
        done = [json.loads(line) for line in log.read_text().splitlines() if line.endswith("]")]
        in_file = load_scenario(saved_file).value[2, 0]  # whole, or this raises
        last_saved = max((number for number, _, saved in done if saved), default=None)
        in_recovery = [
            one.read().scenario.value[2, 0] for one in RecoveryFolder(folder).left_behind()
        ]
        newest = max([in_file, *in_recovery])
        if last_saved is not None:
            assert newest >= last_saved
        old_enough = [number for number, when, _ in done if when < moment - LONGEST_LOSS]
        assert newest >= max(old_enough, default=0), f"kill {round_}"
