"""The actions of a table, with their keys; the context menus and the shortcut list show them."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, TypeAlias

from PySide6.QtCore import Qt
from PySide6.QtGui import QAction, QKeySequence
from PySide6.QtWidgets import QMenu

from explorer.ui.parts.actions import make_action
from explorer.ui.tables import cell_commands, position_commands
from explorer.ui.tables.axis_words import WORDS, article, sharing

if TYPE_CHECKING:
    from explorer.ui.tables.matrix_table import MatrixTable

PositionRun: TypeAlias = Callable[["MatrixTable", int], None]


@dataclass(frozen=True, slots=True)
class CellCommand:
    """Something done with the selected cells."""

    name: str
    text: str
    key: str
    run: Callable[["MatrixTable"], None]


@dataclass(frozen=True, slots=True)
class PositionCommand:
    """Something done with rows or columns: texts and keys for each of the two.

    `{unit}` is what one of them is called, `{a_unit}` the same with an article, `{tables}` the
    tables it reaches.
    """

    name: str
    texts: tuple[str, str]
    keys: tuple[str, str]
    run: PositionRun
    needs_name: bool = False


CELL_COMMANDS = (
    CellCommand("cut", "Cut", "Ctrl+X", cell_commands.cut),
    CellCommand("copy", "Copy", "Ctrl+C", cell_commands.copy),
    CellCommand("paste", "Paste", "Ctrl+V", cell_commands.paste),
    CellCommand("clear", "Set to 0", "Del", cell_commands.clear),
    CellCommand("fillDown", "Fill down", "Ctrl+D", cell_commands.fill_down),
    CellCommand("fillRight", "Fill right", "Ctrl+R", cell_commands.fill_right),
    CellCommand("selectAll", "Select all", "Ctrl+A", lambda table: table.selectAll()),
)

POSITION_COMMANDS = (
    PositionCommand(
        "rename",
        ("Rename {unit}…", "Rename {unit}…"),
        ("Shift+F2", "Alt+F2"),
        lambda table, dimension: table.rename(dimension),
        needs_name=True,
    ),
    PositionCommand(
        "insertBefore",
        ("Add {a_unit} above ({tables})", "Add {a_unit} to the left ({tables})"),
        ("Alt+Shift+Up", "Alt+Shift+Left"),
        position_commands.insert_before,
    ),
    PositionCommand(
        "insertAfter",
        ("Add {a_unit} below ({tables})", "Add {a_unit} to the right ({tables})"),
        ("Alt+Shift+Down", "Alt+Shift+Right"),
        position_commands.insert_after,
    ),
    PositionCommand(
        "duplicate",
        ("Duplicate {unit} ({tables})", "Duplicate {unit} ({tables})"),
        ("Ctrl+Shift+D", "Ctrl+Shift+R"),
        position_commands.duplicate,
    ),
    PositionCommand(
        "moveBack",
        ("Move {unit} up ({tables})", "Move {unit} to the left ({tables})"),
        ("Alt+Up", "Alt+Left"),
        position_commands.move_back,
    ),
    PositionCommand(
        "moveOn",
        ("Move {unit} down ({tables})", "Move {unit} to the right ({tables})"),
        ("Alt+Down", "Alt+Right"),
        position_commands.move_on,
    ),
    PositionCommand(
        "remove",
        ("Remove {unit} ({tables})", "Remove {unit} ({tables})"),
        ("Ctrl+Shift+Del", "Ctrl+Shift+Backspace"),
        position_commands.remove,
    ),
)


class TableActions:
    """Makes the actions of one table, keeps their texts true and fills menus with them."""

    def __init__(self, table: "MatrixTable") -> None:
        self._table = table
        self._cells = [self._cell_action(command) for command in CELL_COMMANDS]
        self._positions = tuple(self._position_actions(dimension) for dimension in (0, 1))
        self._add(self.all)
        self.name_axes()

    @property
    def all(self) -> list[QAction]:
        """Every action of the table."""
        rows, columns = self._positions
        return [*self._cells, *(action for _, action in (*rows, *columns))]

    def rebuild(self) -> None:
        """What rows are has become columns: what can be done with either is new."""
        for positions in self._positions:
            for _command, action in positions:
                self._table.removeAction(action)
                action.setParent(None)
                action.deleteLater()
        self._positions = tuple(self._position_actions(dimension) for dimension in (0, 1))
        self._add([action for positions in self._positions for _command, action in positions])
        self.name_axes()

    def with_key(self, key: QKeySequence) -> QAction | None:
        """The action this key starts."""
        return next((action for action in self.all if key in action.shortcuts()), None)

    def name_axes(self) -> None:
        """Say in the texts what rows and columns are and which tables they reach."""
        scenario = self._table.session.scenario
        for dimension, axis in enumerate(self._table.axes):
            unit = WORDS[axis].unit
            words = {"unit": unit, "a_unit": article(unit), "tables": sharing(scenario, axis)}
            for command, action in self._positions[dimension]:
                action.setText(command.texts[dimension].format(**words))

    def _add(self, actions: Iterable[QAction]) -> None:
        for action in actions:
            action.setShortcutContext(Qt.ShortcutContext.WidgetShortcut)
            self._table.addAction(action)

    def menu(self, dimensions: Iterable[int], with_cells: bool) -> QMenu:
        """A context menu: the cells, then rows, columns or both."""
        menu = QMenu(self._table)
        menu.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
        if with_cells:
            menu.addActions(self._cells)
        for dimension in dimensions:
            menu.addSeparator()
            menu.addActions([action for _, action in self._positions[dimension]])
        return menu

    def _cell_action(self, command: CellCommand) -> QAction:
        run = partial(command.run, self._table)
        return make_action(
            self._table, f"{command.name}CellsAction", command.text, run, command.key
        )

    def _position_actions(self, dimension: int) -> list[tuple[PositionCommand, QAction]]:
        words = WORDS[self._table.axes[dimension]]
        return [
            (command, self._position_action(command, dimension))
            for command in POSITION_COMMANDS
            if words.is_named or (words.can_change and not command.needs_name)
        ]

    def _position_action(self, command: PositionCommand, dimension: int) -> QAction:
        kind = ("Row", "Column")[dimension]
        run = partial(command.run, self._table, dimension)
        return make_action(
            self._table, f"{command.name}{kind}Action", "", run, command.keys[dimension]
        )
