import json

import pytest

from dpproofs.commands.output import Column, table
from dpproofs.kernel.verdict import Decision
from dpproofs.theorems.registry import catalogue, index, registry


def test_every_claim_of_the_catalogue_is_listed_once_in_its_order(run):
    lines = run("list").stdout.splitlines()[1:]
    assert [line.split()[0] for line in lines] == list(catalogue())


def test_json_tells_what_each_claim_says_and_whether_it_is_formalised(run):
    document = json.loads(run("list", "--json").stdout)
    assert set(document) == {"dpproofs", "claims"}
    states = {claim["id"]: claim["state"] for claim in document["claims"]}
    assert {name for name, state in states.items() if state != "not yet"} == set(registry())
    assert {name for name, state in states.items() if state == "open"} == {
        name for name, line in index()["claims"].items() if line["verdict"] == "open"
    }
    assert states["cactus.eq4"] == "open"
    for claim in document["claims"]:
        assert set(claim) == {
            "id", "paper", "item", "title", "statement", "state", "verdict", "in_words", "coq"
        }  # fmt: skip
        assert (claim["title"] is None) == (claim["state"] == "not yet")
        assert claim["verdict"] in {None, *(decision.value for decision in Decision)}


def test_the_verdict_is_listed_and_what_rests_on_words_is_told_apart(run):
    shown = run("list", "staircase.thm3*", "poster.constraint", "cactus.eq4")
    rows = {line.split()[0]: line for line in shown.stdout.splitlines()[1:]}
    assert list(rows) == ["staircase.thm3", "staircase.thm3.l1", "staircase.thm3.l2",
                          "poster.constraint", "cactus.eq4"]  # fmt: skip
    assert " holds, in words" in rows["staircase.thm3.l1"]
    assert "in words" not in rows["staircase.thm3"]
    assert " corrected" in rows["poster.constraint"]
    assert " open" in rows["cactus.eq4"]
    assert shown.stderr.startswith("in words: ")
    assert run("list", "staircase.thm3").stderr == ""


def test_verdicts_are_listed_on_a_terminal_of_80_columns(monkeypatch, run):
    from rich.console import Console

    from dpproofs.commands import output

    monkeypatch.setattr(output, "standard_output", lambda: Console(width=80, color_system=None))
    for line in run("list", "--paper", "staircase").stdout.splitlines():
        assert len(line) <= 80
    table = run("list", "staircase.appB.lem21.counting", "staircase.def1").stdout
    assert table.startswith("claim ")
    assert {"holds, in words", "definition"} <= {
        cell.strip() for line in table.splitlines() for cell in line.split("  ")
    }


def test_in_words_is_what_a_note_says(run):
    claims = json.loads(run("list", "--json").stdout)["claims"]
    marked = {claim["id"] for claim in claims if claim["in_words"]}
    assert marked == {
        name for name, claim in registry().items() if "in words" in claim.statement.note.lower()
    }
    assert {"vector.rearranged", "trunclap.unif"} <= marked


def test_a_claim_that_is_not_formalised_has_its_place_alone(run, unformalised):
    *_, claim = json.loads(run("list", "--json").stdout)["claims"]
    assert (claim["id"], claim["state"]) == (unformalised, "not yet")
    assert claim["item"]
    assert claim["title"] is claim["statement"] is None


def test_papers_are_added_up(run):
    document = json.loads(run("list", "--paper", "cactus", "--paper", "poster", "--json").stdout)
    assert {claim["paper"] for claim in document["claims"]} == {"cactus", "poster"}


def test_output_that_is_not_for_a_terminal_is_plain_and_unwrapped(run):
    text = run("list").stdout
    assert "\x1b" not in text
    assert not any(line.endswith(" ") for line in text.splitlines())
    assert len(text.splitlines()) == len(catalogue()) + 1


@pytest.mark.parametrize("width", [8, 20, 40, 60, 80, 200])
def test_ids_stay_whole_however_narrow_the_terminal(width):
    from rich.console import Console
    from rich.text import Text

    columns = [
        Column("claim"),
        Column("state", rank=2),
        Column("steps", rank=3, number=True),
        Column("title", rank=1, wraps=True),
    ]
    row = [Text("additive.thm3.deriv"), Text("holds"), Text("12"), Text("one word " * 20)]
    console = Console(width=width)
    with console.capture() as captured:
        console.print(table(columns, [row], console), crop=False)
    text = captured.get()
    assert "additive.thm3.deriv" in text or width < 19
    assert ("title" in text) == (width >= 40)
    assert ("steps" in text) == (width >= 60)
