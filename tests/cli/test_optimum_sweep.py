"""A grid of brackets: rows are kept, the rest is done, other people's files are left alone."""

import csv
from fractions import Fraction

import pytest

from dpproofs.commands import optimum_sweep

GRID = ("--epsilon", "0,1", "--delta", "0.3,1/2", "--cost", "1", "--gap", "1/10")


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def test_a_grid_is_bracketed_with_certificates_that_replay_accepts(run, tmp_path):
    table, folder = tmp_path / "grid.csv", tmp_path / "proofs"
    result = run("optimum", *GRID, "--sweep", table, "--certificate", folder)
    assert result.exit_code == 0
    assert result.stdout == ""
    assert result.stderr.splitlines()[-1].startswith("4 of 4: epsilon 1, delta 1/2, cost 1: gap")
    found = rows(table)
    assert [(row["epsilon"], row["delta"]) for row in found] == [
        ("0", "0.3"), ("0", "1/2"), ("1", "0.3"), ("1", "1/2"),
    ]  # fmt: skip
    for row in found:
        assert Fraction(row["lower_exact"]) <= Fraction(row["upper_exact"])
        assert float(row["waste"]) <= float(row["waste_most"])
    assert Fraction(found[1]["lower_exact"]) <= Fraction(1, 2)
    replayed = run("replay", folder)
    assert replayed.exit_code == 0
    assert "4 accepted" in replayed.stdout


def test_a_sweep_goes_on_where_it_was_stopped(run, tmp_path, monkeypatch):
    table = tmp_path / "grid.csv"
    inner, count = optimum_sweep.bracketed, []

    def stopped(cell):
        if len(count) == 2:
            raise KeyboardInterrupt
        count.append(cell)
        return inner(cell)

    monkeypatch.setattr(optimum_sweep, "bracketed", stopped)
    assert run("optimum", *GRID, "--sweep", table).exit_code == 130
    assert len(rows(table)) == 2
    monkeypatch.setattr(optimum_sweep, "bracketed", inner)
    result = run("optimum", *GRID, "--sweep", table)
    assert result.exit_code == 0
    assert [line[:6] for line in result.stderr.splitlines()] == ["3 of 4", "4 of 4"]
    assert len({(row["epsilon"], row["delta"]) for row in rows(table)}) == 4
    assert run("optimum", *GRID, "--sweep", table).stderr == ""


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--epsilon", "1,2,", "--delta", "0.1"), "epsilon = ''"),
        (("--epsilon", "1", "--delta", "0.1,2"), "delta = '2'"),
        (("--epsilon", "1", "--delta", "0"), "delta = '0'"),
    ],
)
def test_bad_numbers_are_refused_before_any_work(run, tmp_path, arguments, expected, is_one_error):
    table = tmp_path / "grid.csv"
    result = run("optimum", *arguments, "--sweep", table)
    assert result.exit_code == 2
    assert is_one_error(result.stderr), result.stderr
    assert expected in result.stderr
    assert not table.exists()


def test_a_file_of_something_else_is_left_alone(run, tmp_path, is_one_error):
    table = tmp_path / "mine.csv"
    table.write_text("a,b\n1,2\n", "utf-8")
    result = run("optimum", *GRID, "--sweep", table)
    assert result.exit_code == 2
    assert is_one_error(result.stderr)
    assert "one that a sweep has written" in result.stderr
    assert table.read_text("utf-8") == "a,b\n1,2\n"
