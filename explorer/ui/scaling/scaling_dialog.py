"""The scaling laboratory: choose random vectors, see what their scores and weights do."""

import math
from operator import attrgetter

from PySide6.QtCore import QSize, QTimer, Signal
from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import (
    QComboBox,
    QDialog,
    QDoubleSpinBox,
    QFormLayout,
    QFrame,
    QHBoxLayout,
    QPushButton,
    QScrollArea,
    QSpinBox,
    QVBoxLayout,
    QWidget,
)

from explorer.model.places import Role
from explorer.model.scaling_law import (
    LARGEST_D,
    MOST_SOURCES,
    Distribution,
    Measurement,
    Population,
    measure,
    opened,
    widths,
)
from explorer.ui.looks.look import Look
from explorer.ui.parts.line_plot import Line, LinePlot
from explorer.ui.parts.showing import show_when
from explorer.ui.parts.text import plain_label, set_ink
from explorer.ui.scaling.scaling_words import ASSUMPTION, breach, finding

TITLE = "Why scores are scaled"


class ScalingDialog(QDialog):
    """Controls, three plots against d, and what they show in words; a window of its own.

    The widths are measured one after the other while the event loop runs, so that nothing waits.

    Signals
    -------
    opened(Scenario)
        The person wants this draw as a scenario.
    """

    opened = Signal(object)

    def __init__(self, look: Look, parent: QWidget) -> None:
        super().__init__(parent)
        self.setObjectName("scalingDialog")
        self.setWindowTitle(TITLE)
        self._look = look
        self._measured_of: Population | None = None
        self._shown: dict[int, Measurement] = {}
        self._timer = QTimer(self, interval=0)
        self._timer.timeout.connect(self._measure_next)
        self.width_box = _whole(1, LARGEST_D, 64)
        self.sources = _whole(2, MOST_SOURCES, 8)
        self.distribution = QComboBox()
        self.distribution.addItems([str(distribution) for distribution in Distribution])
        self.spread = _real(0.1, 10, 1, 0.1)
        self.correlation = _real(0, 0.95, 0, 0.05)
        self.seed = _whole(0, 10**6, 0)
        self.open_button = QPushButton("Open this draw")
        self.open_button.clicked.connect(lambda _checked=False: self._open())
        self.spread_plot = LinePlot(look, "Spread of the scores", "d", log_x=True, log_y=True)
        self.largest_plot = LinePlot(look, "Largest weight of a reader", "d", log_x=True)
        self.entropy_plot = LinePlot(look, "Entropy of a reader, in bits", "d", log_x=True)
        self._plots_shown = (self.spread_plot, self.largest_plot, self.entropy_plot)
        self.finding = plain_label()
        self.breach = plain_label()
        self.assumption = plain_label(ASSUMPTION)
        self._arrange()
        self._connect()
        look.changed.connect(self._restyle)
        self._restyle()

    def sizeHint(self) -> QSize:
        return QSize(68 * self._look.em, 38 * self._look.em)

    @property
    def population(self) -> Population:
        """What is drawn from, as chosen."""
        return Population(
            n_key=self.sources.value(),
            distribution=Distribution(self.distribution.currentText()),
            spread=self.spread.value(),
            correlation=self.correlation.value(),
            seed=self.seed.value(),
        )

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        self._refresh()

    def _arrange(self) -> None:
        form = self._form = QFormLayout()
        form.addRow("&d, components of a query", self.width_box)
        form.addRow("&Sources", self.sources)
        form.addRow("Components are d&rawn from", self.distribution)
        form.addRow("Their s&pread σ", self.spread)
        form.addRow("Their &correlation ρ", self.correlation)
        form.addRow("Seed o&f the draw", self.seed)
        form.addRow(self.open_button)
        content = QWidget()
        words = self._words = QVBoxLayout(content)
        words.setContentsMargins(0, 0, 0, 0)
        for label in (self.finding, self.breach, self.assumption):
            words.addWidget(label)
        words.addStretch(1)
        scrolled = QScrollArea()
        scrolled.setAccessibleName("What the plots show")
        scrolled.setFrameShape(QFrame.Shape.NoFrame)
        scrolled.setWidgetResizable(True)
        scrolled.setWidget(content)
        self._below = QHBoxLayout()
        self._below.addLayout(form)
        self._below.addWidget(scrolled, 1)
        self._above = QHBoxLayout()
        for plot in self._plots_shown:
            self._above.addWidget(plot, 1)
        self._column = QVBoxLayout(self)
        self._column.addLayout(self._above, 1)
        self._column.addLayout(self._below)

    def _connect(self) -> None:
        for box in (self.width_box, self.sources, self.seed):
            box.valueChanged.connect(lambda _value: self._refresh())
        for real in (self.spread, self.correlation):
            real.valueChanged.connect(lambda _value: self._refresh())
        self.distribution.currentIndexChanged.connect(lambda _index: self._refresh())

    def _open(self) -> None:
        self.opened.emit(opened(self.population, self.width_box.value()))

    def _refresh(self) -> None:
        """Measure what was chosen where that is not done; nothing while nobody sees it."""
        if not self.isVisible():
            return
        if self._measured_of != self.population:
            self._measured_of = self.population
            self._shown = {}
        self._tell()
        self._timer.start()

    def _measure_next(self) -> None:
        population = self.population
        d = next((width for width in widths() if width not in self._shown), None)
        if d is None or not self.isVisible():
            self._timer.stop()
            return
        self._shown[d] = measure(population, d)
        self._plot(population, list(self._shown.values()))

    def _tell(self) -> None:
        chosen = measure(self.population, self.width_box.value())
        self.finding.setText(finding(self.population, chosen, self._look))
        self.breach.setText(breach(self.population, chosen, self._look))
        show_when(self.breach, bool(self.breach.text()))
        for plot in self._plots_shown:
            plot.setAccessibleDescription(self.finding.text())

    def _plot(self, population: Population, measured: list[Measurement]) -> None:
        d = [one.d for one in measured]
        spread = [one.spread for one in measured]
        self.spread_plot.show_lines(
            [
                Line("not scaled", d, spread, Role.KEY),
                Line("theory", d, [one.theory for one in measured], Role.COMPUTED, 1),
                Line("÷ √d", d, [one.spread / math.sqrt(one.d) for one in measured], Role.QUERY, 2),
            ],
            self.finding.text(),
        )
        for plot, quantity, most in (
            (self.largest_plot, attrgetter("largest"), 1.0),
            (self.entropy_plot, attrgetter("entropy"), math.log2(population.n_key)),
        ):
            plot.show_lines(
                [
                    Line("not scaled", d, [quantity(one.unscaled) for one in measured], Role.KEY),
                    Line("÷ √d", d, [quantity(one.scaled) for one in measured], Role.QUERY, 2),
                ],
                self.finding.text(),
            )
            plot.set_y_range(0, most)

    def _restyle(self) -> None:
        em = self._look.em
        self._form.setVerticalSpacing(em // 3)
        self._above.setSpacing(em // 2)
        self._below.setSpacing(2 * em)
        self._words.setSpacing(em // 2)
        self._column.setSpacing(em)
        self._column.setContentsMargins(em, em, em, em)
        for plot in self._plots_shown:
            plot.setMinimumSize(13 * em, 11 * em)
            plot.set_x_ticks([(math.log10(d), str(d)) for d in (1, 10, 100, 1000)])
        set_ink(self.assumption, self._look.theme.muted)
        self._refresh()


def _whole(low: int, high: int, value: int) -> QSpinBox:
    box = QSpinBox()
    box.setRange(low, high)
    box.setValue(value)
    box.setKeyboardTracking(False)
    return box


def _real(low: float, high: float, value: float, step: float) -> QDoubleSpinBox:
    box = QDoubleSpinBox()
    box.setRange(low, high)
    box.setSingleStep(step)
    box.setDecimals(2)
    box.setValue(value)
    box.setKeyboardTracking(False)
    return box
