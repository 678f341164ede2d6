"""What the benchmark makes of what it measured; how long things take is no matter of the tests."""

import importlib.util
import sys
from pathlib import Path

import pytest

MEASURING = Path(__file__).parent / "benchmarks" / "measuring.py"


@pytest.fixture(scope="module")
def measuring():
    specification = importlib.util.spec_from_file_location("measuring", MEASURING)
    module = sys.modules["measuring"] = importlib.util.module_from_spec(specification)
    specification.loader.exec_module(module)
    yield module
    del sys.modules["measuring"]


def test_the_ratio_of_each_pair_counts_and_not_that_of_the_medians(measuring):
    """A pair that something else slowed down says as much as any other."""
    row = measuring.row_of_pairs("both", 1.0, [(1.0, 2.0), (30.0, 60.0), (2.0, 4.0)])
    assert (row.result.median, row.result.lower, row.result.upper) == (0.5, 0.5, 0.5)
    assert (row.ours.median, row.theirs.median) == (2.0, 4.0)
    assert row.is_kept


def test_a_line_shows_target_median_quartiles_both_sides_and_whether_the_target_is_kept(measuring):
    row = measuring.row_of_pairs("this", 0.5, [(0.002, 0.002), (0.004, 0.002), (0.006, 0.002)])
    assert measuring.line(row) == "| this | ≤ 0.5 | 2.000 (1.500–2.500) | 4 ms | 2 ms | no |"
    frame = measuring.amount("a frame", 33, " ms", [10.0, 11.0, 30.0])
    assert measuring.line(frame) == "| a frame | ≤ 33 ms | 11 (10.5–20.5) ms |  |  | yes |"


def test_a_row_survives_the_way_from_one_process_to_another(measuring):
    rows = (
        measuring.row_of_pairs("this", 1.0, [(1.0, 2.0)], "a note"),
        measuring.amount("that", 1.0, " MB", [3.0]),
    )
    assert tuple(measuring.Row.from_dict(row.as_dict()) for row in rows) == rows


def test_both_sides_are_run_in_turns_and_the_first_round_only_warms_up(measuring):
    turns = []
    measuring.ratio("both", 1.0, lambda: turns.append("a"), lambda: turns.append("b"), rounds=2)
    assert "".join(turns) == "baabba"
