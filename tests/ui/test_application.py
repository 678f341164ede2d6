"""The running program: its event loop, its end, and the picture of its window."""

import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from PySide6.QtGui import QImage

from explorer.ui.application import render_screenshot
from explorer.ui.looks.theme import THEMES

ROOT = Path(__file__).parents[2]
EXAMPLE = ROOT / "resources" / "scenarios" / "three-positions.attn"
HUGE = """{"format": "attention-explorer-scenario", "version": 1,
"query": [[1e200]], "key": [[1e200]], "value": [[1]]}"""

RUN = """
import signal, sys
from pathlib import Path
from PySide6.QtCore import QMimeData, QTimer
from PySide6.QtGui import QAction
from PySide6.QtWidgets import QApplication
from explorer.files import load_example, load_scenario
from explorer.model.step_links import parse_link
from explorer.ui import application

def windows():
    from explorer.ui import MainWindow
    return [one for one in QApplication.topLevelWidgets() if isinstance(one, MainWindow)]

def trigger(name):
    windows()[0].findChild(QAction, name).trigger()

signal.signal(signal.SIGINT, signal.default_int_handler)  # whoever started the tests ignores it
if hasattr(signal, "SIGHUP"):
    signal.signal(signal.SIGHUP, signal.SIG_DFL)

{body}

app = QApplication([])
documents = {documents}
QTimer.singleShot(0, act)
sys.exit(application.run(documents, "light", link={link}))
"""


EDIT = """
def edit(text):
    matrix = windows()[0].inputs_panel.tables["value"].matrix
    assert matrix.setData(matrix.index(2, 0), text)
"""

OFFERED = """
from explorer.ui.documents.recovery_dialog import RecoveryDialog

def act():
    dialog = windows()[0].findChild(RecoveryDialog)
    if dialog is None:
        print("nothing")
    else:
        dialog.open_button.click()
        (window,) = [one for one in windows() if one.session.is_modified]
        print(window.session.scenario.value[2, 0], window.isWindowModified())
        window.session.undo_stack.setClean()
    QTimer.singleShot(50, QApplication.closeAllWindows)
"""


PENDING = """
import threading
from explorer.app import course, loading, pending
from explorer.model.experiment import calculating

pending.LONG = loading.LONG = 0
began = threading.Event()
tick = threading.Event()

def endless(scenario, previous=None):
    stage = next(calculating(scenario, previous))
    while True:
        began.set()
        tick.wait(0.01)
        yield stage

course.calculating = loading.calculating = endless
"""


def python(*arguments, **environment):
    """Run Python as the program would be run."""
    return subprocess.run(
        [sys.executable, *map(str, arguments)],
        env={**os.environ, "PYTHONPATH": str(ROOT), "PYTHONUTF8": "1", **environment},
        capture_output=True,
        encoding="utf-8",
        timeout=60,
        check=False,
    )


def run_loop(body, examples=("one-query-three-sources",), documents=None, link=None):
    """Run the event loop offscreen with `act` of `body` called in it."""
    documents = documents or f"[(None, load_example(name)) for name in {list(examples)}]"
    code = RUN.format(body=body, documents=documents, link=link)
    result = python("-c", code, QT_QPA_PLATFORM="offscreen")
    lines = [
        line for line in result.stderr.splitlines() if "This plugin does not support" not in line
    ]
    return result.returncode, lines, result.stdout.split()


# Pictures


@pytest.mark.parametrize("size", [(1280, 800), (700, 500)])
@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_a_screenshot_has_its_size_and_theme_and_says_nothing(tmp_path, size, theme):
    out = tmp_path / "window.png"
    width, height = size
    result = python(
        *("-m", "explorer", EXAMPLE, "--theme", theme),
        *("--screenshot", out, "--size", f"{width}x{height}"),
    )
    assert (result.returncode, result.stdout, result.stderr) == (0, "", "")
    image = QImage(str(out))
    assert (image.width(), image.height()) == size
    assert image.pixelColor(2, height - 3).name() == THEMES[theme].canvas.lower()


def test_a_picture_has_the_pixels_asked_for_on_a_screen_with_a_scale_of_its_own(tmp_path):
    out = tmp_path / "window.png"
    result = python("-m", "explorer", "--screenshot", out, "--size", "200x200", QT_SCALE_FACTOR="2")
    assert (result.returncode, result.stderr) == (0, "")
    assert QImage(str(out)).size().toTuple() == (200, 200)


def test_the_same_window_gives_the_same_picture_whatever_the_settings(
    qapp, tmp_path, seed_scenario
):
    pictures = []
    for name in ("a.png", "b.png"):
        assert render_screenshot((None, seed_scenario), "light", tmp_path / name, (900, 600)) == 0
        pictures.append(QImage(str(tmp_path / name)))
    assert pictures[0] == pictures[1]
    assert not list(tmp_path.glob("xdg*/**/*.ini"))


@pytest.mark.parametrize("folder", ["missing", "a-file"])
def test_a_path_that_cannot_be_written_is_one_line_and_exit_code_1(tmp_path, folder):
    (tmp_path / "a-file").touch()
    out = tmp_path / folder / "window.png"
    result = python("-m", "explorer", "--screenshot", out)
    assert result.returncode == 1
    assert result.stdout == ""
    assert result.stderr == f"attention-explorer: could not write {out}\n"


def test_a_calculation_that_grows_too_large_names_its_file(tmp_path):
    path = tmp_path / "huge.attn"
    path.write_text(HUGE, encoding="utf-8")
    result = python("-m", "explorer", path, "--screenshot", tmp_path / "window.png")
    assert result.returncode == 3
    assert result.stderr.startswith(f"attention-explorer: {path}: ")
    assert result.stderr.count("\n") == 1
    assert not (tmp_path / "window.png").exists()


# The event loop


def test_quitting_with_a_full_clipboard_ends_with_exit_code_0():
    body = """
def act():
    table = windows()[0].inputs_panel.tables["key"]
    table.selectAll()
    next(one for one in table.actions() if one.objectName() == "copyCellsAction").trigger()
    assert QApplication.clipboard().mimeData().hasHtml()
    data = QMimeData()
    data.setHtml("<b>1</b>")
    QApplication.clipboard().setMimeData(data)
    trigger("quitAction")
"""
    assert run_loop(body) == (0, [], [])


def test_closing_one_of_two_windows_leaves_the_other_and_quitting_ends_both():
    body = """
def act():
    assert len(windows()) == 2
    trigger("closeAction")
    QTimer.singleShot(50, then)

def then():
    print(len(windows()))
    trigger("zoomInAction")
    trigger("quitAction")
"""
    examples = ("one-query-three-sources", "bias-and-cap")
    assert run_loop(body, examples) == (0, [], ["1"])


def test_a_window_closed_while_the_steps_play_ends_the_program():
    body = """
def act():
    trigger("playAction")
    QTimer.singleShot(50, lambda: windows()[0].close())
"""
    assert run_loop(body) == (0, [], [])


def test_the_program_ends_cleanly_with_windows_that_were_never_closed():
    body = """
def act():
    windows()[0].session.go_to(windows()[0].session.walk[3].place)
    QApplication.exit(0)
"""
    code, lines, _ = run_loop(body)
    assert (code, lines) == (0, [])


def test_garbage_is_collected_while_the_program_runs_though_not_while_it_starts():
    body = """
import gc, weakref
gc.disable()

class Node:
    pass

def act():
    node = Node()
    node.itself = [node, *([] for _ in range(1000))]
    gone = weakref.ref(node, lambda _: (print("gone", gc.isenabled()), trigger("quitAction")))
    windows()[0].gone = gone
    print(gc.get_freeze_count() > 0)
"""
    assert run_loop(body) == (0, [], ["True", "gone", "False"])


def test_a_script_that_copies_and_never_runs_a_loop_ends_cleanly():
    code = """
from PySide6.QtWidgets import QApplication
app = QApplication([])
from explorer.ui import create_window
window = create_window()
window.show()
app.processEvents()
table = window.inputs_panel.tables["key"]
table.selectAll()
next(one for one in table.actions() if one.objectName() == "copyCellsAction").trigger()
"""
    result = python("-c", code, QT_QPA_PLATFORM="offscreen")
    lines = [one for one in result.stderr.splitlines() if "This plugin does not" not in one]
    assert (result.returncode, lines) == (0, [])


@pytest.mark.parametrize("name", ["shortcutsAction", "newAction", "aboutAction", "examplesAction"])
def test_a_dialog_is_closed_again_and_again_while_it_has_the_focus(name):
    body = f"""
rounds = iter(range(40))

def act():
    if next(rounds, None) is None:
        print("done")
        QApplication.quit()
        return
    windows()[0].activateWindow()
    trigger("{name}")
    QTimer.singleShot(2, close)

def close():
    QApplication.activeModalWidget().reject()
    QTimer.singleShot(2, act)
"""
    assert run_loop(body) == (0, [], ["done"])


@pytest.mark.parametrize(
    ("large", "small"),
    [("asymmetric", "two-scores-d64"), ("twelve-tokens", "one-query-three-sources")],
)
def test_a_smaller_scenario_is_opened_on_the_last_step(large, small):
    body = f"""
def act():
    trigger("lastStepAction")
    QTimer.singleShot(20, load)

def load():
    windows()[0].session.load(load_example("{small}"), None)
    QTimer.singleShot(20, end)

def end():
    print(windows()[0].session.position)
    QApplication.exit(0)
"""
    assert run_loop(body, [large]) == (0, [], ["0"])


def test_stages_that_are_gone_say_nothing_while_they_wait_for_their_end():
    body = """
def act():
    window = windows()[0]
    for _ in range(10):
        window.session.load(load_example("weighted-mix"), None)
        window.look.preferences.zoom = 150
        window.session.load(load_example("bias-and-cap"), None)
        window.look.preferences.theme = "dark"
        window.look.preferences.zoom = 75
        QApplication.processEvents()
    QApplication.exit(0)
"""
    assert run_loop(body, ["bias-and-cap"])[:2] == (0, [])


def test_numbers_of_every_size_are_drawn_without_a_word_on_standard_error(tmp_path):
    path = tmp_path / "extreme.npz"
    np.savez(
        path,
        query=np.array([[1.0]]),
        key=np.array([[1e-200], [1e200], [0.0]]),
        value=np.array([[1.0], [2.0], [3.0]]),
        allowed=np.array([[True, False, True]]),
    )
    result = python("-m", "explorer", path, "--screenshot", tmp_path / "window.png")
    assert (result.returncode, result.stderr) == (0, "")


@pytest.mark.parametrize(("name", "code"), [("SIGINT", 130), ("SIGTERM", 143), ("SIGHUP", 129)])
def test_a_signal_ends_the_program_and_the_next_start_offers_what_was_unsaved(name, code):
    body = f"""
import os, signal

def act():
    edit("51")
    os.kill(os.getpid(), signal.{name})
    QTimer.singleShot(5000, QApplication.quit)
"""
    assert run_loop(EDIT + body) == (code, [], [])
    assert run_loop(OFFERED) == (0, [], ["51.0", "True"])
    assert run_loop(OFFERED) == (0, [], ["nothing"])


def test_a_program_started_to_survive_its_terminal_does():
    body = """
import os, signal

signal.signal(signal.SIGHUP, signal.SIG_IGN)  # as nohup leaves it

def act():
    os.kill(os.getpid(), signal.SIGHUP)
    QTimer.singleShot(200, end)

def end():
    print("on")
    QApplication.exit(0)
"""
    assert run_loop(body) == (0, [], ["on"])


def test_what_is_opened_again_stays_kept_while_its_disk_is_full():
    leave = """
def act():
    edit("51")
    QApplication.exit(0)
"""
    open_and_die = """
import os
from explorer.app import recovery
from explorer.files import ScenarioFileError
from explorer.ui.documents.recovery_dialog import RecoveryDialog

def full(unsaved, path):
    raise ScenarioFileError("not saved: the disk is full; choose another place", path)

def act():
    recovery.save_unsaved = full
    windows()[0].findChild(RecoveryDialog).open_button.click()
    QTimer.singleShot(1500, lambda: os._exit(9))
"""
    assert run_loop(EDIT + leave)[0] == 0
    assert run_loop(open_and_die)[0] == 9
    assert run_loop(OFFERED) == (0, [], ["51.0", "True"])


def test_what_cannot_be_read_again_is_told_and_kept(tmp_path):
    folder = tmp_path / "xdg_state_home" / "attention-explorer" / "recovery"
    folder.mkdir(parents=True)
    (folder / "x.recovery").write_bytes(b"nonsense")
    body = """
def act():
    print(windows()[0].notice_bar.text.replace(" ", "_"))
    QApplication.exit(0)
"""
    code, lines, (told,) = run_loop(body)
    assert (code, lines) == (0, [])
    assert told.startswith("What_was_unsaved_cannot_be_read:_line_1,_column_1:_not_valid_JSON")
    assert told.endswith(f"It_is_kept_as_{folder / 'x.damaged'}.".replace(" ", "_"))


def test_a_signal_ends_the_program_while_a_question_is_open():
    body = """
import os, signal

def act():
    edit("51")
    QTimer.singleShot(100, lambda: os.kill(os.getpid(), signal.SIGTERM))
    windows()[0].close()
"""
    assert run_loop(EDIT + body) == (143, [], [])
    assert run_loop(OFFERED) == (0, [], ["51.0", "True"])


def test_a_signal_with_nothing_unsaved_leaves_nothing(tmp_path):
    body = """
import os, signal

def act():
    os.kill(os.getpid(), signal.SIGTERM)
"""
    assert run_loop(body) == (143, [], [])
    assert not list(tmp_path.rglob("*.recovery"))


def test_discarding_on_close_leaves_nothing_behind(tmp_path):
    body = """
from explorer.ui.window.dialogs import UnsavedAnswer

def act():
    edit("51")
    windows()[0].documents.dialogs.unsaved_changes = lambda name: UnsavedAnswer.DISCARD
    QTimer.singleShot(1500, windows()[0].close)
"""
    assert run_loop(EDIT + body) == (0, [], [])
    assert not list(tmp_path.rglob("*.recovery"))
    assert not list(tmp_path.rglob("*.lock"))


def test_what_nobody_caught_is_told_once_logged_and_survived(tmp_path):
    body = """
def act():
    edit("51")
    for _ in range(5):
        QTimer.singleShot(0, lambda: 1 / 0)
    QTimer.singleShot(300, end)

def end():
    bar = windows()[0].notice_bar
    print("ZeroDivisionError" in bar.text, bar.remedy.replace(" ", "_"))
    bar.take_remedy()
    print(QApplication.clipboard().text().split(chr(10))[3].replace(" ", "_"))
    print(windows()[0].session.scenario.value[2, 0])
    windows()[0].session.undo_stack.setClean()
    QApplication.exit(0)
"""
    code, lines, said = run_loop(EDIT + body)
    assert (code, said) == (0, ["True", "Copy_the_details", "__set_V₃,₁_to_51", "51.0"])
    assert lines == ["attention-explorer: unexpected: ZeroDivisionError: division by zero"] * 3
    (log,) = tmp_path.rglob("attention-explorer.log")
    assert log.read_text(encoding="utf-8").count("Traceback") == 3


def test_what_a_thread_did_not_catch_reaches_the_window():
    body = """
import threading

def act():
    thread = threading.Thread(target=lambda: [][1])
    thread.start()
    thread.join()
    QTimer.singleShot(100, end)

def end():
    print("IndexError" in windows()[0].notice_bar.text)
    QApplication.exit(0)
"""
    code, lines, said = run_loop(body)
    assert (code, said) == (0, ["True"])
    assert lines == ["attention-explorer: unexpected: IndexError: list index out of range"]


def test_a_window_stored_on_a_screen_that_is_gone_comes_back_on_one_that_exists():
    body = """
def act():
    window = windows()[0]
    {there}
    screen = window.screen().availableGeometry()
    print(screen.intersects(window.frameGeometry()))
    window.close()
"""
    assert run_loop(body.format(there="window.move(9000, 9000)"))[2] == ["False"]
    assert run_loop(body.format(there=""))[2] == ["True"]


# What is being worked out when the program ends


@pytest.mark.parametrize(
    "begin",
    ['edit("99")', "windows()[0].documents.open_path(Path(EXAMPLE))"],
    ids=["an edit", "a file"],
)
def test_closing_during_a_computation_is_clean(begin, tmp_path):
    body = f"""
{EDIT}
{PENDING}
EXAMPLE = {str(EXAMPLE)!r}

def act():
    {begin}
    assert began.wait(10)
    window = windows()[0]
    assert window.work_bar.is_busy
    window.documents.may_discard = lambda then: True
    QApplication.closeAllWindows()
    print("closed")
"""
    assert run_loop(body) == (0, [], ["closed"])


def test_closing_while_the_file_of_the_start_opens_is_clean():
    body = f"""
{PENDING}
FILE = Path({str(EXAMPLE)!r})

def act():
    assert began.wait(10)
    window, = windows()
    assert window.work_bar.is_busy
    QApplication.closeAllWindows()
    print("closed", window.session.path)
"""
    assert run_loop(body, documents="[(FILE, None)]") == (0, [], ["closed", "None"])


def test_cancelling_the_file_of_the_start_leaves_the_first_example():
    body = f"""
{PENDING}
FILE = Path({str(EXAMPLE)!r})

def act():
    window, = windows()
    trigger("cancelWorkAction")
    print(window.session.path, window.session.is_modified, repr(window.notice_bar.text))
    QApplication.closeAllWindows()
"""
    assert run_loop(body, documents="[(FILE, None)]") == (0, [], ["None", "False", "''"])


def test_a_large_file_opens_in_its_window_which_is_there_before():
    body = f"""
FILE = Path({str(EXAMPLE)!r})

def act():
    window, = windows()
    loading = window.documents.loading
    print(window.session.path, loading.is_busy, FILE.name in window.notice_bar.text)

    def see():
        if not loading.is_busy:
            print(window.session.path.name, window.isWindowModified(), repr(window.notice_bar.text))
            QApplication.closeAllWindows()
        else:
            QTimer.singleShot(10, see)

    see()
"""
    documents = "[(FILE, None)]"
    large = "from explorer.files import documents as of_files\nof_files.LARGE_FILE = 1\n"
    assert run_loop(large + body, documents=documents) == (
        0,
        [],
        ["None", "True", "True", EXAMPLE.name, "False", "''"],
    )


def test_what_takes_long_to_work_out_opens_in_its_window():
    body = f"""
FILE = Path({str(EXAMPLE)!r})
from explorer.app import loading
loading.LONG = application.LONG = 1

def act():
    window, = windows()
    print(window.session.path, window.documents.loading.is_busy)

    def see():
        if window.session.path is None:
            QTimer.singleShot(10, see)
        else:
            print(window.session.scenario is documents[0][1])
            QApplication.closeAllWindows()

    see()
"""
    documents = "[(FILE, load_scenario(FILE))]"
    assert run_loop(body, documents=documents) == (0, [], ["None", "True", "True"])


AT_A_STEP = f"""
FILE = Path({str(EXAMPLE)!r})
from explorer.files import documents as of_files
of_files.LARGE_FILE = 1

def act():
    window, = windows()
    print(window.session.path, window.documents.loading.is_busy)

    def see():
        if window.session.path is None:
            QTimer.singleShot(10, see)
        else:
            print(window.session.step.array, window.session.step.row, window.session.step.column)
            print(window.session.granularity, window.isWindowModified())
            QApplication.closeAllWindows()

    see()
"""


def test_a_large_file_is_opened_at_the_step_of_a_link_by_its_window():
    link = "parse_link('weights:1:3')"
    assert run_loop(AT_A_STEP, documents="[(FILE, None)]", link=link) == (
        0,
        [],
        ["None", "True", "weights", "0", "2", "cell", "False"],
    )


def test_a_step_that_a_large_file_does_not_have_is_one_line_and_wrong_usage():
    link = "parse_link('weights:1:9')"
    code, lines, _told = run_loop(AT_A_STEP, documents="[(FILE, None)]", link=link)
    assert code == 2
    assert lines == [
        "attention-explorer: --step weights:1:9: expected a column from 1 to 3, found 9"
    ]


def test_a_small_file_is_there_at_once():
    body = f"""
FILE = Path({str(EXAMPLE)!r})

def act():
    window, = windows()
    print(window.session.path.name, window.documents.loading.is_busy)
    QApplication.closeAllWindows()
"""
    documents = "[(FILE, load_scenario(FILE))]"
    assert run_loop(body, documents=documents) == (0, [], [EXAMPLE.name, "False"])


LATE_AND_BAD = """
from explorer.files import documents as of_files
of_files.LARGE_FILE = 1

def act():
    pass
"""


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ('{"format": "attention-explorer-scenario", "version": 99}', "version"),
        (HUGE, "scores[0][0]: expected a result below"),
        (None, "cannot be read"),
    ],
)
def test_a_bad_large_file_is_one_line_and_exit_code_3(tmp_path, content, complaint):
    path = tmp_path / "late.attn"
    if content is not None:
        path.write_text(content, encoding="utf-8")
    code, lines, _told = run_loop(LATE_AND_BAD, documents=f"[(Path({str(path)!r}), None)]")
    (line,) = lines
    assert code == 3
    assert line.startswith(f"attention-explorer: {path}: ")
    assert complaint in line


def test_a_bad_large_file_beside_another_is_told_in_its_window(tmp_path):
    path = tmp_path / "late.attn"
    path.write_text("{", encoding="utf-8")
    body = """
from explorer.files import documents as of_files
of_files.LARGE_FILE = 1

def act():
    late = windows()[1] if windows()[0].session.path else windows()[0]

    def see():
        if late.documents.loading.is_busy:
            QTimer.singleShot(10, see)
        else:
            print(len(windows()), late.notice_bar.text.startswith("Could not open late.attn:"))
            QApplication.closeAllWindows()

    see()
"""
    other = str(EXAMPLE)
    documents = f"[(Path({str(path)!r}), None), (Path({other!r}), load_scenario({other!r}))]"
    code, lines, told = run_loop(body, documents=documents)
    assert (code, told) == (0, ["2", "True"])
    assert [str(path) in line for line in lines] == [True]


def test_an_end_from_outside_during_a_computation_is_clean():
    body = f"""
{EDIT}
{PENDING}

def act():
    edit("99")
    assert began.wait(10)
    QApplication.exit(0)
    print("quit")
"""
    assert run_loop(body) == (0, [], ["quit"])
