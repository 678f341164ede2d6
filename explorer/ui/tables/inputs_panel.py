"""Everything that is typed in, on the left of the window: one card a matrix."""

import re

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QColor, QPalette, QResizeEvent
from PySide6.QtWidgets import (
    QApplication,
    QBoxLayout,
    QFrame,
    QHBoxLayout,
    QLabel,
    QScrollArea,
    QStyle,
    QToolButton,
    QVBoxLayout,
    QWidget,
)

from explorer.app.change import Change
from explorer.app.session import Session
from explorer.model.places import Axis, role_of
from explorer.model.scenario import ARRAY_AXES, Scenario
from explorer.model.typed_arrays import TYPED_ARRAYS
from explorer.ui.looks.look import Look
from explorer.ui.parts.card import Card
from explorer.ui.parts.text import plain_label, set_ink
from explorer.ui.tables import position_commands
from explorer.ui.tables.axis_words import WORDS, addition, listed, sharing
from explorer.ui.tables.card_plans import LEARNED, PLANS, CardPlan
from explorer.ui.tables.matrix_table import MatrixTable
from explorer.ui.tables.object_names import object_name
from explorer.ui.tables.table_sizes import TableSizes
from explorer.ui.tables.token_card import TokenCard

WIDTH = 20
_SHARED_AXES = (
    Axis.POSITIONS,
    Axis.MODEL_COMPONENTS,
    Axis.SOURCES,
    Axis.COMPONENTS,
    Axis.VALUE_COMPONENTS,
    Axis.QUERIES,
)
"""What tables may have in common, in the order in which it is said."""

_LABEL = re.compile(r"_(\w)\b")


class InputCard(Card):
    """A table with its shape, and a button for each way it can grow."""

    def __init__(self, session: Session, look: Look, plan: CardPlan) -> None:
        super().__init__(look, _LABEL.sub(r"<sub>\1</sub>", plan.title), role_of(plan.array))
        self._session = session
        self._look = look
        self._array = plan.array
        self.tables = {name: self._table(name, plan) for name in plan.arrays}
        axes = (axis for axis in ARRAY_AXES[plan.array] if WORDS[axis].can_change)
        self.buttons = {axis: self._button(axis) for axis in axes}
        self.badge = plain_label(LEARNED)
        self.badge.setVisible(TYPED_ARRAYS[plan.array].is_learned)
        self.heading.setWordWrap(True)
        self.body.addWidget(self.badge)
        for table in self.tables.values():
            self.body.addWidget(table, 0, Qt.AlignmentFlag.AlignLeft)
        self._add_buttons()
        self.restyle()

    @property
    def table(self) -> MatrixTable:
        """The table the card is about."""
        return self.tables[self._array]

    def update_structure(self) -> None:
        """Show the card if the scenario has its array, with the shape it has."""
        scenario = self._session.scenario
        for name, table in self.tables.items():
            table.setVisible(getattr(scenario, name) is not None)
        array = getattr(scenario, self._array)
        self.setVisible(array is not None)
        if array is not None:
            rows, columns = self._look.convention.pair((array.shape[0], array.shape[1]))
            self.remark.setText(f"{rows} × {columns}{self._shape_then()}")
            self.remark.setAccessibleName(f"{rows} rows, {columns} columns")
            for axis, button in self.buttons.items():
                button.setToolTip(addition(scenario, axis))
                button.setAccessibleName(addition(scenario, axis))

    def _shape_then(self) -> str:
        then = self._session.comparing.shape_then(self._array)
        if then is None:
            return ""
        rows, columns = self._look.convention.pair((then[0], then[1]))
        return f", then {rows} × {columns}"

    def restyle(self) -> None:
        """Give badge and buttons the size and colours of the look."""
        self.badge.setFont(self._look.font(0.85))
        set_ink(self.badge, self._look.theme.muted)
        for button in self.buttons.values():
            button.setFont(self._look.font(0.9))
            palette = button.palette()
            palette.setColor(QPalette.ColorRole.ButtonText, QColor(self._look.theme.muted))
            button.setPalette(palette)

    def _table(self, array: str, plan: CardPlan) -> MatrixTable:
        if array == plan.array:
            return MatrixTable(self._session, self._look, array, plan.title)
        typed = TYPED_ARRAYS[array]
        title = f"{typed.letter} {typed.plural}"
        table = MatrixTable(self._session, self._look, array, title)
        table.sizes.hide_column_names()
        return table

    def _add_buttons(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(0)
        for button in self.buttons.values():
            row.addWidget(button)
        row.addStretch(1)
        self.body.addLayout(row)

    def _button(self, axis: Axis) -> QToolButton:
        button = QToolButton()
        unit = WORDS[axis].unit
        button.setText(f"+ {unit}")
        words = "".join(word.capitalize() for word in unit.split())
        button.setObjectName(object_name(self._array, f"Add{words}Button"))
        button.setAutoRaise(True)
        button.clicked.connect(lambda: position_commands.append(self._session, axis))
        return button


class InputsPanel(QScrollArea):
    """The cards of all typed-in matrices, lined up, and a sentence about what they share.

    Signals
    -------
    hovered(str)
        What the cell under the pointer is and holds; empty when the pointer left.
    """

    hovered = Signal(str)

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self._session = session
        self._look = look
        self.tokens = TokenCard(session, look)
        self.cards: dict[str, InputCard] = {}
        self._shared = QLabel()
        self._shared.setWordWrap(True)
        self._shared.setTextFormat(Qt.TextFormat.PlainText)
        self._content = QWidget()
        self._column = self._lay_out()
        session.changed.connect(self._session_changed)
        self._update_structure()
        session.comparing.changed.connect(self._update_structure)
        session.step_changed.connect(self._show_what_is_read)
        look.changed.connect(self._restyle)
        self._restyle()

    @property
    def tables(self) -> dict[str, MatrixTable]:
        """The table of every array the scenario has, or had since the window is open."""
        return {
            array: table for card in self.cards.values() for array, table in card.tables.items()
        }

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._align()

    def sizeHint(self) -> QSize:
        return QSize((WIDTH * self._look.em), super().sizeHint().height())

    def _lay_out(self) -> QBoxLayout:
        self.setObjectName("inputsPanel")
        self.setAccessibleName("Inputs")
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setWidgetResizable(True)
        self.setFrameShape(QFrame.Shape.NoFrame)
        column = QVBoxLayout(self._content)
        column.addWidget(self.tokens)
        column.addWidget(self._shared)
        column.addStretch(1)
        self.setWidget(self._content)
        return column

    def _session_changed(self, change: Change) -> None:
        if change.structure or change.settings:
            self._update_structure()
        touches_a_table = any(self._has(array) for array in change.arrays & self.cards.keys())
        if change.structure or change.names or touches_a_table:
            self.tokens.refresh()
            self._align()

    def _show_what_is_read(self) -> None:
        """Scroll to the tables the step reads, unless someone is at work here."""
        focused = QApplication.focusWidget()
        is_at_work = focused is not None and self.isAncestorOf(focused)
        if self._session.is_editing or is_at_work:
            return
        read = {region.array for region in self._session.marks.operands}
        for card in reversed(self.cards.values()):  # the first is what stays in view
            if not card.isHidden() and not read.isdisjoint(card.tables):
                self.ensureWidgetVisible(card, 0, 0)

    def _keep_in_view(self) -> None:
        """Scroll to the current cell of the table that has the focus."""
        focused = next((table for table in self.tables.values() if table.hasFocus()), None)
        if focused is not None:
            cell = focused.visualRect(focused.currentIndex())
            corner = focused.viewport().mapTo(self._content, cell.center())
            self.ensureVisible(corner.x(), corner.y(), cell.width(), 2 * cell.height())

    def _update_structure(self) -> None:
        new = [plan for plan in PLANS if self._has(plan.array) and plan.array not in self.cards]
        for plan in new:
            self._add_card(plan)
        if new:
            self._hear_of_changes_last()
        for card in self.cards.values():
            card.update_structure()
        self.tokens.refresh()
        self._shared.setText(shared_sentence(self._session))

    def _add_card(self, plan: CardPlan) -> None:
        """Make the card of an array, and put it where it belongs among the others."""
        card = InputCard(self._session, self._look, plan)
        cards = {**self.cards, plan.array: card}
        self.cards = {one.array: cards[one.array] for one in PLANS if one.array in cards}
        self._column.insertWidget(1 + list(self.cards).index(plan.array), card)
        for table in card.tables.values():
            table.hovered.connect(self.hovered)
            table.selectionModel().currentChanged.connect(self._keep_in_view)

    def _hear_of_changes_last(self) -> None:
        """After the tables, which have their sizes when they are lined up."""
        self._session.changed.disconnect(self._session_changed)
        self._session.changed.connect(self._session_changed)

    def _align(self) -> None:
        """Give all tables the same widths, so that what belongs together stands in line."""
        shown = [table for array, table in self.tables.items() if self._has(array)]
        name_width = max(table.sizes.preferred_name_width() for table in shown)
        columns = max(table.matrix.columnCount() for table in shown)
        cell_width = self._cell_width([table.sizes for table in shown], columns, name_width)
        for table in shown:
            table.sizes.apply(cell_width, name_width)

    def _cell_width(self, sizes: list[TableSizes], columns: int, name_width: int) -> int:
        """Comfortable cells where the panel has room for them, otherwise as narrow as it takes."""
        comfortable = max(size.preferred_cell_width() for size in sizes)
        needed = max(size.needed_cell_width() for size in sizes)
        bar = self.style().pixelMetric(QStyle.PixelMetric.PM_ScrollBarExtent)
        room = self.width() - bar - 2 * self._look.em - name_width
        return min(comfortable, max(needed, room // columns))

    def _has(self, array: str) -> bool:
        return getattr(self._session.scenario, array) is not None

    def _restyle(self) -> None:
        em = self._look.em
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(em * 3 // 4)
        self._shared.setFont(self._look.font(0.9))
        self._shared.setContentsMargins(em // 2, 0, em // 2, 0)
        palette = self._shared.palette()
        palette.setColor(QPalette.ColorRole.WindowText, QColor(self._look.theme.muted))
        self._shared.setPalette(palette)
        self.tokens.restyle()
        for card in self.cards.values():
            card.restyle()
            card.update_structure()
        self._align()
        self.updateGeometry()


def shared_sentence(session: Session) -> str:
    """What the tables have in common: `K and V share their sources, Q and K their components.`"""
    scenario = session.scenario
    axes = [axis for axis in _SHARED_AXES if axis is _first_alike(scenario, axis)]
    parts = [(sharing(scenario, axis), WORDS[axis].plural) for axis in axes]
    shared = [(tables, plural) for tables, plural in parts if " and " in tables]
    (first, plural), *others = shared or [("", "")]
    if not first:
        return ""
    phrases = [f"{first} share their {plural}", *(f"{t} their {p}" for t, p in others)]
    has_lists = any(", " in phrase for phrase in phrases)
    together = "; ".join(phrases) if has_lists else listed(phrases)
    return f"{together}: adding one to the one adds it to the other."


def _first_alike(scenario: Scenario, axis: Axis) -> Axis:
    """The first of the axes that count the same as `axis`: what is said of it holds for all."""
    return next(one for one in _SHARED_AXES if one in scenario.alike(axis))
