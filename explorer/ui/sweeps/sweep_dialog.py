"""A sweep: choose a number, a range and a reader; drag the number along its lines."""

from collections.abc import Callable
from functools import partial
from time import perf_counter

from PySide6.QtCore import QSize, Qt, QTimer, Signal
from PySide6.QtGui import QHideEvent, QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QHBoxLayout,
    QLabel,
    QPushButton,
    QSlider,
    QVBoxLayout,
    QWidget,
)

from explorer.app.gesture import Gesture
from explorer.app.refusals import refusal
from explorer.app.session import Session
from explorer.app.swept import Swept, reader_of, sweepable
from explorer.files.csv_text import Sheet
from explorer.model import InputError, Place
from explorer.model.places import Role
from explorer.model.sweep import POINTS, Point, evenly, sweep
from explorer.ui.looks.look import Look
from explorer.ui.parts.clipboard import copy_sheet
from explorer.ui.parts.line_plot import DASHES, Line, LinePlot
from explorer.ui.parts.text import breakable, plain_label, set_ink
from explorer.ui.sweeps.number_picker import NumberPicker
from explorer.ui.sweeps.sweep_words import (
    as_sheet,
    moving_most,
    output_names,
    reader_names,
    source_names,
    summary,
)

TITLE = "Sweep a number"
TURN = 0.03
"""Seconds of computing between two looks at the event loop."""
ROLES = (Role.QUERY, Role.KEY, Role.VALUE, Role.COMPUTED, Role.RESULT)
LARGEST = 1e6


class SweepDialog(QDialog):
    """Lines of one reader's weights and outputs against a number, with the number as it is.

    Dragging the marker, or the slider below it, changes the number in the scenario: one undo
    entry a drag.

    Signals
    -------
    wants_to_save(Sheet)
        The sweep is to be saved to a file, as CSV.
    """

    wants_to_save = Signal(object)

    def __init__(self, session: Session, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("sweepDialog")
        self.setWindowTitle(TITLE)
        self._session, self._look = session, look
        self._swept = Swept()
        self._row = 0
        self._points: list[Point] = []
        self._gesture: Gesture | None = None
        self._last: Gesture | None = None
        self._is_filling = False
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._compute)
        self.picker = NumberPicker(look)
        self.first, self.last = _number(), _number()
        self.reader = QComboBox()
        self.weights_plot = LinePlot(look, "Weights", "")
        self.output_plot = LinePlot(look, "Output", "")
        self.slider = QSlider(Qt.Orientation.Horizontal)
        self.slider.setRange(0, POINTS - 1)
        self.slider.setAccessibleName("The number, within its range")
        self.now = plain_label()
        self.words = plain_label()
        self.copy_button = QPushButton("&Copy as CSV")
        self.save_button = QPushButton("Sa&ve as CSV…")
        self._arrange()
        self._connect()
        self._restyle()

    def sizeHint(self) -> QSize:
        return QSize(62 * self._look.em, 40 * self._look.em)

    @property
    def swept(self) -> Swept:
        """The number that is swept."""
        return self._swept

    @property
    def points(self) -> tuple[Point, ...]:
        """What was computed so far."""
        return tuple(self._points)

    def choose(self, swept: Swept) -> None:
        """Sweep another number, over a range around what it is."""
        if not swept.exists_in(self._session.scenario):
            return
        self._swept = swept
        if swept.reader is not None:
            self._row = swept.reader
        self._fill()
        self._is_filling = True
        for box, end in zip(
            (self.first, self.last), swept.range_around(self._session.scenario), strict=True
        ):
            box.setValue(end)
        self._is_filling = False
        self._start()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        if not event.spontaneous():
            self._row = reader_of(self._session.trace, self._session.step)
        self._follow()

    def hideEvent(self, event: QHideEvent) -> None:
        self._timer.stop()
        self._points = []  # they are of a scenario that may change meanwhile
        self._gesture = None
        super().hideEvent(event)

    def _arrange(self) -> None:
        limits = QHBoxLayout()
        for box in (self.first, self.last):
            limits.addWidget(box)
        limits.addStretch(1)
        self.first.setAccessibleName("First value")
        self.last.setAccessibleName("Last value")
        form = self._form = QFormLayout()
        form.addRow("&Number: table, row, column", self.picker)
        label = QLabel("&From, to")
        label.setBuddy(self.first)
        form.addRow(label, limits)
        form.addRow("&Reader", self.reader)
        plots = self._plots = QHBoxLayout()
        plots.addWidget(self.weights_plot, 1)
        plots.addWidget(self.output_plot, 1)
        buttons = QHBoxLayout()
        buttons.addStretch(1)
        buttons.addWidget(self.copy_button)
        buttons.addWidget(self.save_button)
        column = self._body = QVBoxLayout(self)
        column.addLayout(form)
        column.addLayout(plots, 1)
        column.addWidget(self.slider)
        for label in (self.now, self.words):
            column.addWidget(label)
        column.addLayout(buttons)

    def _connect(self) -> None:
        self.picker.chosen.connect(self.choose)
        for box in (self.first, self.last):
            box.valueChanged.connect(lambda _value: self._start())
        self.reader.currentIndexChanged.connect(self._read_by)
        self.slider.sliderPressed.connect(self._begin)
        self.slider.sliderReleased.connect(self._end)
        self.slider.valueChanged.connect(self._slid)
        for plot in (self.weights_plot, self.output_plot):
            plot.marker_moved.connect(self._put)
            plot.marker_released.connect(self._end)
        copy = partial(copy_sheet, self._session)
        self.copy_button.clicked.connect(lambda _checked=False: self._give(copy))
        self.save_button.clicked.connect(lambda _checked=False: self._give(self.wants_to_save.emit))
        self._session.changed.connect(self._follow)
        self._look.changed.connect(self._restyle)
        self._look.preferences.convention_changed.connect(self._follow)

    def _fill(self) -> None:
        """Let the boxes offer what there is, and show what is chosen."""
        scenario = self._session.scenario
        self._is_filling = True
        self.picker.show_choice(scenario, self._swept)
        self._row = min(self._row, len(scenario.queries) - 1)
        self.reader.clear()
        self.reader.addItems(reader_names(scenario))
        self.reader.setCurrentIndex(self._row)
        self._is_filling = False

    def _read_by(self, index: int) -> None:
        if not self._is_filling:
            self._row = index
            self._start()

    def _follow(self) -> None:
        """The scenario is another one; of a drag of ours only the marker is."""
        if not self.isVisible():
            return
        if self._last is not None and self._last.is_landing:
            self._mark()
            return
        scenario = self._session.scenario
        if not self._swept.exists_in(scenario):
            first = next(iter(sweepable(scenario)))
            self.choose(Swept() if Swept().exists_in(scenario) else Swept(Place(first, 0, 0)))
        elif not self.reader.count():
            self.choose(self._swept)
        else:
            self._fill()
            self._start()

    def _start(self) -> None:
        if self._is_filling or not self.isVisible():
            return
        self._points = []
        scenario, swept = self._session.scenario, self._swept
        try:
            values = evenly(self.first.value(), self.last.value())
        except InputError as error:
            self._say_refused(error)
            return
        self._work = sweep(lambda number: swept.put(scenario, number).scenario, values, self._row)
        self._mark()
        self._timer.start()

    def _compute(self) -> None:
        """Some more points, then a look at the event loop."""
        until = perf_counter() + TURN
        try:
            while perf_counter() < until:
                self._points.append(next(self._work))
        except StopIteration:
            self._timer.stop()
            self._draw()
        except InputError as error:
            self._say_refused(error)

    def _say_refused(self, error: InputError) -> None:
        self._timer.stop()
        self._points = []
        told = refusal(error, self._session.scenario)
        for plot in (self.weights_plot, self.output_plot):
            plot.show_lines([], told)
        self.words.setText(breakable(told))
        self._mark()

    def _draw(self) -> None:
        scenario, points = self._session.scenario, self._points
        values = [point.value for point in points]
        told = summary(points, self._label, self.reader.currentText(), scenario, self._look)
        hidden = []
        for plot, part, names in (
            (self.weights_plot, "weights", source_names(scenario)),
            (self.output_plot, "output", output_names(points)),
        ):
            rows = [getattr(point, part) for point in points]
            columns = moving_most(rows)
            if len(columns) < len(names):
                hidden.append(f"{len(columns)} of {len(names)} lines of {part}")
            plot.show_lines(
                [
                    Line(
                        names[column],
                        values,
                        [float(row[column]) for row in rows],
                        ROLES[index % len(ROLES)],
                        index // len(ROLES) + index % len(DASHES),
                    )
                    for index, column in enumerate(columns)
                ],
                told,
            )
            plot.set_x_label(self._label)
        if scenario.weights is None:
            self.weights_plot.set_y_range(0, 1)
        shown = f" Drawn: {' and '.join(hidden)}, those that move most." if hidden else ""
        self.words.setText(breakable(f"{told}{shown}"))
        self._mark()

    def _mark(self) -> None:
        """Show the number as it is in words; in the plots and on the slider as it will be."""
        newest, number = self._session.pending.newest, self._swept.current(self._session.scenario)
        coming = self._swept.current(newest) if self._swept.exists_in(newest) else number
        for plot in (self.weights_plot, self.output_plot):
            plot.set_marker(coming)
        low, high = self.first.value(), self.last.value()
        share = (coming - low) / (high - low) if high > low else 0.0
        self.slider.blockSignals(True)
        self.slider.setValue(round(min(max(share, 0.0), 1.0) * (POINTS - 1)))
        self.slider.blockSignals(False)
        outside = "" if 0 <= share <= 1 else ", outside of this range"
        self.now.setText(f"Now: {self._label} = {self._look.number(number)}{outside}")

    @property
    def _label(self) -> str:
        """What the number is called."""
        return self._look.words(self._swept.label)

    def _begin(self) -> None:
        self._gesture = self._last = self._session.gesture(may_lag=True)

    def _end(self) -> None:
        self._gesture = None

    def _slid(self, index: int) -> None:
        """The slider stands elsewhere: by the mouse within a drag, by keys one at a time."""
        values = evenly(self.first.value(), self.last.value()) if self._points else ()
        if values:
            self._put(values[index], ends=not self.slider.isSliderDown())

    def _put(self, number: float, ends: bool = False) -> None:
        if self._gesture is None:
            if not self._session.settle():
                return
            self._begin()
        assert self._gesture is not None
        low, high = self.first.value(), self.last.value()
        self._gesture.edit(self._swept.put, min(max(number, low), high))
        if ends:
            self._end()

    def _give(self, take: Callable[[Sheet], object]) -> None:
        if self._points:
            take(as_sheet(self._points, self._label, self._session.scenario))
            self.activateWindow()  # asked where to save it, the main window was in front

    def _restyle(self) -> None:
        em = self._look.em
        self._body.setContentsMargins(em, em, em, em)
        self._body.setSpacing(em // 2)
        self._plots.setSpacing(em // 2)
        self._form.setVerticalSpacing(em // 3)
        for plot in (self.weights_plot, self.output_plot):
            plot.setMinimumSize(15 * em, 12 * em)
        set_ink(self.words, self._look.theme.text)
        self.now.setFont(self._look.font(bold=True))
        if self._points and not self._timer.isActive():
            self._draw()


def _number() -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setRange(-LARGEST, LARGEST)
    box.setDecimals(3)
    box.setKeyboardTracking(False)
    return box
