"""What the step panel says, read back from what it draws: every number is true, and leads on."""

import re

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLabel

from explorer.app.session import Session
from explorer.files import list_examples, load_example
from explorer.model import Granularity, Place
from explorer.model.contributions import contributions
from explorer.model.expressions import (
    Exponential,
    Function,
    Maximum,
    Number,
    Quotient,
    SquareRoot,
    Symbol,
    numbers,
)
from explorer.model.number_format import exact_text, format_number
from explorer.model.origins import is_computed
from explorer.ui.walk.contributions_bar import ContributionsBar
from explorer.ui.walk.products_strip import ProductsStrip
from explorer.ui.walk.rounding_note import RoundingNote
from explorer.ui.walk.step_panel import StepPanel
from explorer.ui.walk.step_sections import StepSections
from explorer.ui.walk.unfolded_model import Part

EXAMPLES = [example.name for example in list_examples()]
STAGE, READER, CELL, TERM = Granularity
MOST_STEPS = 14
NUMBER = r"−?\d+(?:\.\d+)?(?:e−?\d+)?"


def written(box):
    """What is drawn in a box on one line, with brackets for what its layout says."""
    inside = [part.box for part in box.parts]
    match box.source:
        case Quotient():
            top, bottom = inside
            return f"(({written(top)})/({written(bottom)}))"
        case Exponential():
            _e, power = inside
            return f"e^({written(power)})"
        case SquareRoot():
            return f"√({written(inside[0])})"
        case Function(name, _):
            return f"{name}({written(inside[-2])})"
        case Maximum():
            return f"max({written(inside[-2])})"
    own = "" if box.ink is None else box.ink.text
    return own + "".join(map(written, inside))


def arithmetic_of(view):
    """The forms of a drawn derivation, and its result."""
    text = re.sub(rf"stored as({NUMBER})", "", written(view.box))
    _symbol, *forms, result = re.split("[=≈]", text)
    return forms, result


def number(text):
    return float(text.replace("−", "-"))


def stands_for(text):
    """A number written with so many decimals, as the numbers it may have been rounded from."""
    mantissa, _, exponent = text.partition("e")
    digits = len(mantissa.partition(".")[2])
    half = 0.5 * 10.0 ** (int(exponent.replace("−", "-") or 0) - digits)
    return number(text) - half, number(text) + half


class Panel:
    """A step panel with all its sections, and what they say."""

    def __init__(self, scenario, look, read_back):
        self.session = Session(scenario)
        self.look = look
        self.panel = StepPanel(self.session, look)
        self.sections = StepSections(self.panel, self.session, look)
        self._read_back = read_back
        self.checked = set()

    @property
    def digits(self):
        return self.look.derivation_digits

    def check(self, what, text, value, digits="chosen"):
        """That an arithmetic, or a number, may have been written for a value."""
        self.checked.add(what)
        if "…" in text:
            return
        read = self._read_back(text, self.digits if digits == "chosen" else digits)
        size = 1e-12 * sum(abs(number(found)) for found in re.findall(NUMBER, text))
        assert read.widened(size).holds(value), f"{what}: {text} is not {value}"

    def check_all(self):
        self.check_derivation()
        if self.session.granularity is STAGE:
            self.check_stage()
        if self.session.granularity is READER:
            self.check_row()
        if self.session.term is not None:
            self.check_running_sum()
        self.check_origins()
        self.check_chain()
        self.check_rounding()
        self.check_contributions()

    def check_derivation(self):
        derivation = self.session.derivation
        if not np.isfinite(derivation.result):
            assert derivation.note
            return
        forms, result = arithmetic_of(self.panel.derivation)
        assert len(forms) == len(derivation.lines)
        self.check("result", result, derivation.result)
        for form in forms:
            self.check("derivation", form, derivation.result)

    def check_stage(self):
        """Sizes multiply as matrices do, and the operator has the numbers of the inputs."""
        summary, trace = self.panel.content.stage_summary, self.session.trace
        stage = self.session.stage
        read, made = summary.shapes.text().rpartition("→")[::2]
        sizes = [tuple(map(int, size.split(" × "))) for size in re.findall(r"\d+ × \d+", read)]
        made = tuple(map(int, made.split(" × ")))
        assert made == trace.shape_of(stage.name)
        if "·" in read:
            (rows, inner), (same, columns) = sizes
            assert (inner, (rows, columns)) == (same, made)
        elif stage.name == "embeddings":  # rows of a table, looked up
            assert [columns for _rows, columns in sizes] == [made[1]]
        else:
            assert all(size == made for size in sizes)
        self.checked.add("shapes")
        operator, inputs = summary.operator.text(), trace.inputs
        if root := re.search(rf"√(\d+) [=≈] ({NUMBER})", operator):
            self.check("operator", f"√{root[1]}", np.sqrt(inputs.d))
            self.check("operator", root[2], np.sqrt(inputs.d), 3)
        elif factor := re.search(rf"× ({NUMBER})", operator):
            self.check("operator", factor[1], inputs.scale, 3)
        elif "tanh" in operator:
            for cap in re.findall(NUMBER, operator):
                self.check("operator", cap, inputs.softcap, 3)

    def check_row(self):
        trace = self.session.trace
        for line in self.panel.content.row_list.lines:
            value = trace.number(line.place)
            said = line.accessibleName().removesuffix(" = −∞")
            if not np.isfinite(value):
                continue
            arithmetic, result = re.split(" [=≈] ", said)
            self.check("row", result, value)
            arithmetic = arithmetic.rpartition(": ")[2]
            if re.match(r"[−(√\d]|e\^|max|sin|cos", arithmetic):
                self.check("row", arithmetic, value)
            else:
                assert arithmetic.endswith(".")  # why it has none

    def check_running_sum(self):
        session = self.session
        text = written(self.panel.content.running_sum.box)
        products, total = re.split("The sum so far[=≈] ", text)
        added, term = contributions(session.trace, session.step).products, session.term
        self.check("sum so far", total, added[: term + 1].sum())
        self.check("running sum", products, added.sum())
        if "…" not in products:
            for text, product in zip(products.split("+"), added, strict=True):
                self.check("running sum", text, product)

    def check_origins(self):
        trace, above = self.session.trace, None
        if self.panel.origins.isHidden():
            return
        for row in self.panel.origins.rows:
            text = row.accessibleName().partition(", ")[0]
            if row.place is not None:
                above = trace.number(row.place)
                self.check("origins", text, above)
            elif row.text() == "from numbers typed in":
                self.check("origins", text, above)
            else:
                inputs = trace.inputs
                fields = (inputs.d, inputs.scale, inputs.softcap)
                assert float(text) in fields
                self.checked.add("settings")

    def check_chain(self):
        model, tree = self.sections.unfolded.model, self.sections.unfolded.tree
        for index in tree.shown():
            derivation = model.node(index).derivation
            if derivation is None or not np.isfinite(derivation.result):
                continue
            self.check("chain", index.data(Part.VALUE), derivation.result)
            arithmetic = index.data(Part.ARITHMETIC)
            if arithmetic.startswith("= "):
                self.check("chain", arithmetic[2:], derivation.result)
            else:
                assert arithmetic in ("", derivation.note)

    def check_rounding(self):
        text = self.panel.findChild(RoundingNote).label.text()
        for sentence in text.splitlines():
            if row := re.search(r"weights .* add up to (\S+); .* add up to (\S+)\.", sentence):
                weights = self.session.trace.weights[self.session.step.row]
                shown = [number(format_number(weight, self.digits)) for weight in weights]
                low, high = stands_for(row[1])
                assert low <= sum(shown) <= high
                self.check("rounding", row[2], weights.sum())
                continue
            line, from_shown, unrounded = re.search(
                r"decimals, (.*) gives (\S+); unrounded: (\S+)\.", sentence
            ).groups()
            self.check("rounding", unrounded, self.session.derivation.result)
            if "…" not in line:
                low, high = stands_for(from_shown)
                read = self._read_back(line, None)
                assert low - 1e-9 <= read.high
                assert read.low <= high + 1e-9
                self.checked.add("gap")

    def check_contributions(self):
        parts = contributions(self.session.trace, self.session.step)
        for kind in (ProductsStrip, ContributionsBar):
            picture = self.panel.findChild(kind)
            if picture.isHidden():
                continue
            caption = picture.caption.text().replace("\u200b", "")
            largest = parts.products[np.abs(parts.products).argmax()]
            if product := re.search(rf"(\S+×\S+) [=≈] ({NUMBER})\.", caption):
                self.check("caption", product[1], largest)
                self.check("caption", product[2], largest)
            elif each := re.search(rf"({NUMBER}) each", caption):
                self.check("caption", each[1], largest)
            else:
                assert "Every product is 0" in caption or "have the largest products" in caption


@pytest.fixture
def open_panel(qtbot, look, read_back):
    def open_panel(scenario):
        opened = Panel(scenario, look, read_back)
        qtbot.addWidget(opened.panel)
        opened.panel.resize(400, 900)
        opened.panel.show()
        return opened

    return open_panel


def some_positions(session):
    walk = session.walk
    spread = range(0, len(walk), len(walk) // MOST_STEPS + 1)
    return sorted({*walk.stage_starts, *spread, len(walk) - 1})


@pytest.mark.parametrize("granularity", Granularity)
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_line_of_the_panel_read_back_gives_its_number(open_panel, name, granularity):
    opened = open_panel(load_example(name))
    session = opened.session
    session.set_granularity(granularity)
    opened.sections.unfolded.set_open(True)
    for position in some_positions(session):
        session.go_to_position(position)
        opened.check_all()
    assert {"result", "chain"} <= opened.checked


@pytest.mark.parametrize("name", ["one-query-three-sources", "bias-and-cap", "reads-nothing"])
def test_every_part_of_a_stage_read_back_gives_its_number(open_panel, name):
    opened = open_panel(load_example(name))
    session = opened.session
    for stage in session.trace.stages:
        for quantity in stage.quantities:
            for row, column in np.ndindex(session.trace.shape_of(quantity.name)):
                session.go_to(Place(quantity.name, row, column))
                opened.check_all()


@pytest.mark.parametrize("digits", [2, 5, 8, None])
def test_the_panel_is_true_with_any_number_of_digits(open_panel, look, digits):
    look.preferences.digits = digits or 3
    look.all_digits = digits is None
    opened = open_panel(load_example("three-positions"))
    opened.sections.unfolded.set_open(True)
    for granularity in Granularity:
        opened.session.set_granularity(granularity)
        for position in some_positions(opened.session):
            opened.session.go_to_position(position)
            opened.check_all()
    expected = {"result", "derivation", "shapes", "operator", "row", "running sum", "sum so far"}
    expected |= {"origins", "settings", "chain", "caption"} | ({"gap"} if digits else set())
    assert expected <= opened.checked


def test_reading_the_panel_back_notices_another_number(open_panel):
    opened = open_panel(load_example("one-query-three-sources"))
    opened.session.go_to(Place("weights", 0, 1))
    forms, result = arithmetic_of(opened.panel.derivation)
    assert forms == [
        "((e^(0))/(e^(0.707)+e^(0)+e^(0.707)))",
        "((1)/(2.028+1+2.028))",
        "((0.493)/(2.493))",
    ]
    with pytest.raises(AssertionError, match=r"0\.198 is not 0\.2"):
        opened.check("result", result, 0.2)
    with pytest.raises(AssertionError, match="derivation"):
        opened.check("derivation", forms[2], 0.2)


def drawn_numbers(view):
    """Every number a view draws: its box, and whether it stands in an index of a symbol."""
    inside_symbol = set()
    for placed in view.box.everything():
        box = placed.box
        if isinstance(box.source, Symbol):
            inside_symbol |= {id(part.box) for part in box.everything()}
        if box.ink is not None and re.fullmatch(NUMBER, box.ink.text):
            yield box, id(box) in inside_symbol


@pytest.mark.parametrize("granularity", Granularity)
@pytest.mark.parametrize("name", EXAMPLES)
def test_every_number_with_an_origin_is_a_link_to_it(open_panel, name, granularity):
    opened = open_panel(load_example(name))
    session, view = opened.session, opened.panel.derivation
    session.set_granularity(granularity)
    for position in some_positions(session):
        session.go_to_position(position)
        result = session.derivation.result
        own = {format_number(result, 3), exact_text(result)}
        running = opened.panel.content.running_sum
        drawn = [*drawn_numbers(view), *drawn_numbers(running)]
        boxes = [box for box, is_index in drawn if not is_index]
        for box in (box for box in boxes if box.place is not None):
            assert box.ink.text == format_number(session.trace.number(box.place), 3)
        assert [box.place for box in boxes if box.place] == [*view.links, *running.links]
        loose = [box for box in boxes if box.place is None]
        settings = [box for box in loose if isinstance(box.source, Number) and box.source.field]
        results = {box.ink.text for box in loose if box not in settings}
        assert results <= own | total_of(opened) | counted(session)


def counted(session):
    """A position and what it is divided by stand in no cell."""
    if session.step.array != "angles":
        return set()
    return {format_number(one.value, 3) for one in numbers(session.derivation.forms[0])}


def total_of(opened):
    """The number behind `The sum so far`, which is a result as well."""
    text = written(opened.panel.content.running_sum.box)
    return set(re.findall(rf"so far[=≈] ({NUMBER})$", text))


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_link_leads_to_the_step_or_the_cell_of_its_number(open_panel, qtbot, name):
    opened = open_panel(load_example(name))
    session, view = opened.session, opened.panel.derivation
    for stage in session.trace.stages:
        for quantity in stage.quantities:
            here = Place(quantity.name, 0, 0)
            session.go_to(here)
            for index, place in enumerate(view.links):
                view.focus_target(index)
                if is_computed(session.trace, place):
                    qtbot.keyClick(view, Qt.Key.Key_Return)
                    assert session.step == place
                    session.go_back()
                else:
                    with qtbot.waitSignal(opened.panel.cell_requested) as asked:
                        qtbot.keyClick(view, Qt.Key.Key_Return)
                    assert asked.args == [place]
                assert session.step == here


def follow(qtbot, view, wanted, by):
    """Follow the first number of the wanted table in a derivation."""
    index = next(at for at, place in enumerate(view.links) if place.array == wanted)
    if by == "mouse":
        centre = view.targets[index].rect.center().toPoint()
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=centre)
        return
    for _ in range(index):
        qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Return)


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
@pytest.mark.parametrize(
    "way",
    [
        ("exponentials", "differences", "scaled_scores", "scores"),
        ("row_sum", "exponentials", "differences", "row_maximum", "scaled_scores", "scores"),
        ("powers", "scaled_scores", "scores"),
        ("scaled_scores", "scores"),
    ],
)
def test_a_weight_can_be_followed_to_the_cells_of_q_and_k_without_a_gap(open_panel, qtbot, way, by):
    opened = open_panel(load_example("one-query-three-sources"))
    session, view = opened.session, opened.panel.derivation
    session.go_to(Place("weights", 0, 1))
    for table in way:
        follow(qtbot, view, table, by)
        assert session.step.array == table
    assert len(session.trail) == len(way)
    for table in ("query", "key"):
        with qtbot.waitSignal(opened.panel.cell_requested) as asked:
            follow(qtbot, view, table, by)
        assert asked.args[0].array == table
        view.focus_target(0)


@pytest.mark.parametrize("by", ["mouse", "keyboard"])
def test_a_number_of_the_running_sum_leads_to_its_weight(open_panel, qtbot, by):
    opened = open_panel(load_example("one-query-three-sources"))
    session, view = opened.session, opened.panel.content.running_sum
    session.set_granularity(TERM)
    session.go_to(Place("output", 0, 0))
    assert [place.array for place in view.links] == ["weights", "value"] * 3
    assert view.accessibleDescription() == "Link: weight of Source 1 for Query 1"
    view.focus_target(2)
    if by == "mouse":
        centre = view.targets[2].rect.center().toPoint()
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=centre)
    else:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert session.step == Place("weights", 0, 1)


def test_no_label_of_the_panel_says_nan_or_none(open_panel):
    opened = open_panel(load_example("reads-nothing"))
    for granularity in Granularity:
        opened.session.set_granularity(granularity)
        for position in some_positions(opened.session):
            opened.session.go_to_position(position)
            texts = [label.text() for label in opened.panel.findChildren(QLabel)]
            texts.append(written(opened.panel.derivation.box))
            assert not [text for text in texts if re.search(r"\b(nan|None)\b", text)]
