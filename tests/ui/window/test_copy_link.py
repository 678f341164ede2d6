"""Copying the link to the step: what is on the clipboard, and that the window says so."""

from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QApplication

from explorer.files import load_scenario
from explorer.model import Place


def clipboard():
    return QGuiApplication.clipboard().text()


def test_the_copied_command_is_confirmed_and_the_focus_stays(driver, saved_file):
    window, session = driver.window, driver.session
    session.load(load_scenario(saved_file), saved_file)
    driver.activate()
    window.stage_flow.setFocus()
    focused = QApplication.focusWidget()
    session.go_to(Place("weights", 0, 2))
    driver.trigger("copyLinkAction")
    assert clipboard() == f"attention-explorer {saved_file} --step weights:1:3"
    assert window.notice_bar.isVisible()
    assert window.notice_bar.text == f"Copied: {clipboard()}"
    assert focused is not None
    assert QApplication.focusWidget() is focused


def test_of_a_document_without_a_file_it_says_what_is_missing(driver):
    driver.trigger("copyLinkAction")
    assert clipboard() == "--step scores:1:1"
    copied, remark = driver.window.notice_bar.text.split("\n")
    assert copied == "Copied: --step scores:1:1"
    assert "no file" in remark


def test_the_confirmation_goes_with_the_step_and_leaves_other_notices(driver):
    driver.trigger("copyLinkAction")
    driver.session.go_to_position(1)
    assert driver.window.notice_bar.text == ""
    driver.trigger("copyLinkAction")
    driver.window.show_notice("Something else")
    driver.session.go_to_position(2)
    assert driver.window.notice_bar.text == "Something else"


def test_an_open_cell_is_committed_before_the_link_is_copied(driver, saved_file):
    driver.session.load(load_scenario(saved_file), saved_file)
    driver.open_editor("4")
    driver.trigger("copyLinkAction")
    assert driver.session.scenario.key[1, 0] == 4
    assert "without the changes" in driver.window.notice_bar.text


def test_nothing_is_copied_while_an_open_cell_holds_no_number(driver):
    QGuiApplication.clipboard().setText("before")
    driver.open_editor("4x")
    driver.trigger("copyLinkAction")
    assert clipboard() == "before"
    assert driver.session.is_editing
    assert "Copied" not in driver.window.notice_bar.text


def test_a_refusal_that_another_notice_replaced_takes_nothing_along(driver):
    driver.session.refused.emit("The scale is no number.")
    driver.window.show_notice("Something else")
    driver.change()
    assert driver.window.notice_bar.text == "Something else"
