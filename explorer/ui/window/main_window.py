"""The main window: it puts the views of one session together and gives them their menus."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from PySide6.QtCore import QEvent, QSize, Qt, Signal
from PySide6.QtGui import (
    QAction,
    QCloseEvent,
    QDragEnterEvent,
    QDropEvent,
    QResizeEvent,
    QShowEvent,
)
from PySide6.QtWidgets import (
    QApplication,
    QDockWidget,
    QLabel,
    QMainWindow,
    QToolBar,
    QVBoxLayout,
    QWidget,
)

from explorer import __version__
from explorer.app.session import Session
from explorer.files import Example
from explorer.model import Place, Scenario
from explorer.ui.compare.compare_parts import CompareParts
from explorer.ui.diagnosis.diagnosis_parts import DiagnosisParts
from explorer.ui.documents.document_actions import DocumentActions
from explorer.ui.formulas.formula_bar import FormulaBar
from explorer.ui.heatmaps.stage_flow import StageFlow
from explorer.ui.lines.cell_view import CellView
from explorer.ui.lines.line_overlay import LineOverlay
from explorer.ui.looks.look import Look
from explorer.ui.mistakes.mistake_parts import MistakeParts
from explorer.ui.parts.field_keys import FieldKeys
from explorer.ui.parts.focus import FocusWatch, first_focusable, holds
from explorer.ui.parts.text import ElidedLabel
from explorer.ui.tables.inputs_panel import InputsPanel
from explorer.ui.walk.step_panel import StepPanel
from explorer.ui.walk.step_sections import StepSections
from explorer.ui.window.dialogs import Dialogs
from explorer.ui.window.experiments import Experiments
from explorer.ui.window.main_menus import MainMenus
from explorer.ui.window.notice_bar import NoticeBar
from explorer.ui.window.panel_docks import PanelDocks
from explorer.ui.window.side_panels import SIDE_PANELS
from explorer.ui.window.work_bar import WorkBar

PROGRAM_NAME = "Attention Explorer"
HINT = "first-steps"
HINT_TEXT = (
    "Change any number on the left: all that depends on it follows. Click a cell in the middle "
    "for its arithmetic on the right, a number there for where it comes from. "
    "Alt+Page Down goes on, F6 moves between panels."
)


class MainWindow(QMainWindow):
    """One document on the screen. `session` holds it.

    Signals
    -------
    closed()
        The person closed the window; what was unsaved is saved or given up.
    """

    closed = Signal()

    def __init__(self, session: Session, look: Look, dialogs: Dialogs | None = None) -> None:
        super().__init__()
        self.setObjectName("mainWindow")
        self.setAcceptDrops(True)
        self.resize(self.sizeHint())  # before the docks are put into it
        self.session = session
        self.look = look
        self.documents = DocumentActions(session, look.preferences, dialogs or Dialogs(self))
        self.documents.setParent(self)  # what it reads and writes ends with the window
        self.formula_bar = FormulaBar(session, look)
        self.inputs_panel = InputsPanel(session, look)
        self.notice_bar = NoticeBar(look)
        self.experiments = Experiments(self, session, look)
        self.stage_flow = StageFlow(session, look, self.experiments.brush)
        self.step_panel = StepPanel(session, look)
        asked = self.documents.dialogs
        self.compare = CompareParts(self, session, look, asked, self.step_panel)
        self.diagnosis = DiagnosisParts(session, look, asked, self.step_panel)
        self.sections = StepSections(self.step_panel, session, look)
        self.mistakes = MistakeParts(self, session, look, self.stage_flow)
        self._sentence = ElidedLabel()
        documents, pending = self.documents, session.pending
        others = session.comparing.work, session.copying, session.pasting, documents.exporting
        to_cancel = documents.loading, pending, *others
        self.work_bar = WorkBar(look, pending, to_cancel, documents.saving)
        self._format = QLabel()
        self._refusal = self._copied = ""
        self.focus_watch = FocusWatch(self)
        self.field_keys = FieldKeys(self, self.focus_watch)
        self._arrange()
        self.line_overlay = LineOverlay(self, session, look, self._cell_views)
        self.menus = MainMenus(self)
        self._connect()
        self._restyle()
        self._follow_motion()
        self._update_title()
        self._restore_layout()
        if not look.preferences.is_dismissed(HINT):
            self._show_hint()

    def sizeHint(self) -> QSize:
        return QSize(1280, 800)

    def show_notice(
        self, text: str, remedy: tuple[str, Callable[[], object]] | None = None
    ) -> None:
        """Say something inside the window."""
        self.notice_bar.show_message(text, remedy)

    def focus_next_panel(self, forward: bool = True) -> None:
        """Move the keyboard focus to the next panel that is shown."""
        panels = [panel for panel in self._panels() if self._first_focusable(panel) is not None]
        current = QApplication.focusWidget() or self.focusWidget()
        index = next((i for i, panel in enumerate(panels) if holds(panel, current)), None)
        if index is None:
            target = panels[0 if forward else -1]
        else:
            target = panels[(index + (1 if forward else -1)) % len(panels)]
        first = self._first_focusable(target)
        if first is not None and self.session.settle():
            first.window().activateWindow()
            first.setFocus(Qt.FocusReason.TabFocusReason)

    def show_cell(self, place: Place) -> None:
        """Select the cell of a table that holds a typed-in number and give it the focus."""
        table = self.inputs_panel.tables.get(place.array)
        if table is not None:
            self.docks.inputs.show()
            self.docks.inputs.raise_()
            table.setCurrentIndex(table.matrix.index_of(place))
            table.setFocus(Qt.FocusReason.OtherFocusReason)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self.docks.fit()
        self.line_overlay.cover()

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        if event.type() is QEvent.Type.ActivationChange and self.isActiveWindow():
            self.documents.notice_changes()

    def closeEvent(self, event: QCloseEvent) -> None:
        event.ignore()  # also where an error ends this half-way
        if not self.documents.may_discard(self.close):
            return
        self.documents.exporting.finish()
        self.work_bar.cancel()
        preferences = self.look.preferences
        preferences.store_layout("geometry", self.saveGeometry())
        preferences.store_layout("state", self.saveState())
        event.accept()
        self.closed.emit()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if self.focusWidget() is None:
            self.stage_flow.setFocus()

    def dragEnterEvent(self, event: QDragEnterEvent) -> None:
        if any(url.isLocalFile() for url in event.mimeData().urls()):
            event.acceptProposedAction()

    def dropEvent(self, event: QDropEvent) -> None:
        paths = [Path(url.toLocalFile()) for url in event.mimeData().urls() if url.isLocalFile()]
        if paths:
            event.acceptProposedAction()
            self.documents.open_path(paths[0])
        if len(paths) > 1:
            self.show_notice(f"A window holds one scenario: of these files, {paths[0].name}.")

    def _arrange(self) -> None:
        middle = QWidget()
        self._middle = QVBoxLayout(middle)
        self._middle.addWidget(self.notice_bar)
        self._middle.addWidget(self.experiments.brush_bar)
        self._middle.addWidget(self.mistakes.banner)
        self._middle.addWidget(self.compare.bar)
        self._middle.addWidget(self.stage_flow, 1)
        self.mistakes.add_to(self._middle)
        self.setCentralWidget(middle)
        toolbar = QToolBar("Formula")
        toolbar.setObjectName("formulaToolBar")
        toolbar.setMovable(False)
        toolbar.toggleViewAction().setObjectName("formulaPanelAction")
        toolbar.addWidget(self.formula_bar)
        toolbar.setContentsMargins(0, 0, 0, 0)
        self.addToolBar(toolbar)
        self.docks = PanelDocks(self, self.look, self.inputs_panel, self.step_panel)
        self.compare.add_to(self.docks)
        for name, title, build in SIDE_PANELS:
            self.docks.add(name, title, partial(build, self.session, self.look))
        for name, title, build_it in self.experiments.panels:
            self.docks.add(name, title, build_it)
        self.diagnosis.add_to(self.docks)
        self.panel_actions = (*self.docks.toggle_actions, toolbar.toggleViewAction())
        self.statusBar().addWidget(self._sentence, 1)
        self.statusBar().addPermanentWidget(self.work_bar)
        self.statusBar().addPermanentWidget(self._format)

    def _connect(self) -> None:
        self.session.document_changed.connect(self._update_title)
        self.session.changed.connect(self._update_title)
        self.session.changed.connect(self._sentence.empty)
        self.session.reveal.changed.connect(self._sentence.empty)
        self.session.changed.connect(self._retract_refusal)
        self.session.already_so.connect(self._retract_refusal)
        self.session.changed.connect(self._retract_copied)
        self.session.step_changed.connect(self._retract_copied)
        self.session.step_changed.connect(self._show_step)
        self.session.refused.connect(self._show_refusal)
        self.documents.failed.connect(self.show_notice)
        self.documents.succeeded.connect(self.notice_bar.retract)
        self.documents.told.connect(self.show_notice)
        self.documents.example_opened.connect(self._introduce)
        self.step_panel.cell_requested.connect(self.show_cell)
        self.step_panel.walk_options.link_copied.connect(self._show_copied)
        self.session.copying.copied.connect(self._show_copied)
        for view in (self.inputs_panel, self.stage_flow, self.mistakes.beside):
            view.hovered.connect(self._sentence.setText)
        self.look.changed.connect(self._restyle)
        self.look.preferences.convention_changed.connect(self._sentence.empty)
        self.look.preferences.convention_changed.connect(self._update_title)
        self.look.motion.changed.connect(self._follow_motion)
        self.focus_watch.moved.connect(self._bring_to_front)

    def _restyle(self) -> None:
        em, preferences = self.look.em, self.look.preferences
        self._middle.setContentsMargins(0, em // 2, 0, em // 2)
        self.docks.restyle()
        self.docks.fit()
        self._middle.setSpacing(em // 2)
        self._format.setText(f"{preferences.digits} digits · {preferences.zoom} %")

    def _follow_motion(self) -> None:
        """Let panels slide into their places, or be there at once."""
        self.setAnimated(not self.look.motion.is_reduced)

    def _update_title(self) -> None:
        name = self.session.name.replace("[*]", "[*][*]")  # Qt's own mark, doubled: literal
        heading = self.look.words(self.session.laboratory.heading)
        parts = f"{name}[*]", heading, PROGRAM_NAME
        self.setWindowTitle(" — ".join(filter(None, parts)))
        if self.session.is_modified != self.isWindowModified():  # Qt tells everybody even if not
            self.setWindowModified(self.session.is_modified)

    def _bring_to_front(self) -> None:
        """A panel behind the tab of another comes to the front when it gets the focus."""
        focused = QApplication.focusWidget()
        for dock in self.findChildren(QDockWidget):
            if holds(dock, focused):
                dock.raise_()

    def _show_refusal(self, reason: str) -> None:
        if not self.session.is_editing or self.session.pending.landing is not None:
            self.notice_bar.show_message(reason)
            self._refusal = reason

    def _retract_refusal(self) -> None:
        """What was refused is history once something else was changed."""
        if self.notice_bar.text == self._refusal:
            self.notice_bar.retract()

    def _show_copied(self, text: str) -> None:
        self.notice_bar.show_message(text)
        self._copied = text

    def _retract_copied(self) -> None:
        """What was copied belongs to the step before this one, or to other numbers."""
        if self.notice_bar.text == self._copied:
            self.notice_bar.retract()

    def _show_step(self) -> None:
        """Bring the step to the front where it shares a side with the inputs."""
        if self.docks.share_a_side and not self.session.is_editing:
            self.docks.step.raise_()

    def _show_hint(self) -> None:
        self.notice_bar.show_message(
            HINT_TEXT, dismissed=lambda: self.look.preferences.dismiss(HINT)
        )

    def _introduce(self, example: Example) -> None:
        self.notice_bar.show_message(f"What to notice: {example.notice}")

    def _restore_layout(self) -> None:
        self.docks.give_default_widths()
        geometry = self.look.preferences.stored_layout("geometry")
        state = self.look.preferences.stored_layout("state")
        if geometry is not None and state is not None:
            self.restoreGeometry(geometry)
            self.restoreState(state)
        self.docks.fit()

    def _cell_views(self) -> tuple[CellView, ...]:
        """What lines may lead to, the computed cells before the ones that were typed in."""
        return *self.stage_flow.heatmaps, *self.inputs_panel.tables.values()

    def _first_focusable(self, panel: QWidget) -> QWidget | None:
        """The first widget of a panel that takes the focus; of the steps the arithmetic."""
        return first_focusable(panel, self.step_panel.derivation)

    def _panels(self) -> tuple[QWidget, ...]:
        inputs, step, *others = self.docks.panels.values()
        brush = self.experiments.brush_bar
        above = (self.notice_bar, brush, self.mistakes.banner, self.compare.bar)
        stages = (self.stage_flow, self.mistakes.beside)
        return (inputs, *above, *stages, step, *others, self.formula_bar)

    def about_text(self) -> str:
        """What the About box says."""
        return (
            f"{PROGRAM_NAME} {__version__}\n\nChange any number of a self-attention calculation, "
            "see every consequence, and get the arithmetic behind it."
        )

    def open_scenario(self, scenario: Scenario) -> None:
        """Start from a new scenario, asking first if something would be lost."""
        self.documents.new(scenario)

    def all_actions(self) -> dict[str, list[QAction]]:
        """Every action by group, for the list of shortcuts."""
        groups = self.menus.groups()
        tables = next(iter(self.inputs_panel.tables.values()))
        return {**groups, "In a table": tables.actions()}
