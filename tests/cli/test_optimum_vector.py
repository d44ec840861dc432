import json
from fractions import Fraction

import pytest

import dpproofs as dp


def test_json_is_that_of_other_optima_with_the_dimension_and_the_norm(run):
    options = ("--dimension", 2, "--norm", "linf", "--sensitivity", 3, "--digits", 25)
    result = run("optimum", "--epsilon", 5, *options, "--json")
    assert (result.exit_code, result.stderr) == (0, "")
    found = json.loads(result.stdout)
    line = json.loads(run("optimum", "--epsilon", 5, "--json").stdout)
    assert set(found) - set(line) == {"dimension", "norm", "absent"}
    assert set(line) <= set(found)
    assert (found["dimension"], found["norm"], found["delta"]) == (2, "linf", 0)
    exact = dp.vector_optimum(5, dimension=2, sensitivity=3, digits=25)
    assert Fraction(found["lower_exact"]) == exact.least_cost.lower
    assert Fraction(found["gamma"]["upper_exact"]) == exact.gamma.upper
    excess = {each["name"]: each["excess"] for each in found["mechanisms"]}
    assert list(excess) == ["Staircase", "K-norm", "Laplace in every coordinate"]
    assert abs(excess["K-norm"] - 0.5065) < 5e-5
    assert found["absent"][0]["name"] == "Gaussian"


def test_bounds_mechanisms_and_who_is_not_there(run):
    lines = run("optimum", "--epsilon", 10, "--dimension", 2).stdout.splitlines()
    assert lines[:3] == [
        "Least E ||X||_l2 of noise X that is 10-private for sensitivity 1:",
        "  at least  0.045937044677483328",
        "  at most   0.045937044677483329",
    ]
    assert lines[8].split() == ["K-norm", "0.2", "335", "%"]
    assert lines[-1] == "Gaussian: none; normal noise is private for no epsilon at delta = 0"


def test_the_gain_is_drawn(run, tmp_path):
    path = tmp_path / "gain.svg"
    options = ("--epsilon", 5, "--dimension", 2, "--plot", path)
    assert run("optimum", *options).exit_code == 0
    assert path.read_bytes().startswith(b"<?xml")


@pytest.mark.parametrize(
    ("arguments", "expected"),
    [
        (["--norm", "l1"], "left out without --dimension"),
        (["--dimension", "0"], "dimension = 0, but should be an integer from 1 to 1000"),
        (["--dimension", "two"], "'two'"),
        (["--dimension", "2", "--norm", "l3"], "l3"),
        (["--dimension", "2", "--delta", "1e-6"], "0 with --dimension"),
        (["--dimension", "2", "--delta", "no"], "delta = 'no'"),
        (["--dimension", "2", "--sweep", "x.csv"], "left out with --dimension"),
        (["--dimension", "2", "--certificate", "x.json"], "left out with --dimension"),
        (["--dimension", "2", "--threshold", "1"], "left out with --dimension"),
        (["--dimension", "2", "--gap", "no"], "gap = 'no'"),
        (["--dimension", "2", "--gap", "1e-3"], "left out with --dimension: a formula has 15"),
        (["--dimension", "2", "--plot", "x.png"], "x.png"),
        (["--dimension", "2", "--cost", "0"], "cost = '0'"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_2(run, arguments, expected, is_one_error):
    result = run("optimum", "--epsilon", "1", *arguments)
    assert result.exit_code == 2
    assert result.stdout == ""
    assert is_one_error(result.stderr), result.stderr
    assert expected in result.stderr
