"""Steps in words: why there is each of them, however fine they are and whatever the names."""

import numpy as np
import pytest

from explorer.files import list_examples, load_example
from explorer.model import Granularity, Place, Scenario, attend, walkthrough
from explorer.model.step_wording import step_reason

STAGE, READER, CELL, TERM = Granularity
ODD_NAMES = ("{row}", "<s>")


def scenario(**changes):
    parts = {
        "query": np.array([[1.0, 0.0], [0.0, 1.0]]),
        "key": np.array([[1.0, 0.0], [0.0, 1.0]]),
        "value": np.array([[10.0], [20.0]]),
        "queries": ("Query 1", "Query 2"),
        "sources": ("Source 1", "Source 2"),
    }
    return Scenario(**{**parts, **changes})


def reason(place, granularity=CELL, term=None, **changes):
    one = scenario(**changes)
    return step_reason(one, attend(one.inputs), granularity, Place(*place), term)


@pytest.mark.parametrize(
    ("granularity", "said"),
    [
        (STAGE, "compares every query with the key of every source in"),
        (READER, "compares Query 2 with the key of every source in"),
        (CELL, "compares Query 2 with the key of Source 1 in"),
    ],
)
def test_the_reason_says_who_is_compared_with_whom(granularity, said):
    assert said in reason(("scores", 1, 0), granularity)


def test_a_reader_that_is_a_word_has_a_query():
    said = reason(("scores", 0, 1), queries=("cat", "cat"), sources=("the", "mat"))
    assert "the query of “cat” (1) with the key of “mat”" in said


def test_a_product_says_which_of_how_many_it_is_and_of_what():
    assert reason(("scores", 0, 0), TERM, 1) == (
        "Product 2 of 2: component 2 of the query times component 2 of the key."
    )
    assert reason(("output", 0, 0), TERM, 1) == (
        "Product 2 of 2: the weight of Source 2 times its value."
    )


@pytest.mark.parametrize(
    ("scale", "said"), [("sqrt_d", "√d"), ("none", "stays as it is"), (0.5, "that was chosen")]
)
def test_the_reason_of_scaling_is_that_of_the_scale_in_use(scale, said):
    assert said in reason(("scaled_scores", 0, 0), scale=scale)


@pytest.mark.parametrize("array", ["masked_scores", "differences", "exponentials", "weights"])
def test_a_blocked_cell_says_that_the_mask_blocks_it(array):
    causal = load_example("causal")
    said = step_reason(causal, attend(causal.inputs), TERM, Place(array, 0, 1))
    assert said.startswith("The mask blocks “bird” for “The”: ")


def test_a_cell_that_may_be_read_says_so_and_tells_of_a_bias():
    causal = load_example("causal")
    trace = attend(causal.inputs)
    said = step_reason(causal, trace, CELL, Place("masked_scores", 1, 0))
    assert said == "“bird” may read “The”: the mask lets the score pass."
    bias = np.ones((2, 2))
    assert "bias is added" in reason(("masked_scores", 0, 0), bias=bias)
    assert "blocks" in reason(("masked_scores", 0, 0), STAGE, mask=causal.mask, bias=bias)
    assert "bias is added" in reason(("masked_scores", 0, 0), mask=causal.mask, bias=bias)


def test_nobody_is_said_to_have_weights_that_add_up_to_one_who_may_read_nothing():
    one = load_example("reads-nothing")
    trace = attend(one.inputs)
    for granularity in Granularity:
        for step in walkthrough(trace, granularity):
            said = step_reason(one, trace, granularity, step.place, step.term)
            if "add up to one" in said:
                assert trace.weights[step.place.row].sum() == pytest.approx(1)
                assert "every reader" not in said


@pytest.mark.parametrize("name", [example.name for example in list_examples()])
@pytest.mark.parametrize("granularity", Granularity)
def test_every_step_of_every_example_has_a_reason_of_one_line(name, granularity):
    one = load_example(name)
    trace = attend(one.inputs)
    for step in walkthrough(trace, granularity):
        said = step_reason(one, trace, granularity, step.place, step.term)
        assert said.endswith(".")
        assert said[0] == said[0].upper()
        assert len(said) <= 110
        assert "{" not in said
        assert "\n" not in said


@pytest.mark.parametrize("granularity", Granularity)
def test_odd_names_are_written_as_they_are(granularity):
    one = scenario(queries=ODD_NAMES, sources=ODD_NAMES)
    trace = attend(one.inputs)
    said = [
        step_reason(one, trace, granularity, step.place, step.term)
        for step in walkthrough(trace, granularity)
    ]
    assert all("{column}" not in text for text in said)
    assert granularity is STAGE or any("“<s>”" in text for text in said)
