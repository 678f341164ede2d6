"""The gallery of examples and its thumbnails."""

import numpy as np
import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QApplication

from explorer.files import list_examples, load_example
from explorer.model.convention import Convention
from explorer.ui.documents.gallery import Gallery
from explorer.ui.documents.thumbnails import thumbnail
from explorer.ui.looks.theme import DARK, LIGHT
from explorer.ui.window.dialogs import UnsavedAnswer

EXAMPLE = Qt.ItemDataRole.UserRole


@pytest.fixture
def gallery(qtbot, look, window):
    gallery = Gallery(look, window)
    qtbot.addWidget(gallery)
    return gallery


def items(gallery):
    return [gallery.list.item(row) for row in range(gallery.list.count())]


def examples(gallery):
    return [item for item in items(gallery) if item.data(EXAMPLE) is not None]


def colours(picture, columns):
    """The colours in the middle of each of `columns` cells, with the light theme's frame left."""
    image = picture.toImage()
    y = image.height() // 2
    return [image.pixelColor(x, y).name() for x in columns]


def test_it_shows_every_example_with_picture_title_and_what_to_notice(gallery):
    shown = examples(gallery)
    assert [item.data(EXAMPLE) for item in shown] == list(list_examples())
    assert len(shown) >= 12
    for item in shown:
        example = item.data(EXAMPLE)
        assert item.text() == f"{example.title}\n{example.notice}"
        assert not item.icon().isNull()


def test_levels_are_headings_that_cannot_be_chosen(gallery):
    headings = [item for item in items(gallery) if item.data(EXAMPLE) is None]
    assert [item.text() for item in headings] == [
        "First steps",
        "Whole texts",
        "What may be read",
        "Numbers at the edge",
    ]
    assert all(item.flags() == Qt.ItemFlag.NoItemFlags for item in headings)
    assert all(item.foreground().color() == QColor(LIGHT.text) for item in headings)


def test_the_first_example_is_chosen_at_the_start_and_enter_opens_it(qtbot, gallery):
    gallery.show()
    with qtbot.waitSignal(gallery.chosen) as chosen:
        qtbot.keyClick(gallery.list, Qt.Key.Key_Return)
    assert chosen.args == [list_examples()[0]]
    assert not gallery.isVisible()


def test_arrow_keys_skip_the_headings(qtbot, gallery):
    gallery.show()
    gallery.list.setFocus()
    seen = []
    for _ in list_examples():
        seen.append(gallery.list.currentItem().data(EXAMPLE))
        qtbot.keyClick(gallery.list, Qt.Key.Key_Down)
    assert seen == list(list_examples())


def test_a_double_click_opens_once(qtbot, gallery):
    gallery.show()
    chosen = []
    gallery.chosen.connect(chosen.append)
    item = examples(gallery)[2]
    gallery.list.scrollToItem(item)
    centre = gallery.list.visualItemRect(item).center()
    qtbot.mouseClick(gallery.list.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    qtbot.mouseDClick(gallery.list.viewport(), Qt.MouseButton.LeftButton, pos=centre)
    assert chosen == [list_examples()[2]]


def test_escape_opens_nothing(qtbot, gallery):
    chosen = []
    gallery.chosen.connect(chosen.append)
    gallery.show()
    qtbot.keyClick(gallery, Qt.Key.Key_Escape)
    assert chosen == []
    assert not gallery.isVisible()


def test_an_example_chosen_in_the_window_opens_as_an_untitled_copy(qtbot, driver):
    driver.activate()
    driver.trigger("examplesAction")
    gallery = driver.window.findChild(Gallery)
    gallery.list.setCurrentItem(examples(gallery)[4])
    gallery.accept()
    assert driver.session.scenario.title == list_examples()[4].title
    assert driver.session.path is None
    assert not driver.window.isWindowModified()


def test_an_example_chosen_over_changes_asks_first(driver):
    driver.activate()
    driver.change()
    for answer, replaced in ((UnsavedAnswer.CANCEL, False), (UnsavedAnswer.DISCARD, True)):
        driver.dialogs.unsaved = answer
        driver.trigger("examplesAction")
        QApplication.activeModalWidget().accept()
        assert (driver.session.scenario.title == list_examples()[0].title) == replaced


def test_it_is_no_larger_than_the_screen_at_any_zoom(driver):
    driver.window.look.preferences.zoom = 300
    driver.activate()
    driver.trigger("examplesAction")
    gallery = driver.window.findChild(Gallery)
    room = gallery.screen().availableSize()
    assert gallery.width() <= room.width()
    assert gallery.height() <= room.height()
    gallery.reject()


# Thumbnails


def test_a_thumbnail_is_drawn_from_the_weights_themselves(qtbot):
    picture = thumbnail(load_example("one-query-three-sources"), LIGHT, QSize(96, 64))
    assert picture.size() == QSize(96, 64)
    first, second, third = colours(picture, (27, 48, 69))
    assert first == third
    assert QColor(second).lightness() > QColor(first).lightness()  # 0.198 beside 0.401


def test_a_thumbnail_has_the_colours_of_its_theme(qtbot):
    scenario = load_example("three-positions")
    pictures = [thumbnail(scenario, theme, QSize(96, 64)).toImage() for theme in (LIGHT, DARK)]
    corners = [picture.pixelColor(1, 1).name() for picture in pictures]
    assert corners == [QColor(theme.card).name() for theme in (LIGHT, DARK)]


def test_a_thumbnail_of_a_large_matrix_still_fits(qtbot):
    from explorer.model import Scenario
    from explorer.model.scenario import default_names

    names = default_names("Position", 300)
    ones = np.ones((300, 1))
    scenario = Scenario(query=ones, key=ones, value=ones, queries=names, sources=names)
    assert thumbnail(scenario, LIGHT, QSize(96, 64)).size() == QSize(96, 64)


def test_it_says_which_mistakes_the_output_of_an_example_would_not_show(qtbot, gallery):
    shown = {item.data(EXAMPLE).name: item for item in examples(gallery)}
    gallery.list.setCurrentItem(shown["one-query-three-sources"])
    told = "7 would not show in the output: K reshaped column by column, not transposed; The scale"
    qtbot.waitUntil(lambda: told in gallery.unseen.text())
    gallery.list.setCurrentItem(shown["three-positions"])
    qtbot.waitUntil(lambda: "each would show in the output." in gallery.unseen.text())


def test_mistakes_are_named_there_as_the_screen_is_turned(qtbot, look, gallery):
    look.preferences.convention = Convention.COLUMNS
    shown = {item.data(EXAMPLE).name: item for item in examples(gallery)}
    gallery.list.setCurrentItem(shown["journey"])
    qtbot.waitUntil(lambda: "Value column taken for key column" in gallery.unseen.text())
