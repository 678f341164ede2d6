"""The command line that opens a document at its current step, to pass on as text."""

import shlex
import subprocess
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from explorer.app.view_state import link_to_step
from explorer.files import example_of

if TYPE_CHECKING:
    from explorer.app.session import Session

PROGRAM = "attention-explorer"
_AS_SAVED = "It opens the file as it was saved last, without the changes made since."
_NO_FILE = "This document has no file to open yet: save it to copy the whole command."


@dataclass(frozen=True, slots=True)
class StepCommand:
    """The text to pass on, and what to know about it, if anything."""

    text: str
    remark: str = ""


def command_to_step(session: "Session") -> StepCommand:
    """What opens the file, or the bundled example, of a session at its step.

    A document without either has the options of the step alone.
    """
    step = ("--step", str(link_to_step(session)))
    if session.path is not None:
        remark = _AS_SAVED if session.is_modified else ""
        return StepCommand(_quoted(PROGRAM, str(session.path.absolute()), *step), remark)
    example = example_of(session.scenario)
    if example is not None:
        return StepCommand(_quoted(PROGRAM, "--example", example, *step))
    return StepCommand(_quoted(*step), _NO_FILE)


def _quoted(*words: str) -> str:
    """The words as the shell of the system takes them."""
    arguments: Sequence[str] = words
    return subprocess.list2cmdline(arguments) if sys.platform == "win32" else shlex.join(arguments)
