"""Whether another program changed a file."""

import os

from explorer.files.fingerprint import fingerprint, is_unchanged


def test_a_file_left_alone_is_unchanged(saved_file):
    assert is_unchanged(saved_file, fingerprint(saved_file))


def test_a_file_that_was_only_touched_is_unchanged(saved_file):
    known = fingerprint(saved_file)
    os.utime(saved_file, ns=(1, 1))
    assert is_unchanged(saved_file, known)


def test_other_bytes_of_the_same_length_are_a_change(saved_file):
    known = fingerprint(saved_file)
    saved_file.write_bytes(saved_file.read_bytes().replace(b"30", b"50"))
    os.utime(saved_file, ns=(1, 1))
    assert not is_unchanged(saved_file, known)


def test_a_longer_file_is_a_change_even_with_the_old_time(saved_file):
    known = fingerprint(saved_file)
    saved_file.write_bytes(saved_file.read_bytes() + b"\n")
    os.utime(saved_file, ns=(known.modified_ns, known.modified_ns))
    assert not is_unchanged(saved_file, known)


def test_a_file_that_is_gone_is_a_change_and_has_no_fingerprint(saved_file):
    known = fingerprint(saved_file)
    saved_file.unlink()
    assert not is_unchanged(saved_file, known)
    assert fingerprint(saved_file) is None


def test_a_folder_and_an_impossible_name_have_no_fingerprint(tmp_path):
    assert fingerprint(tmp_path) is None
    assert fingerprint("a\0b") is None


def test_a_file_too_large_to_be_opened_is_there_and_is_not_read(saved_file):
    known = fingerprint(saved_file)
    os.truncate(saved_file, 2**40)  # takes no room, and hours to read
    now = fingerprint(saved_file)
    assert (now.size, now.digest) == (2**40, "")
    assert not is_unchanged(saved_file, known)
