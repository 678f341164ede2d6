"""The command line as a user meets it: subprocesses, exit codes, one line of complaint."""

import gc
import json
import os
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from explorer import __version__
from explorer.__main__ import main
from explorer.files import list_examples
from explorer.files.documents import LARGE_FILE

SCENARIOS = Path(__file__).parents[1] / "resources" / "scenarios"
SEED = SCENARIOS / "one-query-three-sources.attn"
DISPLAY_VARIABLES = ("DISPLAY", "WAYLAND_DISPLAY", "WAYLAND_SOCKET", "QT_QPA_PLATFORM")

DONE, FAILURE, USAGE, BAD_FILE, NOT_RIGHT = 0, 1, 2, 3, 4
ASYMMETRIC = SCENARIOS / "asymmetric.attn"

REPORT_MODULES = """
import sys
from explorer.__main__ import main
code = main(sys.argv[1:])
heavy = {"numpy", "PySide6", "shiboken6"}
print(*sorted(heavy & set(sys.modules)), file=sys.stderr)
sys.exit(code)
"""

STAND = """
import sys
import numpy
from PySide6.QtSvg import QSvgRenderer
from PySide6.QtWidgets import QApplication
others = set(sys.modules)
import explorer.ui.application
from explorer.ui import create_window
application = QApplication([])
window = create_window()
window.show()
application.processEvents()
print(*sys.modules.keys() - others)
window.close()
"""
LATE = {
    *("explorer.app.step_command", "explorer.files.archive", "explorer.files.matrix_text"),
    *("explorer.files.number_formula", "explorer.ui.walk.unfolded_view", "logging.handlers"),
    *("explorer.model.comparison.compare", "explorer.model.comparison.changes"),
    *("explorer.model.diagnosis", "explorer.model.slips", "explorer.ui.code.second_view"),
    *("explorer.ui.documents.gallery", "explorer.ui.documents.notes_panel"),
    *("explorer.ui.documents.recovery_dialog", "explorer.ui.formulas.symbol_table"),
    *("explorer.ui.mistakes.mistake_dialog", "explorer.ui.plane.plane_view"),
    *("explorer.ui.practice.practice_panel", "explorer.ui.presentation.presentation"),
    *("concurrent.futures", "difflib", "hashlib", "html", "numpy.ma", "pyqtgraph", "subprocess"),
}
"""What takes a while to import, and is not needed for the first window."""


def run(
    *arguments: object, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    return python("-m", "explorer", *arguments, cwd=cwd, **environment)


def python(
    *arguments: object, cwd: Path | None = None, **environment: str
) -> subprocess.CompletedProcess[str]:
    """Run Python without a display, as on a server."""
    inherited = {key: text for key, text in os.environ.items() if key not in DISPLAY_VARIABLES}
    root = str(Path(__file__).parents[1])
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        cwd=cwd,
        env={**inherited, "PYTHONPATH": root, "PYTHONUTF8": "1", **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def complaint(result: subprocess.CompletedProcess[str]) -> str:
    """The one line on standard error, nothing being on standard output."""
    assert result.stdout == ""
    assert result.stderr.count("\n") == 1
    assert result.stderr.startswith("attention-explorer: ")
    return result.stderr.removeprefix("attention-explorer: ").rstrip("\n")


def heavy_modules(*arguments: object) -> list[str]:
    result = python("-c", REPORT_MODULES, *arguments)
    assert result.returncode == DONE
    return result.stderr.split()


# Results


def test_version_is_one_line():
    result = run("--version")
    assert (result.returncode, result.stdout, result.stderr) == (
        DONE,
        f"attention-explorer {__version__}\n",
        "",
    )


VERBS_HELP = [[verb, "--help"] for verb in ("compute", "diagnose", "check")]


@pytest.mark.parametrize("arguments", [["--help"], *VERBS_HELP])
def test_help_goes_to_standard_output(arguments: list[str]):
    result = run(*arguments)
    assert (result.returncode, result.stderr) == (DONE, "")
    assert result.stdout.startswith("usage: attention-explorer")


def test_help_tells_of_the_verbs():
    text = " ".join(run("--help").stdout.split())
    for verb in ("compute FILE [--json]", "diagnose FILE --output NUMBERS", "check FILE"):
        assert verb in text


@pytest.mark.parametrize("arguments", [["--help"], ["--version"], *VERBS_HELP])
def test_help_and_version_import_neither_qt_nor_numpy(arguments: list[str]):
    assert heavy_modules(*arguments) == []


def test_the_window_stands_without_what_is_hidden_at_first(tmp_path):
    """Whatever a start imports is paid for at every start."""
    result = python("-c", STAND, QT_QPA_PLATFORM="offscreen", XDG_CONFIG_HOME=str(tmp_path))
    assert result.returncode == DONE, result.stderr
    loaded = set(result.stdout.split())
    assert "explorer.ui.window.main_window" in loaded
    assert loaded & LATE == set()


def test_garbage_is_collected_again_after_the_command(capsys):
    assert main(["--version"]) == DONE
    assert main(["--nonsense"]) == USAGE
    assert gc.isenabled()


def test_the_examples_are_listed_by_name():
    result = run("--list-examples")
    assert (result.returncode, result.stderr) == (DONE, "")
    names = [line.split()[0] for line in result.stdout.splitlines()]
    assert names == [example.name for example in list_examples()]


def test_compute_prints_the_tables_of_the_seed_example():
    result = run("compute", SEED)
    assert (result.returncode, result.stderr) == (DONE, "")
    assert "Query 1     0.401     0.198     0.401\n" in result.stdout
    assert result.stdout.endswith("Query 1           20\n")


def test_compute_as_json_gives_the_seed_example_exactly():
    result = run("compute", SEED, "--json")
    content = json.loads(result.stdout)
    assert result.returncode == DONE
    assert content["weights"] == [[0.4011120926797859, 0.1977758146404282, 0.4011120926797859]]
    assert content["output"] == [[20.0]]


@pytest.mark.parametrize("rest", [("compute",), ("compute", "--json"), ("check",)])
def test_a_file_marked_with_a_mistake_gives_right_numbers_and_a_word_about_it(
    tmp_path: Path, rest: tuple[str, ...]
):
    path = tmp_path / "marked.attn"
    text = SEED.read_text(encoding="utf-8").rstrip().removesuffix("}").rstrip()
    mark = '"experiment": {"mistake": "exponential-not-divided"}'
    path.write_text(f"{text},\n  {mark}\n}}\n", encoding="utf-8")
    marked, plain = run(*rest, path), run(*rest, SEED)
    assert marked.returncode == DONE
    assert marked.stdout == plain.stdout
    assert "marked as an experiment with a mistake" in marked.stderr
    assert marked.stderr.endswith("these are the right numbers\n")


def test_compute_reads_an_archive(tmp_path: Path):
    path = tmp_path / "tensors.npz"
    np.savez(path, query=[[1.0, 0]], key=[[1.0, 0], [0, 1]], value=[[1.0], [2]], scale=1.0)
    content = json.loads(run("compute", "--json", path).stdout)
    assert content["scale"] == 1
    assert content["scaled_scores"] == [[1, 0]]


@pytest.mark.parametrize("arguments", [["compute", SEED], ["compute", SEED, "--json"]])
def test_compute_imports_no_qt(arguments: list[object]):
    assert heavy_modules(*arguments) == ["numpy"]


def test_a_terminal_that_knows_ascii_only_gets_question_marks():
    result = run("compute", SEED, PYTHONUTF8="0", PYTHONIOENCODING="ascii")
    assert (result.returncode, result.stderr) == (DONE, "")
    assert "Scaled scores  (? ?2 ? 1.414)" in result.stdout


# Wrong usage


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        (["--nope"], "unrecognized arguments: --nope (see attention-explorer --help)"),
        (["--theme", "pink"], "argument --theme: invalid choice: 'pink'"),
        (["--example"], "argument --example: expected one argument"),
        (["--example", "causel"], 'there is no example "causel"; did you mean causal?'),
        (["--screenshot", "a.jpg"], "argument --screenshot: expected a name that ends in .png"),
        (["--size", "800x600"], "--size goes with --screenshot"),
        (["--screenshot", "a.png", "--size", "800"], "argument --size: expected WxH"),
        (["--screenshot", "a.png", "--size", "8x8"], "argument --size: expected 200 to 8000"),
        (["--screenshot", "a.png", SEED, SEED], "--screenshot takes one file or one example"),
        (["compute"], "the following arguments are required: FILE (see attention-explorer compute"),
        (["compute", SEED, SEED], "unrecognized arguments"),
    ],
)
def test_wrong_usage_is_one_line_and_exit_2(arguments: list[object], sentence: str):
    result = run(*arguments)
    assert result.returncode == USAGE
    assert complaint(result).startswith(sentence)


# Files that are not valid


@pytest.mark.parametrize("verb", [["compute"], []])
def test_a_bad_file_is_one_line_with_file_and_place_and_exit_3(verb: list[str], tmp_path: Path):
    path = tmp_path / "bad.attn"
    path.write_text(SEED.read_text("utf-8").replace("[0, 1]", '[0, "x"]'), "utf-8")
    result = run(*verb, path)
    assert result.returncode == BAD_FILE
    assert complaint(result) == f'{path}: key[1][1]: expected a number, found "x"'


def test_a_missing_file_is_one_line_and_exit_3(tmp_path: Path):
    result = run("compute", "missing.attn", cwd=tmp_path)
    assert result.returncode == BAD_FILE
    assert complaint(result).startswith("missing.attn: cannot be read")


def test_a_result_too_large_to_store_is_one_line_and_exit_3(tmp_path: Path):
    path = tmp_path / "huge.attn"
    path.write_text(SEED.read_text("utf-8").replace("[1, 0]", "[1e300, 0]"), "utf-8")
    result = run("compute", path)
    assert result.returncode == BAD_FILE
    assert "scores[0][0]: expected a result below" in complaint(result)


def test_a_complaint_about_a_hostile_file_stays_one_plain_line(tmp_path: Path):
    path = tmp_path / "bad.attn"
    path.write_text('{"a\\n\\u001b[2J\\ud800": 1, "format": "attention-explorer-scenario"}')
    result = run("compute", path)
    assert result.returncode == BAD_FILE
    assert "\x1b" not in complaint(result)


def test_a_bad_file_is_found_before_qt_is_loaded(tmp_path: Path):
    path = tmp_path / "bad.attn"
    path.write_text("{}")
    result = python("-c", REPORT_MODULES, path)
    assert result.returncode == BAD_FILE
    assert result.stderr.splitlines()[-1] == "numpy"


def test_a_bad_file_that_is_large_is_one_line_and_exit_3(tmp_path: Path):
    path = tmp_path / "bad.attn"
    path.write_text(SEED.read_text("utf-8").replace("[0, 1]", '[0, "x"]') + " " * LARGE_FILE)
    result = run(path, QT_QPA_PLATFORM="offscreen")
    assert result.returncode == BAD_FILE
    lines = result.stderr.splitlines()
    (line,) = (line for line in lines if line.startswith("attention-explorer: "))
    assert line == f'attention-explorer: {path}: key[1][1]: expected a number, found "x"'


# A file called like the verb


@pytest.mark.parametrize("arguments", [["./compute"], ["--", "compute"]])
def test_a_file_called_compute_opens_as_a_file(arguments: list[str], tmp_path: Path):
    (tmp_path / "compute").write_text("{}")
    result = run(*arguments, cwd=tmp_path)
    assert result.returncode == BAD_FILE
    assert "format: expected" in complaint(result)


def test_options_may_stand_between_files(tmp_path: Path):
    result = run(SEED, "--theme", "dark", "missing.attn", cwd=tmp_path)
    assert result.returncode == BAD_FILE
    assert complaint(result).startswith("missing.attn: cannot be read")


# No display, no Qt, nobody who reads


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="displays of X11 and Wayland")
@pytest.mark.parametrize(
    ("environment", "reason"),
    [
        ({}, "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set"),
        ({"DISPLAY": ":9876"}, "the display “:9876” of DISPLAY does not answer"),
        (
            {"WAYLAND_DISPLAY": "wayland-9876"},
            "the display “wayland-9876” of WAYLAND_DISPLAY does not answer",
        ),
        ({"QT_QPA_PLATFORM": "xcb"}, "there is no display"),
        ({"QT_QPA_PLATFORM": "nonsense"}, "Qt has no platform “nonsense”"),
    ],
)
def test_without_a_display_there_is_one_line_and_exit_1(environment: dict[str, str], reason: str):
    result = run(SEED, **environment)
    assert result.returncode == FAILURE
    assert complaint(result).startswith(reason)


@pytest.mark.parametrize("arguments", [[], ["--screenshot", "out.png"]])
def test_without_pyside_there_is_one_line_and_exit_1(arguments: list[str], tmp_path: Path):
    (tmp_path / "PySide6.py").write_text('raise ImportError("no PySide6\\nhere")')
    path = os.pathsep.join([str(tmp_path), str(Path(__file__).parents[1])])
    result = run(*arguments, cwd=tmp_path, PYTHONPATH=path, QT_QPA_PLATFORM="offscreen")
    assert result.returncode == FAILURE
    assert complaint(result) == "the window cannot be loaded: no PySide6 here"


@pytest.mark.skipif(os.name != "posix", reason="pipes and devices of POSIX")
def test_a_reader_that_goes_away_leaves_no_traceback():
    read_end, write_end = os.pipe()
    os.close(read_end)
    with os.fdopen(write_end, "wb") as output:
        result = subprocess.run(
            [sys.executable, "-m", "explorer", "compute", SEED],
            stdout=output,
            stderr=subprocess.PIPE,
            cwd=Path(__file__).parents[1],
            check=False,
        )
    assert (result.returncode, result.stderr) == (FAILURE, b"")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="a device that is always full")
def test_a_full_disk_under_standard_output_is_one_line_and_exit_1():
    with Path("/dev/full").open("wb") as output:
        result = subprocess.run(
            [sys.executable, "-m", "explorer", "compute", SEED],
            stdout=output,
            stderr=subprocess.PIPE,
            cwd=Path(__file__).parents[1],
            check=False,
        )
    assert result.returncode == FAILURE
    assert result.stderr.startswith(b"attention-explorer: standard output: ")
    assert result.stderr.count(b"\n") == 1


# A link to a step


@pytest.mark.parametrize("arguments", [["--step", "weights:1:3"], ["--step=scaled"]])
def test_a_picture_is_taken_at_the_step_of_a_link(tmp_path: Path, arguments: list[str]):
    out, plain = tmp_path / "step.png", tmp_path / "first.png"
    result = run(SEED, *arguments, "--screenshot", out)
    assert (result.returncode, result.stderr) == (DONE, "")
    run(SEED, "--screenshot", plain)
    assert out.read_bytes() != plain.read_bytes()


@pytest.mark.parametrize(
    ("link", "expected"),
    [
        ("weights:0:1", "argument --step: expected STAGE:ROW:COLUMN counted from 1"),
        ("weights:x", "such as scores:1:3"),
        ("loss:1:1", "--step: expected one of scores, scaled_scores"),
        ("weights:1:4", "--step weights:1:4: expected a column from 1 to 3, found 4"),
    ],
)
def test_a_wrong_link_is_wrong_usage_said_in_one_line(link: str, expected: str):
    result = run(SEED, "--step", link)
    assert result.returncode == USAGE
    assert expected in complaint(result)


def test_a_link_goes_with_one_document():
    result = run(SEED, SEED, "--step", "weights:1:1")
    assert result.returncode == USAGE
    assert "one file or one example" in complaint(result)


# Own numbers, and what numbers cannot show


def numbers(tmp_path: Path, text: str) -> Path:
    path = tmp_path / "numbers.csv"
    path.write_text(text, encoding="utf-8")
    return path


def test_right_numbers_are_exit_0(tmp_path: Path):
    result = run("diagnose", ASYMMETRIC, "--output", numbers(tmp_path, "20\n23.37\n17.08\n"))
    assert (result.returncode, result.stderr) == (DONE, "")
    assert result.stdout.startswith("Right except for rounding to 2 decimals")


def test_a_mistake_is_named_on_standard_output_and_is_exit_4(tmp_path: Path):
    path = numbers(tmp_path, "20\n24.0493\n15.7949\n")
    result = run("diagnose", ASYMMETRIC, "--output", path)
    assert (result.returncode, result.stderr) == (NOT_RIGHT, "")
    assert result.stdout.startswith("Matches: The scale left out (all 3 cells, largest difference")


def test_a_diagnosis_as_json_names_the_cell_that_differs_as_steps_are_linked_to(tmp_path: Path):
    path = numbers(tmp_path, "20\n23.37\n17.99\n")
    result = run("diagnose", ASYMMETRIC, "--output", path, "--json")
    content = json.loads(result.stdout)
    assert result.returncode == NOT_RIGHT
    assert (content["verdict"], content["right"]) == ("different", False)
    assert content["difference"]["cell"] == "output:3:1"
    assert content["difference"]["right"] == pytest.approx(17.0802, abs=5e-5)
    assert (
        content["sentences"][0] == "Different: first in the output, row 3, column 1 (1 of 3 cells)."
    )


def test_several_tables_are_compared_together(tmp_path: Path):
    tables = json.loads(run("compute", ASYMMETRIC, "--json").stdout)
    options = []
    for option, table in (
        ("--scores", "scores"),
        ("--scaled", "scaled_scores"),
        ("--weights", "weights"),
        ("--output", "output"),
    ):
        path = tmp_path / f"{table}.npy"
        np.save(path, np.array(tables[table]))
        options += [option, path]
    result = run("diagnose", ASYMMETRIC, *options, "--json")
    content = json.loads(result.stdout)
    assert result.returncode == DONE
    assert list(content["given"]) == ["scores", "scaled_scores", "weights", "output"]
    assert (content["verdict"], content["not_ruled_out"]) == ("right", [])


def test_numbers_with_readers_in_columns_are_told_about_as_they_stand(tmp_path: Path):
    path = tmp_path / "weights.csv"
    weights = np.array(json.loads(run("compute", ASYMMETRIC, "--json").stdout)["weights"])
    np.savetxt(path, weights.T, delimiter=",")
    options = ("diagnose", ASYMMETRIC, "--weights", path, "--readers-in", "columns")
    assert run(*options).returncode == DONE
    weights[0, 2] += 0.25
    np.savetxt(path, weights.T, delimiter=",")
    result = run(*options)
    assert result.stdout.startswith("Different: first in the weights, row 3, column 1 (1 of 9")
    assert "The weights of this column add up to 1.25, not to 1." in result.stdout


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("20\nabc\n", "numbers.csv: row 2, column 1: expected a number"),
        ("", "numbers.csv: the text: expected a table of numbers, found nothing"),
    ],
)
def test_numbers_that_cannot_be_read_are_exit_3(tmp_path: Path, text: str, expected: str):
    result = run("diagnose", ASYMMETRIC, "--output", numbers(tmp_path, text))
    assert result.returncode == BAD_FILE
    assert expected in complaint(result)


def test_a_table_the_scenario_does_not_have_is_exit_3(tmp_path: Path):
    mix = SCENARIOS / "weighted-mix.attn"
    result = run("diagnose", mix, "--scores", numbers(tmp_path, "1 0 1"))
    assert result.returncode == BAD_FILE
    assert "scores: expected a table of this calculation (weights, output)" in complaint(result)


def test_a_diagnosis_needs_numbers():
    result = run("diagnose", ASYMMETRIC)
    assert result.returncode == USAGE
    assert "expected one of --scores, --scaled, --weights, --output" in complaint(result)


def test_check_says_which_mistakes_the_numbers_hide_and_what_would_show_them():
    result = run("check", SEED)
    assert (result.returncode, result.stderr) == (DONE, "")
    assert "7 would not show in the output" in result.stdout
    assert "Change the value of Source 1, component 1, from 10 to 11." in result.stdout


def test_check_says_what_no_single_number_would_show():
    text = run("check", SCENARIOS / "alibi.attn").stdout
    expected = "shows this: The query of the next reader; The query of the reader before."
    assert expected in text


def test_check_as_json_lists_every_mistake_that_can_be_made():
    content = json.loads(run("check", ASYMMETRIC, "--json").stdout)
    found = {mistake["name"]: mistake for mistake in content["mistakes"]}
    assert found["scale-left-out"]["unseen_readers"] == [1]
    assert found["scale-left-out"]["reasons"][0]["kind"] == "even_values"
    assert found["softmax-by-column"]["unseen_readers"] == []
    assert all(mistake["change"] is None for mistake in found.values())


@pytest.mark.parametrize("verb", ["diagnose", "check"])
def test_the_new_verbs_do_not_import_qt(verb: str, tmp_path: Path):
    options = ["--output", numbers(tmp_path, "20")] if verb == "diagnose" else []
    assert heavy_modules(verb, SEED, *options) == ["numpy"]


INTERRUPTED_IMPORT = """
import os, signal, sys, time

class Swallowing:
    # what an import makes of an interrupt, if it is unlucky
    def find_spec(self, name, path=None, target=None):
        if name == "explorer.ui.application":
            try:
                os.kill(os.getpid(), signal.SIGINT)
                time.sleep(1)
            except KeyboardInterrupt:
                pass
            raise ImportError("it went on")

signal.signal(signal.SIGINT, signal.default_int_handler)
sys.meta_path.insert(0, Swallowing())
sys.argv = ["attention-explorer"]
from explorer.__main__ import main
sys.exit(main())
"""


@pytest.mark.skipif(os.name != "posix", reason="signals")
def test_an_interrupt_while_the_window_is_loaded_ends_the_program_on_the_spot():
    result = subprocess.run(
        [sys.executable, "-c", INTERRUPTED_IMPORT],
        env={**os.environ, "QT_QPA_PLATFORM": "offscreen"},
        capture_output=True,
        timeout=60,
        check=False,
    )
    assert result.returncode == -signal.SIGINT
    assert result.stderr == b""
