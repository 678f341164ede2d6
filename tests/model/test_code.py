"""The program of a calculation, run on its own, gives the numbers of its trace."""

import ast
import re
import warnings

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from explorer.files import list_examples, load_example
from explorer.model import AttentionInputs, attend
from explorer.model.code import MOST_CELLS, lines_of, numpy_source, torch_source
from explorer.model.typed_arrays import TYPED_ARRAYS

EXAMPLES = [example.name for example in list_examples()]
OVERFLOWING = AttentionInputs([[1.3e154]], [[1e154], [-1e154]], [[1.0], [2.0]], scale=1)
SEED = AttentionInputs([[1, 0]], [[1, 0], [0, 1], [1, 1]], [[10], [20], [30]])


def run(source):
    """The variables after the program has run on its own, without a warning."""
    variables = {"__name__": "__main__"}
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        saved = np.geterr()
        try:
            exec(compile(source, "program", "exec"), variables)
        finally:
            np.seterr(**saved)
    return variables


def assert_same_numbers(inputs, variables):
    for name, array in attend(inputs).arrays.items():
        np.testing.assert_allclose(variables[name], array, rtol=1e-12, atol=0)


@st.composite
def random_inputs(draw):
    n_query, n_key, d, d_value = (draw(st.integers(1, 4)) for _size in range(4))
    number = st.floats(-1e3, 1e3) | st.sampled_from([0.0, -0.0, 5e-324, 1e15, -1e16])

    def table(rows, columns, cell=number):
        return draw(arrays.arrays(np.float64, (rows, columns), elements=cell))

    allowed = arrays.arrays(np.bool_, (n_query, n_key))
    return AttentionInputs(
        table(n_query, d),
        table(n_key, d),
        table(n_key, d_value, st.floats(0, 1e6)),
        allowed=draw(st.none() | allowed),
        bias=table(n_query, n_key, st.floats(-5, 5)) if draw(st.booleans()) else None,
        scale=draw(st.none() | st.floats(-10, 10)),
        softcap=draw(st.none() | st.floats(1e-3, 1e3)),
        weights=table(n_query, n_key, st.floats(0, 1)) if draw(st.booleans()) else None,
    )


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_numpy_program_of_an_example_gives_every_number_on_the_screen(name, capsys):
    scenario = load_example(name)
    variables = run(numpy_source(scenario.inputs, scenario.queries, scenario.sources))
    assert_same_numbers(scenario.inputs, variables)
    assert capsys.readouterr().out == f"{variables['output']}\n"


@st.composite
def random_texts(draw):
    """Inputs that start from tokens or vectors."""
    n, d_model, d, d_value, n_vocabulary = (draw(st.integers(1, 4)) for _size in range(5))

    def table(rows, columns):
        cells = st.floats(-10, 10)
        return draw(arrays.arrays(np.float64, (rows, columns), elements=cells))

    tokens = draw(st.lists(st.integers(0, n_vocabulary - 1), min_size=n, max_size=n))
    starts_from_tokens = draw(st.booleans())
    start = (
        {"vocabulary": table(n_vocabulary, d_model), "tokens": tokens}
        if starts_from_tokens
        else {"embeddings": table(n, d_model)}
    )
    widths = {"query": d, "key": d, "value": d_value}
    return AttentionInputs(
        **start,
        **{f"{role}_projection": table(d_model, width) for role, width in widths.items()},
        **(
            {"query_bias": table(1, d), "value_bias": table(1, d_value)}
            if draw(st.booleans())
            else {}
        ),
        sinusoidal=draw(st.booleans()),
        scale=0.01,
    )


@settings(deadline=None)
@given(random_inputs() | random_texts())
def test_the_numpy_program_of_any_inputs_gives_the_numbers_of_the_trace(inputs):
    assert_same_numbers(inputs, run(numpy_source(inputs)))


@given(random_inputs() | random_texts())
def test_inputs_are_written_with_every_digit(inputs):
    variables = run(numpy_source(inputs))
    assert inputs.tokens is None or variables["tokens"].tolist() == list(inputs.tokens)
    for name in (*TYPED_ARRAYS, "allowed"):
        array = getattr(inputs, name)
        if array is not None:
            assert variables[name].dtype == array.dtype
            assert variables[name].tobytes() == array.tobytes()


def test_a_query_that_may_read_nothing_gets_zeros():
    inputs = AttentionInputs(
        [[1], [1]], [[1], [2]], [[3], [4]], allowed=[[True, True], [False, False]]
    )
    assert run(numpy_source(inputs))["output"][1] == 0
    assert "nan_to_num(0.0)" in torch_source(inputs)


def test_scores_that_leave_the_range_on_the_way_give_no_warning():
    assert_same_numbers(OVERFLOWING, run(numpy_source(OVERFLOWING)))


def test_a_tiny_soft_cap_gives_no_warning():
    inputs = AttentionInputs([[1e300]], [[1.0], [2.0]], [[1.0], [2.0]], softcap=1e-300)
    assert_same_numbers(inputs, run(numpy_source(inputs)))


@pytest.mark.parametrize("kind", ["typed in", "with queries", "alone"])
def test_weights_typed_in_are_written_once(kind):
    query = None if kind == "alone" else [[1.0]]
    key = None if kind == "alone" else [[1.0], [2.0]]
    inputs = AttentionInputs(query, key, [[1], [2]], weights=[[0.25, 0.5]])
    source = numpy_source(inputs)
    assert len(re.findall("^weights = ", source, re.MULTILINE)) == 1
    assert run(source)["output"] == 1.25


def test_the_shape_stands_beside_every_line():
    source = numpy_source(SEED)
    assert "scores = query @ key.T  # (1, 3)" in source
    assert "row_sum = exponentials.sum(axis=1, keepdims=True)  # (1, 1)" in source
    assert "output = weights @ value  # (1, 1)" in source
    for line in source.splitlines():
        assigned = re.match(r"\w+ = ", line)
        assert not assigned or re.search(r"# \(\d+, \d+\)$", line)


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("program", [numpy_source, torch_source])
def test_the_lines_of_a_stage_assign_its_table(name, program):
    scenario = load_example(name)
    source = program(scenario.inputs, scenario.queries, scenario.sources)
    for stage in attend(scenario.inputs).stages:
        lines = [source.split("\n")[line] for line in lines_of(source, stage)]
        assert stage.name == "weights" if not lines else lines[0] == f"# {stage.action}"
        assert not lines or lines[-1].startswith(f"{stage.name} = ")


def test_rows_carry_their_names():
    source = numpy_source(SEED, ["Query 1"], ["Source 1", "Source 2", "Source 3"])
    assert "    [0, 1],  # Source 2\n" in source


@pytest.mark.parametrize(
    "name", ["a\nb = 1 / 0", "x\r1", "\x00", "\ud800", "", " ", "é#'\"\\", "…" * 999]
)
def test_no_name_breaks_the_program(name):
    source = numpy_source(SEED, [name], [name] * 3)
    assert run(source)["output"] == 20
    ast.parse(torch_source(SEED, [name], [name] * 3))


def test_a_causal_mask_is_written_as_such():
    rows = np.arange(12, dtype=float)[:, None]
    inputs = AttentionInputs(rows, rows, rows, allowed=np.tril(np.ones((12, 12), dtype=np.bool_)))
    assert "allowed = np.tril(np.ones((12, 12), dtype=np.bool_))" in numpy_source(inputs)
    assert "allowed = torch.ones(12, 12, dtype=torch.bool).tril()" in torch_source(inputs)
    assert_same_numbers(inputs, run(numpy_source(inputs)))


def test_a_large_array_is_short_and_exact():
    numbers = np.random.default_rng(3)
    query, key, value = (numbers.normal(size=size) for size in ((150, 70), (145, 70), (145, 3)))
    inputs = AttentionInputs(query, key, value, allowed=numbers.random((150, 145)) < 0.5)
    assert query.size > MOST_CELLS
    source = numpy_source(inputs)
    variables = run(source)
    assert variables["query"].tobytes() == inputs.query.tobytes()
    assert (variables["allowed"] == inputs.allowed).all()
    assert_same_numbers(inputs, variables)
    assert max(map(len, source.splitlines())) <= 100
    ast.parse(torch_source(inputs))


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_torch_program_assigns_every_stage_and_uses_no_name_it_has_not(name):
    scenario = load_example(name)
    tree = ast.parse(torch_source(scenario.inputs, scenario.queries, scenario.sources))
    used = {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}
    imported = [node for node in tree.body if isinstance(node, ast.Import)]
    assert {alias.name for node in imported for alias in node.names} <= used
    known = {"print"}
    for statement in tree.body:
        names = [node for node in ast.walk(statement) if isinstance(node, ast.Name)]
        read = {node.id for node in names if isinstance(node.ctx, ast.Load)}
        assert read <= known
        known |= {node.id for node in names if isinstance(node.ctx, ast.Store)}
        if isinstance(statement, ast.Import):
            known |= {alias.name for alias in statement.names}
    assert {stage.name for stage in attend(scenario.inputs).stages} <= known


@pytest.mark.parametrize(
    ("more", "arguments"),
    [
        ({}, "(query, key, value)"),
        ({"scale": 0.5}, "(query, key, value, scale=scale)"),
        ({"bias": [[1, 2, 3]]}, "(query, key, value, attn_mask=bias)"),
        ({"allowed": [[True, False, True]]}, "(query, key, value, attn_mask=allowed)"),
        (
            {"bias": [[1, 2, 3]], "allowed": [[True, False, True]]},
            "(query, key, value, attn_mask=torch.where(allowed, bias, -math.inf))",
        ),
        ({"softcap": 2.0}, None),
        ({"weights": [[1, 2, 3]]}, None),
    ],
)
def test_pytorch_s_own_attention_follows_where_it_computes_the_same(more, arguments):
    inputs = AttentionInputs(SEED.query, SEED.key, SEED.value, **more)
    called = re.findall(r"scaled_dot_product_attention(\(.*\))\)$", torch_source(inputs), re.M)
    assert called == ([arguments] if arguments else [])
