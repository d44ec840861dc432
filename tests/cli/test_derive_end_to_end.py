"""Nothing is replaced here, so that the renderer and the command line cannot drift apart."""

import json

import pytest

CLAIM = "additive.lem2"


@pytest.fixture
def only_one(monkeypatch):
    monkeypatch.setattr("dpproofs.theorems.registry.formalised", lambda: (CLAIM,))


@pytest.mark.parametrize("form", ["latex", "html", "markdown"])
def test_a_claim_is_rendered_in_every_format(run, form):
    result = run("derive", CLAIM, "--format", form)
    assert result.exit_code == 0
    assert "lem2" in result.stdout


@pytest.mark.usefixtures("only_one")
def test_what_derive_writes_is_complete_fresh_and_replays(run, tmp_path):
    tree, statements = tmp_path / "tree", tmp_path / "replaying" / "statements.json"
    for room in ("replaying", "theorems"):
        (tmp_path / room).mkdir()
    arguments = ["derive", "--all", "--no-figures", "-o", tree, "--stored", tmp_path]
    assert run(*arguments).exit_code == 0
    assert (tree / "book.tex").is_file()
    assert list(json.loads(statements.read_text("ascii"))["claims"]) == [CLAIM]
    result = run(*arguments, "--check")
    assert (result.exit_code, result.stdout) == (0, "")
    assert run("replay", "--any-statement", tree / "certificates").exit_code == 0
