"""A face measures like the font it holds."""

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetricsF

from explorer.ui.looks.face import Face

TEXTS = ["", "0.401", "−2.25 × 10", "a rather long name that is to be cut short"]


@pytest.fixture
def face(look):
    return look.face(0.9)


@pytest.mark.parametrize("text", TEXTS)
def test_texts_are_as_wide_as_the_metrics_of_the_font_say(face, text):
    metrics = QFontMetricsF(face.font)
    assert [face.width(text), face.width(text)] == [metrics.horizontalAdvance(text)] * 2


@pytest.mark.parametrize("text", TEXTS)
@pytest.mark.parametrize("room", [5.0, 60.0, 1000.0])
def test_texts_are_elided_as_by_qt(face, text, room):
    metrics = QFontMetricsF(face.font)
    assert face.elided(text, room) == metrics.elidedText(text, Qt.TextElideMode.ElideRight, room)


def test_another_size_or_weight_leaves_the_font_as_it_was(face):
    before = QFont(face.font)
    larger, bold = face.scaled(2), face.bold()
    assert larger.font.pointSizeF() == pytest.approx(2 * before.pointSizeF())
    assert bold.font.bold()
    assert bold.font.pointSizeF() == before.pointSizeF()
    assert face.font == before


def test_a_face_is_made_once_until_the_size_of_text_is_another(look, preferences):
    face = look.face(0.9)
    assert look.face(0.9) is face
    preferences.zoom = 200
    assert look.face(0.9).font.pointSizeF() == pytest.approx(2 * face.font.pointSizeF())
    assert isinstance(look.face(0.9), Face)


def test_of_names_that_count_the_number_stays(face):
    """Two of them that are too long can be told apart."""
    room = face.width("Source 1…")
    first, second = (face.elided(f"Source {number}", room, True) for number in (1054, 1055))
    assert (first[-2:], second[-2:]) == ("54", "55")
    assert max(map(face.width, (first, second))) <= room
    long_token = "a token that is long"
    assert face.elided(long_token, room, True) == face.elided(long_token, room)
