"""Messages inside the window."""

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QVBoxLayout, QWidget

from explorer.ui.window.notice_bar import NoticeBar

LEFT = Qt.MouseButton.LeftButton


@pytest.fixture
def bar(qtbot, look):
    bar = NoticeBar(look)
    qtbot.addWidget(bar)
    return bar


def shown_buttons(bar):
    return [button for button in bar.findChildren(QPushButton) if button.isVisibleTo(bar)]


def test_it_is_hidden_until_there_is_something_to_say(bar):
    assert bar.isHidden()
    assert (bar.text, bar.remedy) == ("", "")
    bar.show_message("Saved")
    assert not bar.isHidden()
    assert (bar.text, bar.remedy) == ("Saved", "")
    assert bar.accessibleDescription() == "Saved"


def test_its_button_dismisses_it_for_good_once(qtbot, bar):
    dismissals = []
    bar.show_message("Hint", dismissed=lambda: dismissals.append(1))
    (button,) = shown_buttons(bar)
    qtbot.mouseClick(button, LEFT)
    assert bar.isHidden()
    bar.dismiss()
    assert dismissals == [1]


def test_another_message_takes_its_place_and_does_not_count_as_dismissing(bar):
    dismissals = []
    bar.show_message("Hint", dismissed=lambda: dismissals.append(1))
    bar.show_message("Other")
    bar.dismiss()
    assert dismissals == []


def test_a_remedy_has_a_button_that_does_it_once(qtbot, bar):
    done = []
    bar.show_message("Not saved", ("Save elsewhere…", lambda: done.append(1)))
    assert bar.remedy == "Save elsewhere…"
    qtbot.mouseClick(shown_buttons(bar)[0], LEFT)
    assert done == [1]
    assert bar.isHidden()


def test_a_remedy_that_fails_again_shows_its_own_message(bar):
    bar.show_message("Not saved", ("Again", lambda: bar.show_message("Still not", ("Again", list))))
    bar.take_remedy()
    assert (bar.text, bar.remedy) == ("Still not", "Again")


def test_a_remedy_does_not_outlive_its_message(bar):
    bar.show_message("Not saved", ("Save elsewhere…", list))
    bar.show_message("Refused")
    assert bar.remedy == ""
    assert len(shown_buttons(bar)) == 1


def test_what_no_longer_holds_goes_but_a_hint_stays(bar):
    bar.show_message("Not saved")
    bar.retract()
    assert bar.isHidden()
    bar.show_message("Hint", dismissed=list)
    bar.retract()
    assert bar.text == "Hint"


def test_markup_is_text(bar):
    bar.show_message("<b>x</b> &amp;")
    (label,) = bar.findChildren(QLabel)
    assert label.textFormat() == Qt.TextFormat.PlainText
    assert bar.text == label.text() == "<b>x</b> &amp;"


def test_it_takes_no_focus_from_where_someone_types(qtbot, look):
    window = QWidget()
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    line, bar = QLineEdit(), NoticeBar(look)
    column.addWidget(bar)
    column.addWidget(line)
    window.show()
    window.activateWindow()
    line.setFocus()
    qtbot.waitUntil(line.hasFocus)
    bar.show_message("Something", ("Remedy", list))
    assert line.hasFocus()


def test_a_long_path_breaks_and_does_not_widen_the_window(bar, look):
    bar.show_message("Not saved: /home/" + "folder/" * 60)
    assert bar.minimumSizeHint().width() < 40 * look.em
    assert bar.text.endswith("folder/" * 60)


@pytest.mark.parametrize("zoom", [75, 300])
def test_it_is_high_enough_for_its_text_at_any_zoom(qtbot, bar, look, zoom):
    look.preferences.zoom = zoom
    bar.show_message("word " * 40)
    bar.resize(30 * look.em, bar.heightForWidth(30 * look.em))
    bar.grab()
    (label,) = bar.findChildren(QLabel)
    assert label.heightForWidth(label.width()) <= label.height()


def test_where_it_is_narrow_its_buttons_stand_below_a_long_text_if_that_is_less_high(
    qtbot, bar, look
):
    bar.show_message("word " * 20, ("Put the brush down", list))
    narrow, wide = 23 * look.em, 80 * look.em
    heights = {}
    for width in (narrow, wide):
        bar.resize(width, 100)
        heights[width] = bar.heightForWidth(width)
        bar.resize(width, heights[width])
        bar.grab()
        (label,), (remedy, _close) = bar.findChildren(QLabel), shown_buttons(bar)
        top = remedy.mapTo(bar, QPoint()).y()
        assert (top > label.geometry().bottom()) is (width == narrow)
    assert heights[narrow] < 8 * label.fontMetrics().lineSpacing()
    bar.show_message("Copied.")
    bar.resize(narrow, bar.heightForWidth(narrow))
    bar.grab()
    assert bar.height() < 3 * label.fontMetrics().lineSpacing()


@pytest.mark.parametrize("theme", ["light", "dark", "high-contrast"])
def test_the_focus_on_its_button_can_be_seen_in_every_theme(qtbot, bar, look, theme):
    look.preferences.theme = theme
    bar.show_message("Hint")
    bar.activateWindow()
    (button,) = shown_buttons(bar)
    button.setFocus(Qt.FocusReason.TabFocusReason)
    qtbot.waitUntil(button.hasFocus)
    shown = button.grab().toImage()
    frame = shown.pixelColor(shown.width() // 2, 1 + max(2, look.em // 8) // 2)
    assert frame.name() == look.theme.accent
    button.clearFocus()
    assert button.grab().toImage() != shown
