"""What somebody meets who has just installed the package."""

import json
import shlex

import pytest
from rich.console import Console
from rich.text import Text

from dpproofs.auditing import targets
from dpproofs.cli import DOORS, TRY, main
from dpproofs.commands.output import Column, table

EXAMPLES = [line.strip() for line in TRY.splitlines() if line.startswith("  dpproofs ")]


def test_the_bare_command_tells_what_it_can_do(run):
    result = run()
    assert result.exit_code == 0
    for command in ("list", "show", "verify", "derive", "errata", "profile", "audit", "doctor"):
        assert f"\n  {command} " in result.stdout
    assert result.stdout.endswith(f"{TRY}\n")
    assert all(len(line) <= 90 for line in TRY.splitlines())


def test_every_command_stands_in_one_group():
    listed = [name for names in DOORS.values() for name in names]
    assert sorted(listed) == sorted(main.commands)


def test_there_are_three_examples():
    assert len(EXAMPLES) == 3


@pytest.mark.parametrize("example", EXAMPLES)
def test_the_examples_run(run, example):
    _, *arguments = shlex.split(example)
    result = run(*arguments)
    assert result.exit_code == 0
    assert result.stdout


def test_targets_are_listed_as_json(run):
    result = run("audit", "--list", "--json")
    assert result.exit_code == 0
    found = json.loads(result.stdout)
    assert set(found) == {"dpproofs", "targets", "missing"}
    assert "numpy:laplace" in found["targets"]


def test_a_library_that_is_missing_is_told_apart(run, monkeypatch):
    broken = {"broken": targets.BrokenAdapter("broken", "ImportError: no")}
    monkeypatch.setattr(targets, "adapters", lambda: broken)
    found = json.loads(run("audit", "--list", "--json").stdout)
    assert found["targets"] == []
    assert "ImportError: no" in found["missing"]["broken"]
    assert "broken: TARGET" in run("audit", "--list").stderr


@pytest.mark.parametrize("missing", ["--epsilon", "--sensitivity"])
def test_a_claim_without_one_of_its_numbers_is_a_missing_option(run, is_one_error, missing):
    claim = {"--epsilon": "1", "--sensitivity": "1"}
    del claim[missing]
    result = run("audit", "numpy:laplace", *(word for pair in claim.items() for word in pair))
    assert result.exit_code == 2
    assert is_one_error(result.stderr)
    assert f"Missing option '{missing}'" in result.stderr


@pytest.mark.parametrize("ending", ["", "bin", "json", "csv", "npy", "npz"])
def test_random_bytes_are_one_clear_line(run, is_one_error, tmp_path, ending):
    path = tmp_path / f"file.{ending}"
    path.write_bytes(bytes(range(256)))
    claim = ("--epsilon", 1, "--sensitivity", 1)
    for arguments in (
        ("replay", path),
        ("audit", "--draws", path, *claim),
        ("audit", "numpy:laplace", *claim, "--resume", path),
    ):
        result = run(*arguments)
        assert result.exit_code == 2
        assert is_one_error(result.stderr), result.stderr


# -- narrow terminals -----------------------------------------------------------------------------

NAME, COST, EXCESS = "Staircase, gamma for p = 1", "4.023872601e+32567", "8.681e-124"


def shown(width):
    columns = [
        Column("mechanism", wraps=True),
        Column("cost", number=True),
        Column("excess", number=True),
    ]
    console = Console(width=width)
    with console.capture() as captured:
        console.print(table(columns, [[Text(NAME), Text(COST), Text(EXCESS)]], console), crop=False)
    return captured.get()


@pytest.mark.parametrize("width", [24, 30, 45, 60, 100])
def test_a_narrow_terminal_wraps_and_cuts_no_digit(width):
    text = shown(width)
    assert all(len(line.rstrip()) <= width for line in text.splitlines())
    assert "…" not in text
    digits = "".join(sorted(c for c in text if c.isdigit()))
    assert digits == "".join(sorted(c for c in NAME + COST + EXCESS if c.isdigit()))


@pytest.mark.parametrize("width", [50, 60, 100])
def test_numbers_stay_whole_as_long_as_there_is_room(width):
    assert COST in shown(width)
    assert EXCESS in shown(width)
