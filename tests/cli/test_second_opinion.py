"""`verify --second-opinion`: what solvers say of the signs that were shown, and when they hang."""

import json

import pytest
import sympy as sp

from dpproofs.checkers import solvers
from dpproofs.checkers.solvers import Solvers
from dpproofs.kernel.domain import Domain, between
from dpproofs.kernel.goal import Goal
from dpproofs.kernel.proposition import that

CLAIM = "staircase.eq52"
x = sp.Symbol("x", positive=True)
UNIT = Domain((between(x, 0, 1),))
TRUE, FALSE = Goal(that(x**2) < x, UNIT), Goal(that(x) <= x**2, UNIT)


@pytest.fixture
def said(monkeypatch):
    """Let the solvers say something."""

    def say(word):
        monkeypatch.setattr(Solvers, "opinion", lambda *_: word)

    return say


def test_the_solvers_agree_with_a_claim_and_it_is_told(run):
    result = run("verify", CLAIM, "--second-opinion", "--json")
    assert result.exit_code == 0
    told = json.loads(result.stdout)["second_opinion"]
    assert set(told["solvers"]) == {"z3", "cvc5"}
    assert told["agree"] + told["unknown"] == told["signs"] > 0
    assert told["disagree"] == []


def test_a_sign_that_is_contradicted_is_alarming(run, said):
    said("disagrees")
    result = run("verify", CLAIM, "--second-opinion")
    assert result.exit_code == 1
    assert "second opinion: z3 and cvc5 agree on 0 of" in result.stdout
    assert f"of {CLAIM}" in result.stdout.split("contradict")[1]
    document = json.loads(run("verify", CLAIM, "--second-opinion", "--json").stdout)
    assert document["second_opinion"]["disagree"][0]["claim"] == CLAIM


def test_what_they_cannot_tell_is_no_alarm(run, said):
    said("unknown")
    result = run("verify", CLAIM, "--second-opinion")
    assert result.exit_code == 0
    assert "cannot tell" in result.stdout
    assert "contradict none" in result.stdout


def test_without_solvers_it_is_one_clear_line(run, monkeypatch, is_one_error):
    monkeypatch.setattr(solvers, "installed", list)
    result = run("verify", CLAIM, "--second-opinion")
    assert result.exit_code == 2
    assert is_one_error(result.stderr)
    assert "dpproofs[smt]" in result.stderr


def test_without_the_option_nobody_is_asked(run, monkeypatch):
    monkeypatch.setattr(Solvers, "opinion", None)
    assert "second_opinion" not in json.loads(run("verify", CLAIM, "--json").stdout)


def test_a_solver_that_hangs_or_dies_is_ended_and_another_one_answers():
    with Solvers() as asked:
        assert asked.opinion(TRUE) == "agrees"
        assert asked.opinion(FALSE) == "disagrees"
        asked._process.kill()
        asked._process.join()
        assert asked.opinion(TRUE) == "unknown"
        asked._patience = 0.0
        assert asked.opinion(TRUE) == "unknown"
        assert asked._process is None
        asked._patience = solvers.PATIENCE
        assert asked.opinion(TRUE) == "agrees"
    assert asked._process is None


def test_a_process_that_does_not_start_tells_nothing(monkeypatch):
    monkeypatch.setattr(solvers, "START", 0.0)
    with Solvers() as asked:
        assert asked.opinion(TRUE) == "unknown"


def test_the_process_answers_until_nobody_asks(monkeypatch):
    monkeypatch.setattr(solvers.signal, "signal", lambda *_: None)
    sent, questions = [], [TRUE, FALSE]

    class Line:
        def send(self, word):
            sent.append(word)

        def recv(self):
            if not questions:
                raise EOFError
            return questions.pop(0)

    solvers.answer(Line())
    assert sent == ["ready", "agrees", "disagrees"]
