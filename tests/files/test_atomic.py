"""Saving: the new file is there whole, or the old one is."""

import errno
import os
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

import pytest

from explorer.files import ScenarioFileError, atomic
from explorer.files.atomic import write_atomically

posix = pytest.mark.skipif(os.name != "posix", reason="links, modes and pipes of POSIX")

OLD = b"old content"
NEW = b"new content" * 1000


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    path = tmp_path / "lesson.attn"
    path.write_bytes(OLD)
    return path


@pytest.fixture
def open_folder() -> Iterator[Path]:
    """A folder that other users reach too."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        folder.chmod(0o777)
        yield folder


@contextmanager
def as_ordinary_user() -> Iterator[None]:
    """Permissions bind nobody who is root: be someone else for a moment."""
    if os.geteuid() != 0:
        yield
        return
    os.seteuid(65534)
    try:
        yield
    finally:
        os.seteuid(0)


def refusal(path: Path) -> str:
    with pytest.raises(ScenarioFileError) as raised:
        write_atomically(path, NEW)
    assert raised.value.path == path
    return str(raised.value)


def mode(path: Path) -> int:
    return path.stat().st_mode & 0o7777


def test_a_new_file_holds_the_bytes_and_nothing_else_is_left(tmp_path: Path):
    write_atomically(tmp_path / "a.attn", NEW)

    assert [path.name for path in tmp_path.iterdir()] == ["a.attn"]
    assert (tmp_path / "a.attn").read_bytes() == NEW


def test_an_old_file_is_replaced(saved: Path):
    write_atomically(saved, NEW)
    assert saved.read_bytes() == NEW


@posix
def test_a_new_file_has_the_mode_the_umask_gives(tmp_path: Path):
    before = os.umask(0o027)
    try:
        write_atomically(tmp_path / "a.attn", NEW)
    finally:
        os.umask(before)

    assert mode(tmp_path / "a.attn") == 0o640


@posix
@pytest.mark.parametrize("bits", [0o600, 0o644, 0o664, 0o777])
def test_the_permissions_of_the_old_file_are_kept(saved: Path, bits: int):
    saved.chmod(bits)
    write_atomically(saved, NEW)
    assert mode(saved) == bits


@posix
@pytest.mark.skipif(not hasattr(os, "geteuid") or os.geteuid() != 0, reason="only root gives away")
def test_a_file_of_someone_else_stays_theirs(saved: Path):
    os.chown(saved, 65534, 65534)
    write_atomically(saved, NEW)
    assert (saved.stat().st_uid, saved.stat().st_gid) == (65534, 65534)


@posix
def test_a_symbolic_link_is_followed_and_kept(saved: Path, tmp_path: Path):
    link = tmp_path / "elsewhere" / "link.attn"
    link.parent.mkdir()
    link.symlink_to(saved)

    write_atomically(link, NEW)

    assert link.is_symlink()
    assert saved.read_bytes() == NEW
    assert list(link.parent.iterdir()) == [link]


@posix
def test_a_symbolic_link_to_nothing_yet_makes_its_target(tmp_path: Path):
    link = tmp_path / "link.attn"
    link.symlink_to("target.attn")

    write_atomically(link, NEW)

    assert link.is_symlink()
    assert (tmp_path / "target.attn").read_bytes() == NEW


@posix
def test_the_other_name_of_a_hard_link_keeps_the_old_content(saved: Path, tmp_path: Path):
    other = tmp_path / "other.attn"
    other.hardlink_to(saved)

    write_atomically(saved, NEW)

    assert other.read_bytes() == OLD


@posix
def test_a_link_to_itself_is_refused(tmp_path: Path):
    link = tmp_path / "loop.attn"
    link.symlink_to(link)
    assert "symbolic link to itself" in refusal(link)


def test_a_folder_is_refused(tmp_path: Path):
    assert refusal(tmp_path) == "not saved: that is a folder; choose another place"


@posix
def test_a_pipe_is_refused_and_stays_a_pipe(tmp_path: Path):
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)

    assert "a device or a pipe" in refusal(pipe)
    assert pipe.is_fifo()


def test_a_name_with_a_nul_writes_nothing_anywhere(tmp_path: Path):
    assert "cannot contain that character" in refusal(tmp_path / "a\0b.attn")
    assert list(tmp_path.iterdir()) == []


def test_a_missing_folder_is_named(tmp_path: Path):
    assert "that folder does not exist" in refusal(tmp_path / "missing" / "a.attn")


def test_a_name_that_is_too_long_is_refused_and_leaves_nothing(tmp_path: Path):
    assert "that name is too long" in refusal(tmp_path / ("a" * 300))
    assert list(tmp_path.iterdir()) == []


@posix
def test_a_file_that_can_only_be_read_is_refused(open_folder: Path):
    path = open_folder / "a.attn"
    path.write_bytes(OLD)
    path.chmod(0o444)

    with as_ordinary_user():
        assert "writing there is not permitted" in refusal(path)

    assert path.read_bytes() == OLD


@posix
def test_a_folder_that_can_only_be_read_is_refused(open_folder: Path):
    path = open_folder / "a.attn"
    path.write_bytes(OLD)
    path.chmod(0o666)
    open_folder.chmod(0o555)

    with as_ordinary_user():
        sentence = refusal(path)
    open_folder.chmod(0o777)

    assert sentence == "not saved: writing there is not permitted; choose another place"
    assert path.read_bytes() == OLD


# A disk that fails


class Failing(NamedTuple):
    """A call of the system made to fail, and the error it gives."""

    call: str
    code: int


def raising(code: int) -> Callable[..., int]:
    def fail(*_: object, **__: object) -> int:
        raise OSError(code, os.strerror(code))

    return fail


@pytest.mark.parametrize(
    "failing",
    [Failing("write", errno.ENOSPC), Failing("fsync", errno.EIO), Failing("open", errno.EROFS)],
)
def test_a_failing_disk_leaves_the_old_file_whole_and_no_litter(
    saved: Path, monkeypatch: pytest.MonkeyPatch, failing: Failing
):
    monkeypatch.setattr(atomic.os, failing.call, raising(failing.code))
    with pytest.raises(ScenarioFileError, match="choose another place"):
        write_atomically(saved, NEW)
    monkeypatch.undo()

    assert saved.read_bytes() == OLD
    assert list(saved.parent.iterdir()) == [saved]


def test_a_disk_that_fills_up_in_the_middle_leaves_the_old_file_whole(
    saved: Path, monkeypatch: pytest.MonkeyPatch
):
    real, room = os.write, [len(NEW) // 2]

    def write(descriptor: int, data: memoryview) -> int:
        if not room[0]:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        written = real(descriptor, data[: room[0]])
        room[0] -= written
        return written

    monkeypatch.setattr(atomic.os, "write", write)
    assert refusal(saved) == "not saved: the disk is full; choose another place"
    assert saved.read_bytes() == OLD


def test_a_system_that_writes_a_few_bytes_at_a_time_still_saves_all(
    saved: Path, monkeypatch: pytest.MonkeyPatch
):
    real = os.write
    monkeypatch.setattr(atomic.os, "write", lambda to, data: real(to, data[:7]))
    write_atomically(saved, NEW)
    assert saved.read_bytes() == NEW


def test_an_interruption_removes_the_temporary_file(saved: Path, monkeypatch: pytest.MonkeyPatch):
    def interrupt(*_: object) -> int:
        raise KeyboardInterrupt

    monkeypatch.setattr(atomic.os, "fsync", interrupt)
    with pytest.raises(KeyboardInterrupt):
        write_atomically(saved, NEW)

    assert list(saved.parent.iterdir()) == [saved]


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 1 MiB in memory."""
    mount = ["mount", "-t", "tmpfs", "-o", "size=1m", "tmpfs", str(tmp_path)]
    if not sys.platform.startswith("linux") or subprocess.run(mount, check=False).returncode:
        pytest.skip("mounting needs root; the tests above do without")
    yield tmp_path
    subprocess.run(["umount", str(tmp_path)], check=True)


@pytest.mark.parametrize("beyond", [-4096, 0, 1, 65536, 10 * 2**20])
def test_a_full_disk_holds_the_whole_old_file_or_the_whole_new_one(small_disk: Path, beyond: int):
    path = small_disk / "a.attn"
    path.write_bytes(OLD)
    status = os.statvfs(small_disk)
    content = b"x" * (status.f_bavail * status.f_frsize + beyond)

    if beyond <= 0:
        write_atomically(path, content)
    else:
        with pytest.raises(ScenarioFileError, match="the disk is full; choose another place"):
            write_atomically(path, content)

    assert path.read_bytes() == (content if beyond <= 0 else OLD)
    assert list(small_disk.iterdir()) == [path]


# A process that is killed

SAVE_FOR_EVER = """
import itertools, sys
from pathlib import Path
from explorer.files.atomic import write_atomically
for number in itertools.count():
    write_atomically(Path(sys.argv[1]), str(number % 10).encode() * 200_000)
    print(number, flush=True)
"""


@posix
def test_a_kill_at_any_moment_leaves_a_whole_file(saved: Path):
    for attempt in range(8):
        command = [sys.executable, "-c", SAVE_FOR_EVER, str(saved)]
        with subprocess.Popen(command, stdout=subprocess.PIPE) as process:
            assert process.stdout is not None
            for _ in range(attempt + 1):
                process.stdout.readline()
            process.send_signal(signal.SIGKILL)
        content = saved.read_bytes()
        assert len(content) == 200_000
        assert len(set(content)) == 1


def test_what_a_kill_left_behind_is_cleared_a_day_later_and_nothing_else(saved: Path):
    folder = saved.parent
    names = [".attention-explorer-1.tmp", ".attention-explorer-2.tmp", "mine.tmp"]
    for name in names:
        (folder / name).write_bytes(b"")
    long_ago = time.time() - atomic.STALE_AFTER - 60
    for name in (names[0], names[2]):
        os.utime(folder / name, (long_ago, long_ago))

    write_atomically(saved, NEW)

    assert sorted(path.name for path in folder.iterdir()) == sorted([*names[1:], saved.name])
