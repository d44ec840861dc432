"""Which claims an argument names: an id, a pattern, a paper."""

import os
import subprocess
import sys

import pytest

from dpproofs.commands.options import chosen
from dpproofs.kernel.errors import BadInput
from dpproofs.theorems.registry import catalogue, formalised


def of(paper):
    return [name for name in formalised() if catalogue()[name].paper == paper]


def test_a_pattern_selects_what_fits_it():
    found = chosen(["staircase.thm4.*"])
    assert found == ["staircase.thm4.gamma", "staircase.thm4.cost"]
    assert chosen(["*.thm[12]"]) == [
        name for name in formalised() if name.split(".", 1)[1] in {"thm1", "thm2"}
    ]


def test_a_paper_selects_its_claims_and_selections_are_added_up():
    assert chosen(["poster"]) == of("poster")
    assert chosen(["poster", "additive.lem2", "additive.lem?"]) == [
        name
        for name in formalised()
        if name in of("poster") or name in {"additive.lem1", "additive.lem2"}
    ]


def test_a_paper_as_an_option_narrows_a_pattern():
    assert chosen(["*.thm1"], ["additive"]) == ["additive.thm1"]


@pytest.mark.parametrize(
    ("name", "accepted"),
    [
        ("staircase.thm99*", "a pattern that fits"),
        ("stairs", r"'staircase.\*' names \d+, such as"),
        ("stircase.thm4", r"'staircase.thm4.\*' names \d, such as"),
        ("thm4", r"'\*.thm4\*' names \d, such as 'staircase.thm4."),
        ("lem2", r"'\*.lem2\*' names \d+, such as '\w+.lem2'"),
        ("laplace", "the nearest is 'trunclap.exponent.laplace'"),
        ("qwerty", "'dpproofs list' shows them"),
        ("staircase.thm6", r"'staircase.thm6.\*' names \d, such as 'staircase.thm6."),
        ("additive.intro", "the nearest is 'additive.intro.cmp'"),
        ("", "the id of a claim"),
    ],
)
def test_what_selects_nothing_is_bad_input(name, accepted):
    with pytest.raises(BadInput, match=accepted):
        chosen([name])


def test_a_claim_that_is_not_formalised_is_not_selected(unformalised):
    with pytest.raises(BadInput, match="this one not yet"):
        chosen([unformalised])


def test_a_paper_of_which_nothing_is_formalised_says_so(monkeypatch):
    monkeypatch.setattr("dpproofs.theorems.registry.formalised", lambda: ("additive.lem2",))
    with pytest.raises(BadInput, match="a paper with formalised claims"):
        chosen(["staircase"])


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_shells_are_told_how_to_complete(shell):
    environment = {**os.environ, "_DPPROOFS_COMPLETE": f"{shell}_source"}
    done = subprocess.run(
        [sys.executable, "-m", "dpproofs"],
        env=environment,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    assert "_DPPROOFS_COMPLETE" in done.stdout


def completed(monkeypatch, capsys, *words):
    """What a shell would offer for the last word."""
    from dpproofs.cli import main

    monkeypatch.setenv("_DPPROOFS_COMPLETE", "bash_complete")
    monkeypatch.setenv("COMP_WORDS", " ".join(["dpproofs", *words]))
    monkeypatch.setenv("COMP_CWORD", str(len(words)))
    with pytest.raises(SystemExit) as end:
        main(prog_name="dpproofs")
    assert end.value.code == 0
    return [line.partition(",")[2] for line in capsys.readouterr().out.split()]


@pytest.mark.parametrize("command", ["verify", "derive", "errata"])
def test_ids_of_claims_are_completed(monkeypatch, capsys, command):
    offered = completed(monkeypatch, capsys, command, "staircase.thm4")
    assert offered == ["staircase.thm4.gamma", "staircase.thm4.cost"]


def test_papers_are_completed(monkeypatch, capsys):
    assert completed(monkeypatch, capsys, "verify", "addi")[0] == "additive"
    assert completed(monkeypatch, capsys, "list", "--paper", "post") == ["poster"]


def test_targets_are_completed_the_library_first(monkeypatch, capsys):
    assert completed(monkeypatch, capsys, "audit", "num") == ["numpy:"]
    assert completed(monkeypatch, capsys, "audit", "numpy:lap") == ["numpy:laplace"]
    assert completed(monkeypatch, capsys, "audit", "nowhere:lap") == []


def test_mechanisms_are_completed(monkeypatch, capsys):
    assert completed(monkeypatch, capsys, "profile", "lap") == ["laplace"]


def test_commands_are_completed(monkeypatch, capsys):
    assert completed(monkeypatch, capsys, "err") == ["errata"]
