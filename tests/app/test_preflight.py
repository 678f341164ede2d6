"""What is said when Qt cannot start, without being without it."""

import shutil
import socket
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest

from explorer.app import preflight
from explorer.app.preflight import BASE_LIBRARIES, DISPLAY_LIBRARIES, missing_for_display

X11 = {"DISPLAY": ":0"}
WAYLAND = {"WAYLAND_DISPLAY": "wayland-0"}
OFFSCREEN = {"QT_QPA_PLATFORM": "offscreen"}


def said(
    environ: dict[str, str],
    lost: tuple[str, ...] = (),
    answering: tuple[str, ...] = ("xcb", "wayland"),
    system: str = "linux",
) -> str | None:
    return missing_for_display(
        environ, lambda library: library not in lost, lambda plugin: plugin in answering, system
    )


class Fine(NamedTuple):
    """Surroundings in which a window can open."""

    environ: dict[str, str]
    lost: tuple[str, ...] = ()
    answering: tuple[str, ...] = ("xcb", "wayland")
    system: str = "linux"


@pytest.mark.parametrize(
    "case",
    [
        Fine(X11),
        Fine(WAYLAND),
        Fine(X11 | WAYLAND),
        Fine(OFFSCREEN, lost=tuple(DISPLAY_LIBRARIES["xcb"]), answering=()),
        Fine({"QT_QPA_PLATFORM": "vnc:port=5901"}, answering=()),
        Fine({"QT_QPA_PLATFORM": "nonsense;offscreen"}, answering=()),
        Fine(X11 | WAYLAND, answering=("xcb",)),
        Fine(X11 | WAYLAND, answering=("wayland",)),
        Fine(X11 | WAYLAND, lost=("libxcb-cursor.so.0",)),
        Fine(WAYLAND, lost=("libxcb-cursor.so.0",), answering=("wayland",)),
        Fine({}, lost=("libEGL.so.1",), answering=(), system="darwin"),
        Fine({}, lost=("libEGL.so.1",), answering=(), system="win32"),
    ],
)
def test_nothing_is_said_where_a_window_can_open(case: Fine):
    assert said(*case) is None


@pytest.mark.parametrize("library", list(BASE_LIBRARIES))
@pytest.mark.parametrize("environ", [X11, WAYLAND, OFFSCREEN, {}])
def test_a_base_library_is_needed_everywhere(library: str, environ: dict[str, str]):
    packages = BASE_LIBRARIES[library]
    assert said(environ, lost=(library,)) == (
        f"Qt needs {library}, not found on this system: "
        f"sudo apt install {packages.apt} (Debian, Ubuntu), "
        f"sudo dnf install {packages.dnf} (Fedora), sudo pacman -S {packages.pacman} (Arch)"
    )


@pytest.mark.parametrize(
    ("plugin", "environ", "library"),
    [
        *(("xcb", X11, library) for library in DISPLAY_LIBRARIES["xcb"]),
        *(("wayland", WAYLAND, library) for library in DISPLAY_LIBRARIES["wayland"]),
    ],
)
def test_each_display_server_needs_its_own_libraries(
    plugin: str, environ: dict[str, str], library: str
):
    sentence = said(environ, lost=(library,))
    assert sentence is not None
    assert sentence.startswith(f"Qt needs {library}, ")
    assert f"apt install {DISPLAY_LIBRARIES[plugin][library].apt} (" in sentence


def test_several_libraries_of_one_package_name_it_once():
    sentence = said(X11, lost=("libxcb-shape.so.0", "libxcb-shm.so.0", "libxcb-cursor.so.0"))
    assert sentence == (
        "Qt needs libxcb-cursor.so.0, libxcb-shape.so.0, libxcb-shm.so.0, not found on this "
        "system: sudo apt install libxcb-cursor0 libxcb-shape0 libxcb-shm0 (Debian, Ubuntu), "
        "sudo dnf install xcb-util-cursor libxcb (Fedora), "
        "sudo pacman -S xcb-util-cursor libxcb (Arch)"
    )


@pytest.mark.parametrize(
    ("environ", "reason"),
    [
        ({}, "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set"),
        ({"DISPLAY": ""}, "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set"),
        ({"QT_QPA_PLATFORM": "xcb"}, "there is no display: neither"),
        (X11, "the display “:0” of DISPLAY does not answer"),
        (WAYLAND, "the display “wayland-0” of WAYLAND_DISPLAY does not answer"),
        (X11 | WAYLAND, "the display “:0” of DISPLAY does not answer"),
        ({"QT_QPA_PLATFORM": "wayland-egl", **WAYLAND}, "the display “wayland-0”"),
    ],
)
def test_a_display_that_is_not_there_is_said_with_what_helps(environ: dict[str, str], reason: str):
    sentence = said(environ, answering=())
    assert sentence is not None
    assert sentence.startswith(reason)
    for package in ("apt install xvfb", "dnf install xorg-x11-server-Xvfb", "-S xorg-server-xvfb"):
        assert package in sentence
    assert "\n" not in sentence


def test_a_platform_that_qt_does_not_have_is_named():
    sentence = said({"QT_QPA_PLATFORM": "nonsense"})
    assert sentence is not None
    assert sentence.startswith("Qt has no platform “nonsense”")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the linker of Linux")
def test_the_linker_is_asked_for_a_library():
    assert preflight.can_load("libc.so.6")
    assert not preflight.can_load("libno-such-library.so.7")


ASK = "from explorer.app.preflight import answers; print(answers('xcb'))"


@pytest.mark.skipif(shutil.which("xvfb-run") is None, reason="a virtual X server")
def test_an_x_server_that_runs_answers():
    command = ["xvfb-run", "--auto-servernum", sys.executable, "-c", ASK]
    result = subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)
    assert (result.returncode, result.stdout) == (0, "True\n")


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="sockets of Wayland")
def test_a_wayland_server_that_listens_answers_and_one_that_is_gone_does_not(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.delenv("WAYLAND_SOCKET", raising=False)
    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-7")
    monkeypatch.setenv("XDG_RUNTIME_DIR", str(tmp_path))
    with socket.socket(socket.AF_UNIX) as server:
        server.bind(str(tmp_path / "wayland-7"))
        server.listen()
        assert preflight.answers("wayland")
    assert not preflight.answers("wayland")


def test_the_preflight_imports_no_qt():
    code = "import sys, explorer.app.preflight; print('PySide6' in sys.modules)"
    result = subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    )
    assert result.stdout == "False\n"
