"""The line of tokens: what is typed becomes the text, and the vocabulary keeps up."""

import numpy as np
import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from explorer.app import edits
from explorer.app.session import Session
from explorer.model import Scenario, attend
from explorer.model.places import Axis
from explorer.ui.tables.token_card import TokenCard


@pytest.fixture
def session(qapp):
    return Session(
        Scenario(
            vocabulary=np.array([[1.0, 0.0], [0.0, 3.0]]),
            entries=("the", "cat"),
            query_projection=np.eye(2),
            key_projection=np.eye(2),
            value_projection=np.ones((2, 1)),
            queries=("the", "cat", "the"),
            sources=("the", "cat", "the"),
        )
    )


@pytest.fixture
def card(qtbot, session, look):
    window = QWidget()
    column = QVBoxLayout(window)
    card = TokenCard(session, look)
    column.addWidget(card)
    column.addWidget(QPushButton("elsewhere"))
    session.changed.connect(card.refresh)
    qtbot.addWidget(window)
    window.show()
    window.activateWindow()
    qtbot.waitUntil(window.isActiveWindow)
    card.refresh()
    card.line.setFocus()
    qtbot.waitUntil(card.line.hasFocus)
    yield card
    window.close()


def type_text(qtbot, card, text, end=Qt.Key.Key_Return):
    card.line.selectAll()
    qtbot.keyClicks(card.line, text)
    qtbot.keyClick(card.line, end)


def test_it_shows_the_tokens_and_counts_them(card):
    assert card.line.text() == "the cat the"
    assert card.remark.text() == "3 tokens"
    assert card.note.isHidden()
    assert card.line.objectName() == "tokenLine"


def test_enter_makes_what_was_typed_the_text_in_one_undo_entry(qtbot, card, session):
    type_text(qtbot, card, "cat the")
    assert session.scenario.tokens == ("cat", "the")
    assert session.undo_stack.count() == 1
    assert card.remark.text() == "2 tokens"
    session.undo_stack.undo()
    assert card.line.text() == "the cat the"


def test_a_token_that_is_typed_twice_gets_the_same_row(qtbot, card, session):
    type_text(qtbot, card, "cat cat the cat")
    embeddings = session.trace.embeddings.tolist()
    assert embeddings[0] == embeddings[1] == embeddings[3] == [0, 3]
    assert session.scenario.size(Axis.VOCABULARY) == 2


def test_a_new_token_gets_a_row_of_zeros_and_a_note_until_it_has_numbers(qtbot, card, session):
    type_text(qtbot, card, "the dog dog")
    assert session.scenario.entries == ("the", "cat", "dog")
    assert session.scenario.vocabulary[2].tolist() == [0, 0]
    assert card.note.isVisibleTo(card)
    assert card.note.text().startswith("All zeros in the vocabulary: “dog”.")
    session.edit(edits.set_cells, "vocabulary", 2, 0, np.array([[5.0]]))
    assert card.note.isHidden()
    assert session.trace.embeddings[1].tolist() == session.trace.embeddings[2].tolist() == [5, 0]


def test_many_new_tokens_are_not_all_named(qtbot, card):
    type_text(qtbot, card, "a b c d e")
    assert "“a”, “b”, “c” and 2 more" in card.note.text()


def test_escape_takes_back_what_was_typed(qtbot, card, session):
    type_text(qtbot, card, "no", end=Qt.Key.Key_Escape)
    assert card.line.text() == "the cat the"
    assert session.undo_stack.count() == 0
    assert not session.is_editing


def test_leaving_the_line_makes_it_the_text(qtbot, card, session):
    card.line.selectAll()
    qtbot.keyClicks(card.line, "the the")
    card.window().findChild(QPushButton).setFocus()
    qtbot.waitUntil(lambda: session.scenario.tokens == ("the", "the"))


def test_whatever_reads_the_document_gets_what_was_typed(qtbot, card, session):
    card.line.selectAll()
    qtbot.keyClicks(card.line, "the the")
    assert session.is_editing
    assert session.settle()
    assert session.scenario.tokens == ("the", "the")
    assert not session.is_editing


def test_a_text_without_a_token_is_refused_and_stays_to_be_mended(qtbot, card, session):
    card.line.selectAll()
    qtbot.keyClick(card.line, Qt.Key.Key_Delete)
    with qtbot.waitSignal(session.refused) as refused:
        assert not session.settle()
    assert refused.args == ["tokens: expected at least one token, found none"]
    assert session.scenario.tokens == ("the", "cat", "the")
    assert session.is_editing
    qtbot.keyClicks(card.line, "cat")
    assert session.settle()
    assert session.scenario.tokens == ("cat",)


def test_tokens_with_blanks_stand_in_quotes(qtbot, card, session):
    type_text(qtbot, card, '"New York" the')
    assert session.scenario.tokens == ("New York", "the")
    assert card.line.text() == '"New York" the'


def test_the_line_follows_the_document(card, session):
    session.edit(edits.rename, Axis.VOCABULARY, 0, "a")
    assert card.line.text() == "a cat a"
    session.edit(edits.remove, Axis.POSITIONS, [0])
    assert card.line.text() == "cat a"


def test_another_document_takes_the_place_of_what_was_being_typed(qtbot, card, session):
    card.line.selectAll()
    qtbot.keyClicks(card.line, "half")
    typed_in = Scenario(
        query=np.ones((1, 1)),
        key=np.ones((1, 1)),
        value=np.ones((1, 1)),
        queries=("a",),
        sources=("b",),
    )
    session.load(typed_in, None)
    assert card.isHidden()
    assert not session.is_editing
    assert session.settle()
    assert attend(session.scenario.inputs).output.tolist() == [[1.0]]
