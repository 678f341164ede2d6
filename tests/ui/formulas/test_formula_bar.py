"""The formula bar: the step's part is marked, each symbol explained, each part leads somewhere."""

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPointF, Qt
from PySide6.QtGui import QMouseEvent
from PySide6.QtWidgets import QApplication, QLabel

from explorer.app import edits
from explorer.app.text_edits import set_projection_biases
from explorer.files import load_example
from explorer.model import Place, Scenario
from explorer.model.expressions import Number, StagePart, Symbol
from explorer.model.places import Axis
from explorer.ui.formulas.formula_bar import FormulaBar


@pytest.fixture
def bar(qtbot, session, look):
    bar = FormulaBar(session, look)
    qtbot.addWidget(bar)
    bar.resize(1280, 60)
    bar.show()
    return bar


def target(bar, wanted):
    """The index of the target that shows a symbol, or the part of a stage."""
    for index in range(len(bar.view.targets)):
        subject = bar.view.subject(index)
        if subject == wanted or (isinstance(subject, StagePart) and subject.stage == wanted):
            return index
    raise AssertionError(f"{wanted} is not in the formula")


def marked(bar):
    frames = [part.box for part in bar.view.box.everything() if part.box.frame is not None]
    return [box.source.stage for box in frames]


def point_at(widget, point):
    """Move the pointer within a widget."""
    button = Qt.MouseButton.NoButton
    move = QMouseEvent(
        QEvent.Type.MouseMove,
        point,
        widget.mapToGlobal(point),
        button,
        button,
        Qt.KeyboardModifier.NoModifier,
    )
    QApplication.sendEvent(widget, move)


def click(bar, qtbot, index):
    centre = bar.view.targets[index].rect.center().toPoint()
    qtbot.mouseClick(bar.view, Qt.MouseButton.LeftButton, pos=centre)


def test_the_formula_is_read_out_as_text(bar):
    assert bar.view.accessibleName() == "Formula: Y = softmax(Q·Kᵀ / √d)·V"


@pytest.fixture
def text_bar(bar, session):
    """The bar on a text with positions."""
    session.load(load_example("same-token-two-places"), None)
    return bar


def test_what_queries_keys_and_values_are_made_of_stands_beside_the_formula(text_bar):
    assert text_bar.view.accessibleName() == (
        "Formula: X = E[tokens]; P = sinusoids(n); H = X + P; Q = H·W_Q; K = H·W_K; V = H·W_V; "
        "Y = softmax(Q·Kᵀ / √d)·V"
    )


@pytest.mark.parametrize(
    "stage", ["embeddings", "positions", "positioned", "query", "key", "value", "output"]
)
def test_the_equation_of_a_vector_is_marked_at_its_step(text_bar, session, stage):
    session.go_to(Place(stage, 1, 0))
    assert marked(text_bar) == [stage]


def test_a_click_on_a_projection_goes_to_its_stage_and_explains_it(text_bar, session, qtbot):
    click(text_bar, qtbot, target(text_bar, Symbol("W_K")))
    assert session.step == Place("key", 0, 0)
    assert text_bar.card.heading.text() == "W_K, 2 × 2"
    assert "learned" in text_bar.card.sentence.text()


def test_bias_vectors_appear_in_the_equations(text_bar, session):
    session.edit(set_projection_biases, True)
    assert "Q = H·W_Q + b_Q" in text_bar.view.accessibleName()


@pytest.mark.parametrize("zoom", [75, 100, 200, 300])
@pytest.mark.parametrize("stage", ["positions", "key", "weights"])
def test_the_equations_keep_to_the_width_and_the_one_of_the_step_stays(
    qtbot, text_bar, session, look, zoom, stage
):
    look.preferences.zoom = zoom
    session.edit(set_projection_biases, True)
    session.go_to(Place(stage, 0, 0))
    text_bar.resize(1366, text_bar.sizeHint().height())
    assert marked(text_bar) == [stage]
    if zoom <= 200:
        qtbot.waitUntil(lambda: text_bar.view.box.width <= text_bar.view.width() <= 1366)
        assert text_bar.view.box.height < 6 * look.em


@pytest.mark.parametrize("stage", ["scores", "scaled_scores", "weights", "output"])
def test_the_part_of_the_current_step_is_marked(bar, session, stage):
    session.go_to(Place(stage, 0, 0))
    assert marked(bar) == [stage]


def test_a_click_on_a_symbol_goes_to_its_part_and_explains_it(bar, session, qtbot):
    session.go_to(Place("output", 0, 0))
    click(bar, qtbot, target(bar, Symbol("K")))
    assert session.step == Place("scores", 0, 0)
    assert bar.card.isVisible()
    assert bar.card.heading.text() == "K, 3 × 2"


@pytest.mark.parametrize("stage", ["scaled_scores", "weights", "output"])
def test_enter_on_a_part_goes_to_the_first_step_of_its_stage(bar, session, qtbot, stage):
    bar.view.focus_target(target(bar, stage))
    qtbot.keyClick(bar.view, Qt.Key.Key_Return)
    assert session.step == Place(stage, 0, 0)
    assert bar.card.heading.text() == session.trace.stage(stage).action


def test_the_name_of_the_output_leads_nowhere_and_is_explained(bar, session, qtbot):
    click(bar, qtbot, target(bar, Symbol("Y")))
    assert session.step == Place("scores", 0, 0)
    assert bar.card.heading.text() == "Y, 1 × 1"


def test_pointing_at_a_symbol_explains_it_and_pointing_away_closes_the_card(bar):
    index = target(bar, Symbol("d"))
    point_at(bar.view, bar.view.targets[index].rect.center())
    assert bar.card.heading.text() == "d = 2"
    point_at(bar.view, QPointF(0, 0))
    assert bar.card.isHidden()


def test_the_arrow_keys_reach_every_symbol_and_escape_closes_the_card(bar, qtbot):
    headings = []
    for _ in bar.view.targets[1:]:
        qtbot.keyClick(bar.view, Qt.Key.Key_Right)
        headings.append(bar.card.heading.text())
    assert {"Q, 1 × 2", "K, 3 × 2", "Kᵀ, 2 × 3", "d = 2", "V, 3 × 1"} <= set(headings)
    assert bar.view.accessibleDescription() == bar.card.accessibleName()
    qtbot.keyClick(bar.view, Qt.Key.Key_Escape)
    assert bar.card.isHidden()


def test_the_card_of_v_names_the_clash_with_the_size_of_the_vocabulary(bar):
    bar.explain(target(bar, Symbol("V")))
    assert "vocabulary" in bar.card.sentence.text()


def test_the_formula_follows_the_stages_of_the_scenario(bar, session):
    session.edit(edits.set_softcap, 30.0)
    assert bar.view.accessibleName() == "Formula: Y = softmax(c·tanh(Q·Kᵀ / √d / c))·V"


def test_the_remark_says_what_the_formula_does_not(bar, session):
    assert bar.remark.text().startswith("d = 2 · softmax works row by row")
    scenario = Scenario(
        value=np.array([[1.0]]), weights=np.array([[1.0]]), queries=("a",), sources=("b",)
    )
    session.load(scenario, None)
    assert "typed in" in bar.remark.text()


def test_the_symbols_button_opens_the_whole_table_and_it_follows_the_shapes(bar, session, qtbot):
    bar.symbols_button.click()
    table = bar._symbols
    assert table.isVisible()
    assert not table.isModal()
    assert [symbol for symbol, *_ in table.rows()][:6] == ["Q", "K", "Kᵀ", "Q·Kᵀ", "d", "softmax"]
    session.edit(edits.insert, Axis.SOURCES, 0)
    assert ("K", "4 × 2") in [(symbol, size) for symbol, _, size in table.rows()]
    assert any(label.text() == "4 × 2" for label in table.findChildren(QLabel))
    qtbot.keyClick(table, Qt.Key.Key_Escape)
    assert table.isHidden()


def symbols_now(bar):
    """The size or the value beside each symbol of the open table, as its labels say it."""
    texts = [label.text() for label in bar._symbols.findChildren(QLabel) if not label.isHidden()]
    return {symbol: now for symbol, _, now in bar._symbols.rows() if symbol in texts}


def test_the_table_has_the_single_numbers_of_the_step_and_follows_it(bar, session, look):
    session.go_to(Place("weights", 0, 1))
    bar.show_symbols()
    assert symbols_now(bar).items() >= {"a₁₂": "≈ 0.198", "z₁₂": "0", "q₁": "1 × 2"}.items()
    session.go_to(Place("scaled_scores", 0, 2))
    assert symbols_now(bar).items() >= {"a₁₃": "≈ 0.401", "z₁₃": "≈ 0.707"}.items()
    assert "a₁₂" not in symbols_now(bar)
    look.preferences.digits = 5
    assert symbols_now(bar)["a₁₃"] == "≈ 0.40111"


def test_the_table_has_the_letters_of_a_stage_while_it_takes_part(bar, session, qtbot):
    bar.show_symbols()
    before = set(symbols_now(bar))
    session.edit(edits.set_softcap, 30.0)
    with_cap = (before | {"c", "tanh", "t₁₁", "e^t₁₁"}) - {"e^z₁₁"}
    qtbot.waitUntil(lambda: set(symbols_now(bar)) == with_cap)
    session.undo_stack.undo()
    qtbot.waitUntil(lambda: set(symbols_now(bar)) == before)


def test_the_table_gives_away_no_result_that_is_to_be_predicted(bar, session):
    session.go_to(Place("weights", 0, 1))
    session.reveal.predicting = True
    bar.show_symbols()
    now = symbols_now(bar)
    assert (now["a₁₂"], now["y₁₁"], now["z₁₂"]) == ("?", "?", "0")
    session.reveal.open()
    assert symbols_now(bar)["a₁₂"] == "≈ 0.198"


def test_a_table_that_was_closed_shows_the_numbers_of_the_moment_when_it_opens_again(bar, session):
    bar.show_symbols()
    bar._symbols.reject()
    session.go_to(Place("weights", 0, 1))
    bar.show_symbols()
    assert "a₁₂" in symbols_now(bar)
    assert any(label.text() == "≈ 0.198" for label in bar._symbols.findChildren(QLabel))


def test_a_number_of_the_formula_is_explained_by_what_it_stands_for(bar, session):
    session.edit(edits.set_scale, 0.3)
    bar.explain(target(bar, Number(0.3, field="scale")))
    assert bar.card.heading.text() == "scale = 0.3"


@pytest.mark.parametrize("zoom", [75, 100, 200])
@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_the_formula_fits_a_laptop_screen_at_every_size(bar, look, zoom, theme):
    look.preferences.theme = theme
    look.preferences.zoom = zoom
    bar.resize(1366, bar.sizeHint().height())
    bar.grab()
    assert bar.width() == 1366
    assert bar.view.width() >= bar.view.box.width
    assert bar.view.height() >= bar.view.box.height


def test_a_formula_without_room_is_drawn_smaller_and_whole(bar, session, look):
    session.load(load_example("bias-and-cap"), None)
    look.preferences.zoom = 300
    bar.resize(3000, bar.sizeHint().height())
    bar.grab()
    full = bar.view.box.width
    assert full > 1272 / 2
    bar.resize(1272, bar.height())
    bar.grab()
    assert bar.width() == 1272
    assert bar.view.box.width <= bar.view.width()
    assert bar.view.box.width < full
