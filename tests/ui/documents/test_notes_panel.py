"""Title and notes: shown as Markdown, edited as text, never as HTML."""

import numpy as np
import pytest
from PySide6.QtWidgets import QDialogButtonBox

from explorer.app import edits
from explorer.ui.documents.describe_dialog import DescribeDialog
from explorer.ui.documents.notes_panel import NO_NOTES, NotesPanel


@pytest.fixture
def panel(qtbot, session, look):
    panel = NotesPanel(session, look)
    qtbot.addWidget(panel)
    return panel


@pytest.fixture
def dialog(qtbot, session, window):
    dialog = DescribeDialog(session, window)
    qtbot.addWidget(dialog)
    return dialog


def write(session, notes):
    session.edit(edits.describe_document, session.scenario.title, notes)


# The panel


def test_without_notes_it_says_where_to_write_some(panel):
    assert panel.toPlainText() == NO_NOTES


def test_notes_are_set_from_markdown_and_follow_the_session(panel, session):
    write(session, "# Head\n\n*Look* at the **weights**.")
    assert panel.toPlainText() == "Head\nLook at the weights."
    session.undo_stack.undo()
    assert panel.toPlainText() == NO_NOTES


@pytest.mark.parametrize("markup", ["<b>bold</b>", "<script>alert(1)</script>", "<img src='x'>"])
def test_html_in_notes_is_text(panel, session, markup):
    write(session, f"before {markup} after")
    assert panel.toPlainText() == f"before {markup} after"


def test_nothing_is_loaded_for_an_image_in_the_notes(panel, session, saved_file, tmp_path):
    picture = tmp_path / "picture.png"
    panel.grab().save(str(picture))
    write(session, f"![secret](file://{picture}) ![remote](http://127.0.0.1:9/x.png)")
    panel.show()
    panel.grab()
    assert panel.loadResource(2, f"file://{picture}") is None


def test_a_link_in_the_notes_opens_nothing(panel, session):
    write(session, "[x](file:///etc/passwd)")
    panel.anchorClicked.emit("file:///etc/passwd")
    assert panel.toPlainText() == "x"


def test_a_change_of_numbers_keeps_the_place_of_whoever_reads(panel, session):
    write(session, "word " * 2000)
    panel.resize(300, 100)
    panel.show()
    panel.grab()
    panel.verticalScrollBar().setValue(200)
    session.edit(edits.set_cells, "key", 0, 0, np.array([[4.0]]))
    panel.grab()
    assert panel.verticalScrollBar().value() == 200


def test_notes_zoom_with_the_rest(panel, look):
    before = panel.sizeHint()
    look.preferences.zoom = 200
    assert panel.document().defaultFont().pointSizeF() == look.font().pointSizeF()
    assert panel.sizeHint().width() > before.width()


# The dialog


def test_title_and_notes_are_one_undoable_edit(dialog, session):
    dialog.title_edit.selectAll()
    dialog.title_edit.insert("Mine")
    dialog.notes_edit.insertPlainText("Look.")
    dialog.accept()
    assert (session.scenario.title, session.scenario.notes) == ("Mine", "Look.")
    assert session.undo_stack.count() == 1
    assert session.undo_stack.undoText() == "change title and notes"


def test_accepting_without_a_change_changes_nothing(dialog, session):
    dialog.accept()
    assert not session.is_modified
    assert session.undo_stack.count() == 0


def test_accepting_keeps_line_ends_that_the_editor_would_change(qtbot, session, window):
    write(session, "one\r\ntwo")
    dialog = DescribeDialog(session, window)
    qtbot.addWidget(dialog)
    dialog.title_edit.insert("x")
    dialog.accept()
    assert session.scenario.notes == "one\r\ntwo"
    assert session.scenario.title.endswith("x")


def test_cancelling_changes_nothing(dialog, session):
    dialog.title_edit.insert("x")
    dialog.findChild(QDialogButtonBox).rejected.emit()
    assert session.scenario.title == "One query, three sources"


def test_tab_leaves_the_notes(dialog):
    assert dialog.notes_edit.tabChangesFocus()


def test_a_title_like_html_is_shown_as_it_is(driver):
    driver.session.edit(edits.describe_document, "<b>x</b>", "")
    assert driver.window.windowTitle().startswith("<b>x</b>[*]")


def test_notes_that_are_refused_stay_in_the_dialog(dialog, session):
    dialog.show()
    dialog.notes_edit.insertPlainText("x" * 100_001)
    dialog.accept()
    assert dialog.isVisible()
    assert len(dialog.notes_edit.toPlainText()) > 100_000
