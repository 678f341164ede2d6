"""The chain behind a number as a tree: under each number those it was computed from."""

from collections.abc import Iterator
from enum import IntEnum
from typing import Any, TypeAlias

from PySide6.QtCore import QAbstractItemModel, QModelIndex, QPersistentModelIndex, Qt

from explorer.app.session import Session
from explorer.model.derivation import Derivation
from explorer.model.explanation import explain
from explorer.model.expressions import numbers
from explorer.model.number_format import format_number
from explorer.model.origins import is_computed, steps_before
from explorer.model.places import Place
from explorer.model.rendering import to_text
from explorer.model.wording import place_name
from explorer.ui.looks.look import Look
from explorer.ui.parts.text import literal

FIRST_SHOWN, MORE_SHOWN = 8, 20
MOST_TERMS = 4
ROOT = QModelIndex()
Index: TypeAlias = QModelIndex | QPersistentModelIndex
Path: TypeAlias = tuple[Place, ...]


class Part(IntEnum):
    """What a row of the tree says, beyond Qt's own roles."""

    VALUE = Qt.ItemDataRole.UserRole
    NAME = Qt.ItemDataRole.UserRole + 1
    REMARK = Qt.ItemDataRole.UserRole + 2
    ARITHMETIC = Qt.ItemDataRole.UserRole + 3


class Node:
    """A number of the chain, its children not known before they are asked for.

    Without a derivation it stands for the numbers of its parent that are not listed yet.
    """

    def __init__(self, parent: "Node | None", row: int, derivation: Derivation | None) -> None:
        self.parent = parent
        self.row = row
        self.derivation = derivation
        self.operands: list[Place] = []
        self.children: list[Node] | None = None

    @property
    def place(self) -> Place | None:
        """The cell of the number."""
        return None if self.derivation is None else self.derivation.place

    @property
    def path(self) -> Path:
        """The cells from the root down to this one."""
        above = () if self.parent is None else self.parent.path
        return above if self.place is None else (*above, self.place)

    @property
    def has_operands(self) -> bool:
        """Whether the number was computed from others."""
        forms = () if self.derivation is None else self.derivation.forms
        return any(number.place is not None for form in forms[-1:] for number in numbers(form))


class UnfoldedModel(QAbstractItemModel):
    """The tree under the number of the session's current step, made as far as it is opened."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self._session = session
        self._look = look
        self._limits: dict[Path, int] = {}
        self._nodes: dict[int, Node] = {}
        self._root = self._node(None, 0, session.derivation)

    def rebuild(self) -> None:
        """Start again from the number of the current step."""
        self.beginResetModel()
        self._nodes.clear()
        self._root = self._node(None, 0, self._session.derivation)
        self.endResetModel()

    def start_over(self) -> None:
        """As `rebuild`, with long sums shortened again."""
        self._limits.clear()
        self.rebuild()

    @property
    def root(self) -> QModelIndex:
        """The number of the current step."""
        return self._index_of(self._root)

    def node(self, index: Index) -> Node | None:
        """The node of a row; None for none."""
        return self._nodes.get(index.internalId()) if index.isValid() else None

    def show_more(self, index: Index) -> None:
        """List further operands in place of a row that stands for them."""
        node = self.node(index)
        if node is None or node.place is not None or node.parent is None:
            return
        parent = node.parent
        self._limits[parent.path] = node.row + MORE_SHOWN
        self.beginRemoveRows(self._index_of(parent), node.row, node.row)
        self._children(parent).pop()
        self.endRemoveRows()
        self._append(parent)

    def descendants(self, index: QModelIndex) -> Iterator[QModelIndex]:
        """A row and all below it that have been opened so far."""
        yield index
        node = self.node(index)
        for child in (node and node.children) or ():
            yield from self.descendants(self._index_of(child))

    def index(self, row: int, column: int, parent: Index = ROOT) -> QModelIndex:
        if column != 0:
            return ROOT
        node = self.node(parent)
        siblings = [self._root] if node is None else node.children or []
        return self._index_of(siblings[row]) if 0 <= row < len(siblings) else ROOT

    def parent(self, index: Index = ROOT) -> Any:
        node = self.node(index)
        if node is None or node.parent is None:
            return ROOT
        return self._index_of(node.parent)

    def rowCount(self, parent: Index = ROOT) -> int:
        node = self.node(parent)
        return 1 if node is None else len(node.children or ())

    def columnCount(self, parent: Index = ROOT) -> int:
        return 1

    def hasChildren(self, parent: Index = ROOT) -> bool:
        node = self.node(parent)
        return node is None or node.has_operands

    def canFetchMore(self, parent: Index) -> bool:
        node = self.node(parent)
        return node is not None and node.children is None and node.has_operands

    def fetchMore(self, parent: Index) -> None:
        node = self.node(parent)
        if node is None or node.children is not None or node.derivation is None:
            return
        node.operands = [at.place for at in steps_before(node.derivation) if at.place is not None]
        node.children = []
        self._append(node)

    def data(self, index: Index, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
        node = self.node(index)
        if node is None:
            return None
        match role:
            case Qt.ItemDataRole.DisplayRole | Qt.ItemDataRole.AccessibleTextRole:
                return self._text(node)
            case Qt.ItemDataRole.ToolTipRole:
                return literal(self._text(node))
            case Part.VALUE:
                return self._value(node)
            case Part.NAME:
                return self._name(node)
            case Part.REMARK:
                return self._remark(node)
            case Part.ARITHMETIC:
                return self._arithmetic(node)
        return None

    def _append(self, node: Node) -> None:
        """Make the children of a node up to its limit, and a row for the rest."""
        children = self._children(node)
        shown = min(len(node.operands), self._limits.get(node.path, FIRST_SHOWN))
        has_rest = shown < len(node.operands)
        first, last = len(children), shown - (0 if has_rest else 1)
        self.beginInsertRows(self._index_of(node), first, last)
        for row in range(first, shown):
            children.append(self._node(node, row, self._explained(node.operands[row])))
        if has_rest:
            children.append(self._node(node, shown, None))
        self.endInsertRows()

    def _node(self, parent: Node | None, row: int, derivation: Derivation | None) -> Node:
        node = Node(parent, row, derivation)
        self._nodes[id(node)] = node
        return node

    def _children(self, node: Node) -> list[Node]:
        assert node.children is not None  # fetchMore
        return node.children

    def _index_of(self, node: Node) -> QModelIndex:
        return self.createIndex(node.row, 0, id(node))

    def _explained(self, place: Place) -> Derivation:
        return explain(self._session.trace, place.array, place.row, place.column)

    def _text(self, node: Node) -> str:
        if node.derivation is None:
            return self._name(node)
        parts = (self._value(node), self._name(node), self._remark(node))
        line, arithmetic = ", ".join(filter(None, parts)), self._arithmetic(node)
        return f"{line}: {arithmetic}" if arithmetic else line

    def _value(self, node: Node) -> str:
        if node.derivation is None:
            return ""
        if node.parent is None and self._session.reveal.hides_result:
            return "?"
        return format_number(node.derivation.result, self._look.derivation_digits)

    def _name(self, node: Node) -> str:
        if node.derivation is None:
            parent = node.parent
            assert parent is not None  # rest of its parent's operands
            return f"… {len(parent.operands) - node.row} more"
        if node.parent is None and self._session.term is not None:
            return to_text(node.derivation.symbol, convention=self._look.convention)
        session, place = self._session, node.derivation.place
        return self._look.words(place_name(session.scenario, session.trace, place))

    def _remark(self, node: Node) -> str:
        is_typed_in = node.place is not None and not is_computed(self._session.trace, node.place)
        return "typed in" if is_typed_in else ""

    def _arithmetic(self, node: Node) -> str:
        derivation = node.derivation
        if derivation is None or not is_computed(self._session.trace, derivation.place):
            return ""
        if not derivation.forms:
            return self._look.words(derivation.note)
        digits, convention = self._look.derivation_digits, self._look.convention
        return f"= {to_text(derivation.forms[-1], digits, MOST_TERMS, convention)}"
