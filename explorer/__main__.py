"""The composition root: arguments first, then files, then Qt, then the window.

What takes a while to import is imported where it is needed, so that a short answer comes at once.
"""

from __future__ import annotations

import argparse
import contextlib
import gc
import os
import re
import sys

from explorer import __version__
from explorer.console import (
    BAD_FILE,
    DONE,
    FAILURE,
    NOT_RIGHT,
    PROGRAM,
    USAGE,
    StopError,
    complain,
    end_on_interrupt,
    survive_narrow_encodings,
    write,
)

TYPE_CHECKING = False  # that of `typing`, which is slow to import
if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path
    from typing import Never

    from explorer.model import OwnNumbers, Scenario
    from explorer.model.convention import Convention
    from explorer.model.step_links import StepLink

    Opened = tuple[Path | None, Scenario | None]

THEMES = ("system", "light", "dark", "high-contrast")
DEFAULT_SIZE = (1280, 800)
SMALLEST_SIDE, LARGEST_SIDE = 200, 8000


def main(argv: Sequence[str] | None = None) -> int:
    """Run the program with the arguments of the command line; return its exit code.

    0 done, 1 failure, 2 wrong usage, 3 a file that is not valid, 4 numbers that are not right.
    Results go to standard output, one line about what went wrong to standard error.
    """
    survive_narrow_encodings()
    if argv is None:
        end_on_interrupt()
    gc.disable()  # all that is made while starting stays: a tenth of the time would go into looking
    try:
        return _run(list(sys.argv[1:] if argv is None else argv))
    except StopError as stop:
        complain(str(stop))
        return stop.code
    finally:
        gc.enable()


class _Parser(argparse.ArgumentParser):
    """An argument parser that complains in one line."""

    def error(self, message: str) -> Never:
        """Stop with the exit code for wrong usage."""
        raise StopError(f"{message} (see {self.prog} --help)", USAGE)

    def exit(self, status: int = DONE, message: str | None = None) -> Never:
        """Stop after the help."""
        raise StopError(message or "", status)

    def print_help(self, file: object = None) -> None:
        """Write the help to standard output."""
        write(self.format_help())


def _run(arguments: list[str]) -> int:
    verbs = {"compute": _compute, "diagnose": _diagnose, "check": _check}
    if arguments and arguments[0] in verbs:
        return verbs[arguments[0]](arguments[1:])
    options = _window_parser().parse_intermixed_args(arguments)
    if options.version:
        return write(f"{PROGRAM} {__version__}\n")
    if options.list_examples:
        return _list_examples()
    documents = _to_open(options)
    if options.step is not None:
        documents = _at_step(documents, options)
    start = _open_window if options.screenshot is None else _take_screenshot
    return start(documents, options)


def _window_parser() -> _Parser:
    parser = _Parser(
        prog=PROGRAM,
        allow_abbrev=False,
        description="See, change and check every number of a self-attention calculation.",
        epilog=f"Without a window: {PROGRAM} compute FILE [--json] prints every stage; "
        "diagnose FILE --output NUMBERS tells what is wrong with your own numbers; check FILE "
        "tells which mistakes its numbers cannot show. A file called compute opens as ./compute.",
    )
    add = parser.add_argument
    add("files", nargs="*", type=_path, metavar="FILE", help="scenarios: .attn, .json, .npz")
    add("--version", action="store_true", help="print the version and exit")
    add("--list-examples", action="store_true", help="print the bundled examples and exit")
    add("--example", metavar="NAME", help="open a copy of a bundled example")
    add("--theme", choices=THEMES, help="colours of the window")
    add("--screenshot", type=_png, metavar="OUT.png", help="draw the window to a file and exit")
    add("--step", type=_link, metavar="STAGE:ROW:COLUMN", help="start there, such as weights:1:3")
    add("--size", type=_size, metavar="WxH", help="size of the screenshot in pixels, 1280x800")
    settings = parser.add_mutually_exclusive_group()
    settings.add_argument("--reset-settings", action="store_true", help="start from the defaults")
    settings.add_argument("--safe-mode", action="store_true", help="defaults, for this start only")
    return parser


def _verb_parser(verb: str, description: str) -> _Parser:
    parser = _Parser(prog=f"{PROGRAM} {verb}", allow_abbrev=False, description=description)
    parser.add_argument("file", type=_path, metavar="FILE", help="a scenario: .attn, .json, .npz")
    parser.add_argument("--json", action="store_true", help="as JSON, at full precision")
    return parser


def _path(text: str) -> Path:
    from pathlib import Path

    return Path(text)


def _png(text: str) -> Path:
    if not text.lower().endswith(".png"):
        raise argparse.ArgumentTypeError(f"expected a name that ends in .png, found {text}")
    return _path(text)


def _size(text: str) -> tuple[int, int]:
    sides = re.fullmatch(r"(\d{1,5})[x×](\d{1,5})", text, re.ASCII)
    if sides is None:
        raise argparse.ArgumentTypeError(f"expected WxH such as 1280x800, found {text}")
    width, height = map(int, sides.groups())
    if min(width, height) < SMALLEST_SIDE or max(width, height) > LARGEST_SIDE:
        limits = f"{SMALLEST_SIDE} to {LARGEST_SIDE} pixels a side"
        raise argparse.ArgumentTypeError(f"expected {limits}, found {text}")
    return width, height


def _link(text: str) -> StepLink:
    from explorer.model import InputError
    from explorer.model.step_links import parse_link

    try:
        return parse_link(text)
    except InputError as error:
        raise argparse.ArgumentTypeError(
            f"expected {error.expected}, found {error.found}"
        ) from error


def _compute(arguments: list[str]) -> int:
    parser = _verb_parser("compute", "Print inputs and every stage of a scenario.")
    options = parser.parse_args(arguments)
    from explorer.files.report import json_report, text_report

    scenario = _right(options.file)
    with _naming(options.file):
        text = json_report(scenario) if options.json else text_report(scenario)
    return write(text)


def _diagnose(arguments: list[str]) -> int:
    parser = _verb_parser("diagnose", "Tell what is wrong with your own numbers, if anything.")
    tables = {"scores": "scores", "scaled": "scaled_scores"}
    tables |= {"weights": "weights", "output": "output"}
    for option, table in tables.items():
        text = f"your {table.replace('_', ' ')}: text, CSV, .npy or .npz"
        parser.add_argument(f"--{option}", type=_path, metavar="NUMBERS", dest=table, help=text)
    text = "what readers are in your files; rows where it is not said"
    parser.add_argument("--readers-in", choices=("rows", "columns"), default="rows", help=text)
    options = parser.parse_args(arguments)
    paths = {table: path for table in tables.values() if (path := getattr(options, table))}
    if not paths:
        raise StopError(f"expected one of --{', --'.join(tables)} with a file", USAGE)
    from explorer.files.diagnosis_report import diagnosed
    from explorer.model.convention import Convention

    scenario, readers_in = _right(options.file), Convention(options.readers_in)
    numbers = {name: _numbers(path, name, scenario, readers_in) for name, path in paths.items()}
    with _naming(options.file):
        diagnosis, text = diagnosed(scenario, numbers, options.json, readers_in)
    write(text)
    return DONE if diagnosis.is_right else NOT_RIGHT


def _check(arguments: list[str]) -> int:
    parser = _verb_parser("check", "Tell which mistakes the numbers of a scenario cannot show.")
    options = parser.parse_args(arguments)
    from explorer.files.diagnosis_report import checked

    scenario = _right(options.file)
    with _naming(options.file):
        text = checked(scenario, options.json)
    return write(text)


@contextlib.contextmanager
def _naming(path: Path | None) -> Iterator[None]:
    """Stop with the name of the file, if it is one, whose numbers cannot be worked with."""
    from explorer.files import ScenarioFileError
    from explorer.model import InputError

    try:
        yield
    except (InputError, ScenarioFileError) as error:
        raise StopError(f"{path}: {error}" if path else str(error), BAD_FILE) from error


def _numbers(path: Path, table: str, scenario: Scenario, readers_in: Convention) -> OwnNumbers:
    from explorer.files import load_numbers
    from explorer.files.own_numbers import table_shape

    with _naming(path):
        return load_numbers(path, table, table_shape(scenario.inputs, table), readers_in)


def _list_examples() -> int:
    from explorer.files import list_examples

    examples = list_examples()
    width = max(len(example.name) for example in examples)
    return write("".join(f"{example.name:{width}}  {example.title}\n" for example in examples))


def _to_open(options: argparse.Namespace) -> list[Opened]:
    """What to open, read before Qt is: a bad file ends the program with one line.

    Files that take a while to read the window reads itself, if there is to be one.
    """
    from explorer.files.documents import is_large

    later = options.screenshot is None
    files = [(path, None if later and is_large(path) else _loaded(path)) for path in options.files]
    return [*files, *_examples(options)]


def _examples(options: argparse.Namespace) -> list[Opened]:
    """The example asked for; the first one where nothing is."""
    from explorer.files.examples import FIRST_EXAMPLE

    name = options.example or (None if options.files else FIRST_EXAMPLE)
    return [] if name is None else [(None, _example(name))]


def _at_step(documents: list[Opened], options: argparse.Namespace) -> list[Opened]:
    """The one document there is, as if it had been saved at the step.

    One that takes a while to work out stays as it is: its window goes there.
    """
    from explorer.app.course import LONG
    from explorer.app.view_state import viewed_at
    from explorer.model import InputError, calculate
    from explorer.model.experiment import effort
    from explorer.model.step_links import resolve

    if len(documents) > 1:
        raise StopError("--step takes one file or one example", USAGE)
    path, scenario = documents[0]
    later = options.screenshot is None and path is not None
    if scenario is None or (later and effort(scenario) >= LONG):
        return documents
    with _naming(path):
        trace = calculate(scenario)
    try:
        resolve(options.step, trace)
    except InputError as error:
        raise StopError(f"--{error}", USAGE) from error
    return [(path, viewed_at(scenario, options.step))]


def _right(path: Path) -> Scenario:
    """A scenario that is calculated in the right way, with a word on standard error if marked."""
    from explorer.files.report import experiment_note

    scenario = _loaded(path)
    if note := experiment_note(scenario):
        complain(f"{path}: {note}")
    return scenario


def _loaded(path: Path) -> Scenario:
    from explorer.files import load_scenario

    with _naming(path):
        return load_scenario(path)


def _example(name: str) -> Scenario:
    from explorer.files import UnknownExampleError, load_example

    try:
        return load_example(name)
    except UnknownExampleError as error:
        raise StopError(f"{error} (see {PROGRAM} --list-examples)", USAGE) from error


def _open_window(documents: list[Opened], options: argparse.Namespace) -> int:
    if options.size is not None:
        raise StopError("--size goes with --screenshot", USAGE)
    _require_display()
    try:
        from explorer.ui.application import run
    except ImportError as error:
        raise StopError(f"the window cannot be loaded: {error}", FAILURE) from error
    from explorer.app.preferences import Settings

    settings = Settings.RESET if options.reset_settings else Settings.KEPT
    if options.safe_mode:
        settings = Settings.SAFE
    return run(documents, options.theme, settings, options.step)


def _take_screenshot(documents: list[Opened], options: argparse.Namespace) -> int:
    if len(documents) > 1:
        raise StopError("--screenshot takes one file or one example", USAGE)
    path, scenario = documents[0]
    assert scenario is not None  # _to_open
    os.environ["QT_QPA_PLATFORM"] = "offscreen"
    _require_display()
    try:
        from explorer.ui.application import render_screenshot
    except ImportError as error:
        raise StopError(f"the window cannot be loaded: {error}", FAILURE) from error
    size = options.size or DEFAULT_SIZE
    return render_screenshot((path, scenario), options.theme, options.screenshot, size)


def _require_display() -> None:
    from explorer.app.preflight import missing_for_display

    if missing := missing_for_display():
        raise StopError(missing, FAILURE)


if __name__ == "__main__":
    sys.exit(main())
