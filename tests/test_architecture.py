"""Who may import whom, how long a module may be, and what must not exist before `main` runs."""

import ast
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "explorer"
LONGEST_MODULE = 349
FEWEST_MODULES = {"model": 20, "files": 10, "app": 6, "ui": 40}
"""If fewer are seen, the test looks in the wrong place."""

STANDARD = frozenset(sys.stdlib_module_names)
BARE = STANDARD | {"numpy", "explorer.__version__", "explorer.model"}
ALLOWED = {
    "model": STANDARD | {"numpy", "explorer.model"},
    "files": BARE | {"explorer.files"},
    "app": BARE | {"explorer.files", "explorer.app", "PySide6.QtCore", "PySide6.QtGui"},
    "ui": BARE
    | {"explorer.files", "explorer.app", "explorer.ui"}
    | {"PySide6.QtCore", "PySide6.QtGui", "PySide6.QtWidgets", "PySide6.QtSvg"}
    | {"PySide6.QtPrintSupport", "shiboken6"},
}
"""The layers, lowest first, and what each may import; a name stands for all that is below it."""

MODULES_WITH_PYQTGRAPH = {"explorer/ui/parts/line_plot.py"}
"""It takes 0.2 s to import: one module uses it, for panels that are built when they are shown."""

HARMLESS = {"Signal", "Slot", "Property", "QModelIndex", "QPoint", "QRect", "QSize"}
"""What may be called at import: it declares something, or is a bare value with nothing behind."""


class Import(NamedTuple):
    line: int
    name: str


def imports(tree: ast.AST) -> Iterator[Import]:
    """Every import, also those in functions and for the type checker, as full dotted names."""
    for node in ast.walk(tree):
        match node:
            case ast.Import(names=names):
                yield from (Import(node.lineno, alias.name) for alias in names)
            case ast.ImportFrom(module=module, names=names, level=level):
                prefix = "." * level + (module or "")
                yield from (Import(node.lineno, f"{prefix}.{alias.name}") for alias in names)


def is_below(name: str, parents: frozenset[str] | set[str]) -> bool:
    """Whether a dotted name is one of `parents` or stands below one."""
    parts = name.split(".")
    return any(".".join(parts[:length]) in parents for length in range(1, len(parts) + 1))


def forbidden_imports(layer: str, source: str) -> list[Import]:
    return [
        found for found in imports(ast.parse(source)) if not is_below(found.name, ALLOWED[layer])
    ]


def is_pyqtgraph(found: Import) -> bool:
    return found.name.split(".")[0] == "pyqtgraph"


def statements_at_import(body: list[ast.stmt]) -> Iterator[ast.AST]:
    """What runs when a module is imported: everything but the insides of functions."""
    for statement in body:
        if isinstance(statement, ast.FunctionDef | ast.AsyncFunctionDef):
            yield from statement.decorator_list
            yield from (default for default in statement.args.defaults)
        elif isinstance(statement, ast.ClassDef):
            yield from statements_at_import(statement.body)
        else:
            yield statement


def qt_objects_at_import(source: str) -> list[Import]:
    """Calls of something imported from Qt or pyqtgraph that happen when the module is imported."""
    tree = ast.parse(source)
    toolkit = {
        alias.asname or alias.name.split(".")[0]
        for node in tree.body
        if isinstance(node, ast.Import | ast.ImportFrom)
        for alias in node.names
        if (getattr(node, "module", None) or alias.name).split(".")[0] in ("PySide6", "pyqtgraph")
    }
    return [
        Import(call.lineno, ast.unparse(call.func))
        for statement in statements_at_import(tree.body)
        for call in ast.walk(statement)
        if isinstance(call, ast.Call) and ast.unparse(call.func).split(".")[0] in toolkit - HARMLESS
    ]


def modules(layer: str) -> list[Path]:
    return sorted((PACKAGE / layer).rglob("*.py"))


def shown(path: Path) -> str:
    return path.relative_to(ROOT).as_posix()


def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@pytest.mark.parametrize("layer", ALLOWED)
def test_a_layer_imports_only_itself_and_the_layers_below_it(layer):
    wrong = [
        f"{shown(path)}:{found.line} imports {found.name}"
        for path in modules(layer)
        for found in forbidden_imports(layer, text_of(path))
        if not (is_pyqtgraph(found) and shown(path) in MODULES_WITH_PYQTGRAPH)
    ]
    assert wrong == []


@pytest.mark.parametrize(("layer", "fewest"), FEWEST_MODULES.items())
def test_the_rules_see_the_modules_of_every_layer(layer, fewest):
    assert len(modules(layer)) >= fewest


def test_every_module_belongs_to_a_layer_or_to_the_composition_root():
    roots = {PACKAGE / name for name in ("__init__.py", "__main__.py", "console.py")}
    layered = {path for layer in ALLOWED for path in modules(layer)}
    assert set(PACKAGE.rglob("*.py")) == roots | layered


def test_the_package_itself_imports_nothing():
    assert list(imports(ast.parse(text_of(PACKAGE / "__init__.py")))) == []


@pytest.mark.parametrize("name", sorted(MODULES_WITH_PYQTGRAPH))
def test_the_modules_excused_for_pyqtgraph_use_it(name):
    assert any(is_pyqtgraph(found) for found in imports(ast.parse(text_of(ROOT / name))))


@pytest.mark.parametrize(
    ("layer", "source", "is_wrong"),
    [
        ("model", "import numpy as np", False),
        ("model", "import numpy.linalg", False),
        ("model", "from collections.abc import Sequence", False),
        ("model", "from explorer.model.arrays import matrix", False),
        ("model", "from explorer.model import attend", False),
        ("model", "from explorer.files import load_scenario", True),
        ("model", "from explorer import files", True),
        ("model", "import explorer.app.session", True),
        ("model", "from PySide6.QtCore import QObject", True),
        ("model", "import scipy", True),
        ("model", "from . import arrays", True),
        ("model", "def f():\n    from explorer.ui.looks.look import Look", True),
        ("model", "if TYPE_CHECKING:\n    from explorer.app.session import Session", True),
        ("files", "from explorer import __version__", False),
        ("files", "from explorer.model import Scenario", False),
        ("files", "from explorer.app.edits import Edit", True),
        ("files", "import PySide6", True),
        ("app", "from PySide6.QtCore import QObject", False),
        ("app", "from PySide6.QtGui import QUndoStack", False),
        ("app", "from PySide6.QtWidgets import QWidget", True),
        ("app", "from PySide6 import QtWidgets", True),
        ("app", "from explorer.ui.looks.look import Look", True),
        ("ui", "from PySide6 import QtWidgets", False),
        ("ui", "from explorer.app.session import Session", False),
        ("ui", "from explorer.modelling import x", True),
        ("ui", "from explorer.__main__ import main", True),
        ("ui", "import pyqtgraph as pg", True),
    ],
)
def test_the_rules_tell_a_forbidden_import_from_an_allowed_one(layer, source, is_wrong):
    assert bool(forbidden_imports(layer, source)) == is_wrong


def test_a_forbidden_import_is_found_with_its_line():
    assert forbidden_imports("model", "import math\n\nimport PySide6.QtGui\n") == [
        Import(3, "PySide6.QtGui")
    ]


def test_no_qt_object_is_made_when_a_module_is_imported():
    """Such an object outlives the application, or comes before it, and crashes the process."""
    wrong = [
        f"{shown(path)}:{call.line} calls {call.name}"
        for path in sorted(PACKAGE.rglob("*.py"))
        for call in qt_objects_at_import(text_of(path))
    ]
    assert wrong == []


@pytest.mark.parametrize(
    ("source", "is_wrong"),
    [
        ("from PySide6.QtGui import QColor\nRED = QColor('red')", True),
        ("from PySide6 import QtGui\nRED = QtGui.QColor('red')", True),
        ("import pyqtgraph as pg\npg.setConfigOption('antialias', True)", True),
        ("from PySide6.QtGui import QColor\nclass A:\n    red = QColor('red')", True),
        ("from PySide6.QtGui import QColor\nINKS = {'red': [QColor('red')]}", True),
        ("from PySide6.QtGui import QFont\ndef f(font=QFont()): ...", True),
        ("from PySide6.QtGui import QColor\ndef f():\n    return QColor('red')", False),
        ("from PySide6.QtGui import QColor\nclass A:\n    def f(self):\n        QColor()", False),
        ("from PySide6.QtCore import Signal\nclass A:\n    changed = Signal()", False),
        ("from PySide6.QtCore import QModelIndex\nROOT = QModelIndex()", False),
        ("from PySide6.QtCore import Qt\nLEFT = Qt.AlignmentFlag.AlignLeft", False),
    ],
)
def test_a_qt_object_made_at_import_is_told_from_one_made_later(source, is_wrong):
    assert bool(qt_objects_at_import(source)) == is_wrong


def test_no_module_is_too_long_to_be_read_in_one_go():
    lengths = {shown(path): len(text_of(path).splitlines()) for path in PACKAGE.rglob("*.py")}
    assert {name: length for name, length in lengths.items() if length > LONGEST_MODULE} == {}


def test_there_is_no_other_folder_at_the_top():
    made_by_tools = {"build", "dist", "venv"}
    folders = {
        path.name
        for path in ROOT.iterdir()
        if path.is_dir() and not path.name.startswith((".", "__")) and path.suffix != ".egg-info"
    }
    assert folders - made_by_tools == {"explorer", "resources", "tests"}
