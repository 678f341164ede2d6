"""From the start: the whole chain behind the current number, down to what was typed in."""

from collections.abc import Iterator

from PySide6.QtCore import (
    QModelIndex,
    QPersistentModelIndex,
    QPointF,
    QRect,
    QRectF,
    QSize,
    Qt,
    Signal,
)
from PySide6.QtGui import QColor, QKeyEvent, QPainter, QPalette
from PySide6.QtWidgets import QFrame, QTreeView, QVBoxLayout, QWidget

from explorer.app.session import Session
from explorer.model.origins import is_computed
from explorer.model.places import Place
from explorer.ui.looks.look import Look
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import plain_label, set_ink
from explorer.ui.walk.unfolded_delegate import UnfoldedDelegate
from explorer.ui.walk.unfolded_model import Path, UnfoldedModel

_ENTER = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
LEAST_HEIGHT, MOST_HEIGHT = 8, 28
"""Of the tree, in lines' heights."""


class UnfoldedTree(QTreeView):
    """Arrow keys open and close; Enter, a double click, or a click on `… more` follow a row.

    Signals
    -------
    followed(QModelIndex)
        The person wants to go where this row leads.
    """

    followed = Signal(QModelIndex)

    def __init__(self, look: Look, model: UnfoldedModel) -> None:
        super().__init__()
        self._look = look
        self.setObjectName("unfoldedTree")
        self.setAccessibleName("From the start")
        self.setHeaderHidden(True)
        self.setExpandsOnDoubleClick(False)
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setVerticalScrollMode(QTreeView.ScrollMode.ScrollPerPixel)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setModel(model)
        self.setItemDelegate(UnfoldedDelegate(model, look))
        self.doubleClicked.connect(self.followed)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in _ENTER and self.currentIndex().isValid():
            self.followed.emit(self.currentIndex())
        else:
            super().keyPressEvent(event)

    def drawBranches(
        self, painter: QPainter, rect: QRect, index: QModelIndex | QPersistentModelIndex
    ) -> None:
        """A triangle beside what can be opened, as large as the text asks for."""
        if not self.model().hasChildren(index):
            return
        size = self._look.em * 0.28
        painter.save()
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(self._look.theme.muted))
        painter.translate(rect.right() - self._look.em / 2, QRectF(rect).center().y())
        painter.rotate(90 if self.isExpanded(index) else 0)
        corners = [QPointF(-size / 2, -size), QPointF(size / 2, 0), QPointF(-size / 2, size)]
        painter.drawPolygon(corners)
        painter.restore()

    def sizeHint(self) -> QSize:
        em = self._look.em
        height = sum(self.rowHeight(index) for index in self.shown()) + em // 2
        return QSize(20 * em, min(max(height, LEAST_HEIGHT * em), MOST_HEIGHT * em))

    def minimumSizeHint(self) -> QSize:
        return QSize(8 * self._look.em, LEAST_HEIGHT * self._look.em)

    def shown(self) -> Iterator[QModelIndex]:
        """The rows that are open, from the top."""
        index = self.model().index(0, 0)
        while index.isValid():
            yield index
            index = self.indexBelow(index)


class UnfoldedView(QWidget):
    """A tree of the numbers behind the one of the current step; hidden until it is opened.

    Under each number are those it was computed from. Following a row goes to the step that
    computes it.

    Signals
    -------
    cell_requested(Place)
        The person wants to see the typed-in number in this cell of a table.
    """

    cell_requested = Signal(Place)

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("unfoldedView")
        self._session = session
        self._look = look
        self._is_open = False
        self.model = UnfoldedModel(session, look)
        self.heading = plain_label("From the start")
        self.tree = UnfoldedTree(look, self.model)
        column = QVBoxLayout(self)
        column.setContentsMargins(0, 0, 0, 0)
        column.addWidget(self.heading)
        column.addWidget(self.tree)
        self.tree.followed.connect(self._follow)
        self.tree.clicked.connect(self._open_rest)
        self.tree.expanded.connect(self.tree.updateGeometry)
        self.tree.collapsed.connect(self.tree.updateGeometry)
        session.step_changed.connect(self._start_over)
        session.changed.connect(self._renew)
        session.reveal.changed.connect(self._restyle)
        look.changed.connect(self._restyle)
        self._restyle()
        show_when(self, False)

    def set_open(self, is_open: bool) -> None:
        """Show the chain down to the first number that was typed in, or hide it."""
        self._is_open = is_open
        if is_open:
            self._start_over()
        show_when(self, is_open)

    def _start_over(self) -> None:
        if not self._is_open:
            return
        self.model.start_over()
        self._open_first_chain()

    def _renew(self) -> None:
        """Show new numbers, the same rows open as before."""
        if not self._is_open:
            return
        opened = {self._path(index) for index in self.tree.shown() if self.tree.isExpanded(index)}
        current = self._path(self.tree.currentIndex())
        self.model.rebuild()
        self._open_again(self.model.root, opened, current)
        self.tree.updateGeometry()

    def _open_first_chain(self) -> None:
        index = self.model.root
        self.tree.setCurrentIndex(index)
        while index.isValid():
            self._expand(index)
            index = self.model.index(0, 0, index)
        self.tree.scrollToTop()
        self.tree.updateGeometry()

    def _open_again(self, index: QModelIndex, opened: set[Path], current: Path) -> None:
        path = self._path(index)
        if path == current:
            self.tree.setCurrentIndex(index)
        if path in opened:
            self._expand(index)
            for row in range(self.model.rowCount(index)):
                self._open_again(self.model.index(row, 0, index), opened, current)

    def _expand(self, index: QModelIndex) -> None:
        self.model.fetchMore(index)
        self.tree.expand(index)

    def _path(self, index: QModelIndex) -> Path:
        node = self.model.node(index)
        return () if node is None or node.place is None else node.path

    def _open_rest(self, index: QModelIndex) -> None:
        row, parent = index.row(), index.parent()
        node = self.model.node(index)
        if node is not None and node.place is None:
            self.model.show_more(index)
            self.tree.setCurrentIndex(self.model.index(row, 0, parent))
            self.tree.updateGeometry()

    def _follow(self, index: QModelIndex) -> None:
        node = self.model.node(index)
        if node is None or not self._session.settle():
            return
        if node.place is None:
            self._open_rest(index)
        elif is_computed(self._session.trace, node.place):
            self._session.follow(node.place)
        else:
            self.cell_requested.emit(node.place)

    def _restyle(self) -> None:
        look, tree = self._look, self.tree
        self.heading.setFont(look.font(bold=True))
        set_ink(self.heading, look.theme.text)
        tree.setIndentation(look.em)
        tree.setFont(look.font())
        palette = tree.palette()
        palette.setColor(QPalette.ColorRole.Base, QColor(look.theme.card))
        palette.setColor(QPalette.ColorRole.Highlight, QColor(look.theme.card))
        tree.setPalette(palette)
        tree.scheduleDelayedItemsLayout()
        tree.updateGeometry()
