"""Whether Qt can start here, asked before Qt aborts the process. Imports no Qt."""

import ctypes
import os
import socket
import sys
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple


class Packages(NamedTuple):
    """What a library or program is called in each family of distributions."""

    apt: str
    dnf: str
    pacman: str


_INSTALL = Packages("sudo apt install", "sudo dnf install", "sudo pacman -S")
_DISTRIBUTIONS = Packages("Debian, Ubuntu", "Fedora", "Arch")

_LIBXCB = Packages("libxcb1", "libxcb", "libxcb")
_GLIB = Packages("libglib2.0-0", "glib2", "glib2")
_VIRTUAL_DISPLAY = Packages("xvfb", "xorg-x11-server-Xvfb", "xorg-server-xvfb")

BASE_LIBRARIES = {
    "libz.so.1": Packages("zlib1g", "zlib", "zlib"),
    "libzstd.so.1": Packages("libzstd1", "libzstd", "zstd"),
    "libglib-2.0.so.0": _GLIB,
    "libgthread-2.0.so.0": _GLIB,
    "libEGL.so.1": Packages("libegl1", "libglvnd-egl", "libglvnd"),
    "libGL.so.1": Packages("libgl1", "libglvnd-glx", "libglvnd"),
    "libX11.so.6": Packages("libx11-6", "libX11", "libx11"),
    "libxkbcommon.so.0": Packages("libxkbcommon0", "libxkbcommon", "libxkbcommon"),
    "libfontconfig.so.1": Packages("libfontconfig1", "fontconfig", "fontconfig"),
    "libfreetype.so.6": Packages("libfreetype6", "freetype", "freetype2"),
    "libdbus-1.so.3": Packages("libdbus-1-3", "dbus-libs", "dbus"),
}
"""What the libraries of Qt that we use are linked against."""

_XCB_LIBRARIES = {
    "libxcb.so.1": _LIBXCB,
    "libxcb-cursor.so.0": Packages("libxcb-cursor0", "xcb-util-cursor", "xcb-util-cursor"),
    "libxcb-icccm.so.4": Packages("libxcb-icccm4", "xcb-util-wm", "xcb-util-wm"),
    "libxcb-image.so.0": Packages("libxcb-image0", "xcb-util-image", "xcb-util-image"),
    "libxcb-keysyms.so.1": Packages("libxcb-keysyms1", "xcb-util-keysyms", "xcb-util-keysyms"),
    "libxcb-render-util.so.0": Packages(
        "libxcb-render-util0", "xcb-util-renderutil", "xcb-util-renderutil"
    ),
    "libxcb-util.so.1": Packages("libxcb-util1", "xcb-util", "xcb-util"),
    "libxcb-randr.so.0": _LIBXCB._replace(apt="libxcb-randr0"),
    "libxcb-render.so.0": _LIBXCB._replace(apt="libxcb-render0"),
    "libxcb-shape.so.0": _LIBXCB._replace(apt="libxcb-shape0"),
    "libxcb-shm.so.0": _LIBXCB._replace(apt="libxcb-shm0"),
    "libxcb-sync.so.1": _LIBXCB._replace(apt="libxcb-sync1"),
    "libxcb-xfixes.so.0": _LIBXCB._replace(apt="libxcb-xfixes0"),
    "libxcb-xkb.so.1": _LIBXCB._replace(apt="libxcb-xkb1"),
    "libX11-xcb.so.1": Packages("libx11-xcb1", "libX11-xcb", "libx11"),
    "libxkbcommon-x11.so.0": Packages("libxkbcommon-x11-0", "libxkbcommon-x11", "libxkbcommon-x11"),
}
_WAYLAND_LIBRARIES = {
    "libwayland-client.so.0": Packages("libwayland-client0", "libwayland-client", "wayland"),
    "libwayland-cursor.so.0": Packages("libwayland-cursor0", "libwayland-cursor", "wayland"),
}
DISPLAY_LIBRARIES = {"wayland": _WAYLAND_LIBRARIES, "xcb": _XCB_LIBRARIES}
"""What the platform plugin of Qt for each display server is linked against."""

_VARIABLES = {"wayland": "WAYLAND_DISPLAY", "xcb": "DISPLAY"}
_WITHOUT_SERVER = frozenset(
    ["eglfs", "linuxfb", "minimal", "minimalegl", "offscreen", "vkkhrdisplay", "vnc"]
)


def can_load(library: str) -> bool:
    """Whether the dynamic linker finds the shared library."""
    try:
        ctypes.CDLL(library)
    except OSError:
        return False
    return True


def answers(plugin: str) -> bool:
    """Whether the display server of a platform plugin takes a connection, asked as Qt asks."""
    return _wayland_answers() if plugin == "wayland" else _x_answers()


def missing_for_display(
    environ: Mapping[str, str] = os.environ,
    can_load: Callable[[str], bool] = can_load,
    answers: Callable[[str], bool] = answers,
    system: str = sys.platform,
) -> str | None:
    """One sentence on what a window lacks here, with the packages to install; None if nothing."""
    if not system.startswith("linux"):
        return None
    if lacking := _lacking(BASE_LIBRARIES, can_load):
        return lacking
    problems = [_problem(plugin, environ, can_load, answers) for plugin in _plugins(environ)]
    return None if None in problems else problems[-1]


def _plugins(environ: Mapping[str, str]) -> list[str]:
    """The platform plugins Qt tries, in order; it aborts the process if none of them works."""
    if chosen := environ.get("QT_QPA_PLATFORM"):
        names = [part.partition(":")[0] for part in chosen.split(";")]
        return ["wayland" if name.startswith("wayland") else name for name in names]
    return [name for name, variable in _VARIABLES.items() if environ.get(variable)] or ["xcb"]


def _problem(
    plugin: str,
    environ: Mapping[str, str],
    can_load: Callable[[str], bool],
    answers: Callable[[str], bool],
) -> str | None:
    if plugin in _WITHOUT_SERVER:
        return None
    if plugin not in DISPLAY_LIBRARIES:
        return f"Qt has no platform “{plugin}”: set QT_QPA_PLATFORM to xcb or wayland, or unset it"
    if lacking := _lacking(DISPLAY_LIBRARIES[plugin], can_load):
        return lacking
    return None if answers(plugin) else _no_display(environ.get(_VARIABLES[plugin]), plugin)


def _lacking(libraries: Mapping[str, Packages], can_load: Callable[[str], bool]) -> str | None:
    missing = [library for library in libraries if not can_load(library)]
    if not missing:
        return None
    commands = _commands(libraries[library] for library in missing)
    return f"Qt needs {', '.join(missing)}, not found on this system: {commands}"


def _no_display(name: str | None, plugin: str) -> str:
    what = (
        f"the display “{name}” of {_VARIABLES[plugin]} does not answer"
        if name
        else "there is no display: neither DISPLAY nor WAYLAND_DISPLAY is set"
    )
    commands = _commands([_VIRTUAL_DISPLAY])
    return f"{what}; start from a desktop session, or under xvfb-run: {commands}"


def _commands(packages: Iterable[Packages]) -> str:
    """The command that installs the packages, for each family of distributions."""
    columns = [" ".join(dict.fromkeys(names)) for names in zip(*packages, strict=True)]
    families = zip(_INSTALL, columns, _DISTRIBUTIONS, strict=True)
    return ", ".join(f"{command} {names} ({family})" for command, names, family in families)


def _x_answers() -> bool:
    xcb = ctypes.CDLL("libxcb.so.1")
    xcb.xcb_connect.restype = ctypes.c_void_p
    connection = ctypes.c_void_p(xcb.xcb_connect(None, None))
    failed = bool(xcb.xcb_connection_has_error(connection))
    xcb.xcb_disconnect(connection)
    return not failed


def _wayland_answers() -> bool:
    if "WAYLAND_SOCKET" in os.environ:
        return True  # an open connection handed down, which only one can use
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    address = Path(folder, os.environ.get("WAYLAND_DISPLAY") or "wayland-0")
    try:
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(str(address))
    except OSError:
        return False
    return True
