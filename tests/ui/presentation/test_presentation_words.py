"""What is told of a step, and which steps a presentation is laid out for."""

from dataclasses import replace

import pytest

from explorer.files import list_examples, load_example
from explorer.model import Granularity, Place, attend, walkthrough
from explorer.ui.presentation.presentation_words import LONGEST_NAME, Narration, with_short_names
from explorer.ui.presentation.typical_steps import longest_reason, typical_steps

STAGE, READER, CELL, TERM = Granularity
LONG = "antidisestablishmentarianism"


def narration(name="three-positions", granularity=CELL, **changes):
    scenario = replace(load_example(name), **changes)
    return Narration(with_short_names(scenario), attend(scenario.inputs), granularity, 3)


def test_short_names_are_left_alone():
    scenario = load_example("three-positions")
    assert with_short_names(scenario) is scenario


@pytest.mark.parametrize(
    ("name", "short"),
    [
        (LONG, "antidisestabl…"),
        ("fourteen chars", "fourteen chars"),
        ("fifteen letters", "fifteen letter…"[:13] + "…"),
        ("日本語のとても長い名前", "日本語のとて…"),
        ("", ""),
    ],
)
def test_a_long_name_is_cut_short_in_what_is_told(name, short):
    told = with_short_names(replace(load_example("three-positions"), queries=(name, "b", "c")))
    assert told.queries[0] == short
    assert len(short) <= LONGEST_NAME


def test_names_that_become_the_same_are_told_apart_by_their_position():
    told = narration(queries=(LONG + "1", LONG + "2", "c"))
    assert "“antidisestabl…” (2)" in told.told(Place("scores", 1, 0), None).sentence


@pytest.mark.parametrize("granularity", [STAGE, READER])
def test_a_step_of_several_cells_has_no_arithmetic_of_one(granularity):
    told = narration(granularity=granularity)
    place = Place("weights", 1, 0)
    assert told.told(place, None).working is None
    assert told.told(place, None).sentence == told.trace.owner("weights").about
    assert told.heading(place) == "Softmax"


def test_the_parts_of_the_softmax_have_headings_of_their_own():
    assert narration(granularity=TERM).heading(Place("row_sum", 0, 0)) == "Sum of the row"


@pytest.mark.parametrize("granularity", Granularity)
@pytest.mark.parametrize("name", [example.name for example in list_examples()])
def test_typical_steps_are_steps_of_their_stage(name, granularity):
    told = narration(name, granularity)
    walk = walkthrough(told.trace, granularity)
    for stage in told.trace.stages:
        for place, term in typical_steps(told, stage):
            step = walk.step_at(place, term or 0)
            assert told.trace.owner(step.stage) is stage
            if granularity in (CELL, TERM):
                assert (step.place, step.term) == (place, term)


def test_the_steps_with_the_longest_names_and_numbers_are_typical():
    told = narration(queries=("a", "b", LONG), sources=(LONG, "b", "c"))
    places = [place for place, _ in typical_steps(told, told.trace.stages[0])]
    assert Place("scores", 2, 0) in places
    longest = max(
        (told.told(Place("scores", row, column), None) for row in range(3) for column in range(3)),
        key=lambda each: len(each.working.cell.text()),
    )
    lengths = [len(told.told(place, None).working.cell.text()) for place in places]
    assert max(lengths) == len(longest.working.cell.text())


def test_the_longest_reason_is_not_shorter_than_any():
    told = narration("causal")
    for stage in told.trace.stages:
        rows, columns = told.trace.shape_of(stage.name)
        said = {
            told.reason(Place(stage.name, row, column), None)
            for row in range(rows)
            for column in range(columns)
        }
        assert max(map(len, said)) == len(longest_reason(told, stage, typical_steps(told, stage)))
