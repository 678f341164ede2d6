"""The PyTorch program of a calculation, run on its own, gives the numbers of its trace."""

import re

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from explorer.files import list_examples, load_example
from explorer.model import AttentionInputs, attend
from explorer.model.code import MOST_CELLS, torch_source

pytest.importorskip(
    "torch",
    minversion="2.5",  # before, its own attention gave NaN for a query that may read nothing
    reason="PyTorch 2.5 or newer is not installed: the programs written for it are not run",
)

EXAMPLES = [example.name for example in list_examples()]
OWN_ATTENTION = r"^print\((torch\.nn\.functional\.scaled_dot_product_attention\(.*\))\)$"


def run(source):
    """The variables after the program has run on its own, without a warning."""
    variables = {"__name__": "__main__"}
    exec(compile(source, "program", "exec"), variables)
    return variables


def assert_same_numbers(inputs, source):
    """The array of every stage, and what PyTorch's own attention gives, are as in the trace."""
    variables, trace = run(source), attend(inputs)
    for stage in trace.stages:
        array, computed = trace.arrays[stage.name], variables[stage.name].numpy()
        size = np.abs(array[np.isfinite(array)]).max(initial=0.0)
        np.testing.assert_allclose(computed, array, rtol=1e-12, atol=1e-12 * size)
    for call in re.findall(OWN_ATTENTION, source, re.M):
        output = eval(call, variables).numpy()
        size = np.abs(trace.inputs.value).max()
        np.testing.assert_allclose(output, trace.output, rtol=1e-12, atol=1e-12 * size)


@st.composite
def random_inputs(draw):
    """With each kind of mask, a row that reads nothing among them, and each other choice."""
    rng = np.random.default_rng(draw(st.integers(0, 10_000)))
    n_query, n_key, d, d_value = (draw(st.integers(1, 5)) for _ in range(4))
    shape = (n_query, n_key)
    rows, columns = np.indices(shape)
    nothing = rng.random(shape) < 0.6
    nothing[draw(st.integers(0, n_query - 1))] = False
    masks = (
        None,
        columns <= rows,
        (columns >= rows - 1) & (columns <= rows + 1),
        rng.random(shape) < 0.6,
        nothing,
    )
    size = draw(st.sampled_from([0.01, 1.0, 30.0]))
    weights = rng.random(shape) if draw(st.integers(0, 4)) == 0 else None
    alone = weights is not None and draw(st.booleans())
    return AttentionInputs(
        None if alone else rng.normal(size=(n_query, d)) * size,
        None if alone else rng.normal(size=(n_key, d)),
        rng.normal(size=(n_key, d_value)),
        allowed=draw(st.sampled_from(masks)),
        bias=draw(st.sampled_from([None, rng.normal(size=shape)])),
        scale=draw(st.sampled_from([None, 1.0, 0.3, -2.0])),
        softcap=draw(st.sampled_from([None, 2.0])),
        weights=weights,
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_torch_program_of_an_example_gives_every_number_on_the_screen(name, capsys):
    scenario = load_example(name)
    source = torch_source(scenario.inputs, scenario.queries, scenario.sources)
    assert_same_numbers(scenario.inputs, source)
    assert capsys.readouterr().out.startswith("tensor(")


@settings(deadline=None, max_examples=300)
@given(random_inputs())
def test_the_torch_program_of_any_inputs_gives_the_numbers_of_the_trace(inputs):
    assert_same_numbers(inputs, torch_source(inputs))


def test_inputs_are_written_with_every_digit():
    rng = np.random.default_rng(3)
    arrays = rng.normal(size=(3, 4, 5)) * 10.0 ** rng.integers(-300, 100, size=(3, 4, 5))
    inputs = AttentionInputs(*arrays, weights=rng.random((4, 4)))
    variables = run(torch_source(inputs))
    for name in ("query", "key", "value", "weights"):
        assert variables[name].numpy().tobytes() == getattr(inputs, name).tobytes()


def test_a_large_array_is_exact():
    rng = np.random.default_rng(3)
    query, key, value = (rng.normal(size=size) for size in ((150, 70), (145, 70), (145, 3)))
    inputs = AttentionInputs(query, key, value, allowed=rng.random((150, 145)) < 0.5)
    assert query.size > MOST_CELLS
    source = torch_source(inputs)
    assert run(source)["query"].numpy().tobytes() == inputs.query.tobytes()
    assert_same_numbers(inputs, source)
