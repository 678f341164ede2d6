"""Own numbers out of text, `.npy` and `.npz`: exact, with what their digits stand for, and safe."""

import io
import struct
from pathlib import Path

import numpy as np
import pytest

from explorer.files import ScenarioFileError, load_numbers, numbers_from_text
from explorer.files.matrix_text import MatrixTextError
from explorer.model.convention import Convention
from explorer.model.diagnosis.own_numbers import Precision


@pytest.mark.parametrize(
    ("text", "values", "allowance"),
    [
        ("23.37", [[23.37]], [[0.005]]),
        ("20\t24.0493\n15.79\t1e-3", [[20, 24.0493], [15.79, 0.001]], [[0.5, 5e-5], [0.005, 5e-4]]),
        ("0,40; 0,2", [[0.4, 0.2]], [[0.005, 0.05]]),
        ("20\n24\n16", [[20], [24], [16]], [[0.5], [0.5], [0.5]]),
        ("[20.         23.37424787 17.08023051]", [[20, 23.37424787, 17.08023051]], [[5e-9] * 3]),
        ("tensor([[0.4011, 0.1978]])", [[0.4011, 0.1978]], [[5e-5, 5e-5]]),
        ("1/3 0.33", [[1 / 3, 0.33]], [[0, 0.005]]),
        ("0.401 0 0.599", [[0.401, 0, 0.599]], [[5e-4, 5e-4, 5e-4]]),
        ("−0.707, 1.414", [[-0.707, 1.414]], [[5e-4, 5e-4]]),
        ("1200 35", [[1200, 35]], [[50, 0.5]]),
        ("0.4011120926797859 0.5", [[0.4011120926797859, 0.5]], [[0, 0]]),
    ],
)
def test_text_gives_numbers_and_what_their_digits_allow_for(text, values, allowance):
    own = numbers_from_text(text)
    assert own.values.tolist() == values
    np.testing.assert_allclose(own.allowance, allowance, rtol=1e-6, atol=1e-12)


@pytest.mark.parametrize(
    ("text", "shape", "values"),
    [
        ("20\n24,05\n15,79\n", (3, 1), [[20], [24.05], [15.79]]),
        ("23,37", (1, 1), [[23.37]]),
        ("20, 24, 16", (3, 1), [[20, 24, 16]]),
        ("2,4\n3,5", (2, 2), [[2, 4], [3, 5]]),
    ],
)
def test_a_comma_marks_decimals_where_a_column_of_so_many_lines_is_expected(text, shape, values):
    assert numbers_from_text(text, shape).values.tolist() == values


def test_where_readers_are_columns_they_are_put_into_rows():
    own = numbers_from_text("1 2 3\n4 5 6", (3, 2), Convention.COLUMNS)
    assert own.values.tolist() == [[1, 4], [2, 5], [3, 6]]
    assert own.readers_in is Convention.COLUMNS
    decimals = numbers_from_text("20\n24,05\n15,79", (1, 3), Convention.COLUMNS)
    assert decimals.values.tolist() == [[20, 24.05, 15.79]]


def test_a_fault_in_a_text_is_named_as_it_stands_there_whatever_readers_are():
    with pytest.raises(MatrixTextError, match="row 1, column 2: expected a number"):
        numbers_from_text("1 x 3\n4 5 6", (3, 2), Convention.COLUMNS)


def test_nan_and_infinity_are_read_to_be_told_with_their_place():
    own = numbers_from_text("nan 1.5\n-inf ∞")
    np.testing.assert_array_equal(own.values, [[np.nan, 1.5], [-np.inf, np.inf]])


def test_text_of_half_precision_numbers_is_not_taken_for_rounded():
    assert numbers_from_text("0.400390625 23.375").precision is Precision.BRAIN


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("20\nabc\n", "row 2, column 1"),
        ("1 2\n3", "row 2"),
        ("", "the text"),
        ("[1, 2, ...]", "line 1"),
        ("1;;3", "row 1, column 2"),
    ],
)
def test_text_that_is_no_table_is_refused_with_its_place(text, place):
    with pytest.raises(MatrixTextError) as raised:
        numbers_from_text(text)
    assert raised.value.place == place


def written(tmp_path: Path, name: str, data: bytes) -> Path:
    path = tmp_path / name
    path.write_bytes(data)
    return path


def npy(array: np.ndarray, **more: object) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array, **more)
    return stream.getvalue()


def npz(**arrays: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.savez(stream, **arrays)
    return stream.getvalue()


def test_a_file_is_told_apart_by_what_is_in_it(tmp_path: Path):
    array = np.array([[0.25, 1 / 3]])
    for name, data in (
        ("a.csv", b"0.25,0.3333333333333333\n"),
        ("b.txt", b"\xef\xbb\xbf0.25 0.3333333333333333"),
        ("c.bin", npy(array)),
        ("d.npz", npz(weights=array, output=np.ones((2, 2)))),
        ("e.npz", npz(anything=array)),
    ):
        own = load_numbers(written(tmp_path, name, data), "weights")
        assert own.values.ravel().tolist() == array.ravel().tolist(), name
        assert not own.allowance.any()


def test_files_of_every_kind_may_have_readers_in_columns(tmp_path: Path):
    as_it_stands = np.array([[0.25, 0.5, 0.75], [1.0, 2.0, 1 / 3]])
    for name, data in (
        ("a.csv", b"0.25,0.5,0.75\n1,2,0.3333333333333333\n"),
        ("b.npy", npy(as_it_stands)),
        ("c.npz", npz(weights=as_it_stands)),
    ):
        path = written(tmp_path, name, data)
        own = load_numbers(path, "weights", (3, 2), Convention.COLUMNS)
        assert own.values.tolist() == as_it_stands.T.tolist(), name
        assert own.readers_in is Convention.COLUMNS


def test_single_precision_arrays_are_known_as_such(tmp_path: Path):
    data = npy(np.array([[0.1, 1 / 3]], dtype=np.float32))
    assert load_numbers(written(tmp_path, "a.npy", data), "weights").precision is Precision.SINGLE


@pytest.mark.parametrize(
    ("name", "data", "message"),
    [
        ("objects.npy", npy(np.array([[{}]], dtype=object), allow_pickle=True), "type object"),
        ("booleans.npy", npy(np.array([[True]])), "weights: expected real numbers in every cell"),
        ("three.npy", npy(np.ones((2, 2, 2))), r"3 dimensions \(2 × 2 × 2\)"),
        ("cut.npy", npy(np.ones((2, 2)))[:-8], "not the size its header announces"),
        ("several.npz", npz(a=np.ones(1), b=np.ones(1)), "named weights, or one array alone"),
        ("empty.npz", npz(), "found no array"),
        ("bad.npz", b"PK\x03\x04 nonsense", "damaged"),
        ("bytes.txt", b"\x80\x81", "byte 1 is neither text in UTF-8 nor"),
        ("words.txt", b"one two", "row 1, column 1: expected a number"),
    ],
)
def test_other_files_are_refused_in_one_sentence(tmp_path: Path, name, data, message):
    path = written(tmp_path, name, data)
    with pytest.raises(ScenarioFileError, match=message) as raised:
        load_numbers(path, "weights")
    assert raised.value.path == path


def test_a_huge_array_is_refused_before_it_is_made(tmp_path: Path):
    text = b"{'descr': '<f8', 'fortran_order': False, 'shape': (9999999, 9999999)}\n"
    data = b"\x93NUMPY\x01\x00" + struct.pack("<H", len(text)) + text
    with pytest.raises(ScenarioFileError, match="expected at most 16777216 numbers"):
        load_numbers(written(tmp_path, "huge.npy", data), "weights")


def test_a_missing_file_says_so(tmp_path: Path):
    with pytest.raises(ScenarioFileError, match="cannot be read: No such file"):
        load_numbers(tmp_path / "none.csv", "output")


@pytest.mark.parametrize(
    "mark",
    [
        "Deliberately wrong: Softmax over the column",
        "Deliberately wrong: Softmax over the row",
        "\ufeffDeliberately wrong: Softmax over the column",
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
def test_the_mark_above_numbers_copied_from_the_program_is_skipped(mark, end):
    rows = ["0.401\t0.198", "0.178\t0.734"]
    own = numbers_from_text(end.join([mark, *rows]))
    assert own.values.tolist() == [[0.401, 0.198], [0.178, 0.734]]
    assert numbers_from_text(f"{mark}{end}20{end}24,05", (2, 1)).values.tolist() == [[20], [24.05]]


@pytest.mark.parametrize("heading", ["Deliberately wrong: Anything", "Weights", "Deliberately"])
def test_no_other_line_above_numbers_is_skipped(heading):
    with pytest.raises(MatrixTextError):
        numbers_from_text(f"{heading}\n0.401\t0.198")
