import json
from pathlib import Path

import pytest

from dpproofs.kernel.cache import keep, kept_file


@pytest.fixture
def elsewhere(monkeypatch):
    """Nobody has said where to keep anything."""
    for name in ("DPPROOFS_CACHE", "XDG_CACHE_HOME"):
        monkeypatch.delenv(name, raising=False)


@pytest.mark.usefixtures("elsewhere")
def test_questions_have_files_of_their_own_in_the_caches_of_the_user(monkeypatch):
    monkeypatch.setenv("HOME", "/somewhere")
    first, other = kept_file("room", "a question"), kept_file("room", "another one")
    assert first.parent == Path("/somewhere/.cache/dpproofs/room")
    assert first != other
    monkeypatch.setenv("XDG_CACHE_HOME", "/caches")
    assert kept_file("room", "a question") == Path("/caches/dpproofs/room") / first.name


@pytest.mark.usefixtures("elsewhere")
def test_nothing_is_kept_without_a_home_or_where_the_place_is_empty(monkeypatch):
    def nobody(_):
        raise RuntimeError("Could not determine home directory.")

    with monkeypatch.context() as patched:
        patched.setattr(Path, "expanduser", nobody)
        assert kept_file("room", "a question") is None
    monkeypatch.setenv("DPPROOFS_CACHE", "")
    assert kept_file("room", "a question") is None


def test_what_is_kept_is_read_again_and_what_cannot_be_written_is_not_kept(tmp_path, monkeypatch):
    monkeypatch.setenv("DPPROOFS_CACHE", str(tmp_path))
    file = kept_file("room", "a question")
    keep(file, json.dumps([1, 2]))
    assert json.loads(file.read_text("ascii")) == [1, 2]
    (tmp_path / "full").touch()
    keep(tmp_path / "full" / "room" / "file.json", "lost")
    assert (tmp_path / "full").read_text("ascii") == ""
