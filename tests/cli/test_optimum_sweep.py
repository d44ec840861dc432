"""A grid of brackets: rows are kept, the rest is done, other people's files are left alone."""

import csv
import json
import os
from fractions import Fraction

import numpy as np
import pytest
from matplotlib.figure import Figure as Canvas

from dpproofs import staircase_optimum
from dpproofs.commands import optimum_sweep, optimum_table
from dpproofs.kernel.drafts import alone
from dpproofs.render.figures.waste import Cell, waste

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
        name = optimum_sweep.file_name([row[each] for each in optimum_table.ASKED])
        assert json.loads((folder / name).read_text("ascii"))["digest"] == row["digest"]
    assert Fraction(found[1]["lower_exact"]) <= Fraction(1, 2)
    replayed = run("replay", folder)
    assert replayed.exit_code == 0
    assert "4 accepted" in replayed.stdout


def test_the_rows_of_the_grid_are_printed_as_json_with_formulas_for_delta_0(run, tmp_path):
    table, folder = tmp_path / "grid.csv", tmp_path / "proofs"
    options = ("--delta", "0,1/2", "--digits", "2", "--sweep", table, "--certificate", folder)
    assert run("optimum", "--epsilon", "2", *options).exit_code == 0
    found = json.loads(run("optimum", "--epsilon", "1", *options, "--json").stdout)
    assert [(row["epsilon"], row["delta"], row["wanted"]) for row in found] == [
        ("1", "0", "1e-2"), ("1", "1/2", "1e-2"),
    ]  # fmt: skip
    pure, loose = found
    exact = staircase_optimum(1).least_cost
    assert (
        Fraction(pure["lower_exact"]) <= exact.lower < exact.upper <= Fraction(pure["upper_exact"])
    )
    assert (pure["n"], pure["best_known"], pure["waste"]) == (0, "Staircase", 0)
    assert (pure["digest"], loose["digest"][:7]) == ("", "sha256:")
    assert loose["lower"] <= loose["upper"] <= loose["lower"] / 0.99
    assert len(rows(table)) == 4
    assert len(list(folder.iterdir())) == 2


def test_what_no_double_can_hold_is_null():
    row = dict.fromkeys(optimum_table.COLUMNS, "1") | {"upper": "inf", "n": "0"}
    assert optimum_table.typed(row) == dict.fromkeys(optimum_table.COLUMNS, 1.0) | {
        **dict.fromkeys(optimum_table.TEXTS, "1"), "upper": None, "n": 0,
    }  # fmt: skip


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
    ("cut", "told"), [(1, "whose last line is whole"), (9, "of whole rows; line 2 is none")]
)
def test_a_row_that_was_cut_off_is_not_taken_for_finished(run, tmp_path, cut, told):
    table = tmp_path / "grid.csv"
    row = dict.fromkeys(optimum_table.COLUMNS, "1") | {"digest": "a" * 4, "waste_most": "1.25"}
    optimum_table.write(table, [row])
    assert len([*optimum_table.rows_of(table)]) == 1
    table.write_bytes(table.read_bytes()[:-cut])
    result = run("optimum", *GRID, "--sweep", table)
    assert result.exit_code == 2
    assert told in result.stderr


def test_a_full_disk_leaves_whole_rows(tmp_path, monkeypatch):
    table = tmp_path / "grid.csv"
    row = dict.fromkeys(optimum_table.COLUMNS, "1")
    optimum_table.add(table, row)

    def full(_descriptor):
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(OSError, match="No space left"):
        optimum_table.add(table, row)
    assert [*optimum_table.rows_of(table)] == [row]


def test_two_sweeps_do_not_fill_one_table(run, tmp_path):
    table = tmp_path / "grid.csv"
    with alone(table, "--sweep"):
        result = run("optimum", *GRID, "--sweep", table)
    assert result.exit_code == 2
    assert "a file that no other process is writing" in result.stderr


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (("--epsilon", "1,2,", "--delta", "0.1"), "epsilon = ''"),
        (("--epsilon", "1", "--delta", "0.1,2"), "delta = '2'"),
        (("--epsilon", "0,1", "--delta", "0"), "epsilon = '0'"),
        (("--epsilon", "1", "--delta", "0,.1", "--digits", "8"), "digits = 8"),
        (("--epsilon", "1", "--delta", "0,.1", "--digits", "3", "--gap", ".1"), "gap = '.1'"),
        (("--epsilon", "1", "--delta", "0", "--gap", "2"), "gap = '2'"),
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


def test_a_parquet_file_goes_on_as_well_and_a_heat_map_shows_all_of_it(run, tmp_path):
    import pyarrow.parquet as pq

    table, picture = tmp_path / "grid.parquet", tmp_path / "waste.svg"
    assert run("optimum", *GRID, "--sweep", table).exit_code == 0
    more = ("--epsilon", "0,1", "--delta", "0.3", "--cost", "1,2", "--gap", "1/10")
    result = run("optimum", *more, "--sweep", table, "--plot", picture)
    assert result.exit_code == 0
    assert [line[:6] for line in result.stderr.splitlines()] == ["3 of 4", "4 of 4"]
    found = pq.read_table(table).to_pylist()
    assert [(row["epsilon"], row["delta"], row["cost"]) for row in found] == [
        ("0", "0.3", "1"), ("0", "1/2", "1"), ("1", "0.3", "1"), ("1", "1/2", "1"),
        ("0", "0.3", "2"), ("1", "0.3", "2"),
    ]  # fmt: skip
    assert all(0 <= row["waste"] <= row["waste_most"] for row in found)
    assert [(cell.cost, cell.waste, cell.name) for cell in optimum_table.wastes(table)] == [
        (float(row["cost"]), row["waste"], row["best_known"]) for row in found
    ]
    assert picture.read_bytes().startswith(b"<?xml")


def test_a_parquet_file_of_something_else_is_left_alone(run, tmp_path, is_one_error):
    table = tmp_path / "mine.parquet"
    table.write_bytes(b"not one")
    result = run("optimum", *GRID, "--sweep", table)
    assert result.exit_code == 2
    assert is_one_error(result.stderr)
    assert "one that a sweep has written" in result.stderr
    assert table.read_bytes() == b"not one"


def test_a_heat_map_shows_each_cell_once():
    cells = [Cell(e, d, 1, e * d, "Truncated Laplace") for e in (0.1, 1) for d in (0.2, 0.5)]
    figure = waste([*cells[:-1], Cell(2, 0.2, 1, 0.00001, "Tulap")])
    canvas = Canvas()
    figure.draw(canvas)
    (axes,) = canvas.axes
    shown = {(*text.get_position(), text.get_text()) for text in axes.texts}
    assert shown == {(0, 0, "2 TL"), (1, 0, "5 TL"), (0, 1, "20 TL"), (0, 2, "<.01 T")}
    shades = axes.images[0].get_array()
    assert np.isnan(shades.filled(np.nan)[1, 1])
    assert shades[0, 1] == 0.05
    assert "TL Truncated Laplace" in figure.caption
