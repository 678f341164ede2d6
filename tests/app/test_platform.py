"""The Qt binding keeps its books: some versions lose references until the process aborts."""

import gc
import sys
import tomllib
from pathlib import Path

import PySide6
import pytest
from packaging.requirements import Requirement
from packaging.version import Version
from PySide6.QtCore import QCoreApplication, QObject, Signal

from explorer.app.edits import set_scale

CALLS = 200
NOISE = 50
"""References that come and go for other reasons; a lost one a call would be CALLS of them."""

PROJECT = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text(encoding="utf-8"))
PINS = [
    requirement
    for requirement in map(Requirement, PROJECT["project"]["dependencies"])
    if requirement.name == "PySide6-Essentials"
]


class Bell(QObject):
    rung = Signal()
    rung_with = Signal(bool)


def lost_references(call):
    """How many references of True, False and None are lost in CALLS calls."""
    call()
    gc.collect()  # what earlier tests left behind has references too, and may go at any time
    before = [sys.getrefcount(single) for single in (True, False, None)]
    for _ in range(CALLS):
        call()
    after = [sys.getrefcount(single) for single in (True, False, None)]
    return max(abs(one - other) for one, other in zip(before, after, strict=True))


@pytest.mark.parametrize(
    "make_call",
    [
        lambda bell: bell.rung.emit,
        lambda bell: lambda: bell.rung_with.emit(True),
        lambda bell: lambda: bell.rung_with.emit(False),
        lambda bell: lambda: bell.setObjectName("bell"),
        lambda bell: lambda: bell.blockSignals(False),
        lambda bell: QCoreApplication.processEvents,
    ],
    ids=["emit", "emit True", "emit False", "void call", "call with a result", "processEvents"],
)
def test_calls_into_qt_lose_no_references_of_true_false_and_none(qapp, make_call):
    bell = Bell()
    bell.rung.connect(lambda: None)
    bell.rung_with.connect(lambda rings: None)
    assert lost_references(make_call(bell)) < NOISE


def test_undo_and_redo_lose_no_references_of_true_false_and_none(session):
    session.edit(set_scale, "none")

    def there_and_back():
        session.undo_stack.undo()
        session.undo_stack.redo()

    assert lost_references(there_and_back) < NOISE


@pytest.mark.parametrize(
    ("python", "allowed", "refused"),
    [
        ("3.11", ["6.11.2", "6.11.3"], ["6.11.0", "6.11.1", "6.12.0", "6.12.5", "7.0"]),
        ("3.12", ["6.11.2", "6.12.0", "6.12.1"], ["6.11.0", "6.11.1", "6.13.0", "7.0"]),
        ("3.13", ["6.11.2", "6.12.0"], ["6.11.1", "6.13.0"]),
    ],
)
def test_only_versions_without_the_known_faults_are_installed(python, allowed, refused):
    (pin,) = [pin for pin in PINS if pin.marker.evaluate({"python_version": python})]
    assert [version for version in allowed if not pin.specifier.contains(version)] == []
    assert [version for version in refused if pin.specifier.contains(version)] == []


def test_the_version_that_runs_is_one_of_them():
    (pin,) = [pin for pin in PINS if pin.marker.evaluate()]
    assert pin.specifier.contains(Version(PySide6.__version__))
