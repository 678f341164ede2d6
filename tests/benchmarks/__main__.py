"""Measure everything, or the groups that are named, and print the table.

Each group runs in a process of its own, so that the number of threads and the memory are its own.
"""

import argparse
import importlib
import importlib.util
import json
import os
import subprocess
import sys
from typing import NamedTuple

from tests.benchmarks.measuring import HEADING, ONE_THREAD, Row, line

OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}


class Group(NamedTuple):
    """A module with `rows(rounds)`, the environment it runs in, and how many rounds it takes."""

    module: str
    environment: dict[str, str]
    rounds: int
    needs: str = ""


GROUPS = {
    "start": Group("starting", {}, 15, "pyqtgraph"),
    "model": Group("computing", ONE_THREAD, 31),
    "torch": Group("torch_rows", ONE_THREAD, 21, "torch"),
    "torch-threads": Group("torch_rows", {}, 21, "torch"),
    "edit": Group("editing", ONE_THREAD | OFFSCREEN, 21, "pyqtgraph"),
    "large": Group("large", ONE_THREAD | OFFSCREEN, 15),
}


def run(name: str, rounds: int | None) -> list[Row]:
    """The rows of one group, measured in a new process."""
    group = GROUPS[name]
    if group.needs and importlib.util.find_spec(group.needs) is None:
        print(f"{name}: left out, {group.needs} is not installed", file=sys.stderr)
        return []
    print(f"{name} …", file=sys.stderr, flush=True)
    count = str(rounds or group.rounds)
    done = subprocess.run(
        [sys.executable, "-m", "tests.benchmarks", "--child", name, "--rounds", count],
        env={**os.environ, **group.environment},
        stdout=subprocess.PIPE,
        text=True,
        check=False,
    )
    if done.returncode:
        print(f"{name}: ended with {done.returncode}", file=sys.stderr)
        return []
    return [Row.from_dict(fields) for fields in json.loads(done.stdout.splitlines()[-1])]


def measure_here(name: str, rounds: int) -> None:
    module = importlib.import_module(f"tests.benchmarks.{GROUPS[name].module}")
    print(json.dumps([row.as_dict() for row in module.rows(rounds)]))


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.benchmarks", description=__doc__)
    parser.add_argument("groups", nargs="*", metavar="GROUP", help=f"some of {', '.join(GROUPS)}")
    parser.add_argument("--rounds", type=int, help="how often each pair is measured")
    parser.add_argument("--child", choices=GROUPS, help=argparse.SUPPRESS)
    options = parser.parse_args()
    if options.child:
        measure_here(options.child, options.rounds)
        return
    print(HEADING)
    for name in options.groups or GROUPS:
        for row in run(name, options.rounds):
            print(line(row), flush=True)


if __name__ == "__main__":
    main()
