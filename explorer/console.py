"""How the program speaks to a terminal: results, one line of complaint, an exit code."""

import contextlib
import io
import os
import signal
import sys

PROGRAM = "attention-explorer"

DONE, FAILURE, USAGE, BAD_FILE, NOT_RIGHT = range(5)


class StopError(Exception):
    """Ends the program with an exit code and one line, empty where nobody reads it."""

    def __init__(self, message: str, code: int) -> None:
        super().__init__(message)
        self.code = code


def write(text: str) -> int:
    """Write a result to standard output. Stops quietly when its reader has gone away."""
    if sys.stdout is None:
        raise StopError("standard output is closed", FAILURE)
    try:
        sys.stdout.write(text)
        sys.stdout.flush()
    except OSError as error:
        _let_go_of_output()
        gone = isinstance(error, BrokenPipeError)
        raise StopError("" if gone else f"standard output: {error.strerror}", FAILURE) from error
    return DONE


def complain(message: str) -> None:
    """Write one line to standard error; nothing of an empty message."""
    line = "".join(letter if letter.isprintable() else " " for letter in message)
    if line and sys.stderr is not None:
        with contextlib.suppress(OSError):
            print(f"{PROGRAM}: {line}", file=sys.stderr, flush=True)


def survive_narrow_encodings() -> None:
    """Show a question mark for a letter the terminal has no code for, rather than fail."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")


def end_on_interrupt() -> None:
    """Let Ctrl+C end the program on the spot: raised inside an import it is lost, or aborts it.

    A window takes it over as soon as there may be something unsaved.
    """
    if signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)


def _let_go_of_output() -> None:
    """Point standard output nowhere, so that nothing is written again when Python exits."""
    with contextlib.suppress(OSError, ValueError):
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
