"""The same calculation a second time: as shapes, and as code to copy and run."""

from collections.abc import Callable, Sequence

from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import (
    QColor,
    QFontDatabase,
    QGuiApplication,
    QPalette,
    QShowEvent,
    QTextCursor,
    QTextFormat,
)
from PySide6.QtWidgets import (
    QFrame,
    QHBoxLayout,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QTabWidget,
    QTextEdit,
    QVBoxLayout,
    QWidget,
)

from explorer.app.session import Session
from explorer.model import AttentionInputs
from explorer.model.code import lines_of, numpy_source, torch_source
from explorer.model.places import Role
from explorer.ui.code.shapes_view import ShapesView
from explorer.ui.looks.look import Look
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import plain_label, set_ink

Program = Callable[[AttentionInputs, Sequence[str], Sequence[str], Sequence[str]], str]
KEEPS_ROWS = (
    "The program keeps readers in rows, as its library and files do: its tables are those of the "
    "screen with rows and columns swapped."
)


class CodeView(QWidget):
    """A program to read and to copy, the lines of the current stage marked.

    It is written anew only while it can be seen.
    """

    def __init__(self, session: Session, look: Look, library: str, program: Program) -> None:
        super().__init__()
        self.setObjectName(f"{library.lower()}Code")
        self._session = session
        self._look = look
        self._program = program
        self._is_stale = True
        self.editor = QPlainTextEdit()
        self.editor.setReadOnly(True)
        self.editor.setLineWrapMode(QPlainTextEdit.LineWrapMode.NoWrap)
        self.editor.setTabChangesFocus(True)
        self.editor.setFrameShape(QFrame.Shape.NoFrame)
        self.editor.setAccessibleName(f"The calculation as {library} code")
        self.editor.setTextInteractionFlags(
            Qt.TextInteractionFlag.TextSelectableByMouse
            | Qt.TextInteractionFlag.TextSelectableByKeyboard
        )
        self.copy_button = QPushButton("Copy")
        self.copy_button.setToolTip("Copy the whole program")
        self.copy_button.clicked.connect(self.copy)
        self.note = plain_label(KEEPS_ROWS)
        self._column = QVBoxLayout(self)
        self._column.addWidget(self.note)
        self._line = QHBoxLayout()
        self._column.addLayout(self._line, 1)
        self._line.addWidget(self.editor, 1)
        self._line.addWidget(self.copy_button, 0, Qt.AlignmentFlag.AlignTop)
        self._marked = range(0)
        session.changed.connect(self._refresh)
        session.step_changed.connect(self._follow_step)
        look.changed.connect(self._restyle)
        self._restyle()

    @property
    def source(self) -> str:
        """The program for the numbers of the moment."""
        scenario = self._session.scenario
        names = scenario.queries, scenario.sources, scenario.entries
        return self._program(scenario.inputs, *names)

    def copy(self) -> None:
        """Put the program on the clipboard, with what is typed into an open cell."""
        if self._session.settle():
            QGuiApplication.clipboard().setText(self.source)

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self._is_stale:
            self._show_source()

    def _refresh(self) -> None:
        self._is_stale = True
        if self.isVisible():
            self._show_source()

    def _show_source(self) -> None:
        """Show the program; what one was reading stays where it is."""
        self._is_stale = False
        bars = self.editor.verticalScrollBar(), self.editor.horizontalScrollBar()
        positions = [bar.value() for bar in bars]
        self.editor.setPlainText(self.source)
        for bar, position in zip(bars, positions, strict=True):
            bar.setValue(position)
        self._mark_stage()

    def _follow_step(self) -> None:
        """Mark the stage of the step, and bring it into view if it is another one."""
        if self._is_stale or not self.isVisible():
            return
        before = self._marked
        self._mark_stage()
        bar = self.editor.verticalScrollBar()  # in lines
        seen = range(bar.value(), bar.value() + bar.pageStep())
        if self._marked and self._marked != before and not set(self._marked) <= set(seen):
            bar.setValue(self._marked.start)

    def _mark_stage(self) -> None:
        stage = self._session.stage
        self._marked = lines_of(self.editor.toPlainText(), stage)
        self.editor.setExtraSelections([self._mark(line) for line in self._marked])
        self.editor.setAccessibleDescription(f"The current step belongs to: {stage.action}")

    def _mark(self, line: int) -> QTextEdit.ExtraSelection:
        mark = QTextEdit.ExtraSelection()
        mark.cursor = QTextCursor(self.editor.document().findBlockByNumber(line))
        mark.format.setBackground(QColor(self._look.theme.tint(Role.RESULT)))
        mark.format.setProperty(QTextFormat.Property.FullWidthSelection, True)
        return mark

    def _restyle(self) -> None:
        font = QFontDatabase.systemFont(QFontDatabase.SystemFont.FixedFont)
        font.setPointSizeF(self._look.font().pointSizeF())
        self.editor.setFont(font)
        em = self._look.em
        self._column.setContentsMargins(em // 2, em // 2, em // 2, em // 2)
        set_ink(self.note, self._look.theme.muted)
        self.note.setFont(self._look.font(0.95))
        show_when(self.note, self._look.convention.is_turned)
        self._mark_stage()


class SecondView(QTabWidget):
    """Tabs with the scenario as a diagram of tensors, as numpy and as PyTorch."""

    def __init__(self, session: Session, look: Look) -> None:
        super().__init__()
        self.setObjectName("secondView")
        self.setAccessibleName("Shapes and code")
        self.setDocumentMode(True)
        self._look = look
        self.shapes = ShapesView(session, look)
        self.numpy = CodeView(session, look, "NumPy", numpy_source)
        self.torch = CodeView(session, look, "PyTorch", torch_source)
        self.addTab(_scrolled(self.shapes), "&Shapes")
        self.addTab(self.numpy, "&NumPy")
        self.addTab(self.torch, "&PyTorch")

    def sizeHint(self) -> QSize:
        return QSize(44 * self._look.em, 14 * self._look.em)

    def minimumSizeHint(self) -> QSize:
        return QSize(16 * self._look.em, 8 * self._look.em)


def _scrolled(content: QWidget) -> QScrollArea:
    """An area as wide as the diagram, which may be higher than the panel."""
    area = QScrollArea()
    area.setWidgetResizable(True)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    area.setWidget(content)
    content.setAutoFillBackground(False)
    area.setBackgroundRole(QPalette.ColorRole.Base)
    return area
