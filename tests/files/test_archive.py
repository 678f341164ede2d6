"""`.npz` archives as scenarios: exact, and safe with whatever the archive holds."""

import io
import random
import struct
import zipfile
from pathlib import Path

import numpy as np
import pytest

from explorer.files import ScenarioFileError, load_scenario
from explorer.files.archive import decode_archive
from explorer.model import Scenario, attend

BASIC = {
    "query": np.array([[1.0, 0.0]]),
    "key": np.array([[1.0, 0.0], [0.0, 1.0]]),
    "value": np.array([[10.0], [20.0]]),
}


def archive(compressed: bool = False, **changes: object) -> bytes:
    arrays = {name: array for name, array in (BASIC | changes).items() if array is not None}
    stream = io.BytesIO()
    (np.savez_compressed if compressed else np.savez)(stream, **arrays)
    return stream.getvalue()


def npy(array: np.ndarray) -> bytes:
    stream = io.BytesIO()
    np.save(stream, array)
    return stream.getvalue()


def zipped(members: list[tuple[str, bytes]], method: int = zipfile.ZIP_STORED) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", method) as target:
        for name, content in members:
            target.writestr(name, content)
    return stream.getvalue()


def with_member(name: str, content: bytes) -> bytes:
    arrays = [(f"{key}.npy", npy(array)) for key, array in BASIC.items() if key != name]
    return zipped([*arrays, (f"{name}.npy", content)], zipfile.ZIP_DEFLATED)


def header(text: str) -> bytes:
    padded = text.encode("latin1") + b"\n"
    return b"\x93NUMPY\x01\x00" + struct.pack("<H", len(padded)) + padded


def refusal(data: bytes) -> str:
    with pytest.raises(ScenarioFileError) as raised:
        decode_archive(data)
    return str(raised.value)


@pytest.mark.parametrize("compressed", [False, True])
def test_query_key_and_value_make_a_scenario(compressed: bool):
    scenario = decode_archive(archive(compressed))

    for name, array in BASIC.items():
        assert getattr(scenario, name).tobytes() == array.tobytes()
    assert scenario.queries == ("Query 1",)
    assert scenario.sources == ("Source 1", "Source 2")
    assert scenario.scale == "sqrt_d"


def test_all_optional_arrays_are_read():
    scenario = decode_archive(
        archive(
            allowed=np.array([[True, False]]),
            bias=np.array([[0.5, 0.0]]),
            scale=np.float64(0.25),
            softcap=np.array([30.0]),
            weights=np.array([[0.25, 0.75]]),
        )
    )

    assert scenario.mask.cells.tolist() == [[True, False]]
    assert scenario.bias.tolist() == [[0.5, 0.0]]
    assert (scenario.scale, scenario.softcap) == (0.25, 30.0)
    assert scenario.weights.tolist() == [[0.25, 0.75]]


def test_weights_and_value_alone_are_a_weighted_mix():
    weights = np.array([[0.25, 0.75]])
    scenario = decode_archive(archive(query=None, key=None, weights=weights))
    assert scenario.query is None


def test_results_beside_the_inputs_are_computed_anew():
    scenario = decode_archive(archive(output=np.array([[99.0]]), scores=np.array([[1.0, 2.0]])))
    assert attend(scenario.inputs).output[0, 0] < 20


def test_a_file_opens_under_its_name_whatever_its_suffix(tmp_path: Path):
    for name in ("tensors.npz", "tensors.attn"):
        (tmp_path / name).write_bytes(archive())
        assert load_scenario(tmp_path / name).title == "tensors"


def test_half_precision_is_widened_before_anything_is_computed():
    dims = np.full((1, 64), 40, dtype=np.float16)
    value = np.ones((1, 1), dtype=np.float32)
    scenario = decode_archive(archive(query=dims, key=dims, value=value))

    assert scenario.query.dtype == scenario.value.dtype == np.float64
    assert attend(scenario.inputs).scores[0, 0] == 64 * 40 * 40  # infinite in half precision


def test_column_order_and_the_other_byte_order_read_the_same():
    key = np.asfortranarray(np.array([[1.0, 2.0], [3.0, 4.0]], dtype=">f8"))
    assert decode_archive(archive(key=key)).key.tolist() == [[1.0, 2.0], [3.0, 4.0]]


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        (
            {"allowed": np.array([[1, 0]])},
            "allowed: expected booleans, True where a query may read a source, "
            "found cells of type int64",
        ),
        (
            {"allowed": np.array([[True]])},
            "allowed: expected 1 × 2 (a row a query, a column a source), found 1 × 1",
        ),
        ({"scale": np.array([1.0, 2.0])}, "scale: expected one number, found 2"),
        ({"scale": np.array(True)}, "scale: expected a number, found true"),
        ({"softcap": np.array(0.0)}, "softcap: expected a number above 0, found 0"),
        (
            {"query": np.ones(2)},
            "query: expected a table with rows and columns, found 1 dimensions",
        ),
        (
            {"query": np.array([[np.nan, 0]])},
            "query[0][0]: expected a finite number, found not a number (NaN)",
        ),
        ({"query": np.array([[True, False]])}, "query: expected real numbers in every cell, "),
        ({"value": None}, "start: expected query, key and value, or embeddings and projections, "),
        ({"sofcap": np.array(1.0)}, 'unknown array "sofcap.npy"; the arrays are query, key, value'),
    ],
)
def test_an_array_that_does_not_fit_is_refused_with_its_place(change: dict, sentence: str):
    assert refusal(archive(**change)).startswith(sentence)


@pytest.mark.parametrize(
    "array",
    [
        np.array([["1", "0"]]),
        np.array([[1, 0]], dtype=object),
        np.array([[1 + 2j, 0]]),
        np.array([[(1.0, 2)]], dtype=[("a", "f8"), ("b", "i4")]),
        np.array([[0, 1]], dtype="M8[s]"),
        np.array([[b"ab", b"cd"]], dtype="V2"),
    ],
    ids=["text", "objects", "complex", "records", "dates", "raw bytes"],
)
def test_cells_that_are_no_real_numbers_are_refused_by_type(array: np.ndarray):
    assert refusal(archive(query=array)).startswith("query: expected numbers of up to 64 bits")


class Bomb:
    """Leaves a trace if it is unpickled."""

    gone_off = False

    def __reduce__(self) -> tuple[object, tuple[object, ...]]:
        return (setattr, (Bomb, "gone_off", True))


def test_a_pickle_in_an_archive_is_never_run():
    refusal(archive(query=np.array([[Bomb()]], dtype=object)))
    assert not Bomb.gone_off


# Sizes that are announced


@pytest.mark.parametrize(
    "shape", ["(200000000, 1)", "(99999999999999999999, 2)", "(-1, 2)", "(2, 0, -5)"]
)
def test_a_huge_array_in_a_small_archive_is_refused_before_it_is_allocated(shape: str):
    text = f"{{'descr': '<f8', 'fortran_order': False, 'shape': {shape}, }}"
    assert refusal(with_member("query", header(text))).startswith("query: expected at most")


def test_an_array_shorter_or_longer_than_it_announces_is_refused():
    whole = npy(BASIC["query"])
    for content in (whole[:-8], whole + b"more"):
        assert "not the size its header announces" in refusal(with_member("query", content))


def test_a_bomb_of_zeros_is_refused_by_its_unpacked_size():
    stream = io.BytesIO()
    with (
        zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as target,
        target.open("query.npy", "w") as member,
    ):
        for _ in range(513):
            member.write(bytes(2**20))
    assert refusal(stream.getvalue()) == "the arrays take more than 512 MiB when they are unpacked"


# Names of members


@pytest.mark.parametrize(
    "name", ["../../evil.npy", "/abs.npy", "query", "query.txt", "a/query.npy"]
)
def test_a_foreign_member_is_refused_and_nothing_is_written(
    name: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
):
    monkeypatch.chdir(tmp_path)
    assert refusal(zipped([(name, npy(BASIC["query"]))])).startswith(f'unknown array "{name}"')
    assert list(tmp_path.iterdir()) == []


@pytest.mark.filterwarnings("ignore:Duplicate name")
def test_a_member_given_twice_is_refused():
    member = ("query.npy", npy(BASIC["query"]))
    assert refusal(zipped([member, member])) == 'the archive holds "query" more than once'


# Damage


@pytest.mark.parametrize(
    "content", [b"", b"PK", b"PK\x03\x04", b"not a zip", b"PK\x05\x06" + b"\0" * 18]
)
def test_what_is_no_archive_is_refused(content: bytes):
    refusal(content)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "(" * 5000,
        "{'descr': '<f8'}",
        "{'descr': 'nonsense', 'fortran_order': False, 'shape': (1, 2), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': (1L, 2L), }",
        "{'descr': '<f8', 'fortran_order': False, 'shape': '\\z', }",
        "'''",
    ],
)
def test_a_broken_header_is_refused(text: str):
    refusal(with_member("query", header(text)))


def test_a_flipped_bit_in_the_numbers_is_found_by_the_checksum():
    data = bytearray(archive())
    data[data.index(np.float64(20.0).tobytes())] ^= 1
    assert "CRC" in refusal(bytes(data))


@pytest.mark.parametrize("compressed", [False, True])
def test_whatever_is_damaged_there_is_one_kind_of_error(compressed: bool):
    chance, good = random.Random(17), archive(compressed, allowed=np.array([[True, False]]))
    outcomes = {True: 0, False: 0}
    for _ in range(1500):
        data = bytearray(good)
        for _ in range(chance.randint(1, 4)):
            data[chance.randrange(len(data))] = chance.randrange(256)
        if chance.random() < 0.2:
            del data[chance.randrange(len(data)) :]
        try:
            read = isinstance(decode_archive(bytes(data)), Scenario)
        except ScenarioFileError:
            read = False
        outcomes[read] += 1
    assert min(outcomes.values()) > 0
