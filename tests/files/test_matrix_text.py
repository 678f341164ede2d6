"""Tables on the clipboard: every usual notation is read or refused with its place."""

import json

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.extra import numpy as arrays

from explorer.files import matrix_text
from explorer.files.matrix_text import (
    MatrixTextError,
    format_matrix,
    format_matrix_html,
    parse_matrix,
)
from explorer.model.arrays import Matrix

finite_matrices = arrays.arrays(
    np.float64,
    arrays.array_shapes(min_dims=2, max_dims=2, max_side=5),
    elements=st.floats(allow_nan=False, allow_infinity=False),
)
TWO_BY_TWO = [[1.0, 2.0], [3.0, 4.0]]


def refusal(text: str) -> MatrixTextError:
    with pytest.raises(MatrixTextError) as caught:
        parse_matrix(text)
    return caught.value


def same_bits(first: Matrix, second: Matrix) -> bool:
    return first.shape == second.shape and first.tobytes() == second.tobytes()


@pytest.mark.parametrize(
    "text",
    [
        "1\t2\r\n3\t4\r\n",
        "1\t2\n3\t4\n",
        "1\t2\n3\t4",
        "1\t2\r3\t4\r",
        "\ufeff1\t2\n3\t4",
        '"1"\t2\n3\t"4"\n',
        " 1 \t 2 \n3\t4",
        "1,2\n3,4",
        "1, 2\n3, 4\n",
        '"1","2"\n"3","4"',
        "1;2\n3;4",
        "1 2\n3 4",
        "  1   2\n  3   4\n",
    ],
)
def test_cells_between_delimiters_are_read(text: str) -> None:
    assert parse_matrix(text).tolist() == TWO_BY_TWO


@pytest.mark.parametrize(
    "text",
    [
        "[[1, 2], [3, 4]]",
        "[[1,2],[3,4],]",
        " \n[\n  [1, 2],\n  [3, 4]\n]\n",
        "[[1. 2.]\n [3. 4.]]",
        "[[1.\n  2.]\n [3.\n 4.]]",
        "[1 2; 3 4]",
        "[1, 2; 3, 4;]",
        "A = [1 2; 3 4];",
        "Q = np.array([[1, 2], [3, 4]])",
        "array([[1, 2],\n       [3, 4]])",
        "array([[1., 2.],\n       [3., 4.]], dtype=float32)",
        "tensor([[1., 2.],\n        [3., 4.]])",
        "tensor([[1., 2.], [3., 4.]], device='cuda:0', dtype=torch.float64, requires_grad=True)",
        "tensor([[1., 2.], [3., 4.]], grad_fn=<MmBackward0>)",
        "torch.tensor([[1., 2.], [3., 4.]], size=(2, 2),)",
        "Parameter containing:\ntensor([[1., 2.],\n        [3., 4.]], requires_grad=True)",
    ],
)
def test_brackets_are_read(text: str) -> None:
    assert parse_matrix(text).tolist() == TWO_BY_TWO


@pytest.mark.parametrize(
    "text", ["[1, 2, 3]", "[1. 2. 3.]", "array([1, 2, 3])", "[1 2\n 3]", "1\t2\t3"]
)
def test_a_flat_list_is_one_row(text: str) -> None:
    assert parse_matrix(text).tolist() == [[1.0, 2.0, 3.0]]


@pytest.mark.parametrize("text", ["1\n2\n3", "1\r\n2\r\n3\r\n", "[[1], [2], [3]]", "[1; 2; 3]"])
def test_one_number_a_line_is_a_column(text: str) -> None:
    assert parse_matrix(text).tolist() == [[1.0], [2.0], [3.0]]


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("½\t1/3", [[0.5, 1 / 3]]),
        ("(1+2)/3\t4", [[1.0, 4.0]]),
        ("sqrt(4)/2, √2/√2", [[1.0, 1.0]]),
        ("[[½, 2^3]]", [[0.5, 8.0]]),
        ("−1 2e−3", [[-1.0, 0.002]]),
        ("5", [[5.0]]),
    ],
)
def test_every_cell_may_be_a_formula(text: str, values: list[list[float]]) -> None:
    assert parse_matrix(text).tolist() == values


@pytest.mark.parametrize(
    ("text", "values"),
    [
        ("0,5\t1,5", [[0.5, 1.5]]),
        ("0,5;1,5\n1;2", [[0.5, 1.5], [1.0, 2.0]]),
        ("0,5 1,5\n1,5 2,5", [[0.5, 1.5], [1.5, 2.5]]),
        ('"1,5","2,5"', [[1.5, 2.5]]),
        ('"1,5"\n"2,5"', [[1.5], [2.5]]),
    ],
)
def test_a_comma_marks_decimals_where_something_else_separates(
    text: str, values: list[list[float]]
) -> None:
    assert parse_matrix(text).tolist() == values


@pytest.mark.parametrize("text", ["0,5", "1,234\n2,345", "-0,7071\r\n0,5772\r\n", "1,05\n2,5"])
def test_decimal_commas_are_not_taken_for_two_columns(text: str) -> None:
    assert refusal(text).place.startswith("row 1")


@pytest.mark.parametrize(
    ("text", "place", "found"),
    [
        ("1\n2\n\n", "row 3, column 1", "an empty cell"),
        ('"1"\n"2"\n\n', "row 3, column 1", "an empty cell"),
        ("1\t\t3", "row 1, column 2", "an empty cell"),
        ("1\t2\t\n", "row 1, column 3", "an empty cell"),
        ("1,,3", "row 1, column 2", "an empty cell"),
        ("[1,,3]", "row 1, column 2", "an empty cell"),
        ("[]", "row 1, column 1", "an empty cell"),
        ("[[]]", "row 1, column 1", "an empty cell"),
        ("", "the text", "nothing"),
        ("\r\n\t\n", "the text", "nothing"),
        ("1\t2\n3", "row 2", "1 cell"),
        ("1\t2\n\n3\t4", "row 2", "an empty row"),
        ("1 2\n3 4 5", "row 2", "3 cells"),
        ("[[1, 2], [3]]", "row 2", "1 cell"),
        ("[1 2; 3]", "row 2", "1 cell"),
        ("1\tnan", "row 1, column 2", '"nan"'),
        ("[[1, 2], [-inf, 4]]", "row 2, column 1", '"-inf"'),
        ("[[1, NaN]]", "row 1, column 2", '"NaN"'),
        ("[[1, null]]", "row 1, column 2", '"null"'),
        ("[[1, true]]", "row 1, column 2", '"true"'),
        ('[["1", 2]]', "row 1, column 1", '""1""'),
        ("1\t1e999", "row 1, column 2", '"1e999"'),
        ("1\t1_000", "row 1, column 2", '"1_000"'),
        ("1\t٣", "row 1, column 2", '"٣"'),
        ("1\t1,234", "row 1, column 2", "can mean 1.234 or 1234"),
        ("1\u00a0234\n5", "row 1, column 1", "no operator"),
        ("name\tvalue\n1\t2", "row 1, column 1", '"name"'),
        ("1 / 3", "row 1, column 2", '"/"'),
        ("1 2; 3 4", "row 1, column 1", '"1 2"'),
        ("[1 2\n3 4]", "the text", "2 lines of 2 cells, which can mean one row or several"),
        ('1\t"2', "line 1", "unexpected end of data"),
        ("[1, 2", "the end", "none"),
        ("array([1, 2]", "the end", "nothing"),
        ("[1, 2] apples", "the end", '"apples"'),
        ("[[1, 2], [3, 4]", "row 2", "none"),
        ("[[1, [2]], [3, 4]]", "row 1", "none"),
        ("[[1, 2], 3]", "after row 1", '", 3"'),
        ("[[1, 2],, [3, 4]]", "after row 1", '",,"'),
        ("[1, [2, 3]]", "before row 1", '"1,"'),
        ("[1] 2]", "before row 1", '"1] 2"'),
        ("[[[1, 2], [3, 4]]]", "row 1", "more brackets inside the row"),
    ],
)
def test_a_refusal_names_the_place(text: str, place: str, found: str) -> None:
    error = refusal(text)
    assert error.place == place
    assert found in error.found
    assert str(error) == f"{place}: expected {error.expected}, found {error.found}"


def test_ragged_rows_name_the_width_expected() -> None:
    assert str(refusal("1\t2\n3")) == "row 2: expected 2 cells as in row 1, found 1 cell"


@pytest.mark.parametrize(
    "text", [str(np.zeros((2000, 2))), repr(np.zeros(2000)), "[[1, …, 3]]", "1\n...\n3"]
)
def test_abbreviated_prints_are_refused_with_a_remedy(text: str) -> None:
    error = refusal(text)
    assert "abbreviated" in error.found
    assert "set_printoptions" in error.found


def test_text_above_the_size_limit_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(matrix_text, "LONGEST_TEXT", 10)
    assert "at most 10 characters, found 11 characters" in str(refusal("1234567 901"))


@pytest.mark.parametrize(
    "text",
    [
        "[" * 100_000,
        "[" * 100_000 + "]" * 100_000,
        "[[1]" + " " * 100_000 + "x [2]]",
        "a" * 100_000 + " = [",
        "array([1]" + " " * 100_000 + "x)",
        "1,2" + " " * 100_000 + ",,3",
    ],
    ids=["open", "nested", "blanks between rows", "name", "blanks at the end", "blanks"],
)
@pytest.mark.timeout(20)  # a parser that goes back over it takes hours
def test_hostile_text_is_refused(text: str) -> None:
    refusal(text)


def test_the_result_is_a_c_contiguous_matrix_of_doubles() -> None:
    result = parse_matrix("[[1, 2], [3, 4]]")
    assert result.dtype == np.float64
    assert result.flags.c_contiguous


def test_a_large_paste_arrives_whole() -> None:
    array = np.random.default_rng(0).normal(size=(1000, 100))
    assert same_bits(parse_matrix(format_matrix(array)), array)


@given(finite_matrices)
def test_a_formatted_matrix_reads_back_to_the_same_bits(array: Matrix) -> None:
    assert same_bits(parse_matrix(format_matrix(array)), array)


@given(finite_matrices)
def test_json_and_printed_arrays_read_back_to_the_same_bits(array: Matrix) -> None:
    with np.printoptions(floatmode="unique", precision=17):
        for text in (json.dumps(array.tolist()), repr(array), str(array)):
            assert same_bits(parse_matrix(text), array)


@given(finite_matrices)
def test_comma_and_semicolon_files_read_back_to_the_same_numbers(array: Matrix) -> None:
    rows = [[f"{value!r}" for value in row] for row in array.tolist()]
    with_points = "\n".join(",".join(row) for row in rows)
    assert same_bits(parse_matrix(with_points), array)
    with_semicolons = "\n".join(";".join(row) for row in rows)
    assert same_bits(parse_matrix(with_semicolons), array)


@given(st.text("0123456789.,;[]()-+e \t\n\"'½arytenso=…", max_size=40))
def test_any_text_gives_finite_numbers_or_a_refusal(text: str) -> None:
    try:
        result = parse_matrix(text)
    except MatrixTextError:
        return
    assert result.ndim == 2
    assert result.size
    assert np.isfinite(result).all()


def test_the_formatted_text_has_tabs_and_no_last_line_feed() -> None:
    assert format_matrix(np.array([[1.0, 0.1], [-0.0, 1e-300]])) == "1\t0.1\n-0.0\t1e-300"


def test_the_html_table_carries_every_digit() -> None:
    html = format_matrix_html(np.array([[1.0, 1 / 3]]))
    assert html == "<table><tr><td>1</td><td>0.3333333333333333</td></tr></table>"
