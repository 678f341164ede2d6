"""The command to the current step: pasted into a shell, it opens the document there."""

import shlex
from dataclasses import replace
from pathlib import Path

import numpy as np
import pytest

from explorer import __main__ as command_line
from explorer.app import edits
from explorer.app.session import Session
from explorer.app.step_command import PROGRAM, command_to_step
from explorer.app.view_state import go_to_link
from explorer.files import list_examples, load_example, load_scenario, save_scenario
from explorer.model import Granularity, Place
from explorer.model.step_links import parse_link

ODD_FOLDERS = ["plain", "with space", "it's", 'a "quote"', "$HOME", "-x", "π;&", "line\nbreak", "*"]


@pytest.fixture
def opened(monkeypatch):
    """What the program would open a window on if it were started with a command."""

    def opened(text):
        documents = []
        keep = lambda found, _theme: documents.extend(found) or 0  # noqa: E731
        monkeypatch.setattr(command_line, "_open_window", keep)
        program, *arguments = shlex.split(text)
        assert program == PROGRAM == command_line.PROGRAM
        assert command_line.main(arguments) == 0
        ((path, scenario),) = documents
        return Session(scenario, path)

    return opened


def whereabouts(session):
    return session.granularity, session.step, session.term


@pytest.mark.parametrize("folder", ODD_FOLDERS)
def test_the_command_opens_the_file_of_the_document_at_the_step(
    tmp_path, seed_scenario, opened, folder
):
    path = tmp_path / folder / "x y.attn"
    path.parent.mkdir()
    save_scenario(seed_scenario, path)
    session = Session(load_scenario(path), path)
    session.go_to(Place("weights", 0, 2))
    command = command_to_step(session)
    assert command.remark == ""
    again = opened(command.text)
    assert again.path == path
    assert whereabouts(again) == (Granularity.CELL, Place("weights", 0, 2), None)


@pytest.mark.parametrize("link", ["weights", "scaled_scores:1", "scores:1:3", "output:1:1:2"])
def test_steps_of_every_granularity_are_found_again(tmp_path, seed_scenario, opened, link):
    path = tmp_path / "seed.attn"
    save_scenario(seed_scenario, path)
    session = Session(seed_scenario, path)
    go_to_link(session, parse_link(link))
    assert whereabouts(opened(command_to_step(session).text)) == whereabouts(session)


@pytest.mark.parametrize("name", [example.name for example in list_examples()])
def test_a_copy_of_an_example_is_opened_by_its_name(opened, name):
    session = Session(load_example(name))
    session.go_to_position(len(session.walk) - 1)
    command = command_to_step(session)
    assert command.remark == ""
    assert f"--example {name} " in command.text
    again = opened(command.text)
    assert again.scenario.title == session.scenario.title
    assert whereabouts(again) == whereabouts(session)


def test_a_relative_path_is_made_absolute(monkeypatch, tmp_path, seed_scenario):
    monkeypatch.chdir(tmp_path)
    session = Session(seed_scenario, Path("-seed.attn"))
    assert shlex.split(command_to_step(session).text)[1] == str(tmp_path / "-seed.attn")


def test_a_changed_example_is_no_example_and_becomes_one_again(qapp):
    session = Session(load_example("one-query-three-sources"))
    session.edit(edits.set_cells, "value", 2, 0, np.array([[50.0]]))
    command = command_to_step(session)
    assert command.text == "--step scores:1:1"
    assert "save it" in command.remark
    session.undo_stack.undo()
    assert command_to_step(session).text.startswith(f"{PROGRAM} --example one-query-three-sources")


def test_the_step_an_example_was_left_at_does_not_make_it_another(qapp):
    example = load_example("causal")
    session = Session(replace(example, view={"step": "output:1:1"}))
    assert command_to_step(session).text == f"{PROGRAM} --example causal --step output:1:1"


def test_of_a_file_with_unsaved_changes_it_is_said_that_they_are_missing(
    qapp, tmp_path, seed_scenario
):
    session = Session(seed_scenario, tmp_path / "seed.attn")
    session.edit(edits.set_cells, "value", 2, 0, np.array([[50.0]]))
    assert "as it was saved last" in command_to_step(session).remark


def test_words_are_quoted_for_windows_there(monkeypatch, seed_scenario):
    monkeypatch.setattr("sys.platform", "win32")
    session = Session(seed_scenario, Path("/with space/x.attn"))
    assert command_to_step(session).text.endswith(' "/with space/x.attn" --step scores:1:1')
