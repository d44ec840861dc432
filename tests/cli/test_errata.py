import json

import pytest

from dpproofs.commands import errata

CLAIM = "additive.lem2"
honest_suspects = errata.suspects


@pytest.fixture(autouse=True)
def suspected(monkeypatch):
    monkeypatch.setattr(errata, "suspects", lambda: [CLAIM])


def test_an_erratum_has_what_is_printed_the_counterexample_and_the_correction(run, planted):
    planted(additive_lem2="corrected")
    result = run("errata", "--json")
    assert result.exit_code == 0
    assert json.loads(result.stdout)["errata"] == [
        {
            "id": CLAIM,
            "paper": "additive",
            "item": "Lemma 0",
            "verdict": "corrected",
            "grade": "proved",
            "printed": "1 = 2",
            "counterexample": "x = 1: not so",
            "corrected": "1 = 1",
        }
    ]


def test_errata_are_shown_one_below_the_other(run, planted):
    planted(additive_lem2="refuted")
    assert run("errata").stdout.splitlines() == [
        f"{CLAIM}  Lemma 0  refuted",
        "  printed         1 = 2",
        "  counterexample  x = 1: not so",
        "  corrected       1 = 1",
        "",
        "1 erratum",
    ]


def test_a_suspect_that_is_not_established_to_be_wrong_is_left_out(run, planted):
    planted(additive_lem2="open")
    result = run("errata")
    assert result.exit_code == 3
    assert result.stdout == "0 errata\n"
    assert result.stderr == f"left out: {CLAIM} is open\n"


def test_an_interruption_is_told(run, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("dpproofs.commands.checking.check_one", interrupted)
    result = run("errata", "--json")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["interrupted"] is True


def test_claims_whose_derivation_refutes_something_are_suspects():
    found = honest_suspects()
    assert CLAIM not in found
    assert "additive.thm2" in found
