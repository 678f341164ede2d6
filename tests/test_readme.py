"""What the README shows works as it says."""

import importlib
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

from explorer.__main__ import main
from explorer.app.edits import set_cells
from explorer.files.scenario_format import FIELDS, decode_scenario
from explorer.model import attend

ROOT = Path(__file__).parents[1]
README = (ROOT / "README.md").read_text(encoding="utf-8")


def blocks(language: str) -> list[str]:
    """The fenced blocks of one language."""
    return re.findall(rf"^```{language}\n(.*?)^```$", README, re.DOTALL | re.MULTILINE)


def the_block(language: str, part: str = "") -> str:
    (found,) = [block for block in blocks(language) if part in block]
    return found


@pytest.fixture(scope="module")
def example():
    return decode_scenario(the_block("json").encode())


def test_the_scenario_file_of_the_readme_loads_and_gives_twenty(example):
    assert attend(example.inputs).output.tolist() == [[20.0]]


def test_the_readme_explains_every_field_of_a_scenario_file():
    table = README.partition("| field |")[2].partition("\n\n")[0]
    first_cells = " ".join(line.split("|")[1] for line in table.splitlines()[2:])
    assert set(re.findall(r"`(\w+)`", first_cells)) == {"format", "version", *FIELDS}


def test_the_changes_the_readme_suggests_give_the_numbers_it_promises(example):
    promised = float(re.search(r"the output moves to (\d+\.\d+)", README)[1])
    changed = set_cells(example, "value", 2, 0, np.array([[50.0]])).scenario
    before, after = attend(example.inputs), attend(changed.inputs)
    assert after.output[0, 0] == pytest.approx(promised, abs=5e-4)
    assert np.array_equal(after.weights, before.weights)
    turned = set_cells(example, "query", 0, 0, np.array([[0.0, 1.0]])).scenario
    assert not np.allclose(attend(turned.inputs).weights, before.weights)


def test_the_python_of_the_readme_runs_and_its_comments_are_true(qapp):
    source = the_block("python")
    names: dict = {}
    exec(compile(source, "README.md", "exec"), names)
    expression, comment = re.search(
        r"^(explain\(.*?\.text\(\))  # (.*?)$", source, re.M | re.S
    ).groups()
    assert eval(expression, names) == comment
    assert names["trace"].output.tolist() == [[20.0]]
    assert names["steps"][8].derivation.latex()


def test_the_test_command_of_the_readme_is_the_one_that_is_checked():
    command = the_block("sh", "pytest -q -n auto").strip()
    assert command in (ROOT / ".ci" / "run").read_text(encoding="utf-8").splitlines()


def test_the_start_command_of_the_readme_is_one_that_is_installed():
    command = the_block("sh", "pip install -q -e . ").strip()
    program = command.split("&&")[-1].strip().removeprefix(".venv/bin/")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    module, _, function = project["scripts"][program].partition(":")
    assert getattr(importlib.import_module(module), function) is main


def test_the_options_of_the_readme_exist(capsys):
    assert main(["--help"]) == 0
    known = capsys.readouterr().out
    shown = set(re.findall(r" (--[a-z-]+)", the_block("sh", "--theme"))) - {"--json"}
    assert len(shown) >= 5
    assert {option for option in shown if option not in known} == set()


def test_the_files_and_folders_the_readme_names_exist():
    names = re.findall(r"\(((?:resources|tests)/[^)]+)\)", README)
    names += re.findall(r"`((?:explorer|resources|tests)/[\w/.]*)`", README)
    assert len(names) >= 6
    assert [name for name in names if not (ROOT / name).exists()] == []
