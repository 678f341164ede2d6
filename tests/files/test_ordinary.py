"""What stands under the name of a file and is none."""

import os
from pathlib import Path

import pytest

from explorer.files.ordinary import is_no_file

posix = pytest.mark.skipif(os.name != "posix", reason="pipes and devices as files")


def test_a_file_is_one_also_behind_a_link_and_a_missing_one_is_not_there(tmp_path):
    file, link = tmp_path / "file", tmp_path / "link"
    file.touch()
    link.symlink_to(file)
    assert not is_no_file(file)
    assert not is_no_file(link)
    assert not is_no_file(tmp_path / "missing")
    assert not is_no_file(tmp_path / "no\0name")


@posix
def test_folders_pipes_and_devices_are_none_also_behind_a_link(tmp_path):
    pipe, link = tmp_path / "pipe", tmp_path / "link"
    os.mkfifo(pipe)
    link.symlink_to(pipe)
    assert is_no_file(tmp_path)
    assert is_no_file(pipe)
    assert is_no_file(link)
    assert is_no_file(Path(os.devnull))
