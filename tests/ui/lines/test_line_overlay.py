"""Lines join the cells of the step that can be seen, follow them, and are in nobody's way."""

import subprocess
import sys
from dataclasses import dataclass

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QPointF, QRect, QRectF, Qt, QTimeLine
from PySide6.QtGui import QAccessible, QColor
from PySide6.QtWidgets import QApplication, QWidget

from explorer.app import edits
from explorer.files import list_examples, load_example
from explorer.model import Granularity, Place, Region, Scenario
from explorer.model.convention import Convention
from explorer.model.masks import CausalMask
from explorer.model.scenario import default_names
from explorer.ui.lines.line_overlay import DURATION
from explorer.ui.looks.theme import THEMES
from explorer.ui.parts.bubble import Bubble
from explorer.ui.walk.player import SPEEDS

TOLERANCE = 1.5
"""Pixels: lines run on the border between cells, which belongs to both."""
STROKES_THAT_DIFFER = 16
"""Pixels: Qt begins a stroke of a dashed curve a little sooner where less of it is painted."""


@dataclass
class Lines:
    """A shown window, its overlay, and words for what a test asks about them."""

    qtbot: object
    driver: object

    def __post_init__(self):
        self.window, self.session = self.driver.window, self.driver.session
        self.overlay = self.window.line_overlay

    def load(self, example):
        self.session.load(load_example(example), None)
        self.settle()

    def step(self, place, term=None):
        """Go to a step, or to one product of it."""
        if term is not None:
            self.session.set_granularity(Granularity.TERM)
        self.session.go_to(Place(*place))
        if term is not None:
            self.session.go_to_position(self.session.walk.position(Place(*place), term))
        self.settle()

    def settle(self):
        """Wait until everything is laid out and painted and nothing moves."""
        QApplication.processEvents()
        self.qtbot.waitUntil(lambda: not self.overlay.is_moving)
        QApplication.processEvents()

    @property
    def regions(self):
        """(source, target) of the lines that are drawn."""
        return [(one.connection.source, one.connection.target) for one in self.overlay.lines]

    def view(self, region):
        views = (*self.window.stage_flow.heatmaps, *self.window.inputs_panel.tables.values())
        return next(view for view in views if view.array == region.array and view.isVisible())

    def rect(self, region):
        """Where cells are in the window, seen or not."""
        view = self.view(region)
        corner = view.viewport().mapTo(self.window, QPoint(0, 0))
        return view.region_rect(region).translated(QPointF(corner))

    def seen_rect(self, region):
        """The part of the cells that can be seen."""
        viewport = self.view(region).viewport()
        corner = viewport.mapTo(self.window, QPoint(0, 0))
        seen = viewport.visibleRegion().boundingRect().translated(corner)
        return self.rect(region) & QRectF(seen)

    def gaps(self):
        """How far the ends of each line are from the borders of the cells that can be seen."""
        ends = [
            (self.seen_rect(region), point)
            for line in self.overlay.lines
            for region, point in (
                (line.connection.source, line.route.points[0]),
                (line.connection.target, line.route.points[-1]),
            )
        ]
        return [distance_to_border(rect, point) for rect, point in ends if not rect.isEmpty()]

    def expect_at_cells(self):
        assert self.overlay.lines
        self.qtbot.waitUntil(lambda: max(self.gaps()) <= TOLERANCE)

    def picture(self):
        return self.window.grab().toImage()

    def ends(self):
        return [(one.route.points[0], one.route.points[-1]) for one in self.overlay.lines]


def large_scenario(size):
    """Too many cells for all of them to be comfortable."""
    numbers = np.arange(2.0 * size).reshape(size, 2) / size
    names = default_names("Query", size), default_names("Source", size)
    return Scenario(
        query=numbers, key=numbers, value=numbers[:, :1], queries=names[0], sources=names[1]
    )


def distance_to_border(rect, point):
    """From a point to the nearest side of a rectangle it stands at; large if it is beside it."""
    around = rect.adjusted(-TOLERANCE, -TOLERANCE, TOLERANCE, TOLERANCE)
    if not around.contains(point):
        return 1000.0
    sides = (
        point.x() - rect.left(),
        point.x() - rect.right(),
        point.y() - rect.top(),
        point.y() - rect.bottom(),
    )
    return min(map(abs, sides))


@pytest.fixture
def lines(qtbot, driver):
    driver.window.resize(1280, 800)
    driver.activate()
    lines = Lines(qtbot, driver)
    lines.settle()
    return lines


def test_a_line_goes_behind_the_tables_that_it_only_passes(lines):
    preferences = lines.window.look.preferences
    preferences.convention = Convention.COLUMNS
    lines.step(("output", 0, 0))
    lines.settle()
    (line,) = [one for one in lines.overlay.lines if one.connection.source.array == "value"]
    passed = lines.rect(Region("weights")).adjusted(0, 4, -4, -4).toRect()
    passed.setLeft(lines.view(Region("weights")).viewport().mapTo(lines.window, QPoint()).x())
    start, leaves, *_, end = line.route.points
    assert passed.top() < leaves.y() < passed.bottom()
    assert start.x() < passed.left() < passed.right() < end.x()
    shown = lines.picture().copy(passed)
    preferences.lines = False
    assert lines.picture().copy(passed) == shown


def shown_of(lines, array):
    """Where the view of an array can be seen in the window."""
    viewport = lines.view(Region(array)).viewport()
    seen = viewport.visibleRegion().boundingRect()
    return seen.translated(viewport.mapTo(lines.window, QPoint()))


def looks_the_same_without_lines(lines, rect):
    with_lines = lines.picture().copy(rect)
    lines.window.look.preferences.lines = False
    return lines.picture().copy(rect) == with_lines


def test_a_line_goes_behind_the_headings_of_a_table_that_it_only_passes(lines):
    lines.window.resize(1600, 1000)
    lines.load("same-token-two-places")
    lines.step(("scores", 1, 2))
    (line,) = [one for one in lines.overlay.lines if one.connection.source.array == "query"]
    passed = shown_of(lines, "value")
    cells = lines.rect(Region("value"))
    headings = QRectF(passed).adjusted(0, 0, 0, cells.top() - passed.bottom())
    assert line.route.path.intersects(headings)
    assert looks_the_same_without_lines(lines, passed)


def test_a_line_goes_behind_the_names_of_rows_that_are_too_low_for_it_to_run_between(lines):
    lines.session.load(large_scenario(64), None)
    lines.settle()
    lines.step(("scores", 20, 30))
    cells, names = lines.rect(Region("scores")), shown_of(lines, "scores")
    names.setTop(round(cells.top()))
    names.setRight(round(cells.left()) - 2)
    assert len(lines.overlay.lines) == 2
    assert all(one.route.path.intersects(QRectF(names)) for one in lines.overlay.lines)
    assert looks_the_same_without_lines(lines, names)


def test_no_line_runs_through_a_sentence_that_floats_over_the_window(lines):
    lines.step(("scores", 0, 0))
    (line, *_) = [one for one in lines.overlay.lines if one.connection.source.array == "key"]
    middle = line.route.path.pointAtPercent(0.5).toPoint()
    anchor = QWidget(lines.window)
    anchor.setGeometry(middle.x() - 40, middle.y() - 40, 80, 20)
    anchor.show()
    bubble = Bubble(anchor, lines.window.look)
    bubble.say("A sentence of a few words")
    lines.settle()
    assert bubble.geometry().contains(middle)
    with_lines = lines.window.grab(bubble.geometry()).toImage()
    lines.overlay.hide()
    lines.settle()
    assert lines.window.grab(bubble.geometry()).toImage() == with_lines


# Where they lead


@pytest.mark.parametrize(
    ("place", "term", "sources", "target"),
    [
        (("scores", 0, 2), 1, [Region("query", 0, 1), Region("key", 2, 1)], None),
        (("scores", 0, 2), None, [Region("query", 0), Region("key", 2)], None),
        (("scaled_scores", 0, 1), None, [Region("scores", 0, 1)], None),
        (("weights", 0, 1), None, [Region("scaled_scores", 0)], None),
        (
            ("exponentials", 0, 1),
            0,
            [Region("scaled_scores", 0, 1)],
            Region("weights", 0, 1),
        ),
        (("row_maximum", 0, 0), 0, [Region("scaled_scores", 0)], Region("weights", 0)),
        (("output", 0, 0), 2, [Region("weights", 0, 2), Region("value", 2, 0)], None),
        (("output", 0, 0), None, [Region("weights", 0), Region("value", None, 0)], None),
    ],
)
def test_lines_join_the_cells_a_step_reads_with_the_ones_it_computes(
    lines, place, term, sources, target
):
    lines.step(place, term)
    assert lines.regions == [(source, target or Region(*place)) for source in sources]
    lines.expect_at_cells()


def test_there_are_lines_before_the_first_step_is_taken(lines):
    assert lines.regions == [
        (Region("query", 0), Region("scores", 0, 0)),
        (Region("key", 0), Region("scores", 0, 0)),
    ]
    lines.expect_at_cells()


@pytest.mark.parametrize("name", [example.name for example in list_examples()])
def test_every_stage_of_every_example_gets_its_lines(lines, name):
    lines.window.look.preferences.motion = "less"
    lines.load(name)
    for start in lines.session.walk.stage_starts:
        lines.session.go_to_position(start)
        lines.settle()
        tables = {view.array for view in lines.window._cell_views() if can_be_seen(view)}
        read = {region.array for region in lines.session.marks.operands} & tables
        assert {source.array for source, _ in lines.regions} == read
        if read:
            lines.expect_at_cells()


def can_be_seen(view):
    return view.isVisible() and not view.viewport().visibleRegion().isEmpty()


def test_a_stage_that_joins_the_calculation_gets_lines_too(lines):
    lines.session.edit(edits.set_softcap, 2.0)
    lines.session.edit(edits.set_mask, CausalMask(), "mask")
    lines.settle()
    for array, before in (("capped_scores", "scaled_scores"), ("masked_scores", "capped_scores")):
        lines.step((array, 0, 0))
        assert lines.regions == [(Region(before, 0, 0), Region(array, 0, 0))]
        lines.expect_at_cells()


def test_an_edit_of_a_number_moves_nothing(lines):
    lines.driver.change()
    assert not lines.overlay.is_moving


# Following what is below


def test_lines_follow_a_scrolled_panel(lines):
    lines.load("twelve-tokens")
    lines.step(("scores", 5, 3))
    (_, before), (key_start, _) = lines.ends()
    bar = lines.window.inputs_panel.verticalScrollBar()
    bar.setValue(60)
    lines.settle()
    (_, after), (moved, _) = lines.ends()
    assert moved == key_start - QPointF(0, 60)
    assert after == before
    lines.expect_at_cells()


def test_lines_follow_scrolled_stages(lines):
    lines.load("twelve-tokens")
    lines.step(("scaled_scores", 5, 3))
    ((start, end),) = lines.ends()
    bar = lines.window.stage_flow.verticalScrollBar()
    bar.setValue(bar.value() - 40)
    lines.settle()
    assert lines.ends() == [(start + QPointF(0, 40), end + QPointF(0, 40))]


@pytest.mark.parametrize("size", [(1600, 1000), (1200, 700)])
def test_lines_follow_a_resized_window(lines, size):
    lines.step(("scores", 0, 2), term=1)
    lines.window.resize(*size)
    lines.settle()
    assert lines.overlay.size() == lines.window.size()
    lines.expect_at_cells()


def test_lines_follow_the_zoom(lines):
    lines.window.look.preferences.zoom = 125
    lines.settle()
    lines.expect_at_cells()


def test_lines_follow_a_panel_that_is_docked_elsewhere(lines):
    lines.step(("scores", 0, 2), term=1)
    before = lines.ends()
    area = Qt.DockWidgetArea.BottomDockWidgetArea
    lines.window.addDockWidget(area, lines.window.docks.inputs)
    lines.window.resize(1400, 1400)
    lines.settle()
    assert lines.ends() != before
    lines.expect_at_cells()


def test_what_is_painted_is_what_there_is_without_asking(qtbot, lines):
    """Scrolling tells the overlay nothing: being painted is enough."""
    lines.load("twelve-tokens")
    lines.step(("scores", 5, 3))
    lines.window.inputs_panel.verticalScrollBar().setValue(60)
    qtbot.waitUntil(lambda: lines.overlay._drawn == lines.overlay.lines)


# What cannot be seen


def test_cells_that_are_scrolled_away_have_a_line_to_the_edge_of_their_table(lines):
    lines.load("twelve-tokens")
    lines.step(("scores", 5, 11))
    key = lines.window.inputs_panel.tables["key"].viewport()
    seen = key.visibleRegion().boundingRect()
    assert not seen.intersects(lines.view(Region("key")).region_rect(Region("key", 11)).toRect())
    bottom = key.mapTo(lines.window, seen.bottomLeft()).y()
    assert lines.ends()[1][0].y() == pytest.approx(bottom, abs=TOLERANCE)


def test_a_table_that_is_out_of_sight_has_no_line(lines):
    lines.load("twelve-tokens")
    lines.step(("scores", 0, 0))
    bar = lines.window.inputs_panel.verticalScrollBar()
    bar.setValue(bar.maximum())
    lines.settle()
    assert "query" not in {source.array for source, _ in lines.regions}
    bar.setValue(0)
    lines.settle()
    assert "query" in {source.array for source, _ in lines.regions}


def test_a_closed_panel_has_no_lines(lines):
    lines.step(("output", 0, 0), term=1)
    lines.window.docks.inputs.close()
    lines.settle()
    assert [source.array for source, _ in lines.regions] == ["weights"]


def test_a_panel_in_a_window_of_its_own_has_no_lines(lines):
    lines.window.docks.inputs.setFloating(True)
    lines.settle()
    assert lines.regions == []


def test_a_panel_behind_the_tab_of_another_has_no_lines(lines):
    lines.window.resize(700, 700)
    lines.settle()
    assert lines.window.docks.share_a_side
    lines.window.docks.step.raise_()
    lines.settle()
    assert lines.regions == []
    lines.window.docks.inputs.raise_()
    lines.settle()
    assert [source.array for source, _ in lines.regions] == ["query", "key"]


def test_a_matrix_shown_in_part_has_lines_to_the_part_that_is_shown(lines):
    """A heatmap that is zoomed hides cells though its viewport does not scroll."""
    lines.session.load(large_scenario(64), None)
    lines.settle()
    lines.step(("scores", 0, 0))
    (view,) = (view for view in lines.window.stage_flow.heatmaps if view.isVisible())
    view._move_to(view.grid.zoomed(4, 400, 400, 1000).showing(30, 30))
    lines.settle()
    area = view.cells_rect().translated(QPointF(view.viewport().mapTo(lines.window, QPoint())))
    _, end = lines.ends()[0]
    assert area.adjusted(-1, -1, 1, 1).contains(end)


# In nobody's way


def middle_of_a_line(lines):
    """A point of a line that lies on a heatmap."""
    _, _, _, _, enters, end = lines.overlay.lines[0].route.points
    return ((enters + end) / 2).toPoint()


def test_the_mouse_reaches_what_is_below_a_line(qtbot, lines):
    lines.step(("scores", 0, 2))
    heatmap = lines.view(Region("scores"))
    point = middle_of_a_line(lines)
    assert lines.window.childAt(point) is heatmap.viewport()
    assert QApplication.widgetAt(lines.window.mapToGlobal(point)) is heatmap.viewport()


def test_the_keyboard_and_drops_never_stop_at_the_lines(lines):
    assert lines.overlay.focusPolicy() is Qt.FocusPolicy.NoFocus
    assert not lines.overlay.acceptDrops()
    widget = lines.window.nextInFocusChain()
    assert widget is not lines.overlay
    assert lines.overlay.testAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)


def test_screen_readers_do_not_come_across_the_lines(lines):
    window = QAccessible.queryAccessibleInterface(lines.window)
    children = [window.child(index).object() for index in range(window.childCount())]
    assert len(children) > 5
    assert lines.overlay not in children


def test_a_panel_that_comes_to_the_front_stays_below_the_lines(lines):
    before = lines.picture()
    for dock in (lines.window.docks.inputs, lines.window.docks.step):
        dock.raise_()
    lines.settle()
    assert lines.picture() == before


def test_no_line_touches_a_number(lines):
    """The middle of every cell looks the same with and without lines."""
    lines.load("twelve-tokens")
    preferences = lines.window.look.preferences
    for place in (("scores", 5, 7), ("scaled_scores", 5, 7), ("weights", 5, 7)):
        lines.step(place)
        assert lines.overlay.lines
        with_lines = lines.picture()
        preferences.lines = False
        lines.settle()
        without = lines.picture()
        assert with_lines != without
        for array in ("query", "key", "scores", "scaled_scores", "weights"):
            parts = list(middles(lines, array))
            assert [p for p in parts if with_lines.copy(p) != without.copy(p)] == []
        preferences.lines = True
        lines.settle()


def middles(lines, array):
    """Where the numbers of an array that can be seen stand in the window."""
    rows, columns = lines.session.trace.shape_of(array)
    for row in range(rows):
        for column in range(columns):
            rect = lines.rect(Region(array, row, column))
            part = QRectF(0, 0, rect.width() - 8, rect.height() / 2)
            part.moveCenter(rect.center())
            if lines.seen_rect(Region(array, row, column)).contains(part):
                yield part.toRect()


# Colours


@pytest.mark.parametrize("theme", THEMES)
def test_lines_have_the_colours_of_their_roles_in_every_theme(lines, theme):
    lines.window.look.choose_theme(theme)
    lines.step(("scores", 0, 2))
    picture, roles = lines.picture(), THEMES[theme].roles
    for line in lines.overlay.lines:
        end = line.route.points[-1].toPoint()
        around = [
            picture.pixelColor(end + QPoint(x, y)) for x in range(-3, 4) for y in range(-3, 4)
        ]
        assert QColor(roles[line.role]) in around


def test_what_is_on_the_screen_after_many_steps_is_what_a_new_picture_shows(lines):
    """Nothing is left of lines that are gone, and nothing is missing of those that are there."""
    lines.window.look.preferences.motion = "less"
    lines.session.set_granularity(Granularity.TERM)
    screen = lines.window.screen()
    for _ in range(len(lines.session.walk) - 1):
        lines.driver.trigger("nextStepAction")
        lines.settle()
        window = lines.window
        flow = QRect(window.stage_flow.mapTo(window, QPoint()), window.stage_flow.size())
        kept = screen.grabWindow(window.winId(), *flow.getRect())
        assert different_pixels(kept, window.grab(flow)) <= STROKES_THAT_DIFFER


def different_pixels(*pictures):
    images = [picture.toImage() for picture in pictures]
    assert images[0].size() == images[1].size()
    one, other = (np.array(image.constBits()) for image in images)
    return np.count_nonzero((one != other).reshape(-1, 4).any(axis=1))


# Motion


def pause_halfway(lines):
    """Stop the clock in the middle of a motion."""
    assert lines.overlay.is_moving
    lines.overlay.time_line.setPaused(True)
    lines.overlay.time_line.setCurrentTime(DURATION // 2)


def test_a_step_moves_the_lines_to_the_next_operands(lines):
    lines.step(("scores", 0, 2), term=0)
    before = lines.ends()
    lines.driver.trigger("nextStepAction")
    assert lines.overlay.is_moving
    assert lines.ends() == before
    pause_halfway(lines)
    halfway = lines.ends()
    accents = [line.accent for line in lines.overlay.lines]
    lines.overlay.time_line.resume()
    lines.settle()
    after = lines.ends()
    for (start, _), (middle, _), (end, _) in zip(before, halfway, after, strict=True):
        assert start.x() < middle.x() < end.x()
    assert None not in accents
    assert [line.accent for line in lines.overlay.lines] == [None, None]
    lines.expect_at_cells()


def test_a_step_to_another_stage_grows_lines_out_of_the_new_operands(lines):
    lines.step(("scores", 0, 2))
    lines.driver.trigger("nextStepAction")
    (line,) = lines.overlay.lines
    assert set(map(QPointF.toTuple, line.route.points)) == {line.route.points[0].toTuple()}
    lines.settle()
    lines.expect_at_cells()


def test_a_step_during_a_motion_goes_on_from_where_the_lines_are(lines):
    lines.step(("scores", 0, 0), term=0)
    lines.driver.trigger("nextStepAction")
    pause_halfway(lines)
    halfway = lines.ends()
    lines.driver.trigger("nextStepAction")
    assert lines.session.step == Place("scores", 0, 1)
    assert lines.overlay.time_line.currentTime() == 0
    assert lines.ends() == halfway
    lines.settle()
    lines.expect_at_cells()


def test_a_motion_ends_before_the_next_step_at_the_highest_speed():
    assert 1000 / max(SPEEDS) > DURATION


class PaintCounter(QObject):
    """Counts how often a widget is painted."""

    def __init__(self, widget):
        super().__init__(widget)
        self.count = 0
        widget.installEventFilter(self)

    def eventFilter(self, watched, event):
        self.count += event.type() == QEvent.Type.Paint
        return False


def test_nothing_runs_and_nothing_is_painted_once_the_lines_have_arrived(qtbot, lines):
    lines.window.docks.step.close()  # its focus and buttons are painted for reasons of their own
    lines.settle()
    counter = PaintCounter(lines.overlay)
    lines.driver.trigger("nextStepAction")
    lines.settle()
    assert counter.count > 0
    assert lines.overlay.time_line.state() is QTimeLine.State.NotRunning
    counter.count = 0
    for _ in range(20):
        QApplication.processEvents()
    assert counter.count == 0


def test_less_motion_has_the_lines_there_at_once(lines):
    lines.window.look.preferences.motion = "less"
    lines.step(("scores", 0, 0), term=0)
    lines.driver.trigger("nextStepAction")
    assert not lines.overlay.is_moving
    assert [line.accent for line in lines.overlay.lines] == [None, None]
    lines.expect_at_cells()


def test_asking_for_less_motion_ends_the_one_there_is(lines):
    lines.driver.trigger("nextStepAction")
    assert lines.overlay.is_moving
    lines.window.look.preferences.motion = "less"
    assert not lines.overlay.is_moving
    lines.expect_at_cells()


def test_panels_slide_into_place_only_where_things_may_move(lines):
    assert lines.window.isAnimated()
    lines.driver.trigger("lessMotionAction")
    assert not lines.window.isAnimated()
    lines.driver.trigger("fullMotionAction")
    assert lines.window.isAnimated()


# The setting


def test_the_lines_are_put_away_and_brought_back_with_a_key(qtbot, lines):
    keys = Qt.KeyboardModifier.ControlModifier | Qt.KeyboardModifier.ShiftModifier
    qtbot.keyClick(lines.window, Qt.Key.Key_J, keys)
    assert not lines.window.look.preferences.lines
    assert not lines.overlay.isVisible()
    assert lines.overlay.lines == ()
    lines.driver.trigger("nextStepAction")
    assert not lines.overlay.is_moving
    qtbot.keyClick(lines.window, Qt.Key.Key_J, keys)
    assert lines.window.look.preferences.lines
    lines.settle()
    lines.expect_at_cells()


def test_putting_the_lines_away_ends_a_motion(lines):
    lines.driver.trigger("nextStepAction")
    lines.driver.trigger("linesAction")
    assert not lines.overlay.is_moving


# The end


def test_closing_the_window_ends_a_motion(lines):
    lines.driver.trigger("nextStepAction")
    assert lines.overlay.is_moving
    lines.window.close()
    assert not lines.overlay.is_moving


PROGRAM = """
import sys
from PySide6.QtCore import QSettings, Qt, QTimer
from PySide6.QtWidgets import QApplication, QWidget
from explorer.app.preferences import Preferences
from explorer.app.session import Session
from explorer.files import load_example
from explorer.ui.looks.look import Look
from explorer.ui.window.main_window import MainWindow


def main():
    application = QApplication([])
    settings = QSettings(sys.argv[1], QSettings.Format.IniFormat)
    window = MainWindow(Session(load_example("three-positions")), Look(Preferences(settings)))
    window.setAttribute(Qt.WidgetAttribute.WA_DeleteOnClose)
    window.show()

    def close_on_the_way():
        window.session.go_to_position(1)
        application.processEvents()
        print(window.line_overlay.is_moving)
        window.close()

    QTimer.singleShot(0, close_on_the_way)
    application.exec()


main()
"""


def test_a_program_that_ends_during_a_motion_ends_cleanly(tmp_path):
    command = [sys.executable, "-c", PROGRAM, str(tmp_path / "settings.ini")]
    ended = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    said = [line for line in ended.stderr.splitlines() if "propagateSizeHints" not in line]
    assert (ended.returncode, ended.stdout.split(), said) == (0, ["True"], [])
