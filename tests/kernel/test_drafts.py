"""Files are whole or not there at all, and have one writer at a time."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from dpproofs.kernel.drafts import alone, write_whole
from dpproofs.kernel.errors import BadInput

HOLD = """
import sys, pathlib, time
from dpproofs.kernel.drafts import alone
with alone(pathlib.Path(sys.argv[1]), "--save"):
    print("held", flush=True)
    time.sleep(600)
"""


def test_a_full_disk_leaves_what_was_there(tmp_path, monkeypatch):
    path = tmp_path / "table.csv"
    write_whole(path, b"first")

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        write_whole(path, b"second")
    assert path.read_bytes() == b"first"
    assert [*tmp_path.iterdir()] == [path]


def test_a_file_keeps_its_mode_and_a_new_one_has_the_usual(tmp_path):
    path, usual = tmp_path / "a", tmp_path / "b"
    write_whole(path, b"1")
    usual.write_bytes(b"1")
    assert path.stat().st_mode == usual.stat().st_mode
    path.chmod(0o600)
    write_whole(path, b"2")
    assert path.stat().st_mode & 0o777 == 0o600


def test_one_process_at_a_time_writes_a_file(tmp_path):
    path = tmp_path / "state.npz"
    command = [sys.executable, "-c", HOLD, path]
    with subprocess.Popen(command, stdout=subprocess.PIPE) as other:
        assert other.stdout.readline() == b"held\n"
        with pytest.raises(BadInput, match="no other process is writing"), alone(path, "--save"):
            pass
        other.kill()  # and it is free again
    with alone(path, "--save"), alone(tmp_path / "other.npz", "--save"):
        pass
    assert [*tmp_path.iterdir()] == []


def test_what_is_no_file_needs_no_lock():
    with alone(Path(os.devnull), "--save"):
        pass


def test_a_lock_that_was_taken_away_meanwhile_is_made_anew(tmp_path, monkeypatch):
    """Who had it has deleted the file between our opening it and our locking it."""
    fcntl = pytest.importorskip("fcntl")
    lock, path, calls = tmp_path / ".state.lock", tmp_path / "state", []
    flock = fcntl.flock

    def late(descriptor, how):
        if not calls:
            lock.unlink()
        calls.append(descriptor)
        flock(descriptor, how)

    monkeypatch.setattr(fcntl, "flock", late)
    with alone(path, "--save"):
        assert lock.exists()
    assert len(calls) == 2


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="pipes have no names on Windows")
def test_a_pipe_is_written_to_and_stays_one(tmp_path):
    """Whoever runs as root would have a device replaced by a file."""
    pipe = tmp_path / "pipe"
    os.mkfifo(pipe)
    reader = os.open(pipe, os.O_RDONLY | os.O_NONBLOCK)
    try:
        write_whole(pipe, b"all of it")
        assert os.read(reader, 100) == b"all of it"
    finally:
        os.close(reader)
    assert pipe.is_fifo()
