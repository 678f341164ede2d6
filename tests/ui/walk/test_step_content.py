"""What the panel shows at each granularity."""

from dataclasses import replace

import numpy as np
import pytest
from PySide6.QtWidgets import QLabel

from explorer.app import edits
from explorer.app.session import Session
from explorer.files import list_examples, load_example
from explorer.model import Granularity, Place, Scenario
from explorer.model.scenario import default_names
from explorer.ui.walk.running_sum import shown_terms
from explorer.ui.walk.step_panel import StepPanel

STAGE, READER, CELL, TERM = Granularity


@pytest.fixture
def show(qtbot, look):
    def show(scenario, granularity, place):
        session = Session(scenario)
        session.set_granularity(granularity)
        session.go_to(place)
        panel = StepPanel(session, look)
        qtbot.addWidget(panel)
        panel.resize(370, 620)
        panel.show()
        return session, panel

    return show


def parts_shown(panel):
    content = panel.content
    parts = ("stage_summary", "row_list", "caption", "derivation", "running_sum", "origins")
    return [name for name in parts if not getattr(content, name).isHidden()]


@pytest.mark.parametrize(
    ("granularity", "parts"),
    [
        (STAGE, ["stage_summary", "caption", "derivation"]),
        (READER, ["row_list", "caption", "derivation"]),
        (CELL, ["derivation", "origins"]),
        (TERM, ["derivation", "running_sum", "origins"]),
    ],
)
def test_each_granularity_shows_its_own_parts(show, seed_scenario, granularity, parts):
    _session, panel = show(seed_scenario, granularity, Place("scores", 0, 0))
    assert parts_shown(panel) == parts


def test_a_stage_shows_its_formula_and_shapes(show, seed_scenario):
    _session, panel = show(seed_scenario, STAGE, Place("scores", 0, 0))
    summary = panel.content.stage_summary
    assert panel.heading.text() == "Dot products"
    assert panel.sentence.text() == "The whole table, 1 × 3"
    assert panel.position.text() == "dot products · the whole table"
    assert summary.formula.accessibleName() == "Q·Kᵀ"
    assert summary.shapes.text() == "(1 × 2) · (2 × 3) → 1 × 3"
    assert summary.letters.text() == "(n_query × d) · (d × n_key) → n_query × n_key"
    assert summary.operator.isHidden()


def test_a_later_stage_shows_the_operator_and_its_letter(show, seed_scenario):
    _session, panel = show(seed_scenario, STAGE, Place("weights", 0, 0))
    summary = panel.content.stage_summary
    assert summary.formula.accessibleName().startswith("A = softmax(")
    assert summary.operator.text() == "In this step: softmax, row by row"


def test_the_cell_that_is_explained_below_a_stage_is_the_one_that_was_clicked(show, seed_scenario):
    session, panel = show(seed_scenario, STAGE, Place("weights", 0, 0))
    session.go_to(Place("weights", 0, 1))
    assert panel.content.caption.text() == "One of its cells: Query 1 reads from Source 2"
    assert panel.derivation.accessibleName().endswith("≈ 0.198")
    assert session.position == 2


def test_a_reader_has_a_line_for_each_cell(show, seed_scenario):
    _session, panel = show(seed_scenario, READER, Place("weights", 0, 0))
    assert panel.sentence.text() == "Query 1 reads from every source"
    assert panel.position.text() == "softmax · Query 1"
    assert [line.accessibleName() for line in panel.content.row_list.lines] == [
        "Source 1: 1 / 2.493 ≈ 0.401",
        "Source 2: 0.493 / 2.493 ≈ 0.198",
        "Source 3: 1 / 2.493 ≈ 0.401",
    ]
    assert panel.content.row_list.more.isHidden()


def test_a_line_of_a_row_chooses_its_cell_and_stays_at_the_step(show, seed_scenario):
    session, panel = show(seed_scenario, READER, Place("scores", 0, 0))
    panel.content.row_list.lines[2].click()
    assert session.step == Place("scores", 0, 2)
    assert session.position == 0
    assert panel.derivation.accessibleName() == "q₁·k₃ = 1×1 + 0×1 = 1"


def test_a_line_follows_an_edit(show, seed_scenario):
    session, panel = show(seed_scenario, READER, Place("scores", 0, 0))
    session.edit(edits.set_cells, "key", 2, 0, np.array([[5.0]]))
    assert panel.content.row_list.lines[2].accessibleName() == "Source 3: 1×5 + 0×1 = 5"


def long_row(n=40):
    names = default_names("Position", n)
    rng = np.random.default_rng(2)
    query, key, value = (rng.normal(size=(n, 3)) for _ in range(3))
    return Scenario(query=query, key=key, value=value, queries=names, sources=names)


@pytest.mark.parametrize(("column", "first"), [(0, 0), (11, 0), (12, 1), (39, 28)])
def test_a_long_row_shows_twelve_cells_with_the_chosen_one_among_them(show, column, first):
    _session, panel = show(long_row(), READER, Place("scores", 3, column))
    lines = panel.content.row_list.lines
    assert [line.place.column for line in lines] == list(range(first, first + 12))
    assert panel.content.row_list.more.text() == "… 28 more"


def test_a_product_shows_the_sum_so_far(show, seed_scenario):
    session, panel = show(seed_scenario, TERM, Place("output", 0, 0))
    running = panel.content.running_sum
    assert panel.position.text() == "mixing · Query 1 · product 1 of 3"
    assert running.accessibleName() == "Product 1 of 3; the sum so far ≈ 4.011"
    session.go_to_position(session.position + 2)
    assert running.accessibleName() == "Product 3 of 3; the sum so far = 20"
    session.go_to(Place("weights", 0, 0))
    assert running.isHidden()


def test_the_small_steps_of_the_softmax_say_why_the_largest_score_is_subtracted(
    show, seed_scenario
):
    _session, panel = show(seed_scenario, TERM, Place("row_maximum", 0, 0))
    assert panel.heading.text() == "Largest score of the row"
    assert panel.derivation.accessibleName().startswith("max₁ = max(0.707, 0, 0.707)")
    assert "too large" in panel.about.label.text()


def test_results_that_are_to_be_predicted_are_not_told(show, seed_scenario):
    session, panel = show(seed_scenario, READER, Place("scores", 0, 0))
    session.reveal.predicting = True
    assert all(line.accessibleName().endswith("= ?") for line in panel.content.row_list.lines)
    session.set_granularity(TERM)
    assert panel.content.running_sum.accessibleName().endswith("so far = ?")
    session.reveal.open()
    assert panel.content.running_sum.accessibleName().endswith("so far = 1")


def test_a_note_on_arithmetic_that_is_not_shown_waits_for_it(show, seed_scenario):
    session, panel = show(seed_scenario, CELL, Place("weights", 0, 1))
    assert panel.note.isVisible()
    session.reveal.predicting = True
    assert not panel.note.isVisible()
    assert "2.493" not in " ".join(row.accessibleName() for row in panel.origins.rows)
    session.reveal.open()
    assert panel.note.isVisible()


@pytest.mark.parametrize(
    ("count", "term", "shown"),
    [
        (3, 1, [0, 1, 2]),
        (7, 6, [0, 1, 2, 3, 4, 5, 6]),
        (64, 0, [0, 1, 2, None, 63]),
        (64, 30, [0, None, 28, 29, 30, 31, 32, None, 63]),
        (64, 63, [0, None, 61, 62, 63]),
    ],
)
def test_of_many_products_those_around_the_step_are_written(count, term, shown):
    assert shown_terms(count, term) == shown


def test_sections_stand_below_their_anchor_in_the_order_they_came(show, seed_scenario):
    _session, panel = show(seed_scenario, CELL, Place("scores", 0, 0))
    first, second, third = QLabel("1"), QLabel("2"), QLabel("3")
    panel.add_section(first, after="derivation")
    panel.add_section(third, after="origins")
    panel.add_section(second, after="derivation")
    column = panel.derivation.parentWidget().layout()
    order = [column.itemAt(index).widget() for index in range(column.count())]
    wanted = [panel.note, first, second, panel.origins, third, panel.about]
    assert [widget for widget in order if widget in wanted] == wanted


@pytest.mark.parametrize("zoom", [100, 200])
@pytest.mark.parametrize("granularity", Granularity)
def test_every_stage_of_every_example_fits_the_panel(qtbot, look, granularity, zoom):
    look.preferences.zoom = zoom
    session = Session(load_example("one-query-three-sources"))
    panel = StepPanel(session, look)
    qtbot.addWidget(panel)
    session.set_granularity(granularity)
    for example in list_examples():
        session.load(load_example(example.name), None)
        panel.resize(340, 560)
        panel.show()
        assert panel.minimumSizeHint().width() <= 340
        for start in session.walk.stage_starts:
            session.go_to_position(start)
            panel.grab()
            content = panel.derivation.parentWidget()
            assert content.width() <= content.parentWidget().width()
            for view in (panel.content.stage_summary.formula, panel.content.running_sum):
                assert view.isHidden() or view.box.width <= view.width()


def test_a_blocked_cell_of_a_row_has_its_reason_in_place_of_arithmetic(show):
    scenario = replace(load_example("causal"), title="")
    _session, panel = show(scenario, READER, Place("weights", 0, 0))
    assert "blocks" in panel.content.row_list.lines[1].accessibleName()


def test_another_step_scrolls_back_to_its_arithmetic(show, seed_scenario):
    session, panel = show(seed_scenario, CELL, Place("scores", 0, 0))
    panel.resize(370, 260)
    panel.grab()
    bar = panel.content.verticalScrollBar()
    bar.setValue(bar.maximum())
    assert bar.value() > 0
    session.go_to_position(1)
    assert bar.value() == 0
