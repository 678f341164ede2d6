"""What a recovery file holds, and what is made of a damaged one."""

from datetime import UTC, datetime
from pathlib import Path

import pytest

from explorer.files import ScenarioFileError
from explorer.files.fingerprint import fingerprint
from explorer.files.recovery_format import Unsaved, load_unsaved, save_unsaved

CHANGED = datetime(2026, 3, 1, 12, 30, 15, 250000, tzinfo=UTC)


def test_a_document_comes_back_with_name_time_path_and_fingerprint(
    tmp_path, seed_scenario, saved_file
):
    path = tmp_path / "one.recovery"
    save_unsaved(
        Unsaved("seed.attn", seed_scenario, CHANGED, saved_file, fingerprint(saved_file)), path
    )
    back = load_unsaved(path)
    assert (back.name, back.changed, back.path) == ("seed.attn", CHANGED, saved_file)
    assert back.base == fingerprint(saved_file)
    assert back.scenario.value.tolist() == [[10], [20], [30]]


def test_a_path_that_is_no_unicode_comes_back(tmp_path, seed_scenario):
    odd = Path("/tmp") / b"caf\xe9.attn".decode("utf-8", "surrogateescape")
    path = tmp_path / "one.recovery"
    save_unsaved(Unsaved("x", seed_scenario, CHANGED, odd), path)
    assert load_unsaved(path).path == odd


def test_a_recovery_file_cut_off_anywhere_is_refused(recovery_file):
    whole = recovery_file.read_bytes()
    for length in range(len(whole) - 1):  # without its last line break it is still complete
        recovery_file.write_bytes(whole[:length])
        with pytest.raises(ScenarioFileError):
            load_unsaved(recovery_file)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b'"version": 1, "name"', b'"version": 2, "name"'),
        (b"attention-explorer-recovery", b"something-else"),
        (b'"changed": "2026', b'"changed": "yesterday'),
        (b"2026-03-01T12:00:00+00:00", b"9999-12-31T23:59:59-23:00"),
        (b'"base": null', b'"base": {"size": 3}'),
        (b'"path": null', b'"path": 3'),
        (b'"name": ', b'"nom": '),
    ],
)
def test_a_damaged_first_line_is_refused(recovery_file, old, new):
    content = recovery_file.read_bytes()
    assert old in content
    recovery_file.write_bytes(content.replace(old, new))
    with pytest.raises(ScenarioFileError):
        load_unsaved(recovery_file)


@pytest.mark.parametrize("line", [b"[]", b"3", b'"x"', b"null", b"{}", b" " * 70000])
def test_a_first_line_that_is_something_else_is_refused(recovery_file, line):
    _, _, document = recovery_file.read_bytes().partition(b"\n")
    recovery_file.write_bytes(line + b"\n" + document)
    with pytest.raises(ScenarioFileError):
        load_unsaved(recovery_file)
