import json
import re

import pytest
from rich.console import Console

from dpproofs.commands import errata, output
from dpproofs.stored import Stored, digest_of
from dpproofs.theorems.registry import find

CLAIM = "additive.lem2"
WRONG = "additive.thm2.proof"
OTHER = "staircase.def1"
TOLD = {"printed": "1 = 2", "counterexample": "x = 1: not so", "corrected": "1 = 1"}


@pytest.fixture
def suspected(monkeypatch):
    monkeypatch.setattr(errata, "suspects", lambda _: [CLAIM])


def line(claim, verdict="corrected", digest=None):
    """A line of the index that nobody found, about the statement as it stands."""
    return {
        "paper": claim.partition(".")[0],
        "item": "Lemma 0",
        "module": find(claim).module,
        "title": "a title",
        "statement": "1 = 2",
        "digest": digest or digest_of(find(claim)),
        "certificate": "sha256:0",
        "verdict": verdict,
        "grade": "proved",
        "steps": 2,
        "mutants": {"tried": 3, "killed": 3},
        "numbers": {"goals": 1, "evaluated": 1, "kinds": []},
        "digits": 50,
        "erratum": dict(TOLD) if verdict in {"corrected", "refuted"} else None,
        "note": "",
    }


@pytest.fixture
def kept(monkeypatch):
    """Replace what is stored, and say whether the sources have changed since."""

    def keep(lines, *, current):
        index = {"claims": lines, "sources": {}}
        known = {name: digest_of(find(name)) for name in lines}
        monkeypatch.setattr("dpproofs.stored.released", lambda: known)
        for place in ("dpproofs.theorems.registry", "dpproofs.stored"):
            monkeypatch.setattr(f"{place}.index", lambda: index)
            monkeypatch.setattr(f"{place}.index_is_current", lambda: current)

    return keep


def three():
    decisions = {CLAIM: "corrected", WRONG: "refuted", OTHER: "holds"}
    return {name: line(name, found) for name, found in decisions.items()}


# -- from storage ---------------------------------------------------------------------------------


def test_what_is_stored_is_shown_without_checking(run, kept, monkeypatch):
    monkeypatch.setattr("dpproofs.commands.checking.check_one", None)
    kept(three(), current=True)
    result = run("errata", "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)["errata"]
    assert [(each["id"], each["verdict"]) for each in found] == [
        (CLAIM, "corrected"),
        (WRONG, "refuted"),
    ]
    keys = {"id", "paper", "item", "verdict", "grade", "printed", "counterexample", "corrected"}
    assert all(set(each) == keys for each in found)


@pytest.mark.parametrize(
    ("arguments", "shown"),
    [
        ([CLAIM], [CLAIM]),
        (["additive.*"], [CLAIM, WRONG]),
        (["additive"], [CLAIM, WRONG]),
        (["--paper", "additive"], [CLAIM, WRONG]),
        (["--paper", "staircase"], []),
    ],
)
def test_claims_patterns_and_papers_select(run, kept, arguments, shown):
    kept(three(), current=True)
    result = run("errata", "--json", *arguments)
    assert result.exit_code == 0
    assert sorted(each["id"] for each in json.loads(result.stdout)["errata"]) == sorted(shown)


def test_a_claim_without_erratum_that_is_named_is_told_about(run, kept):
    kept({OTHER: line(OTHER, "holds"), CLAIM: line(CLAIM, "open")}, current=True)
    result = run("errata", OTHER)
    assert (result.exit_code, result.stdout) == (0, "0 errata\n")
    assert result.stderr == f"no erratum: the verdict on {OTHER} is 'holds'\n"
    assert run("errata", "staircase").stderr == ""
    assert run("errata", CLAIM).exit_code == 3


@pytest.mark.parametrize("current", [True, False], ids=["by replay's digest", "computed anew"])
def test_a_result_whose_statement_has_changed_is_left_out(run, kept, current):
    kept({CLAIM: line(CLAIM, digest="sha256:0"), WRONG: line(WRONG)}, current=current)
    result = run("errata", CLAIM, WRONG, "--json")
    assert result.exit_code == 3
    assert [each["id"] for each in json.loads(result.stdout)["errata"]] == [WRONG]
    assert result.stderr == (
        f"left out: what is stored is not about {CLAIM} as it stands; "
        f"see 'dpproofs errata --anew {CLAIM}'\n"
    )


def test_jobs_without_checking_would_be_without_effect(run, is_one_error):
    result = run("errata", "--jobs", 2)
    assert result.exit_code == 2
    assert is_one_error(result.stderr)


# -- checked anew ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("suspected")
def test_an_erratum_has_what_is_printed_the_counterexample_and_the_correction(run, planted):
    planted(additive_lem2="corrected")
    result = run("errata", "--anew", "--json")
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


@pytest.mark.usefixtures("suspected")
def test_errata_are_shown_one_below_the_other(run, planted):
    planted(additive_lem2="refuted")
    assert run("errata", "--anew").stdout.splitlines() == [
        f"{CLAIM}  Lemma 0  refuted",
        "  printed         1 = 2",
        "  counterexample  x = 1: not so",
        "  corrected       1 = 1",
        "",
        "1 erratum",
    ]


RANKED = {
    "severity": 2,
    "changes": "Nothing for who knows better, and much for everybody else who reads the line.",
    "patches": [{"printed": "x = y", "corrected": "x = z, for every x that is long enough"}],
}


def test_what_reaches_farthest_comes_first_below_its_heading(run, kept):
    lines = {CLAIM: line(CLAIM), WRONG: line(WRONG), OTHER: line(OTHER)}
    for name, severity in ((CLAIM, 3), (WRONG, 1)):
        lines[name]["erratum"] |= {**RANKED, "severity": severity}
    kept(lines, current=True)
    found = json.loads(run("errata", "--json").stdout)["errata"]
    assert [(each["id"], each.get("severity")) for each in found] == [
        (WRONG, 1),
        (CLAIM, 3),
        (OTHER, None),
    ]
    assert found[0]["patches"] == RANKED["patches"]
    told = run("errata").stdout.splitlines()
    assert told[0] == "A theorem or a headline is false"
    assert told.index("A misprint") < told.index(f"{CLAIM}  Lemma 0  corrected")
    assert "  patch           - x = y" in told


def test_a_terminal_of_80_columns_shows_everything_of_an_erratum(monkeypatch, capsys):
    monkeypatch.setattr(
        output, "standard_output", lambda: Console(width=80, force_terminal=True, no_color=True)
    )
    errata.show([errata.entry(Stored(id=CLAIM, **(line(CLAIM) | {"erratum": RANKED | TOLD})))])
    told = re.sub(r"\x1b\[[0-9;]*m", "", capsys.readouterr().out)
    assert max(map(len, told.splitlines())) <= 80
    words = {
        word
        for text in (RANKED["changes"], *RANKED["patches"][0].values())
        for word in text.split()
    }
    assert words <= set(told.split())


@pytest.mark.usefixtures("suspected")
def test_a_suspect_that_is_not_established_to_be_wrong_is_left_out(run, planted):
    planted(additive_lem2="open")
    result = run("errata", "--anew")
    assert result.exit_code == 3
    assert result.stdout == "0 errata\n"
    assert result.stderr == f"left out: {CLAIM} is open\n"


@pytest.mark.usefixtures("suspected")
def test_an_interruption_is_told(run, monkeypatch):
    def interrupted(*_):
        raise KeyboardInterrupt

    monkeypatch.setattr("dpproofs.commands.checking.check_one", interrupted)
    result = run("errata", "--anew", "--json")
    assert result.exit_code == 130
    assert json.loads(result.stdout)["interrupted"] is True


def test_claims_whose_derivation_refutes_something_are_suspects():
    assert errata.suspects([CLAIM, WRONG, OTHER]) == [WRONG]
