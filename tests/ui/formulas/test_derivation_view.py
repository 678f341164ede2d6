"""The arithmetic behind a number, drawn and followed."""

import gc

import numpy as np
import pytest
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QGuiApplication, QMouseEvent
from PySide6.QtWidgets import QApplication, QLineEdit, QVBoxLayout, QWidget

from explorer.model import AttentionInputs, Place, attend, explain
from explorer.ui.formulas.derivation_view import DerivationView
from explorer.ui.formulas.math_boxes import Box

TRACE = attend(AttentionInputs([[1, 0]], [[1, 0], [0, 1], [1, 1]], [[10], [20], [30]]))


@pytest.fixture
def view(qtbot, look):
    view = DerivationView(look)
    qtbot.addWidget(view)
    view.resize(340, 300)
    view.show_derivation(explain(TRACE, "weights", 0, 2), lambda place: f"<{place.array}>")
    return view


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


def texts(view):
    return [part.box.ink.text for part in view.box.everything() if part.box.ink is not None]


def test_it_shows_the_powers_their_values_and_the_exact_result(view):
    shown = " ".join(texts(view))
    assert "2.028 2.028 + 1 + 2.028" in shown
    assert "≈ 0.401 stored as 0.4011120926797859" in shown


def test_a_result_that_is_not_rounded_has_an_equals_sign_and_nothing_beside_it(view):
    view.show_derivation(explain(TRACE, "output", 0, 0), str)
    assert texts(view)[-2:] == ["=", "20"]


def test_more_digits_are_shown_as_soon_as_they_are_chosen(view, look):
    look.preferences.digits = 8
    assert "0.40111209" in texts(view)


def test_what_was_laid_out_for_other_sizes_and_looks_is_not_kept(view, look):
    alive = []
    for _ in range(3):
        for zoom in (150, 100):
            look.preferences.zoom = zoom
            for width in range(200, 240):
                view.box_for(width)
        gc.collect()
        alive.append(sum(type(one) is Box for one in gc.get_objects()))
    assert alive == [alive[0]] * 3
    assert view.box_for(239) is view.box_for(239)


def test_its_accessible_name_is_the_derivation_as_text(view):
    assert view.accessibleName() == explain(TRACE, "weights", 0, 2).text()
    assert view.accessibleDescription() == "Link: <scaled_scores>"


def test_arrow_keys_move_among_the_numbers_and_enter_follows(view, qtbot):
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Right)
    qtbot.keyClick(view, Qt.Key.Key_Left)
    with qtbot.waitSignal(view.place_activated) as followed:
        qtbot.keyClick(view, Qt.Key.Key_Return)
    assert followed.args == [view.links[1]]
    assert view.links[1] == Place("scaled_scores", 0, 0)


def test_a_click_on_a_number_follows_it(view, qtbot):
    centre = view.targets[2].rect.center().toPoint()
    with qtbot.waitSignal(view.place_activated) as followed:
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=centre)
    assert followed.args == [Place("scaled_scores", 0, 1)]


def test_a_click_beside_the_numbers_follows_nothing(view, qtbot):
    with qtbot.assertNotEmitted(view.place_activated):
        qtbot.mouseClick(view, Qt.MouseButton.LeftButton, pos=QPoint(1, 1))


def test_the_pointer_is_a_hand_over_a_number_only(view):
    point_at(view, view.targets[0].rect.center())
    assert view.cursor().shape() == Qt.CursorShape.PointingHandCursor
    point_at(view, QPointF(1, 1))
    assert view.cursor().shape() == Qt.CursorShape.ArrowCursor


def test_tab_visits_every_number_and_then_leaves(view, qtbot):
    window = QWidget()
    qtbot.addWidget(window)
    before, after = QLineEdit(), QLineEdit()
    column = QVBoxLayout(window)
    for widget in (before, view, after):
        column.addWidget(widget)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    before.setFocus()
    visited = []
    qtbot.keyClick(before, Qt.Key.Key_Tab)
    while view.hasFocus():
        visited.append(view.focused)
        qtbot.keyClick(view, Qt.Key.Key_Tab)
    assert visited == list(range(len(view.links)))
    assert after.hasFocus()
    qtbot.keyClick(after, Qt.Key.Key_Backtab)
    assert view.focused == len(view.links) - 1
    view.setParent(None)


def test_another_value_in_the_same_cell_keeps_the_focused_number(view):
    view.focus_target(2)
    view.show_derivation(explain(TRACE, "weights", 0, 2), str)
    assert view.focused == 2
    view.show_derivation(explain(TRACE, "weights", 0, 1), str)
    assert view.focused == 0


LATEX = r"a_{13} = \frac{e^{0.707}}{e^{0.707} + e^{0} + e^{0.707}} = \frac{1}{2.493} \approx 0.401"
TEXT = "a₁₃ = e^0.707 / (e^0.707 + e^0 + e^0.707) = 1 / 2.493 ≈ 0.401"


@pytest.mark.parametrize(
    ("entry", "copied"),
    [(0, f"{TEXT} (stored as 0.4011120926797859)"), (1, LATEX), (2, f"${LATEX}$")],
)
def test_the_menu_copies_as_text_latex_and_markdown(view, entry, copied):
    view.copy_menu().actions()[entry].trigger()
    assert QGuiApplication.clipboard().text() == copied


def test_the_copy_key_copies_the_text(view, qtbot):
    qtbot.keyClick(view, Qt.Key.Key_C, Qt.KeyboardModifier.ControlModifier)
    assert QGuiApplication.clipboard().text().startswith("a₁₃ = ")


@pytest.mark.parametrize("zoom", [75, 100, 200, 300])
@pytest.mark.parametrize("stage", ["scores", "scaled_scores", "weights", "output"])
def test_nothing_is_wider_than_a_narrow_panel_at_any_zoom(view, look, zoom, stage):
    rng = np.random.default_rng(3)
    trace = attend(AttentionInputs(*(rng.normal(size=(12, 64)) for _ in range(3))))
    look.preferences.zoom = zoom
    look.preferences.digits = 4
    view.resize(340, 400)
    view.show_derivation(explain(trace, stage, 3, 4), str)
    assert all(part.rect.right() <= view.width() for part in view.targets)
    assert view.box.width + 2 * view.margin <= view.width()
    assert view.heightForWidth(340) >= view.box.height


def test_a_blocked_cell_has_its_result_and_no_links(view):
    inputs = AttentionInputs([[1.0]], [[1.0], [2.0]], np.eye(2), allowed=[[True, False]])
    view.show_derivation(explain(attend(inputs), "masked_scores", 0, 1), str)
    assert texts(view)[-2:] == ["=", "−∞"]
    assert (view.links, view.accessibleDescription()) == ([], "")
    view.grab()


def test_the_numbers_of_the_last_line_lead_to_the_exponential_and_the_sum_of_the_row(view, qtbot):
    assert view.links[-2:] == [Place("exponentials", 0, 2), Place("row_sum", 0, 0)]
    for steps in (len(view.links) - 1, 0):
        view.focus_target(steps)
        with qtbot.waitSignal(view.place_activated) as followed:
            qtbot.keyClick(view, Qt.Key.Key_Return)
        assert followed.args == [view.links[steps]]
    point_at(view, view.targets[-1].rect.center())
    assert view.cursor().shape() == Qt.CursorShape.PointingHandCursor


@pytest.mark.parametrize(
    ("part", "links"),
    [
        ("row_maximum", [Place("scaled_scores", 0, column) for column in range(3)]),
        ("differences", [Place("scaled_scores", 0, 0), Place("row_maximum", 0, 0)]),
        ("exponentials", [Place("differences", 0, 0)]),
        ("row_sum", [Place("exponentials", 0, column) for column in range(3)]),
    ],
)
def test_every_part_of_the_softmax_is_drawn_with_its_links(view, part, links):
    view.show_derivation(explain(TRACE, part, 0, 0), str)
    assert view.links == links


def test_with_all_digits_nothing_is_rounded_and_nothing_stands_beside_the_result(view, look):
    look.all_digits = True
    assert texts(view)[-2:] == ["=", "0.4011120926797859"]
    assert "≈" not in view.accessibleName()
    view.copy_markdown()
    assert QGuiApplication.clipboard().text().endswith("= 0.4011120926797859$")
    look.all_digits = False
    assert texts(view)[-1] == "0.4011120926797859"  # beside the rounded result again
    assert "≈" in view.accessibleName()


@pytest.mark.parametrize("zoom", [100, 200])
def test_all_digits_fit_into_a_narrow_panel(view, look, zoom):
    rng = np.random.default_rng(3)
    trace = attend(AttentionInputs(*(rng.normal(size=(12, 8)) for _ in range(3))))
    look.preferences.zoom = zoom
    look.all_digits = True
    view.resize(340 * zoom // 100, 400)
    for stage in ("scores", "weights", "output"):
        view.show_derivation(explain(trace, stage, 3, 4), str)
        assert view.box.width + 2 * view.margin <= view.width()


def test_a_shortened_sum_shows_the_own_term_of_the_source(view):
    rng = np.random.default_rng(3)
    trace = attend(AttentionInputs(*(rng.normal(size=(40, 2)) for _ in range(3))))
    view.show_derivation(explain(trace, "weights", 0, 20), str)
    assert view.links.count(Place("scaled_scores", 0, 20)) == 2
    assert "…" in texts(view)


def test_the_text_for_screen_readers_stays_short_where_the_clipboard_gets_everything(view):
    trace = attend(AttentionInputs([[0.0]], np.zeros((500, 1)), np.ones((500, 1))))
    view.show_derivation(explain(trace, "output", 0, 0), str)
    assert len(view.accessibleName()) < 300
    view.copy_text()
    assert QGuiApplication.clipboard().text().count("×") == 500


def test_a_hidden_result_is_neither_drawn_nor_spoken_nor_copied(view):
    view.show_derivation(explain(TRACE, "weights", 0, 2), str, hides_result=True)
    drawn = texts(view)
    assert drawn[-1] == "?"
    view.copy_text()
    for text in (" ".join(drawn), view.accessibleName(), QGuiApplication.clipboard().text()):
        assert "0.401" not in text
    assert view.accessibleName().endswith("= ?")
    assert len(view.copy_menu().actions()) == 1
